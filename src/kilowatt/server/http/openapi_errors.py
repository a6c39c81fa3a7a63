"""The description of the doors: how each of them says no is part of it."""

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from kilowatt.server.http.guards import Problem

REFUSALS = {
    400: "The request is not as it should be.",
    403: "You may not do that, or the request comes from another site.",
    404: "There is no such thing.",
    409: "Not as things stand.",
    410: "It has been used, or is too old.",
    413: "It is too long.",
    429: "That was too much from one address. Wait a while.",
    503: "The server cannot do that at the moment.",
}


class DocumentErrors(ReceiveRoutePlugin):
    """Adds to every route the ways in which it may say no, all with a ``Problem``."""

    def receive_route(self, route: BaseRoute) -> None:
        """Called for each route as it is added."""
        if not isinstance(route, HTTPRoute):
            return
        for handler in route.route_handlers:
            _describe(handler)


def _describe(handler: HTTPRouteHandler) -> None:
    refusals = {
        status: ResponseSpec(Problem, generate_examples=False, description=words) for status, words in REFUSALS.items()
    }
    handler.responses = {**refusals, **(handler.responses or {})}
