/** Positions in a chart or on a time line. Only arithmetic: what it draws comes from the server. */

/** About this many round numbers from 0 to at least `most`. */
export function ticksTo(most: number, wanted = 4): number[] {
    const rough = Math.max(most, 1) / wanted;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough);
    return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, number) => number * step);
}

/** The nearest places, in the same order, that are at least `gap` apart and lie between `low` and `high`. */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
    const order = places.map((_, number) => number).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
    const result = places.map((place) => Math.min(Math.max(place, low), high));
    // Push on from the lowest, then back from the highest: whatever had no room moves the others.
    order.forEach((number, rank) => {
        const before = order[rank - 1];
        if (before !== undefined) result[number] = Math.max(result[number] ?? 0, (result[before] ?? 0) + gap);
    });
    let limit = high;
    for (const number of order.toReversed()) {
        result[number] = Math.min(result[number] ?? 0, limit);
        limit = (result[number] ?? 0) - gap;
    }
    return result;
}

/** A line through these values, `x` and `y` giving their places. */
export function linePath(
    values: readonly number[],
    x: (place: number) => number,
    y: (value: number) => number,
): string {
    return values.map((value, place) => `${place === 0 ? "M" : "L"}${round(x(place))} ${round(y(value))}`).join("");
}

/** Shares that add up to 1, laid over each other as areas of a box of 1 by 1: one path for each seat. */
export function stackedAreas(shares: readonly (readonly number[])[]): string[] {
    const seats = shares[0]?.length ?? 0;
    const x = (place: number): number => round(place / Math.max(1, shares.length - 1), 4);
    const upTo = (row: readonly number[], seat: number): number =>
        round(
            row.slice(0, seat).reduce((sum, share) => sum + share, 0),
            3,
        );
    return Array.from({ length: seats }, (_, seat) => {
        const top = shares.map((row, place) => `${x(place)} ${upTo(row, seat)}`);
        const bottom = shares.map((row, place) => `${x(place)} ${upTo(row, seat + 1)}`).reverse();
        return `M${[...top, ...bottom].join("L")}Z`;
    });
}

function round(number: number, digits = 1): number {
    return Number(number.toFixed(digits));
}
