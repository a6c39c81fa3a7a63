"""The part of the report about lost games: how they differ from the winner's, and a replay of each, round by round."""

import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from kilowatt.arena.charts import Curve, line_plot, short
from kilowatt.arena.comparing import Gap, Loss, behind_from, gap_of, losses_of
from kilowatt.arena.journal import Entry
from kilowatt.arena.store import Manifest, record_path
from kilowatt.boards import find_board
from kilowatt.extras import command_line
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.wording.words import plant_name

COLUMNS = (
    ("powered", "Cities powered at the end"),
    ("cities", "Cities at the end"),
    ("output", "Cities that the plants can power"),
    ("income", "All payments for powered cities"),
    ("for_plants", "Paid for plants"),
    ("for_fuel", "Paid for fuel"),
    ("for_houses", "Paid for houses and routes"),
    ("money", "Money left"),
)
HEADINGS = {"for_plants": "for plants", "for_fuel": "for fuel", "for_houses": "for houses", "money": "left"}
IN_CITIES = ("powered", "cities", "output")
LOSS_COLUMNS = [
    ("word", "game", ""),
    ("word", "board", ""),
    ("word", "seat", "Its place at the table"),
    ("", "place", ""),
    ("", "powered", "Cities that it powered at the end"),
    ("word", "winner", ""),
    ("", "powered", "Cities that the winner powered at the end"),
    ("", "rounds", ""),
    ("", "behind from", "The round from which on the winner had more cities"),
]
KINDS = {str(name): card.kind_name for name, card in PLANTS.items()}


Cell = tuple[str, str]
"""The class of a cell, and its HTML."""


class LostGames:
    """The lost games of all bots of a run. ``colour`` and ``dash`` tell the bots apart."""

    def __init__(
        self, manifest: Manifest, entries: Sequence[Entry], order: Sequence[str], looks: Mapping[str, tuple[str, str]]
    ) -> None:
        self.manifest = manifest
        self.entries = entries
        self.order = order
        self.looks = looks
        found = {bot: gap_of(entries, bot) for bot in order}
        self.gaps: dict[str, Gap] = {bot: gap for bot, gap in found.items() if gap is not None}
        losses = {bot: losses_of(entries, bot) for bot in order}
        self.losses = {bot: lost for bot, lost in losses.items() if lost}

    def table(self) -> str:
        """What a bot had less, or more, than the winner of the games it lost."""
        columns = [("word", "bot", ""), ("", "lost", "")]
        columns += [("", HEADINGS.get(field, field), words) for field, words in COLUMNS]
        columns.append(("", "behind from", "The round from which on the winner had more cities"))
        columns.append(("", "rounds lost / won", "Rounds of the games it lost, and of those it won"))
        return made_table(columns, [self._gap(gap) for gap in self.gaps.values()], "gaps")

    def _gap(self, gap: Gap) -> list[Cell]:
        cells = [self._named(gap.bot), ("", str(gap.losses))]
        for field, _ in COLUMNS:
            value: float = getattr(gap, field)
            tone = "less" if value < -0.05 else "more" if value > 0.05 else ""
            cells.append((tone, signed(value, 1 if field in IN_CITIES else 0)))
        since = "–" if gap.behind_from is None else f"{gap.behind_from:.1f}"
        if 0 < gap.behind < gap.losses:
            since += f" in {gap.behind}"
        won = "–" if gap.rounds_won is None else f"{gap.rounds_won:.1f}"
        return [*cells, ("", since), ("", f"{gap.rounds_lost:.1f} / {won}")]

    def _named(self, bot: str) -> Cell:
        return f"word {self.looks[bot][0]}", f'<i class="dot"></i>{escape(short(bot))}'

    def curves(self, field: str, title: str) -> str:
        """How far the bots were behind the winner, by round."""
        curves = [Curve(bot, *self.looks[bot], getattr(gap, field)) for bot, gap in self.gaps.items()]
        nothing = "<p>No bot has lost a game that it played to its end.</p>"
        return line_plot(curves, title, below_zero=True) if curves else nothing

    def plants(self) -> str:
        """The plants that the winners held and the bot did not."""
        rows = []
        for bot, gap in self.gaps.items():
            chips = "".join([f"{_chip(plant)}<small>+{100 * by:.0f} %</small>" for plant, by in gap.plants])
            style, name = self._named(bot)
            rows.append(f'<li><span class="{style}">{name}</span><span class="chips">{chips or "none"}</span></li>')
        return f'<ul class="missed">{"".join(rows)}</ul>'

    def lists(self) -> str:
        """Every loss of every bot, the clearest defeats first, each with a link to its replay."""
        return "".join([self._list(bot, losses) for bot, losses in self.losses.items()])

    def _list(self, bot: str, losses: Sequence[Loss]) -> str:
        losses = sorted(losses, key=_clearest)
        style, name = self._named(bot)
        summary = f'<summary class="{style}">{name}<small>{len(losses)} lost</small></summary>'
        rows = made_table(LOSS_COLUMNS, [self._loss(loss) for loss in losses])
        return f'<details class="losses">{summary}{rows}</details>'

    def _loss(self, loss: Loss) -> list[Cell]:
        result, game = loss.entry.result, loss.entry.game
        is_out = loss.own.is_out  # then its cities are those of the bot that replaced it
        nobody = loss.winner is None
        return [
            ("word", f'<a href="#game-{game}">replay {game}</a>'),
            ("word", escape(find_board(result.fixture.board).name)),
            ("word", SEAT_NAMES[loss.seat]),
            ("", "out" if is_out else str(loss.own.place)),
            ("", "–" if is_out else str(loss.own.powered)),
            ("word", "nobody") if nobody else self._named(loss.best.bot),
            ("", "–" if nobody else str(loss.best.powered)),
            ("", str(result.rounds)),
            ("", "–" if is_out else str(behind_from(loss) or "–")),
        ]

    def data(self, folder: Path, page: Path) -> str:
        """The games round by round as JSON for the page's script; records are linked from where the page is."""
        there = {path.parent.name + "/" + path.name for path in folder.glob("records*/*.kw")}
        games = {entry.game: self._game(entry, folder, page, there) for entry in self.entries}
        looks = [{"name": short(bot), "look": self.looks[bot][0]} for bot in self.order]
        text = msgspec.json.encode({"bots": looks, "games": games, "kinds": KINDS}).decode()
        return text.replace("<", "\\u003c").replace("$", "\\u0024")

    def _game(self, entry: Entry, folder: Path, page: Path, there: set[str]) -> dict[str, Any]:
        result, fixture = entry.result, entry.result.fixture
        name = record_path(self.manifest, fixture)
        record = folder / name
        return {
            "title": f"{find_board(fixture.board).name}, deal {fixture.deal}, rotation {fixture.rotation}",
            "record": Path(os.path.relpath(record, page.parent)).as_posix() if name in there else None,
            "command": command_line("replay", record.as_posix()),
            "review": command_line("review", record.as_posix()),
            "seats": [
                {
                    "bot": self.order.index(seat.bot),
                    "seat": SEAT_NAMES[number],
                    "place": seat.place,
                    "out": seat.is_out,
                    "plants": list(seat.plants),
                    "cities": seat.cities_by_round,
                    "powered": seat.powered_by_round,
                    "money": seat.money_by_round,
                    "end": [seat.cities, seat.powered, seat.money],
                }
                for number, seat in enumerate(result.seats)
            ],
        }


def made_table(columns: Sequence[tuple[str, str, str]], rows: Sequence[Sequence[Cell]], style: str = "") -> str:
    """A table with these columns: class, heading, and what it means."""
    head = "".join(
        [f'<th scope="col" class="{kind}" title="{escape(words)}">{escape(name)}</th>' for kind, name, words in columns]
    )
    lines = ["".join([f'<td class="{kind}">{cell}</td>' for kind, cell in row]) for row in rows]
    body = "".join([f"<tr>{line}</tr>" for line in lines])
    return f'<div class="wide"><table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _clearest(loss: Loss) -> tuple[bool, int, int]:
    """The order of losses: by cities that were missing, and those in which the bot failed last."""
    missing = 0 if loss.own.is_out else loss.own.powered - loss.best.powered
    return loss.own.is_out, missing, loss.entry.game


def _chip(plant: str) -> str:
    return f'<b class="chip {KINDS.get(plant, "")}">{escape(plant_name(plant))}</b>'


def signed(value: float, digits: int) -> str:
    """``+2.4``, ``−3``, ``0``: with a true minus sign."""
    text = f"{value:+.{digits}f}"
    return "0" if float(text) == 0 else text.replace("-", "−")
