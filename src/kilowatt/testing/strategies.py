"""Hypothesis strategies for authors of boards and bots: set-ups, games, and positions reached by play.

    from hypothesis import given
    from kilowatt.testing import strategies as kw

    @given(kw.positions(boards=["japan"], asked=["build-house"]))
    def test_my_bot_finds_a_house(game): ...

Hypothesis decides everything that is drawn, so a failing example can be replayed and shrunk.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

try:
    from hypothesis import reject
    from hypothesis import strategies as st
    from hypothesis.strategies import DrawFn, SearchStrategy
except ModuleNotFoundError as error:
    _MESSAGE = "kilowatt.testing.strategies needs Hypothesis: pip install hypothesis."
    raise ModuleNotFoundError(_MESSAGE, name=error.name) from error

from kilowatt import (
    Action,
    Bid,
    Board,
    Drop,
    Game,
    Open,
    Pass,
    RunPlants,
    StopBuilding,
    StopBuying,
    boards,
    find_board,
    new_game,
)
from kilowatt.rules.engine import question_of

__all__ = ["PLAYERS", "any_action", "board_keys", "eager", "games", "play_on", "positions", "set_ups"]

PlayerStyle = Callable[[Game, Random], Action]

ROUND_LIMITS = (100, 100, 100, 100, 100, 100, None, None, 20, 5, 1)


# Players who decide at random


def any_action(game: Game, rng: Random) -> Action:
    """Any legal action, as ``LegalActions.sample`` draws it."""
    return game.legal_actions().sample(rng)


def eager(game: Game, rng: Random) -> Action:
    """A player who makes progress: few plants at low bids, much fuel, many houses, all plants running."""
    legal = game.legal_actions()
    action = legal.sample(rng)
    if isinstance(action, Open | Pass):
        has_enough = len(game.state.holdings[game.state.seat].plants) > 1 and rng.random() < 0.7
        if has_enough and Pass() in legal:
            return Pass()
        if isinstance(action, Open):
            return Open(action.plant, 33 if action.plant == "flux" else action.plant)
    if isinstance(action, Bid):
        return Bid(game.state.bid + 1) if rng.random() < 0.4 else Drop()
    tries = 3
    while tries and isinstance(action, StopBuying | StopBuilding):
        action = legal.sample(rng)
        tries -= 1
    if isinstance(action, RunPlants):
        for _ in range(6):
            other = legal.sample(rng)
            if isinstance(other, RunPlants) and len(other.plants) > len(action.plants):
                action = other
    return action


PLAYERS: tuple[PlayerStyle, ...] = (any_action, eager)
"""The styles of play that ``positions`` mixes."""


def play_on(game: Game, rng: Random, decisions: int, player: PlayerStyle = any_action) -> None:
    """Play this many decisions, or to the end."""
    for _ in range(decisions):
        if game.is_over:
            return
        game.play(player(game, rng))


# Set-ups


def board_keys() -> SearchStrategy[str]:
    """The key of one of the boards."""
    return st.sampled_from([board.key for board in boards()])


@st.composite
def set_ups(
    draw: DrawFn,
    /,
    *,
    boards: Sequence[str] | None = None,
    players: Sequence[int] = (2, 3, 4, 5, 6),
    odd_decks: bool = True,
    **fixed: Any,
) -> dict[str, Any]:
    """Arguments for ``kilowatt.new_game``, with every option the board has.

    :param boards: the keys to choose from, None for those of all boards.
    :param players: the numbers of players to choose from.
    :param odd_decks: also draw decks that R2.5 would not give: short ones, and the Step 3 card anywhere.
    :param fixed: arguments that are not drawn: ``flux=True``, ``regions="draft"`` …
    """
    key = draw(board_keys() if boards is None else st.sampled_from(list(boards)))
    number = draw(st.sampled_from(list(players)))
    board = find_board(key)
    arguments: dict[str, Any] = {
        "board": key,
        "players": number,
        "seed": draw(st.integers(0, 2**32 - 1)),
        "flux": draw(st.booleans()),
        "first_game": draw(st.sampled_from([False, False, False, True])),
        "hidden_money": draw(st.booleans()),
        "round_limit": draw(st.sampled_from(ROUND_LIMITS)),
    }
    for name, option in board.options.items():
        arguments[name] = draw(st.sampled_from(list(option.choices)))
    arguments.update(fixed)
    if "regions" not in fixed:
        legal_sets = board.atlas.region_sets(_regions_in_play(board, number))
        arguments["regions"] = draw(st.one_of(st.none(), st.just("draft"), st.sampled_from(legal_sets).map(list)))
    if "order" not in fixed:
        arguments["order"] = draw(st.one_of(st.none(), st.permutations(range(number))))
    if odd_decks and "deck" not in fixed and draw(st.sampled_from([False, False, False, True])):
        arguments["deck"] = draw(_odd_decks(board, flux=bool(arguments["flux"])))
    return arguments


def _regions_in_play(board: Board, players: int) -> int:
    """How many regions are in play with this many players (R1.5)."""
    return new_game(board.key, players, seed=0, regions="draft").setup.region_count


@st.composite
def _odd_decks(draw: DrawFn, board: Board, *, flux: bool) -> list[int | str]:
    """Some of the plants that are not in the opening market, in any order, the Step 3 card anywhere among them."""
    atlas = board.atlas
    used = [plant.name for plant in (*atlas.opening_market, *atlas.out_of_game)]
    numbers = [*range(3, 41), 42, 44, 46, 50]
    cards: list[int | str] = [name for name in numbers if name not in used]
    if flux:
        cards.append("flux")
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    rng.shuffle(cards)
    deck = cards[: draw(st.integers(0, len(cards)))]
    deck.insert(draw(st.integers(0, len(deck))), "step3")
    return deck


# Games and positions


def _evenly(most: int) -> SearchStrategy[int]:
    """A number up to about ``most``, evenly distributed: Hypothesis prefers small ones where the range is large."""
    return st.tuples(st.integers(0, most // 25), st.integers(0, 24)).map(lambda pair: 25 * pair[0] + pair[1])


def games(**narrower: Any) -> SearchStrategy[Game]:
    """A game before its first decision; takes what ``set_ups`` takes."""
    return set_ups(**narrower).map(lambda arguments: new_game(**arguments))


@st.composite
def positions(
    draw: DrawFn,
    /,
    *,
    asked: Iterable[str] | None = None,
    most_decisions: int = 700,
    styles: Sequence[PlayerStyle] = PLAYERS,
    **narrower: Any,
) -> Game:
    """A game that has been played on for a while, with its history; takes what ``set_ups`` takes.

    :param asked: the position must ask one of these questions, by the names in a snapshot (``"bid"``, ``"scrap"`` …);
        the game is played on until it does, or an earlier position is taken. None: any position, the end included.
    :param most_decisions: roughly how far to play before looking for the question.
    :param styles: the players: each a function of a game and a generator that returns an action.
    """
    game = draw(games(**narrower))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    style = draw(st.sampled_from(list(styles)))
    wanted_decisions = draw(_evenly(most_decisions))
    play_on(game, rng, wanted_decisions, style)
    if game.is_over and game.decisions and draw(st.integers(0, 9)):
        game = game.at(wanted_decisions % game.decisions)
    if asked is not None:
        wanted = set(asked)
        while not game.is_over and question_of(game.state).name not in wanted:
            game.play(style(game, rng))
        if game.is_over:  # then it was asked earlier, or never
            earlier = [number for number in range(game.decisions) if question_of(game.at(number).state).name in wanted]
            if not earlier:
                reject()
            game = game.at(earlier[wanted_decisions % len(earlier)])
    return game
