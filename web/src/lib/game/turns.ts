/** Who is done in this phase, who is up and who follows. Fuel and building run from the last player to the first. */

import type { View } from "../wire";

export type TurnStatus = "done" | "up" | "next" | "later";

/** Whether the players decide from the last to the first in this phase (R5.1, R6.1). */
export const isReversed = (view: View): boolean => view.phase === 3 || view.phase === 4;

export function turnStatus(view: View): Map<number, TurnStatus> {
    const found = new Map<number, TurnStatus>();
    if (view.over || view.seat === null || view.phase === 0) return found;
    if (view.phase === 2) {
        for (const seat of view.order) {
            if (view.bought.includes(seat) || view.passed.includes(seat)) found.set(seat, "done");
        }
        found.set(view.seat, "up");
        return found;
    }
    const turns = isReversed(view) ? view.order.toReversed() : [...view.order];
    const up = turns.indexOf(view.seat);
    turns.forEach((seat, place) => {
        found.set(seat, place < up ? "done" : place === up ? "up" : place === up + 1 ? "next" : "later");
    });
    return found;
}
