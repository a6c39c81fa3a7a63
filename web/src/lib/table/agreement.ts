/** The default agreement of a table, and who plays against whom. */

import type { Level } from "../preferences.svelte";
import type { Agreement, NewTable } from "../wire";

export const USUAL: Agreement = {
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
};

export const LEVELS: readonly Level[] = ["easy", "mixed", "hard"];

const OPPONENTS: Readonly<Record<Level, readonly string[]>> = {
    easy: ["novice", "novice", "novice"],
    mixed: ["novice", "steady", "planner"],
    hard: ["planner", "planner", "search"],
};

/** A private game for one person against three bots. */
export function quickGame(board: string, level: Level, nickname: string): NewTable {
    return {
        agreed: { ...USUAL, board },
        seats: [{ who: "me", nickname }, ...OPPONENTS[level].map((bot) => ({ who: "bot" as const, bot }))],
        private: true,
    };
}

/** The learning game: short, against two bots that also make mistakes. */
export function guidedGame(nickname: string): NewTable {
    return {
        agreed: { ...USUAL, players: 3, first_game: true },
        seats: [
            { who: "me", nickname },
            { who: "bot", bot: "novice" },
            { who: "bot", bot: "novice" },
        ],
        private: true,
    };
}

/** The order of the ladder in docs/strength.md, in stars. */
const STARS: Readonly<Record<string, number>> = { random: 1, novice: 2, steady: 3, planner: 4, search: 5 };
export const MOST_STARS = 5;

/** How strong a bot is, in stars; null for a bot of another package, whose strength is unknown. */
export function starsOf(bot: string): number | null {
    return STARS[bot] ?? null;
}
