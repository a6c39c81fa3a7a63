"""Every example runs, in a version of a few seconds, and what it exports plays in the arena."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kilowatt.env.agent import load_agent
from kilowatt.rules import engine

ROOT = Path(__file__).parents[2]


def run(*command: object, folder: Path = ROOT) -> str:
    """What a command prints; it must succeed."""
    words = [sys.executable, *[str(word) for word in command]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def arena(folder: Path, bots: str, *options: object, where: Path) -> dict[str, dict[str, object]]:
    """The bots of a small tournament by name, as ``kilowatt arena --json`` prints them."""
    command = ["-m", "kilowatt.cli", "arena", "--bots", bots, "--players", 2, "--boards", "germany", "--json"]
    output = run(*command, "--out", folder / "run", *options, folder=where)
    return {bot["bot"]: bot for bot in json.loads(output)["bots"]}


def test_baselines_print_the_returns_of_chance_and_of_the_ladder() -> None:
    lines = run("examples/baselines.py", "--games", 1).splitlines()
    assert sum(line.startswith("  seat_") for line in lines) == 4
    assert sum("against" in line for line in lines) == 16


def test_a_clone_of_the_planner_is_learnt_exported_and_measured(tmp_path: Path) -> None:
    file = tmp_path / "clone.npz"
    output = run("examples/clone_planner.py", "--games", 2, "--epochs", 1, "--width", 8, "--eval", 2, "--out", file)
    assert "epoch 1: agrees" in output
    assert "of 2 games" in output.splitlines()[-1]
    assert load_agent(file).name == "clone"


def test_a_clone_learns_from_the_folder_that_the_command_makes(tmp_path: Path) -> None:
    games = tmp_path / "games"
    run("-m", "kilowatt.cli", "dataset", "--bots", "planner", "--players", 2, "--games", 1, "--out", games)
    file = tmp_path / "clone.npz"
    output = run("examples/clone_planner.py", "--data", games, "--epochs", 1, "--width", 8, "--eval", 1, "--out", file)
    assert "choices of the planner" in output
    assert file.exists()


def test_a_learner_is_trained_goes_on_and_enters_the_arena(tmp_path: Path) -> None:
    first, second = tmp_path / "new folder" / "learner.npz", tmp_path / "again.npz"
    short = ["--steps", 256, "--rollout", 256, "--games", 2, "--eval", 1]
    lines = run("examples/train_ppo.py", *short, "--out", first).splitlines()
    built = "compiled" if str(engine.__file__).endswith((".so", ".pyd")) else "interpreted"
    assert lines[0].startswith(f"The rules are {built}")
    assert lines[-1].startswith(f"{first}: after")
    assert "it won" in lines[-1]
    (tmp_path / "my_agent.py").write_text(
        "from kilowatt.env.agent import load_agent\n\n\n"
        f"def agent():\n    return load_agent({str(first)!r})\n\n\n"
        f"def again():\n    return load_agent({str(second)!r})\n"
    )
    more = ["--start", first, "--opponent", "my_agent:agent", "--out", second.with_suffix("")]
    last = run(ROOT / "examples/train_ppo.py", *short, *more, folder=tmp_path).splitlines()[-1]
    assert last.startswith(f"{second}: after")
    assert "against my_agent:agent" in last
    bots = arena(tmp_path, "random,my_agent:again", "--games", 2, "--workers", 1, where=tmp_path)
    assert set(bots) == {"random", "my_agent:again"}
    assert not any(bot["misdeeds"] for bot in bots.values())


def main_of(example: str) -> Any:
    """The main function of an example."""
    return runpy.run_path(str(ROOT / "examples" / f"{example}.py"))["main"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("train_ppo --opponent novise", "There is no bot 'novise'. Did you mean 'novice'?"),
        ("train_ppo --opponent nowhere:agent", "nowhere"),
        ("train_ppo --start nope.npz", "nope.npz cannot be read: No such file or directory."),
        ("train_ppo --start junk.npz", "junk.npz is not a Kilowatt network"),
        ("train_ppo --eval 0", "--eval is a whole number from 1 on, not 0."),
        ("train_ppo --games 0", "--games is a whole number from 1 on, not 0."),
        ("train_ppo --games 64 --rollout 32", "--rollout is a whole number from 64 on, not 32."),
        ("train_ppo --seed -1", "--seed is a whole number from 0 on, not -1."),
        ("train_ppo --minutes 0", "--minutes is a number above 0, not 0."),
        ("train_ppo --minutes -1", "--minutes is a number above 0, not -1."),
        ("train_ppo --minutes nan", "--minutes is a number above 0, not nan."),
        ("train_ppo --out junk.npz/learner.npz", "learner.npz cannot be written: "),
        ("clone_planner --data proj", "There is no dataset in proj."),
        ("clone_planner --eval 0", "--eval is a whole number from 1 on, not 0."),
        ("clone_planner --out junk.npz/clone.npz", "clone.npz cannot be written: "),
        ("baselines --games 0", "--games is a whole number from 1 on, not 0."),
    ],
)
def test_a_mistake_is_answered_with_one_line_before_anything_is_trained(
    command: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("junk.npz").write_text("junk", encoding="utf-8")
    example, *words = command.split()
    with pytest.raises(SystemExit) as stopped:
        main_of(example)(words)
    said = capsys.readouterr()
    assert (stopped.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("Error: ")
    assert why in said.err
    assert [file.name for file in tmp_path.iterdir()] == ["junk.npz"]


def test_a_dataset_without_the_planner_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games"
    run("-m", "kilowatt.cli", "dataset", "--bots", "random", "--players", 2, "--games", 1, "--out", games)
    with pytest.raises(SystemExit, match="2"):
        main_of("clone_planner")(["--data", str(games), "--out", str(tmp_path / "clone.npz")])
    assert "has no games of planner." in capsys.readouterr().err


@pytest.mark.parametrize("example", ["train_ppo", "clone_planner", "baselines"])
def test_the_help_explains_every_option_and_has_its_default(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main_of(example)(["--help"])
    _, *options = capsys.readouterr().out.split("\n  --")
    assert options
    assert [option for option in options if "(default: " not in " ".join(option.split())] == []
    assert example != "train_ppo" or any("my_agent:agent" in option for option in options)


@pytest.mark.parametrize("agent", ["ppo", "clone"])
def test_the_agents_kept_here_win_most_games_against_novices_in_the_arena(agent: str, tmp_path: Path) -> None:
    name = f"examples.trained:{agent}"
    bots = arena(tmp_path, f"novice,{name}", "--games", 12, "--workers", 0, where=ROOT)
    wins = bots[name]["wins"]
    assert isinstance(wins, float)
    assert wins > 6
    assert not bots[name]["misdeeds"]


@pytest.mark.slow
def test_a_learner_beats_chance_clearly_after_a_few_minutes(tmp_path: Path) -> None:
    file = tmp_path / "learner.npz"
    command = ["examples/train_ppo.py", "--opponent", "random", "--steps", 120_000, "--rollout", 4096, "--eval", 100]
    last = run(*command, "--out", file).splitlines()[-1]
    low = float(last.split("(")[1].split("%")[0])
    assert low > 80
