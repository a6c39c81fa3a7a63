/** Calling somebody who may look elsewhere: the title of the page, a sound, and a notification if it is allowed. */

import { preferences } from "./preferences.svelte";
import { play } from "./sounds";

let screen = "Kilowatt";
let call: string | null = null;

function entitle(): void {
    document.title = call === null ? screen : `● ${call} · ${screen}`;
}

/** What the page is called now. */
export function nameScreen(name: string): void {
    screen = name;
    entitle();
}

/** It is somebody's turn here: say so until `callOff`. `text` is in the title, and is what a notification says. */
export function callToTurn(text: string): void {
    call = text;
    entitle();
    play("turn");
    if (document.hidden) notify(text);
}

/** Nobody here is waited for any more. */
export function callOff(): void {
    call = null;
    entitle();
}

/** What the browser says about notifications: `unknown` to it altogether, or as the person has answered. */
export function permission(): NotificationPermission | "unknown" {
    return typeof Notification === "undefined" ? "unknown" : Notification.permission;
}

/** Ask the person to allow notifications, on the click that wants them; whether they are. */
export async function askPermission(): Promise<boolean> {
    if (permission() === "unknown") return false;
    try {
        return (await Notification.requestPermission()) === "granted";
    } catch {
        return false; // an insecure address: browsers allow none there
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
        // phones know notifications only from service workers: title and sound have to do
    }
}
