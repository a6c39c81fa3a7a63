"""The bans that a worker enforces: those of the database, found by address without going through all of them."""

import time
from collections.abc import Iterable
from ipaddress import ip_network

from kilowatt.store.admin.bans import Ban
from kilowatt.table import Denied


class Bans:
    """Networks that may not use this server, by version of IP and length of their prefix."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self._until: dict[tuple[int, int], dict[int, float]] = {}
        for ban in bans:
            network = ip_network(ban.network)
            size = network.version, network.prefixlen
            self._until.setdefault(size, {})[int(network.network_address)] = ban.until

    def require_allowed(self, address: str) -> None:
        """Raise ``Denied`` for an address that is banned now."""
        until = self.until(address)
        if until is not None and until > time.time():
            raise Denied("banned", until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until)))

    def until(self, address: str) -> float | None:
        """Return the end of the ban of an address, or of a network that counts as one; None if there is none."""
        if not self._until:
            return None
        try:
            client = ip_network(address, strict=False)
        except ValueError:  # a Unix socket has no address
            return None
        number, bits = int(client.network_address), client.max_prefixlen
        ends = [
            networks.get(number >> (bits - length) << (bits - length))
            for (version, length), networks in self._until.items()
            if version == client.version
        ]
        return max([end for end in ends if end is not None], default=None)
