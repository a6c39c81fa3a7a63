import { expect, test } from "vitest";
import { lightsOf, litCities, standing } from "./lights";
import type { Entry, GameEvent, View } from "../wire";

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

test("cities shine from a run until the next bureaucracy", () => {
    const lights = lightsOf([entry("play", ran(0, 2)), entry("play", ran(1, 1))]);
    expect([...lights]).toEqual([
        [0, 2],
        [1, 1],
    ]);
    const later = lightsOf([entry("play", ran(0, 2)), entry("play", { event: "phase-began", phase: 5 }, ran(1, 3))]);
    expect([...later]).toEqual([[1, 3]]);
});

test("at the end the cities shine that the ranking counts", () => {
    const place = { seats: [1], powered: 4, money: 0, cities: 5 };
    const lights = lightsOf([entry("play", ran(1, 2)), entry("play", { event: "game-ended", ranking: [place] })]);
    expect([...lights]).toEqual([[1, 4]]);
});

test("a player lights as many of their cities as they powered, one after the other", () => {
    const view = { players: [{ cities: ["a", "b", "c"] }, { cities: ["a"] }] } as unknown as View;
    const lit = litCities(
        view,
        new Map([
            [0, 2],
            [1, 1],
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
