import { expect, test } from "vitest";
import type { View } from "../wire";
import { isReversed, turnStatus } from "./turns";

const view = (phase: number, seat: number | null, rest: Partial<View> = {}): View =>
    ({ phase, seat, over: false, order: [2, 0, 1], bought: [], passed: [], ...rest }) as View;

test("fuel is bought from the last to the first", () => {
    expect([...turnStatus(view(3, 0))].sort()).toEqual([
        [0, "up"],
        [1, "done"],
        [2, "next"],
    ]);
    expect(isReversed(view(4, 0))).toBe(true);
});

test("plants run in turn order", () => {
    expect([...turnStatus(view(5, 2))].sort()).toEqual([
        [0, "next"],
        [1, "later"],
        [2, "up"],
    ]);
    expect(isReversed(view(5, 2))).toBe(false);
});

test("in the auction, whoever has bought or passed is done", () => {
    expect([...turnStatus(view(2, 0, { bought: [2], passed: [1] }))].sort()).toEqual([
        [0, "up"],
        [1, "done"],
        [2, "done"],
    ]);
});

test("after the game nobody is up", () => {
    expect(turnStatus(view(4, null, { over: true })).size).toBe(0);
});
