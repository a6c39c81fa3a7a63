"""The application: all doors, one hall behind them."""

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
from kilowatt.server import about_routes, channel, doors, static_routes
from kilowatt.server.denials import Denied
from kilowatt.server.describing import DescribeRefusals
from kilowatt.server.hall import Hall
from kilowatt.server.record_routes import Records
from kilowatt.server.settings import Settings
from kilowatt.server.study_routes import Studies
from kilowatt.server.table_routes import Tables, play
from kilowatt.store.database import DatabaseTrouble

log = logging.getLogger("kilowatt.app")


def make_app(settings: Settings) -> Litestar:
    """The application of one worker."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        hall = Hall(settings)
        app.state.hall = hall
        # What is there now stays. Collecting it again and again took a sixth of the time of a decision.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        tasks = [hall.spawn(hall.keep())]
        if hall.database.is_shared:
            tasks.append(hall.spawn(channel.listen(hall)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            async with asyncio.timeout(10):
                await hall.close()

    handlers: dict[Any, Any] = {
        Denied: doors.on_denied,
        BadInput: doors.on_bad_input,
        DatabaseTrouble: doors.on_trouble,
        ValidationException: doors.on_validation,
        HTTPException: doors.on_http,
        RecursionError: doors.on_depth,
        Exception: doors.on_error,
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
        before_request=doors.check_request,
        exception_handlers=handlers,
        response_headers=doors.SAFE_HEADERS,
        request_max_body_size=settings.limits.request_bytes,
        openapi_config=OpenAPIConfig(
            title="Kilowatt",
            version=kilowatt.__version__,
            description="Tables to play Power Grid at. What goes over sockets is described in docs/server.md.",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        plugins=[DescribeRefusals()],
    )
