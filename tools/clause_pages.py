"""Sphinx extension: every clause has an anchor, and below it the code that implements it and the tests that pin it.

``docs/rules.md`` stays as it is: places, links and lines are added when the site is built. Clause numbers on any other
page become links; one that the law does not have is a warning, and so an error in ``./test``. The law in another
language has places of its own, and its numbers lead there.
"""

import re
from html import escape

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from clauses import CLAUSE, Place, anchor_of_clause, clauses, naming_code, pinning_tests
from source_pages import anchor_of, page_of

LAW = "rules"
SHOWN_CODE, SHOWN_TESTS = 4, 2
"""How many are always shown; the others open with a click."""
SUMMARY = 240
"""Letters of a clause that a link to it shows when pointed at."""
UNTOUCHED = (nodes.reference, nodes.literal_block, nodes.doctest_block, nodes.title, nodes.raw)
"""Where a number stays as it is: in links, in blocks of code, in headings."""

logger = logging.getLogger(__name__)


def place_clauses(app: Sphinx, doctree: nodes.document) -> None:
    """Give each clause and each worked example of the law its place: ``#r4-7``, ``#example-11``."""
    if not is_law(app.env.docname):
        return
    for item in doctree.findall(nodes.list_item):
        found = re.match(r"R\d+\.\d+ ", item.astext())
        if found:
            item["ids"].append(anchor_of_clause(found[0].strip()))
            item["classes"].append("clause")
        elif isinstance(item.parent, nodes.enumerated_list):
            item["ids"].append(f"example-{item.parent.get('start', 1) + item.parent.index(item)}")


def add_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the clauses that a page names; on the rules page, list the code and tests of each."""
    if app.builder.format != "html":
        return
    link_numbers(app, doctree, docname)
    if docname == LAW:
        add_what_stands_behind(app, doctree)


def link_numbers(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make a link of each ``R8.6`` in running text, and of each that stands alone in code type."""
    known = clauses()
    for text in list(doctree.findall(nodes.Text)):
        if not CLAUSE.search(text) or any(isinstance(node, UNTOUCHED) for node in ancestors(text)):
            continue
        alone = isinstance(text.parent, nodes.literal)
        if alone and not CLAUSE.fullmatch(text):
            continue
        pieces: list[nodes.Node] = []
        for piece in re.split(rf"({CLAUSE.pattern})", text):
            if piece in known:
                label = text.parent.deepcopy() if alone else nodes.Text(piece)
                law = docname if is_law(docname) else LAW
                title = beginning(f"{piece} {known[piece]}") if law == LAW else None
                pieces.append(make_refnode(app.builder, docname, law, anchor_of_clause(piece), label, title))
            else:
                if CLAUSE.fullmatch(piece):
                    logger.warning("There is no clause %s in the law.", piece, location=docname)
                pieces.append(nodes.Text(piece))
        old = text.parent if alone else text
        old.parent.replace(old, [piece for piece in pieces if piece.astext()])


def is_law(docname: str) -> bool:
    """Whether this page is the law, in English or in another language: ``rules``, ``rules.de``."""
    return docname.partition(".")[0] == LAW


def beginning(words: str) -> str:
    """The beginning of a clause, as a link to it shows it."""
    return words if len(words) <= SUMMARY else words[:SUMMARY].rpartition(" ")[0] + " …"


def ancestors(node: nodes.Node) -> list[nodes.Node]:
    """The nodes that this one is in, from the inside out."""
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def add_what_stands_behind(app: Sphinx, doctree: nodes.document) -> None:
    """Below each clause and each worked example: the code that carries it, the tests that pin it."""
    code, tests = naming_code(), pinning_tests()
    behind = {anchor_of_clause(pin): (code.get(pin, []), tests.get(pin, [])) for pin in {*code, *tests}}
    for item in list(doctree.findall(nodes.list_item)):
        for anchor in item["ids"]:
            item.append(nodes.raw("", what_stands_behind(app, *behind.get(anchor, ([], []))), format="html"))


def what_stands_behind(app: Sphinx, code: list[Place], tests: list[Place]) -> str:
    """A line for the code and one for the tests; what does not fit opens with a click."""
    names = [link(app, place, f"<code>{escape(place.name)}</code>") for place in code]
    sentences = [link(app, place, escape(place.name)) for place in tests]
    more = names[SHOWN_CODE:], sentences[SHOWN_TESTS:]
    counts = [count(len(more[0]), "place"), count(len(more[1]), "test")]
    lines = row("code", names[:SHOWN_CODE]) + row("tests", sentences[:SHOWN_TESTS])
    if any(more):
        summary = ", ".join([words for words in counts if words])
        lines += f"<details><summary>{summary}</summary>{row('code', more[0])}{row('tests', more[1])}</details>"
    return f'<div class="behind">{lines}</div>'


def row(title: str, links: list[str]) -> str:
    """A title and what belongs to it; nothing where there is nothing."""
    items = "".join([f"<li>{item}</li>" for item in links])
    return f'<div class="behind-row {title}"><span>{title}</span><ul>{items}</ul></div>' if links else ""


def link(app: Sphinx, place: Place, label: str) -> str:
    """A link to the page that shows this place."""
    uri = app.builder.get_relative_uri(LAW, page_of(place.file))
    return f'<a href="{uri}#{anchor_of(place.line)}" title="{escape(place.file)}, line {place.line}">{label}</a>'


def count(number: int, what: str) -> str:
    """``3 more tests``, or nothing."""
    return f"{number} more {what}{'s' * (number > 1)}" if number else ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("doctree-read", place_clauses)
    app.connect("doctree-resolved", add_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
