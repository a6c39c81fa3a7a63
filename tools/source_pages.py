"""Sphinx extension: the sources and the tests as pages of the site, every line with an anchor.

The site needs no other host to show its code. The reference leads to the sources, and their clauses to the law.
"""

import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode

from clauses import CLAUSE, ROOT, anchor_of_clause, clauses, pinning_tests

PACKAGE = ROOT / "src" / "kilowatt"
NOT_SHOWN = ("cli", "server", "store")
"""Files that neither the rules nor the reference link to."""


def page_of(file: str) -> str:
    """The name of the page that shows a file, given from the project's root."""
    return "source/" + file.removeprefix("src/").removesuffix(".py")


def anchor_of(line: int) -> str:
    """The place of a line on the page of its file."""
    return f"L-{line}"


@cache
def shown_files() -> list[str]:
    """The files of the package that the rules and the reference link to, and the tests that pin a clause."""
    modules = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in NOT_SHOWN]
    package = [path.relative_to(ROOT).as_posix() for path in modules]
    return sorted({*package, *(place.file for places in pinning_tests().values() for place in places)})


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file, with its clauses linked to the law."""
    for file in shown_files():
        page = page_of(file)
        code = (ROOT / file).read_text(encoding="utf-8")
        options = {"linenos": "inline", "linespans": "L", "wrapcode": True}
        shown = app.builder.highlighter.highlight_block(code, "python", **options)  # type: ignore[attr-defined]
        body = link_clauses(shown, app.builder.get_relative_uri(page, "rules"))
        yield page, {"title": file, "body": f'<h1 class="source-file">{file}</h1>\n{body}'}, "page.html"


def link_clauses(code: str, law: str) -> str:
    """Code in HTML with its clauses linked to the law, which has this address."""
    known = clauses()

    def linked(found: re.Match[str]) -> str:
        clause = found[0]
        return f'<a href="{law}#{anchor_of_clause(clause)}">{clause}</a>' if clause in known else clause

    return CLAUSE.sub(linked, code)


def link_signatures(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give everything in the reference a link to its source."""
    for signature in doctree.findall(addnodes.desc_signature):
        place = _place_of(signature.get("module"), signature.get("fullname"))
        if place is not None and app.builder.format == "html":
            file, line = place
            label = nodes.inline("", "[source]", classes=["viewcode-link"])
            signature.append(make_refnode(app.builder, docname, page_of(file), anchor_of(line), label))


def _place_of(module: str | None, name: str | None) -> tuple[str, int] | None:
    """File and line of the object of this name; None for values, which have no source of their own."""
    if not module or not name:
        return None
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part, None)
    found = inspect.unwrap(getattr(found, "fget", None) or getattr(found, "__func__", found))
    try:
        path, line = Path(inspect.getsourcefile(found) or "").resolve(), inspect.getsourcelines(found)[1]
    except (TypeError, OSError):
        return None
    file = path.relative_to(ROOT).as_posix() if path.is_relative_to(PACKAGE) else ""
    return (file, line) if file in shown_files() else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("html-collect-pages", pages)
    app.connect("doctree-resolved", link_signatures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
