"""The page on speed matches docs/performance.json. No test asserts how fast anything is."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

CHECK = """
import sys
sys.path[:0] = ["bench", "tools"]
from run import FIGURES, PAGE, page, read_results
stale = PAGE.read_text(encoding="utf-8") != page(read_results(FIGURES))
again = "python bench/run.py --read docs/performance.json --page"
sys.exit(f"docs/performance.md is not what docs/performance.json says: {again}" if stale else 0)
"""


def test_the_page_on_speed_is_what_the_bench_writes() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_page_on_speed_has_no_paths_of_the_machine() -> None:
    for name in ("performance.md", "performance.json"):
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert not [word for word in ("/home/", "/tmp/", "/root/", "/usr/", "\\Users\\") if word in text]  # noqa: S108
