/** How strong the bots are, from one star to five. */

import { type BotLevel, styleAndLevel } from "../game/botStyles";

/** The order of the ladder in docs/strength.md. */
const STARS: Readonly<Record<string, number>> = { random: 1, novice: 2, steady: 3, planner: 4, search: 5 };
/** Those of the bot of the ladder whose rating is nearest. */
const STARS_OF_LEVEL: Readonly<Record<BotLevel, number>> = { beginner: 2, casual: 3, skilled: 3, expert: 4 };
export const MOST_STARS = 5;

/** How strong a bot is, in stars; null for a bot of another package, whose strength is unknown. */
export function starsOf(bot: string): number | null {
    const styled = styleAndLevel(bot);
    return styled !== null ? STARS_OF_LEVEL[styled.level] : (STARS[bot] ?? null);
}
