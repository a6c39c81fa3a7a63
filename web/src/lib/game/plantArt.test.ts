import { expect, test } from "vitest";
import data from "../../../../src/kilowatt/data/plants.json";
import { FRAME, partsOf, sizeOf, type PlantSize } from "./plantArt";
import { plantNamed, type Kind } from "./plants";

const PLANTS = [...data.plants.map(({ number }) => plantNamed(number)), plantNamed("flux")];
const pictureOf = (kind: Kind, cities: number): string => JSON.stringify(partsOf({ kind, cities }));

test("the more cities a plant powers, the larger is its picture", () => {
    const sizes = [1, 2, 3, 4, 5, 7].map((cities) => sizeOf({ cities }));
    expect(sizes).toEqual<PlantSize[]>(["small", "small", "middle", "middle", "large", "large"]);
});

test("every kind of plant has pictures of its own", () => {
    const kinds = Object.keys(data.kinds) as Kind[];
    for (const cities of [1, 3, 6])
        expect(new Set(kinds.map((kind) => pictureOf(kind, cities))).size, `${cities} cities`).toBe(kinds.length);
});

test("a small, a middle and a large plant of one kind look different", () => {
    for (const kind of ["coal", "oil", "hybrid", "garbage", "uranium", "eco"] as const)
        expect(new Set([1, 3, 6].map((cities) => pictureOf(kind, cities))).size, kind).toBe(3);
});

test("two plants of the same kind and size share their picture", () => {
    expect(partsOf(plantNamed(8))).toBe(partsOf(plantNamed(10)));
});

test.each(PLANTS.map((plant) => [plant.label, plant] as const))(
    "the picture of plant %s stays in its frame",
    (_, plant) => {
        const parts = partsOf(plant);
        expect(parts.length).toBeGreaterThan(2);
        for (const { path } of parts) {
            expect(path).toMatch(/^M[\d.\-\sMLVHCQaZ]+$/);
            const starts = [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
            for (const [, x, y] of starts) {
                expect(Number(x)).toBeGreaterThanOrEqual(0);
                expect(Number(x)).toBeLessThanOrEqual(FRAME.width);
                expect(Number(y)).toBeGreaterThanOrEqual(0);
                expect(Number(y)).toBeLessThanOrEqual(FRAME.height);
            }
        }
    },
);
