/**
 * The tables of this browser in IndexedDB, on the disk before anybody is told of a change.
 *
 * It knows nothing of tables but their versions: a document is written only if it is the next version of the stored one.
 * `kilowatt.browser.ports.BrowserStore` is the other side. What fails is thrown with a sentence for people.
 */

const NAME = "kilowatt";
const VERSION = 1;

/** Stores of texts: documents of tables, what belongs to them by table and number, and the rest by key. */
const BY_NUMBER = ["entries", "messages"] as const;
const BY_KEY = ["snapshots", "keys", "records"] as const;
const WRITTEN = ["tables", "entries", "messages", "snapshots"];

interface TableDocument {
    version: number;
    /** When somebody must look at the table: seconds since 1970. Without it, the table is not in the index. */
    wake?: number;
    text: string;
}

interface Writing {
    table: string;
    version: number;
    wake: number | null;
    document: string;
    entries: [number, string][];
    messages: [number, string][];
    snapshot: string | null;
}

export class TableStore {
    #database: IDBDatabase | null = null;

    /** Open the storage; null if this browser keeps nothing. Fails if a newer version of Kilowatt has been here. */
    static async open(): Promise<TableStore | null> {
        const store = new TableStore();
        try {
            await store.#open();
        } catch (error) {
            if (error instanceof DOMException && error.name === "VersionError") throw inWords(error);
            return null;
        }
        return store;
    }

    readTable = async (table: string): Promise<string | undefined> => {
        const found = await this.#read<TableDocument>("tables", (store) => store.get(table));
        return found?.text;
    };

    writeTables = async (json: string): Promise<boolean> => {
        const writings = JSON.parse(json) as Writing[];
        return await this.#transact(WRITTEN, (transaction, done) => {
            const tables = transaction.objectStore("tables");
            let unread = writings.length;
            let isNext = true;
            for (const { table, version } of writings) {
                const request = tables.get(table) as IDBRequest<TableDocument | undefined>;
                request.onsuccess = () => {
                    isNext &&= (request.result?.version ?? 0) === version - 1;
                    unread -= 1;
                    if (unread > 0) return;
                    if (isNext) for (const writing of writings) put(transaction, writing);
                    done(isNext);
                };
            }
        });
    };

    readRows = async (kind: (typeof BY_NUMBER)[number], table: string, since: number): Promise<string> => {
        const range = IDBKeyRange.bound([table, since], [table, Infinity]);
        const rows = await this.#read<string[]>(kind, (store) => store.getAll(range));
        return `[${rows.join(",")}]`;
    };

    readDue = async (until: number): Promise<string> => {
        const range = IDBKeyRange.upperBound(until);
        return JSON.stringify(await this.#read("tables", (store) => store.index("wake").getAllKeys(range)));
    };

    read = async (kind: (typeof BY_KEY)[number], key: string): Promise<string | undefined> =>
        await this.#read<string | undefined>(kind, (store) => store.get(key));

    write = async (kind: (typeof BY_KEY)[number], key: string, text: string): Promise<void> => {
        await this.#transact([kind], (transaction, done) => {
            transaction.objectStore(kind).put(text, key);
            done(true);
        });
    };

    /** Open the database, again if the browser has closed it. */
    async #open(): Promise<IDBDatabase> {
        if (this.#database !== null) return this.#database;
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open(NAME, VERSION);
            request.onupgradeneeded = () => {
                const { result } = request;
                result.createObjectStore("tables").createIndex("wake", "wake");
                for (const name of [...BY_NUMBER, ...BY_KEY]) result.createObjectStore(name);
            };
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error ?? new Error());
        });
        database.onclose = () => (this.#database = null);
        database.onversionchange = () => {
            database.close(); // a newer version of Kilowatt waits for this
            this.#database = null;
        };
        this.#database = database;
        return database;
    }

    async #read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
        try {
            const database = await this.#open();
            return await new Promise<T>((resolve, reject) => {
                const request = ask(database.transaction(store).objectStore(store));
                request.onsuccess = () => resolve(request.result as T);
                request.onerror = () => reject(request.error ?? new Error());
            });
        } catch (error) {
            throw inWords(error);
        }
    }

    /** Run a transaction that is on the disk when this resolves, with what `done` was called with. */
    async #transact<T>(
        stores: string[],
        work: (transaction: IDBTransaction, done: (result: T) => void) => void,
    ): Promise<T> {
        try {
            const database = await this.#open();
            return await new Promise<T>((resolve, reject) => {
                const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
                let result: T;
                transaction.oncomplete = () => resolve(result);
                transaction.onabort = () => reject(transaction.error ?? new Error());
                work(transaction, (found) => (result = found));
            });
        } catch (error) {
            throw inWords(error);
        }
    }
}

function put(transaction: IDBTransaction, writing: Writing): void {
    const { table, version, wake, document: text } = writing;
    const document: TableDocument = wake === null ? { version, text } : { version, wake, text };
    transaction.objectStore("tables").put(document, table);
    for (const kind of BY_NUMBER)
        for (const [number, row] of writing[kind]) transaction.objectStore(kind).put(row, [table, number]);
    if (writing.snapshot !== null) transaction.objectStore("snapshots").put(writing.snapshot, table);
}

/** An error of the storage as a sentence. */
function inWords(error: unknown): Error {
    const name = error instanceof DOMException ? error.name : "Error";
    if (name === "QuotaExceededError")
        return new Error("There is no room left in this browser's storage: make some, or save the record.");
    if (name === "VersionError")
        return new Error("A newer version of Kilowatt has been used in this browser: load the page again.");
    return new Error(`This browser's storage cannot be used at the moment (${name}).`);
}
