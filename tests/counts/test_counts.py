"""The number of ways to play on from fixed positions: one wrong action anywhere, and a number is off."""

import pytest

import kilowatt

from .counting import Count, read_counts, ways

BOARDS = [board.key for board in kilowatt.boards()]
COUNTS = [pytest.param(board, count, id=f"{board}, {count.title}") for board in BOARDS for count in read_counts(board)]


@pytest.mark.parametrize(("board", "count"), COUNTS)
def test_there_are_as_many_ways_to_play_on_as_were_counted_before(board: str, count: Count) -> None:
    game = count.game(board)
    assert {decisions: ways(game, decisions) for decisions in count.ways} == count.ways


@pytest.mark.parametrize("board", BOARDS)
def test_the_counts_of_each_board_cover_every_phase(board: str) -> None:
    asked = {count.game(board).offers().asked for count in read_counts(board)}
    assert asked >= {"pick-region", "open", "bid", "scrap", "buy-fuel", "build-house", "run-plants"}
