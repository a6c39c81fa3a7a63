"""Section 1: what is on the table."""

from collections import Counter

import pytest
from tests.playing import EVERY_PLANT, money, only, play, play_at_random, reason

from kilowatt import BuildHouse, BuyFuel, Fuels, Game, InvalidSetup, Open, RunPlants, StopBuilding, find_board, new_game
from kilowatt.rules.events import PlantSold, PlantsRan, StepBegan
from kilowatt.testing import pins, scenario

KEYS = ["germany", "usa", "france", "italy", "central-europe", "benelux", "russia", "japan"]
TOKENS = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}

# R1.5: regions in play, plants removed, most plants, cities that start Step 2, cities that end the game
BY_PLAYERS = {2: (3, 8, 4, 10, 21), 3: (3, 8, 3, 7, 17), 4: (4, 4, 3, 7, 17), 5: (5, 0, 3, 7, 15), 6: (5, 0, 3, 6, 14)}


def some_cities(number: int, regions: list[str]) -> list[str]:
    """This many cities of Germany, out of these regions."""
    return [city.id for city in find_board("germany").atlas.cities if city.region in regions][:number]


def all_tokens(game: Game) -> dict[str, int]:
    """The tokens in the fuel market, with the players and in supply, together."""
    seen = game.snapshot()
    tokens = Counter(seen["supply"])
    for fuel, spaces in seen["fuel_market"].items():
        tokens[fuel] += sum(spaces.values())
    for player in seen["players"]:
        tokens.update(player["fuel"])
    return dict(tokens)


@pins("R1.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_start_with_fifty_elektro_and_nothing_else(players: int) -> None:
    seen = new_game("germany", players, seed=1).snapshot()
    assert len(seen["players"]) == players
    nothing = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    for player in seen["players"]:
        assert player == {"money": 50, "plants": [], "fuel": nothing, "cities": []}


@pins("R1.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 7, True, 2.0, "3", None])
def test_no_other_number_of_players_is_accepted(players: object) -> None:
    with pytest.raises(InvalidSetup) as caught:
        new_game("germany", players, seed=1)  # type: ignore[arg-type]
    assert str(caught.value) == f"The game is for 2 to 6 players, not {players!r}."


@pins("R1.1")
def test_a_player_without_a_house_left_cannot_build() -> None:
    cities = some_cities(28, ["north", "northeast", "west", "east"])
    game = scenario("germany", players=4).houses(red=cities[:21]).money(red=500).to_build("red")
    play(game, BuildHouse(cities[21]))  # the twenty-second house
    before = money(game)
    for city in cities[22:]:
        assert reason(game, BuildHouse(city)) == ("R1.1", "no-house-left", "You have no house left to build.")
    assert list(game.legal_actions()) == [StopBuilding()]
    assert money(game) == before


@pins("R1.1")
def test_the_bank_never_runs_out_of_money() -> None:
    rich = 1_000_000
    table = scenario("germany", players=2).houses(red=some_cities(20, ["north", "northeast", "west"]))
    game = table.plants(red="36 38 50").fuel(red="3 coal 3 garbage").money(red=rich, blue=rich).to_run("red")
    play(game, RunPlants((36, 38, 50), Fuels(coal=3, garbage=3)), RunPlants())
    assert money(game) == [rich + 150, rich + 10]


@pins("R1.2")
@pytest.mark.parametrize("board", KEYS)
def test_there_are_always_the_same_tokens_and_each_is_in_one_place(board: str) -> None:
    game = new_game(board, players=4, seed=3)
    assert all_tokens(game) == TOKENS
    for number in range(300):
        play_at_random(game, seed=number, decisions=1)
        assert all_tokens(game) == TOKENS
        seen = game.snapshot()
        assert min(seen["supply"].values()) >= 0
        assert min(tokens for player in seen["players"] for tokens in player["fuel"].values()) >= 0


@pins("R1.2")
def test_a_token_goes_from_the_market_to_a_player_to_supply() -> None:
    table = scenario("germany").plants(red="4").fuel_market(coal=24).order("red blue green")
    game = table.to_buy("red")
    play(game, BuyFuel("coal", 2))
    seen = game.snapshot()
    assert (sum(seen["fuel_market"]["coal"].values()), seen["players"][0]["fuel"]["coal"]) == (22, 2)
    assert seen["supply"]["coal"] == 0
    game = table.fuel(red="2 coal").fuel_market(coal=22).to_run("red")
    play(game, RunPlants((4,), Fuels(coal=2)))
    seen = game.snapshot()
    assert (sum(seen["fuel_market"]["coal"].values()), seen["players"][0]["fuel"]["coal"]) == (22, 0)
    assert seen["supply"]["coal"] == 2


@pins("R1.3")
@pytest.mark.parametrize(("flux", "number"), [(False, 43), (True, 44)])
def test_there_are_42_plants_the_step_3_card_and_the_optional_flux_generator(flux: bool, number: int) -> None:
    seen = new_game("germany", players=2, seed=5, flux=flux).snapshot()
    cards = [*seen["current"], *seen["future"], *seen["deck"], *seen["removed"], *seen["gone"]]
    assert len(EVERY_PLANT) == 42
    assert Counter(cards) == Counter([*EVERY_PLANT, "step3", *(["flux"] if flux else [])])
    assert len(cards) == number


@pins("R1.4")
def test_coal_oil_and_garbage_have_eight_prices_and_three_tokens_a_space() -> None:
    game = scenario("germany").fuel_market(coal=24, oil=24, garbage=24, uranium=12).to_buy("red")
    three_each = tuple(price for price in range(1, 9) for _ in range(3))
    prices = {offer.fuel: offer.prices for offer in game.offers().fuels}
    assert prices["coal"] == prices["oil"] == prices["garbage"] == three_each
    for fuel in ("coal", "oil", "garbage"):
        assert game.snapshot()["fuel_market"][fuel] == {str(price): 3 for price in range(1, 9)}


@pins("R1.4")
def test_uranium_has_twelve_prices_and_one_token_a_space() -> None:
    game = scenario("germany").fuel_market(uranium=12).to_buy("red")
    prices = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)
    assert next(offer.prices for offer in game.offers().fuels if offer.fuel == "uranium") == prices
    assert game.snapshot()["fuel_market"]["uranium"] == {str(price): 1 for price in prices}


@pins("R1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_number_of_players_decides_how_many_regions_are_in_play_and_plants_removed(players: int) -> None:
    regions, removed, *_ = BY_PLAYERS[players]
    seen = new_game("germany", players, seed=2).snapshot()
    assert len(seen["regions"]) == regions
    assert len(seen["removed"]) == removed
    assert len(seen["deck"]) == 35 - removed


@pins("R1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_number_of_players_decides_how_many_plants_one_may_own(players: int) -> None:
    most = BY_PLAYERS[players][2]
    owned = [20, 21, 22, 23]
    others = ["blue", "green", "yellow", "purple", "black"][: players - 1]
    table = scenario("germany", players=players)
    game = table.plants(red=owned[: most - 1]).to_open("red", passed=others)
    assert play(game, Open(3, 3))[1:2] == [PlantSold(0, 3, 3)]
    assert (game.phase, game.snapshot()["players"][0]["plants"]) == (3, [3, *owned[: most - 1]])
    game = table.plants(red=owned[:most]).to_open("red", passed=others)
    play(game, Open(3, 3))
    assert (game.phase, game.seat, game.snapshot()["asked"]) == (2, 0, "scrap")


@pins("R1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_number_of_players_decides_how_many_cities_start_step_2(players: int) -> None:
    number = BY_PLAYERS[players][3]
    regions = ["north", "northeast", "west", "east", "south"][: BY_PLAYERS[players][0]]
    cities = some_cities(number, regions)
    table = scenario("germany", players=players, regions=regions)
    game = table.houses(red=cities[:-1]).to_build("red")
    assert not only(StepBegan, play(game, StopBuilding()))
    assert (game.phase, game.step) == (5, 1)
    game = table.houses(red=cities).to_build("red")
    assert only(StepBegan, play(game, StopBuilding())) == [StepBegan(2)]
    assert (game.phase, game.step) == (5, 2)


@pins("R1.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_number_of_players_decides_how_many_cities_end_the_game(players: int) -> None:
    number = BY_PLAYERS[players][4]
    regions = ["north", "northeast", "west", "east", "south"][: BY_PLAYERS[players][0]]
    cities = some_cities(number, regions)
    table = scenario("germany", players=players, regions=regions)
    game = table.houses(red=cities[:-1]).to_build("red")
    play(game, StopBuilding())
    assert (game.is_over, game.phase) == (False, 5)
    game = table.houses(red=cities).to_build("red")
    play(game, StopBuilding())
    assert (game.is_over, game.seat) == (True, None)


PAYMENTS = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150, 150]


@pins("R1.6")
@pytest.mark.parametrize(("cities", "payment"), list(enumerate(PAYMENTS)))
def test_powering_cities_pays_what_the_table_lists(cities: int, payment: int) -> None:
    table = scenario("germany", players=2).houses(red=some_cities(cities, ["north", "northeast", "west"]))
    table = table.plants(red="32 36 38 50").fuel(red="3 oil 3 coal 3 garbage").money(red=7)
    game = table.to_run("red")
    burn = Fuels(coal=3, oil=3, garbage=3)  # output 26
    events = play(game, RunPlants((32, 36, 38, 50), burn))
    assert events == [PlantsRan(0, (32, 36, 38, 50), burn, cities, payment)]
    assert money(game) == [7 + payment, 50]
