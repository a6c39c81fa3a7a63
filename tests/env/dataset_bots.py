"""Bots that datasets have trouble with."""

import os
from random import Random

from kilowatt.bots import Bot, Limit
from kilowatt.rules.actions import Action, Bid, Drop, Open, Pass, StopBuilding
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions


class Spendthrift(Bot):
    """Saves up, and then bids all it has in one go."""

    name = "spendthrift"

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """The highest bid, or else nothing, as long as that is allowed."""
        bids = {bid.bid if isinstance(bid, Open) else bid.amount: bid for bid in legal if isinstance(bid, Open | Bid)}
        if bids and max(bids) > 120:
            return bids[max(bids)]
        nothing = [action for action in legal if isinstance(action, Pass | Drop | StopBuilding)]
        return nothing[0] if nothing else legal.sample(rng)


class Quitter(Bot):
    """Ends its process in the second round."""

    name = "quitter"

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Nothing any more."""
        if view.round == 2:
            os._exit(3)
        return legal.sample(rng)


class Cheat(Bot):
    """Bids what it does not have."""

    name = "cheat"

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """A bid of a thousand."""
        return Bid(1000)
