"""The pages about the environments describe every number, index and setting."""

import inspect
import re
from pathlib import Path

import kilowatt
from kilowatt.env.action_codec import ACTIONS, meaning
from kilowatt.env.config import OBSERVATIONS
from kilowatt.env.kilowatt_v0 import raw_env
from kilowatt.env.observation_codec import LAYOUT, OBSERVATION
from kilowatt.env.render_modes import RENDER_MODES
from kilowatt.env.reward_shaping import STANDINGS
from kilowatt.env.rewards import REWARDS
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv

DOCS = Path(__file__).parents[2] / "docs"
ENCODING = (DOCS / "encoding.md").read_text(encoding="utf-8")
ENVIRONMENTS = (DOCS / "environments.md").read_text(encoding="utf-8")


def rows_after(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, without its head."""
    _, found, rest = page.partition(f"\n{heading}\n")
    assert found, f"There is no heading {heading!r}."
    table = re.search(r"(?:^\|.*\n?)+", rest, re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[0].splitlines()[2:]]


def test_the_page_has_every_number_of_an_observation_with_its_place_and_divisor() -> None:
    for part in LAYOUT:
        size = f"{part.width} number{'s' if part.width > 1 else ''}"
        rows = f"{part.rows} rows of {size}" if part.rows > 1 else size
        table = rows_after(ENCODING, f"### {part.name}: {rows}, {part.first} to {part.end - 1}")
        expected = zip(range(part.width), part.columns, part.divisors, strict=True)
        assert [row[:3] for row in table] == [[str(place), name, str(divisor)] for place, name, divisor in expected]
    assert ENCODING.count("\n### ") == len(LAYOUT)


def test_the_page_has_every_index_once_in_blocks_with_their_meaning() -> None:
    following = 0
    for indices, first_meaning, last_meaning, _ in rows_after(ENCODING, "## Actions"):
        first, _, last = indices.partition("–")
        assert int(first) == following
        following = int(last or first) + 1
        assert (meaning(int(first)), meaning(following - 1)) == (first_meaning, last_meaning)
        kinds = {re.sub(r"\d+|flux", "", meaning(index)) for index in range(int(first), following)}
        assert len(kinds) == 1 or first_meaning == "run nothing"
    assert following == ACTIONS


def test_the_pages_name_the_sizes_of_both_spaces() -> None:
    assert f"always {OBSERVATION} numbers" in ENCODING
    assert f"one of {ACTIONS}." in ENCODING
    assert f"{OBSERVATION} numbers in an observation, {ACTIONS} action indices" in ENVIRONMENTS


def test_every_setting_of_every_environment_is_in_the_table_with_its_default() -> None:
    table = {row[0].strip("`"): row[1] for row in rows_after(ENVIRONMENTS, "## Settings")}
    seen = set()
    for kind in (raw_env, KilowattEnv, KilowattVectorEnv):
        for name, parameter in inspect.signature(kind.__init__).parameters.items():
            if name not in {"self", "options"}:
                seen.add(name)
                shown = repr(parameter.default).replace("'", '"').replace("Work(steps=20)", "Work(20)")
                assert shown in table[name], f"{name} of {kind.__name__} is {shown}."
    assert seen == set(table)


def test_every_option_of_a_game_and_every_choice_is_named_on_the_page() -> None:
    options = {"flux", "first_game", "hidden_money", "round_limit", "regions", "first_pass"}
    for board in kilowatt.boards():
        assert options >= set(board.options)
    for name in options:
        assert f"`{name}" in ENVIRONMENTS
    choices = [*OBSERVATIONS, *RENDER_MODES]
    assert [choice for choice in choices if f'"{choice}"' not in ENVIRONMENTS] == []
    rewards = [row[0].strip('`"') for row in rows_after(ENVIRONMENTS, "## Rewards")]
    assert rewards == [*REWARDS, *STANDINGS]
