"""The page for authors of clients says what the server does, and its client plays."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from tests.server.kit import RunningServer

import kilowatt
from kilowatt.table.denials import SENTENCES
from kilowatt.table.messages import ClientMessage, ServerMessage

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
SOURCE = "".join(
    path.read_text(encoding="utf-8")
    for part in ("table", "service", "server", "browser")
    for path in (ROOT / "src/kilowatt" / part).rglob("*.py")
)


def test_the_page_names_every_message_and_every_code() -> None:
    names = [kind.__struct_config__.tag for kind in (*get_args(ClientMessage), *get_args(ServerMessage))]
    assert len(names) == 21
    assert [name for name in [*names, *SENTENCES] if f"`{name}`" not in PAGE] == []


def test_the_page_names_everything_that_can_happen_to_a_table() -> None:
    kinds = set(re.findall(r'NewMessage\(\s*"([a-z-]+)"', SOURCE))
    assert len(kinds) >= 14
    assert [kind for kind in sorted(kinds) if f"`{kind}`" not in PAGE] == []


def test_every_code_is_used_somewhere() -> None:
    used = set(re.findall(r'Denied\(\s*"([a-z-]+)"', SOURCE)) | set(
        re.findall(r'denial(?:: str)? ?= ?"([a-z-]+)"', SOURCE)
    )
    assert set(SENTENCES) - used == set()


def test_the_example_plays_a_game_to_its_end(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'table.sqlite'}") as server:
        command = [sys.executable, "examples/table_client.py", server.url.rstrip("/")]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True, timeout=120)
    assert kilowatt.read_record(done.stdout.rstrip("\n") + "\n").is_over
