"""The notebooks run from top to bottom, in an empty folder, and are kept without output."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SHORTER = {
    "written_bot": "GAMES = 6",
    "trained_agent": "MINUTES, ROLLOUT, GAMES = 0.05, 256, 6",
}
"""What a test puts after the cell that is tagged as parameters."""
EXPECTED = {
    "written_bot": [
        r"Watt has won in round \d+\.",
        r"watt: 4 games, \d+ decisions",
        r"my_bot:Watt +1\d{3} \(",
        r"novice +1",
    ],
    "trained_agent": [
        r"random legal indices: 0\.0% of 20",
        r"[\d,]+ steps",
        r"trained: [\d.]+% of 6",
        r"my_agent:agent +\d+ \(",
    ],
}


def cells(path: Path, kind: str = "code") -> list[dict[str, Any]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
    return [cell for cell in data["cells"] if cell["cell_type"] == kind]


def test_every_notebook_has_its_expectations() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(SHORTER) == set(EXPECTED)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_a_notebook_is_kept_without_output_and_explains_itself(path: Path) -> None:
    for cell in cells(path):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        assert not any(line.startswith(("%", "!")) for line in cell["source"]), "a line that only Jupyter understands"
    assert len(cells(path, "markdown")) >= len(cells(path)) - 1
    ids = [cell["id"] for kind in ("code", "markdown") for cell in cells(path, kind)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    if path.stem == "trained_agent":
        pytest.importorskip("sb3_contrib")
    program = []
    for cell in cells(path):
        program.append("".join(cell["source"]))
        if "parameters" in cell["metadata"].get("tags", ()):
            program.append(SHORTER[path.stem])
    (tmp_path / "notebook.py").write_text("\n\n".join(program), encoding="utf-8")
    command = [sys.executable, "notebook.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    for line in EXPECTED[path.stem]:
        assert re.search(line, done.stdout), f"{line} is not in:\n{done.stdout}"


def test_the_page_on_installing_says_how_to_run_each_notebook() -> None:
    page = (FOLDER.parents[1] / "docs" / "install.md").read_text(encoding="utf-8")
    section = page.partition("### Notebooks\n")[2].partition("\n## ")[0]
    for path in NOTEBOOKS:
        needed = re.search(r"the extra `(\w+)`", "".join(cells(path, "markdown")[0]["source"]))
        assert needed is not None
        assert re.search(rf"`{path.name}`[^`]* the extra\s`{needed[1]}`", section)
    assert "pip install jupyterlab" in section
    assert "install ipykernel" in section


def test_the_page_on_installing_names_the_version_of_torch_that_the_extra_keeps() -> None:
    page = (FOLDER.parents[1] / "docs" / "install.md").read_text(encoding="utf-8")
    pinned = re.findall(
        r"^torch==.*$", (FOLDER.parents[1] / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {f"torch=={version}" for version in re.findall(r"torch==(\S+)", page)} == set(pinned)
