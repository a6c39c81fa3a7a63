/** The planned houses on the map, and the roads of their routes. */

import type { CityOffer } from "../wire";

/** The price of all planned houses; null where one of them is not known. */
export function sumOf(houses: readonly CityOffer[]): number | null {
    return houses.reduce<number | null>(
        (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
        houses.length === 0 ? null : 0,
    );
}

/** The roads of a route, each as its two ends, in alphabetical order. */
export function roadsOf(route: readonly string[]): string[] {
    return route.slice(1).map((stop, place) => pairOf(route[place]!, stop));
}

/** Two cities in alphabetical order: a road is the same in both directions. */
export function pairOf(one: string, other: string): string {
    return one < other ? `${one} ${other}` : `${other} ${one}`;
}
