/**
 * Starts Python from the folder of a site, as its workers do, and imports modules: `node start.js FOLDER MODULE…`
 * fails if a part was left out that is needed.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...modules] = process.argv.slice(2);
const indexURL = resolve(folder);
const { loadPyodide } = await import(pathToFileURL(join(indexURL, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL, stdLibURL: join(indexURL, "stdlib.zip") });
const kilowatt = new Uint8Array(readFileSync(join(indexURL, "kilowatt.zip")));
python.unpackArchive(kilowatt, "zip", { extractDir: "/lib/python3.14/site-packages" });
try {
    for (const module of modules) python.pyimport(module);
} catch (error) {
    process.stderr.write(`${error.message}\n`); // without the line of code, which is all of Pyodide
    process.exit(1);
}
process.exit(0);
