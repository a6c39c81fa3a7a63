"""The mutants of a file: each a change that makes a difference, with a name that lasts."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType

from tests.mutants.changes import Change, find_changes

LONGEST_CONTEXT = 100


@dataclass(frozen=True)
class Mutant:
    """One change to one file. ``scope`` is the function it is in, or empty for what runs at import.

    The key says what is changed and where, in words of the source: it stays the same when lines move.
    """

    path: str  # in the package: rules/phases/auction.py
    place: int  # among the changes of the file
    scope: str
    line: int
    before: str
    after: str
    key: str


@dataclass
class Source:
    """A file, with everything that can be changed in it."""

    path: str
    file: Path
    tree: ast.Module
    changes: list[Change]

    @property
    def module(self) -> str:
        """``kilowatt.rules.phases.auction`` for ``rules/phases/auction.py``."""
        return "kilowatt." + self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def compiled(self) -> CodeType:
        code: CodeType = compile(ast.fix_missing_locations(self.tree), str(self.file), "exec", dont_inherit=True)
        return code

    def broken(self, place: int) -> CodeType:
        """The compiled module with one change."""
        change = self.changes[place]
        change.swap()
        try:
            return self.compiled()
        finally:
            change.swap()

    def mutants(self) -> Iterator[Mutant]:
        """One for each change that makes a difference to the compiler."""
        whole = self.compiled()
        seen: Counter[str] = Counter()
        for place, change in enumerate(self.changes):
            line, before, after = _in_words(change)
            key = f"{self.path}:{change.scope or 'import'}: {before} => {after}"
            seen[key] += 1
            key += f" #{seen[key]}" if seen[key] > 1 else ""
            if self.broken(place) != whole:
                yield Mutant(self.path, place, change.scope, line, before, after, key)


@cache
def read_source(package: Path, path: str) -> Source:
    """The file at this path of the package."""
    file = package / path
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return Source(path, file, tree, list(find_changes(tree)))


def _in_words(change: Change) -> tuple[int, str, str]:
    """The line of the change, and as much of it as is short to read, before and after."""
    old = change.current()
    line: int = getattr(old, "lineno", 0)
    around = old
    if not isinstance(old, ast.stmt):
        for parent in reversed(change.parents):
            if len(_one_line(parent)) > LONGEST_CONTEXT:
                break
            around = parent
            if isinstance(parent, ast.stmt):
                break
    before = _one_line(around)
    if around is old:
        return line, before, _one_line(change.new)
    change.swap()
    after = _one_line(around)
    change.swap()
    return line, before, after


def _one_line(node: ast.AST) -> str:
    """The node as source; of a statement that holds others only its head."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return f"{type(node).__name__.lower()} {ast.unparse(test)}"
        case ast.For(target=target, iter=iterated):
            return f"for {ast.unparse(target)} in {ast.unparse(iterated)}"
        case ast.comprehension(target=target, iter=iterated, ifs=ifs):
            conditions = "".join(f" if {ast.unparse(condition)}" for condition in ifs)
            return f"for {ast.unparse(target)} in {ast.unparse(iterated)}{conditions}"
        case ast.FunctionDef() | ast.ClassDef() | ast.Module() | ast.Match() | ast.Try() | ast.match_case():
            return "…" * (LONGEST_CONTEXT + 1)
        case ast.arguments():
            return f"({ast.unparse(node)})"
    return " ".join(ast.unparse(node).split())
