/** The typefaces, which arrive after the first text is drawn: whoever has measured text measures it again. */

class Fonts {
    #arrivals = $state(0);

    /** How often typefaces have arrived since we listen. */
    get arrivals(): number {
        return this.#arrivals;
    }

    listen(to: EventTarget): void {
        to.addEventListener("loadingdone", () => (this.#arrivals += 1));
    }
}

export const fonts = new Fonts();
