import { beforeEach, expect, test } from "vitest";
import { MapGestures } from "./gestures";
import type { Point } from "./viewport";

interface Sheet {
    getBoundingClientRect: () => { left: number; top: number };
    setPointerCapture: (id: number) => void;
}

let pans: Point[];
let zooms: { factor: number; at: Point }[];
let captured: number[];
let gestures: MapGestures;
const sheet: Sheet = {
    getBoundingClientRect: () => ({ left: 100, top: 50 }),
    setPointerCapture: (id) => captured.push(id),
};

beforeEach(() => {
    [pans, zooms, captured] = [[], [], []];
    gestures = new MapGestures({ pan: (by) => pans.push(by), zoom: (factor, at) => zooms.push({ factor, at }) });
});

const finger = (x: number, y: number, pointerId = 1, pointerType = "touch"): PointerEvent =>
    ({ currentTarget: sheet, clientX: x, clientY: y, pointerId, pointerType, button: 0 }) as unknown as PointerEvent;
const tap = (x: number, y: number, timeStamp: number): MouseEvent =>
    ({ currentTarget: sheet, clientX: x, clientY: y, timeStamp }) as unknown as MouseEvent;

test("a hand that trembles does not drag, and one that moves does", () => {
    gestures.down(finger(200, 200));
    gestures.move(finger(205, 203));
    expect([gestures.moved, pans]).toEqual([false, []]);
    gestures.move(finger(230, 200));
    expect(gestures.moved).toBe(true);
    expect(pans).toEqual([{ x: 30, y: 0 }]);
    expect(captured).toEqual([1]);
});

test("after a drag the next press counts as a click again", () => {
    gestures.down(finger(200, 200));
    gestures.move(finger(260, 200));
    gestures.up(finger(260, 200));
    gestures.down(finger(260, 200));
    expect(gestures.moved).toBe(false);
});

test("two fingers that part zoom in around the point between them", () => {
    gestures.down(finger(200, 200, 1));
    gestures.down(finger(300, 200, 2));
    gestures.move(finger(400, 200, 2));
    expect(zooms).toEqual([{ factor: 2, at: { x: 200, y: 150 } }]);
    expect(pans).toEqual([{ x: 50, y: 0 }]);
    expect(captured).toEqual([1, 2]);
});

test("two fingers that go the same way move the map without zooming in the end", () => {
    gestures.down(finger(200, 200, 1));
    gestures.down(finger(300, 200, 2));
    gestures.move(finger(300, 240, 2));
    gestures.move(finger(200, 240, 1));
    expect(zooms.reduce((product, { factor }) => product * factor, 1)).toBeCloseTo(1);
    expect(pans.reduce((sum, { y }) => sum + y, 0)).toBe(40);
});

test("a mouse without its button down moves nothing", () => {
    gestures.move(finger(300, 300, 1, "mouse"));
    expect(pans).toEqual([]);
});

test("the second of two quick taps at one place zooms in, a late or distant one does not", () => {
    gestures.tap(tap(200, 200, 0));
    gestures.tap(tap(205, 200, 200));
    expect(zooms).toHaveLength(1);
    gestures.tap(tap(205, 200, 1000));
    gestures.tap(tap(205, 200, 2000));
    gestures.tap(tap(300, 200, 2100));
    expect(zooms).toHaveLength(1);
});
