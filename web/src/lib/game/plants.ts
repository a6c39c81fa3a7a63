/** The plant cards: kind, fuel for one run, cities powered. Facts of the game, read from its data. */

import type { FuelName, PlantName } from "../wire";
import data from "../../../../src/kilowatt/data/plants.json";

export type Kind = keyof typeof data.kinds;

export interface Plant {
    name: PlantName;
    label: string;
    kind: Kind;
    burns: readonly FuelName[];
    fuel: number;
    cities: number;
}

interface Row {
    kind: string;
    fuel: number;
    cities: number;
}

function plantOf(name: PlantName, label: string, row: Row): Plant {
    const kind = row.kind as Kind;
    return { name, label, kind, burns: data.kinds[kind] as FuelName[], fuel: row.fuel, cities: row.cities };
}

const PLANTS = new Map<number | string, Plant>([
    ...data.plants.map((row) => [row.number, plantOf(row.number, String(row.number), row)] as const),
    ...data.special_plants.map((row) => ["flux", plantOf("flux", row.label, row)] as const),
]);

export function plantNamed(name: PlantName): Plant {
    const plant = PLANTS.get(name);
    if (plant === undefined) throw new RangeError(`There is no plant ${name}.`);
    return plant;
}

export const isPlant = (card: number | string): card is PlantName => PLANTS.has(card);

/** How many cities these plants could power, each running once. */
export function capacityOf(plants: readonly PlantName[]): number {
    return plants.reduce<number>((sum, plant) => sum + plantNamed(plant).cities, 0);
}
