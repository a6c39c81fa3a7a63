/** Fuel that a player means to buy: as numbers of tokens, and as the actions that buy them. The server judges both. */

import { FUELS } from "../game/fuels";
import { plantNamed } from "../game/plants";
import type { Action, Answer, BuyFuel, FuelName, FuelOffer, Fuels, PlantName } from "../wire";

export type Cart = Readonly<Record<FuelName, number>>;

export const EMPTY: Cart = { coal: 0, oil: 0, garbage: 0, uranium: 0 };

export function cartOf(actions: readonly Action[]): Cart {
    const cart = { ...EMPTY };
    for (const action of actions) if (action.do === "buy-fuel") cart[action.fuel] += action.amount;
    return cart;
}

export function actionsOf(cart: Cart): BuyFuel[] {
    return FUELS.filter((fuel) => cart[fuel] > 0).map((fuel) => ({ do: "buy-fuel", fuel, amount: cart[fuel] }));
}

/** The tokens of a plant for `runs` runs: how many it needs, and how many of the player's it can store. */
export interface Share {
    plant: PlantName;
    needs: number;
    has: number;
}

/** Deal a player's tokens out to the plants. Plants with the least choice come first, so that all get the most. */
export function shares(plants: readonly PlantName[], fuel: Fuels, runs: number): Share[] {
    const left = { ...EMPTY, ...fuel };
    const dealt = new Map<PlantName, Share>();
    for (const plant of byChoice(plants)) {
        const { burns, fuel: once } = plantNamed(plant);
        const share = { plant, needs: once * runs, has: 0 };
        for (const name of burns) {
            const taken = Math.min(left[name], share.needs - share.has);
            left[name] -= taken;
            share.has += taken;
        }
        dealt.set(plant, share);
    }
    return plants.flatMap((plant) => dealt.get(plant) ?? []);
}

function byChoice(plants: readonly PlantName[]): PlantName[] {
    return plants.toSorted((a, b) => plantNamed(a).burns.length - plantNamed(b).burns.length);
}

/** What the plants lack for this many runs; where two fuels will do, the cheaper token. */
export function lacking(plants: readonly PlantName[], fuel: Fuels, runs: number, offers: readonly FuelOffer[]): Cart {
    const cart = { ...EMPTY };
    const dealt = new Map(shares(plants, fuel, runs).map((share) => [share.plant, share.needs - share.has]));
    const next = (name: FuelName): number =>
        offers.find((offer) => offer.fuel === name)?.prices[cart[name]] ?? Infinity;
    for (const plant of byChoice(plants)) {
        for (let missing = dealt.get(plant) ?? 0; missing > 0; missing -= 1) {
            const [cheapest] = plantNamed(plant).burns.toSorted((a, b) => next(a) - next(b));
            if (cheapest !== undefined && next(cheapest) < Infinity) cart[cheapest] += 1;
        }
    }
    return cart;
}

/** The same purchase, reduced to what the server would still sell. */
export function reduced(actions: readonly Action[], refused: Answer): Action[] {
    return actions.flatMap((action, place) => {
        if (place !== refused.played || action.do !== "buy-fuel") return [action];
        const most = refused.offers?.fuels?.find((offer) => offer.fuel === action.fuel)?.most ?? 0;
        const amount = Math.min(most, action.amount - 1);
        return amount > 0 ? [{ ...action, amount }] : [];
    });
}

// The market

/** A space of the fuel market: the tokens on it, after `before` cheaper ones. */
export interface Space {
    price: number;
    tokens: number;
    before: number;
}

/** The spaces of a fuel, cheapest first. */
export function spacesOf(market: Readonly<Record<string, number>>): Space[] {
    let before = 0;
    return Object.entries(market)
        .map(([price, tokens]) => ({ price: Number(price), tokens }))
        .sort((a, b) => a.price - b.price)
        .map((space) => {
            before += space.tokens;
            return { ...space, before: before - space.tokens };
        });
}

/** How many are wanted after a click on the token with this number: up to it, or, if it was wanted, up to the last. */
export const afterClick = (wanted: number, token: number): number => (token > wanted ? token : token - 1);

/** The same for a space as a whole: one more out of it, or, once it is all wanted, none. */
export function afterTap(wanted: number, { before, tokens }: Space): number {
    return wanted >= before + tokens ? before : Math.max(wanted, before) + 1;
}
