"""Every sentence with which a snapshot can be refused, and a snapshot that earns it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

import kilowatt
from kilowatt import Bid, Drop, InvalidSnapshot, Open
from kilowatt.testing import scenario

Data = dict[str, Any]
Change = Callable[[Data], object]


def opening() -> Data:
    """Germany, three players, round 2: red opens."""
    return scenario("germany", players=3).to_open("red").snapshot()


def bidding() -> Data:
    """Red has bid 4 for plant 4, and blue is asked."""
    return scenario("germany", players=3).to_bid("blue", plant=4, bidder="red").snapshot()


def building() -> Data:
    table = scenario("germany", players=3, regions=["west", "southwest", "south"])
    return table.houses(red="Essen", blue="Aachen").plants(red="3 4").fuel(red="2 oil").to_build("red").snapshot()


def drafting() -> Data:
    return kilowatt.new_game("germany", players=3, seed=1, regions="draft").snapshot()


def scrapping() -> Data:
    """Red, with three plants, has just bought a fourth."""
    game = scenario("germany", players=3, current_row="11 12 13 15").plants(red="3 4 5").to_open("red")
    for action in (Open(11, 11), Drop(), Drop()):
        game.play(action)
    return game.snapshot()


def put(path: str, value: Any) -> Change:
    """Set what is at ``players.0.money``."""

    def change(data: Any) -> None:
        *way, last = path.split(".")
        for part in way:
            data = data[int(part)] if isinstance(data, list) else data[part]
        data[int(last) if isinstance(data, list) else last] = value

    return change


def move(card: int | str, source: str, target: str) -> Change:
    """Take a card from one list and put it at the end of another."""

    def change(data: Data) -> None:
        lists = {**data, **{f"plants{seat}": player["plants"] for seat, player in enumerate(data["players"])}}
        lists[source].remove(card)
        lists[target].append(card)

    return change


def both(*changes: Change) -> Change:
    def change(data: Data) -> None:
        for one in changes:
            one(data)

    return change


REASONS: list[tuple[str, Callable[[], Data], Change]] = [
    ("The game is for 2 to 6 players, not 1", opening, lambda data: data["players"].__delitem__(slice(1, 3))),
    ("order must name each seat from 0 to 2 once", opening, put("order", [0, 1, 1])),
    ("asked must be one of", opening, put("asked", "sing")),
    ("current names 41, which is not a card", opening, put("current.0", 41)),
    ("Card 3 is in future and in current", opening, put("future.0", 3)),
    ("Card 50 is missing", opening, lambda data: data["deck"].remove(50)),
    ("Card flux is not in this game", opening, lambda data: data["deck"].append("flux")),
    ("deck_after_step_3 must name every plant", opening, lambda data: data["deck_after_step_3"].pop()),
    ("There is no region 'x' on Germany", opening, put("regions.0", "x")),
    ("A region is named twice", opening, lambda data: put("regions.0", data["regions"][1])(data)),
    ("are not a legal choice for 3 players", opening, put("regions", ["north", "northeast", "south"])),
    ("are not a legal choice for 3 players", opening, put("regions", ["north", "northeast"])),
    ("are not a draft in progress", drafting, put("regions", ["north", "northeast", "east"])),
    ("are not a draft in progress", drafting, put("regions", ["north", "northeast", "west", "south"])),
    ("There is no round 0", opening, put("round", 0)),
    ("There is no round 101", opening, put("round", 101)),
    ("There is no Step 4", opening, put("step", 4)),
    ("asked 'open' does not belong to phase 3", opening, put("phase", 3)),
    ("null exactly when over is true", opening, put("over", True)),
    ("null exactly when over is true", opening, put("seat", None)),
    ("There is no seat 3", opening, put("seat", 3)),
    ("bought must list seats from 0 to 2", opening, put("bought", [3])),
    ("not this seat's turn to pick a region", drafting, put("seat", 1)),
    ("During a draft nobody has bought", drafting, move(3, "current", "plants0")),
    ("can be in the market only in phase 2", building, move("step3", "deck", "future")),
    (
        "can be in the market only in phase 2",
        opening,
        lambda data: (data["deck"].remove("step3"), data["future"].insert(0, "step3")),
    ),
    ("In Step 3 the Step 3 card has left", opening, put("step", 3)),
    ("has left, so this is Step 3", opening, move("step3", "deck", "gone")),
    ("The rows of the plant market must be", opening, lambda data: data["current"].reverse()),
    ("There are too many plants in the market", opening, move(50, "deck", "future")),
    ("under must list cards that are in the deck", opening, put("under", [3])),
    ("under must list cards that are in the deck", opening, put("under", [50, 50])),
    ("must be at its bottom", opening, lambda data: put("under", [data["deck"][0]])(data)),
    (r"players\[0\].money is below zero", opening, put("players.0.money", -1)),
    (r"players\[0\] has more than 3 plants", opening, both(*[move(n, "deck", "plants0") for n in (20, 25, 30, 31)])),
    ("which is not in play", building, put("players.0.cities", ["kiel"])),
    ("has two houses in 'essen'", building, put("players.0.cities", ["essen", "essen"])),
    ("more houses in 'essen' than slots open in Step 1", building, put("players.1.cities", ["essen"])),
    ("fuel_market.coal holds 25 tokens", opening, put("fuel_market.coal.8", 4)),
    (
        "from the most expensive space without gaps, 3 per space",
        opening,
        both(put("fuel_market.coal.8", 2), put("supply.coal", 1)),
    ),
    (r"players\[0\].fuel is below zero", opening, put("players.0.fuel.coal", -1)),
    ("There are 24 garbage tokens in the game, not 23", opening, put("supply.garbage", 17)),
    ("There are 24 coal tokens in the game, not 23", opening, put("supply.coal", -1)),
    ("owns more fuel than the plants can store", opening, both(put("players.0.fuel.oil", 1), put("supply.oil", 5))),
    (
        "or keep-fuel is asked when there is no choice",
        scrapping,
        both(move(3, "plants0", "gone"), put("asked", "keep-fuel")),
    ),
    ("cannot have bought and passed", opening, both(put("bought", [1]), put("passed", [1]))),
    ("not this seat's turn to open an auction", opening, put("seat", 1)),
    (
        "auction must be given exactly when asked is bid",
        opening,
        lambda data: data.update(auction=bidding()["auction"]),
    ),
    ("auction must be given exactly when asked is bid", bidding, put("auction", None)),
    ("new_plant must be given exactly when asked is scrap", opening, put("new_plant", 3)),
    ("new_plant must be given exactly when asked is scrap", scrapping, put("new_plant", None)),
    ("new_plant must belong to the seat that scraps", scrapping, put("new_plant", 50)),
    ("new_plant must belong to the seat that scraps", scrapping, put("bought", [])),
    ("A plant is scrapped only over the limit", scrapping, move(3, "plants0", "gone")),
    ("Plant 7 is not in the current row", bidding, put("auction.plant", 7)),
    ("auction.in must include the bidder", bidding, put("auction.in", [0])),
    ("auction.in must include the bidder", bidding, put("auction.in", [0, 2])),
    ("auction.in must include the bidder", bidding, put("auction.bidder", 1)),
    ("Seat 2 cannot be in this auction", bidding, put("passed", [2])),
    ("Seat 3 cannot be in this auction", bidding, put("auction.in", [0, 1, 3])),
    ("it is the turn of seat 1", bidding, put("seat", 2)),
    ("Seat 0 cannot have bid 3", bidding, put("auction.bid", 3)),
    ("Seat 0 cannot have bid 51", bidding, put("auction.bid", 51)),
    (
        "it is not the last round",
        opening,
        both(put("over", True), put("seat", None), put("asked", None), put("phase", 4)),
    ),
]


@pytest.mark.parametrize(
    ("reason", "made", "change"), REASONS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_is_wrong_with_a_snapshot_is_named(reason: str, made: Callable[[], Data], change: Change) -> None:
    data = made()
    kilowatt.from_snapshot(copy.deepcopy(data))
    change(data)
    with pytest.raises(InvalidSnapshot, match=reason):
        kilowatt.from_snapshot(data)


def test_a_plant_that_is_out_of_the_game_on_a_board_is_nowhere_else() -> None:
    data = kilowatt.new_game("russia", players=3, seed=1).snapshot()
    move(6, "gone", "deck")(data)
    with pytest.raises(InvalidSnapshot, match="Plant 6 is out of the game on this board"):
        kilowatt.from_snapshot(data)


def test_nobody_has_more_cities_than_a_first_game_allows() -> None:
    data = scenario("germany", players=3, first_game=True).to_build("red").snapshot()
    inside = [city.id for city in kilowatt.find_board("germany").cities if city.region in data["regions"]]
    data["players"][0]["cities"] = inside[:8]
    with pytest.raises(InvalidSnapshot, match="has more than 7 cities"):
        kilowatt.from_snapshot(data)


def test_a_raise_from_the_middle_of_the_table_comes_back_as_it_was() -> None:
    game = scenario("germany", players=4).to_open("red")
    for action in (Open(3, 3), Drop(), Bid(4), Drop()):
        game.play(action)
    assert kilowatt.from_snapshot(game.snapshot()).snapshot() == game.snapshot()
    assert game.seat == 0


def test_a_finished_game_comes_back_finished_and_nobody_is_to_act() -> None:
    game = kilowatt.new_game("germany", players=2, seed=1, round_limit=1)
    while not game.is_over:
        game.play(next(iter(game.legal_actions())))
    again = kilowatt.from_snapshot(game.snapshot())
    assert (again.seat, again.is_over, again.ranking) == (None, True, game.ranking)


def test_the_old_step_lasts_to_the_end_of_the_phase_4_in_which_the_step_3_card_came_up() -> None:
    table = scenario("germany", players=3, gone="step3", step=1, current_row="11 12 13 15 16 17")
    assert table.to_build("red").step == 1
    with pytest.raises(InvalidSnapshot, match="has left, so this is Step 3"):
        table.to_run("red")


def test_spaces_without_a_token_may_be_left_out_of_a_snapshot() -> None:
    data = opening()
    data["fuel_market"]["uranium"] = {price: n for price, n in data["fuel_market"]["uranium"].items() if n}
    assert kilowatt.from_snapshot(data).snapshot() == opening()
