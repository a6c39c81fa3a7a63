import { afterEach, beforeEach, expect, test } from "vitest";
import { keepsFocus } from "./focus";

let leave: (() => void) | void;
const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
    document.body.innerHTML = `<input id="field" />
        <section><h2 id="title" tabindex="-1">Asked</h2><button id="bid">Bid</button><button id="pass">Pass</button></section>`;
    leave = keepsFocus(find("section"));
});
afterEach(() => leave?.());

/** Remove a control as a browser does that then has nowhere to put the focus. */
async function goes(selector: string): Promise<void> {
    const control = find(selector);
    if (document.activeElement === control) control.blur();
    control.remove();
    await soon();
}

test("who had the focus on what goes away is at the heading", async () => {
    find("#bid").focus();
    await goes("#bid");
    expect(document.activeElement?.id).toBe("title");
});

test("who is elsewhere stays there", async () => {
    find("#bid").focus();
    find("#field").focus();
    await soon();
    await goes("#bid");
    expect(document.activeElement?.id).toBe("field");
});

test("who had left before the control went is not called back", async () => {
    find("#bid").focus();
    find("#bid").blur();
    await soon();
    await goes("#bid");
    expect(document.activeElement).toBe(document.body);
});

test("another control that goes away takes nobody's focus", async () => {
    find("#bid").focus();
    await goes("#pass");
    expect(document.activeElement?.id).toBe("bid");
});

test("who waits for a control that cannot be pressed for a moment is back at it", async () => {
    const bid = find("#bid") as HTMLButtonElement;
    bid.focus();
    bid.disabled = true;
    bid.blur();
    await soon();
    bid.disabled = false;
    await soon();
    expect(document.activeElement?.id).toBe("bid");
});
