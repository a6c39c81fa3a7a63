/** Keys that press buttons and links: these say which key in `aria-keyshortcuts`, and this finds them. */

import { preferences } from "./preferences.svelte";

const TYPING = "input, select, textarea, [contenteditable]";
const PRESSABLE = `a[href], button, summary, [role=button], [tabindex]:not([tabindex="-1"]), ${TYPING}`;

/** What this key presses, if anything. Whoever types, or presses something else, is left alone. */
export function pressedBy(event: KeyboardEvent): HTMLElement | null {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
    const key = keyOf(event);
    const isLetter = key !== "Enter";
    if (isLetter && !preferences.letters) return null;
    if (event.target instanceof Element && event.target.closest(isLetter ? TYPING : PRESSABLE) !== null) return null;
    if (document.querySelector("dialog[open]") !== null) return null;
    return document.querySelector<HTMLElement>(
        `:is(a, button:not(:disabled))[aria-keyshortcuts~="${CSS.escape(key)}"]`,
    );
}

/** Letters by what they say; where a keyboard has no Latin ones, by where they are. */
function keyOf({ key, code }: KeyboardEvent): string {
    return /^[a-z]$/i.test(key) || !/^Key[A-Z]$/.test(code) ? capital(key) : code.slice("Key".length);
}

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);
