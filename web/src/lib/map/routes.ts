/** The routes of houses, planned and built, and the roads that they are made of. */

import { standing } from "../game/lights";
import type { CityOffer, Entry } from "../wire";

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

/** The roads that each seat has paid for, by seat. */
export type Connections = ReadonlyMap<number, ReadonlySet<string>>;

/** The roads by which the houses of each seat were joined to its network, also through cities where it has none. */
export function connectionsOf(entries: readonly Entry[]): Connections {
    const found = new Map<number, Set<string>>();
    for (const event of standing(entries).flatMap((entry) => entry.events)) {
        if (event.event !== "house-built") continue;
        found.set(event.seat, new Set([...(found.get(event.seat) ?? []), ...roadsOf(event.route)]));
    }
    return found;
}
