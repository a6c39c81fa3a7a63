import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LANGUAGES, setLanguage, type Language } from "../../i18n";
import { Guide, startGuide } from "../../lib/learning/guide.svelte";
import { LESSONS, type Lesson, type LessonName } from "../../lib/learning/lessons";
import GuideBox from "./GuideBox.svelte";

const FACTS = {
    cities: 2,
    money: 50,
    plant: "13",
    fuel: 0,
    bid: 5,
    plants: 3,
    price: 1,
    runs: 2,
    powered: 1,
    income: 10,
    canWait: "true",
};
const showing = (name: LessonName): Lesson => ({ name, decision: 0, target: ".thing", doing: ".thing", facts: FACTS });

let box: Record<string, unknown>;
let guide: Guide;
const reveal = vi.fn(() => () => {});

beforeEach(() => {
    localStorage.clear();
    startGuide("t");
    guide = new Guide("t");
    document.body.innerHTML = `<div class="table"><button class="thing">x</button></div>`;
    box = mount(GuideBox, { target: document.querySelector(".table")!, props: { guide, reveal } });
});
afterEach(() => unmount(box));

function show(name: LessonName): string {
    guide.lesson = showing(name);
    flushSync();
    return document.querySelector("[data-guide] p")?.textContent?.trim() ?? "";
}

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
    it("every lesson has at most two sentences, with its numbers, and no clause", async () => {
        await setLanguage(language);
        for (const name of LESSONS) {
            const words = show(name);
            expect(words.length, name).toBeGreaterThan(40);
            // Hungarian ordinals have a full stop: a sentence goes on after "13. erőmű".
            const sentences = words.replace(/\d\. (?=\p{Ll})/gu, "").match(/[.!?…](?=\s|$)/gu) ?? [];
            expect(sentences.length, words).toBeLessThanOrEqual(name === "over" ? 3 : 2);
            expect(words, name).not.toMatch(/[{}#]|guide\.|R\d/);
        }
    });
});

describe("a lesson", () => {
    beforeEach(() => setLanguage("en"));

    it("is read out, and what comes is announced as coming", () => {
        const words = show("old");
        expect(document.querySelector("[role=status]")?.textContent).toBe(words);
        guide.isComing = true;
        flushSync();
        expect(document.querySelector("[role=status]")?.getAttribute("aria-busy")).toBe("true");
    });

    it("goes when the learner presses what it points at, and not when something else is pressed", () => {
        show("old");
        document.body.click();
        expect(guide.lesson).not.toBeNull();
        document.querySelector<HTMLElement>(".thing")?.click();
        expect(guide.lesson).toBeNull();
    });

    it("takes no press in its first moment", () => {
        vi.useFakeTimers();
        show("old");
        const button = document.querySelector<HTMLElement>("[data-guide] .main")!;
        button.click();
        expect(guide.lesson).not.toBeNull();
        vi.advanceTimersByTime(300);
        button.click();
        expect(guide.lesson).toBeNull();
        vi.useRealTimers();
    });

    it("brings what it points at to the front if that is hidden", () => {
        show("old"); // nothing has a size in this environment
        expect(reveal).toHaveBeenCalledWith(document.querySelector(".thing"));
    });
});
