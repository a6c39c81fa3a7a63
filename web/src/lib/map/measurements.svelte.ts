/** Widths of texts, which change when a typeface arrives after the text is drawn. */

export class Measurements {
    #widths = new Map<string, number>();
    #changes = $state(0);

    constructor(private readonly measure: (text: string) => number) {}

    /** Measured once; an effect or `$derived` that asks runs again when any width has changed. */
    of(text: string): number {
        void this.#changes;
        let found = this.#widths.get(text);
        if (found === undefined) {
            found = this.measure(text);
            this.#widths.set(text, found);
        }
        return found;
    }

    /** Measure again. A typeface that none of the texts is written in changes nothing, and a layout is expensive. */
    check(): void {
        if ([...this.#widths].every(([text, width]) => this.measure(text) === width)) return;
        this.#widths.clear();
        this.#changes += 1;
    }
}
