"""A game gone through: what a bot would have done, what the difference was worth, what money was lost.

>>> import kilowatt
>>> from kilowatt.review import review
>>> game = kilowatt.new_game("germany", players=3, seed=7)
>>> _ = game.play(kilowatt.Open(plant=3, bid=50))
>>> found = review(game, playouts=4, proofs=8)
>>> found.decision(1).advised.bid
4
>>> found.losses[game.log[0].seat].overbidding
0

``docs/analysis.md`` says how all of it is measured.
"""

from kilowatt.review.money import money_lost, sum_up
from kilowatt.review.results import Decision, Loss, Review, RoundLosses, Said, SeatLosses, Worth
from kilowatt.review.reviewing import review

__all__ = [
    "Decision",
    "Loss",
    "Review",
    "RoundLosses",
    "Said",
    "SeatLosses",
    "Worth",
    "money_lost",
    "review",
    "sum_up",
]
