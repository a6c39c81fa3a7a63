import { beforeEach, describe, expect, it } from "vitest";
import { Guide, lessonsDue, startGuide } from "./guide.svelte";
import type { View } from "../wire";

const at = (part: Partial<View>): View =>
    ({ over: false, seat: 0, asked: "open", phase: 2, players: [], ...part }) as unknown as View;

beforeEach(() => localStorage.clear());

describe("what is to be explained", () => {
    it("is the aim of the game first, then what is asked", () => {
        expect(lessonsDue(at({}), [0])).toEqual(["goal", "open"]);
        expect(lessonsDue(at({ asked: "buy-fuel" }), [0])).toEqual(["goal", "buy-fuel"]);
    });

    it("is that one waits, when another is up", () => {
        expect(lessonsDue(at({ seat: 1 }), [0])).toEqual(["goal", "waiting"]);
    });

    it("is how it ended, when it is over", () => {
        expect(lessonsDue(at({ over: true, seat: null, asked: null }), [0])).toEqual(["over"]);
    });
});

describe("a guide", () => {
    it("says nothing at a table that is not guided", () => {
        expect(new Guide("t").lesson(at({}), [0])).toBeNull();
    });

    it("explains everything once, also when the page is loaded again", () => {
        startGuide("t");
        const guide = new Guide("t");
        expect(guide.lesson(at({}), [0])).toBe("goal");
        guide.dismiss("goal");
        expect(guide.lesson(at({}), [0])).toBe("open");
        guide.dismiss("open");
        expect(guide.lesson(at({}), [0])).toBeNull();
        expect(new Guide("t").lesson(at({}), [0])).toBeNull();
        expect(new Guide("t").lesson(at({ asked: "bid" }), [0])).toBe("bid");
    });

    it("leaves no trace after the last lesson, or when it is sent away", () => {
        startGuide("t");
        new Guide("t").dismiss("over");
        expect(localStorage.length).toBe(0);
        startGuide("u");
        const guide = new Guide("u");
        guide.leave();
        expect(guide.lesson(at({}), [0])).toBeNull();
        expect(localStorage.length).toBe(0);
    });

    it("takes what is stored amiss for no guide", () => {
        localStorage.setItem("kilowatt.guide.t", "{no json");
        expect(new Guide("t").lesson(at({}), [0])).toBeNull();
    });
});
