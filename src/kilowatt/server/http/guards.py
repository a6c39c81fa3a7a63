"""Checks on every request: its origin, its rate and the secrets it carries; and the error responses."""

import logging
from ipaddress import IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shortened
from kilowatt.server.denials import Denied
from kilowatt.server.settings import Settings
from kilowatt.server.tables.keys import hashed
from kilowatt.server.tables.registry import TableRegistry
from kilowatt.server.tables.table import Table
from kilowatt.store.database import DatabaseTrouble

log = logging.getLogger("kilowatt.http")

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE = "kilowatt-"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
MOST_SECRETS = 16


SAFE_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-store",
}
"""Headers of every response that restrict what a browser may do with it."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a code for programs, a sentence for people."""

    code: str
    sentence: str


def registry_of(connection: Connection) -> TableRegistry:
    """Return the registry of tables that serves this connection."""
    registry: TableRegistry = connection.app.state.registry
    return registry


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
    registry = registry_of(request)
    if not registry.gate.requests.take(address_of(request)):
        raise Denied("too-many-messages")
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        require_our_origin(request)


def require_our_origin(connection: Connection) -> None:
    """Raise ``Denied`` for requests from pages of other sites. Programs send no origin and have no cookies to abuse."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    settings: Settings = registry_of(connection).settings
    ours = {connection.headers.get("host", "")}
    if settings.public_url is not None:
        ours.add(urlsplit(settings.public_url).netloc)
    if _host_in(origin) not in {host.lower() for host in ours if host}:
        raise Denied("foreign")


def _host_in(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # such as "http://["
        return ""


def secrets_in(connection: Connection) -> list[str]:
    """Return the secrets of a request: from our cookies, or comma-separated after ``Authorization: Bearer``."""
    found = [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        found += [secret.strip() for secret in given.split(",")]
    return [secret for secret in found if 0 < len(secret) <= 100][:MOST_SECRETS]


def hashes_in(connection: Connection) -> frozenset[str]:
    """Return the hashes of the secrets of a request."""
    return frozenset(hashed(secret) for secret in secrets_in(connection))


def holds(table: Table, hashes: frozenset[str], seat: int) -> bool:
    """Whether one of these secrets is the seat's."""
    return 0 <= seat < len(table.seats) and table.seats[seat].secret in hashes


def is_host(table: Table, hashes: frozenset[str]) -> bool:
    """Whether one of these secrets is the host's."""
    return table.row.host in hashes


def cookie(request: AnyRequest, table: str, name: str, secret: str | None) -> Cookie:
    """Make a cookie that sends a secret with every request about this table. Scripts cannot read it.

    If ``secret`` is None, the cookie is deleted.
    """
    public = registry_of(request).settings.public_url
    secure = (public or str(request.base_url)).startswith("https:")
    return Cookie(
        key=f"{COOKIE}{name}",
        value=secret or "",
        path=f"/api/tables/{table}",
        max_age=COOKIE_SECONDS if secret else 0,
        httponly=True,
        secure=secure,
        samesite="strict",
    )


def seat_cookie(request: AnyRequest, table: str, seat: int, secret: str | None) -> Cookie:
    """Make the cookie of a seat."""
    return cookie(request, table, f"seat-{seat}", secret)


# Error responses


def _problem(status: int, code: str, sentence: str, refused: TableRegistry | None = None) -> Response[Problem]:
    if refused is not None:
        refused.metrics.refusals.labels(code).inc()
    return Response(Problem(code, sentence), status_code=status, media_type=MediaType.JSON, headers=SAFE_HEADERS)


def on_denied(request: AnyRequest, error: Denied) -> Response[Problem]:
    """Handle a request that the server refuses."""
    return _problem(error.status, error.code, error.sentence, registry_of(request))


def on_bad_input(request: AnyRequest, error: BadInput) -> Response[Problem]:
    """Handle input that the library refuses: an unknown board or bot, regions that are not connected."""
    return _problem(400, "wrong-input", str(error), registry_of(request))


def on_trouble(request: AnyRequest, error: DatabaseTrouble) -> Response[Problem]:
    """Handle a database that cannot be used."""
    return _problem(503, "trouble", str(error), registry_of(request))


def on_validation(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """Handle a request that does not match the schema."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = [
        f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, dict)
    ]
    why = shortened("; ".join(details) or error.detail).rstrip(".")
    return _problem(400, "not-understood", f"The request is not valid: {why}.", registry_of(request))


def on_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Handle any other HTTP error."""
    code = {404: "not-found", 405: "wrong-method", 413: "too-long"}.get(error.status_code, "not-understood")
    sentence = {
        404: "There is nothing here.",
        405: "This address does not support that method.",
        413: "The request is too long.",
    }.get(error.status_code, shortened(error.detail))
    answer = _problem(error.status_code, code, sentence, registry_of(request))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def on_depth(request: AnyRequest, _: RecursionError) -> Response[Problem]:
    """Handle a body that is nested too deeply to decode."""
    return _problem(400, "not-understood", "The request is nested too deeply.", registry_of(request))


def on_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Handle an error in the server. It is logged, and the response does not describe it."""
    log.error("a request failed", exc_info=error)
    return _problem(
        HTTP_500_INTERNAL_SERVER_ERROR, "trouble", "Something went wrong on the server. The error has been logged."
    )
