/** The four fuels, in the order of the fuel market. */

import type { FuelName } from "../wire";

export const FUELS: readonly FuelName[] = ["coal", "oil", "garbage", "uranium"];

/** A token as three SVG paths in a square of 16: its outline, where light falls on it, and what is drawn on it. */
export interface TokenShape {
    outline: string;
    light: string;
    mark: string;
}

/** Every fuel has a shape of its own: colour is never the only difference. */
export const TOKENS: Record<FuelName, TokenShape> = {
    // a lump
    coal: {
        outline: "M1 10.4 3.6 4.6 8.2 1.8l5 2L15.2 9l-2.4 4.6-5.4 1-4.8-1.2Z",
        light: "M3.6 4.6 8.2 1.8l5 2-5 3.6ZM8.2 7.4 7.4 14.6 2.6 13.4 1 10.4Z",
        mark: "M3.6 4.6 8.2 6.9l5-3.1-4.6 4.1-.8 6.7h-.8l.7-6.8Z",
    },
    // a barrel
    oil: {
        outline: "M4 1h8l1 1.2-.4 2.3.7 3.5-.7 3.5.4 2.3L12 15H4l-1-1.2.4-2.3L2.7 8l.7-3.5L3 2.2Z",
        light: "M4.6 2h2.2v12H4.6L4.2 8Z",
        mark: "M3.2 4.6h9.6v1.2H3.2ZM3.2 10.2h9.6v1.2H3.2Z",
    },
    // a bin
    garbage: {
        outline: "M6.2 2V1h3.6v1h4.4v2.6h-1L12.4 15H3.6L2.8 4.6h-1V2Z",
        light: "M1.8 2h12.4v1.2H1.8ZM4 5.6h2l.5 8.4h-2Z",
        mark: "M2.8 4.6h10.4v1H2.9ZM6.6 7h1.1l.2 6.4h-1ZM9.4 7h1.1l-.4 6.4h-1Z",
    },
    // a disc with the sign for radiation
    uranium: {
        outline: "M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8Z",
        light: "M8 .8a7.2 7.2 0 0 0-7.2 7.2h1.6A5.6 5.6 0 0 1 8 2.4Z",
        mark: "M8 6.7a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6ZM6.9 6.1 4.9 2.7a6.1 6.1 0 0 0-3 5.2h4A2.1 2.1 0 0 1 6.9 6.1ZM9.1 6.1l2-3.4a6.1 6.1 0 0 1 3 5.2h-4a2.1 2.1 0 0 0-1-1.8ZM6.9 9.9l-2 3.4a6.1 6.1 0 0 0 6.2 0l-2-3.4a2.1 2.1 0 0 1-2.2 0Z",
    },
};
