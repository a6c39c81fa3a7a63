"""Versions of a bot in one run: its games from before a change stay in the tables, under a label of their own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from kilowatt.arena.results import GameResult
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.runs.identity import BotChanged, changes_in_words
from kilowatt.wording.words import count


class HasLabels(Protocol):
    """Games of earlier versions: the label that each bot which has changed since has now."""

    @property
    def labels(self) -> dict[str, str]:
        """The new labels by the old ones."""


class BotsChanged(BotChanged):
    """Raised when bots of a run have changed since its games were played: ``games`` of ``all_games`` in the folder."""

    def __init__(
        self, folder: Path, changes: Mapping[str, list[str]], games: int, all_games: int, labels: Mapping[str, str]
    ) -> None:
        self.what = changes_in_words(changes)
        self.games = games
        self.restart = f"delete {'the one game' if all_games == 1 else f'all {all_games} games'} in this folder"
        self.kept_as = ", ".join(labels.values())
        there = count(games, f"game in {folder} is", f"games in {folder} are")
        super().__init__(
            f"{self.what} {there} of the earlier version. Give --restart to {self.restart} and begin again, "
            f"or --keep-both to keep both versions, the earlier one as {self.kept_as}."
        )


def version_of(plan: TournamentPlan, changed: Mapping[str, object], earlier: Sequence[HasLabels]) -> dict[str, str]:
    """New labels for the entrants whose bots have changed: ``my_bot:Watt v1``."""
    taken = {label for one in earlier for label in one.labels.values()}
    labels = {}
    for entrant in plan.entrants:
        if entrant.bot in changed:
            number = 1
            while f"{entrant.label} v{number}" in taken:
                number += 1
            labels[entrant.label] = f"{entrant.label} v{number}"
    return labels


def relabelled(result: GameResult, labels: Mapping[str, str]) -> GameResult:
    """A game with other labels for some of its bots."""

    def new(label: str) -> str:
        return labels.get(label, label)

    replace = msgspec.structs.replace
    return replace(
        result,
        fixture=replace(result.fixture, seats=tuple([new(label) for label in result.fixture.seats])),
        seats=tuple([replace(seat, bot=new(seat.bot)) for seat in result.seats]),
        misdeeds=tuple([replace(misdeed, bot=new(misdeed.bot)) for misdeed in result.misdeeds]),
    )
