"""What one stranger's attacks cost others at the same server, beside the same server while it is quiet.

    python bench/attacks.py [--seconds 10] [NAME ...]

Somebody plays with `novice` at a server with its usual limits, from another address than the stranger's. Measured are
the answers to pings and the waits for the bot, in milliseconds: while nothing else happens, then during each attack.
Linux only: the addresses are 127.0.0.2 and 127.0.0.3.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the attacks are those of the tests

from tests.server.attacking import Shelf
from tests.server.attacks import ATTACKS, Felt, attacked, somebody_plays
from tests.server.kit import RunningServer
from tests.server.test_long_games import lay_long

from kilowatt.rules import engine
from kilowatt.server.limits import Limits
from kilowatt.table.state import MOST_ENTRIES


def in_words(seconds: list[float]) -> str:
    """The median, the 99th percentile and the worst, in milliseconds."""
    if not seconds:
        return f"{'none':>24}"
    found = sorted(1000 * value for value in seconds)
    return "".join(f"{found[min(len(found) - 1, int(share * len(found)))]:8.1f}" for share in (0.5, 0.99, 1.0))


async def measure(names: list[str], seconds: float, folder: Path) -> None:
    """Print what somebody else feels, quiet and attacked in turn."""
    shelf = Shelf(folder)
    long_game = lay_long(shelf, MOST_ENTRIES - 2)
    print(f"{'':30}{'ping: median, 99 %, worst':>26}{'novice: median, 99 %, worst':>30}")
    for name in names:
        with RunningServer(shelf.url, limits=Limits()) as server:
            async with somebody_plays(server.url) as felt:
                await asyncio.sleep(1.0)
                for title in (f"quiet, before {name}"[:29], name):
                    with contextlib.ExitStack() as stack:
                        if title == name:
                            stack.enter_context(attacked(name, server.url, long_game.id))
                        felt.append(Felt())
                        await asyncio.sleep(seconds)
                    print(f"{title:30}{in_words(felt[-1].pings):>26}{in_words(felt[-1].bots):>30}", flush=True)


def main() -> None:
    """Measure the attacks that were named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"of: {', '.join(ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    if unknown := set(options.names) - set(ATTACKS):
        parser.error(f"there is no attack {min(unknown)!r}")
    print(f"The rules are {'compiled' if str(engine.__file__).endswith(('.so', '.pyd')) else 'interpreted'}.")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(options.names or list(ATTACKS), options.seconds, Path(folder)))


if __name__ == "__main__":
    main()
