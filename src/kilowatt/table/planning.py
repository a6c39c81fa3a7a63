"""Planning: "what if" and hints. Both use only what the seat may know, and change nothing."""

from collections.abc import Sequence
from random import Random
from typing import Any

import kilowatt
from kilowatt.bots import Misbehaviour, UnknownBot
from kilowatt.rules.actions import Action, action_to_data
from kilowatt.rules.errors import IllegalAction, Refusal
from kilowatt.rules.events import reveals
from kilowatt.rules.game import Game
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.table.advisers import Adviser, Asker
from kilowatt.table.automatic_moves import BOT_SECONDS, STAND_IN
from kilowatt.table.denials import Denied, denied_by_rules
from kilowatt.table.messages import Answer, Hint
from kilowatt.table.state import TableState


def what_if(state: TableState, seat: int, decision: int, key: str, actions: Sequence[Action]) -> Answer:
    """Try actions on a game sampled from the seat's view, never on the real one; stop before a card is drawn."""
    game = _asked(state, seat, decision)
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


async def hint(state: TableState, adviser: Adviser, asker: Asker, seat: int, decision: int, key: str) -> Hint:
    """Ask a bot what it would do in the seat's place; ``Denied`` if the table has no hints."""
    if not state.agreed.hints:
        raise Denied("no-hints")
    game = _asked(state, seat, decision)
    try:
        advice = await adviser.advise(STAND_IN, game.view(seat), BOT_SECONDS, asker)
    except (Misbehaviour, UnknownBot) as error:
        raise Denied("no-hint", why=str(error)) from error
    reasons = [
        {"code": reason.code, "facts": dict(reason.facts), "sentence": reason.sentence()} for reason in advice.reasons
    ]
    return Hint(key, STAND_IN, action_to_data(advice.action), reasons)


def _asked(state: TableState, seat: int, decision: int) -> Game:
    """Return the game if it is this seat's turn at this decision; otherwise raise ``Denied``."""
    game = state.require_open()
    if decision != state.number:
        raise Denied("stale")
    if game.seat != seat:
        up = SEAT_NAMES[game.state.seat].capitalize()
        raise denied_by_rules(Refusal("R3.1", "not-your-turn", turn=up))
    return game
