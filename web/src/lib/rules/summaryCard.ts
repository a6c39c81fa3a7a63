/** The summary card: which one to show, and its address. */

import type { Agreement } from "../wire";

export interface CardSettings {
    board: string;
    players: number;
    firstGame: boolean;
    /** What is chosen of the board's own options. */
    choices: Readonly<Record<string, string>>;
}

export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 6;
const DEFAULT_PLAYERS = 4;

/** The card in an address; values that are missing or invalid get their defaults. The server knows which boards exist. */
export function cardSettingsIn(search: string, defaultBoard: string): CardSettings {
    const { board, players = "", first_game: firstGame, ...choices } = Object.fromEntries(new URLSearchParams(search));
    const number = Number(players);
    const isNumber = Number.isInteger(number) && number >= MIN_PLAYERS && number <= MAX_PLAYERS;
    return {
        board: board || defaultBoard,
        players: isNumber ? number : DEFAULT_PLAYERS,
        firstGame: firstGame === "true",
        choices,
    };
}

/** The card of a table. */
export function cardSettingsOf({
    board,
    players,
    first_game: firstGame,
    board_options: choices,
}: Agreement): CardSettings {
    return { board, players, firstGame, choices };
}

/** Its address, without defaults. */
export function cardAddress({ board, players, firstGame, choices }: CardSettings): string {
    const query = { board, players: String(players), ...(firstGame ? { first_game: "true" } : {}), ...choices };
    return `/card?${new URLSearchParams(query)}`;
}
