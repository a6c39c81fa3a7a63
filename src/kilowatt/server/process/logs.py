"""The log: lines on standard error, for people or for programs."""

import logging
import logging.config
import time
from typing import Any

import msgspec

from kilowatt.server.settings import Settings

INDISCREET = ("websockets", "sqlalchemy.engine", "sqlalchemy.pool", "psycopg")
"""Loggers that at debug level write whole messages, cookies or rows, which contain secrets; kept at warning."""


def configure_logging(settings: Settings) -> None:
    """Configure logging by the settings. Other libraries log only warnings and errors, or everything with ``debug``."""
    level, everything = settings.log_level.upper(), settings.log_level == "debug"
    config: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(message)s"},
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


class JsonLines(logging.Formatter):
    """One JSON object per line: time (UTC), level, logger, message, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record as a line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()
