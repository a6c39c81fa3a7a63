/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { starsOf } from "./botStars";

test("more stars mean a better place on the published ladder", () => {
    const page = readFileSync("../docs/strength.md", "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)[^`]*` \| \d+ \|/gm)].map(([, bot]) => starsOf(bot ?? ""));
    expect(rows).toEqual([5, 4, 3, 2, 1]);
    expect(starsOf("somebody-else")).toBeNull();
});
