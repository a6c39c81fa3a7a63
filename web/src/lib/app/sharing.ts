/** Sharing a link: by copying it, or with the device's share menu. */

export function canShare(): boolean {
    return typeof navigator.share === "function";
}

/** Returns whether it was shared; cancelling is not an error. */
export async function share(link: string, title: string): Promise<void> {
    await navigator.share({ title, url: link }).catch(() => undefined);
}

/** Copy a text; returns whether it worked. Pages without https need the old method. */
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
    // Next to the focused element, so that an open dialog does not make the field unreachable.
    const focused = document.activeElement;
    (focused?.parentElement ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
}
