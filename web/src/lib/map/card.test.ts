import { expect, test } from "vitest";
import { cardAt } from "./card";

const SCREEN = { width: 400, height: 400 };
const CARD = { width: 120, height: 80 };
const AWAY = { x: 20, y: 15 };

test("a card lies to the right of its city, level with it", () => {
    expect(cardAt({ x: 100, y: 200 }, CARD, SCREEN, AWAY)).toEqual({ x: 120, y: 160 });
});

test("at the right edge a card lies to the left", () => {
    expect(cardAt({ x: 350, y: 200 }, CARD, SCREEN, AWAY)).toEqual({ x: 210, y: 160 });
});

test("between two near edges a card lies above or below", () => {
    const narrow = { width: 200, height: 400 };
    expect(cardAt({ x: 100, y: 300 }, CARD, narrow, AWAY)).toEqual({ x: 40, y: 205 });
    expect(cardAt({ x: 100, y: 50 }, CARD, narrow, AWAY)).toEqual({ x: 40, y: 65 });
});

test("a card is never cut off by the edge of the screen", () => {
    expect(cardAt({ x: 100, y: 2 }, CARD, SCREEN, AWAY).y).toBe(6);
});
