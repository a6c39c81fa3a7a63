"""Check whether the installed Kilowatt is fit to be published: the release runs this on every wheel.

    python tools/check_wheel.py [--plain]    # --plain: the wheel that is not compiled

It has the page, its rules are compiled if its name says so, and a game is played to its end.
"""

import random
import sys
from pathlib import Path

import kilowatt
from kilowatt.rules import engine
from release import version


def faults(*, plain: bool) -> list[str]:
    """What is wrong, in words."""
    package = Path(kilowatt.__file__).parent
    found = []
    if kilowatt.__version__ != version():
        found.append(f"it is version {kilowatt.__version__}, and this checkout is {version()}")
    if str(engine.__file__).endswith((".so", ".pyd")) == plain:
        found.append(f"the rules are {'compiled' if plain else 'plain Python'}: {engine.__file__}")
    if not (package / "server" / "static" / "index.html").exists():
        found.append("the page is missing")
    if not play():
        found.append("a game and its record differ")
    return found


def play() -> bool:
    """Play a random game and read its record; return whether both end alike."""
    game = kilowatt.new_game("japan", players=3, seed=7)
    rng = random.Random(7)
    while not game.is_over:
        game.play(game.legal_actions().sample(rng))
    return kilowatt.read_record(game.record()).snapshot() == game.snapshot()


def main(arguments: list[str]) -> int:
    """Print what is wrong, if anything is."""
    found = faults(plain="--plain" in arguments)
    for fault in found:
        print(f"This wheel is not fit: {fault}.", file=sys.stderr)
    if not found:
        print(f"Kilowatt {kilowatt.__version__} of {Path(kilowatt.__file__).parent} is fit to be published.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
