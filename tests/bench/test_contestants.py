"""The list of contestants holds together, and ours can play."""

import ast
import importlib
import re
from pathlib import Path

import pytest
from compare.contestants import CONTESTANTS, Contestant, chosen
from compare.homes import PINS, Pinned, home

FOLDER = Path(__file__).parents[2] / "bench" / "compare"
OURS = [one for one in CONTESTANTS if one.home == "compiled"]


def test_a_group_or_a_key_chooses_contestants_in_their_order() -> None:
    assert [one.key for one in chosen("chess, vector,kilowatt")] == ["kilowatt", "chess", "vector"]
    assert [one.group for one in chosen("spiel")] == ["spiel"] * 3
    assert chosen("") == CONTESTANTS


def test_an_unknown_contestant_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no contestant 'go'.*catanatron, catanatron-gym-2"):
        chosen("go")


def test_a_key_names_one_contestant_and_never_a_larger_group() -> None:
    for one in CONTESTANTS:
        assert chosen(one.key) == (one,)


@pytest.mark.parametrize("one", CONTESTANTS, ids=lambda one: one.key)
def test_what_a_contestant_plays_is_a_function_of_the_bench(one: Contestant) -> None:
    module, _, function = one.plays.partition(":")
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    assert function in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_every_contestant_of_others_is_set_beside_one_of_ours_in_its_group() -> None:
    groups = {one.key: one.group for one in OURS}
    for one in CONTESTANTS:
        assert (groups[one.ours] == one.group) if one.home != "compiled" else not one.ours


def test_every_version_of_the_others_is_pinned() -> None:
    for name in {one.home for one in CONTESTANTS} - {"compiled", "interpreted"}:
        assert isinstance(home(name), Pinned)
        assert [package for package in PINS[name]["packages"] if not re.fullmatch(r"[a-z-]+==[\d.]+", package)] == []


def test_an_environment_is_made_again_when_a_version_changes(tmp_path: Path) -> None:
    old, new = Pinned(tmp_path, packages=("chess==1.0",)), Pinned(tmp_path, packages=("chess==1.1",))
    assert old.fingerprint() != new.fingerprint()


@pytest.mark.parametrize("one", OURS, ids=lambda one: one.key)
def test_each_of_our_contestants_plays_and_counts(one: Contestant) -> None:
    module, _, function = one.plays.partition(":")
    play_one = getattr(importlib.import_module(f"compare.{module}"), function)()
    assert play_one()["count"] > 10
