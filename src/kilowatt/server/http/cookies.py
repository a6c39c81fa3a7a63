"""Secrets in requests: the cookies that carry them, and their hashes."""

from litestar.datastructures import Cookie

from kilowatt.server.http.guards import AnyRequest, Connection, context_of
from kilowatt.table.keys import hashed

COOKIE = "kilowatt-"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
MOST_SECRETS = 16


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


def cookie(request: AnyRequest, table: str, name: str, secret: str | None) -> Cookie:
    """Make a cookie that sends a secret with every request about this table. Scripts cannot read it.

    If ``secret`` is None, the cookie is deleted.
    """
    public = context_of(request).settings.public_url
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
