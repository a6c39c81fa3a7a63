/** Sharing a link or a file: by copying it, or with the device's share menu. */

export function canShare(): boolean {
    return typeof navigator.share === "function";
}

/** Returns whether it was shared; cancelling is not an error. */
export async function share(link: string, title: string): Promise<void> {
    await navigator.share({ title, url: link }).catch(() => undefined);
}

/** Share a file with the device's share menu, or save it where there is none. */
export async function shareFile(file: File): Promise<void> {
    if (!canShare() || !navigator.canShare({ files: [file] })) return save(file);
    try {
        await navigator.share({ files: [file] });
    } catch (error) {
        // Cancelling is not an error; a browser that refuses to share can still save.
        if (!(error instanceof DOMException && error.name === "AbortError")) save(file);
    }
}

/** Save a file on the device. */
export function save(file: File): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    // Not at once: the browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
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
