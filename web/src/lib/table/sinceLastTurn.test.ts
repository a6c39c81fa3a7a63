import { expect, test } from "vitest";
import type { Entry, GameEvent } from "../wire";
import { sinceLastTurn } from "./sinceLastTurn";

const entry = (seat: number, ...events: object[]): Entry => ({
    number: 0,
    seat,
    kind: "play",
    action: null,
    events: events as GameEvent[],
    at: 0,
});
const bought = (seat: number, fuel: string, ...prices: number[]): object => ({
    event: "fuel-bought",
    seat,
    fuel,
    prices,
    cost: prices.reduce((sum, price) => sum + price, 0),
});
const built = (seat: number, city: string, route_price: number): object => ({
    event: "house-built",
    seat,
    city,
    route: [],
    route_price,
    slot_price: 10,
    start: false,
});
const OWN = entry(0, { event: "passed", seat: 0 });

test("there is nothing to tell in a player's very first turn", () => {
    expect(sinceLastTurn([entry(1, bought(1, "coal", 1))], 0)).toEqual([]);
});

test("only what happened after one's own last decision is told, for each of the others", () => {
    const entries = [
        entry(2, bought(2, "oil", 3)),
        OWN,
        entry(1, bought(1, "coal", 1, 1)),
        entry(1, bought(1, "oil", 3)),
        entry(1, bought(1, "coal", 2)),
        entry(1, { event: "buying-stopped", seat: 1 }),
        entry(2, { event: "buying-stopped", seat: 2 }),
        entry(3, built(3, "bonn", 4), { event: "step-began", step: 2 }),
        entry(3, built(3, "trier", 0)),
    ];
    const summary = sinceLastTurn(entries, 0);
    expect(summary.map(({ seat, doings }) => [seat, doings.map(({ kind, money }) => [kind, money])])).toEqual([
        [1, [["fuel-bought", -7]]],
        [3, [["house-built", -24]]],
    ]);
    expect(summary[0]?.doings[0]?.events).toEqual([bought(1, "coal", 1, 1, 2), bought(1, "oil", 3)]);
    expect(summary[1]?.doings[0]?.events).toHaveLength(2);
});

test("of a bidding war only the sale is told, to whoever bought the plant, and one that goes on is not", () => {
    const war = [
        OWN,
        entry(1, { event: "auction-opened", seat: 1, plant: 13, bid: 13 }),
        entry(2, { event: "bid-raised", seat: 2, plant: 13, bid: 14 }),
    ];
    expect(sinceLastTurn(war, 0)).toEqual([]);
    const sale = { event: "plant-sold", seat: 2, plant: 13, price: 14 };
    const sold = [...war, entry(1, { event: "dropped", seat: 1, plant: 13 }, sale)];
    expect(sinceLastTurn(sold, 0)).toEqual([{ seat: 2, doings: [{ kind: "plant-sold", money: -14, events: [sale] }] }]);
});

test("what was taken back is not told, and an own decision that was taken back does not count", () => {
    const takeBack = { ...OWN, kind: "take-back" } as const;
    const pass = entry(1, { event: "passed", seat: 1 });
    expect(sinceLastTurn([OWN, pass, { ...takeBack, seat: 1 }], 0)).toEqual([]);
    expect(sinceLastTurn([OWN, pass, OWN, takeBack], 0)).toHaveLength(1);
});

test("a plant that somebody else's decision sells to the player is not told to them", () => {
    const sale = { event: "plant-sold", seat: 0, plant: 13, price: 14 };
    expect(sinceLastTurn([OWN, entry(1, { event: "dropped", seat: 1, plant: 13 }, sale)], 0)).toEqual([]);
});
