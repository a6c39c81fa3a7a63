import { expect, test } from "vitest";
import { freeEdge } from "./freeEdge";
import { boxAt } from "./viewport";

const MAP = { left: 0, top: 40, right: 800, bottom: 640 };
const MESSAGE = { width: 300, height: 30 };
const city = (x: number, y: number) => boxAt({ x, y }, 40, 20);

test("a message stays at its edge as long as it does not cover its city", () => {
    expect(freeEdge("top", MESSAGE, MAP, [])).toBe("top");
    expect(freeEdge("top", MESSAGE, MAP, [city(400, 300)])).toBe("top");
    expect(freeEdge("bottom", MESSAGE, MAP, [city(400, 300)])).toBe("bottom");
    expect(freeEdge("top", MESSAGE, MAP, [city(100, 60)])).toBe("top");
});

test("it goes to the other edge where it would cover its city, or the name beside it", () => {
    expect(freeEdge("top", MESSAGE, MAP, [city(400, 70)])).toBe("bottom");
    expect(freeEdge("top", MESSAGE, MAP, [city(400, 100)])).toBe("bottom");
    expect(freeEdge("bottom", MESSAGE, MAP, [city(300, 620)])).toBe("top");
});

test("where both edges have a city, it covers what it covers less", () => {
    expect(freeEdge("top", MESSAGE, MAP, [city(400, 60), city(560, 620)])).toBe("bottom");
});
