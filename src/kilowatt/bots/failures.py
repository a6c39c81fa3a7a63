"""What went wrong with a bot, in a few words."""

from kilowatt.rules.text import shortened


def describe_error(error: BaseException) -> str:
    """An error of somebody else's code in one line, as the end of a sentence."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - its own trouble is not ours
        words = ""
    said = f"{type(error).__name__}: {shortened(words)}" if words else type(error).__name__
    return said if said.endswith((".", "…", "!", "?")) else f"{said}."
