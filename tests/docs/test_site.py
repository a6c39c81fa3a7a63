"""The site as it is built: every clause has its place, its code and its tests, and no link on it is dead."""

import os
import re
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from tests.docs.public import MODULES

from clauses import anchor_of_clause, clauses, examples
from kilowatt.locking import try_lock

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once, however many processes the tests are spread over."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with (folder / "site.lock").open("w") as lock:
        while not try_lock(lock.fileno()):
            time.sleep(0.2)
        if not (folder / "site" / "objects.inv").exists():
            options = ["-q", "-W", "-b", "html", "-d", str(folder / "doctrees")]
            command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(folder / "site")]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
    return folder / "site"


@cache
def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def values_in_tags(page: Path, names: str) -> set[str]:
    """The values of these attributes; HTML that is only shown, in source code, does not count."""
    return set(re.findall(rf'<[^<>]*\s(?:{names})="([^"]+)"', read(page)))


@cache
def places_on(page: Path) -> set[str]:
    return values_in_tags(page, "id")


def links_on(page: Path) -> set[str]:
    return values_in_tags(page, "href|src")


def parts_of_the_law(site: Path) -> dict[str, str]:
    """The HTML from the place of each clause and each example to the next."""
    _, *parts = re.split(r'<li [^>]*\bid="(r\d+-\d+|example-\d+)"', read(site / "rules.html"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def is_dead(site: Path, page: Path, link: str) -> bool:
    path, _, place = link.partition("#")
    target = Path(os.path.normpath(page.parent / unquote(path.partition("?")[0]))) if path else page
    if not target.is_relative_to(site) or not target.is_file():
        return True
    return bool(place) and unquote(place) not in places_on(target)


def test_every_clause_has_its_place_with_links_to_code_and_tests(site: Path) -> None:
    parts = parts_of_the_law(site)
    wanted = (r'href="source/kilowatt/[\w/]+\.html#L-\d+"', r'href="source/tests/[\w/]+\.html#L-\d+"')
    bare = [
        clause
        for clause in clauses()
        if not all(re.search(link, parts.get(anchor_of_clause(clause), "")) for link in wanted)
    ]
    assert not bare, f"without a place, code or tests on the page of the rules: {', '.join(bare)}"


def test_every_worked_example_has_its_place_with_links_to_tests(site: Path) -> None:
    parts = parts_of_the_law(site)
    bare = [name for name in examples() if 'href="source/tests/' not in parts.get(anchor_of_clause(name), "")]
    assert not bare, f"without a place or tests on the page of the rules: {', '.join(bare)}"


def test_clauses_named_on_other_pages_and_in_the_code_lead_to_the_law(site: Path) -> None:
    assert "rules.html#r8-7" in links_on(site / "guide.html")
    assert "../rules.html#r9-7" in links_on(site / "boards" / "japan.html")
    assert "../rules.html#r4-4" in links_on(site / "reference" / "values.html")
    assert "../../../../rules.html#r4-6" in links_on(site / "source" / "kilowatt" / "rules" / "phases" / "auction.html")


def test_no_link_within_the_site_is_dead(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    dead = [
        f"{page.relative_to(site)}: {link}"
        for page in pages
        for link in sorted(links_on(page))
        if not re.match(r"\w+:", link) and is_dead(site, page, link)
    ]
    assert not dead, "\n".join(dead)


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loading = re.compile(r'<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')
    strangers = [
        f"{page.relative_to(site)}: {found}" for page in site.rglob("*.html") for found in loading.findall(read(page))
    ]
    assert not strangers, "\n".join(strangers)


def test_everything_public_is_in_the_reference(site: Path) -> None:
    shown = set().union(*(places_on(page) for page in (site / "reference").glob("*.html")))
    public = [f"{module}.{name}" for module, names in MODULES.items() for name in names.split()]
    missing = [name for name in public if name not in shown]
    assert not missing, f"not in the reference: {', '.join(missing)}"
