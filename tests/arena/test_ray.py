"""The arena on a real cluster of Ray, which loses a node in the middle."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kilowatt import BadInput
from kilowatt.arena.on_ray import RayRunner
from kilowatt.arena.runners import LocalRunner
from kilowatt.arena.schedule import TournamentPlan, fixtures
from kilowatt.arena.store import Store, make_manifest
from kilowatt.runs.entrants import read_entrants

ray = pytest.importorskip("ray", reason="the arena plays on Ray only with kilowatt[ray]")
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",  # Ray leaves sockets and processes to the garbage collector
    "ignore::pytest.PytestUnraisableExceptionWarning",
)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head that plays nothing, and two nodes of one processor each."""
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")]))
    from ray.cluster_utils import Cluster  # noqa: PLC0415 – only where Ray is installed

    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


@pytest.mark.load
def test_no_game_is_lost_or_counted_twice_when_a_node_dies(cluster: Any, tmp_path: Path) -> None:
    plan = TournamentPlan(
        entrants=read_entrants("random,tests.arena.rogues:Slow,tests.arena.rogues:Quitter"),
        players=2,
        boards=("germany",),
        fallback="random",
    )
    first = cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    wanted = fixtures(plan, 18)
    handed_over = []
    with Store(tmp_path / "run", make_manifest(plan, 18)) as store:
        runner = RayRunner(plan)
        for played in runner.play(wanted):
            handed_over.append(played.result.fixture)
            assert store.add(played)
            if len(handed_over) == 5:
                cluster.remove_node(first, allow_graceful=False)
        runner.close()
        results = [entry.result for entry in store.played()]
    assert sorted(handed_over, key=lambda fixture: fixture.game) == wanted
    assert [result.fixture for result in results] == wanted
    pool = LocalRunner(plan, 2)
    here = sorted([played.result for played in pool.play(wanted[:6])], key=lambda result: result.fixture.game)
    pool.close()
    assert here == results[:6]


def test_where_no_cluster_answers_the_error_is_one_sentence() -> None:
    plan = TournamentPlan(entrants=read_entrants("random,random"), players=2, boards=("germany",))
    for address in ("localhost:1", "ray://localhost:1"):
        with pytest.raises(BadInput, match=f"Ray does not answer at {address}: Connection refused."):
            RayRunner(plan, address)
