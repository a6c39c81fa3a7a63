/** Lists that are drawn again only if something in them has changed: what animates its items measures all of them. */

/** Returns a function that gives back the array of the last call, as long as the elements are the same. */
export function sameArray<T>(): (next: readonly T[]) => readonly T[] {
    let last: readonly T[] = [];
    return (next) => {
        const isSame = next.length === last.length && next.every((item, place) => item === last[place]);
        if (!isSame) last = next;
        return last;
    };
}
