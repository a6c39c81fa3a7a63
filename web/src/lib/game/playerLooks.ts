/** Six players, distinguished by colour and roof shape; the colours also work for colour-blind players. */

export interface PlayerLook {
    /** A CSS variable that both themes define. */
    colour: string;
    /** A roof on a base of 16 by 12, as an SVG path; every shape has a different outline. */
    roof: string;
}

export const LOOKS: readonly PlayerLook[] = [
    { colour: "var(--seat-0)", roof: "M0 12V6L8 0l8 6v6Z" }, // gable
    { colour: "var(--seat-1)", roof: "M1 12V2h14v10Z" }, // flat
    { colour: "var(--seat-2)", roof: "M0 12V8a8 8 0 0 1 16 0v4Z" }, // dome
    { colour: "var(--seat-3)", roof: "M0 12V5l5-4v4l5-4v4l6-4v11Z" }, // saw-tooth
    { colour: "var(--seat-4)", roof: "M8 0l8 12H0Z" }, // pyramid
    { colour: "var(--seat-5)", roof: "M0 12V6h3V0h4v6h2V3h4v3h3v6Z" }, // chimneys
];

export function lookOf(seat: number): PlayerLook {
    const look = LOOKS[seat];
    if (look === undefined) throw new RangeError(`There is no seat ${seat}.`);
    return look;
}

export interface Palette {
    theme: "night" | "day";
    name: "usual" | "distinct";
    /** Where theme.css has it. */
    selector: string;
    background: string;
    seats: readonly string[];
}

/** The colours themselves, as theme.css has them; a test computes how far apart they are. */
export const PALETTES: readonly Palette[] = [
    {
        theme: "night",
        name: "usual",
        selector: ":root",
        background: "#16213a",
        seats: ["#d14a52", "#3f8fd0", "#08c791", "#ffd535", "#e05cf5", "#ffffff"],
    },
    {
        theme: "night",
        name: "distinct",
        selector: ':root[data-palette="distinct"]',
        background: "#16213a",
        seats: ["#a25557", "#545fd5", "#6cffff", "#fce908", "#9ba1fa", "#ea9068"],
    },
    {
        theme: "day",
        name: "usual",
        selector: ':root[data-theme="day"]',
        background: "#f3eee2",
        seats: ["#831107", "#01276f", "#277467", "#90871c", "#9923bc", "#11151c"],
    },
    {
        theme: "day",
        name: "distinct",
        selector: ':root[data-theme="day"][data-palette="distinct"]',
        background: "#f3eee2",
        seats: ["#840e0e", "#293086", "#0c98a2", "#ff3304", "#9203f6", "#060500"],
    },
];
