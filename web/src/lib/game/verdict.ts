/** How a game ended for the players at this device: the place, and what it was won or lost by. */

import type { Place } from "../wire";

/** What decided between two places: powered cities, then money, then cities (R6.9). */
export type Decider = "powered" | "money" | "cities";

export interface Verdict {
    /** The best place of the seats at this device, from 1. */
    place: number;
    isShared: boolean;
    /** The difference to the winner; for the winner, to the next place. Null if there is nobody to compare with. */
    margin: { by: Decider; amount: number } | null;
}

const DECIDERS: readonly Decider[] = ["powered", "money", "cities"];

export function verdict(ranking: readonly Place[], mine: readonly number[]): Verdict | null {
    const own = ranking.findIndex((place) => place.seats.some((seat) => mine.includes(seat)));
    const place = ranking[own];
    if (place === undefined) return null;
    const better = ranking.slice(0, own).reduce((sum, other) => sum + other.seats.length, 0);
    const other = ranking[own === 0 ? 1 : 0];
    const by = other === undefined ? undefined : DECIDERS.find((name) => place[name] !== other[name]);
    return {
        place: better + 1,
        isShared: place.seats.length > 1,
        margin: by === undefined || other === undefined ? null : { by, amount: Math.abs(place[by] - other[by]) },
    };
}
