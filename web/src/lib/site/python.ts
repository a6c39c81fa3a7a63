/** Python in a web worker: Pyodide, and Kilowatt unpacked into it. */

import type { PyodideAPI } from "pyodide";
import type { PythonFiles } from "./protocol";

type Load = (options: Record<string, unknown>) => Promise<PyodideAPI>;

/** The share of the time that loading takes when everything comes over a line; the rest is the start of Python. */
const LOADING = 0.8;

/**
 * Start Python and import a module of Kilowatt. `report` is told how much is done, from 0 to 1. On a first visit bytes
 * are counted as they arrive; later not, since the browser cannot keep what is counted in compiled form.
 */
export async function startPython(
    files: PythonFiles,
    module: string,
    report: (share: number) => void = () => undefined,
    isFirstVisit = false,
): Promise<PyodideAPI> {
    const failed = watchFiles(files, isFirstVisit ? (share) => report(share * LOADING) : null);
    const at = (name: string): string => new URL(name, files.folder).href;
    const archive = fetch(at("kilowatt.zip")).then((response) => response.arrayBuffer());
    archive.catch(() => undefined); // it is awaited below
    const { loadPyodide } = (await import(/* @vite-ignore */ at("pyodide.mjs"))) as { loadPyodide: Load };
    const loading = loadPyodide({
        indexURL: files.folder,
        stdLibURL: at("stdlib.zip"),
        stdout: (line: string) => console.log(line),
        stderr: (line: string) => console.warn(line),
    });
    const python = await Promise.race([loading, failed]);
    report(LOADING + 0.1);
    python.unpackArchive(await Promise.race([archive, failed]), "zip", { extractDir: sitePackages(python) });
    python.pyimport(module);
    report(1);
    return python;
}

function sitePackages(python: PyodideAPI): string {
    return python.runPython("import site; site.getsitepackages()[0]") as string;
}

/**
 * Watch the files of Python that are fetched; scripts are imported. Returns a promise that rejects if one of them cannot be
 * had, of which Pyodide says nothing. `report` is told the share of the bytes that have arrived.
 */
function watchFiles({ folder, sizes }: PythonFiles, report: ((share: number) => void) | null): Promise<never> {
    const total = Object.entries(sizes).reduce((sum, [name, size]) => sum + (name.endsWith(".mjs") ? 0 : size), 0);
    const plain = globalThis.fetch;
    let loaded = 0;
    return new Promise((_, reject) => {
        globalThis.fetch = async (input, init) => {
            const response = await plain(input, init).catch((error: unknown) => {
                reject(new Error("A file of this page could not be loaded."));
                throw error;
            });
            if (!response.url.startsWith(folder)) return response;
            if (!response.ok) reject(new Error(`${response.url} answered with ${response.status}.`));
            if (report === null || response.body === null) return response;
            const counted = response.body.pipeThrough(
                new TransformStream<Uint8Array, Uint8Array>({
                    transform(part, controller) {
                        loaded += part.length;
                        report(Math.min(1, loaded / total));
                        controller.enqueue(part);
                    },
                }),
            );
            return new Response(counted, response);
        };
    });
}

/** Why something failed, in the words of whoever failed. */
export function why(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
