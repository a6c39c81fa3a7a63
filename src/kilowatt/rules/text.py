"""Any value as short text for messages."""


def shown(value: object) -> str:
    """The ``repr`` of any value, shortened. This never fails, whatever it is given."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a number of 5,000 digits, or an object whose repr fails
        text = f"<{type(value).__name__}>"
    return shortened(text)


def shortened(text: str, most: int = 80) -> str:
    """A text cut to fit into a sentence: at most 80 characters, or ``most``."""
    return text if len(text) <= most else text[: most - 3] + "…"
