"""Everything that is known to come from one address. Needs the packages of the server: import it late."""

import time

import msgspec
from sqlalchemy.engine import Connection

from kilowatt.cli.admin.opening import who
from kilowatt.store.admin.addresses import stored_addresses
from kilowatt.store.admin.audit import write_audit
from kilowatt.store.admin.removal import (
    forget_stay,
    messages_from,
    remove_messages,
    remove_tables,
    tables_made_from,
)
from kilowatt.store.admin.reports import resolve_reports_about
from kilowatt.store.admin.stays import Stay, stays_of_addresses
from kilowatt.store.networks import read_network
from kilowatt.wording.words import count


class OfAddress(msgspec.Struct, frozen=True):
    """What comes from a network: tables that were made, messages elsewhere, and names elsewhere."""

    network: str
    tables: list[str]
    messages: dict[str, list[int]]
    stays: list[Stay]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (self.tables or self.messages or self.stays)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each."""
        messages = sum(len(numbers) for numbers in self.messages.values())
        return {"tables": len(self.tables), "messages": messages, "names": len(self.stays)}

    @property
    def in_words(self) -> str:
        """The counts in a sentence."""
        numbers = self.counts
        return (
            f"{count(numbers['tables'], 'table', 'tables')} made from {self.network}, and elsewhere "
            f"{count(numbers['messages'], 'message', 'messages')} and {count(numbers['names'], 'name', 'names')}"
        )


def all_of_address(connection: Connection, address: str, *, messages_only: bool) -> OfAddress:
    """Return what comes from an address or network."""
    network = read_network(address)
    known = stored_addresses(connection, network)
    tables = [] if messages_only else tables_made_from(connection, known)
    said = {table: numbers for table, numbers in messages_from(connection, known).items() if table not in tables}
    stays = (
        [] if messages_only else [each for each in stays_of_addresses(connection, known) if each.table_id not in tables]
    )
    return OfAddress(str(network), tables, said, stays)


def remove_all(connection: Connection, found: OfAddress, reason: str) -> None:
    """Remove all of that, and note it."""
    now = time.time()
    remove_tables(connection, found.tables)
    for table in found.tables:
        resolve_reports_about(connection, table, "table removed", now)
    for table, numbers in found.messages.items():
        remove_messages(connection, table, numbers, now)
        resolve_reports_about(connection, table, "message removed", now, numbers)
    for stay in found.stays:
        forget_stay(connection, stay, now)
    write_audit(connection, who(), "remove address", now, {**found.counts, "reason": reason}, address=found.network)
