import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, setLanguage, type Language } from "../../i18n";
import {
    along,
    freeSpot,
    inPlay,
    layOut,
    lengthInside,
    MARK_HEIGHT,
    markWidth,
    openSlotsOf,
    pillSize,
    roadKey,
    sizesAt,
    sizesFor,
    slotsOf,
    type Sizes,
} from "./labelLayout";
import { grown, overlap } from "./labelPlacement";
import { textWidth } from "./textWidth";
import { boxAt, fitting, type Box, type Point } from "./viewport";
import type { BoardMap, MapCity } from "./boardMaps";
import { inLanguage } from "./placeNames";

const FILES = import.meta.glob<BoardMap>("../../boards/*.json", { import: "default", eager: true });
const BOARDS = Object.values(FILES);
const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];
const MAPS = LANGUAGE_KEYS.flatMap((language) => BOARDS.map((board) => ({ language, key: board.key, board })));
const SCREENS = [
    { name: "a laptop", size: { width: 994, height: 594 }, isSmall: false },
    { name: "a large screen", size: { width: 1540, height: 820 }, isSmall: false },
    { name: "a phone", size: { width: 390, height: 420 }, isSmall: true },
];
const MARGIN = { across: 56, above: 32 };
const empty = (city: MapCity, sizes: Sizes): number => markWidth(slotsOf(city), 0, null, sizes);

/** Everything that a layout shows, as boxes with a name. */
function boxesOf(map: BoardMap, size: { width: number; height: number }, isSmall: boolean): [string, Box][] {
    const { cities, roads } = inPlay(map, new Set(map.regions.slice(0, 4).map((region) => region.id)));
    const { scale, x, y } = fitting(cities, size, MARGIN);
    const sizes = sizesFor(cities, scale, isSmall, empty);
    const within = boxAt({ x: x * scale, y: y * scale }, size.width, size.height);
    const layout = layOut({ cities, roads, regions: [], sizes, scale, widthAt: empty, within, taken: [] });
    const at = new Map(cities.map((city): [string, Point] => [city.id, { x: city.x * scale, y: city.y * scale }]));
    const found: [string, Box][] = cities.map((city) => [
        `the mark of ${city.id}`,
        boxAt(at.get(city.id)!, empty(city, sizes), MARK_HEIGHT * sizes.mark),
    ]);
    for (const road of roads) {
        const place = layout.prices.get(roadKey(road));
        if (place === undefined) continue;
        const { width, height } = pillSize(road.cost, sizes.price);
        found.push([
            roadKey(road),
            boxAt(along([at.get(road.a)!, at.get(road.b)!], place.share, place.aside), width, height),
        ]);
    }
    for (const city of cities) {
        const off = layout.names.get(city.id);
        if (off === undefined) continue;
        const middle = { x: at.get(city.id)!.x + off.x, y: at.get(city.id)!.y + off.y };
        found.push([`the name of ${city.id}`, boxAt(middle, textWidth(city.name) * sizes.name, sizes.name)]);
    }
    return found;
}

describe.each(MAPS)("the map of $key in $language", ({ language, board }) => {
    let map: BoardMap;
    beforeAll(async () => {
        await setLanguage(language);
        map = inLanguage(board);
    });

    test.each(SCREENS)("shows nothing on top of anything else on $name", ({ size, isSmall }) => {
        const boxes = boxesOf(map, size, isSmall);
        const covered = boxes.flatMap(([one, a], place) =>
            boxes
                .slice(place + 1)
                .flatMap(([other, b]) => (overlap(grown(a, -1.5), b) > 0 ? [`${one}, ${other}`] : [])),
        );
        expect(covered).toEqual([]);
    });

    test("names most cities and prices on a laptop, and all of them on a large screen", () => {
        const { cities, roads } = inPlay(map, new Set(map.regions.slice(0, 4).map((region) => region.id)));
        const all = 2 * cities.length + roads.length;
        const [laptop, large] = SCREENS.slice(0, 2).map(({ size, isSmall }) => boxesOf(map, size, isSmall).length);
        expect(laptop).toBeGreaterThan(all * 0.9);
        expect(large).toBeGreaterThan(all * 0.97);
    });
});

test("letters never get too small to read, however far off the map is", () => {
    expect(sizesAt(0.1, false)).toMatchObject({ name: 11.5, price: 11 });
    expect(sizesAt(0.1, true)).toMatchObject({ name: 11, price: 11 });
    expect(sizesAt(9, false).name).toBe(17);
});

describe.each(BOARDS)("of the map of $key", (map) => {
    const { cities, roads } = inPlay(map, new Set(map.regions.slice(0, 5).map((region) => region.id)));

    test("a phone names every city that one decides about, whatever else has no room", () => {
        const size = { width: 390, height: 440 };
        const { scale, x, y } = fitting(cities, size, { across: 24, above: 22 });
        const priced = (city: MapCity, drawn: Sizes): number => markWidth(slotsOf(city), 0, 10, drawn);
        const sizes = sizesFor(cities, scale, true, priced);
        const within = boxAt({ x: x * scale, y: y * scale }, size.width, size.height);
        const scene = { cities, roads, regions: [], sizes, scale, widthAt: priced, within, taken: [] };
        const urgent = new Set(cities.map((city) => city.id));
        expect(new Set(layOut({ ...scene, urgent }).names.keys())).toEqual(urgent);
    });

    test("names stay at their cities however closely one looks", () => {
        const scale = 2.6;
        const sizes = sizesFor(cities, scale, false, empty);
        const scene = { cities, roads, regions: [], sizes, scale, widthAt: empty, within: null, taken: [] };
        const { names } = layOut(scene);
        const far = cities.filter((city) => {
            const off = names.get(city.id)!;
            const across = Math.abs(off.x) - (textWidth(city.name) * sizes.name + empty(city, sizes)) / 2;
            const up = Math.abs(off.y) - (sizes.name + MARK_HEIGHT * sizes.mark) / 2;
            return Math.max(across, up) > sizes.name;
        });
        expect(far.map((city) => city.name)).toEqual([]);
    });
});

test("a large screen shows everything as a smaller one does, but larger", () => {
    const map = BOARDS[0]!;
    const usual = sizesFor(map.cities, 0.8, false, empty);
    const large = sizesFor(map.cities, 1.6, false, empty, 2);
    expect(large.name).toBeCloseTo(2 * usual.name);
    expect(large.price).toBeCloseTo(2 * usual.price);
});

test("a mark grows with its houses, and with a price that needs more room than the free slots", () => {
    const sizes = sizesAt(1, false);
    expect(markWidth(3, 1, null, sizes)).toBeGreaterThan(markWidth(3, 0, null, sizes));
    expect(markWidth(3, 2, 25, sizes)).toBeGreaterThan(markWidth(3, 2, null, sizes));
});

test("how much of a road a box covers is measured along the road", () => {
    const box = boxAt({ x: 0, y: 0 }, 10, 10);
    const line = (x1: number, y1: number, x2: number, y2: number) =>
        [
            { x: x1, y: y1 },
            { x: x2, y: y2 },
        ] as const;
    expect(lengthInside(line(-20, 0, 20, 0), box)).toBeCloseTo(10);
    expect(lengthInside(line(0, 0, 0, 100), box)).toBeCloseTo(5);
    expect(lengthInside(line(-20, 8, 20, 8), box)).toBe(0);
});

describe("what is added to the map", () => {
    const size = { width: 60, height: 16 };
    const spotAmong = (shown: readonly Box[], seen: Box): Point =>
        freeSpot({ x: 0, y: 0 }, size, { width: 30, height: 20 }, shown, seen);

    test("goes where nothing is", () => {
        const above = boxAt({ x: 0, y: -20 }, 200, 14);
        expect(spotAmong([above], boxAt({ x: 0, y: 0 }, 400, 400)).y).toBeGreaterThan(0);
    });

    test("goes further off where all is taken nearby", () => {
        const around = boxAt({ x: 0, y: 0 }, 400, 60);
        const spot = spotAmong([around], boxAt({ x: 0, y: 0 }, 400, 400));
        expect(overlap(around, boxAt(spot, size.width, size.height))).toBe(0);
    });

    test("stays within what is seen", () => {
        const seen = { left: -15, right: 400, top: -15, bottom: 400 };
        const spot = spotAmong([], seen);
        expect(overlap(seen, boxAt(spot, size.width, size.height))).toBe(size.width * size.height);
    });
});

test("a city's slots open step by step, on Japan as the board has them", () => {
    const opened = (city: MapCity): number[] => [1, 2, 3].map((step) => openSlotsOf(city, step));
    const japan = BOARDS.find(({ key }) => key === "japan")?.cities ?? [];
    const found = new Set(japan.map((city) => opened(city).join(" ")));
    expect(found).toEqual(new Set(["1 2 3", "2 2 3", "1 2 2"]));
    const germany = BOARDS.find(({ key }) => key === "germany")?.cities ?? [];
    expect(new Set(germany.map((city) => opened(city).join(" ")))).toEqual(new Set(["1 2 3"]));
});
