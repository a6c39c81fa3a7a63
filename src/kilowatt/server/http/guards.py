"""Checks on every request: where it comes from, and how many come from one address."""

import re
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection

from kilowatt.server.context import ServerContext
from kilowatt.server.limits import network_of
from kilowatt.store.origin import ADDRESS
from kilowatt.table import Denied

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def context_of(connection: Connection) -> ServerContext:
    """Return the context of the worker that serves this connection."""
    context: ServerContext = connection.app.state.context
    return context


def address_of(connection: Connection) -> str:
    """Return the address of a client, as it is counted."""
    return network_of(connection.client.host if connection.client is not None else "unknown")


HOST = re.compile(r"([\w.\-]+|\[[\da-fA-F:.]+\])(:\d{1,5})?", re.ASCII)
"""What a request may name as its host: a name or an address, and a port."""


def require_our_host(connection: Connection) -> None:
    """Raise ``Denied`` for a request to a host that is none, or that is not in the list of this server's names.

    A page of another site can give its own name our address, and would then count as ours.
    """
    found = HOST.fullmatch(connection.headers.get("host", ""))
    if found is None:
        raise Denied("no-such-host")
    ours = context_of(connection).settings.host_names
    if ours and found[1].lower() not in ours:
        raise Denied("no-such-host")


def note_address(connection: Connection) -> str:
    """Note that the rest of this task is done for this address, and return it."""
    address = address_of(connection)
    ADDRESS.set(address)
    return address


def require_not_banned(connection: Connection) -> None:
    """Raise ``Denied`` for an address that whoever runs this server has banned."""
    context_of(connection).administration.bans.require_allowed(address_of(connection))


async def check_request(request: AnyRequest) -> None:
    """Check a request: to us, not too many from one address, and changes only from our own pages or from programs."""
    require_our_host(request)
    if request.url.path.startswith("/api/"):  # the page itself is shown, and says why nothing else works
        require_not_banned(request)
    if not context_of(request).gate.requests.take(note_address(request)):
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
