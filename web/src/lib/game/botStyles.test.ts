import { expect, test } from "vitest";
import { BOT_LEVELS, BOT_STYLES, styleAndLevel } from "./botStyles";

test("the name of a bot tells its level and its style", () => {
    for (const level of BOT_LEVELS) {
        for (const style of BOT_STYLES) expect(styleAndLevel(`${level}-${style}`)).toEqual({ style, level });
    }
});

test("other bots have neither", () => {
    for (const bot of ["planner", "expert", "miser", "expert-", "-miser", "expert-miser-2", "deep-miser", ""]) {
        expect(styleAndLevel(bot)).toBeNull();
    }
});
