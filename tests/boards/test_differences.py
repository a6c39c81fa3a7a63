"""What is different on each board: values from the rulebook and the data, and English sentences."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kilowatt
from kilowatt.boards.differences import BoardRule, own_rules, own_rules_by_choice, step_3_row
from kilowatt.rules.rulebook import STANDARD, BiddingRule
from kilowatt.rules.tables import read_data
from kilowatt.wording.board_rules import PHRASES, SENTENCES, phrases, sentence

CODES = {
    "germany": ["standard"],
    "usa": ["standard"],
    "france": ["paris", "region-drawn", "plants-out", "deck-top", "fuel-at-start"],
    "italy": ["fuel-at-start"],
    "central-europe": ["uranium-plants", "garbage-discount", "fuel-at-start", "resupply"],
    "benelux": ["eco-joins-row", "lowest-leaves", "fuel-at-start", "resupply"],
    "russia": [
        *("first-pass-leader", "unsold-stays", "no-obsolete-plants", "market-rows", "plants-out", "deck-near-top"),
        *("fuel-at-start", "resupply"),
    ],
    "japan": [
        *("networks", "round-1-starts", "later-start", "networks-together", "start-city-slots", "small-city-slots"),
        *("small-city-slots", "fuel-at-start"),
    ],
}
LAW = Path(__file__).parents[2] / "docs" / "rules.md"
every_board = pytest.mark.parametrize("board", kilowatt.boards(), ids=lambda board: board.key)


def sentences(key: str, **choices: str) -> list[str]:
    """The sentences about a board."""
    board = kilowatt.find_board(key)
    return [sentence(rule, board) for rule in own_rules(board, choices)]


@every_board
def test_every_board_lists_its_differences_under_the_clause_that_is_about_it(board: kilowatt.Board) -> None:
    rules = own_rules(board)
    assert [rule.code for rule in rules] == CODES.get(board.key, [rule.code for rule in rules])
    names = re.findall(r"^- (R9\.\d+) \*\*(.+?)\*\*", LAW.read_text(encoding="utf-8"), re.MULTILINE)
    if board.clause.startswith("R9."):
        assert {rule.clause for rule in rules} == {clause for clause, named in names if board.name in named.split(", ")}


def test_every_code_is_used_and_has_its_sentence() -> None:
    boards = kilowatt.boards()
    described = {code for board in boards for code in board.rule_sentences}
    assert set(SENTENCES) | described == {rule.code for board in boards for rule, _ in own_rules_by_choice(board)}
    assert not set(SENTENCES) & described
    assert set(PHRASES) <= set(SENTENCES)


@every_board
def test_every_sentence_can_be_formatted_and_every_board_has_a_phrase(board: kilowatt.Board) -> None:
    for rule, _ in own_rules_by_choice(board):
        assert re.fullmatch(r"[A-Z][^{}\[\]]+\.", sentence(rule, board))
    assert phrases(board)
    assert len(phrases(board)) == len(set(phrases(board)))


def test_the_pass_that_removes_a_plant_is_described_as_the_table_plays_it() -> None:
    assert "the first player in turn order passes" in sentences("russia")[0]
    assert sentences("russia", first_pass="leader") == sentences("russia")
    assert "whoever it is" in sentences("russia", first_pass="anyone")[0]
    assert sentences("russia", first_pass="anyone")[1:] == sentences("russia")[1:]


def test_all_choices_at_once_show_which_rule_goes_with_which() -> None:
    found = own_rules_by_choice(kilowatt.find_board("russia"))
    by_code = {rule.code: only_with for rule, only_with in found}
    assert by_code.pop("first-pass-leader") == {"first_pass": "leader"}
    assert by_code.pop("first-pass-anyone") == {"first_pass": "anyone"}
    assert all(only_with == {} for only_with in by_code.values())
    assert [rule.code for rule, _ in found][:2] == ["first-pass-leader", "first-pass-anyone"]


def test_numbers_and_names_come_from_the_data() -> None:
    assert sentences("central-europe")[0].startswith(
        "You may open or bid on a uranium plant only with a city in the Czech Republic, Hungary or Slovakia,"
    )
    assert "With Wien in your network, each garbage token costs you 1 less, but never less than 1." in sentences(
        "central-europe"
    )
    assert "The fuel market starts differently: 8 uranium (from price 5)." in sentences("france")
    assert "no garbage" in sentences("russia")[-2]
    assert "Out of the game: plant 13." in sentences("france")
    assert "Out of the game: plants 6 and 14." in sentences("russia")
    assert "Slots in start cities: 10, 10 and 20 (from Step 3)." in sentences("japan")
    assert (
        "Small cities with slots 15 and 20 (from Step 2): Morioka, Saitama, Toyama, Matsue and Miyazaki."
        in sentences("japan")
    )


@every_board
def test_the_row_of_step_3_is_as_long_as_the_data_says(board: kilowatt.Board) -> None:
    assert step_3_row(board.atlas) == read_data(f"maps/{board.key}.json")["plant_market"]["step_3"]


def test_the_cities_of_paris_are_joined_by_free_connections() -> None:
    board = kilowatt.find_board("france")
    paris = set(board.atlas.special["paris"])
    assert paris == {city.id for city in board.cities if city.name.startswith("Paris")}
    assert BoardRule("R9.2", "paris", {"cities": len(paris)}) in own_rules(board)
    within = [cost for a, b, cost in board.connections if {a, b} <= paris]
    assert within == [0] * len(paris)


def test_a_board_whose_own_rules_are_unknown_here_is_not_called_standard() -> None:
    class Anything(BiddingRule):
        """A rule of another package."""

    germany = kilowatt.find_board("germany")
    board = replace(germany, rules=replace(STANDARD, bidding=Anything()))
    assert own_rules(board) == []
    assert phrases(board) == ["rules of its own"]


def test_a_board_describes_a_rule_that_is_unknown_here_in_its_own_sentence() -> None:
    germany = kilowatt.find_board("germany")
    board = replace(germany, clause="R2.6", rule_sentences={"ferries": "A ferry crosses every strait."})
    assert own_rules(board) == [BoardRule("R2.6", "ferries", {})]
    assert [sentence(rule, board) for rule in own_rules(board)] == ["A ferry crosses every strait."]
