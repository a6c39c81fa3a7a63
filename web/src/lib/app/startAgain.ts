/** A file of the page could not be loaded: load the page again, once; then say so. */

const KEY = "kilowatt started again";

/** What cannot be loaded may be the language, so index.html has the sentence. */
export function startAgain(error: unknown): void {
    console.error(error);
    if (isFirstTime()) location.reload();
    else document.getElementById("failed")?.removeAttribute("hidden");
}

function isFirstTime(): boolean {
    try {
        const isFirst = sessionStorage.getItem(KEY) === null;
        if (isFirst) sessionStorage.setItem(KEY, "");
        else sessionStorage.removeItem(KEY); // whoever presses the link gets two attempts
        return isFirst;
    } catch {
        return false; // a browser that stores nothing could go on for ever
    }
}
