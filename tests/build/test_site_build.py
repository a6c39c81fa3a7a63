"""tools/site_build.py: what a site consists of, and what it does not replace. Browser tests play on a real one."""

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import site_build
import site_python
from environments import SetupError
from kilowatt.cli.site import site_command
from web_build import Node, WebError

ROOT = Path(__file__).parents[2]
NODE = Node("v22.12.0", Path("node"), ("npm",))
INDEX = """<!doctype html>
<html lang="en">
    <head>
        <title>Kilowatt</title>
        <link rel="icon" href="/icon.svg" />
        <script type="module" crossorigin src="/assets/base-Ab12.js"></script>
    </head>
    <body><noscript>Turn on JavaScript. <a href="/plain">The tables here</a></noscript></body>
</html>
"""
ABOUT = {"python": "python-0", "version": "1.2", "build": "abc", "sizes": {"stdlib.zip": 3}}
LIBRARY = {
    "asyncio/__init__.py": b"from .events import *\nfrom .proactor_events import *\n",
    "asyncio/events.py": b"import socket",
    "asyncio/proactor_events.py": b"",
    "asyncio/tools.py": b"import argparse",
    "argparse.py": b"",
    "calendar.py": b"",
    "csv.py": b"import statistics",
    "encodings/__init__.py": b"",
    "encodings/cp437.py": b"",
    "encodings/koi8_r.py": b"",
    "html/__init__.py": b"from html.entities import html5",
    "html/entities.py": b"",
    "html/parser.py": b"",
    "pathlib/__init__.py": b"def glob[T](pattern: T) -> T:\n    import unittest\n",
    "socket.py": b"import os, sys\ntry:\n    import ssl\nexcept ImportError:\n    ssl = None",
    "ssl.py": b"",
    "statistics.py": b"",
    "unittest/__init__.py": b"",
    "tomllib/mypy.ini": b"",
}


class Elements(HTMLParser):
    """All elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A built page."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "assets" / "base-Ab12.js").write_text("lights();", encoding="utf-8")
    (folder / "assets" / "base-Ab12.js.gz").write_bytes(b"\x1f\x8b")
    (folder / "made.json").write_text("{}", encoding="utf-8")
    return folder


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, page: Path) -> dict[str, bytes]:
    """Everything that takes long or needs a network is replaced; these are the files of Python."""
    files = {"pyodide.mjs": b"export", "stdlib.zip": b"PK", "kilowatt.zip": b"PK2"}

    @contextmanager
    def this_page(_: Node) -> Iterator[Path]:
        yield page

    monkeypatch.setattr(site_build, "find_node", lambda _: NODE)
    monkeypatch.setattr(site_build, "built_page", this_page)
    monkeypatch.setattr(site_build, "python_parts", lambda _: files)
    monkeypatch.setattr(site_build, "licenses", lambda: "be kind")
    monkeypatch.setattr(site_build, "check_start", lambda *_: None)
    return files


def names_in(folder: Path) -> set[str]:
    """The files of a folder, with Python's folder under a fixed name."""
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {re.sub(r"^python-[0-9a-f]{16}/", "python/", name) for name in files}


def listed(site: Path) -> dict[str, str]:
    """The files that the service worker keeps, with their hashes."""
    found = re.search(r"^const FILES = (.*);$", (site / "service-worker.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    files: dict[str, str] = json.loads(found[1])
    return files


def about(site: Path) -> dict[str, Any]:
    """What the page is told about its site."""
    elements = Elements((site / "index.html").read_text(encoding="utf-8")).found
    (mark,) = (given for tag, given in elements if tag == "meta" and given.get("name") == "kilowatt")
    told: dict[str, Any] = json.loads(mark["data-site"] or "")
    return told


# Where a site may go


def test_a_site_goes_into_a_new_folder_an_empty_one_or_one_that_has_a_site(tmp_path: Path) -> None:
    site_build.check_place(tmp_path / "new" / "deeper")
    (tmp_path / "empty").mkdir()
    site_build.check_place(tmp_path / "empty")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text(site_build.site_index(INDEX, ABOUT), encoding="utf-8")
    site_build.check_place(tmp_path / "site")


@pytest.mark.parametrize("name", ["thesis.txt", "index.html"])
def test_a_folder_with_anything_else_is_left_as_it_is(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(INDEX, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["site", "--out", str(tmp_path)])
    assert site_build.main() == 1
    assert capsys.readouterr().err == (
        f"{tmp_path} has files in it that are no site of Kilowatt: name an empty folder, or a new one.\n"
        "The site was not made.\n"
    )
    assert (tmp_path / name).read_text(encoding="utf-8") == INDEX


def test_a_file_is_no_place_for_a_site(tmp_path: Path) -> None:
    (tmp_path / "site").touch()
    with pytest.raises(SetupError, match="is a file: name a folder"):
        site_build.check_place(tmp_path / "site")


def test_from_an_installed_wheel_the_command_says_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILOWATT_SOURCE", str(tmp_path))
    result = CliRunner().invoke(site_command, ["--out", str(tmp_path / "site")])
    assert "run ./kilowatt site in a checkout" in str(result.exception)
    assert not (tmp_path / "site").exists()


# What a site consists of


def test_a_site_has_the_page_python_answers_icons_licences_and_the_service_worker(
    tmp_path: Path, parts: dict[str, bytes]
) -> None:
    site_build.build(tmp_path / "site")
    icons = {f"icons/{path.name}" for path in (ROOT / "web" / "site" / "icons").iterdir()}
    assert names_in(tmp_path / "site") == {
        *(f"python/{name}" for name in parts),
        *icons,
        "api/boards.json",
        "api/bots.json",
        "assets/base-Ab12.js",
        "index.html",
        "manifest.webmanifest",
        "python-licenses.txt",
        "service-worker.js",
    }
    boards = json.loads((tmp_path / "site" / "api" / "boards.json").read_bytes())
    assert len(boards) == 8
    manifest = json.loads((tmp_path / "site" / "manifest.webmanifest").read_bytes())
    assert {icon["src"] for icon in manifest["icons"]} <= icons
    assert manifest["start_url"] == manifest["scope"] == "./"


def test_the_page_is_told_where_python_is_and_how_large(tmp_path: Path, parts: dict[str, bytes]) -> None:
    site_build.build(tmp_path / "site")
    told = about(tmp_path / "site")
    assert (tmp_path / "site" / told["python"] / "stdlib.zip").read_bytes() == b"PK"
    assert told["sizes"] == {name: len(content) for name, content in parts.items()}
    assert told["build"] in (tmp_path / "site" / "service-worker.js").read_text(encoding="utf-8")


@pytest.mark.usefixtures("parts")
def test_the_service_worker_lists_every_file_but_itself_with_its_hash(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site_build.build(site)
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    del files["service-worker.js"]
    files["./"] = files.pop("index.html")  # some hosts send a redirect for index.html
    hashes = {name: base64.b64encode(hashlib.sha256(content).digest()).decode() for name, content in files.items()}
    assert listed(site) == {name: f"sha256-{digest}" for name, digest in hashes.items()}


@pytest.mark.usefixtures("parts")
def test_a_site_of_the_same_source_is_the_same_and_any_change_makes_another_version(tmp_path: Path, page: Path) -> None:
    site = tmp_path / "site"
    site_build.build(site)
    first, content = about(site)["build"], site_build.files_in(site)
    site_build.build(site)
    assert site_build.files_in(site) == content
    (page / "assets" / "base-Ab12.js").write_text("more lights();", encoding="utf-8")
    site_build.build(site)
    assert about(site)["build"] != first


@pytest.mark.usefixtures("parts")
def test_a_build_that_fails_leaves_the_old_site_and_nothing_else(
    tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site_build.build(site)
    before = site_build.files_in(site)

    def fail(*_: object) -> None:
        raise SetupError("no Python today")

    monkeypatch.setattr(site_build, "check_start", fail)
    with pytest.raises(SetupError, match="no Python today"):
        site_build.build(site)
    assert site_build.files_in(site) == before
    assert set(tmp_path.iterdir()) == {site, page}


def test_a_site_knows_no_absolute_address_and_loads_nothing_from_elsewhere() -> None:
    index = site_build.site_index(INDEX, ABOUT)
    elements = Elements(index).found
    addresses = [given.get("src") or given.get("href") or "" for _, given in elements]
    assert "assets/base-Ab12.js" in addresses
    assert "icon.svg" in addresses
    assert not [address for address in addresses if address.startswith("/") or ":" in address]
    assert "plain" not in index  # the tables of a server
    policy = next(given["content"] or "" for _, given in elements if "http-equiv" in given)
    assert "default-src 'self'" in policy
    assert index.index("Content-Security-Policy") < index.index("<script")


def test_a_page_or_a_service_worker_of_another_shape_is_noticed() -> None:
    with pytest.raises(WebError, match="no <title>"):
        site_build.site_index("<html></html>", ABOUT)
    with pytest.raises(WebError, match="VERSION"):
        site_build.site_worker("const FILES = {};", "1", {})


# Python


def test_of_the_standard_library_named_modules_are_left_out_with_all_inside_them() -> None:
    kept = site_python.library_files(LIBRARY, {})
    assert set(kept) == {
        "asyncio/__init__.py",
        "asyncio/events.py",
        "asyncio/proactor_events.py",  # left out by name, and needed by what is kept
        "encodings/__init__.py",
        "encodings/cp437.py",
        "pathlib/__init__.py",
        "socket.py",
    }


def test_what_our_own_files_import_is_kept_even_if_only_a_function_does() -> None:
    own = {
        "kilowatt/a.py": b"def f():\n    import csv\n    from html import escape\n",
        "msgspec/b.py": b"import calendar\ndef g():\n    import unittest\n",
        "kilowatt/data/c.json": b"import unittest",
    }
    more = set(site_python.library_files(LIBRARY, own)) - set(site_python.library_files(LIBRARY, {}))
    assert more == {"csv.py", "statistics.py", "html/__init__.py", "html/entities.py", "calendar.py"}


def test_imports_are_named_from_the_top() -> None:
    code = (
        b"import a.b as c\nfrom . import d\nfrom .e import f\nfrom ..g import h\nfrom i import (\n    j,\n    k,\n)\n"
    )
    names = ["a.b", "p.q.d", "p.q.e.f", "p.g.h", "i.j", "i.k"]
    assert site_python.imports(code, "p.q.r", "p/q/r.py") == names
    assert site_python.first_imports(code, "p.q.r", "p/q/r.py") == names
    assert site_python.imports(b"from . import d", "p.q", "p/q/__init__.py") == ["p.q.d"]


def test_kilowatt_comes_with_all_boards_and_bots_and_without_what_a_browser_cannot_use() -> None:
    files = {path.relative_to(ROOT / "src" / "kilowatt").as_posix() for path in site_python.own_files(ROOT / "src")}
    folders = {name.partition("/")[0] for name in files}
    for name in ("boards", "bots", "options", "data/maps"):
        of_the_source = {
            path.relative_to(ROOT / "src" / "kilowatt").as_posix()
            for path in (ROOT / "src" / "kilowatt" / name).iterdir()
            if path.suffix in (".py", ".json")
        }
        assert of_the_source <= files
    assert {"browser", "table", "review", "rules", "service"} <= folders
    assert not folders & {"arena", "cli", "env", "rendering", "runs", "server", "store", "testing"}


def test_the_same_files_give_the_same_archive(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name / "a").mkdir(parents=True)
        (tmp_path / name / "a" / "b.pyc").write_bytes(b"code")
        (tmp_path / name / "c.pyc").write_bytes(b"more")
        site_python.write_zip(tmp_path / name, tmp_path / f"{name}.zip")
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()
    assert [name for name, _ in site_python.read_zip(tmp_path / "first.zip")] == ["a/b.pyc", "c.pyc"]


def test_a_wheel_that_is_kept_is_not_downloaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def download(command: list[str], _: str) -> None:
        asked.append(command)
        (tmp_path / "msgspec-9.9-cp314-cp314-browser.whl").touch()

    monkeypatch.setattr(site_python, "KEPT", tmp_path)
    monkeypatch.setattr(site_python, "pinned", lambda _: "9.9")
    monkeypatch.setattr(site_python, "run", download)
    first = site_python.wheel("msgspec", "browser")
    assert site_python.wheel("msgspec", "browser") == first
    assert len(asked) == 1
    assert asked[0][-1] == "msgspec==9.9"


def test_the_wheels_have_the_versions_of_the_constraints() -> None:
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(f"{name}=={site_python.pinned(name)}" in constraints for name in site_python.WHEELS)
    with pytest.raises(SetupError, match=r"constraints\.txt has no version of phlogiston"):
        site_python.pinned("phlogiston")


def test_where_python_has_no_pip_uv_brings_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_python, "has_pip", lambda _: False)
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/opt/{name}")
    assert site_python.pip() == ["/opt/uv", "tool", "run", "pip"]
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(SetupError, match="Neither pip nor uv"):
        site_python.pip()


def test_npm_is_asked_for_pyodide_alone_as_it_is_in_the_lockfile() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    made = site_python.only_pyodide(lock)
    wanted = lock["packages"]["node_modules/pyodide"]
    assert made["package.json"]["dependencies"] == {"pyodide": wanted["version"]}
    packages = made["package-lock.json"]["packages"]
    assert packages["node_modules/pyodide"]["integrity"] == wanted["integrity"]
    assert set(packages) == {"", "node_modules/pyodide", *(f"node_modules/{name}" for name in wanted["dependencies"])}
    project = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert project["devDependencies"]["pyodide"] == wanted["version"]
