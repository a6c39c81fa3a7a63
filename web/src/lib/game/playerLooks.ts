/** Six players, distinguished by colour and roof shape; the colours also work for colour-blind players. */

import { shown } from "./shownTable.svelte";

export interface PlayerLook {
    /** A CSS variable that both themes define. */
    colour: string;
    /** A roof on a base of 16 by 12, as an SVG path; every shape has a different outline. */
    roof: string;
    /** The side of it that lies in the shade. */
    shade: string;
}

export const LOOKS: readonly PlayerLook[] = [
    { colour: "var(--seat-0)", roof: "M0 12V6L8 0l8 6v6Z", shade: "M8 0l8 6v6H8Z" }, // gable
    { colour: "var(--seat-1)", roof: "M1 12V2h14v10Z", shade: "M10 2h5v10h-5Z" }, // flat
    { colour: "var(--seat-2)", roof: "M0 12V8a8 8 0 0 1 16 0v4Z", shade: "M8 0a8 8 0 0 1 8 8v4H9a14 14 0 0 0-1-12Z" }, // dome
    {
        colour: "var(--seat-3)",
        roof: "M0 12V5l5-4v4l5-4v4l6-4v11Z",
        shade: "M5 1v11H3V2.6ZM10 1v11H8V2.6ZM16 1v11h-2.4V2.6Z",
    }, // saw-tooth
    { colour: "var(--seat-4)", roof: "M8 0l8 12H0Z", shade: "M8 0l8 12h-5Z" }, // pyramid
    { colour: "var(--seat-5)", roof: "M0 12V6h3V0h4v6h2V3h4v3h3v6Z", shade: "M5.4 0H7v6H5.4ZM11.4 3H13v3h3v6h-4.6Z" }, // chimneys
];

/** How the player in this seat looks at the table that is shown; where nobody has chosen, by the seat's number. */
export function lookOf(seat: number): PlayerLook {
    return lookNumber(shown.seat(seat)?.look ?? seat);
}

export function lookNumber(number: number): PlayerLook {
    const look = LOOKS[number];
    if (look === undefined) throw new RangeError(`There is no look ${number}.`);
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
        background: "#f8f5ea",
        seats: ["#b9003d", "#0449e1", "#079f73", "#d06c00", "#79049b", "#0c1425"],
    },
    {
        theme: "day",
        name: "distinct",
        selector: ':root[data-theme="day"][data-palette="distinct"]',
        background: "#f8f5ea",
        seats: ["#840e0e", "#293086", "#0c98a2", "#ff3304", "#9203f6", "#060500"],
    },
];
