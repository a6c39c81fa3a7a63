"""Options for every board: each turns a rulebook into another one."""

from kilowatt.options.first_game import with_first_game
from kilowatt.options.flux import with_flux
from kilowatt.rules.board import Board
from kilowatt.rules.errors import InvalidSetup
from kilowatt.rules.rulebook import Rulebook
from kilowatt.rules.text import shown

DEFAULTS: dict[str, object] = {"flux": False, "first_game": False, "hidden_money": False, "round_limit": 100}
MOST_ROUNDS = 1_000_000


def compose(board: Board, chosen: dict[str, object]) -> tuple[Rulebook, dict[str, object]]:
    """Return the board's rulebook with these options, and all options in full. ``InvalidSetup`` if one is wrong."""
    options = dict(DEFAULTS)
    options.update({name: option.default for name, option in board.options.items()})
    for name in chosen:
        if name not in options:
            message = f"There is no option {name!r} on {board.name}. There are: {', '.join(options)}."
            raise InvalidSetup(message, f"option {name}")
    options.update(chosen)
    for name in ("flux", "first_game", "hidden_money"):
        if not isinstance(options[name], bool):
            message = f"{name} must be True or False, not {shown(options[name])}."
            raise InvalidSetup(message, f"option {name}")
    limit = options["round_limit"]
    if limit is not None and (type(limit) is not int or not 1 <= limit <= MOST_ROUNDS):
        message = f"round_limit is a whole number from 1 to {MOST_ROUNDS:,}, or None for no limit, not {shown(limit)}."
        raise InvalidSetup(message, "option round_limit")
    rules = board.rules
    for name, option in board.options.items():
        value = options[name]
        if not isinstance(value, str) or value not in option.choices:
            message = f"{name} is one of {', '.join(option.choices)}, not {shown(value)}."
            raise InvalidSetup(message, f"option {name}")
        rules = option.choices[value](rules)
    if options["flux"]:
        rules = with_flux(rules)
    if options["first_game"]:
        rules = with_first_game(rules)
    return rules, options
