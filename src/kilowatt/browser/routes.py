"""The requests of the page, by method and path: the same as the server's, but for those that need one."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from kilowatt.table import Denied

Handler = Callable[..., Awaitable[object]]


@dataclass(frozen=True)
class Route:
    """A request that is answered: its arguments come from the path, the query, and as ``data`` from the body."""

    method: str
    path: str
    answer: Handler

    def arguments(self, method: str, path: str) -> dict[str, Any] | None:
        """Return the arguments in a path; None if it is another request."""
        pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", self.path)
        found = re.fullmatch(pattern, path)
        if found is None or method != self.method:
            return None
        return {name: unquote(value) for name, value in found.groupdict().items()}


class Router:
    """Finds who answers a request."""

    def __init__(self, routes: list[Route]) -> None:
        self._routes = routes

    async def answer(self, method: str, address: str, body: str) -> object:
        """Answer a request; ``Denied`` if there is nothing at this address."""
        split = urlsplit(address)
        for route in self._routes:
            given = route.arguments(method, split.path)
            if given is not None:
                return await _call(route.answer, {**dict(parse_qsl(split.query)), **given}, body)
        raise Denied("needs-server")


async def _call(handler: Handler, given: dict[str, str], body: str) -> object:
    arguments = {}
    for name, parameter in inspect.signature(handler).parameters.items():
        kind = parameter.annotation
        if name == "data":
            arguments[name] = msgspec.json.decode(body, type=kind)
        elif name in given:
            arguments[name] = msgspec.convert(given[name], kind, strict=False)
    return await handler(**arguments)


def encoded(answer: object) -> str:
    """Return an answer as text: a text as it is, anything else as JSON."""
    if isinstance(answer, bytes):
        return answer.decode()
    return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()
