"""Every clause of docs/rules.md and every worked example has a test that says so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAW = ROOT / "docs" / "rules.md"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def clauses() -> list[str]:
    """`R4.7` for each bullet of the law that begins with a number of that kind, in order."""
    return re.findall(r"^- (R\d+\.\d+) ", LAW.read_text(encoding="utf-8"), flags=re.MULTILINE)


def examples() -> list[str]:
    """`example 11` for each item of section 13, in order."""
    section = LAW.read_text(encoding="utf-8").partition("\n## 13.")[2]
    return [f"example {number}" for number in re.findall(r"^(\d+)\. ", section, flags=re.MULTILINE)]


def all_tests() -> Iterator[tuple[Path, Function]]:
    """Every function in a test module that is a test or claims to be one."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function) and (node.name.startswith("test") or pins_of(node)):
                yield path, node


def pins_of(function: Function) -> list[str]:
    """What the function's `@pins(…)` name."""
    calls = (node for node in function.decorator_list if isinstance(node, ast.Call) and name_of(node).endswith("pins"))
    return [str(ast.literal_eval(argument)) for call in calls for argument in call.args]


def is_run(function: Function) -> bool:
    """Whether nothing keeps the test from being run and from having to pass."""
    return not any(re.search(r"\.(skip|skipif|xfail)$", name_of(node)) for node in function.decorator_list)


def name_of(decorator: ast.expr) -> str:
    """The dotted name of a decorator, called or not."""
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def pinned() -> set[str]:
    return {pin for _, test in all_tests() if is_run(test) for pin in pins_of(test)}


def test_the_law_has_all_its_clauses_and_examples() -> None:
    assert len(clauses()) == len(set(clauses())) > 60
    assert {clause.split(".")[0] for clause in clauses()} == {f"R{section}" for section in range(1, 12)}
    assert examples() == [f"example {number}" for number in range(1, 38)]


def test_every_clause_of_the_law_is_pinned_by_a_test() -> None:
    held = pinned()
    missing = [clause for clause in clauses() if clause not in held]
    assert not missing, f"clauses without a test: {', '.join(missing)}"


def test_every_clause_of_the_law_is_found_in_the_code() -> None:
    folders = [ROOT / "src" / "kilowatt" / part for part in ("rules", "boards", "options")]
    code = "".join(path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.py")))
    named = set(re.findall(r"\bR\d+\.\d+\b", code))
    missing = [clause for clause in clauses() if clause not in named]
    assert not missing, f"clauses that no code names: {', '.join(missing)}"


def test_every_worked_example_is_pinned_by_a_test() -> None:
    held = pinned()
    missing = [example for example in examples() if example not in held]
    assert not missing, f"examples without a test: {', '.join(missing)}"


def test_no_test_pins_a_clause_that_does_not_exist() -> None:
    known = {*clauses(), *examples()}
    strangers = [
        f"{place(path, test)} pins {pin}" for path, test in all_tests() for pin in pins_of(test) if pin not in known
    ]
    assert not strangers, "\n".join(strangers)


def test_the_name_of_every_test_reads_as_a_sentence() -> None:
    terse = [place(path, test) for path, test in all_tests() if not re.fullmatch(r"test(_[^_]+){4,}", test.name)]
    assert not terse, "at least four words after test_:\n" + "\n".join(terse)


def test_there_is_only_one_copy_of_the_law() -> None:
    copies = [path for folder in ("docs", "src", "tests") for path in (ROOT / folder).rglob("[Rr][Uu][Ll][Ee][Ss].md")]
    assert [path for path in copies if "_build" not in path.parts] == [LAW]


def place(path: Path, test: Function) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{test.lineno} {test.name}"
