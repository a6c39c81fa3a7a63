"""What the docs show is what happens."""

import doctest
import importlib
import json
import re
from pathlib import Path

import pytest

import kilowatt

DOCS = Path(__file__).parents[2] / "docs"
SOURCE = Path(__file__).parents[2] / "src"
WITH_EXAMPLES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_the_docstrings_of_a_module_run(module: str) -> None:
    done = doctest.testmod(importlib.import_module(module))
    assert done.attempted > 0
    assert done.failed == 0


def test_the_record_shown_in_the_docs_is_a_real_one() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    found = re.search(r"```text\n(kilowatt-record 1\n.*?)```", page, re.DOTALL)
    assert found is not None
    game = kilowatt.read_record(found[1])
    assert game.decisions == 15
    assert game.record() == found[1]


def test_every_field_of_a_snapshot_and_of_a_view_is_on_its_page() -> None:
    page = (DOCS / "snapshots.md").read_text(encoding="utf-8")
    game = kilowatt.new_game("japan", players=3, seed=1)
    fields = {*game.snapshot(), *kilowatt.View.__struct_fields__, *kilowatt.Offers.__struct_fields__, "starts"}
    assert [name for name in sorted(fields) if f"`{name}`" not in page] == []


def test_offers_turn_into_json_with_the_sentences_of_their_refusals() -> None:
    game = kilowatt.new_game("germany", players=3, seed=1)
    data = json.loads(json.dumps(game.offers().to_data()))
    assert data["done"]["sentence"] == "Everybody buys a plant in round 1: open an auction."
    assert data["plants"][0] == {"plant": 3, "lowest": 3, "highest": 50, "refusal": None}
