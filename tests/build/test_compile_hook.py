"""hatch_build.py: compiling is an offer. The compiled build itself is what ./test runs in .venv-compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
VARIABLES = ("CC", "KILOWATT_COMPILE", "KILOWATT_WEB")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A Kilowatt of three modules, built by the same hook with the same settings."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "web_build.py", tmp_path / "tools")
    rules = tmp_path / "src" / "kilowatt" / "rules"
    rules.mkdir(parents=True)
    (rules.parent / "__init__.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    (rules / "__init__.py").touch()
    (rules / "engine.py").write_text("def double(number: int) -> int:\n    return 2 * number\n", encoding="utf-8")
    return tmp_path


def build(project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel as pip would, in our own environment."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=project,
        env=environment | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def files_in_the_wheel(project: Path) -> set[str]:
    """What the one wheel in dist/ holds, which is a wheel for every Python."""
    (wheel,) = (project / "dist").glob("kilowatt-*-py3-none-any.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_without_a_compiler_the_wheel_is_plain_python(project: Path) -> None:
    run = build(project, CC="no-such-compiler")
    assert run.returncode == 0, run.stderr
    assert "not compiled: no C compiler was found" in run.stderr
    assert "kilowatt/rules/engine.py" in files_in_the_wheel(project)


def test_a_compiler_that_fails_is_a_warning_and_plain_python(project: Path) -> None:
    run = build(project, CC="false")
    assert run.returncode == 0, run.stderr
    assert "warning: could not compile" in run.stderr
    assert "kilowatt/rules/engine.py" in files_in_the_wheel(project)


def test_compiling_can_be_turned_off_by_a_variable(project: Path) -> None:
    run = build(project, KILOWATT_COMPILE="0")
    assert run.returncode == 0, run.stderr
    assert "not compiled: KILOWATT_COMPILE=0" in run.stderr
    assert "kilowatt/rules/engine.py" in files_in_the_wheel(project)


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false"])
def test_a_failure_is_fatal_where_compiling_is_demanded(project: Path, compiler: str) -> None:
    run = build(project, CC=compiler, KILOWATT_COMPILE="1")
    assert run.returncode != 0
    assert "kilowatt build: " in run.stderr


def test_nothing_is_left_behind_in_the_source(project: Path) -> None:
    build(project, CC="false")
    found = {path.relative_to(project).as_posix() for path in (project / "src").rglob("*") if path.is_file()}
    assert found == {"src/kilowatt/__init__.py", "src/kilowatt/rules/__init__.py", "src/kilowatt/rules/engine.py"}
