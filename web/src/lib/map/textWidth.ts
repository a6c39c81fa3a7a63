/** How wide a text is drawn, in multiples of the size of its letters. */

import { fonts } from "../app/fonts.svelte";

const MEASURED_AT = 100;
const GUESS = 0.56;
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;
/** How many typefaces had arrived when the first of the widths was measured. */
let arrivals = 0;

/** Measured once for each text, and again when its typeface has arrived; guessed where nothing can be drawn. */
export function textWidth(text: string): number {
    if (canvas === undefined) canvas = openCanvas();
    if (canvas === null) return text.length * GUESS;
    if (arrivals !== fonts.arrivals) {
        arrivals = fonts.arrivals;
        widths.clear();
    }
    let found = widths.get(text);
    if (found === undefined) {
        found = measured(canvas, text);
        widths.set(text, found);
    }
    return found;
}

function openCanvas(): CanvasRenderingContext2D | null {
    const opened = document.createElement("canvas").getContext("2d");
    if (opened !== null) fonts.listen(document.fonts);
    return opened;
}

/** Measuring also asks the browser to load the typeface, should nothing have been written in it yet. */
function measured(context: CanvasRenderingContext2D, text: string): number {
    const { fontFamily } = getComputedStyle(document.documentElement);
    context.font = `600 ${MEASURED_AT}px ${fontFamily}`;
    return context.measureText(text).width / MEASURED_AT;
}
