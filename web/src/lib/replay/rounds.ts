/** The rounds of a game, found from its decisions. */

import type { Entry, GameEvent, Place, PlayedDecision } from "../wire";

export interface RoundStart {
    round: number;
    /** The number of decisions before it begins. */
    at: number;
}

/** When each round begins; the first begins with the game. */
export function roundsOf(decisions: readonly PlayedDecision[]): RoundStart[] {
    const later = decisions.flatMap((decision, number) =>
        decision.events.flatMap((event) =>
            event.event === "round-began" && event.round > 1 ? [{ round: event.round, at: number + 1 }] : [],
        ),
    );
    return [{ round: 1, at: 0 }, ...later];
}

/** Where the next round begins, or the one before; within a round, back is to its own beginning. */
export function roundFrom(rounds: readonly RoundStart[], at: number, by: -1 | 1, length: number): number {
    if (by > 0) return rounds.find((one) => one.at > at)?.at ?? length;
    return rounds.findLast((one) => one.at < at)?.at ?? 0;
}

/** The decisions as entries of a table, for the component that draws the log. */
export function entriesOf(decisions: readonly PlayedDecision[]): Entry[] {
    return decisions.map(({ seat, action, events }, number) => ({
        number,
        seat,
        kind: "play",
        action,
        events,
        at: number,
    }));
}

/** The ranking, if the game is over. */
export function rankingIn(decisions: readonly { events: readonly GameEvent[] }[]): readonly Place[] {
    const end = decisions.at(-1)?.events.find((event) => event.event === "game-ended");
    return end?.ranking ?? [];
}
