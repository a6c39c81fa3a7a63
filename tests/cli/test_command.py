"""The command as people use it: what it prints, how it ends."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

import kilowatt
from kilowatt.cli.command import kilowatt_command

KILOWATT = [sys.executable, "-m", "kilowatt.cli"]


def run(*args: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(kilowatt_command, list(args), input=given)


def run_outside(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*KILOWATT, *args], capture_output=True, encoding="utf-8", env={**os.environ, **env}, timeout=60, check=False
    )


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for board, players in (("japan", "3"), ("russia", "2"), ("germany", "4")):
        assert (
            run("simulate", "-b", board, "-p", players, "-n", "1", "--seed", "7", "--records", str(folder)).exit_code
            == 0
        )
    return folder


@pytest.fixture
def record(records: Path) -> Path:
    return records / "germany-4-7.kw"


# Help, version, and what goes wrong


def test_the_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    for command in ("boards", "simulate", "replay", "check"):
        assert f"  {command} " in result.output
        assert run(command, "--help").exit_code == 0


def test_the_version_names_the_build_of_the_rules() -> None:
    result = run("--version")
    assert result.output.startswith(f"kilowatt {kilowatt.__version__}, ")
    assert "compiled rules" in result.output or "interpreted rules" in result.output
    assert f"Python {sys.version_info.major}." in result.output


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("boardz", "There is no command 'boardz'. Did you mean 'boards'?"),
        ("xyzzy", f"There is no command 'xyzzy'. There are: {', '.join(sorted(kilowatt_command.commands))}."),
        ("--nope", "No such option '--nope'"),
        ("simulate --gamez 3", "'--games'"),
        ("boards germny", "There is no board 'germny'. Did you mean 'germany'?"),
        ("boards --svg", "Name the board to draw"),
        ("boards germany usa", "unexpected extra argument (usa)."),
        ("boards germany --svg --regions north,mars", "There is no region 'mars' on Germany."),
        (
            "boards germany --svg -o no/such/folder/x.svg",
            "Cannot write no/such/folder/x.svg: No such file or directory.",
        ),
        ("simulate --board jpan", "There is no board 'jpan'. Did you mean 'japan'?"),
        ("simulate --players 9", "The game is for 2 to 6 players, not 9."),
        ("simulate --games -3", "it must be a whole number from 1 on, not '-3'."),
        ("simulate --games many", "it must be a whole number from 1 on, not 'many'."),
        ("simulate --seed -1", "it must be a whole number from 0 on, not '-1'."),
        ("simulate --players most", "it must be a whole number from 0 on, or 'all', not 'most'."),
        ("simulate --round-limit 0", "round_limit "),
        ("simulate --option first_pass", "--option takes NAME=VALUE, not 'first_pass'."),
        ("simulate --option first_pass=anyone", "There is no option 'first_pass' on Germany."),
        ("simulate --board russia --option first_pass=nobody", "first_pass is one of leader, anyone, not 'nobody'."),
        ("simulate --board all --option nix=on", "No board has an option 'nix'."),
        ("replay", "Missing argument 'FILE'. Try 'kilowatt replay --help'."),
        ("replay no-such-file.kw", "Cannot read no-such-file.kw: No such file or directory."),
        ("replay .", "Cannot read .: Is a directory."),
        ("check", "Missing argument 'FILES...'."),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="other words for the same troubles with files")
def test_an_error_is_printed_in_one_line(line: str, sentence: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("kilowatt: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_same_holds_outside_of_python() -> None:
    result = run_outside("boards", "germny")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "kilowatt: There is no board 'germny'. Did you mean 'germany'?\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
@pytest.mark.parametrize("what", [["boards", "germany"], ["boards", "germany", "--svg"]])
def test_a_reader_who_goes_away_is_no_reason_to_complain(what: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([*KILOWATT, *what], stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_named() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [*KILOWATT, "boards"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", timeout=60, check=False)
    assert (result.returncode, result.stderr) == (2, "kilowatt: Cannot write: No space left on device.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
def test_ctrl_c_stops_quietly(tmp_path: Path) -> None:
    command = [*KILOWATT, "simulate", "-n", "1000000", "--records", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not any(tmp_path.iterdir()):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 130


def test_a_terminal_that_knows_only_ascii_still_gets_an_answer() -> None:
    result = run_outside("boards", "central-europe", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "Gda?sk" in result.stdout


def test_no_colours_where_nobody_sees_them(record: Path) -> None:
    assert "\x1b" not in run_outside("replay", str(record)).stdout


# Boards


def test_the_list_has_all_boards_with_their_numbers() -> None:
    lines = run("boards").output.splitlines()
    for board, line in zip(kilowatt.boards(), lines[2:], strict=True):
        cells = line.split()
        assert cells[0] == board.key
        for part in (board.atlas.regions, board.atlas.cities, board.atlas.connections):
            assert str(len(part)) in cells
    assert "the standard game" in lines[2]


@pytest.mark.parametrize("board", kilowatt.boards(), ids=lambda board: board.key)
def test_a_board_is_shown_with_every_city_and_connection(board: kilowatt.Board) -> None:
    output = run("boards", board.key).output
    rows = {line.split("  ")[1]: line for line in output.splitlines() if line.startswith("  ")}
    name = {city.id: city.name for city in board.atlas.cities}
    for a, b, cost in board.atlas.connections:
        assert f"{name[b]} {cost}" in rows[name[a]]
        assert f"{name[a]} {cost}" in rows[name[b]]
    for region in board.atlas.regions:
        assert f"{region.name} ({region.id}, {region.color}), " in output


def test_a_board_lists_its_own_rules_and_those_that_go_with_an_option() -> None:
    output = run("boards", "russia").output
    assert "What is different here (R9.6)" in output
    assert "- With first_pass=leader: From round 2 on: when the first player in turn order passes" in output
    assert "- With first_pass=anyone: From round 2 on: the first player of a round who passes" in output
    assert "- Tip: Paris tempts you" in run("boards", "france").output
    assert "this board has no rules of its own" in run("boards", "germany").output


def test_other_slots_and_start_cities_are_mentioned() -> None:
    output = run("boards", "japan").output
    assert "start city, slots 10, 10, 20 in Step 3" in output
    assert "slots 15, 20 in Step 2" in output
    assert "slots" not in run("boards", "usa").output


def test_a_board_is_drawn_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    file = tmp_path / "germany.svg"
    assert run("boards", "germany", "-o", str(file)).output == ""
    assert file.read_text(encoding="utf-8") == run("boards", "germany", "--svg").output
    assert "fill" in run("boards", "germany", "--svg", "--theme", "day", "--regions", "north,west,east").output


# Simulating


def test_the_same_seed_writes_the_same_records(tmp_path: Path) -> None:
    arguments = ["simulate", "--board", "italy", "--players", "3", "--games", "3", "--seed", "5", "--flux", "--draft"]
    here, there = tmp_path / "here", tmp_path / "deep" / "there"
    for folder, hash_seed in ((here, "1"), (there, "2")):
        assert run_outside(*arguments, "--records", str(folder), PYTHONHASHSEED=hash_seed).returncode == 0
    assert [file.name for file in sorted(here.iterdir())] == ["italy-3-5.kw", "italy-3-6.kw", "italy-3-7.kw"]
    for file in here.iterdir():
        assert file.read_bytes() == (there / file.name).read_bytes()
    assert (here / "italy-3-5.kw").read_bytes() != (here / "italy-3-6.kw").read_bytes()


def test_the_seed_of_a_game_is_the_first_seed_and_its_number(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    run("simulate", "-n", "2", "--seed", "10", "--records", str(one))
    run("simulate", "-n", "1", "--seed", "11", "--records", str(other))
    assert (one / "germany-4-11.kw").read_bytes() == (other / "germany-4-11.kw").read_bytes()


def test_records_of_simulated_games_say_who_played(tmp_path: Path) -> None:
    bots = ["--bots", "random,random@work:5"]
    occasion = ["--event", "Cup", "--site", "Wien", "--date", "today"]
    run("simulate", "-p", "3", "-n", "1", "--seed", "7", "--records", str(tmp_path), *bots, *occasion)
    file = tmp_path / "germany-3-7.kw"
    headers = kilowatt.read_record(file.read_text(encoding="utf-8")).headers
    assert [player.name for player in headers.players] == ["random", "random@work:5", "random"]
    assert headers.players[1] == kilowatt.PlayerInfo(
        "random@work:5", "bot", "random", kilowatt.__version__, limit="work:5"
    )
    assert (headers.event, headers.site, headers.other) == ("Cup", "Wien", {"seed": "7"})
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", headers.date)
    told = run("replay", str(file)).output.splitlines()
    assert told[1:4] == [
        f"Cup, Wien, {headers.date}.",
        f"Red: random (bot, version {kilowatt.__version__}, work:100)",
        f"Blue: random@work:5 (bot random, version {kilowatt.__version__}, work:5)",
    ]
    assert told[1:4] == run("replay", str(file), "--at", "5").output.splitlines()[1:4]
    assert run("check", str(file)).exit_code == 0


@pytest.mark.parametrize(
    ("option", "text", "why"),
    [
        ("--date", "yesterday", "A date is written like 2026-11-17, not 'yesterday'."),
        ("--event", "a\nb", "event contains U+000A"),
        ("--site", "x" * 201, "site has 201 characters; a header has 1 to 200."),
    ],
)
def test_an_occasion_that_no_record_can_have_is_refused_before_any_game(
    tmp_path: Path, option: str, text: str, why: str
) -> None:
    result = run("simulate", "-n", "1", "--records", str(tmp_path), option, text)
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert why in result.stderr


def test_records_are_not_written_over_unless_that_is_wanted(tmp_path: Path) -> None:
    mine = tmp_path / "germany-4-2.kw"
    mine.write_text("mine", encoding="utf-8")
    arguments = ["simulate", "--games", "3", "--records", str(tmp_path)]
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert refused.stderr == f"kilowatt: {mine} already exists. Give --force to overwrite it.\n"
    assert [file.name for file in tmp_path.iterdir()] == [mine.name]
    assert mine.read_text(encoding="utf-8") == "mine"
    assert run(*arguments, "--force").exit_code == 0
    assert mine.read_text(encoding="utf-8").startswith("kilowatt-record")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for name in (str(file), str(file / "below"), ""):
        result = run("simulate", "--games", "1", "--records", name)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"kilowatt: Cannot write records to {name}: ")


def test_the_summary_counts_what_happened() -> None:
    lines = run("simulate", "--board", "japan", "--players", "5", "--games", "4", "--seed", "7").output.splitlines()
    figures = dict(line.split("  ", 1) for line in lines[:-1])
    assert figures["board"].strip() == "japan"
    assert figures["games"].strip() == "4"
    assert figures["wins"].count("%") == 5
    assert figures["ended by the round limit"].strip() == "0"
    assert lines[-1] == "Random players, seed 7 to 10."


def test_games_that_reach_the_round_limit_are_counted() -> None:
    output = run("simulate", "--games", "3", "--round-limit", "2").output
    assert "ended by the round limit  3" in output
    assert "2 (2–2)" in output


def test_all_boards_and_all_numbers_of_players_can_be_played_at_once() -> None:
    lines = run("simulate", "-b", "all", "-p", "all", "-n", "1", "--first-game", "--option", "first_pass=anyone").output
    rows = [line.split()[:3] for line in lines.splitlines()[2:-1]]
    assert rows == [[board.key, str(players), "1"] for board in kilowatt.boards() for players in range(2, 7)]


# Replaying


def test_a_replay_narrates_every_round_and_ends_with_the_ranking(record: Path) -> None:
    game = kilowatt.read_record(record.read_text(encoding="utf-8"))
    lines = run("replay", str(record)).output.splitlines()
    assert lines[0] == f"Germany, 4 players, {game.decisions} decisions"
    assert [line for line in lines if line.startswith("Round ")][-1].startswith(f"Round {game.round}: ")
    assert lines[-5] == "The end"
    winner = game.ranking[0]
    name = kilowatt.SEAT_NAMES[winner.seats[0]].capitalize()
    assert lines[-4] == f"  1. {name} powers {winner.powered} of {winner.cities} cities and has {winner.money} Elektro."


def test_a_replay_reads_standard_input(record: Path) -> None:
    assert run("replay", "-", given=record.read_bytes()).output == run("replay", str(record)).output


def test_an_unfinished_game_is_narrated_as_far_as_it_goes(tmp_path: Path) -> None:
    game = kilowatt.new_game("usa", 2, seed=1)
    game.play(kilowatt.Open(3, 3))
    file = tmp_path / "begun.kw"
    file.write_text(game.record(), encoding="utf-8")
    assert "Unfinished: round 1" in run("replay", str(file)).output.splitlines()[-1]
    assert "unfinished." in run("check", str(file)).output


def test_every_position_of_a_game_can_be_shown(records: Path) -> None:
    for file in sorted(records.iterdir()):
        game = kilowatt.read_record(file.read_text(encoding="utf-8"))
        for decision in (0, 1, 40, game.decisions // 2, game.decisions - 1):
            result = run("replay", str(file), "--at", str(decision))
            assert result.exit_code == 0
            assert f"after decision {decision} of {game.decisions}" in result.output
            seat = game.at(decision).state.seat
            assert f"It is {kilowatt.SEAT_NAMES[seat].capitalize()}'s turn: " in result.output
        assert "1. " in run("replay", str(file), "--at", str(game.decisions)).output


def test_a_position_that_does_not_exist_is_refused(record: Path) -> None:
    result = run("replay", str(record), "--at", "99999")
    assert result.exit_code == 2
    assert "there is no position after 99999" in result.stderr


def test_a_record_that_is_not_valid_is_not_narrated(tmp_path: Path) -> None:
    file = tmp_path / "half.kw"
    file.write_text("kilowatt-record 1\nrules 2\n", encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert f"{file} is not a valid record. Line 3: " in result.stderr


# Checking


def test_valid_records_are_ok_each_in_a_line(records: Path) -> None:
    result = run("check", str(records))
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(f"{records / 'germany-4-7.kw'}: ok. Germany, 4 players, ")
    assert all(" rounds, " in line and line.endswith(" wins.") for line in lines)


def test_records_in_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path, record: Path) -> None:
    for number in (10, 9, 1):
        (tmp_path / f"g-{number}.kw").write_bytes(record.read_bytes())
    names = [Path(line.split(":")[0]).name for line in run("check", str(tmp_path)).output.splitlines()]
    assert names == ["g-1.kw", "g-9.kw", "g-10.kw"]


def test_an_invalid_record_is_named_with_the_line(tmp_path: Path, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    lines = text.splitlines()
    wrong = next(number for number, line in enumerate(lines) if " opens " in line)
    lines[wrong] = lines[wrong].replace(" opens ", " steals ")
    bad = tmp_path / "bad.kw"
    bad.write_text("\n".join(lines), encoding="utf-8")
    result = run("check", str(bad), str(record))
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{bad}: Line {wrong + 1}: ")
    assert ": ok. " in second


def test_what_cannot_be_read_is_named_and_the_others_are_checked(tmp_path: Path, record: Path) -> None:
    binary = tmp_path / "binary.kw"
    binary.write_bytes(b"\xff\xfe\x00kilowatt")
    empty = tmp_path / "folder"
    empty.mkdir()
    result = run("check", str(binary), str(empty), str(record), str(tmp_path / "missing"))
    assert result.exit_code == 2
    assert result.stdout.count(": ok. ") == 1
    assert result.stderr.splitlines()[0] == (f"kilowatt: Cannot read {binary}: it is not UTF-8 text (byte 1 is wrong).")
    assert result.stderr.splitlines()[1] == f"kilowatt: There is no record (*.kw) in {empty}."
    assert len(result.stderr.splitlines()) == 3


def test_a_record_with_the_line_ends_of_windows_is_read(record: Path) -> None:
    result = run("check", "-", given=record.read_bytes().replace(b"\n", b"\r\n"))
    assert result.output.startswith("-: ok. ")


def test_a_deck_that_was_not_dealt_is_mentioned(tmp_path: Path) -> None:
    dealt = kilowatt.new_game("germany", 4, seed=3)
    names = [card.name for card in dealt.setup.deck]
    scripted = kilowatt.new_game("germany", 4, seed=3, deck=["step3", *reversed(names[1:-2]), 13])
    file = tmp_path / "scripted.kw"
    file.write_text(scripted.record(), encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 0
    assert (
        "The deck was not dealt (R2.5): plant 13 is not on top; the Step 3 card is not at the bottom; "
        "5 plants were removed instead of 4." in result.output
    )
    file.write_text(dealt.record(), encoding="utf-8")
    assert "R2.5" not in run("check", str(file)).output


def test_a_commitment_that_fits_is_mentioned(tmp_path: Path, record: Path) -> None:
    game = kilowatt.read_record(record.read_text(encoding="utf-8"))
    file = tmp_path / "promised.kw"
    file.write_text(game.record("0f" * 32), encoding="utf-8")
    assert run("check", str(file)).output.endswith(" wins. The deck is the one promised at the start.\n")
    assert "promised" not in run("check", str(record)).output
    file.write_text(game.record("0f" * 32).replace("salt 0f", "salt 00"), encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 1
    assert "the commitment does not match" in result.output


def test_a_concealed_record_is_mentioned(tmp_path: Path) -> None:
    game = kilowatt.new_game("germany", 4, seed=3)
    file = tmp_path / "running.kw"
    file.write_text(kilowatt.concealed_record(game, Random(1)), encoding="utf-8")
    sentence = "unfinished. Concealed: what the table still hides was dealt again for this record."
    assert run("check", str(file)).output.endswith(f" {sentence}\n")
    file.write_text(kilowatt.concealed_record(game, Random(1), "0f" * 32), encoding="utf-8")
    later = "The commitment can be checked once the game is over."
    assert run("check", str(file)).output.endswith(f" {sentence} {later}\n")
