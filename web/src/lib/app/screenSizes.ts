/** Where the layouts change. The styles of the components have the same numbers: CSS cannot read them from here. */

/** One part of the table at a time beside the map: a phone, or a desktop at 200 % zoom. */
export const PHONE = "(max-width: 900px), (max-height: 560px)";
/** A phone on its side: low, and wide enough for the map and the question beside one another. */
export const LANDSCAPE = "(max-height: 560px) and (min-width: 560px)";

/** From this size on, everything grows with the screen. */
const USUAL = { width: 1600, height: 900 };

/** How much larger than usual everything is drawn on a large screen, to be read from two metres. */
export function screenScale(width: number, height: number): number {
    const room = Math.min(width / USUAL.width, height / USUAL.height);
    return Math.max(1, Math.round(room * 20) / 20);
}
