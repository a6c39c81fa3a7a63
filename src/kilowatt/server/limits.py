"""Rate limits per address: tables, sockets, messages and bytes. Each worker counts separately."""

import time
from collections import Counter, OrderedDict

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """The limits of a server, per address unless noted otherwise."""

    sockets: int = 64
    tables_per_hour: int = 60
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
    unread_seconds: float = 20  # until a client that does not read is disconnected; it may take twice as long


NO_LIMITS = Limits(
    sockets=1_000_000,
    tables_per_hour=1_000_000,
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


class Buckets:
    """A bucket per address; the least recently used ones are dropped first."""

    def __init__(self, rate: float, most: int, addresses: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._addresses = addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: int = 1) -> bool:
        """Take from the bucket of this address; return whether there was enough."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most)
            if len(self._buckets) > self._addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(cost)


class Gate:
    """What each address has used of its limits on this worker."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._sockets: Counter[str] = Counter()
        self.requests = Buckets(limits.requests_per_second, limits.requests_at_once)
        self.messages = Buckets(limits.all_messages_per_second, limits.all_messages_at_once)
        self.tables = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)

    def enter(self, address: str) -> bool:
        """Count a new socket; return False if this address already has the maximum."""
        if self._sockets[address] >= self.limits.sockets:
            return False
        self._sockets[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a socket as closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]
