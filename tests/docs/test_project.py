"""The project's own files agree with one another."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def versions(lines: list[str]) -> dict[str, str]:
    """`{"mypy": "2.4.1"}` for each line that pins one."""
    return dict(re.fullmatch(r"([\w.-]+)==(\S+)", line).groups() for line in lines)  # type: ignore[union-attr,misc]


def test_what_a_wheel_is_built_with_is_pinned_as_in_the_constraints() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ours = project["tool"]["kilowatt"]
    pinned = versions(project["build-system"]["requires"] + ours["compile"]["requires"] + ours["web"]["requires"])
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    constraints = versions([line for line in lines if line and not line.startswith("#")])
    assert pinned.items() <= constraints.items()


def test_every_module_with_structs_is_kept_out_of_compiling() -> None:
    compiling = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["kilowatt"]["compile"]
    source = ROOT / "src"
    included = {path for glob in compiling["include"] for path in source.glob(glob)}
    excluded = {path for glob in compiling["exclude"] for path in source.glob(glob)}
    assert [path for path in included - excluded if re.search(r"\bStruct\b", path.read_text(encoding="utf-8"))] == []
