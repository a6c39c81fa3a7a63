import { expect, it } from "vitest";
import { DEFAULT_AGREEMENT } from "../setup/presets";
import { describeTable } from "./openTable.svelte";
import type { View } from "../wire";

const agreed = { ...DEFAULT_AGREEMENT, board: "russia", players: 3 };
const view = { phase: 4, step: 2, players: [{ plants: [3] }, { plants: [20, 13] }] } as unknown as View;

it("knows the phase, the step, and what a seat powered and can power", () => {
    const table = describeTable(1, agreed, view, new Map([[1, ["a", "b", "c", "d"]]]));
    expect([table.phase, table.step, table.own]).toEqual([4, 2, { powered: 4, powerable: 6 }]);
    expect(describeTable(0, agreed, view, new Map()).own).toEqual({ powered: null, powerable: 1 });
    expect(describeTable(null, agreed, view, new Map()).own).toBeNull();
});

it("has a last round only where it is not the default", () => {
    expect(describeTable(0, agreed, view, new Map()).lastRound).toBeNull();
    expect(describeTable(0, { ...agreed, round_limit: 12 }, view, new Map()).lastRound).toBe(12);
    expect(describeTable(0, { ...agreed, round_limit: null }, view, new Map()).lastRound).toBeNull();
});
