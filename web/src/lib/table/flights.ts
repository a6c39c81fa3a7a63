/** What is seen to move when a decision is shown: cards and tokens that fly from one part of the page to another. */

import type { Pace } from "../app/preferences.svelte";
import { FUELS } from "../game/fuels";
import type { Entry, FuelName, GameEvent, PlantName } from "../wire";

export type Picture = { plant: PlantName } | { fuel: FuelName };

/** From the first of these selectors that is seen, to the first of those. */
export interface Flight {
    from: readonly string[];
    to: readonly string[];
    picture: Picture;
    /** Tokens fly one after the other. */
    order: number;
}

/** The longest time in the air, by the pace. */
export const FLIGHT_MS: Record<Pace, number> = { slow: 1000, normal: 650, quick: 280, "at-once": 0 };

/** The flights of one decision. What was skipped or taken back is not shown. */
export function flightsOf(entries: readonly Entry[]): Flight[] {
    const [entry, ...more] = entries;
    if (entry === undefined || more.length > 0 || entry.kind !== "play") return [];
    return entry.events.flatMap(flightsOfEvent);
}

function flightsOfEvent(event: GameEvent): Flight[] {
    switch (event.event) {
        case "plant-sold": {
            const card = `[data-plant="${event.plant}"]`;
            const from = [`.markets ${card}`, tab("plants")];
            return [{ from, to: atPlayer(event.seat, card), picture: { plant: event.plant }, order: 0 }];
        }
        case "fuel-bought":
            return event.prices.map((price, order) => ({
                from: [`.markets [data-fuel="${event.fuel}"] [data-price="${price}"]`, ...atMarket(event.fuel)],
                to: atPlayer(event.seat, ".fuel"),
                picture: { fuel: event.fuel },
                order,
            }));
        case "plants-ran":
            return FUELS.flatMap((fuel) => Array.from({ length: event.burnt[fuel] ?? 0 }, () => fuel)).map(
                (fuel, order) => ({
                    from: atPlayer(event.seat, ".fuel"),
                    to: atMarket(fuel),
                    picture: { fuel },
                    order,
                }),
            );
        default:
            return [];
    }
}

/** On a phone, most parts are behind the buttons that open them. */
const tab = (name: string): string => `[data-tab="${name}"]`;
const atMarket = (fuel: FuelName): string[] => [`.markets [data-fuel="${fuel}"]`, tab("fuel")];
const atPlayer = (seat: number, part: string): string[] => [
    `.players [data-seat="${seat}"] ${part}`,
    `.players [data-seat="${seat}"]`,
    tab("players"),
];
