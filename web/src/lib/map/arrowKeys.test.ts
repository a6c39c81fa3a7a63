import { expect, test } from "vitest";
import { directionOf, nextTowards } from "./arrowKeys";
import type { BoardMap } from "./boardMaps";

const FILES = import.meta.glob<BoardMap>("../../boards/*.json", { import: "default", eager: true });
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

test("other keys than arrows point nowhere", () => {
    expect(directionOf("a")).toBeUndefined();
    expect(directionOf("ArrowUp")).toEqual({ x: 0, y: -1 });
});

test("the next city is rather straight ahead than near and to the side", () => {
    const places = [
        { name: "ahead", x: 100, y: 5 },
        { name: "aside", x: 60, y: 90 },
        { name: "behind", x: -10, y: 0 },
    ];
    expect(nextTowards({ x: 0, y: 0 }, { x: 1, y: 0 }, places)?.name).toBe("ahead");
});

test("at the edge there is no further city", () => {
    expect(nextTowards({ x: 0, y: 0 }, { x: 0, y: 1 }, [{ x: 0, y: -5 }])).toBeUndefined();
});

test.each(Object.values(FILES))("on the map of $key arrow keys lead from any city to any other", ({ cities }) => {
    for (const start of cities) {
        const [reached, waiting] = [new Set([start]), [start]];
        for (let city = waiting.pop(); city !== undefined; city = waiting.pop()) {
            for (const key of KEYS) {
                const next = nextTowards(city, directionOf(key)!, cities);
                if (next === undefined || reached.has(next)) continue;
                reached.add(next);
                waiting.push(next);
            }
        }
        expect(cities.filter((city) => !reached.has(city)).map((city) => city.id)).toEqual([]);
    }
});
