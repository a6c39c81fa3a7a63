/** Alert a player who may be looking elsewhere: page title, a sound, and a notification if allowed. */

import { preferences } from "../preferences.svelte";
import { play } from "./sounds";

let screen = "Kilowatt";
let call: string | null = null;

function entitle(): void {
    document.title = call === null ? screen : `● ${call} · ${screen}`;
}

/** The current page title. */
export function nameScreen(name: string): void {
    screen = name;
    entitle();
}

/** It is somebody's turn here: show it until `callOff`. `text` goes into the title and the notification. */
export function callToTurn(text: string): void {
    call = text;
    entitle();
    play("turn");
    if (document.hidden) notify(text);
}

/** It is no longer anybody's turn here. */
export function callOff(): void {
    call = null;
    entitle();
}

/** The permission for notifications: `unknown` if the browser has none, else the user's answer. */
export function permission(): NotificationPermission | "unknown" {
    return typeof Notification === "undefined" ? "unknown" : Notification.permission;
}

/** Ask the person to allow notifications, on the click that needs them; returns whether they are allowed. */
export async function askPermission(): Promise<boolean> {
    if (permission() === "unknown") return false;
    try {
        return (await Notification.requestPermission()) === "granted";
    } catch {
        return false; // browsers allow none on an insecure address
    }
}

function notify(text: string): void {
    if (!preferences.notifications || permission() !== "granted") return;
    try {
        // One at a time: the next call takes the place of this one.
        const note = new Notification("Kilowatt", { body: text, tag: "turn", icon: "/icon.svg" });
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // phones only allow notifications from service workers: title and sound have to do
    }
}
