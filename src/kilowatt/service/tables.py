"""Tables as a client asks for them: make one, look at it, take a seat, start, play again.

Whoever has the secret of a seat holds it. A ``Caller`` brings its secrets along, and is given ``Keys`` to keep.
"""

from functools import cached_property
from typing import Annotated

import msgspec

from kilowatt.table import Denied, NewTable, Table, TableRegistry
from kilowatt.table.broadcast import held_seats
from kilowatt.table.keys import hashed
from kilowatt.table.messages import TableInfo
from kilowatt.table.rows import Look
from kilowatt.table.setup import BotName, Nickname

HOST = "host"
"""The name of the host's secret among the keys of a table; that of seat 2 is ``seat-2``."""


class Seated(msgspec.Struct, frozen=True):
    """A table as this client sees it: ``seats`` are those that it holds, ``host`` whether it is the host.

    ``up`` is the seat whose turn it is, if somebody's is.
    """

    table: TableInfo
    seats: tuple[int, ...]
    host: bool
    up: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nickname of a new player, and the seat and the look (colour and roof) they want; None is any free one.

    If the look is taken, they get the first that is free.
    """

    nickname: Nickname
    seat: int | None = None
    look: Look | None = None


class LetBotPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot that is to play for a seat."""

    bot: BotName = "planner"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted."""

    muted: bool


class SeatClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link to a seat."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class SeatLink(msgspec.Struct, frozen=True):
    """A link that gives a seat once: to open on another device, or to send to a player who has lost access."""

    link: str
    token: str


class Rematch(msgspec.Struct, frozen=True):
    """The table of the rematch."""

    id: str


class Keys(msgspec.Struct, frozen=True):
    """Secrets to keep for a table, by name; None takes one away."""

    table: str
    secrets: dict[str, str | None]


def seat_key(seat: int) -> str:
    """Return the name of a seat's secret."""
    return f"seat-{seat}"


class Caller:
    """Whoever makes a request, with the secrets that came with it."""

    def __init__(self, secrets: list[str]) -> None:
        self.secrets = secrets

    @cached_property
    def hashes(self) -> frozenset[str]:
        """The hashes of the secrets."""
        return frozenset(hashed(secret) for secret in self.secrets)

    def seated(self, table: Table) -> Seated:
        """Return the table as this caller sees it."""
        state = table.state
        return Seated(table.audience.table_info(), held_seats(state, self.hashes), self.is_host(table), state.up)

    def with_keys(self, keys: Keys) -> "Caller":
        """Return this caller with the keys just given to it."""
        return Caller([*self.secrets, *[secret for secret in keys.secrets.values() if secret is not None]])

    def is_host(self, table: Table) -> bool:
        """Whether this is the host of the table."""
        return table.state.row.host in self.hashes

    def require_host(self, table: Table) -> None:
        """Raise ``Denied`` for anybody but the host."""
        if not self.is_host(table):
            raise Denied("not-the-host")

    def acts_as_host(self, table: Table, seat: int) -> bool:
        """Whether this is the host and not the seat's holder; ``Denied`` if it is neither."""
        if table.state.seat_at(seat).secret in self.hashes:
            return False
        if not self.is_host(table):
            raise Denied("not-your-seat")
        return True


class TableService:
    """The requests about tables, over a registry."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def make(self, caller: Caller, new: NewTable) -> tuple[Seated, Keys]:
        """Make a table; the keys are those of the host and of the caller's seats."""
        made = await self._registry.make(new)
        keys = Keys(made.id, {HOST: made.host, **{seat_key(seat): secret for seat, secret in made.seats.items()}})
        return caller.with_keys(keys).seated(await self._registry.open(made.id)), keys

    async def show(self, caller: Caller, table_id: str) -> Seated:
        """The public information about a table, and which of its seats are the caller's."""
        return caller.seated(await self._registry.visit(table_id))

    async def join(self, caller: Caller, table_id: str, data: Join) -> tuple[Seated, Keys]:
        """Take a free seat."""
        table = await self._registry.visit(table_id)
        seat, secret = await table.join(data.nickname, data.seat, data.look)
        keys = Keys(table_id, {seat_key(seat): secret})
        return caller.with_keys(keys).seated(table), keys

    async def start(self, caller: Caller, table_id: str) -> Seated:
        """Start the game once all seats are taken."""
        table = await self._registry.visit(table_id)
        caller.require_host(table)
        await table.start()
        return caller.seated(table)

    async def archive(self, caller: Caller, table_id: str) -> Seated:
        """Archive the table: it can still be viewed, but not played."""
        table = await self._registry.visit(table_id)
        caller.require_host(table)
        await table.archive()
        return caller.seated(table)

    async def rematch(self, caller: Caller, table_id: str) -> tuple[Rematch, Keys]:
        """Play again with the same settings and seats. The secrets of the seats are the same at both tables."""
        table = await self._registry.visit(table_id)
        if not caller.seated(table).seats and not caller.is_host(table):
            raise Denied("not-at-the-table")
        after = (await self._registry.visit(await table.rematch())).state
        keys: dict[str, str | None] = {}
        for secret in caller.secrets:
            if hashed(secret) == after.row.host:
                keys[HOST] = secret
            keys.update({seat_key(place.seat): secret for place in after.seats if place.secret == hashed(secret)})
        return Rematch(after.row.id), Keys(after.row.id, keys)

    async def leave(self, caller: Caller, table_id: str, seat: int) -> tuple[Seated, Keys]:
        """Leave a seat. During a game a bot takes over."""
        table = await self._registry.visit(table_id)
        if seat not in held_seats(table.state, caller.hashes):
            raise Denied("not-your-seat")
        await table.leave(seat)
        return caller.seated(table), Keys(table_id, {seat_key(seat): None})

    async def give_to_bot(self, caller: Caller, table_id: str, seat: int, data: LetBotPlay) -> Seated:
        """Let a bot play: for one's own seat; as host, for a free seat or for a player who has been away for long."""
        table = await self._registry.visit(table_id)
        await table.give_to_bot(seat, data.bot, by_host=caller.acts_as_host(table, seat))
        return caller.seated(table)

    async def take_from_bot(self, caller: Caller, table_id: str, seat: int) -> Seated:
        """Take one's seat back from the bot; or, as host before the game, free a bot's seat."""
        table = await self._registry.visit(table_id)
        await table.take_from_bot(seat, by_host=caller.acts_as_host(table, seat))
        return caller.seated(table)

    async def mute(self, caller: Caller, table_id: str, seat: int, data: Mute) -> Seated:
        """Mute or unmute a seat in the chat."""
        table = await self._registry.visit(table_id)
        caller.require_host(table)
        await table.mute(seat, muted=data.muted)
        return caller.seated(table)
