"""The law in other languages is the law: the same parts with the same numbers, made from the English text as it is."""

from pathlib import Path

import pytest

import translated_law
from clauses import LAW, clauses, examples
from translated_law import LANGUAGES, main, out_of_step, parts, stamp, translation


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The English law and a translation to change, in a folder of their own; the law's file."""
    law = tmp_path / "rules.md"
    for path in (LAW, translation("de")):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(translated_law, "LAW", law)
    return law


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_law_in_every_language_is_in_step_with_the_english_one(language: str) -> None:
    assert out_of_step(language) == []


def test_the_parts_of_the_law_are_its_clauses_decisions_and_examples() -> None:
    found = list(parts(LAW.read_text(encoding="utf-8")))
    assert [name for name in found if name.startswith("R")] == list(clauses())
    assert [name for name in found if name.startswith("example")] == examples()
    decisions = [name for name in found if name.startswith("decision")]
    assert decisions == [f"decision {number}" for number in range(1, 38)]


def test_every_file_of_the_law_is_in_a_language_that_is_kept_in_step() -> None:
    assert {path.name for path in LAW.parent.glob("rules.*.md")} == {translation(name).name for name in LANGUAGES}


def test_a_clause_that_changes_in_english_alone_is_named_until_it_is_stamped(copies: Path) -> None:
    assert out_of_step("de") == []
    change(copies, "- R5.3 No selling, no trading, no loans.", "- R5.3 No selling, no trading, no loans, no gifts.")
    assert out_of_step("de") == ["R5.3: it was not made from the English text as it is now."]
    stamp("de", ["R5.3"])
    assert out_of_step("de") == []


def test_where_lines_of_the_english_text_are_broken_does_not_matter(copies: Path) -> None:
    change(copies, "- R5.3 No selling, no trading, no loans.", "- R5.3 No selling,\n  no trading, no loans.")
    assert out_of_step("de") == []


def test_a_number_that_a_translation_has_wrong_is_named_with_its_clause(copies: Path) -> None:
    german = copies.with_name("rules.de.md")
    text = parts(german.read_text(encoding="utf-8"))["R1.2"]
    change(german, text, text.replace("12", "21"))
    assert out_of_step("de") == ["R1.2: other numbers. Missing: ['12']; too many: ['21']."]


def test_a_clause_or_heading_that_a_translation_lacks_is_named(copies: Path) -> None:
    german = copies.with_name("rules.de.md")
    text = german.read_text(encoding="utf-8")
    german.write_text(text.replace(parts(text)["R5.3"] + "\n", "").replace("\n## 6.", "\n### 6."), encoding="utf-8")
    assert out_of_step("de") == [
        "The headings are not those of the law.",
        "Other parts, or in another order. Missing: R5.3; too many: none.",
    ]


def test_the_command_lists_what_is_out_of_step_and_refuses_what_the_law_does_not_have(
    copies: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["translated_law.py"])
    assert main() == 0
    change(copies, "- R5.3 No selling", "- R5.3 Never any selling")
    assert main() == 1
    assert "rules.de.md: R5.3: it was not made from the English text" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["translated_law.py", "--stamp", "de", "R99.1"])
    with pytest.raises(SystemExit, match="The law has no part R99"):
        main()
    monkeypatch.setattr("sys.argv", ["translated_law.py", "--stamp", "xx", "R5.3"])
    with pytest.raises(SystemExit):
        main()
