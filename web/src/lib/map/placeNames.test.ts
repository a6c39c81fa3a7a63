import { beforeEach, describe, expect, it } from "vitest";
import { LANGUAGES, setLanguage, type Language, type Places } from "../../i18n";
import type { BoardMap } from "./boardMaps";
import { cityNames, inLanguage, regionNames, titleLines } from "./placeNames";

const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];
const BOARDS = Object.values(import.meta.glob<BoardMap>("../../boards/*.json", { import: "default", eager: true }));
const FILES = import.meta.glob<Record<string, Places>>("../../i18n/places/*.json", { import: "default", eager: true });
const OWN = new Map(BOARDS.map((map) => [map.key, map]));

function boardNamed(key: string): BoardMap {
    const found = OWN.get(key);
    if (found === undefined) throw new Error(`There is no board ${key}.`);
    return found;
}

const placesIn = (language: Language): Record<string, Places> => FILES[`../../i18n/places/${language}.json`] ?? {};
const idsOf = (places: readonly { id: string }[]): string[] => places.map(({ id }) => id);

/** A board may have names in other languages; without them its own are shown. */
const boardsNamedIn = (language: Language): BoardMap[] => BOARDS.filter(({ key }) => key in placesIn(language));

it("all languages name the places of the same boards", () => {
    expect(Object.keys(FILES)).toHaveLength(LANGUAGE_KEYS.length);
    for (const language of LANGUAGE_KEYS)
        expect(Object.keys(placesIn(language)).sort(), language).toEqual(Object.keys(placesIn("en")).sort());
});

describe.each(LANGUAGE_KEYS)("the places in %s", (language) => {
    beforeEach(() => setLanguage(language));

    it("are those of the boards and no others", () => {
        for (const [key, { regions, cities }] of Object.entries(placesIn(language))) {
            expect(idsOf(boardNamed(key).regions), key).toEqual(expect.arrayContaining(Object.keys(regions)));
            expect(idsOf(boardNamed(key).cities), key).toEqual(expect.arrayContaining(Object.keys(cities)));
        }
    });

    it("name every region; in English the data does", () => {
        if (language === "en") return;
        for (const { key, regions } of boardsNamedIn(language))
            expect(Object.keys(placesIn(language)[key]?.regions ?? {}).sort(), key).toEqual(idsOf(regions).sort());
    });

    it("list no city that the data calls the same", () => {
        for (const { key, cities } of BOARDS) {
            const listed = placesIn(language)[key]?.cities ?? {};
            expect(cities.filter(({ id, name }) => listed[id] === name)).toEqual([]);
        }
    });

    it("are all different on every board", () => {
        for (const map of BOARDS.map(inLanguage)) {
            for (const places of [map.cities, map.regions]) {
                const names = places.map(({ name }) => name.toLocaleLowerCase(language));
                expect(names.toSorted(), map.key).toEqual([...new Set(names)].sort());
                for (const name of names) expect(name).toMatch(/^\S.*\S$/);
            }
        }
    });

    it("are on the map in short lines that contain the whole name", () => {
        for (const { regions } of BOARDS.map(inLanguage)) {
            for (const { name, lines } of regions) {
                expect(lines.join("").replaceAll(" ", "")).toBe(name.toLocaleUpperCase(language).replaceAll(/\s/g, ""));
                expect(Math.max(...lines.map((line) => line.length)), name).toBeLessThanOrEqual(18);
            }
        }
    });
});

it("Russian writes every name in Cyrillic", async () => {
    await setLanguage("ru");
    for (const { cities, regions } of boardsNamedIn("ru").map(inLanguage))
        for (const { name } of [...cities, ...regions]) expect(name).toMatch(/^[\p{Script=Cyrillic}\s.()–-]+$/u);
});

describe("a place", () => {
    it("is called by its id, or by its name in the data, as refusals have it", async () => {
        await setLanguage("ru");
        const cityName = cityNames(boardNamed("central-europe"));
        expect(cityName("wien")).toBe("Вена");
        expect(cityName("Wien")).toBe("Вена");
        const regionName = regionNames(boardNamed("germany"));
        expect(regionName("Northeast")).toBe(regionName("northeast"));
        expect(regionName("northeast")).toMatch(/^\p{Script=Cyrillic}/u);
    });

    it("has the name of the data where the language has no other, and its id where there is no map", async () => {
        await setLanguage("en");
        expect(cityNames(boardNamed("germany"))("kiel")).toBe("Kiel");
        expect(cityNames(boardNamed("germany"))("muenchen")).toBe("Munich");
        expect(cityNames(boardNamed("germany"))("atlantis")).toBe("atlantis");
        expect(cityNames(null)("kiel")).toBe("kiel");
        expect(cityNames({ ...boardNamed("germany"), key: "atlantis" })("muenchen")).toBe("München");
    });

    it("is on the map in the language, and everything else of the map is as it was", async () => {
        await setLanguage("en");
        const map = boardNamed("germany");
        const english = inLanguage(map);
        expect(english.cities.find(({ id }) => id === "koeln")?.name).toBe("Cologne");
        expect(english.regions).toEqual(map.regions);
        expect(english.connections).toBe(map.connections);
        expect(map.cities.find(({ id }) => id === "koeln")?.name).toBe("Köln");
    });
});

describe("a title", () => {
    it.each([
        ["Nordosten", ["Nordosten"]],
        ["Emilia ja Liguria", ["Emilia ja", "Liguria"]],
        ["Nord-Niederlande", ["Nord-", "Niederlande"]],
        ["Nord-Estul Țărilor de Jos", ["Nord-Estul", "Țărilor", "de Jos"]],
        ["Donaudampfschifffahrt", ["Donaudampfschifffahrt"]],
    ])("%s is broken between words, into few lines", (title, lines) => {
        expect(titleLines(title)).toEqual(lines);
    });
});
