import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Guide, PAUSE, startGuide } from "./guide.svelte";
import { lessonsDue, type LessonName } from "./lessons";
import type { Offers, Position, Question, View } from "../wire";

const OFFERS: Partial<Record<Question, Partial<Offers>>> = {
    open: { plants: [{ plant: 4, lowest: 4, highest: 50, refusal: null }] },
    bid: { bidding: { plant: 5, bid: 5, bidder: 1, lowest: 6, highest: 50 } },
    "buy-fuel": { fuels: [{ fuel: "coal", most: 4, room: 4, prices: [1, 1, 1, 2], refusal: null }] },
    "build-house": {
        cities: [{ city: "essen", start: false, cost: 10, slot_price: 10, route_price: 0, route: [], refusal: null }],
    },
    "run-plants": {
        runs: [
            { plants: [], mixes: [{}], powered: 0, income: 10, refusal: null },
            { plants: [4], mixes: [{ coal: 2 }], powered: 1, income: 22, refusal: null },
        ],
    },
};
const NOT_YET = { clause: "R4.2", code: "must-buy", facts: {}, sentence: "" };

interface Given {
    asked?: Question;
    round?: number;
    decision?: number;
    plants?: number[];
    cities?: string[];
    /** The cities of the other player. */
    theirs?: string[];
    isMine?: boolean;
    over?: boolean;
}

function at({
    asked = "open",
    round = 1,
    plants = [],
    cities = [],
    theirs = [],
    isMine = true,
    ...rest
}: Given = {}): Position {
    const me = { money: 50, plants, fuel: {}, cities };
    const view = {
        round,
        asked,
        seat: 0,
        over: rest.over ?? false,
        players: [me, { ...me, cities: theirs }],
        current: [4, 5, 6, 7],
    };
    const offers = { seat: 0, asked, ...OFFERS[asked], done: round === 1 && asked === "open" ? NOT_YET : null };
    return {
        decision: rest.decision ?? 0,
        view: view as unknown as View,
        figures: { end_cities: 7, max_plants: 3, stored_runs: 2 },
        offers: isMine ? offers : null,
    } as Position;
}

const due = (given: Given): LessonName[] => lessonsDue(at(given), [0]).map(({ name }) => name);
const factsOf = (name: LessonName, given: Given): unknown =>
    lessonsDue(at(given), [0]).find((lesson) => lesson.name === name)?.facts;

describe("what is to be explained", () => {
    it("begins with the aim, what is on a card, and the plant that must be bought", () => {
        expect(due({})).toEqual(["goal", "card", "must-buy"]);
        expect(due({ asked: "bid" })).toEqual(["goal", "card", "must-buy", "bid"]);
    });

    it("is in later rounds that one may pass, that plants get old, and when one has to go", () => {
        expect(due({ round: 2 })).toEqual(["goal", "card", "open"]);
        expect(due({ round: 3 })).toEqual(["goal", "card", "open", "old"]);
        expect(due({ round: 3, plants: [4, 5, 8] })).toContain("full");
        expect(due({ asked: "scrap" })).toEqual(["scrap"]);
        expect(due({ asked: "keep-fuel" })).toEqual(["keep-fuel"]);
    });

    it("is about fuel, houses and pay in their phases only", () => {
        expect(due({ asked: "buy-fuel" })).toEqual(["buy-fuel"]);
        expect(due({ asked: "buy-fuel", round: 2 })).toEqual(["buy-fuel", "order", "store"]);
        expect(due({ asked: "build-house" })).toEqual(["begin", "build-house"]);
        expect(due({ asked: "build-house", cities: ["essen"] })).toEqual(["build-house"]);
        expect(due({ asked: "run-plants" })).toEqual(["run-plants", "resupply"]);
        expect(due({ asked: "run-plants", round: 2 })).toEqual(["run-plants", "resupply", "no-city"]);
    });

    it("is nothing while others decide or at a seat of somebody else, and the end when it is over", () => {
        expect(due({ isMine: false })).toEqual([]);
        expect(lessonsDue(at(), [1])).toEqual([]);
        expect(due({ isMine: false, over: true })).toEqual(["over"]);
    });

    it("is that one may wait with the first house only while somebody else has none", () => {
        expect(factsOf("begin", { asked: "build-house" })).toEqual({ canWait: "true" });
        expect(factsOf("begin", { asked: "build-house", theirs: ["essen"] })).toEqual({ canWait: "false" });
    });

    it("points at the card on auction, or at one that may be put up", () => {
        const targetOf = (asked: Question) =>
            lessonsDue(at({ asked }), [0]).find(({ name }) => name === "card")?.target;
        expect(targetOf("open")).toBe('.plants [data-plant="4"]');
        expect(targetOf("bid")).toBe("section.panel .lot .card");
    });

    it("has the numbers of the position", () => {
        expect(factsOf("goal", {})).toEqual({ cities: 7 });
        expect(factsOf("must-buy", {})).toEqual({ money: 50 });
        expect(factsOf("card", {})).toEqual({ plant: "4", fuel: 2, cities: 1 });
        expect(factsOf("card", { asked: "bid" })).toEqual({ plant: "5", fuel: 2, cities: 1 });
        expect(factsOf("bid", { asked: "bid" })).toEqual({ plant: 5, bid: 5 });
        expect(factsOf("buy-fuel", { asked: "buy-fuel" })).toEqual({ price: 1 });
        expect(factsOf("store", { asked: "buy-fuel", round: 2 })).toEqual({ runs: 2 });
        expect(factsOf("run-plants", { asked: "run-plants" })).toEqual({ powered: 1, income: 22 });
        expect(factsOf("no-city", { asked: "run-plants", round: 2 })).toEqual({ income: 10 });
    });
});

describe("a guide", () => {
    beforeEach(() => {
        localStorage.clear();
        vi.useFakeTimers();
    });
    afterEach(() => vi.useRealTimers());

    function guideAt(given: Given): Guide {
        startGuide("t");
        const guide = new Guide("t");
        guide.follow(at(given), [0]);
        vi.advanceTimersByTime(PAUSE);
        return guide;
    }

    it("says nothing at a table that is not guided, or if what is stored makes no sense", () => {
        for (const stored of [null, "{no json"]) {
            if (stored !== null) localStorage.setItem("kilowatt.guide.t", stored);
            const guide = new Guide("t");
            guide.follow(at(), [0]);
            vi.advanceTimersByTime(PAUSE);
            expect(guide.lesson).toBeNull();
        }
    });

    it("lets a moment pass before the next lesson, so that none takes the place of another", () => {
        const guide = guideAt({});
        expect(guide.lesson?.name).toBe("goal");
        guide.finish();
        expect([guide.lesson, guide.isComing]).toEqual([null, true]);
        vi.advanceTimersByTime(PAUSE - 1);
        expect(guide.lesson).toBeNull();
        vi.advanceTimersByTime(1);
        expect([guide.lesson?.name, guide.isComing]).toEqual(["card", false]);
    });

    it("keeps a lesson while its question is open, and lets it go with the decision", () => {
        const guide = guideAt({});
        const shown = guide.lesson;
        guide.follow(at({}), [0]);
        expect(guide.lesson).toBe(shown);
        guide.follow(at({ decision: 1, asked: "build-house" }), [0]);
        expect(guide.lesson).toBeNull();
        vi.advanceTimersByTime(PAUSE);
        expect(guide.lesson?.name).toBe("begin");
    });

    it("never shows a lesson of a phase that is over", () => {
        startGuide("t");
        const guide = new Guide("t");
        guide.follow(at({}), [0]);
        vi.advanceTimersByTime(PAUSE / 2);
        guide.follow(at({ decision: 1, isMine: false }), [0]);
        vi.advanceTimersByTime(2 * PAUSE);
        expect([guide.lesson, guide.isComing]).toEqual([null, false]);
    });

    it("explains everything once, also when the page is loaded again", () => {
        const before = guideAt({ asked: "run-plants" });
        before.finish();
        before.stop();
        const guide = new Guide("t");
        guide.follow(at({ asked: "run-plants", decision: 9 }), [0]);
        vi.advanceTimersByTime(PAUSE);
        expect(guide.lesson?.name).toBe("resupply");
        guide.finish();
        vi.advanceTimersByTime(PAUSE);
        expect(guide.lesson).toBeNull();
    });

    it("offers a lesson again that was left with the page", () => {
        guideAt({}).stop();
        const guide = new Guide("t");
        guide.follow(at({}), [0]);
        vi.advanceTimersByTime(PAUSE);
        expect(guide.lesson?.name).toBe("goal");
    });

    it("leaves no trace after the last lesson, or when it is sent away", () => {
        guideAt({ isMine: false, over: true }).finish();
        expect(localStorage.length).toBe(0);
        const guide = guideAt({});
        guide.leave();
        vi.advanceTimersByTime(PAUSE);
        expect(guide.lesson).toBeNull();
        expect(localStorage.length).toBe(0);
    });
});
