"""`kilowatt arena` as people use it."""

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kilowatt.arena.schedule import TournamentPlan
from kilowatt.arena.tournament import Tournament
from kilowatt.cli import arena
from kilowatt.cli.command import kilowatt_command
from kilowatt.cli.tournament import _progress, default_folder
from kilowatt.extras import install_command
from kilowatt.runs.entrants import read_entrants

SMALL = ("--bots", "random,tests.arena.rogues:Crasher", "-p", "2", "-b", "germany,japan", "-n", "8", "-w", "2")


def run(*args: str) -> Result:
    return CliRunner().invoke(kilowatt_command, ["arena", *args])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena") / "run"


@pytest.fixture(scope="module")
def played(folder: Path) -> Result:
    result = run(*SMALL, "--out", str(folder), "--fallback", "random")
    assert result.exit_code == 0, result.output
    return result


def test_the_figures_are_printed_at_the_end(played: Result, folder: Path) -> None:
    out = played.stdout
    assert "8 games: 4 deals, each with the bots rotated through the seats." in played.stderr
    assert re.search(
        r"^bot +games +wins +win share \(95 %\) +fair +rating \(95 %\) +rounds +powered", out, re.MULTILINE
    )
    assert re.search(r"^random +8 +8 +100\.0 % \(51\.0–100\.0\) +50 % ", out, re.MULTILINE)
    # Its cities would be those of the bot that replaced it.
    assert re.search(r"^tests\.arena\.rogues:Crasher +8 +0 +0\.0 % \(0\.0–49\.0\) +50 % .* –  ", out, re.MULTILINE)
    assert "Win share by board" in out
    assert "tests.arena.rogues:Crasher failed in 8 of 8 games and was replaced there (crash)." in out
    assert re.search(r"Crasher +crash +8 +0 +It crashed: LookupError: out of ideas\. At tests/arena/rogues\.py", out)
    assert f"Results are in {folder}; 'kilowatt arena report {folder}' draws them." in out
    assert "Fewer than 10 deals" in out


def test_the_first_failure_of_a_bot_is_printed_while_the_run_goes_on(played: Result) -> None:
    [line] = re.findall(r"^In game .*", played.stderr, re.MULTILINE)
    assert re.match(
        r"In game \d, tests\.arena\.rogues:Crasher crashed: LookupError: out of ideas\. At .* stops the run\.$", line
    )
    assert played.stderr.index(line) < played.stderr.index("8 of 8 games")


def test_the_first_failure_is_printed_above_the_live_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    plan = TournamentPlan(
        read_entrants("random,tests.arena.rogues:Crasher"),
        2,
        ("germany",),
        options={"germany": {"round_limit": 4}},
        fallback="random",
    )
    tournament = Tournament(plan, 2, tmp_path / "run", workers=0)
    with _progress(tournament) as callbacks:
        tournament.run(*callbacks)
    text = " ".join(shown.getvalue().split())
    assert text.count("tests.arena.rogues:Crasher crashed: LookupError: out of ideas.") == 1
    assert "Ctrl-C stops the run." in text


def test_the_figures_come_as_json_too(folder: Path, played: Result) -> None:
    result = run(*SMALL, "--out", str(folder), "--fallback", "random", "--json")
    assert "8 games are there already" in result.stderr
    data = json.loads(result.stdout)
    assert [bot["bot"] for bot in data["bots"]] == ["random", "tests.arena.rogues:Crasher"]
    assert data["bots"][0]["win_share"] == {"value": 1.0, "low": pytest.approx(0.51, abs=0.001), "high": 1.0}
    assert data["misdeeds"][0]["times"] == 8
    assert played.exit_code == result.exit_code == 0


def test_restart_forgets_the_games_that_are_there(tmp_path: Path) -> None:
    few = ("--bots", "random,random", "-p", "2", "-b", "germany", "-n", "1", "-w", "0", "--out", str(tmp_path / "run"))
    alone = run(*few)
    assert alone.exit_code == 0
    assert "All seats are played by one bot: a rating needs a second one." in alone.stdout
    assert "kilowatt: " in run(*few, "--seed", "2").stderr
    again = run(*few, "--seed", "2", "--restart", "--no-records")
    assert again.exit_code == 0
    assert "already" not in again.stderr
    assert not (tmp_path / "run" / "records").exists()


def test_the_same_command_finds_its_folder_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = ("--bots", "random,random@work:2", "-p", "2", "-b", "germany", "-n", "2", "-w", "0")
    assert run(*line).exit_code == 0
    [folder] = (tmp_path / "arena-runs").iterdir()
    assert re.fullmatch(r"random-random-work-2-2p-\w{8}", folder.name)
    assert "2 games are there already" in run(*line).stderr
    run(*line, "--seed", "2")
    assert len(list((tmp_path / "arena-runs").iterdir())) == 2


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("my_bot.py:Watt", "my_bot-Watt"),
        ("bots/my_bot.py", "my_bot"),
        ("my_bots.greedy:Greedy@0.5", "greedy-Greedy-0-5"),
        ("planner+early_cap=3", "planner-early_cap-3"),
    ],
)
def test_the_folder_is_named_after_the_bots(label: str, name: str) -> None:
    plan = TournamentPlan(read_entrants(f"{label},random"), 2, ("germany",))
    assert re.fullmatch(rf"{name}-random-2p-\w{{8}}", default_folder(plan).name)


def test_games_are_rounded_up_and_that_is_printed(tmp_path: Path) -> None:
    result = run(
        "--bots", "random,random@0.5", "-p", "2", "-b", "usa", "-n", "1", "-w", "0", "--out", str(tmp_path / "x")
    )
    assert "2 games (1 rounded up to whole deals): 1 deal, each with" in result.stderr


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Name the bots, as in --bots steady,planner,search."),
        ("--bots randm,random -p 2", "There is no bot 'randm'. Did you mean 'random'?"),
        ("--bots random,,random", "Name the bots with commas between them"),
        (
            "--bots random@fast",
            "A limit is seconds for each decision (0.2) or the bot's own steps (work:40), not 'fast'.",
        ),
        ("--bots random --limit 0", "A limit is seconds for each decision"),
        ("--bots random --boards germny", "There is no board 'germny'. Did you mean 'germany'?"),
        ("--bots random --players 7", "The game is for 2 to 6 players, not 7."),
        (
            "--bots random",
            "A rating needs a second bot: name one for random to play against, as in --bots random,novice.",
        ),
        ("--bots random,random --players 4", "random is named twice among 2 bots for 4 players."),
        ("--bots no_such_module:Bot,random", "The bot 'no_such_module:Bot' cannot be loaded: ModuleNotFoundError"),
        ("--bots random --games 0", "it must be a whole number from 1 on, not '0'."),
        ("--bots random --on-failure panic", "'panic' is not one of 'lose', 'fallback'."),
        ("--bots random --fallback nobody", "There is no bot 'nobody'."),
        ("--bots random --patience 0", "0 is not in the range"),
        ("--bots random,novice -p 2 -n 1 --out /dev/null/x", "Cannot write to /dev/null/x: Not a directory."),
        ("report", "Missing argument 'DIR'."),
        ("report /no/such/folder", "There is no run of the arena in /no/such/folder."),
        (f"report {__file__}", f"{__file__} is a file: give the folder that it is in."),
    ],
)
def test_a_wrong_word_brings_one_sentence(line: str, sentence: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stderr.startswith("kilowatt: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("package", "line", "sentence"),
    [
        ("numpy", (), f"The arena needs numpy for its ratings: {install_command('arena')}."),
        ("pyarrow", (), f"The arena needs pyarrow for its tables: {install_command('arena')}."),
        ("ray", ("--ray",), f"The arena needs Ray for --ray: {install_command('ray')}."),
    ],
)
def test_what_is_not_installed_is_named(
    package: str, line: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda name: None if name == package else object())
    assert sentence in run("--bots", "random", *line).stderr


def test_the_help_explains_line_ups_and_report() -> None:
    text = run("--help").output
    assert "one against three" in text
    assert "report" in text
    assert run("report", "--help").exit_code == 0


# The report


class Reader(HTMLParser):
    """Checks that tags are closed in order, and collects the text of the page and what it loads."""

    EMPTY = ("meta", "br", "circle", "line", "rect", "polyline", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.addresses: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.pictures += tag == "svg"
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_report_is_one_page_that_needs_no_other_file(played: Result, folder: Path) -> None:
    result = run("report", str(folder))
    assert result.stdout == f"8 games on one page: {folder / 'report.html'}\n"
    assert played.exit_code == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert {address for address in reader.addresses if not address.startswith("#")} == set()
    for address in reader.addresses:
        assert f'id="{address[1:]}"' in page or f'"{address.removeprefix("#game-")}":{{"title"' in page
    assert "url(" not in page
    assert "<script src" not in page
    assert reader.pictures == 6  # none of how far the loser was behind, who failed in every game
    for bot in ("random", "rogues:Crasher"):
        assert bot in reader.words
    for heading in (
        "Rating ladder",
        "Head to head",
        "Where games are lost",
        "Every loss, to replay",
        "Win share by seat",
        "Win share by board",
        "Which plants winners held",
        "Misbehaviour",
    ):
        assert heading in reader.words
    header = reader.words.partition("Rating ladder")[0]
    assert "tests.arena.rogues:Crasher failed in 8 of 8 games and was replaced there (crash)." in header
    assert "kilowatt arena --bots random,tests.arena.rogues:Crasher --players 2 --boards " in reader.words
    assert re.search(r"kilowatt ask tests\.arena\.rogues:Crasher \S+\.kw --at \d+ repeats it\.", reader.words)
    assert "$" not in reader.words
    assert page.count('">replay ') == 8  # every loss of Crasher has its replay, and random has lost none
    data = json.loads(page.partition('id="games">')[2].partition("</script>")[0])
    for game in data["games"].values():
        assert (folder / game["record"]).exists()
        assert game["command"] == f"kilowatt replay {folder / game['record']}"
        assert game["review"] == f"kilowatt review {folder / game['record']}"
        assert {len(seat["cities"]) for seat in game["seats"]} == {len(game["seats"][0]["money"])}


def test_the_report_can_be_written_elsewhere(played: Result, folder: Path, tmp_path: Path) -> None:
    assert played.exit_code == 0
    assert run("report", str(folder), "-o", str(tmp_path / "page.html")).exit_code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    data = json.loads(page.partition('id="games">')[2].partition("</script>")[0])
    assert all((tmp_path / game["record"]).exists() for game in data["games"].values())  # linked from where it is
    assert "Cannot write" in run("report", str(folder), "-o", str(tmp_path / "no" / "page.html")).stderr
