"""Measure the interpreted and the compiled build, each installed in an environment of its own.

    python bench/run.py [arguments of bench/speed.py]

Standard library only; the environments (.venv-bench-interpreted, .venv-bench-compiled) are made on the first run.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from environments import Environment, SetupError  # noqa: E402 - found by the line above


def main() -> int:
    """Run ``bench/speed.py`` in both."""
    for build, switch in (("interpreted", "0"), ("compiled", "1")):
        environment = Environment(ROOT / f".venv-bench-{build}", extras="[bench]", compile=switch)
        try:
            environment.prepare()
        except SetupError as error:
            print(error, file=sys.stderr)
            return 1
        command = [str(environment.python), str(ROOT / "bench" / "speed.py"), *sys.argv[1:]]
        if subprocess.run(command, check=False).returncode:
            return 1
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
