"""Checks on every request: where it comes from, and how many come from one address."""

from ipaddress import IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection

from kilowatt.server.context import ServerContext
from kilowatt.table import Denied

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def context_of(connection: Connection) -> ServerContext:
    """Return the context of the worker that serves this connection."""
    context: ServerContext = connection.app.state.context
    return context


def address_of(connection: Connection) -> str:
    """Return the address of a client. All 2**64 addresses of an IPv6 network count as one."""
    host = connection.client.host if connection.client is not None else "unknown"
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


async def check_request(request: AnyRequest) -> None:
    """Check a request: not too many from one address, and changes only from our own pages or from programs."""
    if not context_of(request).gate.requests.take(address_of(request)):
        raise Denied("too-many-messages")
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        require_our_origin(request)


def require_our_origin(connection: Connection) -> None:
    """Raise ``Denied`` for requests from pages of other sites. Programs send no origin and have no cookies to abuse."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    ours = {connection.headers.get("host", "")}
    public_url = context_of(connection).settings.public_url
    if public_url is not None:
        ours.add(urlsplit(public_url).netloc)
    if _host_in(origin) not in {host.lower() for host in ours if host}:
        raise Denied("foreign")


def _host_in(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # such as "http://["
        return ""
