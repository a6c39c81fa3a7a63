/** The pictures on the plant cards: what a plant of its kind looks like, larger the more cities it powers. */

import type { Kind, Plant } from "./plants";

export const FRAME = { width: 64, height: 36 } as const;

export type PlantSize = "small" | "middle" | "large";

/** What a part is painted with; the card knows the colours of its kind. */
export type Tone = "body" | "deep" | "second" | "third" | "shade" | "light" | "glow" | "smoke";

export interface Part {
    tone: Tone;
    /** An SVG path, filled. */
    path: string;
}

/** Small plants power up to two cities, middle ones up to four. */
export function sizeOf(plant: Pick<Plant, "cities">): PlantSize {
    if (plant.cities <= 2) return "small";
    return plant.cities <= 4 ? "middle" : "large";
}

export function partsOf(plant: Pick<Plant, "kind" | "cities">): readonly Part[] {
    return PICTURES[plant.kind][sizeOf(plant)];
}

const GROUND = FRAME.height;
const part = (tone: Tone, path: string): Part => ({ tone, path });
const round = (value: number): number => Math.round(value * 10) / 10;
const line = (...points: readonly (readonly [number, number])[]): string =>
    `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
const block = (x: number, y: number, width: number, height: number): string =>
    line([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
const circle = (x: number, y: number, r: number): string =>
    `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`;

/** Clouds, drifting to the right. */
function smoke(x: number, y: number, size = 1): Part {
    const puffs = [circle(x, y, 1.6 * size), circle(x + 2.6 * size, y - 1.9 * size, 2.2 * size)];
    return part("smoke", [...puffs, circle(x + 6.2 * size, y - 2.6 * size, 2.7 * size)].join(""));
}

/** A chimney with two bands. */
function stack(x: number, height: number, tone: Tone = "body"): Part[] {
    const top = GROUND - height;
    return [
        part(tone, line([x, GROUND], [x + 0.6, top], [x + 3.4, top], [x + 4, GROUND])),
        part("shade", line([x + 2.2, GROUND], [x + 2.2, top], [x + 3.4, top], [x + 4, GROUND])),
        part("light", block(x + 0.6, top + 1.2, 2.8, 1.5) + block(x + 0.6, top + 4.4, 2.8, 1.5)),
    ];
}

/** A hall with lit windows. */
function hall(x: number, width: number, height: number, tone: Tone = "body"): Part[] {
    const top = GROUND - height;
    const windows = Array.from({ length: Math.floor((width - 2) / 4) }, (_, place) =>
        block(x + 2 + place * 4, top + 3, 2, 2.4),
    );
    return [
        part(tone, block(x, top, width, height)),
        part("shade", block(x, top, width, 1.4) + block(x + width - 2, top, 2, height)),
        part("glow", windows.join("")),
    ];
}

/** Saw-tooth roofs, of a hall with this many. */
function sheds(x: number, width: number, height: number, count: number): Part[] {
    const top = GROUND - height;
    const step = width / count;
    const roofs = Array.from({ length: count }, (_, place) =>
        line([x + place * step, top], [x + place * step, top - 4], [x + (place + 1) * step, top]),
    );
    return [...hall(x, width, height), part("deep", roofs.join(""))];
}

function coolingTower(x: number, width: number, height: number): Part[] {
    const [top, right] = [GROUND - height, x + width];
    const [waist, bend, foot] = [width * 0.2, GROUND - height * 0.66, GROUND - height * 0.35];
    const left = `M${x} ${GROUND}C${round(x + waist)} ${round(foot)} ${round(x + waist)} ${round(bend)} ${round(x + waist - 0.4)} ${top}`;
    const back = `C${round(right - waist)} ${round(bend)} ${round(right - waist)} ${round(foot)} ${right} ${GROUND}Z`;
    const middle = round(x + width * 0.62);
    return [
        part("body", `${left}H${round(right - waist + 0.4)}${back}`),
        part("shade", `M${middle} ${GROUND}L${round(middle - 0.6)} ${top}H${round(right - waist + 0.4)}${back}`),
        part("light", block(x + waist - 0.4, top, width - 2 * waist + 0.8, 1.2)),
    ];
}

function tank(x: number, width: number, height: number, tone: Tone = "body"): Part[] {
    const top = GROUND - height;
    const lid = `a${width / 2} 2.6 0 0 1 ${width} 0`;
    return [
        part(tone, `M${x} ${GROUND}V${top}${lid}V${GROUND}Z`),
        part("shade", block(x + width * 0.66, top, width * 0.34, height) + block(x, top, width, 0.9)),
        part("light", block(x + 1.4, top + 2, 1.2, height - 4)),
    ];
}

/** A column of a refinery, with rungs. */
function column(x: number, height: number): Part[] {
    const top = GROUND - height;
    return [
        part("body", `M${x} ${GROUND}V${top + 2}a2.2 2.2 0 0 1 4.4 0V${GROUND}Z`),
        part("shade", block(x + 2.8, top + 2, 1.6, height - 2)),
        part("light", [5, 10, 15].map((down) => block(x - 0.6, top + down, 5.6, 0.9)).join("")),
    ];
}

function pumpJack(x: number): Part[] {
    const hub = GROUND - 13;
    return [
        part("deep", line([x + 6, GROUND], [x + 9, hub], [x + 10.4, hub], [x + 13.4, GROUND], [x + 11.6, GROUND])),
        part("deep", line([x + 6, GROUND], [x + 7.6, GROUND], [x + 10.4, hub], [x + 9, hub])),
        part("body", line([x + 1.5, hub - 3.6], [x + 19, hub + 2.4], [x + 18.4, hub + 4.2], [x + 1.2, hub - 1.4])),
        part("body", line([x, hub - 6], [x + 3.4, hub - 4.6], [x + 2.4, hub + 2.4], [x - 0.2, hub + 1])),
        part("light", block(x + 0.6, hub + 1.4, 0.8, 11.6)),
        part("light", circle(x + 9.7, hub, 1.3)),
        part("body", block(x + 16, hub + 4, 3.6, 6)),
        part("deep", block(x - 1.4, GROUND - 1.6, 5, 1.6) + block(x + 14, GROUND - 3, 7.4, 3)),
    ];
}

function dome(x: number, width: number, height: number): Part[] {
    const [r, top] = [width / 2, GROUND - height];
    const shoulder = top + r;
    return [
        part("body", `M${x} ${GROUND}V${shoulder}a${r} ${r} 0 0 1 ${width} 0V${GROUND}Z`),
        part("shade", `M${x + r} ${GROUND}V${top}a${r} ${r} 0 0 1 ${r} ${r}V${GROUND}Z`),
        part("light", block(x, shoulder, width, 1.2)),
    ];
}

function turbine(x: number, height: number, turn: number): Part[] {
    const hub = GROUND - height;
    const length = height * 0.46;
    const blades = [0, 120, 240].map((angle) => {
        const along = ((angle + turn) * Math.PI) / 180;
        const [dx, dy] = [Math.sin(along), -Math.cos(along)];
        const side = (reach: number, off: number): [number, number] => [
            x + dx * length * reach - dy * off,
            hub + dy * length * reach + dx * off,
        ];
        return line(side(0, 0.7), side(0.3, 1.2), side(1, 0.2), side(1, -0.2), side(0, -0.7));
    });
    return [
        part("deep", line([x - 1, GROUND], [x - 0.45, hub], [x + 0.45, hub], [x + 1, GROUND])),
        part("body", blades.join("")),
        part("light", circle(x, hub, 1.2)),
    ];
}

function solarPanel(x: number): Part[] {
    const top = GROUND - 8;
    return [
        part("deep", block(x + 4.6, GROUND - 4, 1.2, 4)),
        part("second", line([x + 2.4, top], [x + 10.4, top], [x + 8, GROUND - 2.4], [x, GROUND - 2.4])),
        part("light", line([x + 6.1, top], [x + 6.7, top], [x + 4.3, GROUND - 2.4], [x + 3.7, GROUND - 2.4])),
        part(
            "light",
            line([x + 1.2, GROUND - 5.5], [x + 9.3, GROUND - 5.5], [x + 9.1, GROUND - 4.9], [x + 1, GROUND - 4.9]),
        ),
    ];
}

const hill = (x: number, width: number, height: number): Part =>
    part("deep", `M${x} ${GROUND}Q${round(x + width / 2)} ${round(GROUND - 2 * height)} ${x + width} ${GROUND}Z`);

/** A lorry that brings the garbage. */
function lorry(x: number): Part[] {
    const top = GROUND - 9;
    return [
        part("deep", line([x, GROUND - 2], [x, top + 2], [x + 2, top], [x + 11, top], [x + 11, GROUND - 2])),
        part(
            "body",
            line(
                [x + 11.6, GROUND - 2],
                [x + 11.6, top + 1.4],
                [x + 14, top + 1.4],
                [x + 16, GROUND - 4.6],
                [x + 16, GROUND - 2],
            ),
        ),
        part(
            "glow",
            line([x + 12.6, GROUND - 4.6], [x + 12.6, top + 2.4], [x + 13.6, top + 2.4], [x + 14.8, GROUND - 4.6]),
        ),
        part("light", circle(x + 3.6, GROUND - 2, 1.9) + circle(x + 13, GROUND - 2, 1.9)),
    ];
}

/** A hall with a long sloping roof, where lorries tip. */
function incinerator(x: number, width: number, height: number): Part[] {
    const top = GROUND - height;
    return [
        part("body", line([x, GROUND], [x, GROUND - height * 0.45], [x + width, top], [x + width, GROUND])),
        part(
            "shade",
            line(
                [x, GROUND - height * 0.45],
                [x + width, top],
                [x + width, top + 2.2],
                [x, GROUND - height * 0.45 + 2.2],
            ),
        ),
        part("glow", block(x + width - 8, top + 5.4, 2, 2.4) + block(x + width - 4.4, top + 5.4, 2, 2.4)),
        part("shade", block(x + 2, GROUND - 4.4, 4.4, 4.4)),
    ];
}

/** A ring of light held by coils. */
function torus(): Part[] {
    // The hole goes round the other way.
    const ring = (rx: number, ry: number, way: 0 | 1): string =>
        `M${40 - rx} 19a${rx} ${ry} 0 1 ${way} ${2 * rx} 0a${rx} ${ry} 0 1 ${way} ${-2 * rx} 0Z`;
    const coils = [22, 30, 47, 55].map((x) => block(x, 10, 3, 20));
    return [
        part("deep", block(22, 30, 36, 6)),
        part("body", coils.join("")),
        part("second", `${ring(21, 8.5, 0)}${ring(12, 3.6, 1)}`),
        part("glow", `${ring(18.6, 6.8, 0)}${ring(14, 4.6, 1)}`),
        part("light", circle(40, 19, 2)),
    ];
}

const always = (parts: readonly Part[]): Record<PlantSize, readonly Part[]> => ({
    small: parts,
    middle: parts,
    large: parts,
});

const PICTURES: Record<Kind, Record<PlantSize, readonly Part[]>> = {
    coal: {
        small: [...stack(42, 24), smoke(45, 9), ...sheds(46, 16, 11, 2)],
        middle: [...stack(30, 26), ...stack(37, 22), smoke(33, 8), smoke(40, 12, 0.8), ...sheds(40, 24, 12, 3)],
        large: [
            ...coolingTower(16, 18, 24),
            smoke(22, 9, 1.1),
            ...stack(36, 29),
            ...stack(43, 26),
            ...stack(50, 23),
            smoke(39, 5, 0.8),
            smoke(46, 8, 0.8),
            ...sheds(34, 30, 11, 4),
        ],
    },
    oil: {
        small: pumpJack(40),
        middle: [...tank(46, 15, 13), ...pumpJack(24)],
        large: [
            ...column(36, 31),
            ...column(43, 25),
            part("glow", line([38, 4.6], [36.4, 2.2], [39.4, 0.4], [40, 3])),
            ...tank(49, 14, 14),
            ...pumpJack(14),
        ],
    },
    hybrid: {
        small: [...stack(36, 22), smoke(39, 11, 0.8), ...hall(39, 12, 10), ...tank(52, 11, 9, "second")],
        middle: [...stack(28, 26), smoke(31, 8), ...sheds(30, 16, 12, 2), ...tank(48, 14, 13, "second")],
        large: [
            ...stack(16, 29),
            ...stack(23, 25),
            smoke(19, 5),
            smoke(26, 9, 0.8),
            ...sheds(20, 18, 12, 3),
            ...tank(39, 12, 11, "second"),
            ...tank(51, 12, 16, "second"),
        ],
    },
    garbage: {
        small: [...stack(56, 26), ...incinerator(34, 24, 18)],
        middle: [...stack(56, 30), smoke(54, 6, 0.7), ...incinerator(32, 26, 20), ...lorry(14)],
        large: [
            ...stack(52, 31),
            ...stack(58, 26),
            smoke(51, 5, 0.9),
            ...incinerator(30, 26, 20),
            ...hall(48, 16, 10),
            ...lorry(10),
        ],
    },
    uranium: {
        small: [...dome(44, 18, 22), ...hall(34, 12, 10)],
        middle: [...coolingTower(24, 18, 25), smoke(29, 8), ...hall(40, 10, 8), ...dome(48, 14, 18)],
        large: [
            ...coolingTower(10, 17, 27),
            ...coolingTower(25, 19, 30),
            smoke(15, 6, 0.9),
            smoke(31, 4, 0.9),
            ...hall(40, 12, 9),
            ...dome(48, 14, 20),
        ],
    },
    eco: {
        small: [hill(34, 30, 4), ...turbine(51, 22, 15)],
        middle: [hill(24, 40, 5), ...turbine(40, 20, 40), ...turbine(53, 23, 5), ...solarPanel(24)],
        large: [
            hill(10, 54, 6),
            ...turbine(28, 16, 20),
            ...turbine(40, 20, 50),
            ...turbine(53, 24, 8),
            ...solarPanel(12),
            ...solarPanel(20),
        ],
    },
    fusion: always(torus()),
    flux: always([
        ...stack(26, 22),
        ...stack(34, 26, "second"),
        ...stack(42, 22, "third"),
        ...stack(50, 26, "light"),
        smoke(37, 8, 0.8),
        smoke(53, 8, 0.7),
        ...hall(22, 36, 11),
    ]),
};
