/** The sound for new entries: one for all that came at once, the most important. */

import type { Sound } from "./sounds";
import type { Entry, GameEvent } from "../wire";

const SOUNDS: readonly (readonly [GameEvent["event"], Sound])[] = [
    ["game-ended", "end"],
    ["plants-ran", "lights"],
    ["plant-sold", "sold"],
    ["house-built", "build"],
    ["auction-opened", "bid"],
    ["bid-raised", "bid"],
];

export function soundFor(newEntries: readonly Entry[]): Sound | null {
    const events = new Set(newEntries.flatMap((entry) => entry.events.map((event) => event.event)));
    return SOUNDS.find(([event]) => events.has(event))?.[1] ?? null;
}
