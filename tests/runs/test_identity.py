"""A bot is recognised by everything that makes it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.runs.authors import AuthorFolder

import kilowatt.env.city_index
from kilowatt.bots import UnknownBot
from kilowatt.runs.entrants import load_bot
from kilowatt.runs.identifying import identify
from kilowatt.runs.identity import BotChanged, Identified, Identity, check_unchanged, in_words


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AuthorFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return AuthorFolder(tmp_path, f"m{abs(hash(str(tmp_path)))}")


def look(name: str) -> Identified:
    return identify([name], ["germany"], 2)[name]


def test_a_bot_is_its_modules_its_files_and_its_arguments(author: AuthorFolder) -> None:
    found = look(author.made)
    modules = [f"{name}.py" for name in (author.bot, author.factory, author.helper)]
    assert sorted(found.identity.files) == [*modules, "learner.npz"]
    assert found.identity.arguments == "Watt(depth=3)"
    assert found.folder == str(author.path)
    assert look(author.made) == found


def test_built_in_bots_are_part_of_kilowatt() -> None:
    assert identify(["random", "steady"], ["germany"], 2) == {}


CHANGES: dict[str, tuple[Callable[[AuthorFolder], None], str]] = {
    "new weights": (lambda one: one.write("learner.npz", "weights of the second"), "learner.npz has changed"),
    "an edited factory": (
        lambda one: one.edit(f"{one.factory}.py", "depth=3", "depth=4"),
        "{factory}.py has changed, it is made as Watt(depth=4) instead of Watt(depth=3)",
    ),
    "an edited helper": (lambda one: one.edit(f"{one.helper}.py", "1", "2"), "{helper}.py has changed"),
    "an edited bot": (lambda one: one.edit(f"{one.bot}.py", "sample(rng)", "sample(rng) "), "{bot}.py has changed"),
    "a fingerprint": (
        lambda one: one.edit(f"{one.bot}.py", "    def decide", "    def fingerprint(self):\n        return 'b'\n\n    def decide"),  # noqa: E501
        "{bot}.py has changed, its fingerprint() is 'b' instead of ''",
    ),
    "a new module": (
        lambda one: one.edit(f"{one.helper}.py", "SCALE", "import extra\nSCALE"),
        "extra.py is new, {helper}.py has changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_whatever_changes_is_named(author: AuthorFolder, case: str) -> None:
    edit, words = CHANGES[case]
    author.write("extra.py", "")
    before = look(author.made).identity
    edit(author)
    names = {"bot": author.bot, "factory": author.factory, "helper": author.helper}
    expected = sorted(words.format(**names).split(", "))
    assert sorted(look(author.made).changes_since(before)) == expected


def test_a_file_that_is_read_with_the_first_decision_counts_too(author: AuthorFolder) -> None:
    author.edit(
        f"{author.bot}.py", "        return legal", "        Path('late.txt').read_text()\n        return legal"
    )
    author.write("late.txt", "a")
    found = look(author.watt)
    assert "late.txt" in found.identity.files
    assert found.late == {"late.txt"}
    author.write("late.txt", "b")
    assert look(author.watt).changes_since(found.identity) == ["late.txt has changed"]
    (author.path / "late.txt").unlink()
    assert look(author.watt).changes_since(found.identity) == ["late.txt is gone"]


def test_what_only_another_run_came_to_is_no_change() -> None:
    before = Identity(files={"a.py": "1"}, packages={"numpy": "2.0"})
    found = Identity({"a.py": "1", "usa.npz": "2"}, {"numpy": "2.0", "scipy": "1"})
    now = Identified(found, "/nowhere", frozenset({"usa.npz", "scipy"}))
    assert now.changes_since(before) == []
    assert now.joined(before).files == {"a.py": "1", "usa.npz": "2"}


def test_packages_are_compared_by_their_versions(author: AuthorFolder) -> None:
    author.edit(f"{author.helper}.py", "SCALE", "import numpy\nSCALE")
    found = look(author.watt)
    assert list(found.identity.packages) == ["numpy"]
    before = Identity(found.identity.files, {"numpy": "1.0"})
    assert found.changes_since(before) == [f"numpy is {found.identity.packages['numpy']} instead of 1.0"]


def test_kilowatt_is_one_package_however_its_modules_are_compiled(
    author: AuthorFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    author.edit(f"{author.helper}.py", "SCALE", "import kilowatt.env\nSCALE")
    found = look(author.watt)
    assert not [name for name in found.identity.files if "kilowatt" in name]
    assert found.identity.packages["kilowatt"].startswith(f"{kilowatt.__version__} (")
    compiled = author.path / "city_index.cpython-311-x86_64-linux-gnu.so"
    compiled.write_bytes(b"an extension module")
    monkeypatch.setattr(kilowatt.env.city_index, "__file__", str(compiled))
    check_unchanged(author.watt, load_bot(author.watt), found.identity)
    assert look(author.watt).changes_since(found.identity) == []


def test_a_file_that_the_bot_writes_is_not_part_of_it(author: AuthorFolder) -> None:
    lines = "        open('log.txt', 'a').write('x')\n        open('log.txt').read()\n"
    author.edit(f"{author.bot}.py", "        return legal", f"{lines}        return legal")
    before = look(author.watt).identity
    assert "log.txt" not in before.files
    assert look(author.watt).changes_since(before) == []


def test_a_bot_that_ends_its_process_when_it_decides_is_identified_all_the_same(author: AuthorFolder) -> None:
    author.edit(f"{author.bot}.py", "        return legal", "        import os; os._exit(3)\n        return legal")
    assert f"{author.helper}.py" in look(author.watt).identity.files


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("import os; os._exit(4)", "cannot be loaded: exit code 4."),
        (
            "import nothing_of_this_name",
            "ModuleNotFoundError: No module named 'nothing_of_this_name'. At {bot}.py, line 1, in <module>.",
        ),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero. At {bot}.py, line 1, in <module>."),
        ("print('hello'); raise SystemExit", "cannot be loaded: SystemExit. At {bot}.py, line 1, in <module>."),
    ],
)
def test_a_bot_that_cannot_be_loaded_brings_one_sentence(author: AuthorFolder, line: str, sentence: str) -> None:
    author.edit(f"{author.bot}.py", "from pathlib", f"{line}\nfrom pathlib")
    with pytest.raises(UnknownBot) as error:
        look(author.watt)
    assert sentence.format(bot=author.bot) in str(error.value)


def test_a_process_notices_that_its_bot_is_another_one(author: AuthorFolder) -> None:
    identity = look(author.watt).identity
    bot = load_bot(author.watt)
    check_unchanged(author.watt, bot, identity)
    author.write("learner.npz", "other weights")
    with pytest.raises(BotChanged, match=r"is not the bot that the run began with: learner\.npz has changed"):
        check_unchanged(author.watt, bot, identity)
    identity = look(author.watt).identity
    check_unchanged(author.watt, bot, identity)
    author.edit(f"{author.helper}.py", "1", "2")
    for now in (identity, look(author.watt).identity):  # the file is as agreed, but this process has loaded the old one
        with pytest.raises(BotChanged, match=rf"{author.helper}.py has changed"):
            check_unchanged(author.watt, bot, now)


def test_many_changes_are_counted() -> None:
    assert (
        in_words([f"{letter} is new" for letter in "abcdef"])
        == "a is new, b is new, c is new, d is new and 2 things more"
    )
