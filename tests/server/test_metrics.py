"""Metrics: whole with several workers, private, and in step with the docs."""

import os
import re
import signal
from pathlib import Path
from random import Random

import httpx
import pytest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from tests.server.kit import Guest, RunningServer, bot, eventually, me, metrics_address, play_on, run
from tests.server.postgres import PostgresServer, children_of, command_line

from kilowatt.server.process.exposition import Sum, added

DECISIONS = "kilowatt_decisions_total"


def a_worker(count: int, sockets: int, started: float) -> tuple[object, ...]:
    registry = CollectorRegistry()
    Counter("kilowatt_refusals", "", ["code"], registry=registry).labels("a").inc(count)
    Histogram("kilowatt_commit_seconds", "", buckets=(1, 2), registry=registry).observe(count)
    Gauge("kilowatt_sockets", "", registry=registry).set(sockets)
    Gauge("kilowatt_start_time_seconds", "", registry=registry).set(started)
    return tuple(registry.collect())


def values(metrics: object) -> dict[str, float]:
    assert isinstance(metrics, tuple)
    return {f"{s.name}{sorted(s.labels.values())}": s.value for metric in metrics for s in metric.samples}


def test_workers_are_added_up_and_counters_survive_them() -> None:
    first, second = a_worker(1, 10, 500.0), a_worker(2, 20, 600.0)
    both = values(added([first, second]))  # type: ignore[list-item]
    assert both["kilowatt_refusals_total['a']"] == 3
    assert both["kilowatt_sockets[]"] == 30
    assert both["kilowatt_commit_seconds_bucket['1.0']"] == 1
    assert both["kilowatt_commit_seconds_bucket['2.0']"] == 2
    assert both["kilowatt_commit_seconds_sum[]"] == 3
    assert both["kilowatt_start_time_seconds[]"] == 600
    source = Sum(lambda: [second])  # type: ignore[list-item]
    source.keep(first)  # type: ignore[arg-type]
    after = values(tuple(source.collect()))
    assert (after["kilowatt_refusals_total['a']"], after["kilowatt_sockets[]"], after["kilowatt_workers[]"]) == (
        3,
        20,
        1,
    )


def test_a_scrape_is_the_sum_of_all_workers_and_outlives_them(postgres: PostgresServer) -> None:
    async def evening() -> None:
        with RunningServer(postgres.database(), workers=2, metrics=metrics_address()) as server:
            assert server.metric("kilowatt_workers") == 2
            made = 0
            for seed in range(8):  # each with a connection of its own, which any worker may take
                async with Guest(server.url) as ann:
                    table = await ann.make()
                    await ann.start(table)
                    async with ann.at(table) as socket:
                        await play_on(socket, Random(seed), decisions=3)
                made += 3
            eventually(lambda: server.metric(DECISIONS) == made)
            eventually(lambda: server.metric("kilowatt_tables_made_total") == 8)  # perhaps by the other worker
            assert server.metric("kilowatt_database_connections") == 24
            assert server.metric("kilowatt_event_loop_lag_seconds_count") > 0
            assert server.process is not None
            workers = [pid for pid in children_of(server.process.pid) if b"spawn_main" in command_line(pid)]
            os.kill(workers[0], signal.SIGKILL)
            eventually(lambda: server.metric("kilowatt_workers") == 2)
            assert server.metric(DECISIONS) == made

    run(evening())


def test_the_public_port_has_no_metrics(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path}/t.sqlite", metrics=metrics_address()) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert server.metric("kilowatt_workers") == 1
        assert server.settings.metrics is not None
        other = server.settings.metrics[1]
        assert httpx.get(f"http://127.0.0.1:{other}/metrics").headers["content-type"].startswith("text/plain")


def test_the_bots_that_wait_are_seen(tmp_path: Path) -> None:
    async def evening() -> None:
        with RunningServer(f"sqlite:///{tmp_path}/t.sqlite", metrics=metrics_address()) as server:
            assert server.metric("kilowatt_bot_processes") == 1
            async with Guest(server.url) as ann:
                for _ in range(4):
                    await ann.start(await ann.make(seats=[me("Ann"), *5 * [bot("search")]]))
                eventually(lambda: server.metric("kilowatt_bots_waiting") > 0)

    run(evening())


def test_an_address_that_is_taken_is_named(tmp_path: Path) -> None:
    host, port = metrics_address()
    with RunningServer(f"sqlite:///{tmp_path}/t.sqlite", metrics=(host, port)):
        log = tmp_path / "log"
        with pytest.raises(AssertionError, match="did not start"):
            RunningServer(f"sqlite:///{tmp_path}/other.sqlite", metrics=(host, port)).log_to(log).start()
        assert f"Cannot serve metrics at 127.0.0.1:{port}: Address already in use. Give another" in log.read_text()


def test_every_metric_is_in_the_docs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/operators.md").read_text(encoding="utf-8")
    with RunningServer(f"sqlite:///{tmp_path}/t.sqlite", metrics=metrics_address()) as server:
        assert server.settings.metrics is not None
        text = httpx.get(f"http://127.0.0.1:{server.settings.metrics[1]}/metrics").text
    names = {name.removesuffix("_total") for name in re.findall(r"^# TYPE (kilowatt_\w+)", text, re.MULTILINE)}
    assert len(names) > 10
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []
