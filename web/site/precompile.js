/**
 * Compiles the Python files of a folder with the Python that will run them, and leaves the .pyc files in their place:
 * `node precompile.js PYODIDE FOLDER`, where PYODIDE is the folder of the npm package.
 */

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import compileall, pathlib, py_compile

# A .pyc beside its module, without a source to compare it with, is what Python loads from an archive.
done = compileall.compile_dir(
    "/compile", quiet=1, legacy=True, stripdir="/compile", maxlevels=99, optimize=2,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
for path in pathlib.Path("/compile").rglob("*.py"):
    path.unlink()
bool(done)
`;

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")).href);
// Where in a line something stands takes a quarter of a compiled file.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/compile", resolve(folder));
process.exit(python.runPython(PROGRAM) ? 0 : 1);
