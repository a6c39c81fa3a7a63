"""A snapshot with anything missing, of the wrong type or slightly wrong is no position, and is refused in words."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import kilowatt
from kilowatt import BadInput, InvalidSnapshot

from .tables import SCENES, scene, scenes, title
from .test_actions import HUGE, Broken, id_of

Snapshot = dict[str, Any]
WRONG_TYPES: list[Any] = [None, True, 3.5, -1, HUGE, "x", "", [], [None], ["x"], [[]], {}, {"x": 1}, object(), Broken()]


def assert_bad(data: Any) -> None:
    """Refused, in words."""
    with pytest.raises(BadInput) as caught:
        kilowatt.from_snapshot(data)
    assert str(caught.value).endswith((".", "?"))


def asked(number: int) -> str | None:
    return SCENES[number][0]


def first(question: str | None) -> Snapshot:
    """A snapshot in which this is asked."""
    return scene(next(number for number in scenes() if asked(number) == question)).snapshot()


@pytest.mark.parametrize("data", [*WRONG_TYPES, b"{}", (), set(), json.dumps(first("open"))], ids=id_of)
def test_what_is_no_snapshot_at_all_is_refused(data: Any) -> None:
    assert_bad(data)


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_a_snapshot_needs_every_one_of_its_fields(number: int) -> None:
    seen = scene(number).snapshot()
    for name in seen:
        assert_bad({field: value for field, value in seen.items() if field != name})
    for place, player in enumerate(seen["players"]):
        for name in player:
            less = copy.deepcopy(seen)
            del less["players"][place][name]
            if name != "fuel":
                assert_bad(less)


def places_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a snapshot, the first and last ones of long lists."""
    if path:
        yield path
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places_in(value, (*path, name))
    elif isinstance(data, list):
        for place in sorted({0, len(data) - 1} & set(range(len(data)))):
            yield from places_in(data[place], (*path, place))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of the data with another value in one place."""
    changed = copy.deepcopy(data)
    inner = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


def value_at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_a_value_of_any_other_kind_in_any_place_is_refused_or_does_no_harm(number: int) -> None:
    seen = scene(number).snapshot()
    for path in places_in(seen):
        for wrong in WRONG_TYPES:
            data = put(seen, path, wrong)
            try:
                game = kilowatt.from_snapshot(data)
            except BadInput as error:
                assert str(error)  # noqa: PT017 - either way is right
                continue
            again = game.snapshot()  # any amount of money is allowed; an empty list or None may be true elsewhere
            assert kilowatt.from_snapshot(again).snapshot() == again
            assert type(wrong) in {int, list, dict, type(None), bool, str}


@pytest.mark.parametrize("number", scenes(), ids=title)
def test_a_number_off_by_one_is_refused_or_is_another_position(number: int) -> None:
    seen = scene(number).snapshot()
    for path in places_in(seen):
        value = value_at(seen, path)
        if type(value) is int:
            for wrong in (value - 1, value + 1, value + 10**6):
                data = put(seen, path, wrong)
                try:
                    game = kilowatt.from_snapshot(data)
                except BadInput:
                    continue
                assert kilowatt.from_snapshot(game.snapshot()).snapshot() == game.snapshot()
                assert game.is_over or len(game.legal_actions()) > 0


def test_tokens_must_add_up_to_what_there_is() -> None:
    for number in scenes():
        seen = scene(number).snapshot()
        for fuel in ("coal", "oil", "garbage", "uranium"):
            assert_bad(put(seen, ("supply", fuel), seen["supply"][fuel] + 1))
            assert_bad(put(seen, ("supply", fuel), seen["supply"][fuel] - 1))
            for seat in range(len(seen["players"])):
                owned = seen["players"][seat]["fuel"][fuel]
                assert_bad(put(seen, ("players", seat, "fuel", fuel), owned + 1))
            for price, tokens in seen["fuel_market"][fuel].items():
                assert_bad(put(seen, ("fuel_market", fuel, price), tokens + 1))


Change = Callable[[Snapshot], object]


def move_token(seen: Snapshot) -> None:
    """A gap in the coal market."""
    spaces = seen["fuel_market"]["coal"]
    full = [price for price, tokens in spaces.items() if tokens]
    spaces[full[-1]] -= 1
    seen["supply"]["coal"] += 1


def lose_step_3(seen: Snapshot) -> None:
    """The Step 3 card has left, but the step has not begun."""
    if "step3" in seen["deck"]:
        seen["deck"].remove("step3")
        seen["gone"].append("step3")
        seen.update(current=seen["current"] + seen["future"], future=[])
    seen.update(step=2)


def first_twice(names: list[Any]) -> None:
    """The first name of a list once more, instead of the last."""
    names[-1] = names[0]


def an_auction(seen: Snapshot) -> Snapshot:
    """As if somebody had opened."""
    return {"plant": seen["current"][0], "bid": 50, "bidder": 0, "in": [0, 1]}


def move_plants(seen: Snapshot, number: int) -> None:
    """Give seat 0 this many more plants, out of the deck."""
    plants = [card for card in seen["deck"] if card != "step3" and card not in seen["under"]][:number]
    seen["deck"] = [card for card in seen["deck"] if card not in plants]
    seen["players"][0]["plants"] += plants


def older_plant(seen: Snapshot) -> Any:
    """Take an older plant from the player who scraps."""
    plants = seen["players"][seen["seat"]]["plants"]
    old = next(plant for plant in plants if plant != seen["new_plant"])
    plants.remove(old)
    return old


def to_supply(seen: Snapshot, seat: int) -> None:
    """Take all fuel from a player."""
    for fuel, tokens in seen["players"][seat]["fuel"].items():
        seen["supply"][fuel] += tokens
        seen["players"][seat]["fuel"][fuel] = 0


def hoard(seen: Snapshot, seat: int) -> None:
    """Give a player all the supply."""
    seen["players"][seat]["fuel"] = {
        fuel: tokens + seen["supply"][fuel] for fuel, tokens in seen["players"][seat]["fuel"].items()
    }
    seen["supply"] = dict.fromkeys(seen["supply"], 0)


WRONG: list[tuple[str | None, str, Change]] = [
    ("open", "a card twice", lambda seen: seen["deck"].append(seen["current"][0])),
    ("open", "a card of no game", lambda seen: seen["deck"].append(41)),
    ("open", "the Flux Generator without its option", lambda seen: seen["deck"].append("flux")),
    ("open", "a missing card", lambda seen: seen["deck"].pop(1)),
    ("open", "two Step 3 cards", lambda seen: seen["future"].append("step3")),
    ("open", "the Step 3 card removed", lambda seen: seen["removed"].append(seen["deck"].pop())),
    ("open", "the rows exchanged", lambda seen: seen.update(current=seen["future"], future=seen["current"])),
    ("open", "a row in another order", lambda seen: seen["current"].reverse()),
    ("open", "a player too many", lambda seen: seen["players"].extend(copy.deepcopy(seen["players"] * 3))),
    ("open", "a player alone", lambda seen: seen.update(players=seen["players"][:1], order=[0])),
    ("open", "an order of others", lambda seen: seen.update(order=[0, 0])),
    ("open", "the seat out of turn", lambda seen: seen.update(seat=1 - seen["seat"])),
    ("open", "a seat that is not there", lambda seen: seen.update(seat=2)),
    ("open", "nobody's turn", lambda seen: seen.update(seat=None)),
    ("open", "a finished game that goes on", lambda seen: seen.update(over=True)),
    ("open", "phase 3", lambda seen: seen.update(phase=3)),
    ("open", "phase 1", lambda seen: seen.update(phase=1)),
    ("open", "an unknown question", lambda seen: seen.update(asked="sing")),
    ("open", "round 0", lambda seen: seen.update(round=0)),
    ("open", "a round after the last", lambda seen: seen.update(round=101)),
    ("open", "Step 4", lambda seen: seen.update(step=4)),
    ("open", "Step 3 with its card in the deck", lambda seen: seen.update(step=3)),
    ("open", "bought and passed", lambda seen: seen.update(bought=[0], passed=[0])),
    ("open", "a stranger who passed", lambda seen: seen.update(passed=[5])),
    ("open", "an auction nobody opened", lambda seen: seen.update(auction=an_auction(seen))),
    ("open", "a new plant of nobody", lambda seen: seen.update(new_plant=seen["players"][0]["plants"][0])),
    ("open", "a region twice", lambda seen: first_twice(seen["regions"])),
    ("open", "a region less", lambda seen: seen["regions"].pop()),
    ("open", "an unknown region", lambda seen: seen["regions"].__setitem__(0, "atlantis")),
    ("open", "an unknown board", lambda seen: seen.update(board="atlantis")),
    ("open", "another board", lambda seen: seen.update(board="usa")),
    ("open", "an unknown option", lambda seen: seen["options"].update(water=True)),
    ("open", "an option that is neither on nor off", lambda seen: seen["options"].update(flux=1)),
    ("open", "a round limit of 0", lambda seen: seen["options"].update(round_limit=0)),
    ("open", "a round limit below 0", lambda seen: seen["options"].update(round_limit=-3)),
    ("open", "a round limit that is a switch", lambda seen: seen["options"].update(round_limit=True)),
    ("open", "a round limit that is a word", lambda seen: seen["options"].update(round_limit="none")),
    ("open", "cards under the deck that are not in it", lambda seen: seen.update(under=[seen["current"][0]])),
    ("open", "a ranking without a plant", lambda seen: seen["deck_after_step_3"].pop()),
    ("open", "a ranking with a plant twice", lambda seen: first_twice(seen["deck_after_step_3"])),
    ("open", "a gap in the fuel market", move_token),
    ("open", "a price that there is not", lambda seen: seen["fuel_market"]["coal"].update({"9": 0})),
    ("open", "a fuel that there is not", lambda seen: seen["fuel_market"].update(water={})),
    ("open", "debts", lambda seen: seen["players"][0].update(money=-1)),
    ("open", "a city out of play", lambda seen: seen["players"][0]["cities"].append("atlantis")),
    ("open", "two houses of one player in a city", lambda seen: first_twice(seen["players"][0]["cities"])),
    ("open", "too many plants", lambda seen: move_plants(seen, 4)),
    ("build-house", "network starts that cannot be", lambda seen: seen["players"][0].update(starts=3)),
    ("build-house", "houses without a start", lambda seen: seen["players"][0].update(starts=0)),
    ("build-house", "no word about starts", lambda seen: seen["players"][0].pop("starts")),
    ("bid", "a bid below the plant", lambda seen: seen["auction"].update(bid=2)),
    ("bid", "a bid above the money", lambda seen: seen["auction"].update(bid=10**6)),
    ("bid", "a plant of the future row", lambda seen: seen["auction"].update(plant=seen["future"][0])),
    ("bid", "a plant that there is not", lambda seen: seen["auction"].update(plant=41)),
    ("bid", "the bidder to act", lambda seen: seen["auction"].update(bidder=seen["seat"])),
    ("bid", "a lonely bidder", lambda seen: seen["auction"].update({"in": [seen["auction"]["bidder"]]})),
    ("bid", "a stranger bidding", lambda seen: seen["auction"]["in"].append(5)),
    ("bid", "a bidder who has bought", lambda seen: seen.update(bought=[seen["auction"]["bidder"]])),
    ("bid", "no auction", lambda seen: seen.update(auction=None)),
    ("scrap", "nothing bought", lambda seen: seen.update(bought=[])),
    ("scrap", "no new plant", lambda seen: seen.update(new_plant=None)),
    ("scrap", "a new plant of another", lambda seen: seen.update(new_plant=seen["current"][0])),
    ("scrap", "nothing to scrap", lambda seen: seen["gone"].append(older_plant(seen))),
    ("keep-fuel", "nothing to keep", lambda seen: to_supply(seen, seen["seat"])),
    ("keep-fuel", "the question forgotten", lambda seen: seen.update(asked="open", new_plant=None)),
    ("pick-region", "houses during the draft", lambda seen: seen["players"][0].update(cities=["roma"])),
    ("pick-region", "all regions picked", lambda seen: seen.update(regions=["northwest", "northeast", "centre"])),
    ("pick-region", "the seat out of turn", lambda seen: seen.update(seat=(seen["seat"] + 1) % 3)),
    ("pick-region", "round 2", lambda seen: seen.update(round=2)),
    ("buy-fuel", "Step 2 without the Step 3 card", lose_step_3),
    ("run-plants", "a player with too much fuel", lambda seen: hoard(seen, seen["seat"])),
    (None, "a seat to act after the end", lambda seen: seen.update(seat=0)),
    (None, "a question after the end", lambda seen: seen.update(asked="open")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "what", "change"), WRONG, ids=[f"{asked}: {what}" for asked, what, _ in WRONG])
def test_a_snapshot_that_is_slightly_wrong_is_refused(question: str | None, what: str, change: Change) -> None:
    assert what
    seen = first(question)
    kilowatt.from_snapshot(seen)
    change(seen)
    with pytest.raises(BadInput):
        kilowatt.from_snapshot(seen)


def test_a_snapshot_is_read_and_not_changed() -> None:
    for number in scenes():
        seen = scene(number).snapshot()
        before = copy.deepcopy(seen)
        game = kilowatt.from_snapshot(seen)
        game.skip_forced()
        assert seen == before


def test_a_snapshot_that_is_changed_afterwards_changes_no_game() -> None:
    game = scene(1)
    seen = game.snapshot()
    again = kilowatt.from_snapshot(seen)
    seen["players"][0]["money"] += 1000
    seen["players"][0]["fuel"]["coal"] += 3
    seen["deck"].clear()
    seen["options"]["flux"] = True
    assert again.snapshot() == game.snapshot()
    assert again.options == game.options


def test_too_many_houses_for_the_open_slots_are_refused() -> None:
    seen = scene(1).snapshot()
    seen["step"] = 1
    city = next(city for player in seen["players"] for city in player["cities"])
    for player in seen["players"]:
        player["cities"] = sorted({*player["cities"], city})
    with pytest.raises(InvalidSnapshot, match="more houses"):
        kilowatt.from_snapshot(seen)


def test_a_bid_is_asked_of_the_next_player_clockwise_and_of_nobody_else() -> None:
    game = kilowatt.new_game("germany", players=4, seed=1, order=[0, 1, 2, 3])
    game.play(kilowatt.Open(3, 3))
    data = game.snapshot()
    assert kilowatt.from_snapshot(data).seat == 1
    with pytest.raises(kilowatt.InvalidSnapshot, match="After a bid of seat 0 it is the turn of seat 1"):
        kilowatt.from_snapshot(data | {"seat": 2})


def test_a_game_is_not_over_before_its_end() -> None:
    data = kilowatt.new_game("germany", players=4, seed=1).snapshot()
    with pytest.raises(kilowatt.InvalidSnapshot, match="nobody has enough cities"):
        kilowatt.from_snapshot(data | {"over": True, "seat": None, "asked": None, "phase": 4})


def test_a_price_that_a_snapshot_leaves_out_has_no_token() -> None:
    data = kilowatt.new_game("germany", 2, seed=1).snapshot()
    data["fuel_market"]["uranium"] = {}
    data["supply"]["uranium"] = 12
    written = kilowatt.from_snapshot(data).snapshot()
    assert not any(written["fuel_market"]["uranium"].values())
