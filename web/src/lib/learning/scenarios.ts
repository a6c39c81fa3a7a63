/** Scenarios: when the player is done with the phase of a prepared position, and what came of it, in figures. */

import { capacityOf } from "../game/plants";
import { EMPTY, shares, type Cart } from "../plan/fuelCart";
import { standing } from "../game/lights";
import type { Agreement, Entry, GameEvent, Hint, PlantName, Position, Question } from "../wire";

export type Scenario = NonNullable<Agreement["scenario"]>;

interface Facts {
    phase: 2 | 3 | 4;
    question: Question;
    /** What happens when the player is done. */
    ends: readonly GameEvent["event"][];
}

/** In the order of their phases. */
export const SCENARIOS: Readonly<Record<Scenario, Facts>> = {
    auction: { phase: 2, question: "open", ends: ["plant-sold", "passed"] },
    fuel: { phase: 3, question: "buy-fuel", ends: ["buying-stopped"] },
    building: { phase: 4, question: "build-house", ends: ["building-stopped"] },
};

export interface Outcome {
    /** What was paid in this phase. */
    cost: number;
    money: number;
    plant: PlantName | null;
    fuels: Cart;
    houses: number;
    cities: number;
    /** The cities that the plants could power, given enough fuel and houses. */
    capacity: number;
    /** The cities that they can power with the fuel that is there. */
    powered: number;
    /** How often all plants can run. */
    runs: number;
}

/** What `seat` has done since the decision `first`; null until the phase is over for it. */
export function outcomeOf(
    scenario: Scenario,
    entries: readonly Entry[],
    first: number,
    seat: number,
    { view, figures }: Position,
): Outcome | null {
    const player = view.players[seat];
    const events = standing(entries)
        .filter((entry) => entry.number >= first)
        .flatMap((entry) => entry.events)
        .filter((event) => "seat" in event && event.seat === seat);
    const end = events.findIndex((event) => SCENARIOS[scenario].ends.includes(event.event));
    if (player === undefined || end < 0) return null;
    const fuels = { ...EMPTY };
    const done: Outcome = {
        cost: 0,
        money: player.money ?? 0,
        plant: null,
        fuels,
        houses: 0,
        cities: player.cities.length,
        capacity: capacityOf(player.plants),
        powered: 0,
        runs: 0,
    };
    for (const event of events.slice(0, end + 1)) {
        if (event.event === "plant-sold") {
            done.plant = event.plant;
            done.cost += event.price;
        } else if (event.event === "fuel-bought") {
            fuels[event.fuel] += event.prices.length;
            done.cost += event.cost;
        } else if (event.event === "house-built") {
            done.houses += 1;
            done.cost += event.route_price + event.slot_price;
        }
    }
    const fuelled = (runs: number): PlantName[] =>
        shares(player.plants, player.fuel, runs)
            .filter((share) => share.has >= share.needs)
            .map((share) => share.plant);
    done.powered = Math.min(done.cities, capacityOf(fuelled(1)));
    while (done.runs < figures.stored_runs && fuelled(done.runs + 1).length === player.plants.length) done.runs += 1;
    return done;
}

/** Whether the player has done what the adviser proposed at the beginning: the same plant, or the same expense. */
export function isAsAdvised(scenario: Scenario, { plant, cost }: Outcome, { action, reasons }: Hint): boolean {
    if (scenario === "auction") return plant === (action.do === "open" ? action.plant : null);
    const fact = scenario === "fuel" ? "fuel" : "cost";
    return cost === (reasons.find(({ facts }) => fact in facts)?.facts[fact] ?? 0);
}
