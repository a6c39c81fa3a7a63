/** Which part of a map is seen: points and boxes of the map are in its units, sizes of the screen in pixels. */

export interface Point {
    x: number;
    y: number;
}

export interface Size {
    width: number;
    height: number;
}

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

/** The point in the middle of the screen, and how many pixels a unit of the map takes. */
export interface Viewport extends Point {
    scale: number;
}

/** Room for what is written around the outermost cities. */
export interface Margin {
    across: number;
    above: number;
}

export const CLOSEST = 2.6;
const CLOSEST_AT_FIRST = 1.4;

/** Numbers nearer to one another than this are the same viewport. */
const HAIR = 1e-6;

/** The distance between the two points that are closest to one another. */
export function nearest(points: readonly Point[]): number {
    return Math.min(
        ...points.flatMap((one, place) =>
            points.slice(place + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
        ),
    );
}

export function boxAround(points: readonly Point[]): Box {
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

export function boxAt(middle: Point, width: number, height: number): Box {
    return {
        left: middle.x - width / 2,
        right: middle.x + width / 2,
        top: middle.y - height / 2,
        bottom: middle.y + height / 2,
    };
}

/** The viewport in which these points fill the screen, but for the margin; on a large screen they come closer. */
export function fitting(points: readonly Point[], size: Size, margin: Margin, growth = 1): Viewport {
    const box = boxAround(points);
    const wide = Math.max(size.width - 2 * margin.across, 40) / Math.max(box.right - box.left, 1);
    const high = Math.max(size.height - 2 * margin.above, 40) / Math.max(box.bottom - box.top, 1);
    return {
        scale: Math.min(wide, high, CLOSEST_AT_FIRST * growth),
        x: (box.left + box.right) / 2,
        y: (box.top + box.bottom) / 2,
    };
}

/** The nearest viewport that shows nothing beyond what is drawn; where all is seen, in the middle of it. */
export function held(wanted: Viewport, size: Size, drawn: Box): Viewport {
    return {
        scale: wanted.scale,
        x: between(wanted.x, drawn.left, drawn.right, size.width / wanted.scale),
        y: between(wanted.y, drawn.top, drawn.bottom, size.height / wanted.scale),
    };
}

function between(middle: number, least: number, most: number, seen: number): number {
    const [low, high] = [least + seen / 2, most - seen / 2];
    return low > high ? (least + most) / 2 : Math.min(Math.max(middle, low), high);
}

/** Zoomed by a factor around a point of the screen, which stays where it is. */
export function zoomed(from: Viewport, size: Size, factor: number, at: Point, least: number, growth = 1): Viewport {
    const scale = Math.min(CLOSEST * growth, Math.max(least, from.scale * factor));
    const share = 1 / from.scale - 1 / scale;
    return {
        scale,
        x: from.x + (at.x - size.width / 2) * share,
        y: from.y + (at.y - size.height / 2) * share,
    };
}

/** Moved by pixels of the screen, as a hand moves the paper. */
export function panned(from: Viewport, by: Point): Viewport {
    return { scale: from.scale, x: from.x - by.x / from.scale, y: from.y - by.y / from.scale };
}

/** The viewport moved just far enough that a point of the map is seen, this many pixels from the edge. */
export function revealing(from: Viewport, size: Size, point: Point, edge: number): Viewport {
    const off = onScreen(point, from, size);
    const back = (at: number, most: number): number => Math.max(0, edge - at) - Math.max(0, at - (most - edge));
    return panned(from, { x: back(off.x, size.width), y: back(off.y, size.height) });
}

/** Where a point of the map lies on the screen. */
export function onScreen(point: Point, viewport: Viewport, size: Size): Point {
    return {
        x: (point.x - viewport.x) * viewport.scale + size.width / 2,
        y: (point.y - viewport.y) * viewport.scale + size.height / 2,
    };
}

export function isSame(one: Viewport, other: Viewport): boolean {
    return [one.scale - other.scale, one.x - other.x, one.y - other.y].every((off) => Math.abs(off) < HAIR);
}
