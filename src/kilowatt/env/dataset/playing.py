"""Play one game of a dataset and record every action index."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kilowatt.bots import Bot, Limit, Misbehaviour, ask
from kilowatt.env.action_codec import RAISES, MaskedAction, decode_allowed, encode, mask
from kilowatt.env.dataset.columns import COLUMNS, Columns, packed
from kilowatt.env.dataset.plan import DatasetPlan, TableChoice, seat_rng
from kilowatt.env.observation_codec import OBSERVATION, observe
from kilowatt.env.rewards import REWARDS
from kilowatt.rules.actions import Action, Bid, Open
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.state import State
from kilowatt.start import new_game


@dataclass(frozen=True)
class Played:
    """A game as rows; ``bids_cut`` counts the bids that were lowered to the cap."""

    rows: Columns
    decisions: int
    bids_cut: int


class Team:
    """The bots of a plan with their limits, by label, each loaded once."""

    def __init__(self, plan: DatasetPlan) -> None:
        self.plan = plan
        self.bots: dict[str, tuple[Bot, Limit]] = {bot.label: (bot.load(), bot.limit) for bot in plan.bots}


class Notes:
    """The record of a game, index by index."""

    def __init__(self) -> None:
        self.observations: list[bytes] = []
        self.masks: list[bytes] = []
        self.choices: list[tuple[int, int, int, int]] = []  # index, seat, decision, part

    def add(self, state: State, decision: int, indices: tuple[int, ...]) -> None:
        """Record a decision, before it is played."""
        for part, index in enumerate(indices):
            self.observations.append(observe(state, state.seat, indices[:part]))
            self.masks.append(mask(state, indices[:part]))
            self.choices.append((index, state.seat, decision, part))


def play_game(team: Team, table: TableChoice) -> Played:
    """Play a game to its end; ``BadInput`` if a bot misbehaves. Forced decisions are made without asking the bot."""
    plan = team.plan
    game = new_game(table.board, table.players, seed=table.seed, **plan.options.get(table.board, {}))
    generators = [seat_rng(plan, table.game, seat) for seat in range(table.players)]
    notes = Notes()
    cut = 0
    while game.seat is not None:
        action = forced(game.state)
        if action is None:
            bot, limit = team.bots[table.seats[game.seat]]
            try:
                action = ask(bot, game, generators[game.seat], limit).action
            except Misbehaviour as error:
                where = f"Game {table.game} ({table.board}, {table.players} players, seed {table.seed})"
                raise BadInput(f"{where}, after decision {game.decisions}: {error}") from None
        played = cap_bid(game.state, action)
        cut += played != action
        notes.add(game.state, game.decisions, encode(game.state, played))
        game.play(played)
    return Played(_columns(plan, table, game, notes), game.decisions, cut)


def forced(state: State) -> Action | None:
    """Return the only legal decision; None if there is a choice."""
    allowed = mask(state)
    return decode_allowed(state, (), allowed.index(1)) if allowed.count(1) == 1 else None


def cap_bid(state: State, action: Action) -> Action:
    """Return the action, or the highest bid that can be encoded if it is a bid above the cap."""
    try:
        encode(state, action)
    except MaskedAction:
        if isinstance(action, Open):
            return Open(action.plant, PLANTS[action.plant].number + RAISES - 1)
        assert isinstance(action, Bid)
        return Bid(state.bid + RAISES)
    return action


def _columns(plan: DatasetPlan, table: TableChoice, game: Game, notes: Notes) -> Columns:
    """Return all columns of a finished game."""
    action, seat, decision, part = np.array(notes.choices).T
    rows = len(notes.choices)
    values: dict[str, Any] = {
        "observation": np.frombuffer(b"".join(notes.observations), np.uint8).reshape(rows, OBSERVATION),
        "mask": packed(b"".join(notes.masks)),
        "action": action,
        "game": np.full(rows, table.game),
        "seed": np.full(rows, table.seed, np.uint64),
        "board": np.full(rows, plan.boards.index(table.board)),
        "players": np.full(rows, table.players),
        "seat": seat,
        "bot": np.array([plan.labels.index(label) for label in table.seats])[seat],
        "decision": decision,
        "part": part,
        "last": _last(seat),
    }
    for name, of_seats in _outcome(game).items():
        values[name] = np.array(of_seats)[seat]
    return {column.name: values[column.name].astype(column.type) for column in COLUMNS}


def _last(seat: Any) -> Any:
    """Return, for each row, whether it is the last of its seat."""
    rows = np.arange(len(seat))
    last = {who: row for row, who in enumerate(seat.tolist())}
    return np.isin(rows, list(last.values()))


def _outcome(game: Game) -> dict[str, list[float]]:
    """Return the outcome of a finished game for each seat."""
    outcome = {name: reward(game.ranking, game.players) for name, reward in REWARDS.items()}
    final = {seat: place for place in game.ranking for seat in place.seats}
    for name in ("powered", "money", "cities"):
        outcome[name] = [getattr(final[seat], name) for seat in range(game.players)]
    return outcome
