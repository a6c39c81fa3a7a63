import { expect, test } from "vitest";
import { popupPosition } from "./popup";

const SCREEN = { width: 400, height: 400 };
const POPUP = { width: 120, height: 80 };
const AWAY = { x: 20, y: 15 };

test("a popup lies to the right of its city, level with it", () => {
    expect(popupPosition({ x: 100, y: 200 }, POPUP, SCREEN, AWAY)).toEqual({ x: 120, y: 160 });
});

test("at the right edge a popup lies to the left", () => {
    expect(popupPosition({ x: 350, y: 200 }, POPUP, SCREEN, AWAY)).toEqual({ x: 210, y: 160 });
});

test("between two near edges a popup lies above or below", () => {
    const narrow = { width: 200, height: 400 };
    expect(popupPosition({ x: 100, y: 300 }, POPUP, narrow, AWAY)).toEqual({ x: 40, y: 205 });
    expect(popupPosition({ x: 100, y: 50 }, POPUP, narrow, AWAY)).toEqual({ x: 40, y: 65 });
});

test("a popup is never cut off by the edge of the screen", () => {
    expect(popupPosition({ x: 100, y: 2 }, POPUP, SCREEN, AWAY).y).toBe(6);
});

test("a popup covers no city that could be pressed next, if there is such a place", () => {
    const place = { x: 200, y: 200 };
    expect(popupPosition(place, POPUP, SCREEN, AWAY, [{ x: 260, y: 200 }])).toEqual({ x: 60, y: 160 });
    const around = [
        { x: 260, y: 200 },
        { x: 140, y: 200 },
        { x: 200, y: 150 },
        { x: 200, y: 250 },
    ];
    expect(popupPosition(place, POPUP, SCREEN, { x: 30, y: 20 }, around)).toEqual({ x: 230, y: 100 });
});

test("where every place beside the city has another one, a popup goes to the edge of the screen", () => {
    const place = { x: 200, y: 200 };
    const ring = [120, 160, 200, 240, 280].flatMap((x) => [130, 170, 200, 230, 270].map((y) => ({ x, y })));
    const others = ring.filter(({ x, y }) => Math.hypot(x - place.x, y - place.y) > 20);
    expect(popupPosition(place, POPUP, SCREEN, AWAY, others)).toEqual({ x: 6, y: 6 });
    const crowded = [...others, { x: 60, y: 40 }, { x: 200, y: 40 }, { x: 340, y: 40 }];
    expect(popupPosition(place, POPUP, SCREEN, AWAY, crowded)).toEqual({ x: 6, y: 314 });
});
