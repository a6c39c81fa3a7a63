import { expect, it } from "vitest";
import { soundOf } from "./newsSounds";
import type { Entry } from "../wire";

const entry = (...events: string[]): Entry =>
    ({ number: 1, seat: 0, kind: "play", action: null, events: events.map((event) => ({ event })), at: 0 }) as never;

it("is the most important of all that came at once", () => {
    expect(soundOf([entry("bid-raised"), entry("plant-sold", "plant-drawn")])).toBe("sold");
    expect(soundOf([entry("plants-ran", "game-ended")])).toBe("end");
});

it("is none where no event has a sound", () => {
    expect(soundOf([])).toBeNull();
    expect(soundOf([entry("passed")])).toBeNull();
});
