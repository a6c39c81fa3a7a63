"""The bot worker: answers one question after the other."""

from kilowatt.bots import Bot, load
from kilowatt.bots.questions import QUESTIONS, answer_question, failure

_BOTS: dict[str, Bot] = {}


def answer(text: str) -> str:
    """Return what a bot answers, or why it does not, as JSON."""
    question = QUESTIONS.decode(text)
    try:
        bot = _BOTS.get(question.bot) or _BOTS.setdefault(question.bot, load(question.bot))
    except Exception as error:  # noqa: BLE001 - whatever it is, the table is told
        return failure(question.number, error).decode()
    return answer_question(question, bot).decode()
