/** Giving a link away: by copying it, or by whatever the device shares with. */

export function canShare(): boolean {
    return typeof navigator.share === "function";
}

/** Whether it came to that; whoever thinks better of it has not failed. */
export async function share(link: string, title: string): Promise<void> {
    await navigator.share({ title, url: link }).catch(() => undefined);
}

/** Copy a text; whether it worked. Pages without https may only do it the old way. */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyBySelecting(text);
    }
}

function copyBySelecting(text: string): boolean {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    // Beside what had the focus, so that an open dialog does not keep the field out of reach.
    const focused = document.activeElement;
    (focused?.parentElement ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
}
