"""docs/performance.md: the text of performance_page.md, filled with what a race has found."""

from pathlib import Path

from compare.contestants import CONTESTANTS
from compare.results import Results
from compare.tables import as_markdown, cost_rows, part_rows, phase_rows, speed_rows

TEXT = Path(__file__).with_name("performance_page.md")

ENGINE, STEPS, SINGLE = 20, 30_000, 4
"""The targets: times catanatron's engine, steps a second of the vectorised one, times catanatron's environment."""


def page(results: Results) -> str:
    """The page. All contestants must have taken part."""
    missing = [one.key for one in CONTESTANTS if one.key not in results.rounds]
    if missing:
        raise ValueError(f"The page needs every contestant, and these did not play: {', '.join(missing)}.")
    return TEXT.read_text(encoding="utf-8").format(
        about=results.about,
        games=results.games("kilowatt"),
        both=results.micros("observation", "mask"),
        decision=results.micros("kilowatt"),
        batched=results.ratio("vector", "aec"),
        asked=as_markdown(_asked(results)),
        **{group: as_markdown(speed_rows(results, group)) for group in ("engine", "single", "vector", "spiel")},
        costs=as_markdown(cost_rows(results)),
        phases=as_markdown(phase_rows(results)),
        parts=as_markdown(part_rows(results)),
        versions=as_markdown([["package", "version"], *map(list, results.packages().items())]),
    )


def _asked(results: Results) -> list[list[str]]:
    """Head and rows of the project's own targets."""

    def times(ours: str, theirs: str) -> str:
        return f"{results.ratio(ours, theirs):.1f} ×"

    return [
        ["", "asked", "found"],
        ["engine, compiled, beside catanatron's", f"{ENGINE} ×", times("kilowatt", "catanatron")],
        ["observation, mask and step, vectorised", f"{STEPS:,} a second", f"{results.rate('vector'):,.0f} a second"],
        ["Gymnasium, beside catanatron's, two seats", f"{SINGLE} ×", times("gym-2", "catanatron-gym-2")],
        ["Gymnasium, beside catanatron's, four seats", f"{SINGLE} ×", times("gym-4", "catanatron-gym-4")],
    ]
