/** What stands on the cards: kind, fuel for one run, cities powered. Facts of the game, read from its data. */

import type { FuelName, PlantName } from "./wire";
import data from "../../../src/kilowatt/data/plants.json";

export const FUELS: readonly FuelName[] = ["coal", "oil", "garbage", "uranium"];

export interface Plant {
    name: PlantName;
    label: string;
    kind: string;
    burns: readonly FuelName[];
    fuel: number;
    cities: number;
}

interface Row {
    number: number | string;
    kind: string;
    fuel: number;
    cities: number;
}

const KINDS = data.kinds as Record<string, FuelName[]>;

function plantOf(row: Row): Plant {
    const isFlux = row.kind === "flux";
    return {
        name: isFlux ? "flux" : Number(row.number),
        label: isFlux ? "33⅓" : String(row.number),
        kind: row.kind,
        burns: KINDS[row.kind] ?? [],
        fuel: row.fuel,
        cities: row.cities,
    };
}

const PLANTS = new Map((data.plants as Row[]).map((row) => [plantOf(row).name, plantOf(row)]));

export function plantNamed(name: PlantName): Plant {
    const plant = PLANTS.get(name);
    if (plant === undefined) throw new RangeError(`There is no plant ${name}.`);
    return plant;
}

export const isPlant = (card: number | string): card is PlantName => PLANTS.has(card as PlantName);
