import { expect, test } from "vitest";
import type { Place } from "../wire";
import { verdict } from "./verdict";

const place = (seats: number[], powered: number, money: number, cities: number): Place => ({
    seats,
    powered,
    money,
    cities,
});
const RANKING = [place([2], 15, 40, 15), place([0], 15, 31, 16), place([1, 3], 12, 50, 14)];

test("the winner is told by how much they won", () => {
    expect(verdict(RANKING, [2])).toEqual({
        place: 1,
        isShared: false,
        margin: { by: "money", amount: 9 },
    });
});

test("everybody else is told how far the winner was", () => {
    expect(verdict(RANKING, [3])).toEqual({
        place: 3,
        isShared: true,
        margin: { by: "powered", amount: 3 },
    });
});

test("at a device with several seats the best place counts, and a spectator has none", () => {
    expect(verdict(RANKING, [1, 0])?.place).toBe(2);
    expect(verdict(RANKING, [])).toBeNull();
    expect(verdict([place([0, 1], 3, 3, 3)], [1])?.margin).toBeNull();
});
