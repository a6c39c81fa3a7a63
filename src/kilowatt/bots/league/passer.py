"""A player that passes first: it opens nothing that it does not need this round."""

from kilowatt.bots.estimates import capacity
from kilowatt.bots.league.rules_of_thumb import ThumbBot
from kilowatt.rules.actions import Action
from kilowatt.rules.phases.auction import DROP, PASS, may_pass
from kilowatt.rules.state import Ask, State


class Passer(ThumbBot):
    """Passes whenever its plants power its cities."""

    name = "passer"
    title = "Passer"
    about = (
        "Passes as soon as it is asked, and drops out of every auction, as long as its plants power all its cities; "
        "its money goes into houses. Everything else like steady."
    )

    def choose(self, state: State) -> Action:
        """Pass or drop if the plants are enough; otherwise as `steady`."""
        seat = state.seat
        if capacity(state.holdings[seat]) >= max(1, state.cities[seat]):
            if state.question == Ask.OPEN and may_pass(state):
                return PASS
            if state.question == Ask.BID:
                return DROP
        return super().choose(state)
