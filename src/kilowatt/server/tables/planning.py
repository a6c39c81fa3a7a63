"""Planning: "what if" and hints. Both use only what the seat may know, and change nothing."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.bots import Misbehaviour, UnknownBot
from kilowatt.rules.actions import Action, action_to_data
from kilowatt.rules.errors import IllegalAction, Refusal
from kilowatt.rules.events import reveals
from kilowatt.rules.game import Game
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.server.denials import Denied, denied_by_rules
from kilowatt.server.sockets.messages import Answer, Hint
from kilowatt.server.tables.automatic_moves import BOT_SECONDS, STAND_IN
from kilowatt.server.tables.playing import require_open
from kilowatt.server.tables.table import Table

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry


def what_if(table: Table, seat: int, decision: int, key: str, actions: Sequence[Action]) -> Answer:
    """Try actions on a game sampled from the seat's view, never on the real one; stop before a card is drawn."""
    game = _asked(table, seat, decision)
    # Any sample will do: nothing that depends on it is shown.
    dealt = kilowatt.sample_game(game.view(seat), Random(0))
    for played, action in enumerate(actions):
        try:
            trial = dealt.copy()
            events = trial.play(action, seat)
        except IllegalAction as error:
            return _answer(dealt, seat, key, played, "refused", error.refusal)
        if reveals(events):
            return _answer(dealt, seat, key, played, "card", None)
        dealt = trial
    return _answer(dealt, seat, key, len(actions), None, None)


def _answer(game: Game, seat: int, key: str, played: int, stopped: Any, refusal: Refusal | None) -> Answer:
    return Answer(
        key=key,
        played=played,
        view=game.view(seat),
        offers=game.offers().to_data() if game.seat == seat else None,
        stopped=stopped,
        refusal=None if refusal is None else refusal.to_data(),
    )


async def hint(registry: "TableRegistry", table: Table, seat: int, decision: int, key: str) -> Hint:
    """Ask a bot what it would do in the seat's place; ``Denied`` if the table has no hints."""
    if not table.agreed.hints:
        raise Denied("no-hints")
    game = _asked(table, seat, decision)
    try:
        advice = await registry.bot_pool.advise(STAND_IN, game.view(seat), BOT_SECONDS)
    except (Misbehaviour, UnknownBot) as error:
        raise Denied("no-hint", why=str(error)) from error
    reasons = [
        {"code": reason.code, "facts": dict(reason.facts), "sentence": reason.sentence()} for reason in advice.reasons
    ]
    return Hint(key, STAND_IN, action_to_data(advice.action), reasons)


def _asked(table: Table, seat: int, decision: int) -> Game:
    """Return the game if it is this seat's turn at this decision; otherwise raise ``Denied``."""
    require_open(table)
    game = table.game
    assert game is not None
    if decision != table.number:
        raise Denied("stale")
    if game.seat != seat:
        up = SEAT_NAMES[game.state.seat].capitalize()
        raise denied_by_rules(Refusal("R3.1", "not-your-turn", turn=up))
    return game
