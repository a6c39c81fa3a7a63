"""The environment of `./kilowatt`: ready to play within seconds, with compiled rules from a later start on.

uv installs the packages while npm builds the page, unless that was built before from the same source, and mypyc
compiles the rules in the background while somebody plays. Where uv cannot be had or does not succeed, pip does its
work. Whatever an interrupted run has finished is kept.

Standard library only, since this runs before anything is installed.
"""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from environments import (
    ROOT,
    WINDOWS,
    Environment,
    SetupError,
    clean_environment,
    digest_of,
    locked,
    read_note,
    report,
    try_lock,
    write_note,
)
from page_cache import keep_page, load_page
from web_build import OLDEST, Node, WebError, build_page, find_node, sources

LOW_PRIORITY = 15
COMPILING = "compiled ones are being made, for the next start"


@dataclass(frozen=True)
class QuickEnvironment(Environment):
    """An environment whose page is built beside the installation, and whose rules are compiled after it.

    ``compile`` and ``web`` are as in its base; only where compiling is left open is it done in the background.
    """

    @property
    def uv(self) -> Path | None:
        """Where uv is, if it is anywhere."""
        own = self.folder / ("Scripts/uv.exe" if WINDOWS else "bin/uv")
        found = str(own) if own.exists() else shutil.which("uv")
        return None if found is None else Path(found)

    @property
    def page(self) -> Path:
        """The built page, with a note of what it was built from."""
        return self.folder / "page"

    @property
    def node(self) -> Path:
        """Where Node is installed, if the machine has none."""
        return self.folder / "node"

    @property
    def compiled(self) -> Path:
        """Where the background leaves the compiled wheel, with a note of what it was made from."""
        return self.folder / "compiled"

    @property
    def build_variables(self) -> dict[str, str]:
        """The page is built beside the wheel, and the rules are compiled later."""
        return {"KILOWATT_COMPILE": self.compile or "0", "KILOWATT_WEB": "0"}

    @property
    def duration(self) -> str:
        """Seconds, unless the rules are to be compiled at once."""
        return super().duration if self.compile == "1" else "this usually takes less than half a minute"

    def fingerprint(self) -> str:
        """A hash of all that the installation depends on, the page included."""
        start = super().fingerprint()
        return start if self.web == "0" else digest_of(sources(ROOT), start)

    def prepare(self, *extras: str) -> None:
        """Make or update the environment. Take over the rules that were compiled since, or have them compiled."""
        super().prepare(*extras)
        if self.compile or self.is_compiled:
            return
        made = read_note(self.compiled / "made.json")
        if made.get("made_from") != self.fingerprint():
            self.compile_in_background()
            return
        for wheel in self.compiled.glob("*.whl"):
            with locked(self.lock):
                if not self.is_compiled:
                    report("Taking over the compiled rules.")
                    self.install_wheel(wheel)

    def state(self) -> str:
        """What is still being made or could not be, for `kilowatt --version`; empty if there is nothing to say."""
        if self.compile or self.is_compiled:
            return ""
        made = read_note(self.compiled / "made.json")
        is_tried = made.get("made_from") == self.fingerprint()
        return f"not compiled: {made['failed']}" if is_tried and "failed" in made else COMPILING

    # Installing

    def create(self) -> None:
        """Make an empty environment; one that an interrupted installation has left is good enough."""
        created = self.folder / "created"
        if self.note.exists() and created.exists() and self.python.exists():
            report(f"Going on with setting up {self.folder.name}.")
            return
        super().create()
        created.touch()

    def make_venv(self, *options: str) -> None:
        """Make it without pip if another program can fill it: pip takes seconds to unpack."""
        is_filled = self.uv is not None or has_pip(sys.executable)
        super().make_venv(*options, *(["--without-pip"] if is_filled else []))

    def install(self, extras: list[str]) -> None:
        """Install the packages and build the page, side by side."""
        report("  installing Kilowatt and the packages it needs")
        with ThreadPoolExecutor(2) as pool:
            uv = pool.submit(self.fetch_uv)
            page = pool.submit(self.build_page, uv)
            uv.result()
            self.pip_install(f".[{','.join(extras)}]")
            trouble = page.result()
        if trouble and self.web == "1":
            raise SetupError(f"The page could not be built: {trouble}")
        if trouble:
            report(f"  warning: the page could not be built, so the server has a plain one\n{trouble}")
        if self.page.exists():
            static = self.site_packages / "kilowatt" / "server" / "static"
            shutil.rmtree(static, ignore_errors=True)
            shutil.copytree(self.page, static, ignore=shutil.ignore_patterns("made.json"))

    def fetch_uv(self) -> None:
        """Bring uv from PyPI, if the machine has none; without it, pip installs, which takes longer."""
        if self.uv is None:
            with contextlib.suppress(SetupError):
                self.run(self.pip("install", "uv"), "pip could not install uv", "uv.log")

    def pip(self, command: str, *arguments: str) -> list[str]:
        """A command of pip: of its own if it has one, else of the Python that runs this."""
        elsewhere = has_pip(sys.executable) and not has_pip(str(self.python))
        program = [sys.executable if elsewhere else str(self.python), "-m", "pip"]
        at = ["--python", str(self.python)] if elsewhere else []
        options = ["--disable-pip-version-check", "--no-input", *at]
        return [*program, *options, command, "--verbose", "--constraint", "constraints.txt", *arguments]

    def pip_install(self, *what: str, log: str = "install.log") -> None:
        """Install with uv; if there is none, or it does not succeed, with pip."""
        if self.uv is not None:
            always = ["--refresh-package", "kilowatt", "--reinstall-package", "kilowatt"]
            uv = [str(self.uv), "pip", "install", "--python", str(self.python), "--constraint", "constraints.txt"]
            try:
                self.run([*uv, *always, *what], "uv could not install it", log)
            except SetupError:
                report("  uv did not succeed; trying pip")
            else:
                return
        self.run(self.pip("install", *what), "pip could not install it", log)

    def install_wheel(self, wheel: Path) -> None:
        """Replace Kilowatt by this wheel; the page, which no wheel here has, stays."""
        self.pip_install("--no-deps", "--force-reinstall", str(wheel))

    # The page

    def build_page(self, uv: Future[None]) -> str:
        """Build the page, unless it is there or was built for another clone; why it could not be, or nothing."""
        made_from = digest_of(sources(ROOT))
        if self.web == "0" or read_note(self.page / "made.json").get("made_from") == made_from:
            return ""
        shutil.rmtree(self.page, ignore_errors=True)
        try:
            with tempfile.TemporaryDirectory(prefix="kilowatt-page-", ignore_cleanup_errors=True) as folder:
                page = Path(folder, "page")
                kept_as = digest_of([ROOT / "tools" / "web_build.py"], made_from)
                if load_page(kept_as, page):
                    report("  taking the page that was built from the same source before")
                else:
                    node = find_node([self.node]) or self.fetch_node(uv)
                    report(f"  building the page with Node {node.version.lstrip('v')}")
                    page = build_page(ROOT, Path(folder), node)
                    if digest_of(sources(ROOT)) == made_from:  # nobody has edited it meanwhile
                        keep_page(kept_as, page)
                shutil.move(page, self.page)
            write_note(self.page / "made.json", {"made_from": made_from})
        except (WebError, SetupError, OSError) as error:
            return str(error)
        return ""

    def fetch_node(self, uv: Future[None]) -> Node:
        """Node from PyPI, in a folder of its own."""
        uv.result()
        report("  bringing Node from PyPI")
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        wanted: list[str] = project["tool"]["kilowatt"]["web"]["requires"]
        self.pip_install("--target", str(self.node), *wanted, log="node.log")
        node = find_node([self.node])
        if node is None:
            raise WebError(f"{OLDEST} was not found")
        return node

    # Compiling

    def compile_in_background(self) -> None:
        """Start a process that compiles the rules and outlives this one."""
        self.compiled.mkdir(exist_ok=True)
        command = [sys.executable, str(Path(__file__).resolve())]
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
        with (self.compiled / "background.log").open("w", encoding="utf-8") as log:
            subprocess.Popen(
                command,
                cwd=ROOT,
                env=clean_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                creationflags=flags,
            )

    def compile_now(self) -> None:
        """Compile the rules into a wheel, unless another process is doing so."""
        with (self.compiled / "lock").open("a+b") as lock:
            if not try_lock(lock.fileno()):
                return
            made_from = self.fingerprint()
            for old in self.compiled.glob("*.whl"):
                old.unlink()
            with tempfile.TemporaryDirectory(dir=self.compiled, ignore_cleanup_errors=True) as folder:
                failed = self.build_wheel(Path(folder))
                if self.fingerprint() != made_from:
                    return  # the source was changed meanwhile: the next start compiles it
                for wheel in Path(folder).glob("*.whl"):
                    wheel.replace(self.compiled / wheel.name)
            write_note(
                self.compiled / "made.json",
                {"made_from": made_from} if failed is None else {"made_from": made_from, "failed": failed},
            )

    def build_wheel(self, folder: Path) -> str | None:
        """Build a compiled wheel in this folder; the reason, if that is not possible."""
        compiling = replace(self, compile="1")
        out = str(folder)
        by_uv = [str(self.uv), "build", "--wheel", "--out-dir", out, "."]
        build = by_uv if self.uv else self.pip("wheel", "--no-deps", "--wheel-dir", out, ".")
        try:
            compiling.run(build, "the compiled wheel could not be built", "compile.log")
        except SetupError:
            text = (self.folder / "compile.log").read_text(encoding="utf-8")
            reasons = [
                line.partition("kilowatt build: ")[2] for line in text.splitlines() if "kilowatt build: " in line
            ]
            return reasons[-1] if reasons else f"see {self.folder / 'compile.log'}"
        return None


def players_environment() -> QuickEnvironment:
    """What `./kilowatt` runs in."""
    return QuickEnvironment(
        ROOT / ".venv",
        extras=("server",),
        compile=os.environ.get("KILOWATT_COMPILE", ""),
        web=os.environ.get("KILOWATT_WEB", ""),
    )


@functools.cache
def has_pip(python: str) -> bool:
    """Whether this Python has a pip that can fill other environments too."""
    code = "import pip, sys; sys.exit(tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))"
    try:
        return subprocess.run([python, "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    if not WINDOWS:
        os.nice(LOW_PRIORITY)
    players_environment().compile_now()
