"""The pages of the boards match the boards."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CHECK = """
import sys
sys.path.insert(0, "tools")
from board_pages import FOLDER, files
stale = [name for name, text in files().items() if (FOLDER / name).read_text(encoding="utf-8") != text]
sys.exit(f"written by an older tools/board_pages.py, run it again: {stale}" if stale else 0)
"""


def test_the_pages_of_the_boards_are_what_their_script_writes() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
