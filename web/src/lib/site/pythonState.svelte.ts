/** How far Python is, for the page to show. */

class PythonState {
    /** How much is done, from 0 to 1. */
    share = $state(0);
    isReady = $state(false);
    /** Why there is no Python. */
    problem = $state<string | null>(null);
    /** Whether this browser keeps tables when the tab is closed. */
    isKept = $state(true);
    /** Try again after a problem. */
    startAgain = (): void => undefined;
}

export const python = new PythonState();
