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
    for name in ("docstrings.py", "web_build.py"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tools")
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


DOCUMENTED = '''"""A module – with a docstring."""


def double(number: int, *, times: int = 1) -> int:
    """Twice this number, "so to say"\\\\.

    That is 2×.
    """
    return 2 * number * times


class Pair:
    """Two numbers."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def right(self) -> int:
        """The other one."""
        return self.left

    def swapped(self) -> "Pair":
        """The pair, the other way round."""
        return self
'''


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_what_is_compiled_keeps_its_docstrings_and_signatures(project: Path, tmp_path: Path) -> None:
    (project / "src" / "kilowatt" / "rules" / "engine.py").write_text(DOCUMENTED, encoding="utf-8")
    run = build(project, KILOWATT_COMPILE="1", CFLAGS="-O0")
    assert run.returncode == 0, run.stderr
    (wheel,) = (project / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")
    script = """
import inspect, sys
sys.path.insert(0, sys.argv[1])
from kilowatt.rules import engine
assert not engine.__file__.endswith(".py")
for thing in (engine, engine.double, engine.Pair, engine.Pair.right, engine.Pair.swapped):
    print(ascii(inspect.getdoc(thing)))
print(inspect.signature(engine.double), inspect.signature(engine.Pair.swapped))
"""
    command = [sys.executable, "-c", script, str(tmp_path / "unpacked")]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout.splitlines()
    assert shown == [
        ascii("A module – with a docstring."),
        ascii('Twice this number, "so to say"\\.\n\nThat is 2×.\n\nTypes: (number: int, *, times: int=1) -> int'),
        ascii("Two numbers."),
        ascii("The other one."),
        ascii("The pair, the other way round.\n\nTypes: () -> 'Pair'"),
        "(number, *, times=1) (self, /)",
    ]


def test_nothing_is_left_behind_in_the_source(project: Path) -> None:
    build(project, CC="false")
    found = {path.relative_to(project).as_posix() for path in (project / "src").rglob("*") if path.is_file()}
    assert found == {"src/kilowatt/__init__.py", "src/kilowatt/rules/__init__.py", "src/kilowatt/rules/engine.py"}
