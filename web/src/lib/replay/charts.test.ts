import { describe, expect, it } from "vitest";
import { linePath, spread, stackedAreas, ticksTo } from "./charts";

describe("ticks", () => {
    it("are few, round and reach the highest value", () => {
        expect(ticksTo(17)).toEqual([0, 5, 10, 15, 20]);
        expect(ticksTo(20)).toEqual([0, 5, 10, 15, 20]);
        expect(ticksTo(3)).toEqual([0, 1, 2, 3]);
        expect(ticksTo(240)).toEqual([0, 100, 200, 300]);
        expect(ticksTo(0)).toEqual([0, 1]);
    });
});

describe("labels that are spread", () => {
    it("stay where they are if there is room", () => {
        expect(spread([10, 50, 90], 20, 0, 100)).toEqual([10, 50, 90]);
    });

    it("move apart in their order if there is none", () => {
        expect(spread([50, 50, 52], 20, 0, 100)).toEqual([50, 70, 90]);
    });

    it("stay within the bounds", () => {
        expect(spread([95, 99], 20, 0, 100)).toEqual([80, 100]);
        expect(spread([-5, 200], 20, 0, 100)).toEqual([0, 100]);
    });

    it("keep the place of each in the list", () => {
        expect(spread([90, 10, 88], 20, 0, 100)).toEqual([100, 10, 80]);
    });
});

describe("paths", () => {
    it("go from value to value", () => {
        expect(
            linePath(
                [1, 2],
                (place) => place * 10,
                (value) => value * 5,
            ),
        ).toBe("M0 5L10 10");
    });

    it("lay shares over each other", () => {
        expect(
            stackedAreas([
                [0.5, 0.5],
                [0.25, 0.75],
            ]),
        ).toEqual(["M0 0L1 0L1 0.25L0 0.5Z", "M0 0.5L1 0.25L1 1L0 1Z"]);
    });
});
