import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { preferences } from "./app/preferences.svelte";
import { backend, setBackend } from "./backend/backend";
import { quickGame } from "./setup/presets";

vi.mock("./app/address", async (load) => ({ ...(await load<object>()), isSite: true }));

const usual = backend();
const persist = vi.fn(async () => true);
let asked: string[];

beforeEach(() => {
    asked = [];
    vi.stubGlobal("navigator", { storage: { persist } });
    setBackend({
        request: async (method, path) => {
            asked.push(`${method} ${path}`);
            return { status: 200, text: "null" };
        },
        socket: () => {
            throw new Error("no table is opened here");
        },
    });
});
afterEach(() => {
    setBackend(usual);
    vi.unstubAllGlobals();
});

test("the browser is asked to keep the tables when the first one is made", async () => {
    const table = quickGame("germany", "easy", { who: "me", nickname: "Ann", look: 0 });
    await api.make(table);
    expect(persist).toHaveBeenCalledOnce();
    preferences.addTable("abcd");
    await api.make(table);
    expect(persist).toHaveBeenCalledOnce();
});

test("an analysis that nobody wants any more is ended", async () => {
    await api.game("table", "abcd").stopReview();
    expect(asked).toEqual(["POST /api/tables/abcd/review/stop"]);
});
