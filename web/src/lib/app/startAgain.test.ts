import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAgain } from "./startAgain";

const reload = vi.fn();

beforeEach(() => {
    sessionStorage.clear();
    document.body.innerHTML = '<p id="failed" hidden></p>';
    vi.stubGlobal("location", { reload });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
    reload.mockClear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

const isTold = () => document.getElementById("failed")?.hidden === false;

test("a page that cannot be loaded is loaded again once, and then says so", () => {
    startAgain(new Error("a file"));
    expect([reload.mock.calls.length, isTold()]).toEqual([1, false]);
    startAgain(new Error("a file"));
    expect([reload.mock.calls.length, isTold()]).toEqual([1, true]);
});

test("where nothing is stored, it says so at once", () => {
    vi.stubGlobal("sessionStorage", undefined);
    startAgain(new Error("a file"));
    expect([reload.mock.calls.length, isTold()]).toEqual([0, true]);
});
