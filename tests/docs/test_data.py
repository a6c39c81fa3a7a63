"""The data files are what the rules take them for."""

import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).parents[2] / "src" / "kilowatt" / "data" / "check_data.py"


def test_the_data_files_pass_their_own_check() -> None:
    run = subprocess.run([sys.executable, CHECK], capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
