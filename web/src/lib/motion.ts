/** How long a movement takes: no time at all for whoever wants none. */
export function duration(ms: number): number {
    const isStill =
        document.documentElement.dataset["motion"] === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill ? 0 : ms;
}
