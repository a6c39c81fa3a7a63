"""Imports point one way: rules ← boards, options ← analysis, bots, env, arena, server ← cli."""

import ast
import importlib.util
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

# A part imports from its own rank and from lower ones. "kilowatt" is the package's face, its __init__.py.
RANKS = {
    "extras": 0,
    "locking": 0,
    "processes": 0,
    "rules": 0,
    "boards": 1,
    "options": 1,
    "wording": 1,
    "compiled": 1,
    "start": 2,
    "kilowatt": 2,
    "testing": 2,
    "drawing": 2,
    "rendering": 2,
    "analysis": 2,
    "bots": 2,
    "runs": 2,
    "review": 2,
    "env": 2,
    "arena": 2,
    "table": 2,
    "service": 2,
    "store": 2,
    "server": 2,
    "browser": 2,
    "cli": 3,
    "__main__": 4,
}

# What the rules have no use for: they are pure, with no clock, no files, no network and no log.
IMPURE = {
    "asyncio", "click", "concurrent", "datetime", "http", "io", "logging", "multiprocessing", "os", "pathlib", "rich",
    "shutil", "signal", "socket", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip


def part_of(module: str) -> str:
    """`kilowatt.rules.phases.auction` is of the part `rules`."""
    names = module.split(".")
    return names[1] if len(names) > 1 else names[0]


def imports_of(path: Path) -> Iterator[str]:
    """The full names of the modules a file imports anywhere in it, also for types alone."""
    package = ".".join(path.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            # `from kilowatt import rules` imports the part; `from kilowatt import new_game` the package's face.
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                is_part = origin == "kilowatt" and alias.name in RANKS
                yield full if is_part else origin


@cache
def files() -> dict[Path, str]:
    """Every module of the package, with its part. The check of the data stands alone."""
    found = {}
    for path in sorted((SOURCE / "kilowatt").rglob("*.py")):
        names = path.relative_to(SOURCE).with_suffix("").parts
        if names[1] != "data":
            found[path] = "kilowatt" if names[1] == "__init__" else names[1]
    return found


@cache
def edges() -> dict[tuple[str, str], str]:
    """Which part imports which, with a file that does."""
    return {
        (part, part_of(module)): path.relative_to(SOURCE).as_posix()
        for path, part in files().items()
        for module in imports_of(path)
        if module.split(".")[0] == "kilowatt" and part_of(module) not in (part, "data")
    }


def test_every_part_has_its_place_in_the_order() -> None:
    assert set(files().values()) <= set(RANKS)


def test_imports_point_only_to_lower_parts() -> None:
    wrong = [f"{file} imports {to}" for (part, to), file in edges().items() if RANKS.get(to, 99) > RANKS[part]]
    assert not wrong, "\n".join(wrong)


def test_no_two_parts_import_each_other() -> None:
    graph = TopologicalSorter[str]()
    for part, to in edges():
        graph.add(part, to)
    cycle: list[str] = []
    try:
        graph.prepare()
    except CycleError as error:
        cycle = error.args[1]
    assert not cycle, " imports ".join(reversed(cycle))


@pytest.mark.parametrize(
    "path", [path for path, part in files().items() if part == "rules"], ids=lambda path: path.stem
)
def test_the_rules_import_nothing_that_can_block_or_log(path: Path) -> None:
    impure = [module for module in imports_of(path) if module.split(".")[0] in IMPURE]
    assert not impure, f"{path.name} imports {', '.join(impure)}"
