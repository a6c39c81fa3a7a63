/**
 * Which cities shine: those that the last run of each player powered, until the next bureaucracy begins; at the end,
 * those that count for the ranking.
 */

import type { Entry } from "../wire";

/** The decisions without those that were taken back. */
export function standing(entries: readonly Entry[]): Entry[] {
    const found: Entry[] = [];
    for (const entry of entries) {
        if (entry.kind === "take-back") found.pop();
        else found.push(entry);
    }
    return found;
}

/** The cities that shine, by seat. */
export type Lights = ReadonlyMap<number, readonly string[]>;

/** The cities that each seat has lit, after all that happened: of its cities, those that it built first. */
export function lightsOf(entries: readonly Entry[]): Lights {
    const lights = new Map<number, readonly string[]>();
    const built = new Map<number, string[]>();
    const light = (seat: number, powered: number): unknown =>
        lights.set(seat, (built.get(seat) ?? []).slice(0, powered));
    for (const event of standing(entries).flatMap((entry) => entry.events)) {
        if (event.event === "house-built") built.set(event.seat, [...(built.get(event.seat) ?? []), event.city]);
        if (event.event === "plants-ran") light(event.seat, event.powered);
        if (event.event === "phase-began" && event.phase === 5) lights.clear();
        if (event.event === "game-ended") {
            for (const { seats, powered } of event.ranking) for (const seat of seats) light(seat, powered);
        }
    }
    return lights;
}

/** A house that shines; `order` is when it lights up after its owner's plants ran. */
export interface Light {
    seat: number;
    order: number;
}

/** The cities that shine, each with the houses that light it. */
export function litCities(lights: Lights): Map<string, Light[]> {
    const lit = new Map<string, Light[]>();
    for (const [seat, cities] of lights) {
        cities.forEach((city, order) => lit.set(city, [...(lit.get(city) ?? []), { seat, order }]));
    }
    return lit;
}
