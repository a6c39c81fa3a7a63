/** Which plants to run: the first selection, and how a click changes it. */

import { FUELS } from "../game/fuels";
import type { Fuels, PlantName, RunOffer } from "../wire";

const tokens = (mix: Fuels): number => FUELS.reduce((sum, fuel) => sum + (mix[fuel] ?? 0), 0);
const burnt = (run: RunOffer): number => Math.min(...run.mixes.map(tokens));

/** The offer that powers most cities; of those, the one that burns least. */
export function bestRun(runs: readonly RunOffer[]): RunOffer | undefined {
    const possible = runs.filter((run) => run.refusal === null);
    return possible.toSorted((a, b) => b.powered - a.powered || burnt(a) - burnt(b))[0];
}

/** The plants that run after a click on one, in the order in which they are owned. */
export function toggled(
    plants: readonly PlantName[],
    running: readonly PlantName[],
    picked: PlantName,
): readonly PlantName[] {
    return plants.filter((plant) => (plant === picked) !== running.includes(plant));
}
