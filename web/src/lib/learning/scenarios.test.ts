import { expect, test } from "vitest";
import type { Action, Entry, GameEvent, Hint, PlayerView, Position } from "../wire";
import { isAsAdvised, outcomeOf } from "./scenarios";

const entry = (number: number, seat: number, ...events: object[]): Entry => ({
    number,
    seat,
    kind: "play",
    action: null,
    events: events as GameEvent[],
    at: 0,
});
const takeBack = (number: number): Entry => ({ ...entry(number, 0), kind: "take-back" });
const position = (player: Partial<PlayerView>): Position =>
    ({
        view: { players: [{ money: 33, plants: [4, 7], fuel: {}, cities: ["a", "b"], ...player }] },
        figures: { stored_runs: 2 },
    }) as unknown as Position;
const hint = (action: Action, facts: Record<string, number> = {}): Hint => ({
    type: "hint",
    key: "k",
    bot: "planner",
    action,
    reasons: [
        { code: "best-plant", facts: {}, sentence: "" },
        { code: "plan", facts, sentence: "" },
    ],
});
const bought = (fuel: string, ...prices: number[]): object => ({
    event: "fuel-bought",
    seat: 0,
    fuel,
    prices,
    cost: prices.reduce((sum, price) => sum + price, 0),
});
const built = (route_price: number): object => ({ event: "house-built", seat: 0, route_price, slot_price: 10 });
const sold = (seat: number, plant: number, price: number): object => ({ event: "plant-sold", seat, plant, price });
const STOPPED = { event: "buying-stopped", seat: 0 };
const DONE = { event: "building-stopped", seat: 0 };

test("an auction is over when the player has a plant, though somebody else decided last", () => {
    const others = [entry(9, 0, { event: "passed", seat: 0 }), entry(10, 1, sold(1, 28, 30))];
    expect(outcomeOf("auction", others, 10, 0, position({}))).toBeNull();
    const won = [...others, entry(11, 2, { event: "dropped", seat: 2 }, sold(0, 24, 26))];
    expect(outcomeOf("auction", won, 10, 0, position({}))).toMatchObject({
        plant: 24,
        cost: 26,
        money: 33,
        capacity: 3,
    });
    const passed = [...others, entry(11, 0, { event: "passed", seat: 0 })];
    expect(outcomeOf("auction", passed, 10, 0, position({}))).toMatchObject({ plant: null, cost: 0 });
});

test.each([
    [{ coal: 2 }, 0, 1],
    [{ coal: 2, oil: 3 }, 1, 2],
    [{ coal: 4, oil: 3 }, 1, 2],
    [{ coal: 4, oil: 6 }, 2, 2],
])("with %o all plants run %i times, and %i of two cities are powered", (fuel, runs, powered) => {
    const entries = [entry(5, 0, bought("coal", 3, 3)), entry(6, 0, bought("oil", 4)), entry(7, 0, STOPPED)];
    expect(outcomeOf("fuel", entries, 5, 0, position({ fuel }))).toMatchObject({
        cost: 10,
        fuels: { coal: 2, oil: 1, garbage: 0, uranium: 0 },
        runs,
        powered,
    });
});

test("what came before the beginning does not count, nor what was taken back, nor what came later", () => {
    const entries = [
        entry(4, 0, built(1)),
        entry(5, 0, built(11)),
        entry(6, 0, built(20)),
        takeBack(7),
        entry(8, 0, built(8)),
        entry(9, 0, DONE),
    ];
    const done = { houses: 2, cost: 39, cities: 2 };
    expect(outcomeOf("building", entries, 5, 0, position({}))).toMatchObject(done);
    expect(outcomeOf("building", [...entries, entry(10, 0, built(9))], 5, 0, position({}))).toMatchObject(done);
    expect(outcomeOf("building", [...entries, takeBack(10)], 5, 0, position({}))).toBeNull();
});

test("the player is compared with the adviser by the plant, or by what was spent", () => {
    const outcome = outcomeOf("building", [entry(5, 0, built(11), built(8)), entry(6, 0, DONE)], 5, 0, position({}));
    if (outcome === null) throw new Error("it is over");
    const build: Action = { do: "build-house", city: "hamburg", start: false };
    expect(isAsAdvised("building", outcome, hint(build, { cost: 39 }))).toBe(true);
    expect(isAsAdvised("building", outcome, hint(build, { cost: 21 }))).toBe(false);
    expect(isAsAdvised("building", outcome, hint({ do: "stop-building" }))).toBe(false);
    expect(isAsAdvised("building", { ...outcome, cost: 0 }, hint({ do: "stop-building" }))).toBe(true);
    expect(isAsAdvised("fuel", outcome, hint({ do: "stop-buying" }, { fuel: 39, cost: 1 }))).toBe(true);
    expect(isAsAdvised("auction", { ...outcome, plant: 28 }, hint({ do: "open", plant: 28, bid: 28 }))).toBe(true);
    expect(isAsAdvised("auction", outcome, hint({ do: "open", plant: 28, bid: 28 }))).toBe(false);
    expect(isAsAdvised("auction", outcome, hint({ do: "pass" }))).toBe(true);
});
