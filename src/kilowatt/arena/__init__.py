"""Tournaments between bots: the same deals for everybody, ratings with error bars, and runs that survive faulty bots.

``kilowatt arena`` is built from these parts; from Python:

>>> from kilowatt.arena import TournamentPlan, fixtures, read_entrants
>>> entrants = read_entrants("random@work:10,random@work:20")
>>> plan = TournamentPlan(entrants=entrants, players=2, boards=("germany", "japan"), seed=7)
>>> [(fixture.board, fixture.seats) for fixture in fixtures(plan, games=2)]
[('germany', ('random@work:20', 'random@work:10')), ('germany', ('random@work:10', 'random@work:20'))]

Importing this package needs only Kilowatt; ``ratings`` and ``store`` need the extra ``arena``.
"""

from kilowatt.arena.schedule import Fixture, TournamentPlan, fixtures
from kilowatt.runs.entrants import Entrant, read_entrants

__all__ = ["Entrant", "Fixture", "TournamentPlan", "fixtures", "read_entrants"]
