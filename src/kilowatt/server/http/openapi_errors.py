"""Adds the error responses to the OpenAPI description of every route."""

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from kilowatt.service.problems import Problem

REFUSALS = {
    400: "The request is not valid.",
    403: "You may not do that, or the request comes from another site.",
    404: "Not found.",
    409: "Not possible in the current state.",
    410: "The link has been used or has expired.",
    413: "The request is too long.",
    429: "Too many requests from this address. Wait a while.",
    503: "The server cannot do that at the moment.",
}


class DocumentErrors(ReceiveRoutePlugin):
    """Adds the error responses to every route. The body is always a ``Problem``."""

    def receive_route(self, route: BaseRoute) -> None:
        """Add the error responses to a new route."""
        if not isinstance(route, HTTPRoute):
            return
        for handler in route.route_handlers:
            _describe(handler)


def _describe(handler: HTTPRouteHandler) -> None:
    refusals = {
        status: ResponseSpec(Problem, generate_examples=False, description=text) for status, text in REFUSALS.items()
    }
    handler.responses = {**refusals, **(handler.responses or {})}
