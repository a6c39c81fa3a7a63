"""The log: lines on standard error, for people or for programs."""

import contextlib
import logging
import logging.config
import re
import shlex
import time
from pathlib import Path
from typing import Any

import msgspec

from kilowatt.bots.registry import place_of
from kilowatt.server.http.request_ids import request_id
from kilowatt.server.settings import Settings
from kilowatt.table.automatic_moves import BOT_SECONDS

INDISCREET = ("websockets", "sqlalchemy.engine", "sqlalchemy.pool", "psycopg")
"""Loggers that at debug level write whole messages, cookies or rows, which contain secrets; kept at warning."""


def configure_logging(settings: Settings) -> None:
    """Configure logging by the settings. Other libraries log only warnings and errors, or everything with ``debug``."""
    level, everything = settings.log_level.upper(), settings.log_level == "debug"
    config: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"()": TextLines, "failures": settings.failures},
            "json": {"()": JsonLines},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": settings.log_format}},
        "root": {"handlers": ["stderr"], "level": "DEBUG" if everything else "WARNING"},
        "loggers": {
            "kilowatt": {"level": level},
            **{name: {"level": "WARNING"} for name in INDISCREET},
            "uvicorn.error": {"level": "ERROR"},  # it warns of every bad request, so anyone could fill the disk
        },
    }
    logging.config.dictConfig(config)


class TextLines(logging.Formatter):
    """Lines for people. The record of a game in which a bot failed follows, or is written to a file in ``failures``."""

    def __init__(self, failures: str | None = None) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self._failures = failures

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 – logging's name
        """Format the first line of one record, with the ID of the request if it is about one."""
        line = super().formatMessage(record)
        return f"{line} [request {name}]" if (name := request_id.get()) else line

    def format(self, record: logging.LogRecord) -> str:
        """Format one record."""
        line = super().format(record)
        game: str | None = getattr(record, "game_record", None)
        if game is None:
            return line
        bot, decision = getattr(record, "bot", ""), getattr(record, "decision", 0)
        if self._failures is not None:
            path = Path(self._failures, f"{re.sub(r'[^0-9A-Za-z_-]+', '-', bot)}-{int(record.created)}-{decision}.kw")
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(game, encoding="utf-8", newline="\n")
                words = [
                    "kilowatt",
                    "ask",
                    place_of(bot),
                    str(path),
                    "--at",
                    str(decision),
                    "--limit",
                    f"{BOT_SECONDS:g}",
                ]
                return f"{line}: '{shlex.join(words)}' repeats it."
        return f"{line}, after decision {decision}:\n{game}"


class JsonLines(logging.Formatter):
    """One JSON object per line: time (UTC), level, logger, message, request, error, and the game of a failed bot."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record as a line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        for name in ("bot", "decision", "game_record"):
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if name := request_id.get():
            line["request"] = name
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()
