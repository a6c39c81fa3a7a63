/** How wide a text is drawn, in multiples of the size of its letters. */

import { Measurements } from "./measurements.svelte";

const MEASURED_AT = 100;
const GUESS = 0.56;
let measured: Measurements | null | undefined;

/** Measured in the page's typeface, and again when that has arrived; guessed where nothing can be drawn. */
export function textWidth(text: string): number {
    if (measured === undefined) measured = open();
    return measured === null ? text.length * GUESS : measured.of(text);
}

function open(): Measurements | null {
    const canvas = document.createElement("canvas").getContext("2d");
    if (canvas === null) return null;
    const opened = new Measurements((text) => {
        // Also makes the browser load the typeface, if nothing has been written in it yet.
        canvas.font = `600 ${MEASURED_AT}px ${getComputedStyle(document.documentElement).fontFamily}`;
        return canvas.measureText(text).width / MEASURED_AT;
    });
    document.fonts.addEventListener("loadingdone", () => opened.check());
    return opened;
}
