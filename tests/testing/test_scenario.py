"""The published test kit: a table is set up as given, and an impossible one is refused with a sentence."""

from collections.abc import Callable
from typing import Any

import pytest

from kilowatt import BadInput, Fuels, Game, InvalidSnapshot, UnknownBoard, boards, from_snapshot
from kilowatt.testing import Scenario, scenario

KEYS = [board.key for board in boards()]
NOTHING = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


def refused(table: Scenario) -> str:
    """The sentence with which the table is refused."""
    with pytest.raises(BadInput) as caught:
        table.to_build("red")
    return str(caught.value)


def cards(game: Game) -> dict[str, list[int | str]]:
    """Where the cards are."""
    seen = game.snapshot()
    return {place: seen[place] for place in ("current", "future", "deck", "under", "removed", "gone")}


@pytest.mark.parametrize("board", KEYS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("flux", [False, True])
def test_a_scenario_without_arguments_works_for_every_question(board: str, players: int, step: int, flux: bool) -> None:
    table = scenario(board, players=players, step=step, flux=flux)
    plant = table.to_open("blue").snapshot()["current"][0]
    bid = table.to_bid("red", plant=plant, bidder="blue")
    games = [table.to_open("blue"), bid, table.to_buy("blue"), table.to_build("blue"), table.to_run("blue")]
    assert [game.snapshot()["asked"] for game in games] == ["open", "bid", "buy-fuel", "build-house", "run-plants"]
    assert [game.seat for game in games] == [1, 0, 1, 1, 1]
    for game in games:
        assert (game.players, game.step, game.round) == (players, step, 2)
        assert len(game.legal_actions()) > 0
        assert from_snapshot(game.snapshot()).snapshot() == game.snapshot()


def test_every_player_has_what_is_given_and_otherwise_fifty_elektro() -> None:
    table = scenario("germany").houses(red="Essen", blue="Köln Aachen").money(blue=18).plants(blue="5 3")
    seen = table.fuel(blue="2 coal 1 oil").to_build("red").snapshot()
    assert seen["players"] == [
        {"money": 50, "plants": [], "fuel": NOTHING, "cities": ["essen"]},
        {"money": 18, "plants": [3, 5], "fuel": {**NOTHING, "coal": 2, "oil": 1}, "cities": ["aachen", "koeln"]},
        {"money": 50, "plants": [], "fuel": NOTHING, "cities": []},
    ]


def test_a_scenario_is_a_value_and_later_arguments_replace_earlier_ones() -> None:
    table = scenario("germany").money(red=1, blue=2)
    other = table.money(red=3)
    assert [player["money"] for player in table.to_buy("red").snapshot()["players"]] == [1, 2, 50]
    assert [player["money"] for player in other.to_buy("red").snapshot()["players"]] == [3, 2, 50]


@pytest.mark.parametrize(
    "cities",
    ["Le Havre Paris Nord Saint-Étienne", "le-havre paris-nord saint-etienne", "LE HAVRE, paris nord, Saint Etienne",
     ["Le Havre", "paris-nord", "Saint-Étienne"]],
)  # fmt: skip
def test_cities_are_named_in_any_spelling_of_the_data(cities: str | list[str]) -> None:
    seen = scenario("france").houses(red=cities).to_build("red").snapshot()
    assert seen["players"][0]["cities"] == ["le-havre", "paris-nord", "saint-etienne"]
    assert seen["regions"] == ["northwest", "centre", "east"]


def test_polish_letters_may_be_left_out() -> None:
    seen = scenario("central-europe").houses(red="Lodz Wrocław Gdansk").to_build("red").snapshot()
    assert seen["players"][0]["cities"] == ["gdansk", "lodz", "wroclaw"]


def test_the_regions_in_play_are_the_first_legal_choice_that_has_the_houses() -> None:
    assert scenario("germany").to_build("red").snapshot()["regions"] == ["north", "northeast", "west"]
    table = scenario("germany").houses(red="Essen", blue="München")
    assert table.to_build("red").snapshot()["regions"] == ["west", "east", "south"]
    table = scenario("germany", regions="north east south")  # not northeast
    assert table.to_build("red").snapshot()["regions"] == ["north", "east", "south"]
    table = scenario("germany", regions="South west southwest").houses(red="Essen")
    assert table.to_build("red").snapshot()["regions"] == ["west", "southwest", "south"]
    table = scenario("germany").houses(red="Kiel Passau Aachen Berlin")
    assert refused(table) == "No legal choice of 3 regions has all of north, northeast, south, southwest."


def test_cards_that_are_nowhere_else_lie_in_the_deck_or_are_gone() -> None:
    table = scenario("germany", current_row="11 13 15 16", deck="40 5").plants(red="3 20")
    assert cards(table.to_open("red")) == {
        "current": [11, 13, 15, 16],
        "future": [17, 18, 19, 21],
        "deck": [40, 5, 12, 14, *range(22, 40), 42, 44, 46, 50, "step3"],
        "under": [],
        "removed": [],
        "gone": [4, 6, 7, 8, 9, 10],
    }


def test_obsolete_plants_are_not_put_into_the_market() -> None:
    table = scenario("germany").houses(blue="Essen Duisburg Dortmund Münster Osnabrück Kassel")
    assert cards(table.to_open("red"))["current"] == [7, 8, 9, 10]
    table = scenario("russia").houses(blue="Moscow Tula Ryazan Yaroslavl")
    assert cards(table.to_open("red"))["current"] == [3, 4, 5]


def test_on_benelux_the_rows_come_out_as_given() -> None:
    assert cards(scenario("benelux", current_row="14 15 16 17").to_open("red"))["future"] == [19, 20, 21, 22]
    assert cards(scenario("benelux", current_row="14 15 16 17 18").to_open("red"))["future"] == [19, 20, 21]


def test_the_rest_may_be_removed_so_that_the_deck_is_as_given() -> None:
    table = scenario("germany", current_row="11 13 15 16", future_row="17 18 19 20", deck="25", under="40 42")
    assert cards(table.to_open("red"))["deck"][-3:] == ["step3", 40, 42]
    table = scenario(
        "germany", current_row="11 13 15 16", future_row="17 18 19 20", deck="25", under="40", rest="removed"
    )
    assert cards(table.to_open("red"))["deck"] == [25, "step3", 40]
    assert cards(table.to_open("red"))["under"] == [40]
    assert len(cards(table.to_open("red"))["removed"]) == 32


def test_the_step_3_card_is_where_it_was_put() -> None:
    assert cards(scenario("germany").to_open("red"))["deck"][-1] == "step3"
    assert cards(scenario("germany", deck="14 step3 15").to_open("red"))["deck"][:3] == [14, "step3", 15]
    assert cards(scenario("germany", step=3).to_open("red"))["gone"] == ["step3"]
    assert cards(scenario("germany", step=3).to_open("red"))["current"] == [3, 4, 5, 6, 7, 8]
    assert cards(scenario("germany", gone="step3").to_build("red"))["current"] == [3, 4, 5, 6, 7, 8]
    in_market = scenario("germany", current_row="15 16 17 18", future_row="19 20 21 step3").to_open("red")
    assert cards(in_market)["future"] == [19, 20, 21, "step3"]


def test_tokens_that_are_not_with_players_or_in_the_market_are_in_supply() -> None:
    table = scenario("germany").plants(red="8 5").fuel(red=Fuels(coal=6, oil=2)).fuel_market(oil=3)
    seen = table.to_buy("red").snapshot()
    assert seen["supply"] == {"coal": 0, "oil": 19, "garbage": 18, "uranium": 10}
    assert seen["fuel_market"]["coal"] == {"1": 0, "2": 0, **{str(price): 3 for price in range(3, 9)}}
    assert {price: tokens for price, tokens in seen["fuel_market"]["oil"].items() if tokens} == {"8": 3}


def test_the_order_follows_the_question_unless_it_is_given() -> None:
    table = scenario("germany", players=4)
    assert table.to_open("green", bought="red", passed="yellow").snapshot()["order"] == [0, 3, 2, 1]
    assert table.to_buy("green").snapshot()["order"] == [0, 1, 2, 3]
    assert table.order("blue red yellow green").to_buy("green").snapshot()["order"] == [1, 0, 3, 2]
    with pytest.raises(InvalidSnapshot, match="not this seat's turn to open"):
        table.order("blue red yellow green").to_open("green")


def test_in_an_auction_are_all_who_may_be_less_those_who_dropped() -> None:
    table = scenario("germany", players=6)
    game = table.to_bid("red", plant=4, bid=9, bidder="purple", opener="blue", dropped="green", passed="black")
    assert game.snapshot()["auction"] == {"plant": 4, "bid": 9, "bidder": 4, "in": [0, 1, 3, 4]}
    assert (game.seat, game.snapshot()["order"][:2]) == (0, [5, 1])
    table = scenario("central-europe", current_row="11 13 15 16").houses(red="Praha", blue="Wien", green="Brno")
    assert table.to_bid("green", plant=11, bidder="red").snapshot()["auction"]["in"] == [0, 2]


def test_on_japan_houses_mean_one_start_unless_more_are_given() -> None:
    table = scenario("japan").houses(red="Tokyo Yokohama Chiba", blue="Osaka")
    starts = [player["starts"] for player in table.starts(red=2).to_build("red").snapshot()["players"]]
    assert starts == [2, 1, 0]
    assert table.to_build("red").snapshot()["players"][0]["starts"] == 1
    assert refused(table.starts(blue=2)) == "Blue's starts cannot be 2 with these cities."


def test_a_draft_begins_before_round_1() -> None:
    game = scenario("germany", players=2).to_draft("west north")
    assert (game.phase, game.round, game.seat, game.snapshot()["regions"]) == (0, 1, 0, ["north", "west"])


def test_an_impossible_table_is_refused_with_a_sentence() -> None:
    table = scenario("germany")
    assert refused(table.plants(red="3", blue="3")) == "Card 3 is in blue's plants and in red's plants."
    assert refused(table.plants(red="flux")) == "Card flux is not in this game."
    assert refused(table.plants(red="3").fuel(red="1 coal")) == "Red owns more fuel than the plants can store."
    assert refused(table.fuel_market(coal=25)) == (
        "There are 24 coal tokens, not 0 with the players and 25 in the market."
    )
    assert refused(table.houses(red="Essen", blue="Essen")) == (
        "There are more houses in 'essen' than slots open in Step 1."
    )
    assert refused(scenario("germany", current_row="3 4 5 40", future_row="6 7 8 9")).startswith(
        "The rows of the plant market must be"
    )


def test_names_that_are_not_known_are_refused_with_a_sentence() -> None:
    table = scenario("germany")
    with pytest.raises(UnknownBoard, match="Did you mean 'germany'"):
        scenario("germny")
    with pytest.raises(BadInput, match=r"^There is no city 'Esen' on this board\. Did you mean Essen\?$"):
        table.houses(red="Esen")
    with pytest.raises(BadInput, match=r"^There is no yellow at a table for 3: red, blue, green"):
        table.money(yellow=3)
    with pytest.raises(BadInput, match=r"^There is no fuel 'gas'"):
        table.fuel(red={"gas": 1})
    with pytest.raises(BadInput, match=r"^There is no fuel 'gas'"):
        table.fuel_market(gas=1)
    with pytest.raises(BadInput, match=r'^Fuel is numbers and names, as in "2 coal 1 oil"'):
        table.fuel(red="two coal")
    with pytest.raises(BadInput, match=r"^There is no plant 41"):
        table.to_bid("red", plant=41, bidder="blue")
    with pytest.raises(BadInput, match=r"^There is no option 'fluxx' on Germany"):
        scenario("germany", fluxx=True)
    with pytest.raises(BadInput, match=r"^The game is for 2 to 6 players, not 7"):
        scenario("germany", players=7)
    with pytest.raises(BadInput, match=r'^rest is "deck" or "removed"'):
        scenario("germany", rest="gone")


@pytest.mark.parametrize(
    ("set_up", "sentence"),
    [
        (lambda table: table.money(red=-1), "Money is a whole number from 0 on, not -1."),
        (lambda table: table.money(red="50"), "Money is a whole number from 0 on, not '50'."),
        (lambda table: table.fuel_market(coal="x"), "The coal is a whole number from 0 on, not 'x'."),
        (lambda table: table.fuel(red=3), 'Fuel is {"coal": 2}, "2 coal 1 oil" or a Fuels, not 3.'),
        (lambda table: table.step(4), "Steps are 1, 2 and 3, not 4."),
        (lambda table: table.round("2"), "The round is a whole number from 0 on, not '2'."),
        (lambda table: table.order("red blue"), "The order names each player once: red blue green."),
        (lambda table: table.houses(red=3), "Name each city in a string or a list of strings, not 3."),
        (
            lambda table: table.plants(red="3 99"),
            'There is no card 99: cards are the numbers of plants, "flux" and "step3".',
        ),
        (lambda table: table.plants(red=None), 'Cards are a list, or a string such as "3 5 flux", not None.'),
        (lambda table: table.plants(red=[["3"]]), "There is no card ['3']: cards"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_it_should_be(
    set_up: Callable[[Any], Scenario], sentence: str
) -> None:
    with pytest.raises(BadInput) as caught:
        set_up(scenario("germany"))
    assert str(caught.value).startswith(sentence)


def test_a_single_card_and_the_number_of_players_may_be_given_plainly() -> None:
    game = scenario("germany", 4).plants(red=4).to_buy("red")
    assert (game.players, game.view(0).players[0].plants) == (4, (4,))


def test_who_takes_a_table_for_the_game_is_told_how_to_get_it() -> None:
    with pytest.raises(AttributeError, match=r"A Scenario has no 'play': end with to_open\("):
        scenario("germany").play(1)
    with pytest.raises(AttributeError, match=r"A Scenario has no 'colour'\.$"):
        scenario("germany").colour  # noqa: B018 - the point
