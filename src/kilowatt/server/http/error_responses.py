"""Error responses: every error that a request can end with has a status, a code and a sentence."""

import logging

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from kilowatt.rules.text import shortened
from kilowatt.server.http.guards import AnyRequest, context_of
from kilowatt.service.problems import Problem, not_understood, problem_of

log = logging.getLogger("kilowatt.http")

SAFE_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-store",
}
"""Headers of every response that restrict what a browser may do with it."""


def _problem(status: int, problem: Problem, request: AnyRequest | None = None) -> Response[Problem]:
    if request is not None:
        context_of(request).metrics.refusals.labels(problem.code).inc()
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=SAFE_HEADERS)


def on_known(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Handle an error that ``kilowatt.service`` knows."""
    found = problem_of(error)
    assert found is not None
    status, problem = found
    return _problem(status, problem, request)


def on_validation(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """Handle a request that does not match the schema."""
    extra = error.extra if isinstance(error.extra, list) else []
    details = [
        f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, dict)
    ]
    return _problem(400, not_understood("; ".join(details) or error.detail), request)


def on_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Handle any other HTTP error."""
    code = {404: "not-found", 405: "wrong-method", 413: "too-long"}.get(error.status_code, "not-understood")
    sentence = {
        404: "There is nothing here.",
        405: "This address does not support that method.",
        413: "The request is too long.",
    }.get(error.status_code, shortened(error.detail))
    answer = _problem(error.status_code, Problem(code, sentence), request)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def on_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Handle an error in the server. It is logged, and the response does not describe it."""
    log.error("a request failed", exc_info=error)
    context_of(request).metrics.errors.inc()
    sentence = "Something went wrong on the server. The error has been logged."
    return _problem(HTTP_500_INTERNAL_SERVER_ERROR, Problem("trouble", sentence))
