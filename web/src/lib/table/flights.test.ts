import { expect, test } from "vitest";
import type { Entry, GameEvent } from "../wire";
import { flightsOf } from "./flights";

const entry = (...events: object[]): Entry => ({
    number: 0,
    seat: 1,
    kind: "play",
    action: null,
    events: events as GameEvent[],
    at: 0,
});

test("a plant flies from the market to its buyer, who need not be the one who decided", () => {
    const flights = flightsOf([
        entry({ event: "dropped", seat: 1, plant: 13 }, { event: "plant-sold", seat: 2, plant: 13, price: 15 }),
    ]);
    expect(flights).toEqual([
        {
            from: ['.markets [data-plant="13"]', '[data-tab="plants"]'],
            to: ['.players [data-seat="2"] [data-plant="13"]', '.players [data-seat="2"]', '[data-tab="players"]'],
            picture: { plant: 13 },
            order: 0,
        },
    ]);
});

test("every token that is bought flies from the space it lay on", () => {
    const flights = flightsOf([entry({ event: "fuel-bought", seat: 0, fuel: "coal", prices: [3, 3, 4], cost: 10 })]);
    expect(flights.map(({ from, order }) => [from[0], order])).toEqual([
        ['.markets [data-fuel="coal"] [data-price="3"]', 0],
        ['.markets [data-fuel="coal"] [data-price="3"]', 1],
        ['.markets [data-fuel="coal"] [data-price="4"]', 2],
    ]);
    expect(flights.every(({ to }) => to[0] === '.players [data-seat="0"] .fuel')).toBe(true);
});

test("what is burnt goes back to the market it came from", () => {
    const ran = {
        event: "plants-ran",
        seat: 0,
        plants: [4, 6],
        burnt: { coal: 2, garbage: 1 },
        powered: 2,
        income: 33,
    };
    const flights = flightsOf([entry(ran)]);
    expect(flights.map(({ picture, to, order }) => [picture, to[0], order])).toEqual([
        [{ fuel: "coal" }, '.markets [data-fuel="coal"]', 0],
        [{ fuel: "coal" }, '.markets [data-fuel="coal"]', 1],
        [{ fuel: "garbage" }, '.markets [data-fuel="garbage"]', 2],
    ]);
});

test("nothing flies for moves that were skipped, or for one that is taken back", () => {
    const bought = entry({ event: "fuel-bought", seat: 0, fuel: "oil", prices: [3], cost: 3 });
    expect(flightsOf([bought])).toHaveLength(1);
    expect(flightsOf([bought, bought])).toEqual([]);
    expect(flightsOf([{ ...bought, kind: "take-back" }])).toEqual([]);
    expect(flightsOf([])).toEqual([]);
});
