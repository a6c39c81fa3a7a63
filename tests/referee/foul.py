"""The exception of the referee for something that is against the law."""

from __future__ import annotations


class Foul(Exception):
    """A line that is ill-formed, illegal or comes out otherwise: the sentence, the clause, the number of the line."""

    def __init__(self, sentence: str, clause: str = "", line: int | None = None) -> None:
        """Keep the parts apart; the line is known only where a whole record is read."""
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause
        self.line = line

    def __str__(self) -> str:
        """`line 12: The bid is 13, 13 is no raise. (R4.4)`."""
        where = f"line {self.line}: " if self.line is not None else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.sentence}{clause}"


def require(condition: bool, clause: str, sentence: str, line: int | None = None) -> None:
    """Call a foul unless the condition holds."""
    if not condition:
        raise Foul(sentence, clause, line)
