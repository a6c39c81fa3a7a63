"""Every clause of docs/rules.md and every worked example has a test that says so."""

import re
from pathlib import Path

from clauses import LAW, Function, all_tests, clauses, examples, named_in, naming_code, pinning_tests, pins_of

ROOT = Path(__file__).parents[2]


def test_the_law_has_all_its_clauses_and_examples() -> None:
    begun = re.findall(r"^- (R\d+\.\d+) ", LAW.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert begun == list(clauses())
    assert len(begun) > 60
    assert {clause.split(".")[0] for clause in clauses()} == {f"R{section}" for section in range(1, 12)}
    assert examples() == [f"example {number}" for number in range(1, 40)]


def test_every_clause_of_the_law_is_pinned_by_a_test() -> None:
    missing = [clause for clause in clauses() if clause not in pinning_tests()]
    assert not missing, f"clauses without a test: {', '.join(missing)}"


def test_every_clause_of_the_law_is_found_in_the_code() -> None:
    missing = [clause for clause in clauses() if clause not in naming_code()]
    assert not missing, f"clauses that no code names: {', '.join(missing)}"


def test_every_worked_example_is_pinned_by_a_test() -> None:
    missing = [example for example in examples() if example not in pinning_tests()]
    assert not missing, f"examples without a test: {', '.join(missing)}"


def test_no_test_pins_a_clause_that_does_not_exist() -> None:
    known = {*clauses(), *examples()}
    strangers = [
        f"{place(path, test)} pins {pin}" for path, test in all_tests() for pin in pins_of(test) if pin not in known
    ]
    assert not strangers, "\n".join(strangers)


def test_no_code_names_a_clause_that_does_not_exist() -> None:
    strangers = [f"{at.file}:{at.line} {name}" for name, found in naming_code().items() for at in found]
    assert [stranger for stranger in strangers if stranger.split()[-1] not in clauses()] == []


def test_a_place_in_the_code_is_a_line_that_names_the_clause() -> None:
    for clause, found in naming_code().items():
        for at in found:
            line = (ROOT / at.file).read_text(encoding="utf-8").splitlines()[at.line - 1]
            assert clause in named_in(line), at


def test_a_place_among_the_tests_is_the_test_of_that_sentence() -> None:
    for found in pinning_tests().values():
        for at in found:
            line = (ROOT / at.file).read_text(encoding="utf-8").splitlines()[at.line - 1]
            assert f"def test_{at.name.lower().replace(' ', '_')}(" in line.lower(), at


def test_code_that_carries_a_clause_comes_before_code_that_mentions_it() -> None:
    assert [at.name for at in naming_code()["R9.4"]][:2] == [
        "special_rules.UraniumNeedsCityIn",
        "special_rules.CheaperWithCity",
    ]
    assert "plant_market.let_step_3_card_leave" in [at.name for at in naming_code()["R8.2"]], "R8.1-R8.4 names R8.2"


def test_the_name_of_every_test_reads_as_a_sentence() -> None:
    terse = [place(path, test) for path, test in all_tests() if not re.fullmatch(r"test(_[^_]+){4,}", test.name)]
    assert not terse, "at least four words after test_:\n" + "\n".join(terse)


def test_there_is_only_one_copy_of_the_law() -> None:
    copies = [path for folder in ("docs", "src", "tests") for path in (ROOT / folder).rglob("[Rr][Uu][Ll][Ee][Ss].md")]
    assert [path for path in copies if "_build" not in path.parts] == [LAW]


def place(path: Path, test: Function) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{test.lineno} {test.name}"
