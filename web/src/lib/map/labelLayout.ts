/**
 * The positions of names and prices at the current scale of the map.
 *
 * The board's file has positions that keep them apart when the map is drawn at its own size. Letters must not get
 * too small to read, so when zoomed out they are larger than the map, and are placed again around what is there.
 */

import type { BoardMap, MapCity, MapRegion, MapRoad } from "./boardMaps";
import { Label, grown, overlap, settle, type Place } from "./labelPlacement";
import { textWidth } from "./textWidth";
import { boxAt, type Box, type Point, type Size } from "./viewport";

/** Sizes in pixels; `mark` is the factor for what is drawn of a city. */
export interface Sizes {
    name: number;
    price: number;
    mark: number;
}

export interface Layout {
    /** The middle of a name, from its city; a city without one has no room for it. */
    names: Map<string, Point>;
    /** Where a price stands: this share of the way, this many pixels to its right; those with room. */
    prices: Map<string, { share: number; aside: number }>;
    /** The middle of the name of a region, from where the file has it. */
    regions: Map<string, Point>;
    /** All that is shown, in pixels of the map at this scale. */
    boxes: readonly Box[];
}

export interface Scene {
    cities: readonly MapCity[];
    roads: readonly MapRoad[];
    regions: readonly MapRegion[];
    sizes: Sizes;
    scale: number;
    /** How wide the mark of a city is, in pixels. */
    widthAt: Widths;
    /** The frame for everything, and what covers it, in pixels of the map at this scale. */
    within: Box | null;
    taken: readonly Box[];
    /** The cities between which one decides now: they are named, whatever else has no room then. */
    urgent?: ReadonlySet<string>;
}

type Line = readonly [Point, Point];

const NAME_AT_OWN_SIZE = 15;
const PRICE_AT_OWN_SIZE = 12.5;
const LARGEST_NAME = 17;
const LARGEST_MARK = 1.25;
const LINE = 1.16;
/** The letters of a region, by those of a city, and how much wider they are set. */
export const TITLE = 1.05;
const TITLE_SPACED = 1.2;
const TITLE_REACH = 56;
const TITLE_STEP = 8;
/** Worse than any other overlap: the name of a region on another one. */
const ABROAD = 25_000;
/** The height of a mark, by its factor. */
export const MARK_HEIGHT = 27;
/** How wide a house is in it, and a slot without one. */
const HOUSE_WIDTH = 17;
const FREE_WIDTH = 9;
export const MARK_PAD = 2;
/** Marks that would cover one another get smaller, step by step. */
const SMALLER = 0.93;
const SMALLEST_MARK = 0.46;
const OUTSIDE = 30_000;
const PER_LINE = 1.1;
const OVER_A_ROAD = 6;
const TOLERATED = 1;
const PAST_A_MARK = 200;
const FURTHER_OFF = [15, 24, 35, 48, 64, 84];
const DIRECTIONS = Array.from({ length: 16 }, (_, turn) => (turn * Math.PI) / 8);

/** Sizes grow with the map, but within limits; a small screen is held closer. */
export function sizesAt(scale: number, isSmall: boolean): Sizes {
    const least = isSmall ? { name: 11, price: 11, mark: 0.48 } : { name: 11.5, price: 11, mark: 0.55 };
    const usual = isSmall ? 0.6 : 0.7; // of a mark, unless the cities are too close to one another for it
    return {
        name: Math.min(LARGEST_NAME, Math.max(least.name, NAME_AT_OWN_SIZE * scale)),
        price: Math.min(LARGEST_NAME, Math.max(least.price, PRICE_AT_OWN_SIZE * scale)),
        mark: Math.min(LARGEST_MARK, Math.max(least.mark, Math.min(usual, 1.45 * scale), scale)),
    };
}

/** The steps in which the slots of a city open. */
function stepsOf(city: MapCity): number[] {
    return city.slots?.map(([, step]) => step) ?? [1, 2, 3];
}

export function slotsOf(city: MapCity): number {
    return stepsOf(city).length;
}

/** How many of its slots are open in this step. */
export function openSlotsOf(city: MapCity, step: number): number {
    return stepsOf(city).filter((opens) => opens <= step).length;
}

/** The key of a road. */
export function roadKey(road: { a: string; b: string }): string {
    return `${road.a} ${road.b}`;
}

export function pillSize(cost: number, size: number): { width: number; height: number } {
    return { width: textWidth(String(cost)) * size + size * 0.75, height: size * 1.32 };
}

/** What a number takes where the free slots of a city are. */
export function priceWidth(price: number, sizes: Sizes): number {
    return textWidth(String(price)) * sizes.price * 1.06 + 6;
}

/** How wide the mark of a city is: houses, free slots, or what is written in their place. */
export function markWidth(slots: number, houses: number, written: number | null, sizes: Sizes): number {
    const free = (slots - houses) * FREE_WIDTH * sizes.mark;
    const rest = written === null ? free : Math.max(free, priceWidth(written, sizes));
    return rest + (houses * HOUSE_WIDTH + 2 * MARK_PAD) * sizes.mark;
}

export function houseWidth(sizes: Sizes): number {
    return HOUSE_WIDTH * sizes.mark;
}

/** Sizes at which no mark covers another; a large screen shows everything as a smaller one does, but larger. */
export function sizesFor(
    cities: readonly MapCity[],
    scale: number,
    isSmall: boolean,
    widthAt: Widths,
    growth = 1,
): Sizes {
    const { name, price, mark } = sizesAt(scale / growth, isSmall);
    let sizes = { name: name * growth, price: price * growth, mark: mark * growth };
    while (sizes.mark > SMALLEST_MARK * growth && isCrowded(cities, scale, sizes, widthAt)) {
        sizes = { ...sizes, mark: sizes.mark * SMALLER };
    }
    return sizes;
}

export type Widths = (city: MapCity, sizes: Sizes) => number;

function isCrowded(cities: readonly MapCity[], scale: number, sizes: Sizes, widthAt: Widths): boolean {
    const boxes = cities.map((city) =>
        boxAt(scaled(city, scale), widthAt(city, sizes) + 4, MARK_HEIGHT * sizes.mark + 4),
    );
    return boxes.some((box, place) => boxes.slice(place + 1).some((other) => overlap(box, other) > 0));
}

export function layOut(scene: Scene): Layout {
    const at = new Map(scene.cities.map((city) => [city.id, scaled(city, scene.scale)]));
    const roads = scene.roads.filter((road) => at.has(road.a) && at.has(road.b));
    const lines = new Map(roads.map((road): [MapRoad, Line] => [road, [at.get(road.a)!, at.get(road.b)!]]));
    const marks = scene.cities.map((city) => fixed(markBox(scene, city)));
    const titles = new Map(scene.regions.map((region) => [region, titleOf(region, scene)]));
    const labels: Labels = {
        still: [...scene.taken.map(fixed), ...marks, ...titles.values()],
        prices: new Map(roads.map((road) => [road, priceOf(road, lines, scene)])),
        names: new Map(scene.cities.map((city) => [city, nameOf(city, lines, scene, spotsAround)])),
    };
    const { shown, prices, names } = placed(labels, lines, scene);
    return {
        prices: new Map([...prices].map(([road, box]) => [roadKey(road), onLine(box, lines.get(road)!)])),
        names: new Map([...names].map(([city, box]) => [city.id, from(at.get(city.id)!, box)])),
        regions: new Map([...titles].map(([region, { box }]) => [region.id, from(placeOf(region, scene), box)])),
        boxes: shown,
    };
}

interface Labels {
    /** What stays where it is: marks, the names of regions, what covers the map. */
    still: readonly Label[];
    prices: ReadonlyMap<MapRoad, Label>;
    names: Map<MapCity, Label>;
}

interface Placed {
    shown: Box[];
    prices: Map<MapRoad, Box>;
    names: Map<MapCity, Box>;
}

/** A name that is needed and has no room may stand further off, tied to its city; then it takes the room of others. */
function placed(labels: Labels, lines: ReadonlyMap<MapRoad, Line>, scene: Scene): Placed {
    const { still, prices, names } = labels;
    const isUrgent = (city: MapCity): boolean => scene.urgent?.has(city.id) === true;
    const unnamed = ({ names: found }: Placed): MapCity[] =>
        scene.cities.filter((city) => isUrgent(city) && !found.has(city));
    settle([...still, ...prices.values(), ...names.values()]);
    let found = withRoomFor(labels, isUrgent, scene);
    if (unnamed(found).length === 0) return found;
    for (const city of unnamed(found)) names.set(city, nameOf(city, lines, scene, spotsFurtherOff));
    settle([...still, ...prices.values(), ...names.values()]);
    found = withRoomFor(labels, isUrgent, scene);
    if (unnamed(found).length === 0) return found;
    for (const city of scene.cities.filter(isUrgent)) names.set(city, nameOf(city, lines, scene, spotsFurtherOff));
    const urgent = [...names].filter(([city]) => isUrgent(city)).map(([, label]) => label);
    settle([...still, ...urgent]);
    const others = [...names.values()].filter((label) => !urgent.includes(label));
    settle([...still, ...urgent.map(({ box }) => fixed(box)), ...prices.values(), ...others]);
    return withRoomFor(labels, isUrgent, scene);
}

/** What covers nothing: the names that are needed before all others, then prices, then the other names. */
function withRoomFor(labels: Labels, isUrgent: (city: MapCity) => boolean, { within }: Scene): Placed {
    const shown = labels.still.map((label) => label.box);
    const [urgent, others] = [true, false].map(
        (wanted) => new Map([...labels.names].filter(([city]) => isUrgent(city) === wanted)),
    ) as [Map<MapCity, Label>, Map<MapCity, Label>];
    const first = withRoom(urgent, shown, within);
    const prices = withRoom(labels.prices, shown, within);
    return { shown, prices, names: new Map([...first, ...withRoom(others, shown, within)]) };
}

/** Those that are seen whole and cover nothing of what is shown; they are shown from now on. */
function withRoom<Key>(labels: ReadonlyMap<Key, Label>, shown: Box[], within: Box | null): Map<Key, Box> {
    const found = new Map<Key, Box>();
    for (const [key, { box }] of labels) {
        const inner = grown(box, -TOLERATED);
        if (outside(inner, within) > 0 || shown.some((other) => overlap(inner, other) > 0)) continue;
        shown.push(box);
        found.set(key, box);
    }
    return found;
}

function from(point: Point, box: Box): Point {
    const middle = middleOf(box);
    return { x: middle.x - point.x, y: middle.y - point.y };
}

function scaled(point: Point, scale: number): Point {
    return { x: point.x * scale, y: point.y * scale };
}

function fixed(box: Box): Label {
    return new Label([{ box, cost: 0 }]);
}

export function middleOf(box: Box): Point {
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

function markBox(scene: Scene, city: MapCity): Box {
    return boxAt(scaled(city, scene.scale), scene.widthAt(city, scene.sizes) + 2, MARK_HEIGHT * scene.sizes.mark + 2);
}

function placeOf({ label: [x, y] }: MapRegion, { scale }: Scene): Point {
    return { x: x * scale, y: y * scale };
}

/** The name of a region where the file has it, or as near as there is room. */
function titleOf(region: MapRegion, scene: Scene): Label {
    const size = scene.sizes.name * TITLE;
    const width = Math.max(...region.lines.map((line) => textWidth(line) * size * TITLE_SPACED));
    const middle = placeOf(region, scene);
    const places: Place[] = [];
    for (let x = -TITLE_REACH; x <= TITLE_REACH; x += TITLE_STEP) {
        for (let y = -TITLE_REACH; y <= TITLE_REACH; y += TITLE_STEP) {
            const box = boxAt({ x: middle.x + x, y: middle.y + y }, width, region.lines.length * size * LINE);
            const abroad = regionAt(middleOf(box), scene) === region.id ? 0 : ABROAD;
            places.push({ box, cost: Math.hypot(x, y) + abroad + outside(box, scene.within) });
        }
    }
    return new Label(places);
}

/** The region of the nearest city. */
function regionAt(point: Point, { cities, scale }: Scene): string {
    const off = (city: MapCity): number => Math.hypot(city.x * scale - point.x, city.y * scale - point.y);
    const nearest = cities.reduce((best, city) => (off(city) < off(best) ? city : best), cities[0]!);
    return nearest.region;
}

/** The middle of a box of this size near a mark, within what is seen, where it covers least of what is shown. */
export function freeSpot(at: Point, size: Size, mark: Size, shown: readonly Box[], seen: Box): Point {
    const spots = [3, 14, 26, 40].flatMap((gap) => {
        const [across, up] = [(mark.width + size.width) / 2 + gap, (mark.height + size.height) / 2 + gap];
        const beyond = [0, -0.6, 0.6, -1, 1].flatMap((shift) => [
            { x: at.x + shift * across, y: at.y - up },
            { x: at.x + shift * across, y: at.y + up },
        ]);
        return [...beyond, { x: at.x + across, y: at.y }, { x: at.x - across, y: at.y }];
    });
    const covers = (spot: Point): number => {
        const box = boxAt(spot, size.width, size.height);
        const unseen = size.width * size.height - overlap(box, seen);
        return shown.reduce((sum, other) => sum + overlap(box, other), unseen);
    };
    return spots.reduce((best, spot) => (covers(spot) < covers(best) - 0.5 ? spot : best));
}

// Prices

/** On its road as near to where the file has it as there is room; between two close cities also beside it. */
function priceOf(road: MapRoad, lines: ReadonlyMap<MapRoad, Line>, { sizes, scale, within }: Scene): Label {
    const line = lines.get(road)!;
    const { width, height } = pillSize(road.cost, sizes.price);
    const own = shareOf({ x: road.pill[0] * scale, y: road.pill[1] * scale }, line);
    const near = crossing(
        [...lines.values()].filter((other) => other !== line),
        line,
        30,
    );
    const places: Place[] = [];
    for (const aside of [0, 8, -8, 13, -13, 18, -18]) {
        for (let share = 0.2; share <= 0.801; share += aside === 0 ? 0.025 : 0.1) {
            const box = boxAt(along(line, share, aside), width, height);
            const cost = 60 * Math.abs(share - own) + Math.abs(aside) * 2 + OVER_A_ROAD * covered(near, box);
            places.push({ box, cost: cost + outside(box, within) });
        }
    }
    return new Label(places);
}

function onLine(box: Box, line: Line): { share: number; aside: number } {
    const middle = middleOf(box);
    const share = shareOf(middle, line);
    const [from, to] = line;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [right, down] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const on = along(line, share, 0);
    return { share, aside: (middle.y - on.y) * right - (middle.x - on.x) * down };
}

/** A point this share of the way along a line, and this far to the right of it. */
export function along([from, to]: Line, share: number, aside: number): Point {
    const [x, y] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(x, y) || 1;
    return { x: from.x + x * share - (y / length) * aside, y: from.y + y * share + (x / length) * aside };
}

function shareOf(point: Point, [from, to]: Line): number {
    const [x, y] = [to.x - from.x, to.y - from.y];
    const square = x * x + y * y;
    return square === 0 ? 0.5 : ((point.x - from.x) * x + (point.y - from.y) * y) / square;
}

// Names

/** Where the file has it, or below its mark, above, at a side; off the roads, and never nearer to another city. */
function nameOf(city: MapCity, lines: ReadonlyMap<MapRoad, Line>, scene: Scene, spots: Spots): Label {
    const { sizes, scale, within } = scene;
    const at = scaled(city, scale);
    const [width, height] = [textWidth(city.name) * sizes.name + 2, sizes.name * LINE];
    const mark = { width: scene.widthAt(city, scene.sizes), height: MARK_HEIGHT * sizes.mark };
    const near = crossing([...lines.values()], [at, at], width + mark.width);
    const reach = width + mark.width + 40;
    const others = scene.cities
        .filter((other) => other !== city)
        .map((other) => scaled(other, scale))
        .filter((other) => Math.abs(other.x - at.x) < reach && Math.abs(other.y - at.y) < 80);
    const marks = scene.cities.filter((other) => other !== city).map((other) => markBox(scene, other));
    const places = [...spots(at, { width, height }, mark), ownSpot(city, scene, width)].map(({ x, y, fee }) => {
        const box = boxAt({ x, y }, width, height);
        const wrong = mistaken(box, at, others) + PAST_A_MARK * passed(box, at, marks);
        const cost = fee + PER_LINE * covered(near, box) + wrong + outside(box, within);
        return { box, cost };
    });
    return new Label(places);
}

type Spot = Point & { fee: number };
type Spots = (at: Point, name: Size, mark: Size) => Spot[];

/** The place that the file gives, if letters and map have the proportions of the file. */
function ownSpot(city: MapCity, { scale, sizes }: Scene, width: number): Spot {
    const { x, y, anchor } = city.label;
    const shift = { start: width / 2, middle: 0, end: -width / 2 }[anchor];
    const isOwnSize = sizes.name <= NAME_AT_OWN_SIZE * scale * 1.02;
    // Letters stop growing before the map does: the name stays as far from its city as its letters are large.
    const drawn = Math.min(scale, sizes.name / NAME_AT_OWN_SIZE);
    return {
        x: city.x * scale + (x - city.x) * drawn + shift,
        y: city.y * scale + (y - city.y) * drawn - 0.36 * sizes.name,
        fee: isOwnSize ? -20 : 30,
    };
}

function spotsAround(at: Point, { width, height }: Size, mark: Size): Spot[] {
    const spots: Spot[] = [];
    for (const gap of [1, 4, 9]) {
        const [beside, over] = [(mark.width + width) / 2 + 3 + gap, (mark.height + height) / 2 + gap];
        for (const shift of [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -0.95, 0.95]) {
            const x = at.x + (shift * (width + mark.width)) / 2;
            const fee = 4 * gap + 12 * Math.abs(shift);
            spots.push({ x, y: at.y + over, fee }, { x, y: at.y - over, fee: fee + 2 });
        }
        for (const lift of [0, -0.4, 0.4, -0.8, 0.8]) {
            const y = at.y + lift * height;
            const fee = 4 * gap + 3 + 4 * Math.abs(lift);
            spots.push({ x: at.x + beside, y, fee }, { x: at.x - beside, y, fee: fee + 2 });
        }
    }
    return spots;
}

/** From there a line leads to the city. */
function spotsFurtherOff(at: Point, name: Size, mark: Size): Spot[] {
    const spots = FURTHER_OFF.flatMap((gap) =>
        DIRECTIONS.map((turn) => ({
            x: at.x + Math.cos(turn) * ((mark.width + name.width) / 2 + gap),
            y: at.y + Math.sin(turn) * ((mark.height + name.height) / 2 + gap),
            fee: 40 + 4 * gap,
        })),
    );
    return [...spotsAround(at, name, mark), ...spots];
}

/** The penalty for a name nearer to another city than to its own. */
function mistaken(box: Box, own: Point, others: readonly Point[]): number {
    const home = away(box, own);
    return others.reduce((sum, other) => sum + Math.max(0, 20 + home - away(box, other)), 0);
}

/** How many marks lie between a name and its city. */
function passed(box: Box, own: Point, marks: readonly Box[]): number {
    const end = { x: clamped(own.x, box.left, box.right), y: clamped(own.y, box.top, box.bottom) };
    return marks.filter((mark) => lengthInside([own, end], mark) > 0).length;
}

function away(box: Box, point: Point): number {
    return Math.hypot(point.x - clamped(point.x, box.left, box.right), point.y - clamped(point.y, box.top, box.bottom));
}

function clamped(value: number, least: number, most: number): number {
    return Math.max(least, Math.min(most, value));
}

function outside(box: Box, within: Box | null): number {
    if (within === null) return 0;
    const isInside =
        box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
    return isInside ? 0 : OUTSIDE;
}

// Lines

/** The lines that come within reach of this one. */
function crossing(lines: readonly Line[], [from, to]: Line, reach: number): Line[] {
    const roomy = grown(lineBox([from, to]), reach);
    return lines.filter((line) => overlap(grown(lineBox(line), 0.5), roomy) > 0);
}

function lineBox([from, to]: Line): Box {
    return {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
    };
}

/** How much of the lines a box covers. */
function covered(lines: readonly Line[], box: Box): number {
    return lines.reduce((sum, line) => sum + lengthInside(line, box), 0);
}

/** The length of a line within a box, by Liang and Barsky. */
export function lengthInside([from, to]: Line, box: Box): number {
    const [x, y] = [to.x - from.x, to.y - from.y];
    let [enter, leave] = [0, 1];
    for (const [step, room] of [
        [-x, from.x - box.left],
        [x, box.right - from.x],
        [-y, from.y - box.top],
        [y, box.bottom - from.y],
    ] as const) {
        if (step === 0 && room < 0) return 0;
        if (step < 0) enter = Math.max(enter, room / step);
        if (step > 0) leave = Math.min(leave, room / step);
    }
    return enter < leave ? (leave - enter) * Math.hypot(x, y) : 0;
}

/** The cities that are in play, and the roads between them. */
export function inPlay(map: BoardMap, regions: ReadonlySet<string>): { cities: MapCity[]; roads: MapRoad[] } {
    const cities = map.cities.filter((city) => regions.has(city.region));
    const ids = new Set(cities.map((city) => city.id));
    return { cities, roads: map.connections.filter((road) => ids.has(road.a) && ids.has(road.b)) };
}
