import { expect, test } from "vitest";
import type { CityOffer, FuelOffer, PlayerView, RunOffer } from "../wire";
import { betterRun, missedCities, unfuelledPlants } from "./waste";

const coal = { fuel: "coal", prices: [1, 1, 1, 2, 2, 2] } as unknown as FuelOffer;
const oil = { fuel: "oil", prices: [3, 3, 3] } as unknown as FuelOffer;

function player(plants: number[], fuel: Record<string, number>, money: number): PlayerView {
    return { plants, fuel, money } as unknown as PlayerView;
}

test("a plant without fuel is named with the price of its fuel, if that can be paid", () => {
    expect(unfuelledPlants(player([4], {}, 10), [coal, oil])).toEqual({ plants: [4], cost: 2 });
    expect(unfuelledPlants(player([4], { coal: 2 }, 10), [coal, oil])).toBeNull();
    expect(unfuelledPlants(player([4], { coal: 1 }, 10), [coal, oil])).toEqual({ plants: [4], cost: 1 });
    expect(unfuelledPlants(player([4], {}, 1), [coal, oil])).toBeNull();
    expect(unfuelledPlants(player([4], {}, 10), [oil])).toBeNull();
});

test("of several plants without fuel, the one that powers most comes first", () => {
    // 10 burns two coal for two cities, 4 two coal for one.
    expect(unfuelledPlants(player([4, 10], {}, 10), [coal])?.plants).toEqual([10]);
});

test("cities that could be paid and powered are counted, with the cheapest house", () => {
    const offers = [
        { cost: 14, refusal: null },
        { cost: 10, refusal: null },
        { cost: 5, refusal: { code: "no-slot" } },
    ] as unknown as CityOffer[];
    expect(missedCities(2, 4, 12, offers)).toEqual({ more: 2, cost: 10 });
    expect(missedCities(4, 4, 12, offers)).toBeNull();
    expect(missedCities(2, 4, 9, offers)).toBeNull();
    expect(missedCities(2, 4, 12, [])).toBeNull();
});

test("a run that powers less than another is not the best", () => {
    const run = (plants: number[], powered: number): RunOffer =>
        ({ plants, powered, mixes: [{}], refusal: null }) as unknown as RunOffer;
    const runs = [run([], 0), run([4], 1), run([4, 10], 3)];
    expect(betterRun(runs[1], runs)).toBe(runs[2]);
    expect(betterRun(runs[2], runs)).toBeNull();
});
