/** Chat that whoever runs the server has removed, or that has expired: it is not shown, also if it was before. */

import type { Message } from "../wire";

const WITHOUT_TEXT = new Set(["removed", "expired"]);

export function withoutRemoved(messages: readonly Message[]): readonly Message[] {
    const notices = messages.filter(({ kind }) => kind === "messages-removed");
    const gone = new Set(notices.flatMap(({ facts }) => String(facts["numbers"] ?? "").split(",")).map(Number));
    return messages.filter(({ kind, number }) => !WITHOUT_TEXT.has(kind) && !gone.has(number));
}
