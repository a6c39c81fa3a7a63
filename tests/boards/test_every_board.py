"""What holds on every board: which regions go together (R2.1), and options that compose with any of them."""

from itertools import combinations

import pytest
from tests.playing import EVERY_PLANT, play_at_random

from kilowatt import Game, InvalidSetup, boards, find_board, from_snapshot, new_game
from kilowatt.boards import BOARDS
from kilowatt.testing import pins

KEYS = list(BOARDS)
PLAYERS_BY_REGIONS = {3: 3, 4: 4, 5: 5}


def all_joined(board: str, regions: tuple[str, ...]) -> bool:
    """Whether one can walk from any city of these regions to any other without leaving them."""
    atlas = find_board(board).atlas
    inside = {city.id for city in atlas.cities if city.region in regions}
    steps = {(a, b) for a, b, _ in atlas.connections} | {(b, a) for a, b, _ in atlas.connections}
    reached = {min(inside)}
    while more := {b for a, b in steps if a in reached and b in inside} - reached:
        reached |= more
    return reached == inside


@pins("R2.6", "R9.1")
def test_the_boards_come_in_the_order_of_section_9_and_each_is_found_by_its_key() -> None:
    first = ["germany", "usa", "france", "italy", "central-europe", "benelux", "russia", "japan"]
    assert [board.key for board in boards()] == KEYS
    assert KEYS[: len(first)] == first, "golden games and trained agents depend on the order: a new board comes last"
    assert [find_board(key).key for key in KEYS] == KEYS


@pins("R2.1", "example 28")
@pytest.mark.parametrize("board", KEYS)
@pytest.mark.parametrize("number", [3, 4, 5])
def test_exactly_the_region_sets_that_hang_together_are_accepted(board: str, number: int) -> None:
    players = PLAYERS_BY_REGIONS[number]
    ids = [region.id for region in find_board(board).atlas.regions]
    legal = 0
    for regions in combinations(ids, number):
        if all_joined(board, regions):
            assert new_game(board, players, seed=0, regions=regions).snapshot()["regions"] == list(regions)
            legal += 1
        else:
            with pytest.raises(InvalidSetup, match="are not connected: a city would be cut off"):
                new_game(board, players, seed=0, regions=regions)
    assert legal >= 1


@pins("R9.7")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_legal_choice_of_regions_on_japan_has_three_start_cities(players: int) -> None:
    starts = {"fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama"}
    atlas = find_board("japan").atlas
    homes = {city.region: [other.id for other in atlas.cities if other.region == city.region] for city in atlas.cities}
    number = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}[players]
    for regions in combinations(homes, number):
        if all_joined("japan", regions):
            in_play = {city for region in regions for city in homes[region]}
            assert len(in_play & starts) >= 3, regions


def cards_of(game: Game) -> list[str]:
    """Every card of the game, wherever it is."""
    seen = game.snapshot()
    places = [seen[place] for place in ("current", "future", "deck", "removed", "gone")]
    return sorted(str(card) for place in [*places, *(player["plants"] for player in seen["players"])] for card in place)


@pins("R10.1", "R11.1")
@pytest.mark.parametrize("board", KEYS)
@pytest.mark.parametrize(
    ("flux", "first_game"), [(True, False), (False, True), (True, True)], ids=["flux", "first game", "both"]
)
def test_options_compose_with_every_board(board: str, flux: bool, first_game: bool) -> None:
    for players in (2, 4, 6):
        game = new_game(board, players, seed=players, flux=flux, first_game=first_game, round_limit=12)
        expected = sorted([*map(str, EVERY_PLANT), "step3", *(["flux"] if flux else [])])
        for turn in range(40):
            assert cards_of(game) == expected
            assert from_snapshot(game.snapshot()).snapshot() == game.snapshot()
            if first_game:
                assert game.step == 1
                assert max(len(player["cities"]) for player in game.snapshot()["players"]) <= 7
            play_at_random(game, seed=turn, decisions=25)
        assert game.is_over or game.round >= 3


@pins("R10.1", "R11.1")
@pytest.mark.parametrize("board", KEYS)
def test_a_first_game_with_flux_plays_to_its_end_on_every_board(board: str) -> None:
    game = new_game(board, 3, seed=5, flux=True, first_game=True, round_limit=30)
    play_at_random(game, seed=8, decisions=20_000)
    assert game.is_over
    seen = game.snapshot()
    most = max(len(player["cities"]) for player in seen["players"])
    assert most == 7 or (most < 7 and game.round == 30)
    assert game.step == 1
