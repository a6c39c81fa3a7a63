import { beforeEach, describe, expect, it } from "vitest";
import { setLanguage } from "../../i18n";
import type { Headers, PlayerInfo } from "../wire";
import { aboutPlayer, occasion, playerNames } from "./recordHeaders";

const someone: PlayerInfo = { name: "", kind: "", bot: "", version: "", limit: "", rating: null };
const headers = (given: Partial<Headers>): Headers => ({
    event: "",
    site: "",
    date: "",
    players: [],
    other: {},
    ...given,
});

describe("the headers of a record", () => {
    beforeEach(() => setLanguage("en"));

    it("names the players, and calls those without a name by their colours", () => {
        expect(playerNames(headers({}), 3)).toEqual(["Red", "Blue", "Green"]);
        const players = [{ ...someone, name: "Anna" }, someone, { ...someone, name: "Anna" }];
        expect(playerNames(headers({ players }), 3)).toEqual(["Anna 1", "Blue", "Anna 2"]);
    });

    it("says where and when, in the language of the page", async () => {
        expect(occasion(headers({}))).toBe("");
        expect(occasion(headers({ event: "Friday", site: "Wien", date: "2026-11-17" }))).toBe(
            "Friday · Wien · November 17, 2026",
        );
        expect(occasion(headers({ date: "2026-11" }))).toBe("November 2026");
        expect(occasion(headers({ date: "2026" }))).toBe("2026");
        expect(occasion(headers({ date: "2026-02-31" }))).toBe("2026-02-31");
        await setLanguage("de");
        expect(occasion(headers({ date: "2026-11-17" }))).toBe("17. November 2026");
    });

    it("says what else is known of a player", () => {
        expect(aboutPlayer(someone)).toBe("");
        expect(aboutPlayer({ ...someone, name: "Anna", kind: "person", rating: 1650 })).toBe("rating 1650");
        const bot = { ...someone, kind: "bot", bot: "my_bot:Watt", version: "1.2", limit: "work:100" } as const;
        expect(aboutPlayer(bot)).toBe("bot my_bot:Watt 1.2, work:100");
    });
});
