"""Secrets in requests, and the cookies that carry them."""

from litestar.datastructures import Cookie

from kilowatt.server.http.guards import AnyRequest, Connection, context_of
from kilowatt.service.tables import Caller

COOKIE = "kilowatt-"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
MOST_SECRETS = 16


def caller_of(connection: Connection) -> Caller:
    """Return who makes a request. Secrets come in our cookies, or comma-separated after ``Authorization: Bearer``."""
    found = [value for name, value in connection.cookies.items() if name.startswith(COOKIE)]
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        found += [secret.strip() for secret in given.split(",")]
    return Caller([secret for secret in found if 0 < len(secret) <= 100][:MOST_SECRETS])


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
