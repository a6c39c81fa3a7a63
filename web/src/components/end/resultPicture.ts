/** A picture of a result to share: the map with its lights on the left, the ranking on the right. */

import type { Lights } from "../../lib/game/lights";
import { mount, tick, unmount } from "svelte";
import { lookOf } from "../../lib/game/playerLooks";
import type { BoardMap } from "../../lib/map/boardMaps";
import type { Connections } from "../../lib/map/routes";
import type { Place, View } from "../../lib/wire";
import { formatList, t } from "../../i18n";
import { boardName } from "../../i18n/boardRules";
import BoardMapView from "../map/BoardMapView.svelte";

export interface Result {
    map: BoardMap | null;
    view: View;
    names: readonly string[];
    lights: Lights;
    connections: Connections;
    ranking: readonly Place[];
    mine: readonly number[];
}

const WIDTH = 1600;
const HEIGHT = 900;
const MAP_WIDTH = 1040;
const MARGIN = 44;
const LEFT = MAP_WIDTH + MARGIN;
const RIGHT = WIDTH - MARGIN;
const ROW = 62;
/** The right edges of the columns: cities powered, money, cities. */
const COLUMNS = [RIGHT - 172, RIGHT - 84, RIGHT - 12] as const;
/** A map that is not drawn by then has failed. */
const PATIENCE_MS = 5000;

/** What an SVG needs to look the same without the page's style sheets. */
const DRAWN_BY = [
    ["display", "opacity", "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"],
    ["stroke-linecap", "stroke-linejoin", "paint-order", "vector-effect", "stop-color", "stop-opacity"],
    ["font-family", "font-size", "font-weight", "letter-spacing", "text-anchor"],
].flat();

/** The picture as a PNG. `near` is a part of the table: its colours and letters are used. */
export async function drawResult(near: HTMLElement, result: Result): Promise<Blob> {
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    const brush = canvas.getContext("2d");
    if (brush === null) throw new Error("This browser cannot draw.");
    const page = new Page(brush, near);
    page.fill("var(--sea)", 0, 0, WIDTH, HEIGHT);
    if (result.map !== null) brush.drawImage(await mapImage(near, result.map, result), 0, 0);
    drawText(page, result);
    return await new Promise((done, fail) =>
        canvas.toBlob((blob) => (blob === null ? fail(new Error("This browser cannot save it.")) : done(blob))),
    );
}

/** The map as the table draws it, at a size of our own: that of the screen depends on the device and on zooming. */
async function mapImage(near: HTMLElement, map: BoardMap, result: Result): Promise<HTMLImageElement> {
    const { view, names, lights, connections } = result;
    const frame = document.createElement("div");
    frame.inert = true;
    frame.style.cssText = `position: fixed; top: 0; left: -${2 * MAP_WIDTH}px; width: ${MAP_WIDTH}px; height: ${HEIGHT}px`;
    // Outside the panel, which may be zoomed; within the table, whose colours may be its own.
    (near.closest("[data-sheet]") ?? document.body).append(frame);
    const component = mount(BoardMapView, { target: frame, props: { map, view, names, lights, connections } });
    try {
        const image = new Image(MAP_WIDTH, HEIGHT);
        image.src = `data:image/svg+xml,${encodeURIComponent(standalone(await drawnIn(frame)))}`;
        await image.decode();
        return image;
    } finally {
        await unmount(component);
        frame.remove();
    }
}

/** The map is drawn once it knows its size. */
async function drawnIn(frame: HTMLElement): Promise<SVGSVGElement> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
        await new Promise((done) => setTimeout(done, 30));
        await tick();
        const drawn = frame.querySelector<SVGSVGElement>("svg.map");
        if (drawn !== null) return drawn;
    }
    throw new Error("The map was not drawn.");
}

/** The source of a drawing that needs no style sheet. */
function standalone(drawing: SVGSVGElement): string {
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    const copies = copy.querySelectorAll<SVGElement>("*");
    drawing.querySelectorAll("*").forEach((node, place) => {
        const style = getComputedStyle(node);
        const rules = DRAWN_BY.map((name) => `${name}: ${style.getPropertyValue(name)}`);
        const copied = copies[place];
        copied?.setAttribute("style", rules.join("; "));
        // A picture has no access to the page's typefaces: other letters take the same room.
        if (node instanceof SVGTextElement) {
            copied?.setAttribute("textLength", String(node.getComputedTextLength()));
            copied?.setAttribute("lengthAdjust", "spacingAndGlyphs");
        }
    });
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new XMLSerializer().serializeToString(copy);
}

function drawText(page: Page, { view, names, ranking, mine }: Result): void {
    page.fill("var(--panel)", MAP_WIDTH, 0, WIDTH - MAP_WIDTH, HEIGHT);
    page.fill("var(--line)", MAP_WIDTH, 0, 2, HEIGHT);
    const winners = ranking[0]?.seats.map((seat) => names[seat] ?? "") ?? [];
    const won = t("ui.end.won", { winners: formatList(winners), shared: winners.length > 1 ? "yes" : "no" });
    const seats = ranking.flatMap((place) => place.seats.map((seat) => ({ seat, place })));
    let y = (HEIGHT - 300 - seats.length * ROW) / 2 + 30;
    page.shape("M7 0 1 8h4l-1 6 7-9H6.5Z", "var(--accent)", LEFT, y - 22, 2);
    page.write("Kilowatt", LEFT + 32, y, { size: 28, colour: "var(--quiet)", weight: 600, isTitle: true });
    y += 76;
    page.write(won, LEFT, y, { size: 50, colour: "var(--accent)", weight: 700, width: RIGHT - LEFT, isTitle: true });
    y += 44;
    const where = `${boardName(view.board)} · ${t("ui.end.rounds", { round: view.round })}`;
    page.write(where, LEFT, y, { size: 25, colour: "var(--quiet)", width: RIGHT - LEFT });
    y += 74;
    (["powered", "money", "cities"] as const).forEach((name, column) => {
        page.write(t(`ui.charts.${name}`), COLUMNS[column] ?? RIGHT, y, {
            size: 17,
            colour: "var(--quiet)",
            isEnd: true,
        });
    });
    y += 16;
    for (const { seat, place } of seats) {
        const middle = y + ROW / 2;
        if (mine.includes(seat)) {
            page.fill("var(--panel-raised)", LEFT - 16, y, RIGHT - LEFT + 32, ROW);
            page.fill("var(--accent)", LEFT - 16, y, 5, ROW);
        }
        page.fill("var(--line)", LEFT - 16, y, RIGHT - LEFT + 32, 1);
        page.shape(lookOf(seat).roof, lookOf(seat).colour, LEFT, middle - 12, 2);
        const isFirst = place === ranking[0];
        page.write(names[seat] ?? "", LEFT + 46, middle + 9, { size: 27, weight: 600, width: COLUMNS[0] - LEFT - 110 });
        page.write(String(place.powered), COLUMNS[0], middle + 10, {
            size: 30,
            weight: 700,
            colour: isFirst ? "var(--accent)" : "var(--text)",
            isEnd: true,
        });
        page.write(String(place.money), COLUMNS[1], middle + 9, { size: 25, isEnd: true });
        page.write(String(place.cities), COLUMNS[2], middle + 9, { size: 25, isEnd: true });
        y += ROW;
    }
}

interface Lettering {
    size: number;
    weight?: number;
    colour?: string;
    /** The room there is: longer text is cut. */
    width?: number;
    /** Whether the text ends at its place instead of beginning there. */
    isEnd?: boolean;
    isTitle?: boolean;
}

/** A canvas that takes the colours and letters of a part of the page. */
class Page {
    readonly #brush: CanvasRenderingContext2D;
    readonly #near: HTMLElement;
    readonly #letters: string;
    readonly #titleLetters: string;

    constructor(brush: CanvasRenderingContext2D, near: HTMLElement) {
        this.#brush = brush;
        this.#near = near;
        this.#letters = getComputedStyle(near).fontFamily;
        this.#titleLetters = getComputedStyle(near.querySelector("h2") ?? near).fontFamily;
    }

    fill(colour: string, x: number, y: number, width: number, height: number): void {
        this.#brush.fillStyle = this.#computed(colour);
        this.#brush.fillRect(x, y, width, height);
    }

    /** A path, enlarged. */
    shape(path: string, colour: string, x: number, y: number, scale: number): void {
        const brush = this.#brush;
        brush.save();
        brush.translate(x, y);
        brush.scale(scale, scale);
        brush.fillStyle = this.#computed(colour);
        brush.fill(new Path2D(path));
        brush.restore();
    }

    write(text: string, x: number, y: number, lettering: Lettering): void {
        const {
            size,
            weight = 400,
            colour = "var(--text)",
            width = Infinity,
            isEnd = false,
            isTitle = false,
        } = lettering;
        const brush = this.#brush;
        brush.font = `${weight} ${size}px ${isTitle ? this.#titleLetters : this.#letters}`;
        brush.textAlign = isEnd ? "right" : "left";
        brush.fillStyle = this.#computed(colour);
        brush.fillText(this.#cut(text, width), x, y);
    }

    #cut(text: string, width: number): string {
        if (this.#brush.measureText(text).width <= width) return text;
        const letters = [...text];
        while (letters.length > 1 && this.#brush.measureText(`${letters.join("")}…`).width > width) letters.pop();
        return `${letters.join("").trimEnd()}…`;
    }

    /** A canvas knows no variables. */
    #computed(colour: string): string {
        const probe = document.createElement("i");
        probe.style.color = colour;
        this.#near.append(probe);
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
    }
}
