"""What went wrong with a bot, in a few words."""

from kilowatt.rules.text import shortened


def describe_error(error: BaseException) -> str:
    """An error raised by a bot's code in one line, as the end of a sentence."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - an error whose __str__ fails is described by its type
        words = ""
    text = f"{type(error).__name__}: {shortened(words)}" if words else type(error).__name__
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."
