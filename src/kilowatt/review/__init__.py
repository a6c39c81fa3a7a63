"""Reviews of games: what a bot would have done, what the difference was worth, what money was lost.

``review(game)`` returns all of it as one ``Review``. ``money_lost(game)`` has only the losses, ``chronicle(game)`` the
game in figures: both are fast. The page "Analyse a game" of the docs explains how it is measured.
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
