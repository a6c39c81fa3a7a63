import { expect, test } from "vitest";
import { inOrder, isMyTurn } from "./myTables";
import type { Seated } from "../wire";

const table = (id: string, status: string, seats: number[], up: number | null): Seated =>
    ({ table: { id, status }, seats, host: false, up }) as unknown as Seated;

test("it is one's turn if one holds the seat that is asked, whichever of them it is", () => {
    expect(isMyTurn(table("a", "playing", [1, 3], 3))).toBe(true);
    expect(isMyTurn(table("a", "playing", [1, 3], 0))).toBe(false);
    expect(isMyTurn(table("a", "open", [0], null))).toBe(false);
});

test("tables that wait for us come first, those that are over last, and otherwise nothing moves", () => {
    const tables = [
        table("over", "finished", [0], null),
        table("theirs", "playing", [0], 1),
        table("mine", "playing", [0], 0),
        table("open", "open", [0], null),
        table("mine too", "playing", [2], 2),
    ];
    expect(inOrder(tables).map(({ table: { id } }) => id)).toEqual(["mine", "mine too", "theirs", "open", "over"]);
});
