/** What is heard of the news: one sound for all that came at once, the most telling. */

import type { Sound } from "./sounds";
import type { Entry, GameEvent } from "./wire";

const SOUNDS: readonly (readonly [GameEvent["event"], Sound])[] = [
    ["game-ended", "end"],
    ["plants-ran", "lights"],
    ["plant-sold", "sold"],
    ["house-built", "build"],
    ["auction-opened", "bid"],
    ["bid-raised", "bid"],
];

export function soundOf(news: readonly Entry[]): Sound | null {
    const heard = new Set(news.flatMap((entry) => entry.events.map((event) => event.event)));
    return SOUNDS.find(([event]) => heard.has(event))?.[1] ?? null;
}
