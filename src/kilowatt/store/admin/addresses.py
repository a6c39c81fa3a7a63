"""The addresses that are stored."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.networks import Network, is_within
from kilowatt.store.schema import messages, reports


def stored_addresses(connection: Connection, network: Network) -> list[str]:
    """Return the stored addresses of this network, of messages and of reports."""
    known = sa.union(
        sa.select(messages.c.address).where(messages.c.address.is_not(None)),
        sa.select(reports.c.address).where(reports.c.address.is_not(None)),
    )
    return [address for address in connection.execute(known).scalars() if is_within(address, network)]
