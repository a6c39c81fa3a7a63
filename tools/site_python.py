"""The Python that runs in a browser: Pyodide, the part of its standard library that is used, and Kilowatt.

What is in an archive is compiled, by Pyodide itself, so that a browser need not. What was made once is kept in the
environment that runs this, under a name that says what it was made from.
"""

import ast
import contextlib
import hashlib
import json
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from environments import ROOT, SetupError, clean_environment, report
from quick_start import has_pip
from web_build import Node, failure_of

KEPT = Path(sys.prefix) / "site-parts"
"""Where wheels, archives and npm's packages are kept from one build to the next."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is taken from Pyodide as it comes."""

WHEELS = {"msgspec": "pyemscripten_2026_0_wasm32", "mypy-extensions": "any"}
"""The packages that Kilowatt needs in a browser, with the platform of their wheels."""

ENTRIES = ("kilowatt.browser.table_worker", "kilowatt.browser.bot_worker", "kilowatt.browser.review_worker")
"""The modules that the workers of the page start."""

FOUND_BY_NAME = ("kilowatt.boards", "kilowatt.bots", "kilowatt.options")
"""Packages whose modules no import statement names."""

LEFT_OUT = frozenset(
    """
    __hello__ __phello__ _aix_support _android_support _apple_support _ios_support _markupbase _py_abc _pydatetime
    _pyio _pyrepl _ssl _strptime _sysconfigdata__emscripten_wasm32-emscripten antigravity argparse asyncio.__main__
    asyncio.proactor_events asyncio.tools asyncio.windows_events asyncio.windows_utils bdb bz2 cProfile calendar cmd
    code colorsys compileall compression concurrent.futures.interpreter concurrent.futures.process
    concurrent.interpreters configparser csv ctypes curses dbm doctest email encodings ensurepip filecmp fileinput
    fractions ftplib getopt getpass gettext graphlib gzip html http imaplib importlib.metadata._adapters
    importlib.metadata.diagnose ipaddress json.__main__ json.tool lib2to3 logging lzma mailbox mimetypes
    modulefinder multiprocessing netrc nturl2path optparse pdb pickletools pkgutil platform plistlib poplib pprint
    profile pstats pty py_compile pyclbr pydoc pydoc_data pyodide._nodesock_transport pyodide.console pyodide.http
    queue quopri rlcompleter runpy sched shelve shlex site-packages smtplib socketserver sqlite3 sre_compile
    sre_constants sre_parse ssl statistics stringprep symtable sysconfig tabnanny tarfile this timeit tomllib trace
    tracemalloc tty unittest urllib venv wave webbrowser wsgiref xml xmlrpc zipapp zipfile.__main__
    zipfile._path.glob zoneinfo
    """.split()  # noqa: SIM905 – a list of strings would take a hundred lines
)
"""Modules of the standard library, with all inside them, that are left out unless something kept imports them."""

ENCODINGS = frozenset(
    f"encodings.{name}"
    for name in ("aliases", "ascii", "cp437", "latin_1", "raw_unicode_escape", "unicode_escape", "utf_8")
)
"""What Python imports by name when text is read; the names in ZIP archives are in cp437."""

UNINDENTED_IMPORT = re.compile(
    r"^(?:import [\w.]+(?: as \w+)?(?:, *[\w.]+(?: as \w+)?)*|from [\w.]+ import (?:\([^)]*\)|[\w, ]+|\*))",
    re.MULTILINE,
)


def python_parts(node: Node) -> dict[str, bytes]:
    """The files of the folder ``python-…`` by name."""
    pyodide = find_pyodide(node)
    own = {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in own_files(ROOT / "src")}
    for name, platform in WHEELS.items():
        own |= {path: content for path, content in read_zip(wheel(name, platform)) if is_needed(path)}
    library = library_files(dict(read_zip(pyodide / "python_stdlib.zip")), own)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {
        **{name: (pyodide / name).read_bytes() for name in RUNTIME},
        "pyodide-lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
        "stdlib.zip": archive("stdlib", library, pyodide, node),
        "kilowatt.zip": archive("kilowatt", own, pyodide, node),
    }


def check_start(folder: Path, node: Node) -> None:
    """Start the Python of this folder and import what the workers import, so that nothing can be missing."""
    script = ROOT / "web" / "site" / "start.js"
    run([str(node.program), str(script), str(folder), *ENTRIES], "Python for the browser does not start")


def licenses() -> str:
    """The licences of what is in these files, which they ask to come along."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "web" / "site" / "licenses").glob("*.txt"))]
    for name, platform in WHEELS.items():
        found = [content.decode() for path, content in read_zip(wheel(name, platform)) if path.endswith("/LICENSE")]
        texts += [f"{name}\n\n{text}" for text in found]
    return "\n\n---\n\n".join(texts)


# The standard library


def library_files(whole: dict[str, bytes], own: dict[str, bytes]) -> dict[str, bytes]:
    """The files of the standard library that are kept: those not left out, and what they and our own files import."""
    modules = {module_name(path): path for path in whole if path.endswith(".py")}
    waiting = [name for name in modules if not is_left_out(name)] + sorted(ENCODINGS)
    for path, content in own.items():
        if path.endswith(".py"):
            read = imports if path.startswith("kilowatt/") else first_imports
            waiting += read(content, module_name(path), path)
    kept: set[str] = set()
    while waiting:
        for name in with_parents(waiting.pop()):
            if name in modules and name not in kept:
                kept.add(name)
                waiting += first_imports(whole[modules[name]], name, modules[name])
    return {modules[name]: whole[modules[name]] for name in sorted(kept)}


def is_left_out(module: str) -> bool:
    """Whether this module, or a package that it is in, is in the list."""
    return any(name in LEFT_OUT for name in with_parents(module))


def module_name(path: str) -> str:
    """The name of the module in this file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def with_parents(module: str) -> Iterator[str]:
    """The names of the packages that a module is in, and its own."""
    names = module.split(".")
    return (".".join(names[:count]) for count in range(1, len(names) + 1))


def imports(content: bytes, module: str, path: str) -> list[str]:
    """What a module imports, even if only in a function, as ``package.module`` or ``package.module.attribute``."""
    found: list[str] = []
    package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = package.split(".")
            around = names[: len(names) + 1 - node.level] if node.level else []
            start = [*around, node.module] if node.module else around
            found += [".".join([*start, alias.name]) for alias in node.names]
    return found


def first_imports(content: bytes, module: str, path: str) -> list[str]:
    """What a module of another package cannot be imported without.

    These stand at the beginning of a line. Its Python may be newer than ours, so that we cannot read it as a whole.
    """
    lines = UNINDENTED_IMPORT.findall(content.decode())
    return [name for line in lines for name in imports(line.encode(), module, path)]


# Kilowatt


def own_files(source: Path) -> Iterator[Path]:
    """The modules of Kilowatt that the workers import, wherever they do, and the data that these read."""
    found: set[Path] = set()
    waiting = [*ENTRIES]
    for package in FOUND_BY_NAME:
        waiting += [f"{package}.{path.stem}" for path in sorted((source / package.replace(".", "/")).glob("*.py"))]
    while waiting:
        for name in with_parents(waiting.pop()):
            place = source / name.replace(".", "/")
            for path in (place / "__init__.py", place.with_suffix(".py")):
                if path.exists() and path not in found:
                    found.add(path)
                    inside = path.relative_to(source).as_posix()
                    waiting += imports(path.read_bytes(), module_name(inside), inside)
    yield from sorted(found)
    yield from sorted((source / "kilowatt" / "data").rglob("*.json"))


def is_needed(path: str) -> bool:
    """Whether this file of a wheel is needed to run it."""
    return path.endswith((".py", ".so")) and ".dist-info/" not in path


# Archives


def read_zip(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files in a ZIP archive."""
    with zipfile.ZipFile(path) as zipped:
        yield from ((name, zipped.read(name)) for name in zipped.namelist() if not name.endswith("/"))


def archive(name: str, files: dict[str, bytes], pyodide: Path, node: Node) -> bytes:
    """A ZIP archive of these files, with the Python among them compiled; kept, since compiling takes seconds."""
    script = ROOT / "web" / "site" / "precompile.js"
    version = (pyodide / "package.json").read_bytes()
    made_from = hashlib.sha256(repr([script.read_bytes(), version, sorted(files.items())]).encode()).hexdigest()[:16]
    kept = KEPT / f"{name}-{made_from}.zip"
    with contextlib.suppress(FileNotFoundError):
        return kept.read_bytes()
    report(f"  compiling the {len(files)} files of {name}.zip")
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="draft-", dir=KEPT, ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary, name)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        run([str(node.program), str(script), str(pyodide), str(folder)], f"{name}.zip could not be compiled")
        draft = Path(temporary, kept.name)
        write_zip(folder, draft)
        made = draft.read_bytes()
        for old in KEPT.glob(f"{name}-*.zip"):
            old.unlink(missing_ok=True)
        draft.replace(kept)
    return made


def write_zip(folder: Path, path: Path) -> None:
    """Write the files of a folder as an archive: the same files give the same archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            zipped.writestr(entry, file.read_bytes(), compresslevel=9)


# Packages of others


def wheel(name: str, platform: str) -> Path:
    """The wheel of a package in the version of constraints.txt: kept, or downloaded."""
    version = pinned(name)
    pattern = f"{name.replace('-', '_')}-{version}-*{platform}.whl"
    kept = next(KEPT.glob(pattern), None)
    if kept is None:
        report(f"  downloading {name} {version}")
        KEPT.mkdir(parents=True, exist_ok=True)
        target = ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--platform", platform]
        options = ["--no-deps", "--only-binary=:all:", "--dest", str(KEPT), *target]
        run([*pip(), "download", *options, f"{name}=={version}"], f"The wheel of {name} could not be downloaded")
        kept = next(KEPT.glob(pattern), None)
    if kept is None:
        raise SetupError(f"pip downloaded no wheel of {name} {version} for {platform}.")
    return kept


def pinned(name: str) -> str:
    """The version of a package in constraints.txt."""
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        package, _, version = line.partition("==")
        if package == name:
            return version
    raise SetupError(f"constraints.txt has no version of {name}.")


def pip() -> list[str]:
    """How to run pip: ours, that of the Python our environment was made with, or one that uv brings."""
    for python in (sys.executable, getattr(sys, "_base_executable", sys.executable)):
        if has_pip(python):
            return [python, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if uv is None:
        raise SetupError("Neither pip nor uv was found, and one of them has to download the wheels for the browser.")
    return [uv, "tool", "run", "pip"]


def find_pyodide(node: Node) -> Path:
    """The folder of Pyodide's npm package, in the version of the lockfile; npm brings it if need be."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    version = lock["packages"]["node_modules/pyodide"]["version"]
    kept = KEPT / f"pyodide-{version}"
    for modules in (ROOT / "web" / "node_modules", kept / "node_modules"):
        package = modules / "pyodide" / "package.json"
        if package.exists() and json.loads(package.read_text(encoding="utf-8"))["version"] == version:
            return package.parent
    report(f"  bringing Pyodide {version} from npm")
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    for name, content in only_pyodide(lock).items():
        (kept / name).write_text(json.dumps(content), encoding="utf-8")
    shutil.copyfile(ROOT / "web" / ".npmrc", kept / ".npmrc")
    node.run(kept, "ci")
    return kept / "node_modules" / "pyodide"


def only_pyodide(lock: dict[str, Any]) -> dict[str, Any]:
    """A package.json and a lockfile that have Pyodide alone, with what it needs, as it is in this lockfile."""
    packages = lock["packages"]
    needed: dict[str, Any] = {}
    waiting = ["pyodide"]
    while waiting:
        place = f"node_modules/{waiting.pop()}"
        needed[place] = {key: value for key, value in packages[place].items() if key != "dev"}
        waiting += packages[place].get("dependencies", {})
    root = {"name": "kilowatt-site", "dependencies": {"pyodide": packages["node_modules/pyodide"]["version"]}}
    return {
        "package.json": root,
        "package-lock.json": {"lockfileVersion": lock["lockfileVersion"], "packages": {"": root, **needed}},
    }


def run(command: Iterable[str], complaint: str) -> None:
    """Run a command; ``SetupError``, with the end of its output, if that fails."""
    failure = failure_of([*command], ROOT, clean_environment())
    if failure is not None:
        raise SetupError(f"{failure}\n{complaint}.")
