import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
    document.head.innerHTML = "";
    vi.resetModules();
});

/** Who may sit in a seat, on this kind of page: by value, or as the page shows it. */
async function choices(what: "value" | "label" = "value"): Promise<string[]> {
    vi.resetModules();
    const { flushSync, mount, unmount } = await import("svelte");
    const { default: SeatChoice } = await import("./SeatChoice.svelte");
    const props = {
        place: 0,
        seat: { who: "me", nickname: "Ann", look: null },
        look: 0,
        taken: [],
        bots: [
            { name: "novice", title: "Novice", about: "" },
            { name: "watt", title: "Watt the Great", about: "" },
        ],
        onchoose: () => undefined,
    };
    const shown = mount(SeatChoice, { target: document.body, props });
    flushSync();
    const found = [...document.querySelectorAll("option")].map((option) =>
        what === "value" ? option.value : option.text,
    );
    await unmount(shown);
    return found;
}

test("a seat can be left free for somebody elsewhere at a server, not on a static site", async () => {
    expect(await choices()).toEqual(["me", "anybody", "novice", "watt"]);
    document.head.innerHTML = '<meta name="kilowatt" content="site">';
    expect(await choices()).toEqual(["me", "novice", "watt"]);
});

test("a bot of another package, or of your own, is shown by its title", async () => {
    expect((await choices("label")).slice(-2)).toEqual(["Novice", "Watt the Great"]);
});
