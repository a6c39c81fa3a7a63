import { describe, expect, it } from "vitest";
import { entriesOf, rankingIn, roundFrom, roundsOf } from "./rounds";
import type { GameEvent, PlayedDecision } from "../wire";

const decision = (...events: GameEvent[]): PlayedDecision => ({
    seat: 1,
    action: { do: "pass" },
    words: "pass",
    events,
});
const began = (round: number): GameEvent => ({ event: "round-began", round, order: [0, 1] });
const ranking = [{ seats: [1], powered: 7, money: 3, cities: 8 }];
const GAME = [
    decision(began(1)), // the end of a draft
    decision(),
    decision(began(2)),
    decision(),
    decision(began(3)),
    decision({ event: "game-ended", ranking }),
];

describe("the rounds of a game", () => {
    const rounds = roundsOf(GAME);

    it("begin after the decision that ended the one before", () => {
        expect(rounds).toEqual([
            { round: 1, at: 0 },
            { round: 2, at: 3 },
            { round: 3, at: 5 },
        ]);
    });

    it("are jumped to forwards, and at last to the end", () => {
        expect([0, 2, 3, 5].map((at) => roundFrom(rounds, at, 1, 6))).toEqual([3, 3, 5, 6]);
    });

    it("are jumped to backwards, first to the beginning of one's own", () => {
        expect([0, 2, 3, 4, 6].map((at) => roundFrom(rounds, at, -1, 6))).toEqual([0, 0, 0, 3, 5]);
    });
});

it("a replay has the same log as a table", () => {
    expect(entriesOf(GAME.slice(0, 1))).toEqual([
        { number: 0, seat: 1, kind: "play", action: { do: "pass" }, events: [began(1)], at: 0 },
    ]);
});

it("a game has a ranking once it is over", () => {
    expect(rankingIn(GAME)).toEqual(ranking);
    expect(rankingIn(GAME.slice(0, 3))).toEqual([]);
    expect(rankingIn([])).toEqual([]);
});
