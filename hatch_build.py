"""Build hook: compile the rules with mypyc, and build the page in web/, while a wheel is made.

Both are optional: where one cannot be made, a warning explains why, and the wheel is built without it. The wheel
holds the Python source either way. Where there is a C compiler it also holds an extension module beside each file
listed in `[tool.kilowatt.compile]` of pyproject.toml, and Python prefers that. Where there is Node, or PyPI has one
for this machine, it holds the page as kilowatt/server/static. An editable install has neither: the server then shows
what `npm run build` left in web/dist.

`KILOWATT_COMPILE=0` turns compiling off; `KILOWATT_COMPILE=1` makes a failure fatal. `KILOWATT_WEB` does the same for
the page.

hatch-mypyc does a similar thing, but it fails where there is no compiler and leaves extension modules in src/, where
they hide later edits. Here everything happens in a temporary copy.
"""

import importlib.machinery
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))  # hatchling runs this file from anywhere
from web_build import OLDEST, WebError, build_page, find_node

TOOLS = Path(__file__).resolve().parent / "tools"
SETUP = """\
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

sys.path.insert(0, {tools!r})
from docstrings import put_docstrings

modules = {modules!r}
# No configuration file: ours is stricter than compiling needs. Silent: imported modules are not compiled.
extensions = mypycify(
    ["--config-file=", "--explicit-package-bases", "--follow-imports=silent", *modules],
    opt_level="3",
    debug_level="0",
    group_name="kilowatt",
)
put_docstrings(Path(), modules, Path("build").glob("__native*.c"))
setup(name="kilowatt-compiled", packages=[], py_modules=[], ext_modules=extensions)
"""


class CompileError(Exception):
    """The modules could not be compiled; the message explains why."""


class KilowattHook(BuildHookInterface[BuilderConfig]):
    """Puts the extension modules and the page into the wheel."""

    build_folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Build requirements on top of pyproject's own: none for what will not be made."""
        root = Path(self.root)
        compiling = settings(root, "compile")["requires"] if reason_not_to_compile() is None else []
        node = settings(root, "web")["requires"] if wants_node_from_pypi(root) else []
        return [*compiling, *node]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and build before the wheel is put together."""
        if version != "standard":  # an editable install
            return
        # Kept until finalize(): hatchling reads the files from here while it writes the wheel.
        self.build_folder = tempfile.TemporaryDirectory(prefix="kilowatt-build-", ignore_cleanup_errors=True)
        build_folder = Path(self.build_folder.name)
        try:
            extensions = self.compiled(build_folder / "rules")
            page = self.page(build_folder / "page")
        except BaseException:
            self.build_folder.cleanup()
            raise
        for place, path in extensions.items():
            build_data["force_include"][str(path)] = place
        if extensions:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if page is not None:
            build_data["force_include"][str(page)] = "kilowatt/server/static"

    def compiled(self, build_folder: Path) -> dict[str, Path]:
        """The extension modules by their places in the wheel; none if they cannot be built."""
        required = os.environ.get("KILOWATT_COMPILE") == "1"
        reason = reason_not_to_compile()
        if reason is not None:
            if required:
                raise SystemExit(f"kilowatt build: KILOWATT_COMPILE=1, but {reason}")
            report(f"not compiled: {reason}; the rules run as plain Python")
            return {}
        try:
            return compile_modules(Path(self.root), build_folder)
        except (CompileError, OSError) as error:
            if required:
                raise SystemExit(f"kilowatt build: could not compile: {error}") from error
            report(f"warning: could not compile, so the rules run as plain Python\n{error}")
            return {}

    def page(self, build_folder: Path) -> Path | None:
        """The folder of the built page; None if it cannot be built."""
        root = Path(self.root)
        required = os.environ.get("KILOWATT_WEB") == "1"
        reason, node = reason_not_to_build(root), find_node()
        if reason is None and node is None:
            reason = f"{OLDEST} was not found"
        if reason is not None or node is None:
            if required:
                raise SystemExit(f"kilowatt build: KILOWATT_WEB=1, but {reason}")
            report(f"without the page: {reason}")
            return None
        report(f"building the page with Node {node.version.lstrip('v')}")
        try:
            return build_page(root, build_folder, node)
        except (WebError, OSError) as error:
            if required:
                raise SystemExit(f"kilowatt build: could not build the page: {error}") from error
            report(f"warning: could not build the page, so the server has a plain one\n{error}")
            return None

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the temporary copies."""
        if self.build_folder is not None:
            self.build_folder.cleanup()


def report(text: str) -> None:
    """Print a line for `pip install -v`, and for `./kilowatt`, which looks for this prefix."""
    sys.stderr.write(f"kilowatt build: {text}\n")
    sys.stderr.flush()


def settings(root: Path, part: str) -> dict[str, list[str]]:
    """`[tool.kilowatt.compile]` or `[tool.kilowatt.web]`: what to build, and what that requires."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = project["tool"]["kilowatt"][part]
    return found


def reason_not_to_build(root: Path) -> str | None:
    """Why this build has no page; None if it should have one."""
    if os.environ.get("KILOWATT_WEB") == "0":
        return "KILOWATT_WEB=0"
    if not (root / "web" / "package.json").exists():
        return "this source has no folder web"
    return None


def wants_node_from_pypi(root: Path) -> bool:
    """Whether the page needs a Node that this machine lacks, and PyPI has it built: building Node takes hours."""
    built = platform.machine().lower() in ("x86_64", "amd64", "aarch64", "arm64")
    known = sys.platform in ("linux", "darwin", "win32")
    return reason_not_to_build(root) is None and built and known and find_node() is None


def modules_to_compile(root: Path) -> list[str]:
    """The listed modules that exist, as paths relative to src/."""
    source, listed = root / "src", settings(root, "compile")
    excluded = {path for glob in listed["exclude"] for path in source.glob(glob)}
    included = {path for glob in listed["include"] for path in source.glob(glob)}
    return sorted(path.relative_to(source).as_posix() for path in included - excluded)


def reason_not_to_compile() -> str | None:
    """Why this build is not to be compiled; None if it is."""
    if os.environ.get("KILOWATT_COMPILE") == "0":
        return "KILOWATT_COMPILE=0"
    if sys.implementation.name != "cpython":
        return "mypyc compiles for CPython only"
    if not has_compiler():
        return "no C compiler was found"
    if sys.platform != "win32" and not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's C headers are not installed"
    return None


def has_compiler() -> bool:
    """Whether there is a C compiler where setuptools would look for one."""
    if sys.platform == "win32":
        programs = os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")
        vswhere = Path(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        return shutil.which("cl") is not None or vswhere.exists()
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    words = shlex.split(command)
    return bool(words) and shutil.which(words[0]) is not None


def compile_modules(root: Path, build_folder: Path) -> dict[str, Path]:
    """Compile in `build_folder`: where each extension module belongs in the wheel, and where it lies now."""
    modules = modules_to_compile(root)
    if not modules:
        raise CompileError("nothing in src/ matches [tool.kilowatt.compile] of pyproject.toml")
    shutil.copytree(
        root / "src", build_folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.json")
    )
    (build_folder / "setup.py").write_text(SETUP.format(modules=modules, tools=str(TOOLS)), encoding="utf-8")
    report(f"compiling {len(modules)} modules, which takes a minute or two")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "compiled"]
    run = subprocess.run(
        command,
        cwd=build_folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if run.returncode:
        raise CompileError(f"mypyc or the C compiler failed:\n{run.stdout.strip()}")
    compiled = build_folder / "compiled"
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    missing = [module for module in modules if not (compiled / module).with_suffix(suffix).exists()]
    if missing:
        raise CompileError(f"mypyc made no extension module of {', '.join(missing)}")
    # All that was built: one small module per source file, and the group they share, kilowatt__mypyc.
    return {path.relative_to(compiled).as_posix(): path for path in compiled.rglob(f"*{suffix}")}
