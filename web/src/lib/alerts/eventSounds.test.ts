import { expect, it } from "vitest";
import { soundFor } from "./eventSounds";
import type { Entry } from "../wire";

const entry = (...events: string[]): Entry =>
    ({ number: 1, seat: 0, kind: "play", action: null, events: events.map((event) => ({ event })), at: 0 }) as never;

it("is the most important of all that came at once", () => {
    expect(soundFor([entry("bid-raised"), entry("plant-sold", "plant-drawn")])).toBe("sold");
    expect(soundFor([entry("plants-ran", "game-ended")])).toBe("end");
});

it("is none where no event has a sound", () => {
    expect(soundFor([])).toBeNull();
    expect(soundFor([entry("passed")])).toBeNull();
});
