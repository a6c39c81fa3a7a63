import { expect, test } from "vitest";
import { pairOf, roadsOf, sumOf } from "./routes";
import type { CityOffer } from "../wire";

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
