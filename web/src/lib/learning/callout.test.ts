import { describe, expect, it } from "vitest";
import { arrowBetween, doMeet, placeCallout } from "./callout";

const SCREEN = { width: 800, height: 600 };
const SIZE = { width: 200, height: 100 };
const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
});
type Box = ReturnType<typeof box>;
function placed(target: Box, controls: Box[] = [], kept: Box[] = []): Box {
    const { x, y } = placeCallout(target, SIZE, SCREEN, controls, kept);
    return box(x, y, SIZE.width, SIZE.height);
}

describe("a callout", () => {
    it("stands beside what it points at, on the screen, wherever that is", () => {
        for (const [left, top] of [
            [0, 0],
            [760, 0],
            [380, 280],
            [0, 570],
            [760, 570],
        ] as const) {
            const target = box(left, top, 40, 30);
            const callout = placed(target);
            expect(doMeet(callout, target)).toBe(false);
            expect(doMeet(callout, box(left - 80, top - 80, 200, 190))).toBe(true);
            expect(Math.min(callout.left, callout.top)).toBeGreaterThan(0);
            expect(callout.right).toBeLessThanOrEqual(SCREEN.width);
            expect(callout.bottom).toBeLessThanOrEqual(SCREEN.height);
        }
    });

    it("goes further away rather than over a control", () => {
        const target = box(0, 500, 800, 100);
        const control = box(0, 350, 800, 120);
        expect(doMeet(placed(target, [control]), control)).toBe(false);
    });

    it("covers controls rather than what it points at", () => {
        const target = box(0, 0, 800, 300);
        expect(doMeet(placed(target, [box(0, 300, 800, 300)]), target)).toBe(false);
    });

    it("covers controls rather than what must stay in sight", () => {
        const [target, controls, turn] = [box(0, 0, 800, 200), box(0, 400, 800, 200), box(0, 200, 800, 200)];
        expect(doMeet(placed(target, [controls], [turn]), turn)).toBe(false);
        expect(doMeet(placed(target, [controls, turn]), turn)).toBe(true);
    });

    it("has an arrow from its edge to the edge of what it points at", () => {
        expect(arrowBetween(box(100, 100, 200, 100), box(150, 240, 20, 20))).toEqual({
            from: { x: 160, y: 200 },
            to: { x: 160, y: 240 },
        });
        expect(arrowBetween(box(100, 100, 200, 100), box(318, 224, 20, 20))).toEqual({
            from: { x: 300, y: 200 },
            to: { x: 318, y: 224 },
        });
    });

    it("has only a short pointer towards what is far away", () => {
        expect(arrowBetween(box(100, 100, 200, 100), box(150, 500, 20, 20))).toEqual({
            from: { x: 160, y: 200 },
            to: { x: 160, y: 214 },
        });
    });
});
