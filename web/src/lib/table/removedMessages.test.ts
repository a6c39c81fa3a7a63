import { expect, test } from "vitest";
import type { Message } from "../wire";
import { withoutRemoved } from "./removedMessages";

function message(number: number, kind: string, facts: Message["facts"] = {}): Message {
    return { number, kind, seat: 0, facts, at: number };
}

test("what was removed is no longer shown, and that it was removed is", () => {
    const shown = withoutRemoved([
        message(1, "chat", { text: "hello" }),
        message(2, "chat", { text: "buy" }),
        message(3, "chat", { text: "this" }),
        message(4, "messages-removed", { numbers: "2,3" }),
        message(5, "chat", { text: "good" }),
    ]);
    expect(shown.map(({ number }) => number)).toEqual([1, 4, 5]);
});

test("a page that comes later shows neither what was removed nor what has expired", () => {
    const shown = withoutRemoved([message(1, "expired"), message(2, "removed"), message(3, "joined")]);
    expect(shown.map(({ number }) => number)).toEqual([3]);
});
