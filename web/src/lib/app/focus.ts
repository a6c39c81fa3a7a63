/** When a focused control disappears, move the focus to a heading nearby instead of the top of the page. */

import type { Attachment } from "svelte/attachments";

const HEADING = ":is(h1, h2, h3)[tabindex]";

/** For a part of the page whose controls come and go. It has a heading with a tabindex of -1. */
export const keepsFocus: Attachment<HTMLElement> = (part) => {
    let held: HTMLElement | null = null;
    const take = (event: FocusEvent): void => {
        held = event.target as HTMLElement;
    };
    // Browsers differ in whether they fire an event when the focused element is removed or disabled for a moment.
    const release = (): void =>
        queueMicrotask(() => {
            if (held?.isConnected === true && held !== document.activeElement && !isDisabled(held)) held = null;
        });
    const look = new MutationObserver(() => {
        if (held === null || !isFree()) return;
        if (!held.isConnected) focusHeading(part);
        else if (!isDisabled(held)) held.focus({ preventScroll: true });
    });
    part.addEventListener("focusin", take);
    part.addEventListener("focusout", release);
    look.observe(part, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
        look.disconnect();
        part.removeEventListener("focusin", take);
        part.removeEventListener("focusout", release);
    };
};

export function focusHeading(part: HTMLElement | undefined): void {
    part?.querySelector<HTMLElement>(HEADING)?.focus({ preventScroll: true });
}

const isDisabled = (control: HTMLElement): boolean => control.matches(":disabled");

/** Nothing has the focus. */
export function isFree(): boolean {
    return document.activeElement === null || document.activeElement === document.body;
}
