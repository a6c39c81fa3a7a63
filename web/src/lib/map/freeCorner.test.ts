import { expect, test } from "vitest";
import { cornerBox, freeCorner } from "./freeCorner";

const SCREEN = { width: 400, height: 300 };
const BUTTONS = { width: 30, height: 90 };

test("buttons lie in the lower right corner if no city is there", () => {
    expect(freeCorner([{ x: 200, y: 150 }], BUTTONS, SCREEN)).toBe("bottom-right");
    expect(cornerBox("bottom-right", BUTTONS, SCREEN)).toEqual({ left: 362, top: 202, right: 392, bottom: 292 });
});

test("buttons make way for a city", () => {
    expect(freeCorner([{ x: 380, y: 250 }], BUTTONS, SCREEN)).toBe("bottom-left");
    const both = [
        { x: 380, y: 250 },
        { x: 20, y: 250 },
    ];
    expect(freeCorner(both, BUTTONS, SCREEN)).toBe("top-right");
});
