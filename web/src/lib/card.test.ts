import { describe, expect, it } from "vitest";
import { USUAL } from "./table/agreement";
import { addressOf, wishIn, wishOf } from "./card";
import { seenFrom } from "./table/tableBelow.svelte";
import type { View } from "./wire";

const BOARDS = ["germany", "japan", "russia"];
const read = (search: string) => wishIn(search, BOARDS, "germany");

describe("the address of a summary card", () => {
    it("names the board and the number of players", () => {
        expect(read("?board=japan&players=5")).toEqual({ board: "japan", players: 5, firstGame: false, choices: {} });
    });

    it("leads to the usual card where it says nothing, or nothing that there is", () => {
        const usual = { board: "germany", players: 4, firstGame: false, choices: {} };
        for (const search of [
            "",
            "?board=mars&players=9",
            "?players=two",
            "?players=3.5",
            "?players=-2&first_game=1",
        ]) {
            expect(read(search), search).toEqual(usual);
        }
    });

    it("leads back to the same card", () => {
        for (const wish of [
            { board: "japan", players: 2, firstGame: true, choices: {} },
            { board: "russia", players: 6, firstGame: false, choices: { first_pass: "anyone" } },
        ]) {
            const { pathname, search } = new URL(addressOf(wish), "http://here");
            expect(pathname).toBe("/card");
            expect(read(search)).toEqual(wish);
        }
    });
});

describe("the card of a table", () => {
    const agreed = { ...USUAL, board: "russia", players: 3, board_options: { first_pass: "anyone" } };
    const view = { phase: 4, step: 2, players: [{ plants: [3] }, { plants: [20, 13] }] } as unknown as View;

    it("is for what was agreed there", () => {
        const choices = { first_pass: "anyone" };
        expect(wishOf(agreed)).toEqual({ board: "russia", players: 3, firstGame: false, choices });
    });

    it("knows the phase, the step, and what a seat powered and can power", () => {
        const below = seenFrom(1, agreed, view, new Map([[1, 4]]));
        expect([below.phase, below.step, below.own]).toEqual([4, 2, { powered: 4, powerable: 6 }]);
        expect(seenFrom(0, agreed, view, new Map()).own).toEqual({ powered: null, powerable: 1 });
        expect(seenFrom(null, agreed, view, new Map()).own).toBeNull();
    });

    it("tells only an unusual last round", () => {
        expect(seenFrom(0, agreed, view, new Map()).lastRound).toBeNull();
        expect(seenFrom(0, { ...agreed, round_limit: 12 }, view, new Map()).lastRound).toBe(12);
        expect(seenFrom(0, { ...agreed, round_limit: null }, view, new Map()).lastRound).toBeNull();
    });
});
