"""A position as lines of text, from what a seat may know (R8.7)."""

from collections.abc import Iterable
from typing import Any

from kilowatt.env.action_codec import meaning
from kilowatt.env.openspiel.positions import Position
from kilowatt.rules.formats.view import view_data
from kilowatt.rules.state import State
from kilowatt.rules.tables import FUELS


def position_in_words(position: Position, viewer: int | None) -> str:
    """Describe a position to a seat, or to a spectator if ``viewer`` is None: what it may know, and who decides what.

    At a chance node for a card, the decision that draws it has not been carried out yet.
    """
    state = position.state
    data = view_data(state, viewer)
    lines = [
        _where(state, data),
        f"Regions: {_listed(data['regions'])}. Turn order: {_listed(data['order'])}.",
        f"Plants: {_listed(data['current'])} | {_listed(data['future'])}. {_deck(data)}",
        f"Fuel in the market: {_fuels(state.fuel_market)}; in supply: {_fuels(state.supply)}.",
        *[_player(seat, player) for seat, player in enumerate(data["players"])],
    ]
    if data["auction"] is not None:
        auction = data["auction"]
        bid = f"Plant {auction['plant']} for {auction['bid']} by seat {auction['bidder']}"
        lines.append(f"{bid}; still in: {_listed(auction['in'])}.")
    lines.append(position.note() or _asked(data, position.prefix))
    return "\n".join(lines)


def _where(state: State, data: dict[str, Any]) -> str:
    board = f"{state.setup.board.name}, {state.setup.players} players"
    if data["phase"] == 0:
        return f"{board}, regions are picked."
    return f"{board}, round {data['round']}, phase {data['phase']}, Step {data['step']}."


def _deck(data: dict[str, Any]) -> str:
    deck = f"Cards in the deck: {data['deck_size']}"
    if data["above_step_3"] is not None:
        deck += f", above Step 3: {data['above_step_3']}"
    return f"{deck}; went under: {_listed(data['under'])}; unseen: {_listed(data['unseen'])}."


def _player(seat: int, player: dict[str, Any]) -> str:
    money = "money hidden" if player["money"] is None else f"money {player['money']}"
    fuel = _fuels([player["fuel"][name] for name in FUELS])
    starts = f", networks {player['starts']}" if "starts" in player else ""
    plants, cities = _listed(player["plants"]), _listed(player["cities"])
    return f"Seat {seat}: {money}, plants {plants}, {fuel}, cities {cities}{starts}."


def _asked(data: dict[str, Any], prefix: tuple[int, ...]) -> str:
    if data["over"]:
        return "The game is over."
    done = f"Bought: {_listed(data['bought'])}; passed: {_listed(data['passed'])}."
    asked = f"Seat {data['seat']} is asked to {data['asked'].replace('-', ' ')}"
    if data["new_plant"] is not None:
        asked += f", having bought plant {data['new_plant']}"
    if prefix:
        asked += f", and has chosen: {', '.join([meaning(index) for index in prefix])}"
    return f"{done} {asked}."


def _fuels(tokens: Iterable[int]) -> str:
    return " ".join([f"{number} {name}" for number, name in zip(tokens, FUELS, strict=True)])


def _listed(things: Iterable[object]) -> str:
    return " ".join(map(str, things)) or "none"
