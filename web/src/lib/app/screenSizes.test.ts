import { expect, test } from "vitest";
import { screenScale } from "./screenSizes";

test("nothing grows up to the size of a laptop", () => {
    expect(screenScale(390, 844)).toBe(1);
    expect(screenScale(1440, 900)).toBe(1);
});

test("everything grows with a larger screen", () => {
    const scales = [screenScale(1920, 1080), screenScale(2560, 1440), screenScale(3840, 2160)];
    expect(scales).toEqual([1.2, 1.6, 2.4]);
});

test("a wide, low screen has no room to grow", () => {
    expect(screenScale(3440, 880)).toBe(1);
});
