/** What this browser stores for the page, on a static site. */

/** Browsers may clear what sites store when a disk is full, but not what the user has agreed to keep. */
export function askToKeepStorage(): void {
    if (!("storage" in navigator)) return; // over plain HTTP
    // Whoever says no plays all the same.
    void navigator.storage.persist().catch(() => false);
}

/** The bytes in use; null where the browser does not say. */
export async function usedStorage(): Promise<number | null> {
    try {
        return (await navigator.storage.estimate()).usage ?? null;
    } catch {
        return null;
    }
}
