/** What is different on each board: the server tells it, once for as long as the page is open. */

import { api } from "./api";
import type { BoardInfo, OwnRule } from "./wire";

let asked: Promise<BoardInfo[]> | null = null;

/** All boards of the server; after a failure they are asked for again. */
export function loadBoards(): Promise<BoardInfo[]> {
    asked ??= api.boards().catch((error: unknown) => {
        asked = null;
        throw error;
    });
    return asked;
}

/** A board by its key; null for one that the server does not list. */
export async function loadBoard(key: string): Promise<BoardInfo | null> {
    return (await loadBoards()).find((board) => board.key === key) ?? null;
}

/** What a table has chosen of a board's options; where it says nothing, or nothing that there is, the usual choice. */
function chosen(board: BoardInfo, choices: Readonly<Record<string, string>>, option: string): string | undefined {
    const offered = board.options[option] ?? [];
    return offered.find((choice) => choice === choices[option]) ?? offered[0];
}

/** The rules of a board that hold with these choices of its options. */
export function rulesInForce(board: BoardInfo, choices: Readonly<Record<string, string>> = {}): OwnRule[] {
    return board.rules.filter((rule) =>
        Object.entries(rule.only_with).every(([option, choice]) => chosen(board, choices, option) === choice),
    );
}

/** The standard game has no rules of its own, and says so. */
export function isStandard(rules: readonly OwnRule[]): boolean {
    return rules.every((rule) => rule.code === "standard");
}
