"""Reports of players: checked, counted and stored."""

import time

from kilowatt.server.context import ServerContext
from kilowatt.service.reports import NewReport
from kilowatt.store.admin import reports
from kilowatt.table import Denied
from kilowatt.table.keys import clean_text


async def add_report_from(context: ServerContext, address: str, table: str, new: NewReport) -> int:
    """Store a report that comes from this address; return its number."""
    row = reports.NewReport(table, new.message, new.reason, clean_text(new.comment), address)
    try:
        return await context.database.run(reports.add_report, row, time.time(), context.limits.reports_per_hour)
    except reports.NoSuchMessage:
        raise Denied("no-such-message") from None
    except reports.TooManyReports:
        raise Denied("too-many-reports") from None
