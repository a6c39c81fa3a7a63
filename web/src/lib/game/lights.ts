/**
 * Which cities shine: those that the last run of each player powered, until the next bureaucracy begins; at the end,
 * those that count for the ranking.
 */

import type { Entry, GameEvent, View } from "../wire";

/** The decisions without those that were taken back. */
export function standing(entries: readonly Entry[]): Entry[] {
    const found: Entry[] = [];
    for (const entry of entries) {
        if (entry.kind === "take-back") found.pop();
        else found.push(entry);
    }
    return found;
}

function lightsAfter(lights: Map<number, number>, events: readonly GameEvent[]): Map<number, number> {
    for (const event of events) {
        if (event.event === "plants-ran") lights.set(event.seat, event.powered);
        if (event.event === "phase-began" && event.phase === 5) lights.clear();
        if (event.event === "game-ended") {
            for (const { seats, powered } of event.ranking) for (const seat of seats) lights.set(seat, powered);
        }
    }
    return lights;
}

/** How many cities each seat has lit, after all that happened. */
export function lightsOf(entries: readonly Entry[]): Map<number, number> {
    return standing(entries).reduce((lights, entry) => lightsAfter(lights, entry.events), new Map<number, number>());
}

/** A house that shines; `order` is when it lights up after its owner's plants ran. */
export interface Light {
    seat: number;
    order: number;
}

/** The cities that shine, each with the houses that light it. */
export function litCities(view: View, lights: ReadonlyMap<number, number>): Map<string, Light[]> {
    const lit = new Map<string, Light[]>();
    view.players.forEach((player, seat) => {
        player.cities.slice(0, lights.get(seat) ?? 0).forEach((city, order) => {
            lit.set(city, [...(lit.get(city) ?? []), { seat, order }]);
        });
    });
    return lit;
}
