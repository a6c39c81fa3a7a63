/** What goes between the page and its table worker. */

/** Where Python is: the folder with Pyodide, and the bytes of its files by name. */
export interface PythonFiles {
    folder: string;
    sizes: Record<string, number>;
}

export type ToTableWorker =
    | { type: "start"; python: PythonFiles; isFirstVisit: boolean; lock: string }
    | { type: "request"; id: number; method: string; path: string; body: string }
    | { type: "open"; socket: number; table: string }
    | { type: "send"; socket: number; text: string }
    | { type: "close"; socket: number };

export type FromTableWorker =
    /** It holds the lock it was given, which is released when it dies. */
    | { type: "locked" }
    /** How much of Python is loaded, from 0 to 1. */
    | { type: "loading"; share: number }
    | { type: "ready"; isKept: boolean }
    | { type: "failed"; why: string }
    | { type: "answer"; id: number; status: number; text: string }
    | { type: "message"; socket: number; text: string }
    | { type: "closed"; socket: number; code: number; reason: string };

export type ToBotWorker = { type: "start"; python: PythonFiles } | { type: "ask"; question: string };

export type FromBotWorker = { type: "ready" } | { type: "failed"; why: string } | { type: "answer"; text: string };

export interface ToReviewWorker {
    python: PythonFiles;
    task: string;
}
