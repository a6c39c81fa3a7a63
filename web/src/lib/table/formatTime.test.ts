import { expect, test } from "vitest";
import { formatTime } from "./formatTime";

test("a clock shows minutes and seconds, and hours where there are any", () => {
    expect([0.2, 9, 59.5, 60, 750, 86_399].map(formatTime)).toEqual([
        "0:01",
        "0:09",
        "1:00",
        "1:00",
        "12:30",
        "23:59:59",
    ]);
});

test("a clock stops at zero", () => {
    expect(formatTime(-3)).toBe("0:00");
});
