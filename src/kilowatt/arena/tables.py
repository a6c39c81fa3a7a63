"""The figures of a run as text tables, for the terminal and for the report."""

from dataclasses import dataclass, field

from kilowatt.arena.ratings import Figure
from kilowatt.arena.summary import BotFigures, Summary
from kilowatt.wording.words import count


@dataclass
class Sheet:
    """A table: headings, rows, and which columns are text; the others are numbers."""

    headings: list[str]
    rows: list[list[str]] = field(default_factory=list)
    words: tuple[str, ...] = ("bot",)

    @property
    def numbers(self) -> list[str]:
        """The right-aligned columns."""
        return [heading for heading in self.headings if heading not in self.words]


def percent(figure: Figure) -> str:
    """``52.3 % (49.8–54.9)``."""
    return f"{100 * figure.value:.1f} % ({100 * figure.low:.1f}–{100 * figure.high:.1f})"


def points(figure: Figure | None) -> str:
    """``1523 (1510–1536)``; without an interval where every deal had the same result, which says nothing about it."""
    if figure is None:
        return ""
    low, high = f"{figure.low:.0f}", f"{figure.high:.0f}"
    return f"{figure.value:.0f}" + ("" if low == high else f" ({low}–{high})")


def duration(seconds: float | None) -> str:
    """``0.4 ms``, ``12 ms``, ``1.3 s``; a dash for bots that were never asked."""
    if seconds is None:
        return "–"
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.2f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"


def mean(number: float | None, digits: int) -> str:
    """``12.3``; a dash where there is nothing to take a mean of."""
    return "–" if number is None else f"{number:.{digits}f}"


def wins(number: float) -> str:
    """A whole number, or a fraction where victories are shared."""
    return f"{number:.0f}" if abs(number - round(number)) < 1e-6 else f"{number:.1f}"


def by_rating(summary: Summary) -> list[BotFigures]:
    """The bots, the strongest first."""
    return sorted(summary.bots, key=lambda bot: -(bot.rating.value if bot.rating else 0.0))


def main_sheet(summary: Summary) -> Sheet:
    """The table of the run: one row per bot, the strongest first."""
    brief, play = brief_sheet(summary), play_sheet(summary)
    rows = [[*one, *other[1:]] for one, other in zip(brief.rows, play.rows, strict=True)]
    return Sheet([*brief.headings, *play.headings[1:]], rows)


def brief_sheet(summary: Summary) -> Sheet:
    """Wins and ratings."""
    sheet = Sheet(["bot", "games", "wins", "win share (95 %)", "fair", "rating (95 %)"])
    for bot in by_rating(summary):
        fair = f"{100 * bot.fair_share:.0f} %"
        sheet.rows.append([bot.bot, str(bot.games), wins(bot.wins), percent(bot.win_share), fair, points(bot.rating)])
    return sheet


def play_sheet(summary: Summary) -> Sheet:
    """How long the games are, how many cities are powered, how long the bots think."""
    sheet = Sheet(["bot", "rounds", "powered", "median", "mean"])
    for bot in by_rating(summary):
        times = [duration(bot.median_seconds), duration(bot.mean_seconds)]
        sheet.rows.append([bot.bot, f"{bot.rounds:.1f}", mean(bot.powered, 1), *times])
    return sheet


def money_sheet(summary: Summary) -> Sheet:
    """Where the money of a game comes from and goes, on average for a seat."""
    sheet = Sheet(["bot", "income", "for plants", "for fuel", "for houses", "left", "cities", "powered"])
    for bot in by_rating(summary):
        numbers = (bot.income, bot.for_plants, bot.for_fuel, bot.for_houses, bot.money)
        amounts = [mean(number, 0) for number in numbers]
        sheet.rows.append([bot.bot, *amounts, mean(bot.cities, 1), mean(bot.powered, 1)])
    return sheet


def board_sheet(summary: Summary, *, intervals: bool = True) -> Sheet:
    """The win shares on each board."""

    def share(figure: Figure) -> str:
        return percent(figure) if intervals else f"{100 * figure.value:.1f} %"

    order = [bot.bot for bot in by_rating(summary)]
    sheet = Sheet(["board", "games", *order], words=("board",))
    for board, bots in summary.boards.items():
        by_name = {bot.bot: bot for bot in bots}
        cells = [share(by_name[name].win_share) if name in by_name else "–" for name in order]
        sheet.rows.append([board, str(sum([bot.seats for bot in bots]) // summary.players), *cells])
    return sheet


def failure_lines(summary: Summary) -> list[str]:
    """A sentence for each bot that failed."""
    lines = []
    for bot in by_rating(summary):
        if bot.failed_games:
            games = f"{bot.failed_games} of {count(bot.games, 'game', 'games')}"
            lines.append(f"{bot.bot} failed in {games} and was replaced there ({', '.join(bot.misdeeds)}).")
    return lines


def misdeed_sheet(summary: Summary) -> Sheet:
    """Which bots misbehaved, how, and how often."""
    sheet = Sheet(["bot", "what", "times", "first in game", "for example"], words=("bot", "what", "for example"))
    for one in summary.misdeeds:
        sheet.rows.append([one.bot, one.kind, str(one.times), str(one.game), f"It {one.what}"])
    return sheet
