"""What one stranger can do to a server with its usual limits, and how little of it others feel."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.server.attacking import Shelf
from tests.server.attacks import ATTACKS, Felt, attacked, somebody_plays
from tests.server.kit import RunningServer, run
from tests.server.test_long_games import lay_long

from kilowatt.server.limits import Limits
from kilowatt.table.state import MOST_ENTRIES

pytestmark = [
    pytest.mark.load,
    pytest.mark.xdist_group("floods"),
    pytest.mark.skipif(sys.platform != "linux", reason="the stranger has an address that only Linux gives"),
]

SECONDS = 4.0


@pytest.mark.parametrize("name", ATTACKS)
def test_whatever_a_stranger_does_somebody_else_plays_on(name: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    long_game = lay_long(shelf, MOST_ENTRIES - 2)

    async def evening() -> None:
        with RunningServer(shelf.url, limits=Limits()) as server:
            async with somebody_plays(server.url) as felt:
                await asyncio.sleep(1)
                with attacked(name, server.url, long_game.id):
                    felt.append(Felt())
                    await asyncio.sleep(SECONDS)
        assert len(felt[1].pings) > 5
        assert len(felt[1].bots) > 5
        assert max(felt[1].pings) < 1.0
        assert max(felt[1].bots) < 2.0

    run(evening())
