"""An environment is brought up to date when something it is made from has changed, and only then."""

import sys
from pathlib import Path

import pytest

import checks
import environments
import quick_start
from environments import Environment
from quick_start import QuickEnvironment

TOOLS = ("tools/docstrings.py", "tools/web_build.py")
"""What a wheel is built with."""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout in place of ours."""
    for name in ("pyproject.toml", "hatch_build.py", "constraints.txt", *TOOLS, "src/kilowatt/a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    for name in ("package.json", "src/App.svelte", "node_modules/svelte/index.js", "dist/index.html"):
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(quick_start, "ROOT", tmp_path)
    return tmp_path


def changes(checkout: Path, environment: Environment, name: str) -> bool:
    """Whether a change of this file means that the environment is out of date."""
    before = environment.fingerprint()
    path = checkout / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    return environment.fingerprint() != before


def players(checkout: Path, web: str) -> Environment:
    """The environment of those who play."""
    return QuickEnvironment(checkout / ".venv", web=web)


@pytest.mark.parametrize("name", ["web/src/App.svelte", "web/package.json", "src/kilowatt/a.py", *TOOLS])
def test_a_pull_that_changes_the_page_or_the_package_means_a_new_build(checkout: Path, name: str) -> None:
    assert changes(checkout, players(checkout, web=""), name)


@pytest.mark.parametrize("name", ["web/node_modules/svelte/index.js", "web/dist/index.html"])
def test_what_npm_leaves_in_the_folder_changes_nothing(checkout: Path, name: str) -> None:
    assert not changes(checkout, players(checkout, web=""), name)


def test_an_environment_without_the_page_does_not_care_about_it(checkout: Path) -> None:
    assert not changes(checkout, players(checkout, web="0"), "web/src/App.svelte")


def test_the_rules_are_not_compiled_again_when_the_page_changes(checkout: Path) -> None:
    environment = Environment(checkout / ".venv", compile="1", web="")
    assert not changes(checkout, environment, "web/src/App.svelte")
    assert changes(checkout, environment, "src/kilowatt/a.py")


def test_an_environment_in_place_sees_every_edit_by_itself(checkout: Path) -> None:
    environment = Environment(checkout / ".venv", editable=True)
    assert not changes(checkout, environment, "src/kilowatt/a.py")
    assert changes(checkout, environment, "pyproject.toml")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The extras of each installation; none of them takes place."""
    asked: list[list[str]] = []
    monkeypatch.setattr(Environment, "create", lambda environment: environment.folder.mkdir(exist_ok=True))
    monkeypatch.setattr(Environment, "install", lambda _, extras: asked.append(extras))
    monkeypatch.setattr(Environment, "has_same_python", lambda *_: True)
    return asked


def test_an_environment_grows_by_the_extras_that_are_missing_and_keeps_the_others(
    checkout: Path, installed: list[list[str]]
) -> None:
    environment = Environment(checkout / ".venv", extras=("docs", "test"), editable=True)
    environment.prepare("test")
    environment.prepare("test")
    environment.prepare("server", "test")
    environment.prepare("test")
    assert installed == [["test"], ["server", "test"]]
    environment.prepare()
    assert installed[2:] == [["docs", "server", "test"]]
    (checkout / "constraints.txt").write_text("other", encoding="utf-8")
    environment.prepare("test")
    assert installed[3:] == [["docs", "server", "test"]], "what is there is brought up to date too"


@pytest.mark.parametrize(
    ("arguments", "extras"),
    [
        (["tests/rules"], checks.CORE),
        (["tests/boards", "-k", "uranium", "-x"], checks.CORE),
        (["tests/rules/test_auction.py::test_of_some_name", "tests/golden"], checks.CORE),
        (["tests/rules", "tests/server/test_time.py"], checks.SERVER),
        (["tests/rules", "tests/env"], checks.EVERYTHING),
        (["-k", "uranium"], checks.EVERYTHING),
        (["README.md"], checks.EVERYTHING),
    ],
)
def test_a_part_of_the_tests_installs_what_its_folders_need(
    arguments: list[str], extras: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(environments.ROOT)
    assert set(checks.needs(arguments)) == set(extras)


def test_floods_and_kills_run_after_all_other_tests() -> None:
    assert list(checks.stages(slow=False).items()) == [
        ("tests", ("-n", "auto", "-m", "not load and not slow")),
        ("tests under load", ("-n", "auto", "--dist", "loadgroup", "-m", "load and not slow")),
    ]
    assert list(checks.stages(slow=True).items()) == [
        ("tests", ("-n", "auto", *checks.SLOW, "-m", "not load")),
        ("tests under load", ("-n", "auto", "--dist", "loadgroup", *checks.SLOW, "-m", "load")),
    ]


def test_a_user_is_asked_before_the_system_changes_and_ci_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert not checks.confirm_install("chromium", "Chromium")
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    assert checks.confirm_install("chromium", "Chromium")
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("CI was asked"))
    assert checks.confirm_install("chromium", "Chromium")


def test_the_environment_reports_whether_the_page_was_built(checkout: Path) -> None:
    environment = Environment(checkout / ".venv", web="")
    assert environment.describe() == "the rules are plain Python, the page is left out"
    pattern = environments.PACKAGES.replace("*", ".11")
    page = checkout / ".venv" / pattern / "kilowatt" / "server" / "static" / "index.html"
    page.parent.mkdir(parents=True)
    page.touch()
    assert environment.describe() == "the rules are plain Python, the page is built"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Downloading torch (178.5MiB)\n", "torch"),
        ("  Downloading https://example.org/torch-2.13.0-cp311.whl (178.5 MB)\n", "torch"),
        ("Downloading torch (1.5GiB)\n", "torch"),
        ("Downloading open-spiel (15.3MiB)\n", "open-spiel"),
        ("  Downloading click-8.1.whl (98 kB)\n", None),
        ("  Downloading numpy-2.0.whl (9.1 MB)\n", None),
    ],
)
def test_what_takes_long_to_download_is_named(
    checkout: Path, line: str, name: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = Environment(checkout / ".venv")
    environment.folder.mkdir()
    environment.run([sys.executable, "-c", f"print({line!r} + 'and more')"], "it failed")
    assert (environment.folder / "install.log").read_text(encoding="utf-8") == f"{line}and more\n"
    shown = capsys.readouterr().err
    assert (f"  downloading {name}, " in shown) is (name is not None)
