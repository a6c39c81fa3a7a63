import { expect, test } from "vitest";
import { fitting, held, isSame, onScreen, panned, revealing, zoomed } from "./viewport";

const SIZE = { width: 1000, height: 500 };
const MARGIN = { across: 50, above: 25 };

test("the cities fill the screen but for the margin", () => {
    const viewport = fitting(
        [
            { x: 0, y: 0 },
            { x: 1000, y: 900 },
        ],
        SIZE,
        MARGIN,
    );
    expect(viewport).toEqual({ scale: 0.5, x: 500, y: 450 });
    expect(onScreen({ x: 500, y: 0 }, viewport, SIZE)).toEqual({ x: 500, y: 25 });
});

test("a few close cities are not blown up", () => {
    expect(fitting([{ x: 5, y: 5 }], SIZE, MARGIN).scale).toBe(1.4);
});

test("a viewport never shows more than is drawn, unless it is larger than that", () => {
    const drawn = { left: 0, top: 0, right: 3000, bottom: 400 };
    expect(held({ scale: 1, x: 100, y: 100 }, SIZE, drawn)).toEqual({ scale: 1, x: 500, y: 200 });
    expect(held({ scale: 1, x: 2900, y: 300 }, SIZE, drawn)).toEqual({ scale: 1, x: 2500, y: 200 });
});

test("what is under the pointer stays there while zooming", () => {
    const before = { scale: 1, x: 500, y: 250 };
    const at = { x: 800, y: 100 };
    const after = zoomed(before, SIZE, 2, at, 0.1);
    expect(after.scale).toBe(2);
    expect(onScreen({ x: 800, y: 100 }, after, SIZE)).toEqual(at);
});

test("zooming ends where letters would be huge and where all is seen", () => {
    expect(zoomed({ scale: 1, x: 0, y: 0 }, SIZE, 99, { x: 0, y: 0 }, 0.3).scale).toBe(2.6);
    expect(zoomed({ scale: 1, x: 0, y: 0 }, SIZE, 0.01, { x: 0, y: 0 }, 0.3).scale).toBe(0.3);
});

test("the map follows the hand that drags it", () => {
    expect(panned({ scale: 2, x: 100, y: 100 }, { x: 20, y: -10 })).toEqual({ scale: 2, x: 90, y: 105 });
});

test("a city out of sight is brought in as far as the edge, and one in sight moves nothing", () => {
    const viewport = { scale: 1, x: 500, y: 250 };
    const moved = revealing(viewport, SIZE, { x: 1200, y: 250 }, 50);
    expect(onScreen({ x: 1200, y: 250 }, moved, SIZE)).toEqual({ x: 950, y: 250 });
    expect(isSame(revealing(viewport, SIZE, { x: 600, y: 300 }, 50), viewport)).toBe(true);
});
