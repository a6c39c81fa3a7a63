"""The application: all routes, and the context of the worker behind them."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import kilowatt
from kilowatt.rules.errors import BadInput
from kilowatt.server.context import ServerContext
from kilowatt.server.http import about_routes, error_responses, guards, static_routes
from kilowatt.server.http.deadline import answers_within
from kilowatt.server.http.openapi_errors import DocumentErrors
from kilowatt.server.http.record_routes import Records
from kilowatt.server.http.study_routes import Studies
from kilowatt.server.http.table_routes import Tables, play
from kilowatt.server.process.worker_state import WorkerState
from kilowatt.server.settings import Settings
from kilowatt.table import Denied, JournalTrouble

log = logging.getLogger("kilowatt.app")

CLOSING = 2.0
"""Seconds that bots, analyses and the database have to end when the server stops."""


def make_app(settings: Settings) -> Litestar:
    """Make the application of one worker."""
    worker = WorkerState(settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        context = ServerContext(settings, state=worker)
        app.state.context = context
        # Objects that exist now are permanent. Collecting them repeatedly took a sixth of the time of a decision.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        context.start()
        try:
            yield
        finally:
            try:
                async with asyncio.timeout(CLOSING):
                    await context.close()
            except TimeoutError:
                log.warning("not everything could be closed in time; nothing is lost")

    handlers: dict[Any, Any] = {
        Denied: error_responses.on_known,
        BadInput: error_responses.on_known,
        JournalTrouble: error_responses.on_known,
        ValidationException: error_responses.on_validation,
        HTTPException: error_responses.on_http,
        RecursionError: error_responses.on_known,
        Exception: error_responses.on_error,
    }
    return Litestar(
        route_handlers=[
            Tables,
            Records,
            Studies,
            play,
            about_routes.board_list,
            about_routes.card,
            about_routes.plain_map,
            about_routes.bot_list,
            about_routes.announcement,
            about_routes.health,
            about_routes.readiness,
            about_routes.plain,
            static_routes.asset,
            static_routes.page,
        ],
        lifespan=[lifespan],
        state=State({"page": static_routes.read_page(static_routes.page_folder()), "worker": worker}),
        before_request=guards.check_request,
        middleware=[answers_within(settings.limits.answer_seconds)],
        exception_handlers=handlers,
        response_headers=error_responses.SAFE_HEADERS,
        request_max_body_size=settings.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="Kilowatt",
            version=kilowatt.__version__,
            description="A table server for Power Grid. The WebSocket messages are described in docs/server.md.",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        plugins=[DocumentErrors()],
    )
