"""What the records of a run say about the bots that play."""

from kilowatt.bots import Bot
from kilowatt.rules.formats.headers import PlayerInfo, fit_header
from kilowatt.runs.entrants import Entrant, show_limit


def player_info(entrant: Entrant, bot: Bot) -> PlayerInfo:
    """Describe an entrant for a record. Labels and versions come from others, so they are made fit for it."""
    texts = [fit_header(str(text)) for text in (entrant.label, entrant.bot, bot.version, show_limit(entrant.limit))]
    label, name, version, limit = texts
    return PlayerInfo(label, "bot", name, version, limit)
