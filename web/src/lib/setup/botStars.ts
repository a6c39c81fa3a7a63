/** How strong the bots are, from one star to five. */

/** The order of the ladder in docs/strength.md. */
const STARS: Readonly<Record<string, number>> = { random: 1, novice: 2, steady: 3, planner: 4, search: 5 };
export const MOST_STARS = 5;

/** How strong a bot is, in stars; null for a bot of another package, whose strength is unknown. */
export function starsOf(bot: string): number | null {
    return STARS[bot] ?? null;
}
