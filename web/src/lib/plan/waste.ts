/** Answers that waste something: what it is, and what it would cost to do better. The player is asked once. */

import { plantNamed } from "../game/plants";
import type { CityOffer, FuelOffer, PlantName, PlayerView, RunOffer } from "../wire";
import { lacking, shares, type Cart } from "./fuelCart";
import { bestRun } from "./plantRuns";

/** Plants that will stand still for want of fuel that the player could pay, and what that fuel costs. */
export interface UnfuelledPlants {
    plants: PlantName[];
    cost: number;
}

function priceOf(cart: Cart, offers: readonly FuelOffer[]): number {
    return offers.reduce(
        (sum, offer) => sum + offer.prices.slice(0, cart[offer.fuel]).reduce((all, price) => all + price, 0),
        0,
    );
}

/** `after` is the player after the purchase that is planned; the offers are those after it. */
export function unfuelledPlants(after: PlayerView, offers: readonly FuelOffer[]): UnfuelledPlants | null {
    const empty = shares(after.plants, after.fuel, 1).filter((share) => share.has < share.needs);
    for (const share of empty.toSorted((a, b) => plantNamed(b.plant).cities - plantNamed(a.plant).cities)) {
        const others = empty.filter((other) => other !== share).map((other) => other.plant);
        const wanted = lacking(
            after.plants.filter((plant) => !others.includes(plant)),
            after.fuel,
            1,
            offers,
        );
        const missing = share.needs - share.has;
        const found = Object.values(wanted).reduce((sum, amount) => sum + amount, 0);
        const cost = priceOf(wanted, offers);
        if (found >= missing && cost <= (after.money ?? Infinity)) return { plants: [share.plant], cost };
    }
    return null;
}

/** Cities that the player could still pay and power: how many, and what the cheapest house costs. */
export interface MissedCities {
    more: number;
    cost: number;
}

export function missedCities(
    cities: number,
    capacity: number,
    money: number | null,
    offers: readonly CityOffer[],
): MissedCities | null {
    const costs = offers.filter((offer) => offer.refusal === null).map((offer) => offer.cost ?? Infinity);
    const cost = Math.min(...costs);
    return cities < capacity && cost <= (money ?? Infinity) && cost < Infinity
        ? { more: capacity - cities, cost }
        : null;
}

/** A run that powers more cities than the one chosen. */
export function betterRun(chosen: RunOffer | undefined, runs: readonly RunOffer[]): RunOffer | null {
    const best = bestRun(runs);
    return best !== undefined && best.powered > (chosen?.powered ?? 0) ? best : null;
}
