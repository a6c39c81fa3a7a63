/** What the others have done since a player last decided something, in short. */

import { standing } from "../game/lights";
import type { Entry, FuelBought, GameEvent, HouseBuilt, Passed, PlantsRan, PlantSold } from "../wire";

type Told = PlantSold | Passed | FuelBought | HouseBuilt | PlantsRan;

/** What a player did in one phase, or with one plant: all purchases of a fuel are one event. */
export interface Doing {
    kind: Told["event"];
    /** How much the money changed. */
    money: number;
    events: readonly Told[];
}

export interface SeatSummary {
    seat: number;
    doings: readonly Doing[];
}

/**
 * The others and what they did, both in the order in which it happened. Nothing before the first decision of `seat`.
 *
 * Of an auction only its end counts: the panel shows the one that goes on.
 */
export function sinceLastTurn(entries: readonly Entry[], seat: number): SeatSummary[] {
    const decisions = standing(entries);
    const last = decisions.findLastIndex((entry) => entry.seat === seat);
    if (last < 0) return [];
    const events = decisions.slice(last + 1).flatMap((entry) => entry.events.filter(isTold));
    const others = [...new Set(events.map((event) => event.seat))].filter((other) => other !== seat);
    return others.map((other) => ({ seat: other, doings: doingsIn(events.filter((event) => event.seat === other)) }));
}

function isTold(event: GameEvent): event is Told {
    return ["plant-sold", "passed", "fuel-bought", "house-built", "plants-ran"].includes(event.event);
}

function doingsIn(events: readonly Told[]): Doing[] {
    const kinds = [...new Set(events.map((event) => event.event))];
    return kinds.map((kind) => {
        const all = events.filter((event) => event.event === kind);
        return { kind, money: sum(all.map(moneyOf)), events: all.reduce<Told[]>(joined, []) };
    });
}

/** The events with one more, which is added to the purchase of the same fuel if there is one. */
function joined(events: readonly Told[], next: Told): Told[] {
    if (next.event !== "fuel-bought") return [...events, next];
    const same = events.findIndex((event) => event.event === "fuel-bought" && event.fuel === next.fuel);
    const before = events[same];
    if (before?.event !== "fuel-bought") return [...events, next];
    const both = { ...before, prices: [...before.prices, ...next.prices], cost: before.cost + next.cost };
    return events.with(same, both);
}

function moneyOf(event: Told): number {
    switch (event.event) {
        case "plant-sold":
            return -event.price;
        case "fuel-bought":
            return -event.cost;
        case "house-built":
            return -event.route_price - event.slot_price;
        case "plants-ran":
            return event.income;
        case "passed":
            return 0;
    }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
