"""The page on the bots' strength matches the results of the arena."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CHECK = """
import sys
sys.path.insert(0, "tools")
from strength import PAGE, page
stale = PAGE.read_text(encoding="utf-8") != page()
sys.exit("docs/strength.md is not what docs/strength/ says: python tools/strength.py page" if stale else 0)
"""


def test_the_page_on_strength_is_what_its_script_writes() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
