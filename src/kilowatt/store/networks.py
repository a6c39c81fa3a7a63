"""Addresses and networks, as an operator gives them and as they are stored."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from kilowatt.rules.errors import BadInput

Network = IPv4Network | IPv6Network

IPV6_PREFIX = 64
"""An IPv6 network of this size counts as one address: a household has at least as many."""


def read_network(text: str) -> Network:
    """Parse an address or a network; ``BadInput`` if it is none. A longer IPv6 prefix than 64 is shortened to that."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadInput(
            f"{text[:80]!r} is no address and no network. Give one as in 192.0.2.7, 198.51.100.0/24 or 2001:db8::/64."
        ) from None
    if isinstance(found, IPv6Network):
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen == found.max_prefixlen:
            return IPv4Network(mapped)
        if found.prefixlen > IPV6_PREFIX:
            return found.supernet(new_prefix=IPV6_PREFIX)
    return found


def is_within(address: str, network: Network) -> bool:
    """Whether a stored address lies in a network. What a Unix socket gives is in none."""
    try:
        inner = ip_network(address, strict=False)
    except ValueError:
        return False
    if isinstance(inner, IPv4Network) and isinstance(network, IPv4Network):
        return inner.subnet_of(network)
    return isinstance(inner, IPv6Network) and isinstance(network, IPv6Network) and inner.subnet_of(network)
