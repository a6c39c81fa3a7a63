"""The settings of a game (Table), and what lies on the table at one moment (Position)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from .data import FUELS, PLANTS, SEAT_NAMES, STEP3, TABLES, Board, Card, ascending, rank


@dataclass
class Table:
    """What is fixed before the first decision: board, options, and all that chance decides."""

    board: Board
    players: int
    flux: bool
    first_game: bool
    round_limit: int | None
    first_pass: str
    regions: list[str] | None
    """The regions in play; None when they are drafted."""
    order: list[int]
    deck: list[Card]
    deck_after_step_3: list[Card]

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """A copied position lies on the same table."""
        return self

    def number(self, name: str) -> int:
        """A number of the player-count table (R1.5)."""
        return int(TABLES["players"][str(self.players)][name])

    def end_cities(self) -> int:
        """The cities that end the game: seven in a first game (R11.1), else by R1.5."""
        return 7 if self.first_game else self.number("end_cities")

    def removed(self) -> list[Card]:
        """The cards of the game in neither the deck nor the opening market (R2.5)."""
        known = [*self.deck, *self.board.opening_market, *self.board.out_of_game]
        if not self.flux:
            known.append("flux")
        return ascending([card for card in PLANTS if card not in known])


@dataclass
class Player:
    """One player's things."""

    money: int
    plants: list[Card] = field(default_factory=list)
    fuel: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FUELS, 0))
    cities: list[str] = field(default_factory=list)
    starts: int = 0
    """Networks started (counted on Japan only)."""

    def highest(self) -> float:
        """The highest plant owned; without one, 0 (R3.1)."""
        return max([rank(plant) for plant in self.plants], default=0)


@dataclass
class Auction:
    """One plant under auction: the standing bid, who made it, who is asked now, who is still in."""

    plant: Card
    bid: int
    bidder: int
    turn: int
    still_in: list[int]


@dataclass
class Position:
    """Everything that changes in a game."""

    table: Table
    players: list[Player]
    fuel_market: dict[str, dict[int, int]]
    supply: dict[str, int]
    market: list[Card]
    """The plants lying open, lowest first, both rows together; the Step 3 card apart, in `step3_lies`."""
    deck: list[Card]
    gone: list[Card]
    order: list[int]
    regions: list[str]
    """The regions in play, or picked so far."""
    round: int = 1
    phase: int = 0
    step: int = 1
    over: bool = False

    step3_lies: bool = False
    """The Step 3 card lies in the market (R8.1)."""
    single_row: bool = False
    """The Step 3 card has left (R8.4)."""
    market_step_3: bool = False
    """Step 3 is in force for the plant market; in a first game for nothing else (R11.1)."""

    in_phase: list[int] = field(default_factory=list)
    """Phase 2: who has neither bought nor passed, in turn order (R4.1)."""
    auction: Auction | None = None
    buyer: int | None = None
    """Phase 2: who bought and still has to scrap, or to choose fuel to keep (R4.6)."""
    owes: str = ""
    """What the buyer is asked: "scrap" or "keep"."""
    bought: Card | None = None
    """The plant the buyer just bought."""
    somebody_bought: bool = False
    first_pass_done: bool = False
    """Russia: the lowest plant has left for a pass in this round (R9.6)."""

    queue: list[int] = field(default_factory=list)
    """Phases 3 to 5: who has still to act, the next one first."""
    round_lines: list[str] = field(default_factory=list)

    def copy(self) -> Position:
        """The same position, independent of this one."""
        return copy.deepcopy(self)

    def seat(self) -> int | None:
        """The seat that is asked now."""
        if self.over:
            return None
        if self.phase == 0:
            return len(self.regions) % self.table.players
        if self.phase == 2:
            if self.buyer is not None:
                return self.buyer
            return self.auction.turn if self.auction is not None else self.in_phase[0]
        return self.queue[0]

    def leader_cities(self) -> int:
        """The number of cities of the leader."""
        return max(len(player.cities) for player in self.players)

    def cities_in_play(self) -> list[str]:
        """R2.2: the cities of the regions in play."""
        return [city for city, region in self.table.board.region_of.items() if region in self.regions]


def set_up(table: Table) -> Position:
    """R1.1, R2.4, R2.5: the table laid for the first decision, before the phase or the draft begins."""
    spaces = TABLES["fuel_spaces"]
    fuel_market: dict[str, dict[int, int]] = {}
    supply: dict[str, int] = {}
    for fuel in FUELS:
        full = table.board.fuel_market[fuel]
        fuel_market[fuel] = {}
        for price in spaces[fuel]["prices"]:
            fuel_market[fuel][price] = spaces[fuel]["tokens_per_space"] if price in full else 0
        supply[fuel] = TABLES["tokens"][fuel] - sum(fuel_market[fuel].values())
    return Position(
        table=table,
        players=[Player(money=TABLES["start_money"]) for _ in range(table.players)],
        fuel_market=fuel_market,
        supply=supply,
        market=ascending(table.board.opening_market),
        deck=list(table.deck),
        gone=ascending(table.board.out_of_game),
        order=list(table.order),
        regions=list(table.regions or []),
    )


def set_turn_order(position: Position) -> None:
    """R3.1: most cities first, then the highest plant; players still tied keep the order they had."""

    def key(seat: int) -> tuple[int, float]:
        player = position.players[seat]
        return (-len(player.cities), -player.highest())

    position.order = sorted(position.order, key=key)


def snapshot_player(position: Position, player: Player) -> dict[str, Any]:
    """One player of the snapshot."""
    seen: dict[str, Any] = {
        "money": player.money,
        "plants": ascending(player.plants),
        "fuel": dict(player.fuel),
        "cities": sorted(player.cities),
    }
    if position.table.board.has_two_networks():
        seen["starts"] = player.starts
    return seen


def snapshot(position: Position, current: list[Card], future: list[Card]) -> dict[str, Any]:
    """The position as a plain dict; the caller adds the rows."""
    auction = None
    if position.auction is not None:
        auction = {
            "plant": position.auction.plant,
            "bid": position.auction.bid,
            "bidder": position.auction.bidder,
            "in": sorted(position.auction.still_in),
        }
    fuel_market = {}
    for fuel in FUELS:
        fuel_market[fuel] = {str(price): tokens for price, tokens in position.fuel_market[fuel].items()}
    return {
        "board": position.table.board.id,
        "players": [snapshot_player(position, player) for player in position.players],
        "round": position.round,
        "phase": position.phase,
        "step": position.step,
        "seat": position.seat(),
        "order": list(position.order),
        "current": ascending(current),
        "future": ascending(future) + ([STEP3] if position.step3_lies else []),
        "deck": list(position.deck),
        "removed": position.table.removed(),
        "gone": ascending(position.gone),
        "fuel_market": fuel_market,
        "supply": dict(position.supply),
        "auction": auction,
        "over": position.over,
    }


def round_line(position: Position) -> str:
    """The account of every seat, as the record has it after a round."""
    accounts = []
    for seat, player in enumerate(position.players):
        words = f"{SEAT_NAMES[seat]} {player.money} money"
        for fuel in FUELS:
            if player.fuel[fuel] > 0:
                words += f", {player.fuel[fuel]} {fuel}"
        accounts.append(f"{words}, {len(player.cities)} cities")
    return f"round {position.round}: " + "; ".join(accounts)
