/** For an effect: show what has been loaded, unless something else is wanted by then or the component is gone. */
export function whenLoaded<T>(
    loading: Promise<T>,
    show: (found: T) => void,
    fail: (error: unknown) => void = () => undefined,
): () => void {
    let isWanted = true;
    loading.then(
        (found) => {
            if (isWanted) show(found);
        },
        (error: unknown) => {
            if (isWanted) fail(error);
        },
    );
    return () => {
        isWanted = false;
    };
}
