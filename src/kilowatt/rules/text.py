"""Values as short text for messages, whatever they are."""


def shown(value: object) -> str:
    """Any value as Python writes it, but not at any length; this never fails, whatever it is given."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a number of 5,000 digits, or an object that cannot show itself
        text = f"<{type(value).__name__}>"
    return shortened(text)


def shortened(text: str) -> str:
    """A text of any length, as much of it as a sentence can bear."""
    return text if len(text) <= 80 else text[:77] + "…"
