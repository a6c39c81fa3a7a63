/** How colours look: contrast, distance, and what people without one kind of cone see. */

export type Rgb = readonly [number, number, number];

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** `#rrggbb` in linear light. */
export function parse(hex: string): Rgb {
    const part = (from: number): number => linear(parseInt(hex.slice(from, from + 2), 16) / 255);
    return [part(1), part(3), part(5)];
}

/** How people without one kind of cone see a colour, in linear light (Machado, Oliveira and Fernandes 2009). */
export const SIGHTS: Record<string, readonly Rgb[]> = {
    usual: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ],
    protanopia: [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
};

export function seen(colour: Rgb, sight: readonly Rgb[]): Rgb {
    const row = (weights: Rgb): number =>
        Math.min(1, Math.max(0, weights[0] * colour[0] + weights[1] * colour[1] + weights[2] * colour[2]));
    const [r, g, b] = sight as [Rgb, Rgb, Rgb];
    return [row(r), row(g), row(b)];
}

/** Lightness and two opponent colours, in which equal steps look equal (OKLab). */
export function oklab([r, g, b]: Rgb): Rgb {
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
}

export const apart = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** From 1 to 21, as WCAG computes it. */
export function contrast(one: string, other: string): number {
    const lights = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a) as [number, number];
    return (lights[0] + 0.05) / (lights[1] + 0.05);
}

/** The variables that a rule of a style sheet with exactly this selector sets. */
export function variablesOf(css: string, selector: string): Record<string, string> {
    const begin = css.indexOf(`\n${selector} {\n`);
    const block = css.slice(begin, css.indexOf("\n}", begin));
    return Object.fromEntries(
        [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
    );
}
