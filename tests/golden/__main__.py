"""``python -m tests.golden`` writes the golden games again; the diff is the review."""

import sys

from .games import FOLDER, golden_games, path_of, played


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    games = golden_games()
    for path in FOLDER.glob("*.record"):
        if path.stem not in games:
            path.unlink()
    for name, arguments in games.items():
        game = played(arguments)
        path_of(name).write_text(game.record(), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{name}: {game.decisions} decisions, {game.round} rounds, Step {game.step}\n")


if __name__ == "__main__":
    main()
