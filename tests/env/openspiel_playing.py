"""Helpers for tests of the OpenSpiel game: play it on, and collect everything a state returns."""

from collections.abc import Callable
from random import Random
from typing import Any

State = Any  # OpenSpiel comes without types


def sampled(odds: list[tuple[int, float]], rng: Random) -> int:
    """One outcome of chance, by its probability."""
    return rng.choices([index for index, _ in odds], [chance for _, chance in odds])[0]


def at_random(
    start: Any,
    rng: Random,
    until: Callable[[State], bool] = lambda _: False,
    choose: Callable[[list[int]], int] | None = None,
) -> State:
    """A game, or a copy of a state, played on by one index at least until it is so far, or over."""
    state = start.clone() if hasattr(start, "clone") else start.new_initial_state()
    pick = choose or rng.choice
    while not state.is_terminal():
        state.apply_action(
            sampled(state.chance_outcomes(), rng) if state.is_chance_node() else pick(state.legal_actions())
        )
        if until(state):
            break
    return state


def to_decision(game: Any, *words: str) -> State:
    """The first decision after these actions, in words; chance takes its first outcome."""
    state = game.new_initial_state()
    left = list(words)
    while state.is_chance_node() or left:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            wanted = left.pop(0)
            seat = state.current_player()
            state.apply_action(next(i for i in state.legal_actions() if state.action_to_string(seat, i) == wanted))
    return state


def outputs_of(state: State) -> list[Any]:
    """Everything that the methods of a state return."""
    players = range(state.num_players())
    outputs = [str(state), state.history(), state.current_player(), state.returns(), state.is_terminal()]
    if not state.is_terminal():
        outputs += [state.legal_actions(), [state.action_to_string(i) for i in state.legal_actions()]]
    if state.is_chance_node():
        outputs.append(state.chance_outcomes())
    for seat in players:
        outputs += [state.observation_string(seat), state.information_state_string(seat)]
        outputs.append(list(state.observation_tensor(seat)))
    return outputs
