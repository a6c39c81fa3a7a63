"""Finished games looked at again: positions in a row, figures, and the analysis, which nobody can turn against us."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import Mock

import msgspec
import pytest
from tests.server.attacking import golden_game
from tests.server.hosts import DATABASES, as_view, hosted, until
from tests.server.kit import Data, Guest, RunningServer, play_on, run

import kilowatt
from kilowatt.bots import Work
from kilowatt.review import Chronicle, Review, chronicle
from kilowatt.server.limits import NO_LIMITS
from kilowatt.server.reviews.review_queue import MOST_FROM_ADDRESS, MOST_WAITING, ReviewQueue
from kilowatt.service.reviews import LONGEST_GAME, ReviewJob, Terms
from kilowatt.table.denials import Denied
from kilowatt.table.history import MOST_POSITIONS

TINY = Terms(limit=Work(1), playouts=2, proofs=2)


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    yield from hosted(request, tmp_path_factory)


def test_the_best_bot_is_asked_only_where_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for compiled, bot in ((True, "search"), (False, "planner")):
        monkeypatch.setattr("kilowatt.service.reviews.is_compiled", Mock(return_value=compiled))
        assert Terms.usual().bot == bot


def short_game() -> kilowatt.Game:
    game = kilowatt.new_game("germany", 2, seed=3, round_limit=1)
    rng = Random(3)
    while not game.is_over:
        game.play(game.legal_actions().sample(rng))
    return game


async def reviewed(guest: Guest, path: str) -> Data:
    """Ask until the review is there."""
    async with asyncio.timeout(60):
        while True:
            answer = await guest.post(path, expect=200)
            if answer["review"] is not None:
                return answer
            assert answer["done"] <= answer["of"]
            await asyncio.sleep(0.1)


# Over HTTP


def test_positions_in_a_row_are_those_of_the_replay(server: RunningServer) -> None:
    game = golden_game("germany-3")

    async def evening() -> None:
        async with Guest(server.url) as ann:
            record = (await ann.post("/api/records", {"record": game.record()}, expect=201))["id"]
            found = await ann.get(f"/api/records/{record}/positions?first=20")
            assert found["first"] == 20
            assert len(found["positions"]) == MOST_POSITIONS
            for number, one in enumerate(found["positions"], 20):
                assert as_view(one["view"]) == game.at(number).view(None)
            replay = await ann.get(f"/api/records/{record}/replay?at=25")
            assert found["positions"][5] == {"view": replay["view"], "figures": replay["figures"]}
            last = await ann.get(f"/api/records/{record}/positions?first={game.decisions}")
            assert len(last["positions"]) == 1
            beyond = await ann.get(f"/api/records/{record}/positions?first={game.decisions + 1}")
            assert beyond["code"] == "no-such-decision"
            assert (await ann.get(f"/api/records/{record}/positions?first=-1"))["code"] == "not-understood"
            assert (await ann.get("/api/records/nothing/positions"))["code"] == "no-such-record"

    run(evening())


def test_a_running_game_tells_no_figures_and_is_not_analysed(server: RunningServer) -> None:
    async def evening() -> None:
        async with Guest(server.url) as ann, Guest(server.url) as eve:
            table = await ann.make(hidden_money=True, round_limit=2)
            for path in (f"/api/tables/{table}/chronicle", f"/api/tables/{table}/positions"):
                assert (await eve.get(path))["code"] == "not-started"
            assert (await eve.post(f"/api/tables/{table}/review"))["code"] == "not-started"
            await ann.start(table)
            async with ann.at(table) as socket:
                await play_on(socket, Random(1), decisions=9)
                assert (await eve.get(f"/api/tables/{table}/chronicle"))["code"] == "not-finished"
                assert (await eve.post(f"/api/tables/{table}/review"))["code"] == "not-finished"
                public = await eve.get(f"/api/tables/{table}/positions?first=9")
                assert [player["money"] for player in public["positions"][0]["view"]["players"]] == [None, None]
                await play_on(socket, Random(2))
            text = (await eve.http.get(f"/api/tables/{table}/record")).text
            over = kilowatt.read_record(text)
            figures = await eve.get(f"/api/tables/{table}/chronicle")
            assert msgspec.convert(figures, Chronicle) == chronicle(over)
            answer = await reviewed(eve, f"/api/tables/{table}/review")
            assert answer["done"] == answer["of"]
            found = msgspec.convert(answer["review"], Review)
            assert [one.action for one in found.decisions] == [entry.action for entry in over.log]
            assert (found.bot, found.playouts, found.proofs) == (Terms.usual().bot, 2, 32)

    run(evening())


def test_an_uploaded_game_has_figures_and_is_analysed(server: RunningServer) -> None:
    game = short_game()

    async def evening() -> None:
        async with Guest(server.url) as ann:
            record = (await ann.post("/api/records", {"record": game.record()}, expect=201))["id"]
            figures = await ann.get(f"/api/records/{record}/chronicle")
            assert msgspec.convert(figures, Chronicle) == chronicle(game)
            answer = await reviewed(ann, f"/api/records/{record}/review")
            assert len(answer["review"]["decisions"]) == game.decisions
            early = game.at(5).record()
            record = (await ann.post("/api/records", {"record": early}, expect=201))["id"]
            assert (await ann.get(f"/api/records/{record}/chronicle"))["code"] == "not-finished"
            assert (await ann.post(f"/api/records/{record}/review"))["code"] == "not-finished"
            for name in ("nothing", "%00", "a" * 16):
                assert (await ann.post(f"/api/records/{name}/review"))["code"] == "no-such-record"
                assert (await ann.post(f"/api/tables/{name}/review"))["code"] == "no-such-table"

    run(evening())


def test_who_asks_too_much_is_told_to_wait(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, requests_per_second=0.01, requests_at_once=8)
    url = f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}"

    async def evening() -> None:
        async with Guest(strict.url) as ann:
            table = await ann.make()
            await ann.start(table)
            codes = [(await ann.get(f"/api/tables/{table}/chronicle"))["code"] for _ in range(3)]
            assert codes == ["not-finished", "not-finished", "too-many-messages"]

    with RunningServer(url, limits=limits) as strict:
        run(evening())


# The work itself


async def finished(job: ReviewJob) -> None:
    await until(lambda: job.review is not None or job.failure is not None)


def begin(reviews: ReviewQueue, key: str, address: str = "ann") -> ReviewJob:
    game = short_game()
    return reviews.begin(key, address, game)


def test_a_game_is_analysed_once_for_all_who_ask() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY)
        job = begin(reviews, "a")
        assert msgspec.json.decode(job.answer()) == {"done": 0, "of": job.steps, "review": None}
        assert begin(reviews, "a", "eve") is job
        await finished(job)
        assert reviews.find("a") is job
        answer = msgspec.json.decode(job.answer())
        assert answer["done"] == answer["of"]
        found = msgspec.convert(answer["review"], Review)
        assert (found.limit, found.playouts, found.proofs) == (Work(1), 2, 2)
        await reviews.close()

    run(evening())


def test_only_so_many_games_wait() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY)
        for number in range(MOST_WAITING):
            begin(reviews, f"game {number}", f"address {number}")
        with pytest.raises(Denied, match="Several games"):
            begin(reviews, "one more", "somebody else")
        assert reviews.find("one more") is None
        await reviews.close()

    run(evening())


def test_nobody_fills_the_queue_alone() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY)
        for number in range(MOST_FROM_ADDRESS):
            begin(reviews, f"game {number}")
        with pytest.raises(Denied, match="Several games"):
            begin(reviews, "one more")
        begin(reviews, "one more", "eve")
        await reviews.close()

    run(evening())


def test_a_game_that_is_too_long_is_not_begun() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY)
        with pytest.raises(Denied, match="2,001 decisions"):
            reviews.begin("a", "ann", Mock(kilowatt.Game, decisions=LONGEST_GAME + 1))
        await reviews.close()

    run(evening())


def test_a_failure_is_told_and_can_be_tried_again() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY, tell_failure=60.0)
        broken = Mock(kilowatt.Game, decisions=10)
        broken.record.return_value = "no record at all"
        job = reviews.begin("a", "ann", broken)
        await finished(job)
        with pytest.raises(Denied, match="This game could not be analysed") as caught:
            job.answer()
        assert caught.value.code == "no-review"
        assert reviews.find("a") is job
        job.failed_at -= 60  # a minute has passed
        assert reviews.find("a") is None
        again = begin(reviews, "a")
        await finished(again)
        assert again.failure is None
        await reviews.close()

    run(evening())


def test_a_process_that_ends_is_a_failure_and_the_next_game_is_not_harmed() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY, module="kilowatt.server.no_such_module")
        job, other = begin(reviews, "a"), begin(reviews, "b")
        await finished(job)
        await finished(other)
        assert job.failure == other.failure == "the process that analysed it has exited"
        await reviews.close()

    run(evening())


def test_trouble_with_one_game_stops_none_of_those_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = [RuntimeError("can't start new thread")]

    def start(timer: threading.Timer) -> None:
        if troubles:
            raise troubles.pop()
        threading.Thread.start(timer)

    async def evening() -> None:
        reviews = ReviewQueue(TINY)
        job, other = begin(reviews, "a"), begin(reviews, "b")
        await finished(job)
        await finished(other)
        with pytest.raises(Denied, match=r"could not be analysed: RuntimeError: can't start new thread\.$"):
            job.answer()
        assert other.failure is None
        await reviews.close()

    monkeypatch.setattr(threading.Timer, "start", start)
    run(evening())


def test_a_game_that_takes_too_long_is_given_up() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(Terms(playouts=500, proofs=500), seconds=1)
        job = begin(reviews, "a")
        await finished(job)
        assert job.failure == "it took more than 1 s"
        await reviews.close()

    run(evening())


def test_old_reviews_make_room_for_new_ones() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(TINY, most_kept=2)
        for key in "abc":
            await finished(begin(reviews, key))
            await until(lambda: reviews._current is None)  # its process has been killed
        await finished(begin(reviews, "d"))
        assert reviews.find("a") is None
        assert reviews.find("c") is not None
        assert reviews.find("d") is not None
        await reviews.close()

    run(evening())


def test_the_work_ends_with_the_server() -> None:
    async def evening() -> None:
        reviews = ReviewQueue(Terms(playouts=500, proofs=500))
        begin(reviews, "a")
        await until(lambda: reviews.program is not None and reviews.program.process is not None)
        assert reviews.program is not None
        process = reviews.program.process
        await reviews.close()
        assert process is not None
        assert process.poll() is not None
        with pytest.raises(Denied, match="Several games"):
            begin(reviews, "b")

    run(evening())
