/** What a screen shown over a table may know of it: the summary card marks where the game is. */

import { DEFAULT_AGREEMENT } from "../setup/presets";
import { cardSettingsOf, type CardSettings } from "../rules/summaryCard";
import type { Lights } from "../game/lights";
import { capacityOf } from "../game/plants";
import type { Agreement, View } from "../wire";

export interface OpenTable {
    cardSettings: CardSettings;
    phase: number;
    step: number;
    /** The last round, if the table has agreed on an unusual one. */
    lastRound: number | null;
    /** For the viewer: how many cities they powered last, and how many their plants can power. */
    own: { powered: number | null; powerable: number } | null;
}

class OpenTableState {
    current = $state.raw<OpenTable | null>(null);
}

export const openTable = new OpenTableState();

/** A table as this seat sees it; null is a spectator. `lights` are the cities that each seat powered last. */
export function describeTable(seat: number | null, agreed: Agreement, view: View, lights: Lights): OpenTable {
    const player = seat === null ? undefined : view.players[seat];
    return {
        cardSettings: cardSettingsOf(agreed),
        phase: view.phase,
        step: view.step,
        lastRound: agreed.round_limit === DEFAULT_AGREEMENT.round_limit ? null : agreed.round_limit,
        own:
            seat === null || player === undefined
                ? null
                : { powered: lights.get(seat)?.length ?? null, powerable: capacityOf(player.plants) },
    };
}
