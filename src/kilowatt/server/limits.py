"""Rate limits per address: tables, sockets, messages and bytes, as one worker counts them. See also `shared_limits`."""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server, per address unless noted otherwise."""

    connections: int = 256  # open at the same time, in use or not; those of a trusted proxy are not counted
    sockets: int = 64
    tables_per_hour: int = 60
    reports_per_hour: int = 20  # on all workers together
    requests_per_second: float = 20
    requests_at_once: int = 100
    messages_per_second: float = 20  # per socket
    messages_at_once: int = 60  # per socket
    all_messages_per_second: float = 80  # on all sockets of an address
    all_messages_at_once: int = 400
    message_bytes: int = 16_384  # per message
    unread_bytes: int = 1_000_000  # per socket: what may wait for a client that does not read
    request_bytes: int = 1_000_000  # per request: a record of the longest game has a tenth of that
    hello_seconds: float = 10  # until a socket must have sent hello
    request_seconds: float = 20  # for the head of a request to arrive, and for its body
    answer_seconds: float = 20  # until a message or request is answered, whatever it waits for
    unread_seconds: float = 20  # until a client that does not read is disconnected; it may take twice as long


NO_LIMITS = Limits(
    connections=1_000_000,
    sockets=1_000_000,
    tables_per_hour=1_000_000,
    reports_per_hour=1_000_000,
    requests_per_second=1e9,
    requests_at_once=1_000_000,
    messages_per_second=1e9,
    messages_at_once=1_000_000,
    all_messages_per_second=1e9,
    all_messages_at_once=1_000_000,
)
"""For benchmarks and tests, where all clients are on one machine."""


class Bucket:
    """A token bucket: holds at most ``most`` tokens and gains ``rate`` of them per second."""

    __slots__ = ("filled", "filled_at", "most", "rate")

    def __init__(self, rate: float, most: int) -> None:
        self.rate = rate
        self.most = most
        self.filled = float(most)
        self.filled_at = time.monotonic()

    def take(self, cost: int = 1) -> bool:
        """Take ``cost`` tokens if there are that many; return whether there were."""
        now = time.monotonic()
        self.filled = min(self.most, self.filled + (now - self.filled_at) * self.rate)
        self.filled_at = now
        if self.filled < cost:
            return False
        self.filled -= cost
        return True

    def owe(self, cost: int) -> bool:
        """Take ``cost`` tokens even if there are fewer: the rest is paid later, a whole bucket of it at most.

        Nothing is taken, and False is returned, while something is owed from before.
        """
        if not self.take():
            return False
        self.filled = max(self.filled + 1 - cost, -self.most)
        return True


LIGHT_USE = 0.1
"""The share of a limit up to which other workers are not told of it: ten workers together stay within the limit."""


class Buckets:
    """A bucket per address; the least recently used ones are dropped first."""

    def __init__(self, rate: float, most: int, addresses: int = 10_000) -> None:
        self.rate = rate
        self.most = most
        self._addresses = addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._used: Counter[str] | None = None

    def take(self, address: str, cost: int = 1) -> bool:
        """Take from the bucket of this address; return whether there was enough."""
        has_taken = self._bucket(address).take(cost)
        if has_taken:
            self._note_use(address, cost)
        return has_taken

    def owe(self, address: str, cost: int) -> bool:
        """Take from the bucket of this address even what is not there; return False if that had happened before."""
        has_taken = self._bucket(address).owe(cost)
        if has_taken:
            self._note_use(address, cost)
        return has_taken

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.most)
            if len(self._buckets) > self._addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket

    def _note_use(self, address: str, cost: int) -> None:
        if self._used is not None:
            self._used[address] += cost

    def collect_used(self, seconds: float) -> dict[str, float]:
        """Return what was used since the last call, these seconds ago, except for addresses that used little."""
        used, self._used = self._used or Counter(), Counter()
        little = LIGHT_USE * self.rate * seconds
        return {address: amount for address, amount in used.items() if amount > little}

    def correct(self, levels: Mapping[str, float]) -> None:
        """Adopt the levels that all workers have counted together. A bucket may be overdrawn, and is then refilled."""
        for address, level in levels.items():
            if (bucket := self._buckets.get(address)) is not None:
                bucket.filled = self.most - level - (self._used[address] if self._used else 0)
                bucket.filled_at = time.monotonic()


ENTRIES, CHARACTERS = 100, 2_500
"""As much of a game as it takes the time of one request to replay: entries of a table, characters of a record."""


def cost_of(entries: int = 0, characters: int = 0) -> int:
    """Return how many requests the replay of a game counts for."""
    return 2 + entries // ENTRIES + characters // CHARACTERS


LONGEST = 64
"""Characters of an address. A proxy that is configured badly may pass on whatever a client has written."""


def network_of(host: str) -> str:
    """Return what counts as one address: an IPv4 address, or all 2**64 addresses of an IPv6 network."""
    if ":" not in host:
        return host[:LONGEST]
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host[:LONGEST]
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


class OpenCounts:
    """How much each address has open: here, and as far as we were told at other workers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.elsewhere: Mapping[str, int] = {}
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more; return False if this address already has the maximum."""
        if self._here[address] + self.elsewhere.get(address, 0) >= self.most:
            self._drop_if_none(address)
            return False
        self._here[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one as closed."""
        self._here[address] -= 1
        self._drop_if_none(address)

    def here(self, address: str) -> int:
        """Return how much this address has open here."""
        return self._here[address]

    def heavy(self) -> dict[str, int]:
        """Return the counts of addresses that have more than a little open here."""
        little = int(LIGHT_USE * self.most)
        return {address: count for address, count in self._here.items() if count > little}

    def _drop_if_none(self, address: str) -> None:
        if self._here[address] <= 0:
            del self._here[address]


class Connections:
    """The open connections of each address, whatever they are used for. Those of trusted proxies are not counted."""

    def __init__(self, most: int, trusted: Iterable[str] = ()) -> None:
        self.counts = OpenCounts(most)
        self._trusted = [ip_network(network) for network in trusted]
        self._addresses: dict[object, str] = {}

    def enter(self, connection: object, host: str) -> bool:
        """Count a new connection; return False if this address already has the maximum."""
        address = network_of(host)
        if self._is_trusted(host):
            return True
        if not self.counts.enter(address):
            return False
        self._addresses[connection] = address
        return True

    def leave(self, connection: object) -> None:
        """Count a connection as closed."""
        address = self._addresses.pop(connection, None)
        if address is not None:
            self.counts.leave(address)

    def _is_trusted(self, host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:  # a Unix socket has no address
            return True
        return any(address in network for network in self._trusted)


class Gate:
    """What each address has used of its limits on this worker."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.sockets = OpenCounts(limits.sockets)
        self.requests = Buckets(limits.requests_per_second, limits.requests_at_once)
        self.messages = Buckets(limits.all_messages_per_second, limits.all_messages_at_once)
        self.tables = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)

    async def may_make_table(self, address: str) -> bool:
        """Count a new table; return False if this address has made the maximum."""
        return self.tables.take(address)

    async def enter(self, address: str) -> bool:
        """Count a new socket; return False if this address already has the maximum."""
        return self.sockets.enter(address)

    def leave(self, address: str) -> None:
        """Count a socket as closed."""
        self.sockets.leave(address)
