"""Every way to get a game: new, read from a snapshot or a record, sampled from a view or a game, or unpickled."""

import copyreg
import secrets
from collections.abc import Sequence
from os import PathLike, fspath
from random import Random
from typing import Any

from kilowatt.boards import find_board
from kilowatt.options import compose
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput, InvalidRecord, InvalidSetup, NoRecord
from kilowatt.rules.formats import record_reading
from kilowatt.rules.formats.headers import Headers
from kilowatt.rules.formats.record import write_concealed_record
from kilowatt.rules.formats.snapshot_reading import read_snapshot
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game, begin_at, start_game
from kilowatt.rules.hidden.resampling import resample_hidden
from kilowatt.rules.hidden.sampling import sample_hidden
from kilowatt.rules.setup import make_setup
from kilowatt.rules.text import shown


def new_game(
    board: str,
    players: int,
    *,
    seed: int | None = None,
    regions: Sequence[str] | None = None,
    order: Sequence[int] | None = None,
    deck: Sequence[int | str] | None = None,
    deck_after_step_3: Sequence[int | str] | None = None,
    flux: bool = False,
    first_game: bool = False,
    hidden_money: bool = False,
    round_limit: int | None = 100,
    **board_options: object,
) -> Game:
    """Set up a game.

    :param board: the key of a board: ``"germany"``, ``"central-europe"`` …
    :param players: 2 to 6.
    :param seed: decides everything that is not given; the same seed gives the same game everywhere. None: random.
    :param regions: the regions in play (R2.1); ``"draft"`` lets the players pick; None draws them.
    :param order: the seats in the turn order of round 1 (R2.3); None draws it.
    :param deck: the deck after cards were removed, top first, ``"step3"`` among the plants; what is in
        neither the deck nor the opening market counts as removed. Any order is accepted. None shuffles it by R2.5.
    :param deck_after_step_3: the order of the cards left once Step 3 has come up; plants not listed follow, lowest
        first.
    :param flux: with the Flux Generator (section 10).
    :param first_game: the first-game variant (section 11).
    :param hidden_money: views do not show other players' money until the end (R8.7).
    :param round_limit: the game ends after phase 4 of this round at the latest (R8.9); None for no limit.
    :param board_options: options of one board: ``first_pass="anyone"`` on Russia (R9.6).
    :raises BadInput: ``UnknownBoard`` or ``InvalidSetup``, with a message that explains what is wrong.

    >>> import kilowatt
    >>> kilowatt.new_game("japan", players=3, seed=1, flux=True)
    <Game of japan, 3 players, round 1, phase 2, seat 0 to act>
    """
    if seed is None:
        seed = secrets.randbits(128)
    elif type(seed) is not int or seed < 0:
        message = f"seed must be a whole number from 0 on, not {shown(seed)}."
        raise InvalidSetup(message)
    options: dict[str, object] = {
        "flux": flux,
        "first_game": first_game,
        "hidden_money": hidden_money,
        "round_limit": round_limit,
        **board_options,
    }
    return _set_up(
        board,
        players,
        options,
        rng=Random(seed),
        regions=regions,
        order=order,
        deck=deck,
        deck_after_step_3=deck_after_step_3,
    )


def _set_up(key: str, players: int, options: dict[str, object], rng: Random | None = None, **chance: object) -> Game:
    board = find_board(key)
    rules, all_options = compose(board, options)
    return start_game(make_setup(board, rules, players, options=all_options, rng=rng or Random(0), **chance))


def read_record(text: str) -> Game:
    """Replay and verify a record and return its game; ``InvalidRecord`` names the first line that is wrong.

    It takes the text: for a file, ``read_record(Path("game.kw").read_text(encoding="utf-8"))``.

    >>> import kilowatt
    >>> game = kilowatt.new_game("germany", players=2, seed=7)
    >>> events = game.play(kilowatt.Open(plant=4, bid=4))
    >>> kilowatt.read_record(game.record()).log
    [<seat 1: Open(plant=4, bid=4)>]
    """
    path = _path_in(text)
    if path is not None:
        message = (
            f"{shown(path)} is the path of a file, and read_record takes its text: "
            f'kilowatt.read_record(Path({shown(path)}).read_text(encoding="utf-8")).'
        )
        raise InvalidRecord(message)
    try:
        return record_reading.read_record(text, _set_up)
    except InvalidRecord as error:
        if error.line is None:  # not even a text
            raise
        *whole, last = text.split("\n")
        if error.line != len(whole) + 1 or not whole or not last.strip():
            raise
        reason = str(error).partition(": ")[2].removeprefix("the record breaks off here: ")
        message = f"the record breaks off in the middle of this line, {shown(last)}: {reason}"
        raise InvalidRecord(message, error.line) from None


def _path_in(given: object) -> str | None:
    """The path of a file, if that was given instead of a text."""
    if isinstance(given, PathLike):
        return str(fspath(given))
    if not isinstance(given, str) or "\n" in given or given.startswith("kilowatt-record"):
        return None
    return given if given.endswith((".kw", ".txt")) or "/" in given or "\\" in given else None


def from_snapshot(data: object) -> Game:
    """Return a game in the position of a snapshot, without history. Raises ``InvalidSnapshot`` if the data is wrong."""
    return begin_at(read_snapshot(data, find_board, compose), [], has_history=False)


def sample_game(view: View, rng: Random) -> Game:
    """Return a game in the position of a view, with what the view hides dealt at random.

    The deck and the removed cards are dealt by the set-up rules (R2.5) from the cards nobody has seen. Hidden money is
    anything from the least that player must have to twice the viewer's money or the starting money, whichever is more.

    >>> import kilowatt
    >>> from random import Random
    >>> view = kilowatt.new_game("germany", players=2, seed=7).view(0)
    >>> dealt = kilowatt.sample_game(view, Random(1))
    >>> dealt.view(0) == view
    True
    """
    if type(view) is not View:
        message = "sample_game needs a view, as game.view(seat) gives it."
        raise BadInput(message)
    try:
        data = sample_hidden(view, find_board(view.board).atlas, rng)
    except (LookupError, TypeError):
        data = {}
    if len(data.get("deck", ())) != view.deck_size:
        message = "This view is not consistent: its deck, seats or options do not match. Use one from game.view(seat)."
        raise BadInput(message)
    return from_snapshot(data)


def resample_game(game: Game, rng: Random) -> Game:
    """Return the same game, decision by decision, with everything that nobody has seen yet dealt again at random.

    That is the rest of the deck, the removed cards (R2.5, R9.6), the part of the order after Step 3 that is still
    unknown, and the turn order during a draft (R2.1). Every decision has the same events, and the views are the same.
    The result depends only on public information and on ``rng``, never on the true hidden cards. A game that is over
    is returned unchanged.
    """
    if game.is_over:
        return game
    if not game.has_history:
        message = "This game began from a snapshot, so what was seen is not known: use kilowatt.sample_game on a view."
        raise NoRecord(message)
    return _receive(True, {**_beginning(game), **resample_hidden(game, rng)}, _actions(game), game.headers)


def concealed_record(game: Game, rng: Random, commitment: str | None = None) -> str:
    """Return a record of a game in progress that is safe to publish: everything still hidden is dealt again for it.

    It has a line ``concealed`` and, if given, the commitment made at the start, without its salt. With hidden money it
    leaves out the accounts after each round. Raises ``BadInput`` if the game is over.
    """
    return write_concealed_record(resample_game(game, rng), commitment)


def _send(game: Game) -> tuple[Any, ...]:
    """Pickle a game as how it began and the decisions since."""
    begin = _beginning(game) if game.has_history else game.at(0).snapshot()
    return _receive, (game.has_history, begin, _actions(game), game.headers)


def _beginning(game: Game) -> dict[str, Any]:
    """The options and what chance decided, as arguments of ``_set_up``."""
    setup = game.setup
    return {
        "key": setup.board.key,
        "players": setup.players,
        "options": setup.options,
        "regions": list(setup.regions) or "draft",
        "order": list(setup.order),
        "deck": [card.name for card in setup.deck],
        "deck_after_step_3": [plant.name for plant in setup.after_step_3],
    }


def _actions(game: Game) -> list[Action]:
    return [entry.action for entry in game.log]


def _receive(has_history: bool, begin: dict[str, Any], actions: list[Action], headers: Headers) -> Game:
    game = _set_up(**begin) if has_history else from_snapshot(begin)
    for action in actions:
        game.play(action)
    game.headers = headers
    return game


copyreg.pickle(Game, _send)
