"""A game gone through: what a bot would have done, what the difference was worth, what money was lost.

``review(game)`` gives all of it as one ``Review``. ``money_lost(game)`` has the losses alone, ``chronicle(game)`` the
game in figures: they take but a moment. How it is measured stands on the page "Analyse a game" of the docs.
"""

from kilowatt.review.chronicle import Chronicle, RoundEnd, Spending, Standing, chronicle
from kilowatt.review.money import money_lost, sum_up
from kilowatt.review.results import Decision, Loss, Review, ReviewReason, RoundLosses, SeatLosses, Worth
from kilowatt.review.reviewing import review

__all__ = [
    "Chronicle",
    "Decision",
    "Loss",
    "Review",
    "ReviewReason",
    "RoundEnd",
    "RoundLosses",
    "SeatLosses",
    "Spending",
    "Standing",
    "Worth",
    "chronicle",
    "money_lost",
    "review",
    "sum_up",
]
