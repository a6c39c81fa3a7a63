"""The application: all routes, and one registry of tables behind them."""

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
from kilowatt.server.denials import Denied
from kilowatt.server.http import about_routes, guards, static_routes
from kilowatt.server.http.openapi_errors import DocumentErrors
from kilowatt.server.http.record_routes import Records
from kilowatt.server.http.study_routes import Studies
from kilowatt.server.http.table_routes import Tables, play
from kilowatt.server.process import notifications
from kilowatt.server.settings import Settings
from kilowatt.server.tables.registry import TableRegistry
from kilowatt.store.database import DatabaseTrouble

log = logging.getLogger("kilowatt.app")


def make_app(settings: Settings) -> Litestar:
    """Make the application of one worker."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        registry = TableRegistry(settings)
        app.state.registry = registry
        # Objects that exist now are permanent. Collecting them repeatedly took a sixth of the time of a decision.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        tasks = [registry.spawn(registry.keep())]
        if registry.database.is_shared:
            tasks.append(registry.spawn(notifications.listen(registry)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            async with asyncio.timeout(10):
                await registry.close()

    handlers: dict[Any, Any] = {
        Denied: guards.on_denied,
        BadInput: guards.on_bad_input,
        DatabaseTrouble: guards.on_trouble,
        ValidationException: guards.on_validation,
        HTTPException: guards.on_http,
        RecursionError: guards.on_depth,
        Exception: guards.on_error,
    }
    return Litestar(
        route_handlers=[
            Tables,
            Records,
            Studies,
            play,
            about_routes.board_list,
            about_routes.card,
            about_routes.bot_list,
            about_routes.health,
            about_routes.metrics,
            about_routes.plain,
            static_routes.asset,
            static_routes.page,
        ],
        lifespan=[lifespan],
        state=State({"page": static_routes.read_page(static_routes.page_folder())}),
        before_request=guards.check_request,
        exception_handlers=handlers,
        response_headers=guards.SAFE_HEADERS,
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
