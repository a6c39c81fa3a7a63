import { expect, test } from "vitest";
import type { Entry, GameEvent, Message } from "../wire";
import { filtered, highestBids, logLines, mainEvent, targetsOf } from "./logLines";

let at = 0;
function entry(...events: object[]): Entry {
    at += 1;
    return { number: at, seat: 0, kind: "play", action: null, events: events as GameEvent[], at };
}
const takeBack = (): Entry => ({ ...entry(), kind: "take-back" });

test("a bidding war is one line with its bids, and one that goes on is shown as it goes", () => {
    const war = [
        entry({ event: "auction-opened", seat: 0, plant: 4, bid: 4 }),
        entry({ event: "bid-raised", seat: 1, plant: 4, bid: 5 }),
        entry({ event: "bid-raised", seat: 0, plant: 4, bid: 6 }),
    ];
    expect(logLines(war, []).map((line) => line.event?.event)).toEqual(["auction-opened", "bid-raised", "bid-raised"]);
    const sold = entry({ event: "dropped", seat: 1, plant: 4 }, { event: "plant-sold", seat: 0, plant: 4, price: 6 });
    const lines = logLines([...war, sold], []);
    expect(lines.map((line) => line.event?.event)).toEqual(["plant-sold"]);
    expect(lines[0]?.bids).toEqual([
        { seat: 0, amount: 4 },
        { seat: 1, amount: 5 },
        { seat: 0, amount: 6 },
    ]);
    expect(highestBids(lines[0]?.bids ?? [])).toEqual([
        { seat: 0, amount: 6 },
        { seat: 1, amount: 5 },
    ]);
});

test("rounds and phases are headings, and whoever stops is not worth a line", () => {
    const lines = logLines(
        [
            entry({ event: "buying-stopped", seat: 0 }, { event: "phase-began", phase: 4 }),
            entry({ event: "building-stopped", seat: 0 }, { event: "round-began", round: 2, order: [0, 1] }),
        ],
        [],
    );
    expect(lines.map((line) => line.kind)).toEqual(["phase", "round"]);
});

test("what was taken back leaves no line", () => {
    const bought = entry({ event: "fuel-bought", seat: 0, fuel: "coal", amount: 2, cost: 2 });
    expect(logLines([bought, takeBack()], [])).toEqual([]);
    expect(logLines([bought, takeBack(), bought], [])).toHaveLength(1);
});

test("chat and game can be read apart", () => {
    const chat = { number: 1, kind: "chat", seat: 1, facts: { text: "hi" }, at: 0 } as unknown as Message;
    const lines = logLines([entry({ event: "passed", seat: 0 })], [chat]);
    expect(filtered(lines, "all").map((line) => line.kind)).toEqual(["chat", "event"]);
    expect(filtered(lines, "chat").map((line) => line.kind)).toEqual(["chat"]);
    expect(filtered(lines, "game").map((line) => line.kind)).toEqual(["event"]);
});

test("one line for a move says who bought the plant rather than who dropped out", () => {
    const drop = { event: "dropped", seat: 1, plant: 4 } as GameEvent;
    const drawn = { event: "plant-drawn", plant: 13 } as GameEvent;
    const sold = { event: "plant-sold", seat: 0, plant: 4, price: 6 } as GameEvent;
    expect(mainEvent([drop, sold, drawn])).toBe(sold);
    expect(mainEvent([drawn, drop])).toBe(drop);
    expect(mainEvent([])).toBeUndefined();
});

test("a line knows the places it is about", () => {
    expect(targetsOf({ event: "house-built", seat: 0, city: "bonn" } as unknown as GameEvent)).toEqual([
        '[data-city="bonn"]',
    ]);
    expect(targetsOf({ event: "plants-ran", seat: 0, plants: [4, 10] } as unknown as GameEvent)).toHaveLength(2);
    expect(targetsOf(undefined)).toEqual([]);
});
