"""Ceilings (R4.11) on both databases. Their rules are in tests/table/test_ceilings.py."""

from pathlib import Path

from tests.server.kit import Data, Guest, RunningServer, Socket, me, run

from kilowatt.testing import pins

THREE = [me("Ann"), me("Bob"), me("Cid")]


async def play(socket: Socket, action: Data) -> int:
    answer = await socket.play(action)
    assert answer["type"] == "accepted", answer
    number: int = answer["decision"]
    await socket.caught_up(number + 1)
    return number


async def open_3(socket: Socket) -> list[int]:
    """The first opens plant 3 at 3; the seats in the order in which they bid, the opener first."""
    first: int = socket.view["seat"]
    await play(socket, {"do": "open", "plant": 3, "bid": 3})
    return [(first + place) % 3 for place in range(3)]


async def leave(socket: Socket, seat: int, amount: int | None) -> None:
    answer = await socket.ask("ceiling", seat=seat, amount=amount)
    assert (answer["type"], answer.get("decision")) == ("accepted", None), answer


def events_of(socket: Socket, kind: str) -> list[Data]:
    return [event for entry in socket.entries for event in entry["events"] if event["event"] == kind]


async def sale(socket: Socket) -> tuple[int, int]:
    """Who bought the plant, and for how much."""
    while not events_of(socket, "plant-sold"):
        await socket.hear()
    sold = events_of(socket, "plant-sold")[0]
    return sold["seat"], sold["price"]


@pins("R4.11")
def test_ceilings_survive_the_loss_of_the_server(database_url: str, tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(database_url).log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=THREE)
                await ann.start(table)
                async with ann.at(table) as socket:
                    order = await open_3(socket)
                    await leave(socket, order[0], 9)
                    await leave(socket, order[2], 12)
                    server.kill()
                server.start()
                async with ann.at(table, seen=0) as socket:
                    assert socket.decision == 1
                    await play(socket, {"do": "drop"})  # of the second
                    assert await sale(socket) == (order[2], 10)

    run(evening())
