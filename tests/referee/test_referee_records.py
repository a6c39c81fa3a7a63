"""The referee on whole records: checksums, wrong lines, and games played at random."""

from __future__ import annotations

import random

import pytest

from .by_hand import ROUND_1, record
from .chance import choose
from .data import FUELS, PLANTS, TABLES, Card, board_ids, read_board
from .foul import Foul
from .fuel import can_store
from .record import checksum
from .referee import Referee, check


def finished_record() -> str:
    """A game of one round, with its checksum."""
    play = ROUND_1.partition("\nred runs")[0]
    text = record(order="blue red", options={"round_limit": "1"}, play=play)
    text += "round 1: red 43 money, 2 coal, 0 cities; blue 31 money, 2 oil, 1 cities\n"
    text += "place 1: blue powers 1, 31 money, 1 cities\nplace 2: red powers 0, 43 money, 0 cities\n"
    return text + f"checksum {checksum(text, text.count(chr(10)) + 1)}\n"


def test_a_whole_record_is_checked() -> None:
    """docs/records.md."""
    referee = check(finished_record())
    assert referee.snapshot()["over"]


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("seats red blue", "seats blue red", 4, "in seat order"),
        ("option flux off\n", "", 7, "missing: flux"),
        ("deck 13", "deck 3", 11, "in the opening market"),
        ("red bids 5", "red bids 4", 14, "no raise"),
        ("blue opens 3 at 3", "# blue opens 3 at 3", 17, "not the fuel phase"),
        ("blue stops buying", "blue  stops buying", 18, "single spaces"),
        ("red 43 money", "red 42 money", 24, "Here must stand: round 1: red 43"),
        ("place 1: blue", "place 1: red", 25, "Here must stand: place 1: blue"),
        ("checksum ", "checksum 0", 27, "Here must stand: checksum"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, line: int, sentence: str) -> None:
    """docs/records.md, Reading."""
    text = finished_record()
    assert text.count(old) == 1
    with pytest.raises(Foul, match=sentence) as caught:
        check(text.replace(old, new))
    assert caught.value.line == line


def test_a_record_that_breaks_off_is_named_as_such_and_unfinished_is_not() -> None:
    """docs/records.md."""
    with pytest.raises(Foul, match="breaks off"):
        check(record(play="red opens 3 at 3"))
    assert not check(record(play="red opens 3 at 3;unfinished")).snapshot()["over"]


def assert_nothing_lost(referee: Referee) -> None:
    """R1.2, R1.3: every token and every card is in exactly one place; nobody has more than fits."""
    seen = referee.snapshot()
    for fuel in FUELS:
        owned = sum(player["fuel"][fuel] for player in seen["players"])
        assert owned + seen["supply"][fuel] + sum(seen["fuel_market"][fuel].values()) == TABLES["tokens"][fuel]
    owned_plants = [plant for player in seen["players"] for plant in player["plants"]]
    cards = owned_plants + seen["current"] + seen["future"] + seen["deck"] + seen["removed"] + seen["gone"]
    assert len(cards) == len(set(cards)) == (44 if referee.position.table.flux else 43)
    for player in seen["players"]:
        assert player["money"] >= 0
        if not referee.position.owes:
            assert can_store(player["plants"], player["fuel"])


@pytest.mark.parametrize("first_game", ["off", "on"])
@pytest.mark.parametrize("board", board_ids())
def test_games_of_chance_lose_nothing_and_their_records_hold(board: str, first_game: str) -> None:
    """R1.2, and docs/records.md from end to end."""
    chance = random.Random(f"{board} {first_game}")
    players = chance.randrange(2, 6)
    atlas = read_board(board)
    used = [*atlas.opening_market, *atlas.out_of_game]
    cards: list[Card] = [card for card in PLANTS if card not in used]
    chance.shuffle(cards)
    cards = cards[: chance.randrange(8, len(cards))]
    cards.insert(chance.randrange(len(cards)), "step3")
    options = {"flux": "on", "first_game": first_game, "round_limit": "14"}
    deck = " ".join(str(card) for card in cards)
    text = record(board=board, players=players, regions="draft", deck=deck, after="50 flux 11", options=options)
    referee = Referee.from_record(text)
    finished = 0
    while not referee.snapshot()["over"]:
        line = choose(referee, chance)
        referee.decide(line)
        text += line + "\n"
        assert_nothing_lost(referee)
        if len(referee.position.round_lines) > finished:
            finished += 1
            text += referee.round_line() + "\n"
    text += "\n".join(referee.place_lines()) + "\n"
    text += f"checksum {checksum(text, text.count(chr(10)) + 1)}\n"
    assert check(text).snapshot() == referee.snapshot()
