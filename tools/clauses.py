"""Where each clause of the law lives: its words in docs/rules.md, the code that names it, the tests that pin it.

Used by the site and the tests. Nothing is written by hand: law, sources and tests are read as they are.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAW = ROOT / "docs" / "rules.md"
CODE = ("src/kilowatt/rules", "src/kilowatt/boards", "src/kilowatt/options")
TESTS = ("tests/rules", "tests/boards", "tests/options")
CLAUSE = re.compile(r"\bR\d+\.\d+\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """A line of a file, and what to call it: ``auction.sell``, or the sentence that a test is named by."""

    file: str  # from the project's root
    line: int
    name: str


def anchor_of_clause(clause: str) -> str:
    """The place of ``R4.7`` on the page of the rules, ``r4-7``; and ``example-11`` of a worked example."""
    return clause.lower().replace(".", "-").replace(" ", "-")


@cache
def clauses() -> dict[str, str]:
    """``R4.7`` and its words, for each bullet of the law that begins with a number of that kind, in order."""
    text = LAW.read_text(encoding="utf-8")
    found = re.findall(r"^- (R\d+\.\d+) (.*(?:\n  .*)*)", text, flags=re.MULTILINE)
    return {clause: re.sub(r"[*`]|(?<=\s)\s+", "", words.replace("\n", " ")) for clause, words in found}


def examples() -> list[str]:
    """``example 11`` for each item of section 13, in order."""
    section = LAW.read_text(encoding="utf-8").partition("\n## 13.")[2]
    return [f"example {number}" for number in re.findall(r"^(\d+)\. ", section, flags=re.MULTILINE)]


def named_in(text: str) -> list[str]:
    """The clauses that a text names; ``R8.1-R8.3`` names three."""
    found = []
    for section, first, last in re.findall(r"\bR(\d+)\.(\d+)(?:[-–]R\1\.(\d+))?\b", text):
        found += [f"R{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


@cache
def naming_code() -> dict[str, list[Place]]:
    """For each clause the parts of the code that name it, those first whose docstring begins with it."""
    carrying: dict[str, list[Place]] = defaultdict(list)
    naming: dict[str, list[Place]] = defaultdict(list)
    for path in [path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]:
        text = path.read_text(encoding="utf-8")
        parts = list(_parts(ast.parse(text), path.parent.name if path.stem == "__init__" else path.stem))
        seen = set()
        for number, line in enumerate(text.splitlines(), start=1):
            name = [name for first, last, name in parts if first <= number <= last][-1]
            for clause in named_in(line):
                if (clause, name) not in seen:
                    carries = re.search(rf'"""(R[\d.]+[-,] ?)*{re.escape(clause)}\b', line)
                    (carrying if carries else naming)[clause].append(Place(_relative(path), number, name))
                    seen.add((clause, name))
    return {clause: carrying[clause] + naming[clause] for clause in {*carrying, *naming}}


@cache
def pinning_tests() -> dict[str, list[Place]]:
    """For each clause and each worked example the tests that pin it, those of the rules and of little else first."""
    found: dict[str, list[tuple[bool, int, Place]]] = defaultdict(list)
    for path, test in all_tests():
        pins = dict.fromkeys(pins_of(test)) if is_run(test) else {}
        for pin in pins:
            place = Place(_relative(path), test.lineno, sentence(test.name))
            found[pin].append((not place.file.startswith(TESTS), len(pins), place))
    return {pin: [place for *_, place in sorted(places, key=lambda item: item[:2])] for pin, places in found.items()}


def all_tests() -> Iterator[tuple[Path, Function]]:
    """Every function in a test module that is a test or claims to be one."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function) and (node.name.startswith("test") or pins_of(node)):
                yield path, node


def pins_of(function: Function) -> list[str]:
    """What the function's ``@pins(…)`` name."""
    calls = (node for node in function.decorator_list if isinstance(node, ast.Call) and _name_of(node).endswith("pins"))
    return [str(ast.literal_eval(argument)) for call in calls for argument in call.args]


def is_run(function: Function) -> bool:
    """Whether the test runs and has to pass: it is neither skipped nor expected to fail."""
    return not any(re.search(r"\.(skip|skipif|xfail)$", _name_of(node)) for node in function.decorator_list)


def sentence(name: str) -> str:
    """``test_a_sold_plant_is_replaced`` as a sentence."""
    words = name.removeprefix("test_").replace("_", " ")
    return words[:1].upper() + words[1:]


def _parts(node: ast.Module | ast.ClassDef | Function, name: str, first: int = 1) -> Iterator[tuple[int, int, str]]:
    """What a module is made of, from the outside in: first line, last line, dotted name."""
    yield first, getattr(node, "end_lineno", None) or 10**9, name
    for child, following in pairwise([*node.body, node.body[-1]]):
        if isinstance(child, ast.ClassDef | Function):
            top = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
            yield from _parts(child, f"{name}.{child.name}", top)
        elif isinstance(child, ast.Assign | ast.AnnAssign) and not isinstance(node, Function):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            last = following if isinstance(following, ast.Expr) else child  # a constant's docstring stands below it
            yield child.lineno, last.end_lineno or last.lineno, f"{name}.{ast.unparse(target)}"


def _name_of(decorator: ast.expr) -> str:
    """The dotted name of a decorator, called or not."""
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
