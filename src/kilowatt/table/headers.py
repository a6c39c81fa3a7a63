"""What the record of a table says about it: who sits there as the others see it, and since when."""

from collections.abc import Iterable
from datetime import UTC, datetime

from kilowatt.rules.formats.headers import Headers, PlayerInfo, fit_header
from kilowatt.table.rows import SeatRow, TableRow


def table_headers(row: TableRow, seats: Iterable[SeatRow]) -> Headers:
    """Return the headers of a table. They hold nothing that its players and spectators do not see."""
    return Headers(
        event="" if row.agreed.scenario is None else f"Practice: {row.agreed.scenario}",
        date=datetime.fromtimestamp(row.created_at, UTC).date().isoformat(),
        players=tuple([_player(seat) for seat in seats]),
    )


def _player(seat: SeatRow) -> PlayerInfo:
    name = fit_header(seat.nickname or "")
    if seat.bot is not None:
        return PlayerInfo(name, "bot", fit_header(seat.bot))
    return PlayerInfo(name, "person" if name else "")
