import { expect, test, vi } from "vitest";
import { whenLoaded } from "./loading";

test("what has been loaded is shown, and a failure is told", async () => {
    const [show, fail] = [vi.fn(), vi.fn()];
    whenLoaded(Promise.resolve(7), show, fail);
    whenLoaded(Promise.reject(new Error("lost")), show, fail);
    await Promise.resolve();
    expect(show.mock.calls).toEqual([[7]]);
    expect(fail).toHaveBeenCalledOnce();
});

test("what is no longer wanted is not shown, and its failure is not told", async () => {
    const [show, fail] = [vi.fn(), vi.fn()];
    for (const loading of [Promise.resolve(7), Promise.reject(new Error("lost"))]) whenLoaded(loading, show, fail)();
    await Promise.resolve();
    expect(show).not.toHaveBeenCalled();
    expect(fail).not.toHaveBeenCalled();
});
