/**
 * Finding a place for everything written on the map, so that nothing covers anything else.
 *
 * Each label has possible places, each with its own cost. One after the other takes the place that is
 * cheapest given where the others are, until none of them moves.
 *
 * src/kilowatt/drawing/placing.py does the same for pictures; both are tested with tests/cli/label_cases.json.
 */

import type { Box } from "./viewport";

export interface Place {
    box: Box;
    cost: number;
}

const GAP = 1.5;
const COLLISION = 10_000;
const SWEEPS = 6;
const MOST_MOVED = 3;
/** With more collisions than this there is no room to be made, and trying takes long. */
const MOST_HELPED = 14;

export class Label {
    chosen = 0;
    rivals: Label[] = [];
    gap = GAP;
    readonly places: readonly Place[];

    constructor(places: readonly Place[]) {
        this.places = places.toSorted((one, other) => one.cost - other.cost);
    }

    get box(): Box {
        return this.places[this.chosen]!.box;
    }

    /** Whether it covers something, or is covered. */
    get collides(): boolean {
        return this.costAt(this.chosen) >= COLLISION;
    }

    costAt(place: number): number {
        const { box, cost } = this.places[place]!;
        const roomy = grown(box, this.gap);
        return this.rivals.reduce((sum, rival) => {
            const covered = overlap(roomy, rival.box);
            return covered === 0 ? sum : sum + COLLISION + 10 * covered;
        }, cost);
    }

    /** The cheapest place now. Places are sorted by their own cost, so the search can stop early. */
    best(): number {
        let [best, least] = [0, Infinity];
        for (let place = 0; place < this.places.length && this.places[place]!.cost < least; place++) {
            const cost = this.costAt(place);
            if (cost < least) [best, least] = [place, cost];
        }
        return best;
    }
}

export function grown(box: Box, by: number): Box {
    return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

/** The area that two boxes share. */
export function overlap(one: Box, other: Box): number {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0 && high > 0 ? wide * high : 0;
}

/** Choose a place for each. */
export function settle(labels: readonly Label[], gap: number = GAP): void {
    for (const label of labels) label.gap = gap;
    findRivals(labels);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
        const isMoved = labels.map(moveToBest).includes(true);
        if (!makeRoom(labels) && !isMoved) return;
    }
}

function findRivals(labels: readonly Label[]): void {
    const reaches = labels.map(reach);
    labels.forEach((label, number) => {
        label.rivals = labels.filter((_, other) => other !== number && overlap(reaches[other]!, reaches[number]!) > 0);
    });
}

function reach(label: Label): Box {
    const boxes = label.places.map((place) => place.box);
    return grown(
        {
            left: Math.min(...boxes.map((box) => box.left)),
            top: Math.min(...boxes.map((box) => box.top)),
            right: Math.max(...boxes.map((box) => box.right)),
            bottom: Math.max(...boxes.map((box) => box.bottom)),
        },
        label.gap,
    );
}

function moveToBest(label: Label): boolean {
    const best = label.best();
    if (best === label.chosen || label.costAt(best) >= label.costAt(label.chosen)) return false;
    label.chosen = best;
    return true;
}

/** Where two still collide, let one take a place it likes better, and its rivals move out of its way. */
function makeRoom(labels: readonly Label[]): boolean {
    const stuck = labels.filter((label) => label.places.length > 1 && label.collides);
    if (stuck.length > MOST_HELPED) return false;
    return stuck
        .map((label) => label.places.some((_, place) => place !== label.chosen && displace(label, place)))
        .includes(true);
}

/** Try a place together with new places for those in the way; take it back if that does not help. */
function displace(label: Label, place: number): boolean {
    const box = grown(label.places[place]!.box, label.gap);
    const inTheWay = label.rivals.filter((rival) => overlap(rival.box, box) > 0);
    if (inTheWay.length > MOST_MOVED || inTheWay.some((rival) => rival.places.length === 1)) return false;
    const all = [label, ...inTheWay];
    const old = all.map((other) => other.chosen);
    const before = total(all);
    label.chosen = place;
    for (const rival of inTheWay) rival.chosen = rival.best();
    if (total(all) < before - 1e-9) return true;
    all.forEach((other, number) => (other.chosen = old[number]!));
    return false;
}

function total(labels: readonly Label[]): number {
    return labels.reduce((sum, label) => sum + label.costAt(label.chosen), 0);
}
