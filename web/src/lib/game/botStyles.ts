/** Bots with a style and a level: `casual-miser` is a miser who plays for fun. */

export const BOT_STYLES = ["expander", "miser", "gambler", "blocker"] as const;
/** Weakest first. */
export const BOT_LEVELS = ["beginner", "casual", "skilled", "expert"] as const;
export type BotStyle = (typeof BOT_STYLES)[number];
export type BotLevel = (typeof BOT_LEVELS)[number];

/** The style and the level of a bot by its name; null for one that has none. */
export function styleAndLevel(bot: string): { style: BotStyle; level: BotLevel } | null {
    const level = BOT_LEVELS.find((each) => bot.startsWith(`${each}-`));
    const style = BOT_STYLES.find((each) => bot === `${level ?? ""}-${each}`);
    return level === undefined || style === undefined ? null : { style, level };
}
