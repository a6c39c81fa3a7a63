import { expect, test } from "vitest";
import { sameArray } from "./sameArray";

test("an array with the same elements is the one from before", () => {
    const same = sameArray<number>();
    const first = same([1, 2]);
    expect(same([1, 2])).toBe(first);
    expect(same([2, 1])).toEqual([2, 1]);
    expect(same([2, 1, 3])).toEqual([2, 1, 3]);
    expect(same([])).toEqual([]);
});
