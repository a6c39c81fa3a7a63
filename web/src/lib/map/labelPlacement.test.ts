import { expect, test } from "vitest";
import cases from "../../../../tests/cli/label_cases.json";
import { Label, overlap, settle } from "./labelPlacement";
import { boxAt } from "./viewport";

const at = (x: number, cost = 0) => ({ box: boxAt({ x, y: 0 }, 10, 10), cost });

test("boxes that only touch share no area", () => {
    expect(overlap(boxAt({ x: 0, y: 0 }, 10, 10), boxAt({ x: 10, y: 0 }, 10, 10))).toBe(0);
    expect(overlap(boxAt({ x: 0, y: 0 }, 10, 10), boxAt({ x: 6, y: 8 }, 10, 10))).toBe(8);
});

test("a label alone takes its cheapest place", () => {
    const label = new Label([at(50, 9), at(0, 1)]);
    settle([label]);
    expect(label.box).toEqual(at(0).box);
});

test("a label makes way for one that cannot move", () => {
    const [fixed, free] = [new Label([at(0)]), new Label([at(2, 0), at(40, 5)])];
    settle([fixed, free]);
    expect(free.box).toEqual(at(40).box);
    expect(free.collides).toBe(false);
});

test("the one with nowhere else to go is let in by the one that has", () => {
    const [first, second] = [new Label([at(0, 0), at(40, 5)]), new Label([at(1)])];
    settle([first, second]);
    expect([first.box, second.box]).toEqual([at(40).box, at(1).box]);
});

test("a lack of room is reported", () => {
    const labels = [new Label([at(0)]), new Label([at(3)])];
    settle(labels);
    expect(labels.map((label) => label.collides)).toEqual([true, true]);
});

test.each(cases)("labels are placed as in the pictures of kilowatt.drawing (%#)", ({ gap, labels, placed }) => {
    const found = labels.map(
        (places) =>
            new Label(
                places.map(([cost = 0, left = 0, top = 0, right = 0, bottom = 0]) => ({
                    cost,
                    box: { left, top, right, bottom },
                })),
            ),
    );
    settle(found, gap);
    expect(found.map(({ box }) => [box.left, box.top, box.right, box.bottom])).toEqual(placed);
});
