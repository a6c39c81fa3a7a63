"""The version has one home, a release needs its notes, and the files for GitHub are what GitHub understands."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version
from ruamel.yaml import YAML

import kilowatt
import release

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MEASURED = [
    ROOT / "bench" / "baseline.json",
    ROOT / "docs" / "performance.json",
    *(ROOT / "docs/strength").glob("*.json"),
]
"""Figures, each with the version that was measured."""
SCHEMAS = {
    "workflows/*.yml": "vendor.github-workflows",
    "dependabot.yml": "vendor.dependabot",
    "ISSUE_TEMPLATE/*.yml": "vendor.github-issue-forms",
}
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))


def workflow(name: str) -> dict[str, Any]:
    """A workflow as plain data."""
    read: dict[str, Any] = YAML(typ="safe").load((GITHUB / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    return read


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout that is ready to release 1.2.0."""
    package = tmp_path / "src" / "kilowatt"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""A game."""\n\n__version__ = "1.2.0"\n', encoding="utf-8")
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "README.md").write_text("How to name a fragment.\n", encoding="utf-8")
    changes = "# Changes\n\n<!-- releases -->\n## 1.2.0 (2030-01-02)\n\n- New.\n\n## 1.1.0 (2029-01-02)\n\n- Old.\n"
    (tmp_path / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    return tmp_path


def test_the_version_has_one_home_and_everything_else_takes_it_from_there() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/kilowatt/__init__.py"
    assert release.version() == kilowatt.__version__ == str(Version(kilowatt.__version__))
    for name in ("package.json", "package-lock.json"):  # the page has no version of its own
        assert "version" not in json.loads((ROOT / "web" / name).read_text(encoding="utf-8"))
    source = [path for folder in ("src", "tools", "bench") for path in (ROOT / folder).rglob("*.py")]
    copies = [path for path in source if re.search(r'"\d+\.\d+\.\d+"', path.read_text(encoding="utf-8"))]
    assert copies == [ROOT / "src" / "kilowatt" / "__init__.py"]


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.stem)
def test_no_figure_was_measured_with_a_version_that_is_still_to_come(path: Path) -> None:
    versions = re.findall(r'"kilowatt": "([^"]+)"', path.read_text(encoding="utf-8"))
    assert versions
    assert max(map(Version, versions)) <= Version(kilowatt.__version__)


def test_the_notes_of_a_release_are_its_part_of_the_changelog(checkout: Path) -> None:
    assert release.notes("v1.2.0", checkout) == "- New.\n"


@pytest.mark.parametrize("tag", ["v1.2.1", "1.2.0", "v1.2", "v1.2.0rc1"])
def test_a_tag_that_is_not_the_version_is_refused(checkout: Path, tag: str) -> None:
    with pytest.raises(release.ReleaseError, match=r"needs v1\.2\.0"):
        release.notes(tag, checkout)


def test_a_release_waits_until_the_fragments_are_in_the_changelog(checkout: Path) -> None:
    (checkout / "changelog.d" / "7.added.md").write_text("Newer.\n", encoding="utf-8")
    with pytest.raises(release.ReleaseError, match=r"still 7\.added\.md"):
        release.notes("v1.2.0", checkout)


def test_a_release_that_the_changelog_does_not_know_is_refused(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changes\n\n## 1.2.0 (2030-01-02)\n\n## 1.1.0 (2029-01-02)\n\n- Old.\n")
    with pytest.raises(release.ReleaseError, match=r"has no section for 1\.2\.0"):
        release.notes("v1.2.0", checkout)


@pytest.mark.parametrize("pattern", list(SCHEMAS))
def test_the_files_for_github_follow_its_schemas(pattern: str) -> None:
    files = sorted(map(str, GITHUB.glob(pattern)))
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[pattern], *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_on_every_python_that_the_package_is_for() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert workflow("ci")["jobs"]["linux"]["strategy"]["matrix"]["python"] == promised
    assert PROJECT["project"]["requires-python"] == f">={promised[0]}"
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{python.replace('.', '')}-*" for python in promised]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_unless_a_job_needs_more(path: Path) -> None:
    read = workflow(path.stem)
    assert read["permissions"] == {"contents": "read"}
    more = {name: job["permissions"] for name, job in read["jobs"].items() if "permissions" in job}
    needed = {
        "publish": {"id-token": "write"},
        "pages": {"pages": "write", "id-token": "write"},
        "announce": {"contents": "write"},
    }
    assert more == ({} if path.stem == "ci" else needed)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_major_version_and_keeps_no_password(path: Path) -> None:
    steps = [step for job in workflow(path.stem)["jobs"].values() for step in job.get("steps", [])]
    used = [step for step in steps if "uses" in step]
    assert [step["uses"] for step in used if not re.fullmatch(r"[\w./-]+@(v\d+|release/v\d+)", step["uses"])] == []
    checkouts = [step for step in used if step["uses"].startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_nothing_is_published_before_the_tag_and_the_tests_were_looked_at() -> None:
    jobs = workflow("release")["jobs"]
    before = {"tests", "plain", "compiled", "site"}
    assert set(jobs["publish"]["needs"]) == before
    assert {jobs[name]["needs"] for name in before} == {"notes"}
    assert jobs["announce"]["needs"] == jobs["pages"]["needs"] == "publish"
    assert any("tools/release.py" in step.get("run", "") for step in jobs["notes"]["steps"])
