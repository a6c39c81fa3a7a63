/** The summary card: which one to show, and its address. */

import type { Agreement } from "./wire";

export interface CardWish {
    board: string;
    players: number;
    firstGame: boolean;
    /** What is chosen of the board's own options. */
    choices: Readonly<Record<string, string>>;
}

export const FEWEST = 2;
export const MOST = 6;
const USUAL = 4;

/** The card in an address; values that are missing or invalid get their defaults. */
export function wishIn(search: string, boards: readonly string[], usual: string): CardWish {
    const {
        board = "",
        players = "",
        first_game: firstGame,
        ...choices
    } = Object.fromEntries(new URLSearchParams(search));
    const wanted = boards.includes(board) ? board : usual;
    const number = Number(players);
    const isNumber = Number.isInteger(number) && number >= FEWEST && number <= MOST;
    return { board: wanted, players: isNumber ? number : USUAL, firstGame: firstGame === "true", choices };
}

/** The card of a table. */
export function wishOf({ board, players, first_game: firstGame, board_options: choices }: Agreement): CardWish {
    return { board, players, firstGame, choices };
}

/** Its address, without defaults. */
export function addressOf({ board, players, firstGame, choices }: CardWish): string {
    const asked = { board, players: String(players), ...(firstGame ? { first_game: "true" } : {}), ...choices };
    return `/card?${new URLSearchParams(asked)}`;
}
