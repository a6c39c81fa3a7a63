/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apart, contrast, oklab, parse, seen, SIGHTS, variablesOf } from "../../../tests/seeing";
import { LOOKS, lookOf, PALETTES } from "./playerLooks";
import { shown } from "./shownTable.svelte";

/** How far apart at least, in OKLab: the distinct palettes are what a long search has found to be the most. */
const LEAST_APART = { usual: 0.075, distinct: 0.19 };
/** For most people, no two players have similar colours in any palette. */
const CLEARLY_APART = 0.18;

for (const palette of PALETTES) {
    const title = `${palette.name} palette of the ${palette.theme}`;
    for (const [name, sight] of Object.entries(SIGHTS)) {
        test(`six players keep apart in the ${title} with ${name} sight`, () => {
            const colours = palette.seats.map((hex) => oklab(seen(parse(hex), sight)));
            const gaps = colours.flatMap((one, place) => colours.slice(place + 1).map((other) => apart(one, other)));
            expect(gaps).toHaveLength(15);
            expect(Math.min(...gaps)).toBeGreaterThan(LEAST_APART[palette.name]);
            if (name === "usual") expect(Math.min(...gaps)).toBeGreaterThan(CLEARLY_APART);
        });
    }

    test(`the ${title} stands out from the land`, () => {
        for (const hex of palette.seats) expect(contrast(hex, palette.background), hex).toBeGreaterThan(3);
    });

    test(`the style sheet has the colours of the ${title}`, () => {
        const variables = variablesOf(readFileSync("src/theme.css", "utf8"), palette.selector);
        palette.seats.forEach((hex, seat) => expect(variables[`--seat-${seat}`]).toBe(hex));
    });
}

test("every player has a roof of another shape", () => {
    expect(new Set(LOOKS.map((look) => look.roof)).size).toBe(6);
});

test("at a table everybody has the look they chose, and without one the look of their seat", () => {
    const seat = { seat: 0, colour: "red", nickname: "Anna", bot: null, held: true, muted: false, here: true } as const;
    const hide = shown.show({ id: "t", seats: [{ ...seat, look: 5 }] });
    expect(lookOf(0)).toBe(LOOKS[5]);
    hide();
    expect(lookOf(0)).toBe(LOOKS[0]);
    expect(() => lookOf(6)).toThrow(RangeError);
});
