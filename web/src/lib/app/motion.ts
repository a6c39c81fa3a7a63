import { flip } from "svelte/animate";

/** How long a movement takes: none if the user prefers no motion. */
export function duration(ms: number): number {
    const isStill =
        document.documentElement.dataset["motion"] === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill ? 0 : ms;
}

/** To its new place in a list; at once where it was or is hidden, since then it has no place to come from or go to. */
export function glide(node: Element, { from, to }: { from: DOMRect; to: DOMRect }): ReturnType<typeof flip> {
    const isSeen = from.width > 0 && to.width > 0;
    return flip(node, { from, to }, { duration: isSeen ? duration(400) : 0 });
}

/** Draw attention to what these selectors find, for a moment. */
export function flash(selectors: readonly string[]): void {
    for (const node of document.querySelectorAll(selectors.join(", ") || ":not(*)")) {
        node.animate(
            [{ filter: "none" }, { filter: "drop-shadow(0 0 6px gold) brightness(1.6)" }, { filter: "none" }],
            { duration: 900, iterations: 2 },
        );
        node.scrollIntoView({ block: "nearest" });
    }
}
