/** What a record says about who played it, where and when, as the page shows it. */

import { botTitle, COLOURS, numbered } from "../../i18n/sentences";
import { capitalised, language, t } from "../../i18n";
import type { Headers, PlayerInfo } from "../wire";

/** What to call the players: by their names, or by their colours where the record has none. */
export function playerNames(headers: Headers, players: number): string[] {
    const known = headers.players.map(({ name }) => name);
    const colours = COLOURS.slice(0, players).map((colour) => capitalised(t(`word.${colour}`)));
    return numbered(colours.map((colour, seat) => known[seat] || colour));
}

/** The event, the place and the date, as far as they are known. */
export function occasion({ event, site, date }: Headers): string {
    return [event, site, dateInWords(date)].filter((part) => part !== "").join(" · ");
}

/** What is known of a player besides the name. */
export function aboutPlayer({ kind, bot, version, limit, rating }: PlayerInfo): string {
    const which = kind === "bot" ? [t("word.bot"), botTitle(bot), version].filter((part) => part !== "").join(" ") : "";
    const strength = rating === null ? "" : t("ui.replay.rating", { rating: String(rating) });
    return [which, limit, strength].filter((part) => part !== "").join(", ");
}

function dateInWords(date: string): string {
    const [year, month, day] = date.split("-").map(Number);
    if (year === undefined || month === undefined) return date;
    const days = new Date(Date.UTC(year, month - 1, day ?? 1));
    if (day !== undefined && days.getUTCDate() !== day) return date;
    const parts = { year: "numeric", month: "long", timeZone: "UTC" } as const;
    return days.toLocaleDateString(language(), day === undefined ? parts : { ...parts, day: "numeric" });
}
