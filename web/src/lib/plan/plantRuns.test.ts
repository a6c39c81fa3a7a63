import { expect, test } from "vitest";
import { bestRun, toggled } from "./plantRuns";
import type { Fuels, PlantName, RunOffer } from "../wire";

const run = (plants: PlantName[], powered: number, ...mixes: Fuels[]): RunOffer => ({
    plants,
    mixes,
    powered,
    income: 10,
    refusal: mixes.length > 0 ? null : { clause: "R7.1", code: "not-enough-fuel", facts: {}, sentence: "No." },
});

test("most cities come first, then the fewest tokens", () => {
    const [none, small, big, both] = [
        run([], 0, {}),
        run([4], 1, { coal: 2 }),
        run([9], 1, { oil: 1 }),
        run([4, 9], 2),
    ];
    expect(bestRun([none, small, big, both])).toBe(big);
    const all = run([4, 9], 2, { coal: 2, oil: 1 });
    expect(bestRun([none, small, big, all])).toBe(all);
    expect(bestRun([])).toBeUndefined();
});

test("a click adds a plant in its place, and another takes it out", () => {
    expect(toggled([4, 9, "flux"], [4, "flux"], 9)).toEqual([4, 9, "flux"]);
    expect(toggled([4, 9, "flux"], [4, 9], 4)).toEqual([9]);
});
