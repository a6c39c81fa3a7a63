/** Alert a player who may be looking elsewhere: page title, a sound, and a notification if allowed. */

import { isSite } from "../app/address";
import { preferences } from "../app/preferences.svelte";
import { playSound } from "./sounds";

let pageTitle = "Kilowatt";
let turnText: string | null = null;

function updateTitle(): void {
    const title = turnText === null ? pageTitle : `● ${turnText} · ${pageTitle}`;
    if (document.title !== title) document.title = title;
}

/** Set the title of the page; during an alert it follows the text of the alert. */
export function setPageTitle(title: string): void {
    pageTitle = title;
    updateTitle();
}

/** It is somebody's turn here: show it until `clearTurnAlert`. `text` goes into the title and the notification. */
export function showTurnAlert(text: string): void {
    turnText = text;
    updateTitle();
    playSound("turn");
    if (document.hidden) notify(text);
}

/** It is no longer anybody's turn here. */
export function clearTurnAlert(): void {
    turnText = null;
    updateTitle();
}

/** The permission for notifications: `unknown` if the browser has none, else the user's answer. */
export function notificationPermission(): NotificationPermission | "unknown" {
    return typeof Notification === "undefined" ? "unknown" : Notification.permission;
}

/** Ask the person to allow notifications, on the click that needs them; returns whether they are allowed. */
export async function requestNotificationPermission(): Promise<boolean> {
    if (notificationPermission() === "unknown") return false;
    try {
        return (await Notification.requestPermission()) === "granted";
    } catch {
        return false; // browsers allow none on an insecure address
    }
}

function notify(text: string): void {
    if (!preferences.notifications || notificationPermission() !== "granted") return;
    try {
        // One at a time: the next notification replaces this one.
        const note = new Notification("Kilowatt", { body: text, tag: "turn", icon: isSite ? "icon.svg" : "/icon.svg" });
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // phones only allow notifications from service workers: title and sound have to do
    }
}
