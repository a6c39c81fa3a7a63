"""The results of a race: every round as measured, and the medians and ratios reported from them."""

import json
import os
import platform
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

Rounds = list[dict[str, float]]


@dataclass(frozen=True)
class Results:
    """The rounds of every contestant, and where and with what they were played."""

    about: dict[str, Any]
    versions: dict[str, dict[str, str]]
    rounds: dict[str, Rounds]

    def rates(self, key: str) -> list[float]:
        """Decisions a second, round by round."""
        return [each["count"] / each["seconds"] for each in self.rounds[key]]

    def rate(self, key: str) -> float:
        """Decisions a second: the median of the rounds."""
        return statistics.median(self.rates(key))

    def games(self, key: str) -> float:
        """Games a second: the median of the rounds."""
        return statistics.median([each["games"] / each["seconds"] for each in self.rounds[key]])

    def ratio(self, ours: str, theirs: str) -> float:
        """How many times as fast one is as another: the median over rounds, so that what slowed a round cancels."""
        pairs = zip(self.rates(ours), self.rates(theirs), strict=True)
        return statistics.median([one / other for one, other in pairs])

    def micros(self, *keys: str) -> float:
        """What one of each of these costs together, in µs: the median of the rounds."""
        costs = [[1e6 / rate for rate in self.rates(key)] for key in keys]
        together: list[float] = [sum(each) for each in zip(*costs, strict=True)]
        return statistics.median(together)

    def sums(self, key: str) -> dict[str, float]:
        """What a contestant did in all rounds together."""
        return {what: sum(each[what] for each in self.rounds[key]) for what in self.rounds[key][0]}

    def packages(self) -> dict[str, str]:
        """Every package that took part, with its version or, where environments differ, its versions."""
        found: dict[str, set[str]] = {}
        for packages in self.versions.values():
            for name, version in packages.items():
                found.setdefault(name, set()).add(version)
        return {name: " and ".join(sorted(found[name])) for name in sorted(found)}


def write_results(results: Results, file: Path) -> None:
    """Keep the results as JSON."""
    text = json.dumps(asdict(results), indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def read_results(file: Path) -> Results:
    """The results that were kept in a file."""
    return Results(**json.loads(file.read_text(encoding="utf-8")))


def describe_machine() -> dict[str, Any]:
    """The machine in general terms, and the day."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()}, {platform.machine()}",
    }


def _cpu() -> str:
    """What the processor is called."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "of an unknown kind"
