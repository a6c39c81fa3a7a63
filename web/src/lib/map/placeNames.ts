/**
 * Names of cities and regions in the current language.
 *
 * The data of a board, and with it the server, has one name for each; a language lists only the names that differ.
 * Call these inside a component or an effect: the names update when the language changes.
 */

import { language, placesOf } from "../../i18n";
import type { NameOf } from "../../i18n/sentences";
import type { BoardMap, MapRegion } from "./boardMaps";

const LONGEST_LINE = 12;
const MOST_LINES = 3;

/** The name of a city of this board; `own` is the one in its data. */
export function cityName(board: string, id: string, own: string): string {
    return placesOf(board)?.cities[id] ?? own;
}

/** The same for a region. */
export function regionName(board: string, id: string, own: string): string {
    return placesOf(board)?.regions[id] ?? own;
}

/** From a city to its name: from its id, or from its name in the data, which refusals of the rules have. */
export function cityNames(map: BoardMap | null): NameOf {
    return namesOf(map?.cities ?? [], ({ id, name }) => cityName(map?.key ?? "", id, name));
}

/** The same for regions. */
export function regionNames(map: BoardMap | null): NameOf {
    return namesOf(map?.regions ?? [], ({ id, name }) => regionName(map?.key ?? "", id, name));
}

interface Place {
    id: string;
    name: string;
}

function namesOf(places: readonly Place[], nameOf: (place: Place) => string): NameOf {
    const names = new Map<string, string>();
    for (const place of places) {
        names.set(place.name, nameOf(place));
        names.set(place.id, nameOf(place));
    }
    return (place) => names.get(place) ?? place;
}

/** The map with the names of the language on it. */
export function inLanguage(map: BoardMap): BoardMap {
    return {
        ...map,
        cities: map.cities.map((city) => ({ ...city, name: cityName(map.key, city.id, city.name) })),
        regions: map.regions.map((region) => titled(region, regionName(map.key, region.id, region.name))),
    };
}

/** The file of the board breaks the name of the data as it fits there; any other is broken here. */
function titled(region: MapRegion, name: string): MapRegion {
    if (name === region.name) return region;
    return { ...region, name, lines: titleLines(name).map((line) => line.toLocaleUpperCase(language())) };
}

/** A title in as few lines as keep it short, broken between words or after a hyphen, all about as long. */
export function titleLines(title: string): string[] {
    const words = title.split(/(?<=[\s-])/);
    const longest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));
    let best = [title];
    for (let count = 2; count <= MOST_LINES && longest(best) > LONGEST_LINE; count += 1) {
        for (const lines of brokenInto(count, words)) if (longest(lines) < longest(best)) best = lines;
    }
    return best;
}

/** Every way to put these words into this number of lines. */
function brokenInto(count: number, words: readonly string[]): string[][] {
    if (count === 1) return [[words.join("").trim()]];
    const ends = Array.from({ length: Math.max(0, words.length - count + 1) }, (_, place) => place + 1);
    return ends.flatMap((end) =>
        brokenInto(count - 1, words.slice(end)).map((rest) => [words.slice(0, end).join("").trim(), ...rest]),
    );
}
