"""The table stands alone: no HTTP, no SQL, no processes, no cycle of imports; and only a table changes its state."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
TABLE = SOURCE / "kilowatt" / "table"
FOREIGN = [
    "click",
    "concurrent.futures.process",
    "httpx",
    "litestar",
    "multiprocessing",
    "numpy",
    "psycopg",
    "rich",
    "sqlalchemy",
    "uvicorn",
]


@pytest.mark.parametrize("module", ["kilowatt.table", "kilowatt.table.__main__"])
def test_the_table_imports_neither_a_server_nor_a_database_nor_processes(module: str) -> None:
    script = f"import sys, {module}; print(*[name for name in {FOREIGN!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# Imports


def imports_of(path: Path) -> Iterator[str]:
    """The modules of the table that one of them imports anywhere in it, also for types alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from [name for alias in node.names if (name := module_of(alias.name)) is not None]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name} has a relative import"
            for alias in node.names:
                name = module_of(f"{node.module}.{alias.name}") or module_of(node.module or "")
                if name is not None:
                    yield name


def module_of(name: str) -> str | None:
    """`kilowatt.table.state` is the module `state`; what is no module of the table is None."""
    if name == "kilowatt.table":
        return "__init__"
    parts = name.split(".")
    if parts[:2] == ["kilowatt", "table"] and len(parts) == 3 and (TABLE / f"{parts[2]}.py").exists():
        return parts[2]
    return None


def test_the_modules_of_the_table_import_each_other_in_one_direction() -> None:
    graph = TopologicalSorter[str]()
    edges = [(path.stem, to) for path in sorted(TABLE.glob("*.py")) for to in imports_of(path)]
    for module, to in edges:
        graph.add(module, to)
    cycle: list[str] = []
    try:
        graph.prepare()
    except CycleError as error:
        cycle = error.args[1]
    assert not cycle, " imports ".join(reversed(cycle))
    assert ("table", "state") in edges
    assert ("__main__", "__init__") in edges


# Who changes the state of a table


def changing_methods() -> set[str]:
    """The methods of ``TableState`` that change it, directly or through each other."""
    tree = ast.parse((TABLE / "state.py").read_text(encoding="utf-8"))
    state = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "TableState")
    methods = [node for node in state.body if isinstance(node, ast.FunctionDef) and node.name != "__init__"]
    found: set[str] = set()
    while True:
        more = {method.name for method in methods if list(changes_of(method, {"self"}, found))}
        if more == found:
            return found
        found = more


def changes_of(tree: ast.AST, names: set[str], methods: set[str]) -> Iterator[int]:
    """The lines that change a state: one of these names, or an attribute ``state`` or ``_state`` of anything."""

    def is_state(node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in names
        if not isinstance(node, ast.Attribute) or node.attr not in ("state", "_state"):
            return False
        return not ast.unparse(node).endswith("app.state")  # that is Litestar's

    def is_of_state(node: ast.AST) -> bool:
        """Whether this is an attribute of a state, or an item or attribute of one."""
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
            if isinstance(node, ast.Attribute) and is_state(node.value):
                return True
            node = node.value
        return isinstance(node, ast.Tuple | ast.List) and any(map(is_of_state, node.elts))

    for node in ast.walk(tree):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            changed = [target for target in node.targets if is_of_state(target)]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            changed = [node.target] if is_of_state(node.target) else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method, of = node.func.attr, node.func.value
            if (method in methods and is_state(of)) or (method in MUTATORS and is_of_state(of)):
                changed = [of]
        yield from [expression.lineno for expression in changed]


MUTATORS = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popleft", "remove", "setdefault", "update"}
"""Methods of lists, dicts, sets and deques that change them."""


def names_of_states(tree: ast.AST) -> set[str]:
    """The names in a module that are a ``TableState``: arguments, and what a state is assigned to."""
    names = {
        node.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.arg) and node.annotation is not None and "TableState" in ast.unparse(node.annotation)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and node.value.attr == "state":
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def uses_tables(path: Path) -> bool:
    """Whether a module has to do with tables; the state of a game is another one."""
    return path.parent == TABLE or "kilowatt.table" in path.read_text(encoding="utf-8")


USERS = [path for path in sorted((SOURCE / "kilowatt").rglob("*.py")) if uses_tables(path)]


def test_the_state_of_a_table_is_changed_only_by_its_own_methods() -> None:
    """Those of ``Table`` and, on ``self``, those of ``TableState``."""
    methods, found = changing_methods(), {}
    for path in USERS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[path] = list(changes_of(tree, names_of_states(tree), methods))
    assert len(found.pop(TABLE / "table.py")) > 5
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "code",
    [
        "table.state.number = 3",
        "table.state.row.x, y = 1, 2",
        "self._state.ceilings[0] = None",
        "del table.state.ceilings[0]",
        "table.state.number += 1",
        "table.state.recent.append(entry)",
        "table.state.take_over(change)",
        "def f(state: TableState): state.number = 1",
        "def f(known: 'TableState | None'): known.seats.clear()",
        "state = table.state\nstate.freeze('why', None)",
    ],
)
def test_the_check_finds_every_way_to_change_a_state(code: str) -> None:
    tree = ast.parse(code)
    assert list(changes_of(tree, names_of_states(tree), changing_methods()))


def test_the_check_knows_what_changes_a_state_and_what_does_not() -> None:
    assert {"begin", "apply", "take_over", "follow", "restore", "freeze"} <= changing_methods()
    assert not changing_methods() & {"wake_time", "is_due", "seat_at", "require_game", "ceiling_of", "seconds_left"}
    assert {TABLE / "seating.py", SOURCE / "kilowatt/server/links.py", SOURCE / "kilowatt/store/journal.py"} <= set(
        USERS
    )
    tree = ast.parse((TABLE / "table.py").read_text(encoding="utf-8"))
    assert list(changes_of(tree, names_of_states(tree), changing_methods()))
