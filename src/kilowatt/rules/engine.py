"""Runs the phases: ``refuse`` checks an action, ``apply`` plays it; both leave the rules to the phases."""

from typing import Any, Final

from kilowatt.rules.actions import Action
from kilowatt.rules.errors import Refusal
from kilowatt.rules.events import Event, GameEnded, PhaseBegan, RoundBegan
from kilowatt.rules.phases import auction, building, bureaucracy, draft, fuel
from kilowatt.rules.phases.question import Question
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.phases.steps import begin_step_2_if_due, begin_step_3_if_due, is_end
from kilowatt.rules.phases.turn_order import turn_order
from kilowatt.rules.state import NO_SEAT, Ask, State

QUESTIONS: Final[list[Question[Any]]] = [
    draft.Picking(),
    auction.Opening(),
    auction.Bidding(),
    auction.Scrapping(),
    auction.Keeping(),
    fuel.Buying(),
    building.Building(),
    bureaucracy.Running(),
    Question(None, phase=4, clause="R6.9"),
]
"""Every question, by ``Ask``. The last one asks nothing: the game is over."""


def question_of(state: State) -> Question[Any]:
    """The question that is asked in this position."""
    return QUESTIONS[state.question]


def refuse(state: State, action: object) -> Refusal | None:
    """Return why the acting player may not do this now, or None if it is legal.

    The action may be anything that a caller brings: this is where its types are checked.
    """
    question = QUESTIONS[state.question]
    given = type(action)
    if given is question.answer:
        for field in question.fields:
            refusal = field.refuse(action)
            if refusal is not None:
                return refusal
        return question.refuse(state, action)
    if question.done is not None and given is type(question.done):
        return question.refuse_done(state)
    return question.refuse_other(action)


def apply(state: State, action: Action, events: list[Event]) -> None:
    """Play an action that ``refuse`` allows, up to the next question. What happens is added to ``events``."""
    question = QUESTIONS[state.question]
    if type(action) is question.answer:
        goes_on = question.apply(state, action, events)
    else:
        goes_on = question.apply_done(state, events)
    if not goes_on:
        _begin_next_phase(state, events)


def _begin_next_phase(state: State, events: list[Event]) -> None:
    """The phase is over, and the next one begins."""
    if state.phase == 2:
        auction.end_auction(state, events)
        begin_step_3_if_due(state, events)
        _ask_everybody(state, Ask.BUY, state.setup.players - 1, events)
    elif state.phase == 3:
        _ask_everybody(state, Ask.BUILD, state.setup.players - 1, events)
    elif state.phase == 4:
        _after_building(state, events)
    elif state.phase == 5:
        _next_round(state, events)
    else:
        begin_game(state, events)


def _ask_everybody(state: State, question: int, turn: int, events: list[Event]) -> None:
    """Begin a phase with this place in the turn order: the last (R5.1, R6.1) or the first (R7.1)."""
    state.phase = QUESTIONS[question].phase
    state.turn = turn
    state.seat = state.order[turn]
    state.question = question
    events.append(PhaseBegan(state.phase))


def begin_game(state: State, events: list[Event]) -> None:
    """The regions are known: round 1 begins, in the drawn order (R2.3, R3.2)."""
    events.append(RoundBegan(1, state.order))
    auction.begin_auction(state, events)


def _after_building(state: State, events: list[Event]) -> None:
    """R6.9 before R6.8: the game ends, or a step may begin, and phase 5 follows."""
    if is_end(state):
        state.seat = NO_SEAT
        state.question = Ask.NOTHING
        events.append(GameEnded(ranking(state)))
        return
    begin_step_2_if_due(state, events)
    begin_step_3_if_due(state, events)
    _ask_everybody(state, Ask.RUN, 0, events)


def _next_round(state: State, events: list[Event]) -> None:
    """The end of phase 5, and phase 1 of the next round."""
    bureaucracy.resupply_fuel(state, events)
    bureaucracy.update_plant_market(state, events)
    begin_step_3_if_due(state, events)
    state.round += 1
    state.order = turn_order(state)
    events.append(RoundBegan(state.round, state.order))
    auction.begin_auction(state, events)
