/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOT_LEVELS, styleAndLevel } from "../game/botStyles";
import { starsOf } from "./botStars";

/** The bots of a table on the published page, strongest first. */
function botsIn(section: string): string[] {
    const page = readFileSync("../docs/strength.md", "utf8");
    const text = page.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
    return [...text.matchAll(/^\| `([\w-]+)[^`]*` \| \d+ \|/gm)].map(([, bot]) => bot ?? "");
}

test("more stars mean a better place on the published ladder", () => {
    expect(botsIn("The ladder").map(starsOf)).toEqual([5, 4, 3, 2, 1]);
    expect(starsOf("somebody-else")).toBeNull();
});

test("those of a higher level are further up, whatever their style", () => {
    const levels = botsIn("Styles and levels").map((bot) => styleAndLevel(bot)?.level);
    const places = BOT_LEVELS.map((level) => {
        const found = levels.flatMap((each, place) => (each === level ? [place] : []));
        expect(found).toHaveLength(4);
        return found.reduce((sum, place) => sum + place, 0);
    });
    expect(places).toEqual([...places].sort((one, other) => other - one));
    const stars = BOT_LEVELS.map((level) => starsOf(`${level}-miser`));
    expect(stars).toEqual([...stars].sort());
});
