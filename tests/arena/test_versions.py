"""Runs whose bots change: two versions are never mixed, and both can be kept."""

import re
import sys
from pathlib import Path

import click
import pytest
from tests.runs.authors import AuthorFolder

from kilowatt.arena.comparing import head_to_head
from kilowatt.arena.journal import read_journal
from kilowatt.arena.report import make_page
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.arena.store import read_run, record_path
from kilowatt.arena.summary import Summary
from kilowatt.arena.tournament import Tournament
from kilowatt.arena.versions import BotsChanged
from kilowatt.cli.tournament import _choose
from kilowatt.runs.entrants import read_entrants
from kilowatt.runs.identity import BotChanged, hash_of


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AuthorFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return AuthorFolder(tmp_path, f"v{abs(hash(str(tmp_path)))}")


def tournament(author: AuthorFolder, games: int = 4, *, keep_both: bool = False, workers: int = 1) -> Tournament:
    plan = TournamentPlan(
        entrants=read_entrants(f"{author.made},random,random@work:2"),
        players=2,
        boards=("germany",),
        fallback="random",
    )
    return Tournament(plan, games, author.path / "run", workers=workers, keep_both=keep_both)


def shares(summary: Summary) -> dict[str, int]:
    return {bot.bot: bot.games for bot in summary.bots}


@pytest.mark.parametrize("case", ["learner.npz", "factory", "helper"])
def test_games_of_another_version_are_refused_and_what_changed_is_named(author: AuthorFolder, case: str) -> None:
    tournament(author, 2).run()
    tournament(author, 2).run()  # nothing has changed
    name = "learner.npz" if case == "learner.npz" else f"{getattr(author, case)}.py"
    author.write(name, (author.path / name).read_text() + "\n# new")
    with pytest.raises(BotsChanged) as refused:
        tournament(author, 2).run()
    assert str(refused.value).startswith(f"{author.made} has changed: {name} has changed. 2 games in ")
    assert "Give --restart to delete all 2 games in this folder and begin again, or --keep-both" in str(refused.value)


def test_the_question_tells_how_many_games_would_be_deleted(
    author: AuthorFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also those of bots that have not changed, and of versions kept before."""
    tournament(author, 6).run()
    author.write("learner.npz", "of the second training")
    tournament(author, 6, keep_both=True).run()
    author.write("learner.npz", "of the third training")
    monkeypatch.setattr(click, "prompt", lambda *_, **__: "s")
    again = tournament(author, 6)
    with pytest.raises(BotsChanged) as changed:
        again.run()
    with pytest.raises(click.Abort):
        _choose(changed.value, again)
    said = capsys.readouterr().err
    every = len(read_run(author.path / "run")[1])
    assert every > changed.value.games == 4
    assert f" 4 games of the earlier version are in {author.path / 'run'}.\n" in said
    assert f"  b  begin again, and delete all {every} games in this folder (--restart)\n" in said
    assert f"stays in the tables as {author.made} v2 (--keep-both)\n" in said


def test_an_interrupted_run_never_mixes_two_versions(author: AuthorFolder) -> None:
    tournament(author, 4).run()
    author.edit(f"{author.helper}.py", "1", "2")
    with pytest.raises(BotsChanged):
        tournament(author, 8).run()
    assert len(read_journal(author.path / "run" / "journal.jsonl")[0]) == 4


def test_both_versions_are_kept_as_two_contestants(author: AuthorFolder) -> None:
    first = shares(tournament(author, 6).run())
    old = f"{author.made} v1"
    author.edit(f"{author.factory}.py", "depth=3", "depth=4")
    both = shares(tournament(author, 6, keep_both=True).run())
    assert both[old] == both[author.made] == first[author.made]
    manifest, entries = read_run(author.path / "run")
    assert len({entry.game for entry in entries}) == len(entries)
    for entry in entries:
        record = author.path / "run" / record_path(manifest, entry.result.fixture)
        assert record.exists()
        assert (record.parent.name == "records-1") == (old in entry.result.fixture.seats)
    # What the others play among themselves has not changed, and is not played or counted again.
    alone = [entry for entry in entries if not {old, author.made} & set(entry.result.fixture.seats)]
    assert len(entries) == 6 + 6 - len(alone)
    assert both == shares(tournament(author, 6).run())  # and that is now the run
    author.write("learner.npz", "of the third training")
    third = shares(tournament(author, 6, keep_both=True).run())
    assert third[f"{author.made} v2"] == third[old] == first[author.made]


def test_the_report_is_drawn_again_with_the_games_that_came_since(author: AuthorFolder) -> None:
    report = author.path / "run" / "report.html"
    tournament(author, 2).run()
    assert not report.exists()  # nobody has asked for it
    report.write_text("2 games")
    tournament(author, 4).run()
    assert "<h1>3 bots, 4 games, 1 board</h1>" in report.read_text(encoding="utf-8")
    author.write("learner.npz", "of the second training")
    tournament(author, 4, keep_both=True).run()
    page = report.read_text(encoding="utf-8")
    assert "<h1>4 bots, " in page
    assert f"{author.factory}:make v1" in page


def test_the_report_names_the_files_of_every_version_and_the_games_of_the_plan(author: AuthorFolder) -> None:
    report = author.path / "run" / "report.html"
    before = hash_of(author.path / "learner.npz")[:8]
    tournament(author, 6).run()
    author.write("learner.npz", "of the second training")
    tournament(author, 6, keep_both=True).run()
    page = make_page(*read_run(author.path / "run"), author.path / "run", report)
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    now, kept = facts[author.made], facts[f"{author.made} v1"]
    assert f", learner.npz {hash_of(author.path / 'learner.npz')[:8]}, made as Watt(depth=3)" in now
    assert kept.startswith(f"an earlier version, {author.bot}.py ")
    assert f", learner.npz {before}, made as Watt(depth=3)" in kept
    command = re.sub(r"<.*?>", "", page.partition('class="command">')[2].partition("</code>")[0])
    assert f" --bots {author.made},random,random@work:2 " in command
    assert " --games 6 " in command  # those of the earlier version come on top


def test_an_old_version_in_its_own_folder_meets_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/arena.md shows it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    new, old = [f"meet{abs(hash(str(tmp_path)))}{end}" for end in ("", "_v1")]
    for name in (old, new):
        folder = AuthorFolder(tmp_path / name, "meet")
        folder.edit(f"{folder.bot}.py", f"import {folder.helper}", f"from . import {folder.helper}")
        folder.write("learner.npz", name)
    bots = [f"{name}/bot_meet.py:Watt" for name in (new, old)]
    plan = TournamentPlan(read_entrants(",".join(bots)), 2, ("germany",), fallback="random")
    Tournament(plan, 2, tmp_path / "run").run()
    manifest, entries = read_run(tmp_path / "run")
    assert set(head_to_head(entries, bots, seed=1)) == {(bots[0], bots[1]), (bots[1], bots[0])}
    for name, bot in zip((new, old), bots, strict=True):
        assert manifest.bots[bot].files[f"{name}/learner.npz"] == hash_of(tmp_path / name / "learner.npz")


def test_an_edit_between_the_check_and_the_first_game_stops_the_run(author: AuthorFolder) -> None:
    ready = tournament(author, 2)
    author.edit(f"{author.helper}.py", "1", "2")
    with pytest.raises(BotChanged, match=rf"is not the bot that the run began with: {author.helper}\.py has changed"):
        ready.run()
    assert read_journal(author.path / "run" / "journal.jsonl") == ({}, 0)
