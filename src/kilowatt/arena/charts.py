"""The plots of the report, as hand-written SVG. Colours are CSS classes of the page, so that print has its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from kilowatt.arena.ratings import Figure

WIDTH = 940.0
ROW = 30.0
CHARACTER = 8.0  # the width of a bold letter at 13 px, about

DASHES = ("none", "7 4", "2 4", "10 3 2 3", "4 2", "1 3")
"""Lines also differ by pattern, for readers who cannot distinguish the colours."""


def short(label: str, most: int = 24) -> str:
    """A bot's label short enough to fit beside a plot: without its package."""
    name, at, limit = label.replace(".py:", ":").partition("@")
    brief = name.rpartition(".")[2] + at + limit
    return brief if len(brief) <= most else brief[: most - 1] + "…"


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from low to high."""
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
    first = ceil(low / step - 1e-9)
    return [step * number for number in range(first, floor(high / step + 1e-9) + 1)]


@dataclass
class Scale:
    """From values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a value lies."""
        return self.start + (value - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)


def svg(height: float, parts: Sequence[str], title: str, width: float = WIDTH) -> str:
    """A picture that fits the width of the page."""
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, *, anchor: str = "start", style: str = "", title: str = "") -> str:
    """A text in the picture; the title is shown on hover."""
    hint = f"<title>{escape(title)}</title>" if title and title != words else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}">{hint}{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str = "grid") -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>'


@dataclass(frozen=True)
class Bar:
    """One estimate of an interval plot."""

    figure: Figure
    colour: str
    fair: float | None = None  # a mark beside the estimate


def interval_plot(
    rows: Sequence[tuple[str, Sequence[Bar]]],
    title: str,
    show: Callable[[float], str],
    *,
    bounds: tuple[float, float] | None = None,
    marks: Sequence[tuple[float, str]] = (),
) -> str:
    """A row for each name, with its estimates as points and their intervals as bars; ``marks`` are upright lines."""
    figures = [bar.figure for _, bars in rows for bar in bars]
    marked = [mark for mark, _ in marks] + [bar.fair for _, bars in rows for bar in bars if bar.fair is not None]
    low = min([figure.low for figure in figures] + marked)
    high = max([figure.high for figure in figures] + marked)
    pad = 0.06 * (high - low) or 1.0
    if bounds is not None:
        low, high = max(low - pad, bounds[0]), min(high + pad, bounds[1])
    else:
        low, high = low - pad, high + pad
    left = 24 + CHARACTER * max([len(short(name)) for name, _ in rows])
    value_room = 150.0 if max([len(bars) for _, bars in rows]) == 1 else 24.0
    scale = Scale(low, high, left, WIDTH - value_room)
    parts, y = [], 34.0 if marks else 14.0
    top = y
    body: list[str] = []
    for name, bars in rows:
        height = max(ROW, 17.0 * len(bars) + 10)
        middle = y + height / 2
        body.append(text(left - 14, middle + 4.5, short(name), anchor="end", style="name", title=name))
        for index, bar in enumerate(bars):
            at = middle + 17.0 * (index - (len(bars) - 1) / 2)
            body.append(_whisker(bar, scale, at))
            if len(bars) == 1:
                figure = bar.figure
                low_end, high_end = show(figure.low), show(figure.high)
                ends = "" if low_end == high_end else f" ({low_end.removesuffix(' %')}–{high_end})"
                words = show(figure.value) + ends
                body.append(text(WIDTH, at + 4.5, words, anchor="end", style="value"))
        y += height
        if len(bars) > 1:
            body.append(line(left - 8, y, WIDTH - value_room, y, "rule"))
    for value in ticks(low, high):
        parts.append(line(scale(value), top, scale(value), y))
        parts.append(text(scale(value), y + 18, show(value), anchor="middle", style="tick"))
    for value, words in marks:
        parts.append(line(scale(value), top, scale(value), y, "mark"))
        parts.append(text(scale(value), top - 10, words, anchor="middle", style="tick"))
    return svg(y + 28, [*parts, *body], title)


def _whisker(bar: Bar, scale: Scale, y: float) -> str:
    figure = bar.figure
    low, high, x = scale(figure.low), scale(figure.high), scale(figure.value)
    ends = "".join([line(end, y - 4, end, y + 4, "whisker") for end in (low, high)])
    fair = "" if bar.fair is None else line(scale(bar.fair), y - 13, scale(bar.fair), y + 13, "mark")
    whiskers = line(low, y, high, y, "whisker") + ends
    return f'<g class="{bar.colour}">{fair}{whiskers}<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/></g>'


def heat_table(columns: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[Figure, float] | None]]]) -> str:
    """Shares as an HTML table whose cells are tinted by how far they are above (lit) or below (dark) the fair share."""
    head = "".join([f'<th scope="col">{escape(short(name))}</th>' for name in columns])
    body = []
    for name, cells in rows:
        made = []
        for cell in cells:
            if cell is None:
                made.append("<td>–</td>")
                continue
            figure, fair = cell
            strength = max(-1.0, min(1.0, (figure.value - fair) / max(fair, 1 - fair)))
            tone = "above" if strength >= 0 else "below"
            made.append(
                f'<td class="{tone}" style="--by:{abs(strength):.2f}"><b>{100 * figure.value:.0f}</b>'
                f"<i>{100 * figure.low:.0f}–{100 * figure.high:.0f}</i></td>"
            )
        body.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(made)}</tr>')
    return f'<table class="heat"><thead><tr><td></td>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


@dataclass(frozen=True)
class Curve:
    """A line through a value for each round, from round 1 on."""

    name: str
    colour: str
    dash: str
    values: Sequence[float]


def line_plot(
    curves: Sequence[Curve],
    title: str,
    *,
    width: float = WIDTH / 2 - 12,
    height: float = 300.0,
    below_zero: bool = False,
) -> str:
    """Curves over the rounds, each with its name to the right; from zero on, or also ``below_zero``."""
    rounds = max([len(curve.values) for curve in curves])
    highest = max([value for curve in curves for value in curve.values]) or 1.0
    lowest = 0.0
    if below_zero:
        lowest = min([0.0, *[value for curve in curves for value in curve.values]])
        highest = max(highest, lowest + 1.0)
    right = 18 + CHARACTER * max([len(short(curve.name, 16)) for curve in curves])
    x = Scale(1, max(rounds, 2), 38, width - right)
    room = 0.04 * (highest - lowest)
    y = Scale(lowest - (room if lowest else 0), highest + room, height - 34, 12)
    parts = []
    for value in ticks(lowest, highest + room, 5):
        parts += [
            line(x.start, y(value), x.end, y(value), "zero" if lowest and not value else "grid"),
            text(30, y(value) + 4, f"{value:g}".replace("-", "−"), anchor="end", style="tick"),
        ]
    for value in [1.0, *[tick for tick in ticks(2, rounds, 6) if tick == int(tick)]]:
        parts.append(text(x(value), height - 14, f"{value:g}", anchor="middle", style="tick"))
    labels = _spread([y(curve.values[-1]) for curve in curves], 15, 12, height - 34)
    for curve, label in zip(curves, labels, strict=True):
        points = " ".join([f"{x(number + 1):.1f},{y(value):.1f}" for number, value in enumerate(curve.values)])
        end = x(len(curve.values))
        parts.append(f'<g class="{curve.colour}"><polyline points="{points}" stroke-dasharray="{curve.dash}"/>')
        parts.append(f'<circle cx="{end:.1f}" cy="{y(curve.values[-1]):.1f}" r="3"/>')
        # All names stand to the right of all curves: some games are shorter than others.
        parts.append(text(x.end + 9, label + 4.5, short(curve.name, 16), style="own", title=curve.name) + "</g>")
    return svg(height, parts, title, width)


def _spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """The heights of labels, moved so that none overlap and all stay between top and bottom, if there is room."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = list(wanted)
    for before, index in pairwise(order):
        placed[index] = max(placed[index], placed[before] + apart)
    reached = bottom
    for index in reversed(order):
        placed[index] = min(placed[index], reached)
        reached = placed[index] - apart
    above = max(0.0, top - min(placed, default=top))
    return [height + above for height in placed]


@dataclass(frozen=True)
class Column:
    """A plant: how many of the winners' and of all hands held it at the end."""

    name: str
    kind: str
    winners: float
    everybody: float


def plant_plot(columns: Sequence[Column], title: str, height: float = 270.0) -> str:
    """A column for each plant, in the colour of its kind; the tick across it is what all seats together held."""
    highest = max([max(column.winners, column.everybody) for column in columns] + [0.01]) * 1.08
    y = Scale(0, highest, height - 40, 12)
    slot = (WIDTH - 44) / len(columns)
    parts = []
    for value in ticks(0, highest, 5):
        parts += [
            line(42, y(value), WIDTH, y(value)),
            text(36, y(value) + 4, f"{100 * value:.0f} %", anchor="end", style="tick"),
        ]
    for index, column in enumerate(columns):
        x = 44 + slot * index
        hint = (
            f"Plant {column.name} ({column.kind}): {column.winners:.1%} of the winners held it at the end, "
            f"{column.everybody:.1%} of all seats."
        )
        parts.append(
            f'<g class="plant {column.kind}"><title>{escape(hint)}</title>'
            f'<rect x="{x + slot * 0.14:.1f}" y="{y(column.winners):.1f}" width="{slot * 0.72:.1f}" '
            f'height="{max(y(0) - y(column.winners), 0):.1f}" rx="1.5"/></g>'
        )
        parts.append(line(x + 1, y(column.everybody), x + slot - 1, y(column.everybody), "everybody"))
        parts.append(text(x + slot / 2, height - 22, column.name, anchor="middle", style="tick tiny"))
    return svg(height, parts, title)


def stack_plot(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], title: str) -> str:
    """A bar for each bot, in parts; the class of a part gives its colour."""
    left = 24 + CHARACTER * max([len(short(name)) for name, _ in rows])
    total = max([sum([amount for _, amount in parts]) for _, parts in rows]) or 1.0
    scale = Scale(0, total, left, WIDTH - 8)
    made: list[str] = []
    y = 6.0
    for name, parts in rows:
        made.append(text(left - 14, y + 19, short(name), anchor="end", style="name", title=name))
        reached = 0.0
        for kind, amount in parts:
            width = scale(reached + amount) - scale(reached)
            made.append(
                f'<g class="part {kind}"><title>{escape(name)}: {amount:.0f} {kind}</title>'
                f'<rect x="{scale(reached):.1f}" y="{y + 3:.1f}" width="{max(width - 1.5, 0):.1f}" height="24" '
                'rx="2"/></g>'
            )
            if width > 34:
                made.append(
                    text(scale(reached) + width / 2, y + 19.5, f"{amount:.0f}", anchor="middle", style="inside")
                )
            reached += amount
        y += 34
    return svg(y + 4, made, title)
