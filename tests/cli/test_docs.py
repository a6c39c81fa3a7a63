"""`kilowatt docs` and `kilowatt install`: what they do in a checkout, and what they say elsewhere."""

import sys
import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kilowatt.cli import docs, install
from kilowatt.cli.command import kilowatt_command
from kilowatt.extras import install_command
from launch import extras_for

PAGE = "# A page\n\nWith a line.\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(kilowatt_command, list(arguments), prog_name="kilowatt")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in place of ours, with documentation of one page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").write_text("extensions = ['myst_parser']\n", encoding="utf-8")
    (tmp_path / "docs" / "index.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.setenv("KILOWATT_SOURCE", str(tmp_path))
    return tmp_path


def test_the_documentation_is_built_and_opened(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    result = run("docs")
    page = checkout / "docs" / "_build" / "html" / "index.html"
    assert (result.exit_code, opened) == (0, [page.as_uri()])
    assert "With a line." in page.read_text(encoding="utf-8")
    assert result.stdout == f"{page.as_uri()}\n"


def test_the_documentation_can_go_elsewhere_without_a_browser(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    out = tmp_path_factory.mktemp("elsewhere") / "site"
    assert run("docs", "--out", str(out), "--no-browser").exit_code == 0
    assert (out / "index.html").exists()
    assert not (checkout / "docs" / "_build" / "html").exists()


def test_documentation_that_cannot_be_built_gives_the_exit_code_of_sphinx(checkout: Path) -> None:
    (checkout / "docs" / "conf.py").write_text("extensions = ['no_such_extension']\n", encoding="utf-8")
    assert run("docs", "--no-browser").exit_code not in (0, None)


def test_without_the_source_or_sphinx_there_is_a_sentence(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "find_spec", lambda name: None if name == "furo" else name)
    result = run("docs")
    assert result.exit_code == 2
    assert f"kilowatt: The documentation needs furo: {install_command('docs')}." in result.stderr
    (checkout / "docs" / "conf.py").unlink()
    assert "run ./kilowatt docs in a checkout" in run("docs").stderr


def test_install_shows_the_python_that_has_the_extra(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout)
    result = run("install", "research", "docs")
    assert result.exit_code == 0
    assert result.stdout.startswith("research, docs: ready. Programs that use them run with this Python:\n")
    assert f"\n  {sys.executable} my_program.py\n" in result.stdout
    monkeypatch.chdir(Path(sys.executable).parents[2])
    assert f"  {Path(sys.executable).relative_to(Path.cwd())} my_program.py" in run("install", "research").stdout


def test_an_extra_that_there_is_not_is_refused_with_those_there_are(checkout: Path) -> None:
    assert checkout.exists()
    result = run("install", "reserch")
    assert result.exit_code == 2
    assert "There is no extra 'reserch'. There are: arena, bench, data, docs," in result.stderr
    assert run("install").exit_code == 2


def test_where_pip_installed_it_pip_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KILOWATT_SOURCE", raising=False)
    assert install_command("train") in run("install", "train").stderr
    assert "train" in install.known_extras()


@pytest.mark.parametrize(
    ("line", "extras"),
    [
        ("", ["server"]),
        ("play", ["server"]),
        ("--version", ["server"]),
        ("--bot my_bot:Watt", ["server"]),
        ("bots", ["server"]),
        ("arena --help", ["server"]),
        ("install train -h", ["server"]),
        ("arena --bots steady", ["data", "server"]),
        ("arena --bots steady --ray", ["data", "ray", "server"]),
        ("docs --no-browser", ["data", "docs", "server"]),
        ("install train", ["data", "server", "train"]),
        ("install nonsense", ["data", "server"]),
    ],
)
def test_the_launcher_adds_what_a_command_needs(line: str, extras: list[str]) -> None:
    assert extras_for(line.split()) == extras
