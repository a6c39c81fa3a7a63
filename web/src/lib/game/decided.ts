/** What decided a game between its winner and another player, as far as the figures show it. */

import type { Chronicle, Place, Spending } from "../wire";

/** What the other player's powered cities were limited by, or which tie-break decided (R8.6). */
export type Reason = "fuel" | "plants" | "built" | "money" | "cities" | "shared";

export interface Decided {
    why: Reason;
    winner: number;
    other: number;
    /** The cities that the winner powered. */
    powered: number;
    /** The other's cities, and how many of them could be powered. */
    cities: number;
    count: number;
    /** The difference in money or cities, if that decided. */
    amount: number;
    /** If money decided: on what the other spent most above the winner. */
    saving: { on: Purpose; amount: number } | null;
}

const PURPOSES = ["plants", "fuel", "routes", "slots"] as const satisfies readonly (keyof Spending)[];
type Purpose = (typeof PURPOSES)[number];

/** Compares the winner with `seat`; with the next in the ranking, if that is the winner or nobody. */
export function whatDecided(ranking: readonly Place[], chronicle: Chronicle, seat: number | null): Decided | null {
    const standings = ranking.flatMap((place) => place.seats.map((each) => ({ place, seat: each })));
    const [best, next] = standings;
    const own = standings.find((each) => each.seat === seat && each.place !== best?.place);
    const compared = own ?? next;
    if (best === undefined || compared === undefined) return null;
    const [first, winner] = [best.place, best.seat];
    const [loser, other] = [compared.place, compared.seat];
    const why = reasonFor(first, loser, chronicle.rounds.at(-1)?.seats[other]?.capacity ?? 0);
    return {
        why,
        winner,
        other,
        powered: first.powered,
        cities: loser.cities,
        count: loser.powered,
        amount: why === "money" || why === "cities" ? first[why] - loser[why] : 0,
        saving: why === "money" ? savingOf(chronicle.spending, winner, other) : null,
    };
}

function reasonFor(first: Place, other: Place, capacity: number): Reason {
    if (first === other) return "shared";
    if (first.powered === other.powered) return first.money === other.money ? "cities" : "money";
    if (other.powered < Math.min(other.cities, capacity)) return "fuel";
    return capacity < other.cities ? "plants" : "built";
}

function savingOf(spending: readonly Spending[], winner: number, other: number): Decided["saving"] {
    const of = (seat: number): Spending | undefined => spending.find((each) => each.seat === seat);
    const [more, less] = [of(other), of(winner)];
    if (more === undefined || less === undefined) return null;
    const found = PURPOSES.map((on) => ({ on, amount: more[on] - less[on] })).sort((a, b) => b.amount - a.amount)[0];
    return found !== undefined && found.amount > 0 ? found : null;
}
