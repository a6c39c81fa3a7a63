import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../i18n";
import { backend, setBackend } from "../../lib/backend/backend";
import { shown } from "../../lib/game/shownTable.svelte";
import DenialText from "./DenialText.svelte";

vi.mock("../../lib/app/address", async (load) => ({ ...(await load<object>()), isSite: true }));
const save = vi.hoisted(() => vi.fn<(file: File) => void>());
vi.mock("../../lib/app/sharing", () => ({ save }));

const usual = backend();
let text: Record<string, unknown>;
afterEach(() => {
    setBackend(usual);
    void unmount(text);
    document.body.innerHTML = "";
});

function show(code: string): void {
    text = mount(DenialText, { target: document.body, props: { denial: { code, sentence: "No." } } });
    flushSync();
}

test("a game that the browser cannot store can still be saved as a record", async () => {
    await setLanguage("en");
    shown.show({ id: "abc", seats: [] });
    setBackend({
        request: async (_, path) => ({ status: 200, text: `the answer to ${path}` }),
        socket: () => {
            throw new Error("no table is opened here");
        },
    });
    show("trouble");
    expect(document.body.textContent).toContain("storage may be full");
    document.querySelector("button")?.click();
    await vi.waitFor(() => expect(save).toHaveBeenCalled());
    expect(await save.mock.calls[0]?.[0].text()).toBe("the answer to /api/tables/abc/record");
});

test("a refusal of another kind leaves the record alone", () => {
    shown.show({ id: "abc", seats: [] });
    show("stale");
    expect(document.querySelector("button")).toBeNull();
});
