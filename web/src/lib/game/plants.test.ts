import { expect, test } from "vitest";
import { capacityOf, isPlant, plantNamed } from "./plants";

test("a plant is known by its number", () => {
    expect(plantNamed(5)).toEqual({ name: 5, label: "5", kind: "hybrid", burns: ["coal", "oil"], fuel: 2, cities: 1 });
});

test("the Flux Generator is a plant that burns any of the four fuels", () => {
    expect(plantNamed("flux")).toMatchObject({ label: "33⅓", kind: "flux", fuel: 3, cities: 6 });
    expect(plantNamed("flux").burns).toHaveLength(4);
});

test("the Step 3 card is no plant", () => {
    expect([isPlant("step3"), isPlant("flux"), isPlant(13), isPlant(41)]).toEqual([false, true, true, false]);
});

test("what a player could power is the sum of the cards", () => {
    expect(capacityOf([])).toBe(0);
    expect(capacityOf([3, 20, "flux"])).toBe(1 + 5 + 6);
});
