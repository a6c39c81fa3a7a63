"""The loader of docs/datasets.md, run with PyTorch as it stands there."""

import importlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from types import ModuleType

import numpy as np
import pytest
import torch

from kilowatt.arena import read_entrants
from kilowatt.env.dataset import DatasetPlan, make_dataset, open_dataset

PAGE = Path(__file__).parents[2] / "docs" / "datasets.md"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loader") / "games"
    make_dataset(DatasetPlan(bots=read_entrants("novice"), players=(2,), shard_games=1), 5, folder)
    return folder


@pytest.fixture
def folder(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the files of the page are, with a dataset called ``games``."""
    found = re.findall(
        r"^```python\n# (\w+\.py)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert [name for name, _ in found] == ["loader.py", "cloning.py"]
    for name, code in found:
        (tmp_path / name).write_text(code, encoding="utf-8")
    copytree(games, tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for module in ("loader", "cloning"):
        sys.modules.pop(module, None)


def imported(name: str) -> ModuleType:
    importlib.invalidate_caches()
    return importlib.import_module(name)


def keys(observations: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> Counter[bytes]:
    """What is seen, and how often."""
    return Counter([row.tobytes() for row in observations])


@pytest.mark.parametrize("processes", [0, 2])
def test_the_loader_of_the_page_gives_every_row_once(folder: Path, processes: int) -> None:
    batches = imported("loader").Batches("games", 64)
    loader = torch.utils.data.DataLoader(
        batches,
        batch_size=None,
        num_workers=processes,
        multiprocessing_context="spawn" if processes else None,
    )
    seen: Counter[bytes] = Counter()
    for batch in loader:
        assert len(batch["action"]) <= 64
        assert batch["mask"][torch.arange(len(batch["action"])), batch["action"].long()].all()
        seen += keys(batch["observation"].numpy())
    wanted: Counter[bytes] = Counter()
    for rows in open_dataset(folder / "games", ["observation"], scaled=True):
        wanted += keys(rows["observation"])
    assert seen == wanted


def test_the_loader_of_the_page_shuffles_shards_and_rows(folder: Path) -> None:
    batches = imported("loader").Batches(str(folder / "games"), 64)
    torch.manual_seed(1)
    first, second = ([action for batch in batches for action in batch["action"].tolist()] for _ in range(2))
    assert first != second
    assert Counter(first) == Counter(second)


@pytest.mark.usefixtures("folder")
def test_the_cloning_of_the_page_learns_something() -> None:
    torch.manual_seed(1)
    before, *_, after = imported("cloning").losses
    assert after < before
