/** Keyboard shortcuts: buttons and links declare their key in `aria-keyshortcuts`, and this finds them. */

import { preferences } from "./preferences.svelte";

/** All keys of a table, as the page lists them, and what they do: `ui.keys.…`. */
export const KEYS = [
    ["Enter", "confirm"],
    ["Space", "skip"],
    ["U", "undo"],
    ["H", "hint"],
    ["B", "bid"],
    ["P", "pass"],
    ["← ↑ → ↓", "move"],
    ["+ − 0", "zoom"],
    ["R", "rules"],
    ["C", "card"],
    ["Esc", "close"],
    ["?", "keys"],
] as const;

const TYPING = "input, select, textarea, [contenteditable]";
const PRESSABLE = `a[href], button, summary, [role=button], [tabindex]:not([tabindex="-1"]), ${TYPING}`;

/** The control this key presses, if any. Typing, and keys that a focused control handles, are left alone. */
export function shortcutTarget(event: KeyboardEvent): HTMLElement | null {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
    const key = keyOf(event);
    if (key.length === 1 && !preferences.letters) return null;
    const taker = event.target instanceof Element ? event.target.closest(isPress(key) ? PRESSABLE : TYPING) : null;
    if (taker !== null && !(isPress(key) && focusIsClicked() && !taker.matches(TYPING))) return null;
    if (document.querySelector("dialog[open]") !== null) return null;
    return document.querySelector<HTMLElement>(
        `:is(a, button:not(:disabled))[aria-keyshortcuts~="${CSS.escape(key)}"]`,
    );
}

const isPress = (key: string): boolean => key === "Enter" || key === "Space";

/** The focus is where somebody has clicked, not where keys have moved it: Enter then confirms. */
export const focusIsClicked = (): boolean => isClicked;

let isPointing = false;
let isClicked = false;
addEventListener("pointerdown", () => (isPointing = isClicked = true), true);
addEventListener("pointerup", () => (isPointing = false), true);
addEventListener("focusin", () => (isClicked = isPointing), true);

/** Letters by their character; on keyboards without Latin letters, by their position. */
function keyOf({ key, code }: KeyboardEvent): string {
    return /^[a-z]$/i.test(key) || !/^Key[A-Z]$/.test(code) ? capital(key) : code.slice("Key".length);
}

const capital = (key: string): string => (key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key);
