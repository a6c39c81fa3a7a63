"""Commitments to a fair deal, and what a decision reveals of what was hidden (R8.7)."""

import hashlib
from random import Random
from typing import Any

import pytest
from tests.playing import IDLE

import kilowatt
from kilowatt import BadInput, Drop, Game, InvalidRecord, Open, Pass, PickRegion, commitment, reveals
from kilowatt.rules.events import (
    Event,
    GameEnded,
    PlantDrawn,
    PlantRemoved,
    PlantSold,
    PlantWentUnder,
    RegionPicked,
    RoundBegan,
    Step3CardLeft,
    Step3Drawn,
    StepBegan,
)
from kilowatt.testing import pins, scenario
from kilowatt.testing import strategies as kw

SALT = "0123456789abcdef" * 4
BOARDS = [board.key for board in kilowatt.boards()]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"regions": "draft", "flux": True},
    {"regions": "draft", "hidden_money": True},
    {"flux": True, "hidden_money": True, "round_limit": 12},
    {"first_game": True, "flux": True, "regions": "draft"},
]


# What a decision shows


def assert_nothing_else_shows(game: Game, rng: Random) -> None:
    """Play on to the end: a game dealt from what everybody knows does the same, unless something is revealed."""
    while not game.is_over:
        twin = kilowatt.sample_game(game.view(None), rng)
        action = kw.eager(game, rng)
        likely = twin.refusal(action) is None  # with hidden money the twin may not be able to afford it
        events = game.play(action)
        if likely and not reveals(events):
            assert twin.play(action) == events
            assert twin.view(None) == game.view(None)


@pins("R8.7")
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("number", range(5))
def test_what_reveals_nothing_comes_out_the_same_whatever_is_hidden(board: str, number: int) -> None:
    players = 2 + (BOARDS.index(board) + number) % 5
    game = kilowatt.new_game(board, players, seed=number, **OPTIONS[number])
    assert_nothing_else_shows(game, Random(number))


@pytest.mark.parametrize("event", [PlantDrawn(13), Step3Drawn(), GameEnded(()), RoundBegan(1, (1, 0))])
def test_a_card_drawn_the_turn_order_after_a_draft_and_the_end_of_the_game_reveal_something(event: Event) -> None:
    assert reveals([event])
    assert reveals((RegionPicked(0, "north"), event, StepBegan(2)))


def test_plants_that_leave_and_rounds_that_begin_reveal_nothing() -> None:
    assert not reveals([])
    assert not reveals([RoundBegan(2, (1, 0)), StepBegan(3), Step3CardLeft()])
    assert not reveals([PlantRemoved(3, "obsolete"), PlantWentUnder(10)])


@pins("R2.1")
def test_only_the_last_pick_of_a_draft_reveals_the_turn_order() -> None:
    game = kilowatt.new_game("germany", 2, seed=1, regions="draft")
    picks = [reveals(game.play(PickRegion(region))) for region in ("north", "east", "west")]
    assert picks == [False, False, True]


@pins("R4.7", "R7.3")
def test_a_sale_reveals_the_card_that_replaces_the_plant_and_nothing_if_the_deck_is_empty() -> None:
    for cards, shown in (("20 21", True), ("", False)):
        table = scenario("germany", players=2, deck=cards, rest="removed", step=3, current_row="30 31 32 33 34 35")
        game = table.money(red=100).to_open("red")
        opened, sold = game.play(Open(30, 30)), game.play(Drop())
        assert not reveals(opened)
        assert PlantSold(0, 30, 30) in sold
        assert reveals(sold) is shown


# Commitments


def chance_of(record: str) -> list[str]:
    """The four lines with what chance decided."""
    words = ("regions ", "order ", "deck ", "deck-after-step-3 ")
    return [line for line in record.splitlines() if line.startswith(words)]


def half_a_game(**options: Any) -> Game:
    game = kilowatt.new_game("russia", 3, seed=4, **options)
    kw.play_on(game, Random(4), 60, kw.eager)
    return game


@pytest.mark.parametrize("regions", [None, "draft"])
def test_a_commitment_is_the_hash_of_the_salt_and_the_chance_lines_of_the_record(regions: str | None) -> None:
    game = half_a_game(regions=regions)
    chance = chance_of(game.record())
    assert len(chance) == 4
    text = "\n".join([SALT, *chance]) + "\n"
    assert commitment(game.setup, SALT) == hashlib.sha256(text.encode()).hexdigest()


def test_a_commitment_stays_the_same_all_game_long_and_is_another_for_every_deck_and_salt() -> None:
    game = half_a_game()
    promised = commitment(game.at(0).setup, SALT)
    assert commitment(game.setup, SALT) == promised
    assert commitment(game.setup, SALT[::-1]) != promised
    assert commitment(kilowatt.new_game("russia", 3, seed=5).setup, SALT) != promised


def test_a_record_with_its_salt_has_the_commitment_behind_the_chance_lines_and_is_read_back() -> None:
    game = half_a_game()
    lines = game.record(SALT).splitlines()
    after_chance = lines.index(chance_of(game.record())[-1]) + 1
    assert lines[after_chance : after_chance + 3] == [
        f"commitment {commitment(game.setup, SALT)}",
        f"salt {SALT}",
        "",
    ]
    del lines[after_chance : after_chance + 2]
    assert lines[:-1] == game.record().splitlines()[:-1]
    assert kilowatt.read_record(game.record(SALT)).record() == game.record()


@pytest.mark.parametrize("salt", ["", SALT[1:], SALT + "0", SALT.upper(), "g" + SALT[1:], SALT + "\n", "٣" * 64])
def test_a_salt_that_is_not_64_hexadecimal_digits_is_refused(salt: str) -> None:
    game = half_a_game()
    with pytest.raises(BadInput, match="A salt is 64 hexadecimal digits, 0 to 9 and a to f, not"):
        commitment(game.setup, salt)
    with pytest.raises(BadInput, match="A salt is 64 hexadecimal digits"):
        game.record(salt)


def by_hand(record: str) -> list[str]:
    """The lines of a record without its checksum, as somebody who cheats would leave them."""
    return record.splitlines()[:-1]


def line_of(lines: list[str], keyword: str) -> int:
    """Where the line that begins with this word is, counted from 0."""
    return next(number for number, line in enumerate(lines) if line.startswith(keyword + " "))


def assert_wrong(lines: list[str], number: int, reason: str) -> None:
    """Reading these lines fails at this one, counted from 0."""
    with pytest.raises(InvalidRecord) as caught:
        kilowatt.read_record("\n".join(lines))
    assert caught.value.line == number + 1
    assert reason in str(caught.value)


@pytest.mark.parametrize("keyword", ["regions", "order", "deck", "deck-after-step-3"])
def test_a_record_in_which_chance_was_changed_afterwards_does_not_fit_its_commitment(keyword: str) -> None:
    game = kilowatt.new_game("germany", 3, seed=1)
    lines = by_hand(game.record(SALT))
    at = line_of(lines, keyword)
    words = lines[at].split(" ")
    words[1], words[2] = words[2], words[1]
    lines[at] = " ".join(words)
    assert_wrong(lines, line_of(lines, "commitment"), "the commitment does not match")


@pytest.mark.parametrize("keyword", ["commitment", "salt"])
def test_a_changed_commitment_or_salt_is_named_with_what_is_wrong(keyword: str) -> None:
    lines = by_hand(half_a_game().record(SALT))
    at = line_of(lines, keyword)
    other = [*lines]
    other[at] = f"{keyword} {'0' * 64}"
    assert_wrong(other, line_of(lines, "commitment"), "the commitment does not match")
    other[at] = f"{keyword} {'0' * 63}"
    assert_wrong(other, at, f"a {keyword} is 64 hexadecimal digits, 0 to 9 and a to f, not '000")
    other[at] = lines[at].upper().replace(keyword.upper(), keyword)
    assert_wrong(other, at, f"a {keyword} is 64 hexadecimal digits")


def test_a_commitment_needs_its_salt_and_a_salt_its_commitment() -> None:
    lines = by_hand(kilowatt.new_game("germany", 2, seed=1, order=[1, 0]).record(SALT))
    at = line_of(lines, "commitment")
    assert_wrong([*lines[: at + 1], "unfinished"], at + 1, "expected a line 'salt …', not 'unfinished'")
    assert_wrong(lines[:at] + lines[at + 1 :], at, "expected a decision of blue, not 'salt 0")
    assert_wrong(lines[: at + 2] + lines[at:], at + 2, "expected a decision of blue, not 'commitment ")


def test_a_record_by_hand_commits_to_the_lines_as_it_has_them() -> None:
    game = kilowatt.new_game("germany", 2, seed=1, deck_after_step_3=[])
    lines = by_hand(game.record(SALT))
    lines[line_of(lines, "deck-after-step-3")] = "deck-after-step-3"
    text = "\n".join([SALT, *chance_of(game.record())[:3], "deck-after-step-3"]) + "\n"
    lines[line_of(lines, "commitment")] = "commitment " + hashlib.sha256(text.encode()).hexdigest()
    assert kilowatt.read_record("\n".join(lines)).record() == game.record()


def test_a_finished_game_matches_its_commitment_to_the_last_line() -> None:
    game = kilowatt.new_game("japan", 2, seed=3, round_limit=2)
    while not game.is_over:
        asked = game.offers().asked
        lowest = game.snapshot()["current"][0]
        game.play(Open(lowest, lowest) if asked == "open" and Pass() not in game.legal_actions() else IDLE[str(asked)])
    assert kilowatt.read_record(game.record(SALT)).ranking == game.ranking
