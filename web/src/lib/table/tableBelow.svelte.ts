/** What a screen shown over a table may know of it: the summary card marks where the game is. */

import { USUAL } from "./agreement";
import { wishOf, type CardWish } from "../card";
import { capacityOf } from "./plants";
import type { Agreement, View } from "../wire";

export interface TableBelow {
    wish: CardWish;
    phase: number;
    step: number;
    /** The last round, if the table has agreed on an unusual one. */
    lastRound: number | null;
    /** For the viewer: how many cities they powered last, and how many their plants can power. */
    own: { powered: number | null; powerable: number } | null;
}

class Below {
    current = $state.raw<TableBelow | null>(null);
}

export const tableBelow = new Below();

/** A table as this seat sees it; null is a spectator. `lights` are the cities that each seat powered last. */
export function seenFrom(
    seat: number | null,
    agreed: Agreement,
    view: View,
    lights: ReadonlyMap<number, number>,
): TableBelow {
    const player = seat === null ? undefined : view.players[seat];
    return {
        wish: wishOf(agreed),
        phase: view.phase,
        step: view.step,
        lastRound: agreed.round_limit === USUAL.round_limit ? null : agreed.round_limit,
        own:
            seat === null || player === undefined
                ? null
                : { powered: lights.get(seat) ?? null, powerable: capacityOf(player.plants) },
    };
}
