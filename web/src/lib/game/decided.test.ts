import { expect, test } from "vitest";
import type { Chronicle, Place, Spending } from "../wire";
import { whatDecided } from "./decided";

const place = (seats: number[], powered: number, money: number, cities: number): Place => ({
    seats,
    powered,
    money,
    cities,
});
const spent = (seat: number, plants: number, fuel: number, routes: number, slots: number): Spending => ({
    seat,
    start: 50,
    income: 500,
    plants,
    fuel,
    routes,
    slots,
    total: plants + fuel + routes + slots,
});
const chronicle = (capacities: number[], spending: Spending[] = []): Chronicle => ({
    rounds: [
        { round: 1, seats: capacities.map(() => ({ cities: 0, powered: 0, money: 0, capacity: 99 })) },
        { round: 9, seats: capacities.map((capacity) => ({ cities: 0, powered: 0, money: 0, capacity })) },
    ],
    spending,
});

test("the next in the ranking had fewer cities, plants for fewer, or fuel for fewer", () => {
    const why = (other: Place, capacity: number) =>
        whatDecided([place([1], 17, 10, 17), other], chronicle([capacity, 18]), null)?.why;
    expect(why(place([0], 15, 80, 15), 20)).toBe("built");
    expect(why(place([0], 15, 80, 18), 15)).toBe("plants");
    expect(why(place([0], 12, 80, 18), 15)).toBe("fuel");
    expect(why(place([0], 12, 80, 15), 18)).toBe("fuel");
});

test("a player is compared with the winner, and the winner with the next", () => {
    const ranking = [place([2], 17, 10, 17), place([0], 16, 5, 16), place([1], 6, 163, 15)];
    const figures = chronicle([16, 18, 17]);
    expect(whatDecided(ranking, figures, 1)).toEqual({
        why: "fuel",
        winner: 2,
        other: 1,
        powered: 17,
        cities: 15,
        count: 6,
        amount: 0,
        saving: null,
    });
    for (const seat of [2, null]) {
        expect(whatDecided(ranking, figures, seat)).toMatchObject({ why: "built", winner: 2, other: 0, count: 16 });
    }
});

test("where money decided, it is said on what the other spent most above the winner", () => {
    const ranking = [place([0], 15, 40, 15), place([1], 15, 31, 16)];
    const spending = [spent(0, 100, 90, 50, 150), spent(1, 130, 80, 55, 160)];
    expect(whatDecided(ranking, chronicle([15, 16], spending), null)).toMatchObject({
        why: "money",
        amount: 9,
        saving: { on: "plants", amount: 30 },
    });
    const thrifty = [spent(0, 100, 90, 50, 150), spent(1, 90, 80, 50, 140)];
    expect(whatDecided(ranking, chronicle([15, 16], thrifty), null)?.saving).toBeNull();
});

test("cities decide last, and equals share the win", () => {
    const last = [place([0], 15, 40, 17), place([1], 15, 40, 15)];
    expect(whatDecided(last, chronicle([17, 15]), null)).toMatchObject({ why: "cities", amount: 2 });
    const shared = [place([0, 1], 15, 40, 15), place([2], 10, 4, 10)];
    expect(whatDecided(shared, chronicle([15, 15, 10]), 1)?.why).toBe("shared");
    expect(whatDecided(shared, chronicle([15, 15, 10]), 2)).toMatchObject({ why: "built", winner: 0, other: 2 });
    expect(whatDecided([], chronicle([]), null)).toBeNull();
});
