"""What went wrong with a bot: in a few words, where in its code, and as a traceback."""

import traceback

from kilowatt.bots.own_code import place_in_own_code, without_callers
from kilowatt.rules.text import shortened

LONGEST_TRACE = 6_000
"""The most characters of a traceback: a longer one is cut in the middle."""

LONGEST_ERROR = 400
"""The most characters of an error's own words: enough for a sentence that says what to do."""

FAILURES = "bot-failures"
"""The folder, in the current one, for the records of games in which a bot failed."""


def describe_error(error: BaseException) -> str:
    """An error raised by a bot's code in one line, as the end of a sentence."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - an error whose __str__ fails is described by its type
        words = ""
    text = f"{type(error).__name__}: {shortened(words, LONGEST_ERROR)}" if words else type(error).__name__
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."


def describe_place(error: BaseException) -> str:
    """Where in the author's own code an error was raised: `` At my_bot.py, line 12, in decide.``, or nothing."""
    place = place_in_own_code(error.__traceback__)
    return "" if place is None else f" At {place}."


def format_trace(error: BaseException) -> str:
    """The traceback of an error from the author's own code on, as Python prints it."""
    try:
        made = traceback.TracebackException(type(error), error, without_callers(error.__traceback__))
        text = "".join(made.format()).rstrip()
    except Exception:  # noqa: BLE001 - an error that cannot be shown
        return describe_error(error)
    half = LONGEST_TRACE // 2
    return text if len(text) <= LONGEST_TRACE else f"{text[:half]}\n…\n{text[-half:]}"
