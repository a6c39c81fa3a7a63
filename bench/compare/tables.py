"""The rows of every table, the same in the terminal and on the page."""

from compare.contestants import CONTESTANTS, Contestant
from compare.results import Results

HEADINGS = {
    "engine": "The engine",
    "single": "Environments, one game at a time",
    "vector": "Environments, many games at once",
    "spiel": "Through OpenSpiel",
    "costs": "What an observation costs",
    "where": "Where the engine's time goes",
}
PHASES = {
    "2": "phase 2, the auction",
    "3": "phase 3, fuel",
    "4": "phase 4, building",
    "5": "phase 5, bureaucracy",
}
PARTS = ("setting up", "offering", "choosing", "playing")


def of_group(results: Results, group: str) -> list[Contestant]:
    """The contestants of a group that took part."""
    return [one for one in CONTESTANTS if one.group == group and one.key in results.rounds]


def speed_rows(results: Results, group: str) -> list[list[str]]:
    """Head and rows of a group: who, how many a second, and how many times as fast ours is."""
    rows = [["", "a second", "from – to", "Kilowatt is"]]
    for one in of_group(results, group):
        rates = results.rates(one.key)
        ratio = f"{_short(results.ratio(one.ours, one.key))} × as fast" if one.ours in results.rounds else ""
        spread = f"{min(rates):,.0f} – {max(rates):,.0f}"
        rows.append([one.title, f"{results.rate(one.key):,.0f}", spread, ratio])
    return rows if any(row[3] for row in rows[1:]) else [row[:3] for row in rows]


def cost_rows(results: Results) -> list[list[str]]:
    """Head and rows of what single things cost, beside a decision of the engine."""
    rows = [["", "µs", "decisions"]]
    parts: dict[str, tuple[str, ...]] = {}
    if "kilowatt" in results.rounds:
        parts["a decision: offered, chosen and played"] = ("kilowatt",)
    parts |= {one.title: (one.key,) for one in of_group(results, "costs")}
    if {"observation", "mask"} <= results.rounds.keys():
        parts["observation and mask together"] = ("observation", "mask")
    for title, keys in parts.items():
        cost = results.micros(*keys)
        decisions = _short(cost / results.micros("kilowatt")) if "kilowatt" in results.rounds else ""
        rows.append([title, f"{cost:.2f}", decisions])
    return rows


def phase_rows(results: Results) -> list[list[str]]:
    """Head and rows of the engine's time by the phase in which it is spent."""
    sums = results.sums("where")
    whole = sum(sums[f"phase {phase}"] for phase in PHASES)
    rows = [["", "share of decisions", "share of time", "µs a decision"]]
    for phase, title in PHASES.items():
        time, decisions = sums[f"phase {phase}"], sums[f"decisions {phase}"]
        shares = [_percent(decisions / sums["count"]), _percent(time / whole)]
        rows.append([title, *shares, f"{1e6 * time / decisions:.2f}"])
    return rows


def part_rows(results: Results) -> list[list[str]]:
    """Head and rows of the engine's time by what is done in it."""
    sums = results.sums("where")
    whole = sum(sums[part] for part in PARTS)
    titles = (
        "setting up a game",
        "offering: what is legal",
        "choosing one of it at random",
        "playing it: refusing, changing the state, events, log",
    )
    rows = [["", "share of time", "µs a decision"]]
    for part, title in zip(PARTS, titles, strict=True):
        rows.append([title, _percent(sums[part] / whole), f"{1e6 * sums[part] / sums['count']:.2f}"])
    return rows


def all_tables(results: Results) -> list[tuple[str, list[list[str]]]]:
    """Every table that the results allow, with its heading."""
    tables = []
    for group, heading in HEADINGS.items():
        if not of_group(results, group):
            continue
        if group == "costs":
            tables.append((heading, cost_rows(results)))
        elif group == "where":
            tables += [(f"{heading}, by phase", phase_rows(results)), (f"{heading}, by part", part_rows(results))]
        else:
            tables.append((heading, speed_rows(results, group)))
    return tables


def as_text(rows: list[list[str]]) -> str:
    """A table for the terminal: the first column to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [
            first.replace("`", "").ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)),
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(rows: list[list[str]]) -> str:
    """The same table for the page."""
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|---" + "|--:" * (len(rows[0]) - 1) + "|", *body])


def _short(number: float) -> str:
    """A number with two digits that count: 0.081, 0.35, 4.2, 31."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
