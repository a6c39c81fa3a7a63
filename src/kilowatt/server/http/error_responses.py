"""Error responses: every error that a request can end with has a status, a code and a sentence."""

import logging

import msgspec
from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_409_CONFLICT, HTTP_500_INTERNAL_SERVER_ERROR

from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shortened
from kilowatt.server.http.guards import AnyRequest, context_of
from kilowatt.table import Denied, JournalTrouble

log = logging.getLogger("kilowatt.http")

STATUS = {
    **dict.fromkeys(("bad-nickname", "bad-text", "wrong-input", "not-understood", "rules"), 400),
    **dict.fromkeys(("not-your-seat", "not-the-host", "not-at-the-table", "muted", "no-hints", "foreign"), 403),
    **dict.fromkeys(("no-such-table", "no-such-record", "no-such-decision", "no-such-seat"), 404),
    "link-used": 410,
    **dict.fromkeys(("too-many-tables", "too-many-records", "too-many-messages", "too-many-reviews"), 429),
    **dict.fromkeys(("no-hint", "no-review", "trouble"), 503),
}
"""The HTTP status of a refusal, by its code. Any other is 409: not possible in the current state."""

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


def _problem(status: int, code: str, sentence: str, request: AnyRequest | None = None) -> Response[Problem]:
    if request is not None:
        context_of(request).metrics.refusals.labels(code).inc()
    return Response(Problem(code, sentence), status_code=status, media_type=MediaType.JSON, headers=SAFE_HEADERS)


def on_denied(request: AnyRequest, error: Denied) -> Response[Problem]:
    """Handle a request that the server refuses."""
    return _problem(STATUS.get(error.code, HTTP_409_CONFLICT), error.code, error.sentence, request)


def on_bad_input(request: AnyRequest, error: BadInput) -> Response[Problem]:
    """Handle input that the library refuses: an unknown board or bot, regions that are not connected."""
    return _problem(400, "wrong-input", str(error), request)


def on_trouble(request: AnyRequest, error: JournalTrouble) -> Response[Problem]:
    """Handle a database that cannot be used."""
    return _problem(503, "trouble", str(error), request)


def on_validation(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """Handle a request that does not match the schema."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = [
        f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, dict)
    ]
    why = shortened("; ".join(details) or error.detail).rstrip(".")
    return _problem(400, "not-understood", f"The request is not valid: {why}.", request)


def on_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Handle any other HTTP error."""
    code = {404: "not-found", 405: "wrong-method", 413: "too-long"}.get(error.status_code, "not-understood")
    sentence = {
        404: "There is nothing here.",
        405: "This address does not support that method.",
        413: "The request is too long.",
    }.get(error.status_code, shortened(error.detail))
    answer = _problem(error.status_code, code, sentence, request)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def on_depth(request: AnyRequest, _: RecursionError) -> Response[Problem]:
    """Handle a body that is nested too deeply to decode."""
    return _problem(400, "not-understood", "The request is nested too deeply.", request)


def on_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Handle an error in the server. It is logged, and the response does not describe it."""
    log.error("a request failed", exc_info=error)
    return _problem(
        HTTP_500_INTERNAL_SERVER_ERROR, "trouble", "Something went wrong on the server. The error has been logged."
    )
