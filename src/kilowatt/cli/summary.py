"""A summary of a series of games, in numbers."""

from dataclasses import dataclass, field
from statistics import mean, median

from kilowatt.cli.screen import Screen, bare_table, table
from kilowatt.rules.events import Place
from kilowatt.rules.game import Game
from kilowatt.rules.tables import SEAT_NAMES

SHORT = {  # headings, where each series is a row
    "decisions per game": "decisions",
    "winner's cities": "cities",
    "winner's money": "money",
    "money of all": "of all",
    "wins": "wins by seat",
    "ended by the round limit": "limit",
    "decisions per second": "per second",
}


@dataclass
class Summary:
    """Numbers gathered from games on one board with one number of players."""

    board: str
    players: int
    decisions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    winners: list[Place] = field(default_factory=list)
    wins: dict[int, float] = field(default_factory=dict)
    money: list[float] = field(default_factory=list)  # of all players, on average
    cut_short: int = 0
    seconds: float = 0.0

    def add(self, game: Game, seconds: float) -> None:
        """Count a finished game. A shared victory counts as a fraction."""
        winner = game.ranking[0]
        self.decisions.append(game.decisions)
        self.rounds.append(game.round)
        self.winners.append(winner)
        for seat in winner.seats:
            self.wins[seat] = self.wins.get(seat, 0.0) + 1 / len(winner.seats)
        self.money.append(mean([money for place in game.ranking for money in [place.money] * len(place.seats)]))
        self.cut_short += max(game.state.cities) < game.setup.end_cities
        self.seconds += seconds

    def win_shares(self) -> list[float]:
        """The share of the games that each seat won."""
        return [self.wins.get(seat, 0.0) / len(self.rounds) for seat in range(self.players)]

    def figures(self) -> dict[str, str]:
        """Everything, by name."""
        games = len(self.rounds)
        shares = [f"{name} {share:.0%}" for name, share in zip(SEAT_NAMES, self.win_shares(), strict=False)]
        return {
            "board": self.board,
            "players": str(self.players),
            "games": f"{games:,}",
            "decisions per game": f"{mean(self.decisions):,.0f}",
            "rounds": f"{median(self.rounds):g} ({min(self.rounds)}–{max(self.rounds)})",
            "winner's cities": f"{mean([place.cities for place in self.winners]):.1f}",
            "powered": f"{mean([place.powered for place in self.winners]):.1f}",
            "winner's money": f"{mean([place.money for place in self.winners]):.0f}",
            "money of all": f"{mean(self.money):.0f}",
            "wins": ", ".join(shares),
            "ended by the round limit": str(self.cut_short),
            "decisions per second": f"{sum(self.decisions) / max(self.seconds, 1e-9):,.0f}",
        }


def show_summaries(summaries: list[Summary], screen: Screen) -> None:
    """Print one series as a list, several as the rows of a table."""
    figures = [summary.figures() for summary in summaries]
    if len(figures) == 1:
        made = bare_table(2)
        for name, value in figures[0].items():
            made.add_row(name, value)
    else:
        headings = [SHORT.get(name, name) for name in figures[0]]
        made = table(
            *headings, right=[heading for heading in headings if heading not in ("board", "rounds", SHORT["wins"])]
        )
        for summary, row in zip(summaries, figures, strict=True):
            shares = " ".join([f"{share:.0%}" for share in summary.win_shares()])
            made.add_row(*[shares if name == "wins" else value for name, value in row.items()])
    screen.show(made)
