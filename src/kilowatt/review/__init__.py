"""A game gone through: what a bot would have done, what the difference was worth, what money was lost.

``review(game)`` gives all of it as one ``Review``; ``money_lost(game)`` the losses alone, which takes but a moment. How
it is measured stands on the page "Analyse a game" of the docs.
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
