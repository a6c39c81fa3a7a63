import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcement } from "./announcement.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a restart is announced until it comes", () => {
    announcement.tell({ type: "announcement", restart_in: 60, text: "New version" });
    expect(announcement.restartAt).toBe(Date.now() + 60_000);
    expect(announcement.text).toBe("New version");
    vi.advanceTimersByTime(61_000);
    expect(announcement.restartAt).toBeNull();
});

test("it can be taken back", () => {
    announcement.tell({ type: "announcement", restart_in: 60, text: "" });
    announcement.tell({ type: "announcement", restart_in: null, text: "" });
    expect(announcement.restartAt).toBeNull();
});

test("an announcement that was put away stays away, and another one is shown", () => {
    announcement.tell({ type: "announcement", restart_in: 60, text: "" });
    announcement.close();
    vi.advanceTimersByTime(10_000);
    announcement.tell({ type: "announcement", restart_in: 50, text: "" });
    expect(announcement.restartAt).toBeNull();
    announcement.tell({ type: "announcement", restart_in: 600, text: "" });
    expect(announcement.restartAt).not.toBeNull();
});
