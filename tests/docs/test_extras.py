"""What to install: a command that works where Kilowatt came from, decided in one place; and our sentence everywhere."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from tests.docs.public import MODULES

from kilowatt import extras
from kilowatt.extras import command_line, install_command, missing

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
ON_PYPI = False
"""Set this when there is a release: until then no page and no message may say `pip install kilowatt`."""


@pytest.fixture
def origin(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that says where Kilowatt came from."""

    class Installed:
        note: str | None = None

        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return self.note

    installed = Installed()
    monkeypatch.setattr(Distribution, "from_name", lambda _: installed)

    def came_from(data: dict[str, Any] | None) -> None:
        installed.note = None if data is None else json.dumps(data)

    return came_from


def test_in_a_checkout_the_command_names_its_folder(
    origin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my clone"
    folder.mkdir()
    origin({"url": folder.as_uri(), "dir_info": {}})
    assert install_command("research") == f"pip install '{folder}[research]'"
    origin({"url": folder.as_uri(), "dir_info": {"editable": True}})
    assert install_command("research") == f"pip install -e '{folder}[research]'"
    monkeypatch.chdir(folder)
    assert install_command("research") == "pip install -e '.[research]'"


def test_in_the_environment_of_the_launcher_hints_name_the_launcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my clone"
    (folder / "tools").mkdir(parents=True)
    (folder / "tools" / "launch.py").touch()
    monkeypatch.setattr(sys, "prefix", str(folder / ".venv"))
    monkeypatch.setattr(os, "name", "posix")
    assert install_command("research") == f"'{folder / 'kilowatt'}' install research"
    monkeypatch.chdir(folder)
    assert install_command("research") == "./kilowatt install research"
    assert command_line("replay", "my game.kw") == "./kilowatt replay 'my game.kw'"
    monkeypatch.setattr(sys, "prefix", str(folder / "env"))
    assert command_line("replay", "my game.kw") == "kilowatt replay 'my game.kw'"


def test_from_a_wheel_the_command_names_the_wheel(origin: Any) -> None:
    origin({"url": "file:///home/ada/kilowatt-0.1.0-py3-none-any.whl", "archive_info": {}})
    assert install_command("arena") == "pip install '/home/ada/kilowatt-0.1.0-py3-none-any.whl[arena]'"


def test_from_a_repository_the_command_names_it(origin: Any) -> None:
    origin({"url": "https://example.org/kilowatt.git", "vcs_info": {"vcs": "git", "commit_id": "1"}})
    assert install_command("arena") == "pip install 'kilowatt[arena] @ git+https://example.org/kilowatt.git'"


def test_from_an_index_the_name_is_enough(origin: Any) -> None:
    origin(None)
    assert install_command("arena") == "pip install 'kilowatt[arena]'"


def test_source_that_is_not_installed_at_all_names_its_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_there(_: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(Distribution, "from_name", not_there)
    monkeypatch.setattr(extras, "CHECKOUT", ROOT)
    monkeypatch.chdir(ROOT)
    assert install_command("ray") == "pip install -e '.[ray]'"


def test_the_error_names_the_package_and_keeps_its_name() -> None:
    error = missing(ModuleNotFoundError(name="gymnasium.spaces"), "This environment", "research")
    assert str(error) == f"This environment needs gymnasium: {install_command('research')}."
    assert error.name == "gymnasium.spaces"


def test_the_wording_is_decided_in_one_place() -> None:
    said = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"pip install (?!hypothesis)", path.read_text(encoding="utf-8")) and path.name != "extras.py"
    ]
    assert not said


def test_every_extra_that_is_asked_for_exists() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    asked = {
        extra
        for text in texts
        for extra in re.findall(
            r"""(?:install_command\(|missing\(error, "[\w ]+", |extra(?:: str)? ?= ?)['"](\w+)""", text
        )
    }
    assert len(asked) >= 6
    assert asked <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_no_page_says_to_install_from_where_there_is_nothing_yet(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert ON_PYPI or not re.findall(r"pip install [^\n`]*(?<![/\w.-])kilowatt(?:\[\w|\s|`|$)", text)
    named = {extra for group in re.findall(r"pip install [^\n]*?\.\[([\w,-]+)\]", text) for extra in group.split(",")}
    assert named <= set(PROJECT["optional-dependencies"])


BARE = """
import importlib, importlib.machinery, sys

core = {"click", "msgspec", "mypy_extensions", "rich", "markdown_it", "mdurl", "pygments", "typing_extensions"}

class Core(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        top = name.partition(".")[0]
        is_ours = top.startswith(("kilowatt", "_")) or top in core or top in sys.stdlib_module_names
        return super().find_spec(name, path, target) if is_ours else None

sys.meta_path = [importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, Core]
for module in sys.argv[1:]:
    try:
        importlib.import_module(module)
        print(module, "fine")
    except ImportError as error:
        print(module, error)
"""


def test_without_extras_every_public_module_is_imported_or_says_what_it_needs() -> None:
    command = [sys.executable, "-c", BARE, *MODULES]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()
    assert len(shown) == len(MODULES)
    ours = re.compile(r"[\w.]+ (fine|[\w. ]+ needs? [\w, ]+: pip install .+\.)")
    assert [line for line in shown if not ours.fullmatch(line)] == []
    assert (
        f"kilowatt.env The environments need librt, numpy, gymnasium, pettingzoo: {install_command('research')}."
        in shown
    )
    fine = {line.split()[0] for line in shown if line.endswith(" fine")}
    assert fine >= {"kilowatt", "kilowatt.analysis", "kilowatt.arena", "kilowatt.bots", "kilowatt.testing"}


@pytest.mark.parametrize(
    ("example", "package", "extra"),
    [
        ("train_ppo", "torch", "train"),
        ("train_ppo", "sb3_contrib", "train"),
        ("clone_planner", "torch", "train"),
        ("baselines", "numpy", "research"),
    ],
)
def test_an_example_without_its_packages_says_what_to_install(example: str, package: str, extra: str) -> None:
    file = ROOT / "examples" / f"{example}.py"
    without = f"import runpy, sys; sys.modules[{package!r}] = None; runpy.run_path({str(file)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr.splitlines() == [f"This example needs {package}: {install_command(extra)}."]
    assert done.returncode == 1


@pytest.mark.parametrize("example", ["train_ppo", "clone_planner", "baselines"])
def test_an_example_without_kilowatt_says_which_python_to_use(example: str) -> None:
    bare = [sys.executable, "-I", "-S", str(ROOT / "examples" / f"{example}.py")]  # without site-packages
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    hint = "in a checkout, run ./kilowatt once, then use .venv/bin/python"
    assert done.stderr.splitlines() == [f"This Python has no kilowatt: {hint}."]
    assert done.returncode == 1
