"""Whether the rules run compiled: what thinks for long is chosen by it."""

from kilowatt.rules import engine


def is_compiled() -> bool:
    """Whether the rules and the bots were compiled; otherwise they are about twenty times slower."""
    return str(engine.__file__).endswith((".so", ".pyd"))
