import { expect, test } from "vitest";
import { actionsOf, afterClick, afterTap, cartOf, EMPTY, lacking, reduced, shares, spacesOf } from "./fuelCart";
import type { Answer, FuelName, FuelOffer } from "../wire";

const offer = (fuel: FuelName, ...prices: number[]): FuelOffer => ({
    fuel,
    most: prices.length,
    room: 9,
    prices,
    refusal: null,
});
const refusedAt = (played: number, ...fuels: FuelOffer[]): Answer =>
    ({ type: "what-if", played, stopped: "refused", offers: { fuels } }) as unknown as Answer;

test("a cart and its actions agree", () => {
    const cart = { ...EMPTY, coal: 2, uranium: 1 };
    expect(actionsOf(cart)).toEqual([
        { do: "buy-fuel", fuel: "coal", amount: 2 },
        { do: "buy-fuel", fuel: "uranium", amount: 1 },
    ]);
    expect(cartOf(actionsOf(cart))).toEqual(cart);
});

test("tokens go to the plant with the least choice first", () => {
    // Plant 5 burns coal or oil, plant 4 only coal.
    expect(shares([5, 4], { coal: 2, oil: 1 }, 1)).toEqual([
        { plant: 5, needs: 2, has: 1 },
        { plant: 4, needs: 2, has: 2 },
    ]);
});

test("what is lacking is bought where it costs less", () => {
    const offers = [offer("coal", 3, 3, 4), offer("oil", 2, 4)];
    expect(lacking([5], {}, 1, offers)).toEqual({ ...EMPTY, coal: 1, oil: 1 });
    expect(lacking([5], { coal: 1 }, 1, offers)).toEqual({ ...EMPTY, oil: 1 });
});

test("nothing is wanted of a fuel that is sold out", () => {
    expect(lacking([4], {}, 2, [offer("coal", 8)])).toEqual({ ...EMPTY, coal: 1 });
    expect(lacking([13], {}, 2, [offer("coal", 8)])).toEqual(EMPTY);
});

test("what is refused is reduced to what would be sold", () => {
    const actions = actionsOf({ ...EMPTY, coal: 2, oil: 5 });
    const most = { ...offer("oil", 1), most: 3 };
    expect(cartOf(reduced(actions, refusedAt(1, most)))).toEqual({ ...EMPTY, coal: 2, oil: 3 });
    expect(cartOf(reduced(actions, refusedAt(1, { ...most, most: 0 })))).toEqual({ ...EMPTY, coal: 2 });
    expect(cartOf(reduced(actions, refusedAt(1, { ...most, most: 9 })))).toEqual({ ...EMPTY, coal: 2, oil: 4 });
});

test("spaces come in the order of their prices, with the cheaper tokens counted", () => {
    expect(spacesOf({ "10": 1, "2": 3, "1": 0 })).toEqual([
        { price: 1, tokens: 0, before: 0 },
        { price: 2, tokens: 3, before: 0 },
        { price: 10, tokens: 1, before: 3 },
    ]);
});

test("a click wants up to a token, and a second click gives it back", () => {
    expect(afterClick(0, 4)).toBe(4);
    expect(afterClick(4, 4)).toBe(3);
    expect(afterClick(4, 1)).toBe(0);
});

test("taps on a space want one token more, until all of it is wanted and goes back", () => {
    const space = { price: 3, tokens: 2, before: 4 };
    expect([0, 4, 5, 6, 9].map((wanted) => afterTap(wanted, space))).toEqual([5, 5, 6, 4, 4]);
});
