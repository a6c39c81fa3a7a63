import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askPermission, callOff, callToTurn, nameScreen, permission } from "./calling";
import { preferences } from "../preferences.svelte";

const sent = vi.fn();

function browserSays(answer: NotificationPermission): void {
    class Note {
        static permission = answer;
        static requestPermission = (): Promise<NotificationPermission> => Promise.resolve(answer);
        constructor(...options: unknown[]) {
            sent(...options);
        }
    }
    vi.stubGlobal("Notification", Note);
}

beforeEach(() => {
    sent.mockReset();
    preferences.notifications = true;
    nameScreen("Germany");
});
afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    callOff();
});

test("the title calls to the turn until it is over", () => {
    callToTurn("Your turn");
    expect(document.title).toBe("● Your turn · Germany");
    nameScreen("Rules");
    expect(document.title).toBe("● Your turn · Rules");
    callOff();
    expect(document.title).toBe("Rules");
});

test("a notification comes only while the page is hidden and allowed to", () => {
    browserSays("granted");
    callToTurn("Your turn");
    expect(sent).not.toHaveBeenCalled();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    callToTurn("Your turn");
    expect(sent).toHaveBeenCalledOnce();
    browserSays("denied");
    callToTurn("Your turn");
    preferences.notifications = false;
    browserSays("granted");
    callToTurn("Your turn");
    expect(sent).toHaveBeenCalledOnce();
});

test("a browser without notifications allows none and breaks nothing", async () => {
    vi.stubGlobal("Notification", undefined);
    expect(permission()).toBe("unknown");
    expect(await askPermission()).toBe(false);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    expect(() => callToTurn("Your turn")).not.toThrow();
});

test("the browser asks once for a permission that is given", async () => {
    browserSays("granted");
    expect(await askPermission()).toBe(true);
    browserSays("denied");
    expect(await askPermission()).toBe(false);
});
