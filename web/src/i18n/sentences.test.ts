import { beforeEach, describe, expect, it } from "vitest";
import { personaOf } from "../lib/game/botPersonas";
import { shown } from "../lib/game/shownTable.svelte";
import type { Action, GameEvent, Message, Refusal, SeatInfo } from "../lib/wire";
import { LANGUAGES, setLanguage, type Language } from ".";
import {
    actionSentence,
    denialSentence,
    eventSentence,
    fuelsInWords,
    messageSentence,
    reasonSentence,
    refusalIn,
    refusalSentence,
    seatName,
    seatNames,
} from "./sentences";

const NAMES = ["Anna", "Béla"];
const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];
const cityName = (id: string): string => ({ essen: "Essen" })[id] ?? id;
const regionName = (id: string): string => ({ west: "West" })[id] ?? id;

const EVENTS: GameEvent[] = [
    { event: "region-picked", seat: 0, region: "west" },
    { event: "round-began", round: 3, order: [1, 0] },
    { event: "phase-began", phase: 2 },
    { event: "order-changed", order: [1, 0] },
    { event: "auction-opened", seat: 0, plant: 10, bid: 12 },
    { event: "bid-raised", seat: 1, plant: "flux", bid: 40 },
    { event: "dropped", seat: 0, plant: 5 },
    { event: "passed", seat: 0 },
    { event: "plant-sold", seat: 1, plant: 10, price: 13 },
    { event: "plant-scrapped", seat: 0, plant: 4 },
    { event: "fuel-lost", seat: 0, fuel: { coal: 2 } },
    { event: "plant-drawn", plant: 33 },
    { event: "plant-removed", plant: 6, reason: "obsolete" },
    { event: "plant-removed", plant: 6, reason: "first-pass" },
    { event: "plant-went-under", plant: 50 },
    { event: "step-3-drawn" },
    { event: "step-3-card-left" },
    { event: "step-began", step: 2 },
    { event: "fuel-bought", seat: 0, fuel: "coal", prices: [1, 1, 2], cost: 4 },
    { event: "buying-stopped", seat: 0 },
    {
        event: "house-built",
        seat: 0,
        city: "essen",
        route: ["a", "essen"],
        route_price: 11,
        slot_price: 10,
        start: false,
    },
    { event: "house-built", seat: 0, city: "essen", route: ["essen"], route_price: 0, slot_price: 10, start: true },
    { event: "building-stopped", seat: 0 },
    { event: "plants-ran", seat: 0, plants: [7, 10, "flux"], burnt: { oil: 3, coal: 2 }, powered: 6, income: 73 },
    { event: "plants-ran", seat: 0, plants: [], burnt: {}, powered: 0, income: 10 },
    { event: "fuel-resupplied", fuel: { coal: 3, uranium: 1 } },
    { event: "game-ended", ranking: [{ seats: [0, 1], powered: 15, money: 40, cities: 17 }] },
];

function refusal(code: string, facts: Refusal["facts"] = {}): Refusal {
    return { clause: "R1.1", code, facts, sentence: "In English." };
}

function message(kind: string, seat: number | null, facts: Message["facts"] = {}): Message {
    return { number: 1, kind, seat, facts, at: 0 };
}

describe.each(LANGUAGE_KEYS)("in %s", (language) => {
    beforeEach(() => setLanguage(language));

    it.each(EVENTS)("$event is a sentence", (event) => {
        const sentence = eventSentence(event, NAMES, cityName, regionName);
        expect(sentence).not.toMatch(/[{}]|undefined|event\./);
        expect(sentence).toMatch(/\.$/);
        if ("seat" in event) expect(sentence).toContain(NAMES[event.seat]);
    });
});

describe("an event", () => {
    beforeEach(() => setLanguage("en"));
    const sentence = (event: GameEvent): string => eventSentence(event, NAMES, cityName, regionName);

    it("names players, plants, prices and cities", () => {
        expect(sentence(EVENTS[4]!)).toBe("Anna opens plant 10 with a bid of 12.");
        expect(sentence(EVENTS[5]!)).toBe("Béla bids 40 for plant 33⅓.");
        expect(sentence(EVENTS[20]!)).toBe("Anna builds in Essen for 21 Elektro (route 11, slot 10).");
        expect(sentence(EVENTS[21]!)).toBe("Anna starts a network in Essen for 10 Elektro.");
    });
    it("tells what ran, what it burnt and what it earned", () => {
        expect(sentence(EVENTS[23]!)).toBe(
            "Anna powers 6 cities and earns 73 Elektro. Plants: 7, 10, 33⅓; burnt: 2 coal and 3 oil.",
        );
        expect(sentence(EVENTS[24]!)).toBe("Anna runs no plant and earns 10 Elektro.");
    });
    it("tells who share the win", () => {
        expect(sentence(EVENTS[26]!)).toBe(
            "The game is over. Anna and Béla share the win: 15 powered cities, 40 Elektro.",
        );
    });
    it("of a kind we do not know is called by its tag", () => {
        expect(sentence({ event: "meteor" } as unknown as GameEvent)).toBe("meteor");
    });
    it("has the right article and ending in Hungarian", async () => {
        await setLanguage("hu");
        expect(sentence(EVENTS[6]!)).toBe("Anna kiszáll az 5-ös erőmű árveréséből.");
        expect(sentence(EVENTS[5]!)).toBe("Béla 40 Elektrót ajánl a 33⅓-os erőműért.");
        expect(sentence(EVENTS[14]!)).toBe("A húzópakli alá kerül az 50-es erőmű.");
    });
    it("counts tokens as Finns and Russians do", async () => {
        await setLanguage("fi");
        expect(sentence(EVENTS[18]!)).toBe("Anna ostaa: 3 hiiltä, yhteensä 4 elektroa.");
        await setLanguage("ru");
        expect(sentence(EVENTS[18]!)).toBe("Anna покупает 3 угля за 4 электро.");
    });
});

describe("a refusal", () => {
    beforeEach(() => setLanguage("de"));

    it("names whoever is up, by name or by colour", () => {
        expect(refusalSentence(refusal("not-your-turn", { turn: "Blue" }))).toBe("Blau ist an der Reihe.");
        expect(refusalSentence(refusal("not-your-turn", { turn: "Blue" }), NAMES)).toBe("Béla ist an der Reihe.");
    });
    it("says what is asked instead", () => {
        const facts = { what: "StopBuying", asked: "raise the bid or drop" };
        expect(refusalSentence(refusal("not-asked", facts))).toBe(
            "»Kauf beenden« geht jetzt nicht. Biete höher oder steig aus.",
        );
    });
    it("counts tokens of a fuel", () => {
        const facts = { amount: 3, fuel: "coal", cost: 9, money: 5 };
        expect(refusalSentence(refusal("fuel-too-dear", facts))).toBe("3 Kohle: Das kostet 9 Elektro. Du hast 5.");
        expect(refusalSentence(refusal("no-room", { room: 1, fuel: "oil" }))).toContain("1 Öl");
        expect(refusalSentence(refusal("sold-out", { left: 0, fuel: "uranium" }))).toContain("0 Uran");
    });
    it("lists countries in the case of the sentence", () => {
        const facts = { plant: 11, countries: ["HU", "CZ", "SK"] };
        expect(refusalSentence(refusal("needs-city-in", facts))).toBe(
            "Kraftwerk 11 braucht eine Stadt in Ungarn, Tschechien oder der Slowakei, und du hast keine.",
        );
    });
    it("calls cities and regions as the language does", () => {
        const slot = refusal("no-open-slot", { city: "Essen", step: 1 });
        const inGerman = (name: string): string => `»${name}«`;
        expect(refusalSentence(slot, [], inGerman)).toContain("»Essen«");
        expect(refusalSentence(slot)).not.toContain("»Essen«");
        const taken = refusal("region-taken", { region: "West" });
        expect(denialSentence(taken, [], undefined, inGerman)).toContain("»West«");
    });
    it("tells what cannot be burnt", () => {
        expect(refusalSentence(refusal("not-your-fuel", { burn: "2 coal 1 oil" }))).toContain("2 Kohle und 1 Öl");
        expect(refusalSentence(refusal("wrong-burn", { need: 2, burn: "nothing" }))).toContain("nichts");
    });
    it("with a code of another package is shown in the server's words", () => {
        expect(refusalSentence(refusal("needs-a-harbour"))).toBe("In English.");
    });
});

describe("a denial", () => {
    beforeEach(() => setLanguage("de"));

    it("is found by its code", () => {
        expect(denialSentence({ code: "seat-taken", sentence: "x" })).toBe("Da sitzt schon jemand.");
    });
    it("of the rules is their refusal", () => {
        expect(denialSentence({ code: "rules", sentence: "x", refusal: refusal("game-over") })).toBe(
            "Das Spiel ist zu Ende.",
        );
    });
    it("has the refusal of the rules in it, or is one, or has none", () => {
        const over = refusal("game-over");
        expect(refusalIn({ code: "rules", sentence: "x", refusal: over })).toBe(over);
        expect(refusalIn(over)).toBe(over);
        expect(denialSentence(over)).toBe("Das Spiel ist zu Ende.");
        expect(refusalIn({ code: "seat-taken", sentence: "x" })).toBeNull();
    });
    it("that needs the server's words has them, and one that is unknown is nothing else", () => {
        expect(denialSentence({ code: "wrong-input", sentence: "No board." })).toBe("Das geht so nicht: No board.");
        expect(denialSentence({ code: "moon", sentence: "No moon." })).toBe("No moon.");
    });
});

describe("a reason", () => {
    it("is found by its code, with its facts, or is in the server's words", async () => {
        await setLanguage("ro");
        const facts = { powered: 21, fuel: 8, cost: 30 };
        expect(reasonSentence({ code: "round-plan", facts, sentence: "x" })).toContain("21 de orașe");
        expect(reasonSentence({ code: "gut-feeling", facts: {}, sentence: "A feeling." })).toBe("A feeling.");
    });
});

describe("a message of the table", () => {
    beforeEach(() => setLanguage("en"));

    it("tells who came, by the name of that time", () => {
        expect(messageSentence(message("joined", 0, { nickname: "Zoe" }), NAMES)).toBe("Zoe sits down.");
        expect(messageSentence(message("moved", 1), NAMES)).toBe("Béla plays on another device now.");
    });
    it("tells for whom a bot plays, and by whose will", () => {
        const facts = { bot: "planner", nickname: "Anna", by_host: false };
        expect(messageSentence(message("bot-plays", 0, facts), NAMES)).toBe("The bot Planner now plays for Anna.");
        expect(messageSentence(message("bot-plays", 0, { ...facts, by_host: true }), NAMES)).toBe(
            "The host lets the bot Planner play for Anna.",
        );
        shown.table = { id: "t", seats: [] };
        const { name } = personaOf("planner", "t", 0);
        expect(messageSentence(message("bot-plays", 0, { ...facts, nickname: "Planner" }), NAMES)).toBe(
            `${name} sits down (bot, Planner).`,
        );
    });
    it("tells whether somebody plays again or a seat is free", () => {
        expect(messageSentence(message("bot-left", 0, { nickname: "Anna" }), NAMES)).toContain("Anna plays again");
        expect(messageSentence(message("bot-left", 0, { nickname: null }), NAMES)).toContain("its seat is free");
    });
    it("tells how a bot failed", () => {
        expect(messageSentence(message("bot-failed", 1, { bot: "search", how: "slow" }), NAMES)).toBe(
            "The bot Search took too long; a safe move was made for Béla.",
        );
    });
    it("says a phrase of the chat in the language of the page, and one it does not know as it came", async () => {
        const hello = message("chat", 0, { text: "Hello!", phrase: "hello" });
        expect(messageSentence(hello, NAMES)).toBe("Anna: Hello!");
        await setLanguage("de");
        expect(messageSentence(hello, NAMES)).toBe("Anna: Hallo!");
        await setLanguage("en");
        expect(messageSentence(message("chat", 0, { text: "Bye!", phrase: "bye" }), NAMES)).toBe("Anna: Bye!");
    });
    it("leaves a chat message as it was written, and an unknown kind as it is", () => {
        expect(messageSentence(message("chat", 0, { text: "Hi {all}" }), NAMES)).toBe("Anna: Hi {all}");
        expect(messageSentence(message("eclipse", null), NAMES)).toBe("eclipse");
    });
});

describe("what a bot proposes", () => {
    const ACTIONS: [Action, string][] = [
        [{ do: "pick-region", region: "west" }, "Pick the region West."],
        [{ do: "open", plant: "flux", bid: 33 }, "Open plant 33⅓ with a bid of 33."],
        [{ do: "pass" }, "Pass."],
        [{ do: "bid", amount: 14 }, "Bid 14."],
        [{ do: "drop" }, "Drop out of this auction."],
        [{ do: "scrap", plant: 4 }, "Scrap plant 4."],
        [{ do: "keep-fuel", fuel: { oil: 2 } }, "Keep: 2 oil."],
        [{ do: "buy-fuel", fuel: "coal", amount: 3 }, "Buy: 3 coal."],
        [{ do: "stop-buying" }, "Buy no more fuel."],
        [{ do: "build-house", city: "essen" }, "Build in Essen."],
        [{ do: "build-house", city: "essen", start: true }, "Start a network in Essen."],
        [{ do: "stop-building" }, "Build no more houses."],
        [{ do: "run-plants", plants: [4, 13], burn: { coal: 2 } }, "Run: 4, 13. Burn: 2 coal."],
        [{ do: "run-plants", plants: [], burn: {} }, "Run no plant."],
    ];
    it.each(ACTIONS)("%o is a sentence", async (action, sentence) => {
        await setLanguage("en");
        expect(actionSentence(action, cityName, regionName)).toBe(sentence);
    });
});

describe("names", () => {
    const seat: SeatInfo = {
        seat: 0,
        colour: "red",
        look: 0,
        nickname: "Anna",
        bot: null,
        held: true,
        muted: false,
        here: true,
    };

    const bot: SeatInfo = { ...seat, nickname: "Steady", bot: "steady", held: false };

    it("of people stay, whoever plays for them; a free seat says so", async () => {
        await setLanguage("de");
        expect(seatName("t", seat)).toBe("Anna");
        expect(seatName("t", { ...seat, bot: "planner" })).toBe("Anna");
        expect(seatName("t", { ...seat, nickname: "Planner" })).toBe("Planner");
        expect(seatName("t", { ...seat, nickname: null })).toBe("freier Platz");
    });

    it("of bots are given names, in the letters of the language", async () => {
        const { name, cyrillic } = personaOf("steady", "t", 0);
        await setLanguage("fi");
        expect(seatName("t", bot)).toBe(name);
        await setLanguage("ru");
        expect(seatName("t", bot)).toBe(cyrillic);
    });

    it("get numbers where two at a table have one name, but free seats do not", async () => {
        await setLanguage("en");
        const { name } = personaOf("steady", "t", 0);
        const free = { ...seat, nickname: null };
        const seats = [bot, { ...seat, nickname: name }, { ...bot, seat: 2 }, free, free];
        expect(seatNames({ id: "t", seats })).toEqual([
            `${name} 1`,
            `${name} 2`,
            personaOf("steady", "t", 2).name,
            "free seat",
            "free seat",
        ]);
    });

    it("of no fuel at all is nothing", async () => {
        await setLanguage("en");
        expect(fuelsInWords({})).toBe("nothing");
    });
});
