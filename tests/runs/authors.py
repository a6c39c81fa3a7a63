"""The folder of a bot author: a bot, a factory, a helper and a file of weights."""

from pathlib import Path

BOT = """\
from pathlib import Path

import {helper}
from kilowatt.bots import Bot


class Watt(Bot):
    name = "watt"
    title = "Watt"
    about = "A bot of a test."

    def __init__(self, depth=1):
        self.depth = depth
        self.weights = Path(__file__).with_name("learner.npz").read_bytes()

    def decide(self, view, legal, rng, limit):
        return legal.sample(rng)
"""
FACTORY = """\
from {bot} import Watt


def make():
    return Watt(depth=3)
"""


class AuthorFolder:
    """A folder with a bot; the names of its modules are unique, since this process may import them."""

    def __init__(self, path: Path, mark: str) -> None:
        self.path = path
        self.bot, self.helper, self.factory = f"bot_{mark}", f"helper_{mark}", f"factory_{mark}"
        path.mkdir(parents=True, exist_ok=True)
        self.write(f"{self.bot}.py", BOT.format(helper=self.helper))
        self.write(f"{self.helper}.py", "SCALE = 1\n")
        self.write(f"{self.factory}.py", FACTORY.format(bot=self.bot))
        self.write("learner.npz", "weights of the first training")

    @property
    def watt(self) -> str:
        """The class, as the command line names it."""
        return f"{self.bot}:Watt"

    @property
    def made(self) -> str:
        """The factory, as the command line names it."""
        return f"{self.factory}:make"

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.path / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Edit a file."""
        text = (self.path / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))
