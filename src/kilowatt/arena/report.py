"""A run as one self-contained HTML page."""

import shlex
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from kilowatt.arena.charts import (
    DASHES,
    Bar,
    Column,
    Curve,
    heat_table,
    interval_plot,
    line_plot,
    plant_plot,
    short,
    stack_plot,
)
from kilowatt.arena.comparing import head_to_head
from kilowatt.arena.journal import Entry
from kilowatt.arena.lost_games import LostGames
from kilowatt.arena.ratings import Figure, mean_by_deal
from kilowatt.arena.results import SeatResult
from kilowatt.arena.store import Manifest, record_path
from kilowatt.arena.summary import MisdeedFigures, Summary, summarise
from kilowatt.arena.tables import Sheet, by_rating, duration, failure_lines, main_sheet, misdeed_sheet
from kilowatt.boards import find_board
from kilowatt.extras import command_line
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.runs.entrants import show_limit
from kilowatt.wording.words import count

COLOURS = 8
EVERYBODY = "all bots"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
NOTHING = "<p>No bot has played a game to its end.</p>"
TOO_FEW = 0.1
"""Curves end where fewer than this share of a bot's games still go on."""


def make_page(manifest: Manifest, entries: Sequence[Entry], folder: Path, path: Path) -> str:
    """The page of the run in a folder, to be written to a path: it links the records from there."""
    return Page(manifest, entries, folder, path).html()


class Page:
    """All that the page shows of one run."""

    def __init__(self, manifest: Manifest, entries: Sequence[Entry], folder: Path, path: Path) -> None:
        self.manifest = manifest
        self.folder = folder
        self.path = path
        self.plan = manifest.plan
        self.entries = entries
        self.summary: Summary = summarise(self.plan, entries)
        self.order = [bot.bot for bot in by_rating(self.summary)]
        self.colour = {bot: f"c{index % COLOURS}" for index, bot in enumerate(self.order)}
        self.dash = {bot: DASHES[index % len(DASHES)] for index, bot in enumerate(self.order)}
        self.figures = {bot.bot: bot for bot in self.summary.bots}
        looks = {bot: (self.colour[bot], self.dash[bot]) for bot in self.order}
        self.lost = LostGames(manifest, entries, self.order, looks)

    def html(self) -> str:
        """The template, filled in."""
        template = Template(files("kilowatt.arena").joinpath("page.html").read_text(encoding="utf-8"))
        script = files("kilowatt.arena").joinpath("page.js").read_text(encoding="utf-8")
        names = [find_board(board).name for board in self.plan.boards]
        return template.substitute(
            title=self.title(),
            line_up="".join(
                [
                    f'<li class="{self.colour[bot]}" title="{escape(bot)}">{escape(short(bot))}</li>'
                    for bot in self.order
                ]
            ),
            failures=self.failures(),
            games=count(self.summary.games, "game", "games"),
            deals=count(self.summary.deals, "deal", "deals"),
            head_to_head=self.head_to_head(),
            gaps=self.lost.table(),
            cities_behind=self.lost.curves("cities_by_round", "Cities behind the winner by round"),
            money_behind=self.lost.curves("money_by_round", "Money behind the winner by round"),
            plants_missed=self.lost.plants(),
            losses=self.lost.lists(),
            data=self.lost.data(self.folder, self.path),
            script=script,
            players=str(self.plan.players),
            boards=escape(", ".join(names)),
            rounds=f"{self.summary.rounds:.1f}",
            table=self.table(),
            ladder=self.ladder(),
            shares=self.shares(),
            by_seat=self.by_seat(),
            by_start=self.by_start(),
            by_board=self.by_board(),
            cities=self.by_round("cities_by_round", "Cities by round"),
            money=self.by_round("money_by_round", "Money by round"),
            plants=self.plants(),
            spending=self.spending(),
            times=self.times(),
            misdeeds=self.misdeeds(),
            command=" ".join([f"<span>{escape(word)}</span>" for word in self.command()]),
            facts=self.facts(),
        )

    def title(self) -> str:
        """``3 bots, 400 games, 8 boards``."""
        numbers = ((len(self.order), "bot"), (self.summary.games, "game"), (len(self.plan.boards), "board"))
        return ", ".join([count(number, name, f"{name}s") for number, name in numbers])

    def failures(self) -> str:
        """A banner about bots that failed, if any did."""
        lines = "".join([f"<p>{escape(line)}</p>" for line in failure_lines(self.summary)])
        link = '<p><a href="#misbehaviour">What they did</a></p>'
        return f'<div class="failures" role="note">{lines}{link}</div>' if lines else ""

    def table(self) -> str:
        """The main table without the times, which have their own table."""
        sheet = main_sheet(self.summary)
        rows = [[short(row[0]), *row[1:-2]] for row in sheet.rows]
        return as_html(Sheet(sheet.headings[:-2], rows))

    def ladder(self) -> str:
        """Ratings with their error bars, the strongest on top."""
        rows = [
            (bot, [Bar(rating, self.colour[bot])])
            for bot in self.order
            if (rating := self.figures[bot].rating) is not None
        ]
        return interval_plot(
            rows, "Ratings with 95 % intervals", lambda value: f"{value:.0f}", marks=[(1500, "mean of the field")]
        )

    def shares(self) -> str:
        """Win shares, each beside the fair one."""
        rows = []
        for bot in self.order:
            figures = self.figures[bot]
            rows.append((bot, [Bar(figures.win_share, self.colour[bot], figures.fair_share)]))
        return interval_plot(rows, "Win shares with 95 % intervals", as_percent, bounds=(0, 1))

    def head_to_head(self) -> str:
        """Who finishes ahead of whom: the bot of the row, in per cent of its meetings with that of the column."""
        found = head_to_head(self.entries, self.order, self.plan.seed)
        rows = [
            (short(one), [(found[one, other], 0.5) if (one, other) in found else None for other in self.order])
            for one in self.order
        ]
        return heat_table(self.order, rows)

    def by_seat(self) -> str:
        """Win share of each bot by its place at the table."""
        places = [[number for number, _ in enumerate(entry.result.seats)] for entry in self.entries]
        return self._by_place(SEAT_NAMES, places)

    def by_start(self) -> str:
        """Win share of each bot by its place in the first turn order."""
        places = [[seat.starts - 1 for seat in entry.result.seats] for entry in self.entries]
        return self._by_place(ORDINALS, places)

    def _by_place(self, names: Sequence[str], places: Sequence[Sequence[int]]) -> str:
        """Shares by a place that each seat of each game has."""
        deals: dict[tuple[int, str], list[int]] = {}
        wins: dict[tuple[int, str], list[float]] = {}
        for entry, there in zip(self.entries, places, strict=True):
            for place, seat in zip(there, entry.result.seats, strict=True):
                for who in (EVERYBODY, seat.bot):
                    deals.setdefault((place, who), []).append(entry.result.fixture.deal)
                    wins.setdefault((place, who), []).append(seat.win)
        columns = [EVERYBODY, *self.order]
        rows = []
        for place in range(self.plan.players):
            cells: list[tuple[Figure, float] | None] = []
            for who in columns:
                key = (place, who)
                found = mean_by_deal(deals[key], wins[key], seed=self.plan.seed) if key in deals else None
                cells.append(None if found is None else (found, 1 / self.plan.players))
            rows.append((names[place], cells))
        return heat_table(columns, rows)

    def by_board(self) -> str:
        """Win share of each bot on each board."""
        boards = self.summary.boards or {self.plan.boards[0]: self.summary.bots}
        rows = []
        for board, bots in boards.items():
            there = {bot.bot: (bot.win_share, bot.fair_share) for bot in bots}
            rows.append((find_board(board).name, [there.get(bot) for bot in self.order]))
        return heat_table(self.order, rows)

    def by_round(self, field: str, title: str) -> str:
        """The mean of a bot's seats in the games that reached the round."""
        curves = []
        for bot in self.order:
            series: list[tuple[int, ...]] = [getattr(seat, field) for seat in self._seats(bot)]
            if not series:
                continue
            values = []
            for number in range(max([len(one) for one in series])):
                there = [one[number] for one in series if len(one) > number]
                if len(there) < TOO_FEW * len(series):
                    break
                values.append(sum(there) / len(there))
            curves.append(Curve(bot, self.colour[bot], self.dash[bot], values))
        return line_plot(curves, title) if curves else NOTHING

    def plants(self) -> str:
        """Which plants the winners held at the end, and how many of all seats did that are not out."""
        winners: dict[str, float] = {}
        everybody: dict[str, float] = {}
        seats = [seat for bot in self.order for seat in self._seats(bot)]
        won = sum([seat.win for seat in seats])
        if not won:
            return NOTHING
        for seat in seats:
            for plant in seat.plants:
                winners[plant] = winners.get(plant, 0.0) + seat.win / won
                everybody[plant] = everybody.get(plant, 0.0) + 1 / len(seats)
        kinds = {str(name): card for name, card in PLANTS.items()}
        held = sorted(everybody, key=lambda name: kinds[name].rank)
        columns = [
            Column("33⅓" if name == "flux" else name, kinds[name].kind_name, winners.get(name, 0.0), everybody[name])
            for name in held
        ]
        return plant_plot(columns, "Plants held at the end by winners")

    def spending(self) -> str:
        """What a seat's money went into."""
        rows = []
        for bot in self.order:
            figures = self.figures[bot]
            parts = {
                "plants": figures.for_plants,
                "fuel": figures.for_fuel,
                "houses": figures.for_houses,
                "left": figures.money,
            }
            known = [(name, amount) for name, amount in parts.items() if amount is not None]
            if known:
                rows.append((bot, known))
        return stack_plot(rows, "Where the money went") if rows else NOTHING

    def times(self) -> str:
        """Time per decision."""
        sheet = Sheet(["bot", "limit", "decisions", "median", "mean"], words=("bot", "limit"))
        for bot in self.order:
            figures = self.figures[bot]
            limit = self.manifest.entrant(bot).limit
            words = f"{show_limit(limit)} s" if isinstance(limit, float) else show_limit(limit)
            sheet.rows.append(
                [bot, words, f"{figures.asked:,}", duration(figures.median_seconds), duration(figures.mean_seconds)]
            )
        return as_html(sheet)

    def misdeeds(self) -> str:
        """The bots that misbehaved, or a note that none did."""
        if not self.summary.misdeeds:
            return "<p>Every bot answered every question in time, with a legal action.</p>"
        if self.plan.on_failure == "lose":
            rule = "A bot that fails is out of the game and ranked last"
        else:
            rule = "A decision that fails is made by the fallback"
        traces = "".join([self._trace(one) for one in self.summary.misdeeds])
        sheet = as_html(misdeed_sheet(self.summary))
        return f"<p>{rule}; {escape(self.plan.fallback)} plays in its place.</p>{sheet}{traces}"

    def _trace(self, one: MisdeedFigures) -> str:
        """The traceback of a crash, where it happened, and the command that repeats it."""
        trace = f"<pre>{escape(one.trace)}</pre>" if one.trace else ""
        record = self.folder / record_path(self.manifest, one.fixture)
        repeat = ""
        if one.is_repeatable and record.exists():
            command = self.manifest.entrant(one.bot).command_to_repeat(record, one.decision)
            repeat = f"<p><code>{escape(command)}</code> repeats it.</p>"
        if not trace + repeat:
            return ""
        return f"<h3>{escape(short(one.bot))}, after decision {one.decision} of game {one.game}</h3>{trace}{repeat}"

    def command(self) -> list[str]:
        """The command that plays the run, word by word as the shell takes them."""
        plan = self.plan
        words = ["arena", "--bots", ",".join([one.label for one in plan.entrants])]
        words += ["--players", str(plan.players), "--boards", ",".join(plan.boards)]
        words += ["--games", str(self.manifest.games), "--seed", str(plan.seed)]
        options = next(iter(plan.options.values()), {})
        words += [f"--{name.replace('_', '-')}" for name, value in options.items() if value is True]
        if "round_limit" in options:
            words += ["--round-limit", str(options["round_limit"] or "none")]
        if plan.on_failure != "lose":
            words += ["--on-failure", plan.on_failure, "--fallback", plan.fallback]
        return [command_line(), *[shlex.quote(word) for word in words]]

    def facts(self) -> str:
        """What is needed to play the run again."""
        options = next(iter(self.plan.options.values()), {})
        changed = [f"{name.replace('_', ' ')} {value}" for name, value in options.items() if value not in (False, None)]
        facts = [
            ("Seed", str(self.plan.seed)),
            ("Boards", ", ".join(self.plan.boards)),
            ("Options", ", ".join(changed) or "none"),
            ("Bots", ", ".join([f"{one.label} ({show_limit(one.limit)})" for one in self.plan.entrants])),
            *self._made_of(),
            ("Kilowatt", f"{self.manifest.kilowatt}, code {self.manifest.code}, Python {self.manifest.python}"),
        ]
        return "".join([f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts])

    def _made_of(self) -> list[tuple[str, str]]:
        """What the bots are made of that are not part of Kilowatt, and what their earlier versions were."""
        now, earlier = self.manifest.bots, self.manifest.earlier
        found = {one.label: now[one.bot].in_words() for one in self.plan.entrants if one.bot in now}
        if self.plan.fallback in now:
            found.setdefault(self.plan.fallback, now[self.plan.fallback].in_words())
        for one in earlier:
            for label, kept_as in one.labels.items():
                found[kept_as] = ["an earlier version", *one.bots[self.plan.entrant(label).bot].in_words()]
        return [(label, ", ".join(parts)) for label, parts in found.items()]

    def _seats(self, bot: str) -> list[SeatResult]:
        """The seats that the bot has played to the end itself."""
        seats = [seat for entry in self.entries for seat in entry.result.seats]
        return [seat for seat in seats if seat.bot == bot and not seat.is_out]


def as_percent(share: float) -> str:
    """``25 %``, with a decimal only where it is not zero."""
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def as_html(sheet: Sheet) -> str:
    """A text table as HTML."""
    styles = ["word" if heading in sheet.words else "number" for heading in sheet.headings]
    pairs = list(zip(styles, sheet.headings, strict=True))
    head = "".join([f'<th scope="col" class="{style}">{escape(heading)}</th>' for style, heading in pairs])
    body = "".join(
        [
            "<tr>"
            + "".join([f'<td class="{style}">{escape(cell)}</td>' for style, cell in zip(styles, row, strict=True)])
            + "</tr>"
            for row in sheet.rows
        ]
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
