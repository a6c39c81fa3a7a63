import { beforeEach, describe, expect, it } from "vitest";
import { boardNames } from "../lib/map/boardNames";
import { isStandard, rulesInForce } from "../lib/rules/boardRules";
import type { BoardInfo, OwnRule } from "../lib/wire";
import { LANGUAGES, setLanguage, type Language } from ".";
import { boardName, boardRuleSentence, reminderSentence, tipSentence } from "./boardRules";

const rule = (code: string, facts: OwnRule["facts"] = {}, only_with: Record<string, string> = {}): OwnRule => ({
    clause: "R9.6",
    code,
    facts,
    sentence: "In English.",
    only_with,
});

const board = (key: string, rules: OwnRule[], options: BoardInfo["options"] = {}): BoardInfo => ({
    key,
    name: key,
    regions: { centre: "Centre" },
    cities: { wien: "Wien", tokyo: "Tokyo", osaka: "Osaka" },
    rules,
    tips: [],
    options,
    regions_in_play: {},
    region_sets: [],
});

const ruleText = (code: string, facts: OwnRule["facts"], key = "central-europe"): string =>
    boardRuleSentence(rule(code, facts), board(key, []));

beforeEach(() => setLanguage("en"));

describe("a rule of a board", () => {
    it("names places and countries in the current language", async () => {
        const facts = { city: "wien", off: 1, least: 1 };
        expect(ruleText("garbage-discount", facts)).toContain("With Vienna in your network");
        await setLanguage("hu");
        expect(ruleText("garbage-discount", facts)).toContain("Bécs");
        expect(ruleText("uranium-plants", { countries: ["CZ", "HU"] })).toContain("Magyarország");
    });

    it("lists plants, slots and fuels in words", () => {
        expect(ruleText("plants-out", { plants: [6, 14], number: 2 })).toBe("Out of the game: plants 6 and 14.");
        expect(ruleText("plants-out", { plants: [13], number: 1 })).toBe("Out of the game: plant 13.");
        expect(ruleText("eco-joins-row", { plants: 5 })).toContain("5 plants");
        expect(
            ruleText("start-city-slots", {
                slots: [
                    [10, 1],
                    [10, 1],
                    [20, 3],
                ],
            }),
        ).toBe("Slots in start cities: 10, 10 and 20 (from Step 3).");
        const fuels = [
            ["coal", 18, 3],
            ["garbage", 0, 0],
        ];
        expect(ruleText("fuel-at-start", { fuels })).toBe(
            "The fuel market starts differently: 18 coal (from price 3) and 0 garbage.",
        );
        expect(ruleText("networks", { networks: 2, cities: ["osaka", "tokyo"] }, "japan")).toContain(
            "Osaka and Tokyo.",
        );
    });

    it("of another package stays in its own words, as does its board", () => {
        expect(ruleText("volcano", {}, "atlantis")).toBe("In English.");
        expect(boardName("atlantis")).toBe("atlantis");
        boardNames.set("atlantis", "Atlantis");
        expect(boardName("atlantis")).toBe("Atlantis");
        expect(tipSentence({ code: "swim", sentence: "Swim." })).toBe("Swim.");
        expect(reminderSentence({ clause: "R1.1", code: "swim", prices: [], sentence: "Swim." })).toBe("Swim.");
    });
});

describe("what is often forgotten", () => {
    it.each(Object.keys(LANGUAGES) as Language[])("tells the prices of an empty city in %s", async (language) => {
        await setLanguage(language);
        const text = reminderSentence({ clause: "R6.4", code: "empty-city", prices: [10, 15], sentence: "" });
        expect(text).toMatch(/10 \S+ 15/);
    });
});

describe("the rules in force", () => {
    const leader = rule("first-pass-leader", { round: 2 }, { first_pass: "leader" });
    const anyone = rule("first-pass-anyone", { round: 2 }, { first_pass: "anyone" });
    const always = rule("resupply");
    const russia = board("russia", [leader, anyone, always], { first_pass: ["leader", "anyone"] });

    it("are those of the variant that is played", () => {
        expect(rulesInForce(russia)).toEqual([leader, always]);
        expect(rulesInForce(russia, { first_pass: "leader" })).toEqual([leader, always]);
        expect(rulesInForce(russia, { first_pass: "anyone" })).toEqual([anyone, always]);
    });

    it("are the usual ones where the choice makes no sense", () => {
        expect(rulesInForce(russia, { first_pass: "nobody", other: "x" })).toEqual([leader, always]);
    });

    it("are none on a standard board", () => {
        expect(isStandard(rulesInForce(board("usa", [rule("standard")])))).toBe(true);
        expect(isStandard(rulesInForce(russia))).toBe(false);
    });
});
