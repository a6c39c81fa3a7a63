/** How wide a text is drawn, in multiples of the size of its letters. */

const MEASURED_AT = 100;
const GUESS = 0.56;
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Measured once for each text; guessed where nothing can be drawn. */
export function textWidth(text: string): number {
    let found = widths.get(text);
    if (found === undefined) {
        found = measured(text) ?? text.length * GUESS;
        widths.set(text, found);
    }
    return found;
}

function measured(text: string): number | undefined {
    if (canvas === undefined) canvas = document.createElement("canvas").getContext("2d");
    if (canvas === null) return undefined;
    const { fontFamily } = getComputedStyle(document.documentElement);
    canvas.font = `600 ${MEASURED_AT}px ${fontFamily}`;
    return canvas.measureText(text).width / MEASURED_AT;
}
