import { expect, test } from "vitest";
import { lightsOf, litCities, standing } from "./lights";
import type { Entry, GameEvent } from "../wire";

let number = 0;
const entry = (kind: "play" | "take-back", ...events: GameEvent[]): Entry => ({
    number: number++,
    seat: 0,
    kind,
    action: null,
    events,
    at: 0,
});
const ran = (seat: number, powered: number): GameEvent => ({
    event: "plants-ran",
    seat,
    plants: [],
    burnt: {},
    powered,
    income: 0,
});

test("what was taken back does not stand", () => {
    const [one, two, three] = [entry("play"), entry("play"), entry("play")];
    expect(standing([one, two, entry("take-back"), entry("take-back"), three])).toEqual([three]);
});

const built = (seat: number, ...cities: string[]): Entry =>
    entry(
        "play",
        ...cities.map(
            (city): GameEvent =>
                ({
                    event: "house-built",
                    seat,
                    city,
                    cost: 10,
                    start: false,
                    route: [],
                    route_price: 0,
                    slot_price: 10,
                }) as GameEvent,
        ),
    );

test("cities shine from a run until the next bureaucracy, the first that were built", () => {
    const houses = [built(0, "c", "a", "b"), built(1, "a", "d", "e")];
    const lights = lightsOf([...houses, entry("play", ran(0, 2)), entry("play", ran(1, 1)), built(0, "aa")]);
    expect([...lights]).toEqual([
        [0, ["c", "a"]],
        [1, ["a"]],
    ]);
    const again = entry("play", { event: "phase-began", phase: 5 }, ran(1, 3));
    expect([...lightsOf([...houses, entry("play", ran(0, 2)), again])]).toEqual([[1, ["a", "d", "e"]]]);
});

test("at the end the cities shine that the ranking counts", () => {
    const place = { seats: [1], powered: 2, money: 0, cities: 5 };
    const end = entry("play", { event: "game-ended", ranking: [place] });
    expect([...lightsOf([built(1, "a", "b", "c"), entry("play", ran(1, 1)), end])]).toEqual([[1, ["a", "b"]]]);
});

test("the houses of a city light it one after the other", () => {
    const lit = litCities(
        new Map([
            [0, ["a", "b"]],
            [1, ["a"]],
        ]),
    );
    expect([...lit]).toEqual([
        [
            "a",
            [
                { seat: 0, order: 0 },
                { seat: 1, order: 0 },
            ],
        ],
        ["b", [{ seat: 0, order: 1 }]],
    ]);
});
