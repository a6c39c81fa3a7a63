/** What part of the map is shown: the cities in play, until somebody zooms or moves it. */

import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { duration } from "../app/motion";
import { held, isSame, panned, revealing, zoomed, type Box, type Point, type Size, type Viewport } from "./viewport";

/** The inputs of the camera, read again whenever they change. */
export interface Ground {
    size: Size;
    /** How far the land is drawn. */
    drawn: Box;
    /** Shown first, and the viewport with all there is to see. */
    first: Viewport;
    whole: Viewport;
    /** How far it may be zoomed out. */
    least: number;
    /** How much larger everything is drawn on this screen. */
    growth: number;
}

const GLIDE = 260;
const EDGE = 56;
/** What is shown first has room for what is written at its rim, and would lose some on the other side. */
const FIRST_EDGE = 16;
/** Names are placed again whenever the scale has changed by this factor. */
const LEVEL = 1.12;

export class MapCamera {
    /** Null: the first viewport, however the screen changes. */
    #chosen = $state.raw<Viewport | null>(null);
    readonly #ground: () => Ground;
    readonly #shown: Tween<Viewport>;

    constructor(ground: () => Ground) {
        this.#ground = ground;
        this.#shown = new Tween(this.target, { easing: cubicOut, duration: 0 });
        $effect.pre(() => {
            const { target } = this;
            if (this.#chosen === null) void this.#shown.set(target, { duration: 0 });
        });
    }

    /** Where the camera is, or is gliding to. */
    get target(): Viewport {
        const { first, size, drawn } = this.#ground();
        return held(this.#chosen ?? first, size, drawn);
    }

    get viewport(): Viewport {
        return this.#shown.current;
    }

    /** Whether the viewport is the first one. */
    get isFirst(): boolean {
        return this.#chosen === null;
    }

    /** The scale for which names are placed: it changes in steps, so that they do not jitter. */
    get level(): number {
        const { scale } = this.target;
        return this.isFirst ? scale : LEVEL ** Math.round(Math.log(scale) / Math.log(LEVEL));
    }

    zoom(factor: number, at?: Point, glides = false): void {
        const { size, least, growth } = this.#ground();
        const middle = { x: size.width / 2, y: size.height / 2 };
        this.#go(zoomed(this.target, size, factor, at ?? middle, least, growth), glides);
    }

    pan(by: Point, glides = false): void {
        this.#go(panned(this.target, by), glides);
    }

    /** All there is to see. */
    showAll(): void {
        const { first, whole } = this.#ground();
        this.#go(isSame(first, whole) ? null : whole, true);
    }

    /** Move just far enough to make a place visible. */
    reveal(place: Point): void {
        const { size } = this.#ground();
        const edge = this.isFirst ? FIRST_EDGE : EDGE;
        const wanted = revealing(this.target, size, place, Math.min(edge, size.width / 4, size.height / 4));
        if (!isSame(wanted, this.target)) this.#go(wanted, true);
    }

    #go(wanted: Viewport | null, glides: boolean): void {
        const { size, drawn } = this.#ground();
        this.#chosen = wanted === null ? null : held(wanted, size, drawn);
        void this.#shown.set(this.target, { duration: glides ? duration(GLIDE) : 0 });
    }
}
