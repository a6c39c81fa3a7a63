/// <reference types="node" />
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, variablesOf } from "../tests/seeing";

const CSS = readFileSync("src/theme.css", "utf8");
const NIGHT = variablesOf(CSS, ":root");
const THEMES = { night: NIGHT, day: { ...NIGHT, ...variablesOf(CSS, ':root[data-theme="day"]') } };

const GROUNDS = ["--sea", "--land", "--panel", "--panel-raised", "--pill", "--field"];
const WORDS = ["--text", "--quiet", "--accent", "--good", "--bad"];

describe.each(Object.entries(THEMES))("the theme of the %s", (_, theme) => {
    const between = (one: string, other: string): number => contrast(theme[one] ?? "", theme[other] ?? "");

    it.each(WORDS)("lets %s be read on every ground", (words) => {
        for (const ground of GROUNDS) expect(between(words, ground), ground).toBeGreaterThanOrEqual(4.5);
    });

    it("lets the main button and the prices be read", () => {
        expect(between("--main-ink", "--main")).toBeGreaterThanOrEqual(7);
        expect(between("--accent-ink", "--accent")).toBeGreaterThanOrEqual(4.5);
        expect(between("--pill-text", "--pill")).toBeGreaterThanOrEqual(4.5);
    });

    it("shows the edge of every field and the ring of the focus", () => {
        for (const ground of GROUNDS) {
            expect(between("--edge", ground), ground).toBeGreaterThanOrEqual(3);
            expect(between("--accent", ground), ground).toBeGreaterThanOrEqual(3);
        }
    });

    it("tells the fuels from the panels they lie on", () => {
        for (const fuel of ["--coal", "--oil", "--garbage", "--uranium", "--eco"]) {
            for (const ground of ["--panel", "--panel-raised"])
                expect(between(fuel, ground), `${fuel} on ${ground}`).toBeGreaterThanOrEqual(3);
        }
    });

    it("lets the numbers on the plates of the plant cards be read", () => {
        for (const plate of ["--coal", "--oil", "--garbage", "--uranium", "--eco"])
            expect(between("--panel", plate), plate).toBeGreaterThanOrEqual(4.5);
    });
});
