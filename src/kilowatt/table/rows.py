"""What a journal stores, as values: the rows of a table, its seats, entries and messages."""

from typing import Annotated, Literal

import msgspec

Status = Literal["open", "playing", "finished"]
EntryKind = Literal["play", "take-back"]
ScenarioName = Literal["auction", "fuel", "building"]

Players = Annotated[int, msgspec.Meta(ge=2, le=6)]
Seconds = Annotated[int, msgspec.Meta(ge=5, le=60 * 60 * 24 * 30)]
Pause = Annotated[float, msgspec.Meta(ge=0, le=3)]  # less than `state.RESCUE`
Word = Annotated[str, msgspec.Meta(max_length=40)]
Look = Annotated[int, msgspec.Meta(ge=0, le=5)]


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game.

    - ``regions``: ``"drawn"``, ``"draft"``, or the regions by name (R2.1).
    - ``board_options``: options of one board, such as ``{"first_pass": "anyone"}`` for Russia (R9.6).
    - ``hints``: players may ask a bot what it would do.
    - ``seconds``: time for each decision, after which a bot makes it; None for no limit.
    - ``pause``: seconds that a bot waits after a person has finished buying, building or running plants, so that the
      person can take it back. Nobody's time is used for it.
    - ``scenario``: the game begins in this prepared position, and the scenario decides all else but ``pause``.
    """

    board: Word
    players: Players
    regions: Literal["drawn", "draft"] | Annotated[list[Word], msgspec.Meta(max_length=12)] = "drawn"
    flux: bool = False
    first_game: bool = False
    hidden_money: bool = False
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = 100
    board_options: Annotated[dict[Word, Word], msgspec.Meta(max_length=8)] = {}
    hints: bool = True
    seconds: Seconds | None = None
    pause: Pause = 0.0
    scenario: ScenarioName | None = None


class TableRow(msgspec.Struct, frozen=True):
    """One table. ``chance`` and ``salt`` are secret until the end."""

    id: str
    status: Status
    private: bool
    agreed: Agreement
    host: str
    created_at: float
    changed_at: float
    rules: int | None = None
    chance: str | None = None
    salt: str | None = None
    commitment: str | None = None
    wake_at: float | None = None
    frozen: str | None = None
    next_table: str | None = None
    archived: bool = False


class SeatRow(msgspec.Struct, frozen=True):
    """One seat: its nickname, the hash of its secret, the bot that plays for it, when its holder was last connected.

    ``look`` is its colour and roof, by number; None for a free seat, and for one from before there were looks.
    """

    seat: int
    nickname: str | None = None
    secret: str | None = None
    bot: str | None = None
    muted: bool = False
    seen_at: float | None = None
    look: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether the seat can be taken."""
        return self.secret is None and self.bot is None


class EntryRow(msgspec.Struct, frozen=True):
    """One change of the position: a decision, or a take-back of the last one. ``key`` is the sender's."""

    number: int
    seat: int
    kind: EntryKind
    action: str | None
    key: str | None
    at: float


class MessageRow(msgspec.Struct, frozen=True):
    """A chat message, or something that happened to the table, but not to the position."""

    number: int
    kind: str
    seat: int | None
    facts: msgspec.Raw
    at: float


class NewMessage(msgspec.Struct, frozen=True):
    """A message that has no number yet."""

    kind: str
    seat: int | None = None
    facts: dict[str, str | int | bool | None] = {}


class Link(msgspec.Struct, frozen=True):
    """A link that gives a seat once; ``token`` is a hash. ``host``: it also gives the host's rights."""

    token: str
    seat: int
    host: bool
    expires_at: float


class Ceiling(msgspec.Struct, frozen=True):
    """R4.11: the ceiling of a seat in an auction; ``auction`` is the number of the entry that opened it."""

    auction: int
    amount: int


STAY_OUT = Ceiling(-1, 0)
"""In place of a ceiling: the seat drops out of every auction and opens none, until its holder takes that back."""
