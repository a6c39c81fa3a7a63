import { expect, test } from "vitest";
import { connectionsOf, pairOf, roadsOf, sumOf } from "./routes";
import type { CityOffer, Entry } from "../wire";

const offer = (cost: number | null): CityOffer => ({
    city: "a",
    start: false,
    cost,
    slot_price: 10,
    route_price: 0,
    route: [],
    refusal: null,
});

test("a plan costs what its houses cost together", () => {
    expect(sumOf([offer(12), offer(23)])).toBe(35);
});

test("an empty plan has no sum, nor has one with a house of unknown price", () => {
    expect(sumOf([])).toBeNull();
    expect(sumOf([offer(12), offer(null)])).toBeNull();
});

test("a route is made of roads that are the same in both directions", () => {
    expect(roadsOf(["berlin", "aachen", "koeln"])).toEqual(["aachen berlin", "aachen koeln"]);
    expect(pairOf("koeln", "aachen")).toBe(pairOf("aachen", "koeln"));
    expect(roadsOf(["berlin"])).toEqual([]);
});

test("a seat has paid for the roads of its houses, unless it took them back", () => {
    const built = (seat: number, ...route: string[]): Entry =>
        ({
            kind: "play",
            seat,
            events: [{ event: "house-built", seat, city: route.at(-1), route }],
        }) as unknown as Entry;
    const undone = { kind: "take-back", seat: 1, events: [] } as unknown as Entry;
    const found = connectionsOf([built(0), built(0, "a", "b", "c"), built(1, "c", "d"), undone, built(0, "c", "e")]);
    expect([...found]).toEqual([[0, new Set(["a b", "b c", "c e"])]]);
});
