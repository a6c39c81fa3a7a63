import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
    clearTurnAlert,
    notificationPermission,
    requestNotificationPermission,
    setPageTitle,
    showTurnAlert,
} from "./turnAlert";
import { preferences } from "../app/preferences.svelte";

const sent = vi.fn();

function stubNotifications(answer: NotificationPermission): void {
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
    setPageTitle("Germany");
});
afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    clearTurnAlert();
});

test("the title shows the turn until it is over", () => {
    showTurnAlert("Your turn");
    expect(document.title).toBe("● Your turn · Germany");
    setPageTitle("Rules");
    expect(document.title).toBe("● Your turn · Rules");
    clearTurnAlert();
    expect(document.title).toBe("Rules");
});

test("a notification comes only while the page is hidden and allowed to", () => {
    stubNotifications("granted");
    showTurnAlert("Your turn");
    expect(sent).not.toHaveBeenCalled();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    showTurnAlert("Your turn");
    expect(sent).toHaveBeenCalledOnce();
    stubNotifications("denied");
    showTurnAlert("Your turn");
    preferences.notifications = false;
    stubNotifications("granted");
    showTurnAlert("Your turn");
    expect(sent).toHaveBeenCalledOnce();
});

test("a browser without notifications allows none and breaks nothing", async () => {
    vi.stubGlobal("Notification", undefined);
    expect(notificationPermission()).toBe("unknown");
    expect(await requestNotificationPermission()).toBe(false);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    expect(() => showTurnAlert("Your turn")).not.toThrow();
});

test("the browser asks once for a permission that is given", async () => {
    stubNotifications("granted");
    expect(await requestNotificationPermission()).toBe(true);
    stubNotifications("denied");
    expect(await requestNotificationPermission()).toBe(false);
});
