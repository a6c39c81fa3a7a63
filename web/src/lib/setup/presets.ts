/** Tables that need no set-up: the default agreement, a quick game against bots, the guided game, and scenarios. */

import type { Level } from "../app/preferences.svelte";
import type { Scenario } from "../learning/scenarios";
import type { Agreement, Me, NewTable } from "../wire";

export const DEFAULT_AGREEMENT: Agreement = {
    board: "germany",
    players: 4,
    regions: "drawn",
    flux: false,
    first_game: false,
    hidden_money: false,
    round_limit: 100,
    board_options: {},
    hints: true,
    seconds: null,
    pause: 2,
    scenario: null,
};

export const LEVELS: readonly Level[] = ["easy", "mixed", "hard"];

const OPPONENTS: Readonly<Record<Level, readonly string[]>> = {
    easy: ["beginner-expander", "beginner-miser", "beginner-gambler"],
    mixed: ["casual-blocker", "skilled-miser", "casual-gambler"],
    hard: ["expert-miser", "expert-blocker", "search"],
};

/** A private game for one person against three bots. */
export function quickGame(board: string, level: Level, me: Me): NewTable {
    return {
        agreed: { ...DEFAULT_AGREEMENT, board },
        seats: [me, ...OPPONENTS[level].map((bot) => ({ who: "bot" as const, bot }))],
        private: true,
    };
}

/** The learning game: short, against two bots that also make mistakes. */
export function guidedGame(me: Me): NewTable {
    return {
        agreed: { ...DEFAULT_AGREEMENT, players: 3, first_game: true },
        seats: [me, { who: "bot", bot: "novice" }, { who: "bot", bot: "novice" }],
        private: true,
    };
}

/** A prepared position to practise one phase in. The server adds the rest. */
export function scenarioGame(scenario: Scenario, me: Me): NewTable {
    return { agreed: { ...DEFAULT_AGREEMENT, scenario }, seats: [me], private: true };
}
