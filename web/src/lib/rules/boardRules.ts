/** What is different on each board, loaded from the server once per page. */

import { api } from "../api";
import { boardNames } from "../map/boardNames";
import type { BoardInfo, OwnRule } from "../wire";

let asked: Promise<BoardInfo[]> | null = null;

/** All boards of the server; after a failure they are requested again. */
export function loadBoards(): Promise<BoardInfo[]> {
    asked ??= api.boards().then(
        (boards) => {
            for (const { key, name } of boards) boardNames.set(key, name);
            return boards;
        },
        (error: unknown) => {
            asked = null;
            throw error;
        },
    );
    return asked;
}

/** A board by its key; null for one that the server does not list. */
export async function loadBoard(key: string): Promise<BoardInfo | null> {
    return (await loadBoards()).find((board) => board.key === key) ?? null;
}

/** What a table has chosen of a board's options; the default where it has no choice, or an unknown one. */
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

/** The standard board has no rules of its own, and its text says so. */
export function isStandard(rules: readonly OwnRule[]): boolean {
    return rules.every((rule) => rule.code === "standard");
}
