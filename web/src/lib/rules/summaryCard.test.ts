import { describe, expect, it } from "vitest";
import { DEFAULT_AGREEMENT } from "../setup/presets";
import { cardAddress, cardSettingsIn, cardSettingsOf } from "./summaryCard";

const read = (search: string) => cardSettingsIn(search, "germany");

describe("the address of a summary card", () => {
    it("names the board and the number of players", () => {
        expect(read("?board=japan&players=5")).toEqual({ board: "japan", players: 5, firstGame: false, choices: {} });
    });

    it("leads to the usual card where it says nothing, or no number of players that there is", () => {
        const usual = { board: "germany", players: 4, firstGame: false, choices: {} };
        for (const search of ["", "?board=&players=9", "?players=two", "?players=3.5", "?players=-2&first_game=1"]) {
            expect(read(search), search).toEqual(usual);
        }
    });

    it("leads back to the same card", () => {
        for (const settings of [
            { board: "japan", players: 2, firstGame: true, choices: {} },
            { board: "russia", players: 6, firstGame: false, choices: { first_pass: "anyone" } },
        ]) {
            const { pathname, search } = new URL(cardAddress(settings), "http://here");
            expect(pathname).toBe("/card");
            expect(read(search)).toEqual(settings);
        }
    });
});

describe("the card of a table", () => {
    const agreed = { ...DEFAULT_AGREEMENT, board: "russia", players: 3, board_options: { first_pass: "anyone" } };

    it("is for what was agreed there", () => {
        const choices = { first_pass: "anyone" };
        expect(cardSettingsOf(agreed)).toEqual({ board: "russia", players: 3, firstGame: false, choices });
    });
});
