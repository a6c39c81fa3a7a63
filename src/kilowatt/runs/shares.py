"""Intervals of shares."""

from math import sqrt

SURE = 1.96
"""Standard errors on each side of a 95 % interval."""


def wilson(share: float, number: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in this number of independent cases."""
    spread = SURE**2 / number
    middle = (share + spread / 2) / (1 + spread)
    reach = SURE * sqrt(share * (1 - share) / number + spread / number / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)
