"""What the page asks for, each request a method: by ``kilowatt.service``, over the tables of this browser."""

from typing import Annotated

import msgspec

import kilowatt
from kilowatt.boards import find_board
from kilowatt.browser.ports import Page
from kilowatt.browser.routes import Route
from kilowatt.browser.storage import Storage
from kilowatt.drawing.board_map import BoardMap, board_map
from kilowatt.review import Chronicle, chronicle
from kilowatt.rules.game import Game
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS
from kilowatt.service import catalog
from kilowatt.service.records import Upload, Uploaded, finished, read_upload
from kilowatt.service.reviews import ReviewJob, Terms
from kilowatt.service.summary_card import SummaryCard, summary_card
from kilowatt.service.tables import Join, LetBotPlay, Mute, Rematch, Seated, TableService
from kilowatt.table import NewTable, TableRegistry
from kilowatt.table.history import Positions, Replay, positions_from, record_of, replay_at
from kilowatt.table.keys import new_id
from kilowatt.table.messages import TableInfo

Players = Annotated[int, msgspec.Meta(ge=FEWEST_PLAYERS, le=MOST_PLAYERS)]
Place = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class PageRoutes:
    """The requests of the page."""

    def __init__(self, registry: TableRegistry, storage: Storage, page: Page) -> None:
        self._registry = registry
        self._service = TableService(registry)
        self._storage = storage
        self._page = page
        self._job: ReviewJob | None = None

    def all(self) -> list[Route]:
        """Return all requests that are answered here. Those that need a server are missing."""
        table, record = "/api/tables/{table_id}", "/api/records/{record_id}"
        return [
            Route("GET", "/api/boards", self.boards),
            Route("GET", "/api/boards/{key}/card", self.card),
            Route("GET", "/api/boards/{key}/map", self.map),
            Route("GET", "/api/bots", self.bots),
            Route("GET", "/api/tables", self.lobby),
            Route("POST", "/api/tables", self.make),
            Route("GET", table, self.show),
            Route("POST", f"{table}/join", self.join),
            Route("POST", f"{table}/start", self.start),
            Route("POST", f"{table}/archive", self.archive),
            Route("POST", f"{table}/rematch", self.rematch),
            Route("POST", table + "/seats/{seat}/leave", self.leave),
            Route("POST", table + "/seats/{seat}/bot", self.give_to_bot),
            Route("POST", table + "/seats/{seat}/take-back", self.take_from_bot),
            Route("POST", table + "/seats/{seat}/mute", self.mute),
            Route("GET", f"{table}/record", self.record),
            Route("GET", f"{table}/replay", self.replay),
            Route("GET", f"{table}/positions", self.positions),
            Route("GET", f"{table}/chronicle", self.chronicle),
            Route("POST", f"{table}/review", self.review),
            Route("POST", f"{table}/review/stop", self.stop_review),
            Route("POST", "/api/records", self.upload),
            Route("GET", record, self.uploaded),
            Route("GET", f"{record}/replay", self.uploaded_replay),
            Route("GET", f"{record}/positions", self.uploaded_positions),
            Route("GET", f"{record}/chronicle", self.uploaded_chronicle),
            Route("POST", f"{record}/review", self.uploaded_review),
            Route("POST", f"{record}/review/stop", self.stop_uploaded_review),
        ]

    # Boards and bots

    async def boards(self) -> list[catalog.BoardInfo]:
        """All boards."""
        return catalog.board_list()

    async def card(self, key: str, players: Players = 4, first_game: bool = False) -> SummaryCard:
        """The summary card of a board."""
        return summary_card(find_board(key), players, first_game=first_game)

    async def map(self, key: str) -> BoardMap:
        """The plain map of a board."""
        return board_map(find_board(key))

    async def bots(self) -> list[catalog.BotInfo]:
        """All bots."""
        return catalog.bot_list()

    # Tables

    async def lobby(self) -> list[TableInfo]:
        """Nobody else plays here."""
        return []

    async def make(self, data: NewTable) -> Seated:
        """Make a table."""
        seated, keys = await self._service.make(await self._storage.caller(""), data)
        await self._storage.add_keys(keys)
        return seated

    async def show(self, table_id: str) -> Seated:
        """Look at a table."""
        return await self._service.show(await self._storage.caller(table_id), table_id)

    async def join(self, table_id: str, data: Join) -> Seated:
        """Take a seat."""
        seated, keys = await self._service.join(await self._storage.caller(table_id), table_id, data)
        await self._storage.add_keys(keys)
        return seated

    async def start(self, table_id: str) -> Seated:
        """Start the game."""
        return await self._service.start(await self._storage.caller(table_id), table_id)

    async def archive(self, table_id: str) -> Seated:
        """Archive a table."""
        return await self._service.archive(await self._storage.caller(table_id), table_id)

    async def rematch(self, table_id: str) -> Rematch:
        """Play again."""
        found, keys = await self._service.rematch(await self._storage.caller(table_id), table_id)
        await self._storage.add_keys(keys)
        return found

    async def leave(self, table_id: str, seat: int) -> Seated:
        """Leave a seat."""
        seated, keys = await self._service.leave(await self._storage.caller(table_id), table_id, seat)
        await self._storage.add_keys(keys)
        return seated

    async def give_to_bot(self, table_id: str, seat: int, data: LetBotPlay) -> Seated:
        """Let a bot play for a seat."""
        return await self._service.give_to_bot(await self._storage.caller(table_id), table_id, seat, data)

    async def take_from_bot(self, table_id: str, seat: int) -> Seated:
        """Take a seat back from a bot."""
        return await self._service.take_from_bot(await self._storage.caller(table_id), table_id, seat)

    async def mute(self, table_id: str, seat: int, data: Mute) -> Seated:
        """Mute or unmute a seat."""
        return await self._service.mute(await self._storage.caller(table_id), table_id, seat, data)

    # Games played here

    async def record(self, table_id: str) -> str:
        """The record of a game."""
        table = await self._registry.visit(table_id)
        return record_of(table.state.row, await table.whole_game())

    async def replay(self, table_id: str, at: Place | None = None) -> Replay:
        """All decisions, and the position after some of them."""
        return replay_at(await self._played(table_id), at)

    async def positions(self, table_id: str, first: Place = 0) -> Positions:
        """Positions in a row."""
        return positions_from(await self._played(table_id), first)

    async def chronicle(self, table_id: str) -> Chronicle:
        """Statistics of a finished game."""
        return chronicle(finished(await self._played(table_id)))

    async def review(self, table_id: str) -> bytes:
        """Analyse a finished game."""
        key = f"table {table_id}"
        return self._known_review(key) or self._begin_review(key, await self._played(table_id))

    async def stop_review(self, table_id: str) -> None:
        """Stop analysing this game."""
        self._stop_review(f"table {table_id}")

    async def _played(self, table_id: str) -> Game:
        return await (await self._registry.visit(table_id)).whole_game()

    # Records

    async def upload(self, data: Upload) -> Uploaded:
        """Keep a record, if every line of it is valid."""
        read_upload(data.record)
        record = new_id()
        await self._storage.add_record(record, data.record)
        return Uploaded(record)

    async def uploaded(self, record_id: str) -> str:
        """The text as it was uploaded."""
        return await self._storage.record(record_id)

    async def uploaded_replay(self, record_id: str, at: Place | None = None) -> Replay:
        """All decisions of an uploaded game, and the position after some of them."""
        return replay_at(await self._uploaded(record_id), at)

    async def uploaded_positions(self, record_id: str, first: Place = 0) -> Positions:
        """Positions of an uploaded game in a row."""
        return positions_from(await self._uploaded(record_id), first)

    async def uploaded_chronicle(self, record_id: str) -> Chronicle:
        """Statistics of an uploaded game."""
        return chronicle(finished(await self._uploaded(record_id)))

    async def uploaded_review(self, record_id: str) -> bytes:
        """Analyse an uploaded game."""
        key = f"record {record_id}"
        return self._known_review(key) or self._begin_review(key, await self._uploaded(record_id))

    async def stop_uploaded_review(self, record_id: str) -> None:
        """Stop analysing this game."""
        self._stop_review(f"record {record_id}")

    async def _uploaded(self, record_id: str) -> Game:
        return kilowatt.read_record(await self._storage.record(record_id))

    # The analysis: one game at a time, and the last one is remembered

    def _known_review(self, key: str) -> bytes | None:
        """Return the progress of the analysis of this game, if there is one; a failed one is told once."""
        job = self._job
        if job is None or job.key != key:
            return None
        if job.failure is not None:
            self._job = None
        return job.answer()

    def _begin_review(self, key: str, game: Game) -> bytes:
        job = self._job = ReviewJob(key, finished(game), Terms.usual())
        self._page.review(msgspec.json.encode(job.task).decode())
        return job.answer()

    def reviewed(self, line: str) -> None:
        """Take over what the review worker has sent."""
        if self._job is not None:
            self._job.receive(line.encode())

    def _stop_review(self, key: str) -> None:
        if self._job is not None and self._job.key == key and not self._job.is_over:
            self._job = None
            self._page.stopReview()
