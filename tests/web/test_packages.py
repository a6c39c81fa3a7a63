"""What npm installs is pinned, for every machine, and comes from wherever the machine gets its packages."""

import json
import re
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
LOCK: dict[str, Any] = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
PACKAGE: dict[str, Any] = json.loads((WEB / "package.json").read_text(encoding="utf-8"))


def test_the_lockfile_names_no_place_to_download_from() -> None:
    assert [name for name, package in LOCK.items() if "resolved" in package] == []
    assert "://" not in (WEB / ".npmrc").read_text(encoding="utf-8")


def test_every_package_is_known_by_its_content() -> None:
    assert [name for name, package in LOCK.items() if name and "integrity" not in package] == []


def test_the_lockfile_serves_every_system_not_only_that_of_its_author() -> None:
    locked = {name.rpartition("node_modules/")[2] for name in LOCK}
    wanted = {other for package in LOCK.values() for other in package.get("optionalDependencies", {})}
    assert {"@rolldown/binding-darwin-arm64", "@rolldown/binding-win32-x64-msvc"} <= wanted
    assert wanted - locked == set()


def test_the_versions_of_all_packages_are_exact() -> None:
    asked = {**PACKAGE["dependencies"], **PACKAGE["devDependencies"], **PACKAGE["overrides"]}
    assert [name for name, version in asked.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_a_player_downloads_svelte_messages_and_two_typefaces_and_nothing_else() -> None:
    tools = {"@sveltejs/vite-plugin-svelte", "vite"}
    fonts = {"@fontsource/exo-2", "@fontsource-variable/manrope"}
    assert set(PACKAGE["dependencies"]) - tools == {"intl-messageformat", "svelte"} | fonts
