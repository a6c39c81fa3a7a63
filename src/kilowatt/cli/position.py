"""A position of a game for a reader: both markets, the players, what is asked."""

from typing import Any

from rich.text import Text

from kilowatt.cli.screen import Screen, in_colours, table
from kilowatt.cli.telling import PHASES, count, places_in_words, plant_name, seat_name, seats_in_words
from kilowatt.rules.actions import Pass
from kilowatt.rules.game import Game
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import FUELS

ASKED = {
    "pick-region": "pick a region",
    "open": "open an auction, or pass",
    "bid": "bid more, or drop",
    "scrap": "scrap a plant",
    "keep-fuel": "choose the fuel to keep",
    "buy-fuel": "buy fuel, or stop",
    "build-house": "build a house, or stop",
    "run-plants": "say which plants run",
}


def show_position(game: Game, of: int, screen: Screen) -> None:
    """The position after the last decision of this game, which is one of so many."""
    data = game.snapshot()
    board = game.setup.board
    when = "regions are picked" if data["phase"] == 0 else f"round {data['round']}, phase {data['phase']}"
    if data["phase"]:
        when += f" ({PHASES[data['phase']].lower()}), Step {data['step']}"
    screen.say(f"{board.name}, after decision {game.decisions} of {of}: {when}", "bold")
    regions = {region.id: region.name for region in board.atlas.regions}
    screen.say(f"Regions: {', '.join([regions[region] for region in data['regions']]) or 'none yet'}.")
    screen.say("")
    _show_plants(data, screen)
    _show_fuel(data, screen)
    screen.say("")
    _show_players(game, data, screen)
    screen.say("")
    if data["over"]:
        for place in places_in_words(game.ranking):
            screen.say(place)
    else:
        screen.say(_question(game, data))


def _show_plants(data: dict[str, Any], screen: Screen) -> None:
    for row in ("current", "future"):
        cards = [_card(name) for name in data[row]]
        screen.say(f"{row.capitalize() + ' row':12} {'   '.join(cards) or 'none'}")
    screen.say(f"{'Deck':12} {count(len(data['deck']), 'card', 'cards')}")
    screen.say("")


def _card(name: int | str) -> str:
    """``10 coal 2→2``."""
    if name == "step3":
        return "Step 3"
    plant = PLANTS[name]
    return f"{plant_name(plant.name)} {plant.kind_name} {plant.fuel}→{plant.cities}"


def _show_fuel(data: dict[str, Any], screen: Screen) -> None:
    """A row per fuel, a column per price; ● is a token, · a free place."""
    prices = sorted({int(price) for spaces in data["fuel_market"].values() for price in spaces})
    made = table("fuel", *[str(price) for price in prices], "supply", right=("supply",))
    for fuel in FUELS:
        spaces = data["fuel_market"][fuel]
        room = 1 if fuel == "uranium" else 3
        cells = [
            "●" * spaces[str(price)] + "·" * (room - spaces[str(price)]) if str(price) in spaces else ""
            for price in prices
        ]
        made.add_row(fuel, *cells, str(data["supply"][fuel]))
    screen.show(made)


def _show_players(game: Game, data: dict[str, Any], screen: Screen) -> None:
    city = {city.id: city.name for city in game.setup.board.atlas.cities}
    made = table("player", "money", "plants", "fuel", "cities", "where", right=("money", "cities"))
    for seat in data["order"]:
        player = data["players"][seat]
        fuel = ", ".join([f"{amount} {name}" for name, amount in player["fuel"].items() if amount])
        made.add_row(
            in_colours(seat_name(seat)),
            str(player["money"]),
            ", ".join([plant_name(plant) for plant in player["plants"]]),
            fuel,
            str(len(player["cities"])),
            Text(", ".join([city[name] for name in player["cities"]])),
        )
    screen.show(made)


def _question(game: Game, data: dict[str, Any]) -> str:
    what = ASKED[data["asked"]]
    if data["asked"] == "open" and game.refusal(Pass()):
        what = "open an auction"
    asked = f"It is {seat_name(data['seat'])}'s turn: {what}."
    auction = data["auction"]
    if auction is not None:
        plant = plant_name(auction["plant"])
        bid = f"{seat_name(auction['bidder'])} bids {auction['bid']} for plant {plant}"
        return f"{bid}; still in: {seats_in_words(auction['in'])}. {asked}"
    actions = game.legal_actions()
    return asked if len(actions) > 1 else f"{asked} There is only one answer."
