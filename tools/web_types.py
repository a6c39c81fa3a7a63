"""Write web/src/lib/wire.ts: everything that goes between browser and server, as types of TypeScript.

They come from the JSON schema of the Structs, so a field that is renamed here fails the build of the page.

    python tools/web_types.py            # write the file
    python tools/web_types.py --check    # report whether it is in step
"""

import functools
import operator
import sys
from pathlib import Path
from typing import Any, Literal

import msgspec

from kilowatt.drawing import board_map
from kilowatt.review import Chronicle
from kilowatt.rules import errors, events
from kilowatt.rules.actions import AnyAction, FuelName, PlantName
from kilowatt.rules.engine import QUESTIONS
from kilowatt.rules.formats.offers import Offers
from kilowatt.rules.formats.view import View
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.server.http import about_routes
from kilowatt.service import catalog, problems, records, reports, reviews, summary_card, tables
from kilowatt.table import history, messages, setup
from kilowatt.table.rows import Status
from typescript import Declarations, Schema

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.ts"

HEAD = """\
/**
 * Everything that goes between this page and the table server. Written by tools/web_types.py: change the Structs in
 * src/kilowatt, then run it again.
 *
 * A field with a question mark may be missing in what the server sends, which then means its default (no tokens, no
 * offers); or it may be left out of what only the page sends.
 */
"""


class Refusal(msgspec.Struct):
    """Why an action is not legal: the clause, a code, the facts that make a sentence, and the sentence in English."""

    clause: str
    code: str
    facts: "dict[str, int | str | list[int | str]]"
    sentence: str


class HintReason(msgspec.Struct):
    """A reason for a hint: a code, the facts that make a sentence, and the sentence in English."""

    code: str
    facts: "dict[str, int | float | str]"
    sentence: str


class FuelMarket(msgspec.Struct):
    """The fuel market (R1.4): for each fuel, how many tokens lie on the space of each price."""

    coal: dict[str, int]
    oil: dict[str, int]
    garbage: dict[str, int]
    uranium: dict[str, int]


Card: Any = PlantName | Literal["step3"]
Question: Any = Literal[tuple(question.name for question in QUESTIONS if question.name is not None)]
Colour: Any = Literal[SEAT_NAMES]
AnyEvent: Any = functools.reduce(operator.or_, events.Event.__subclasses__())
Facts: Any = dict[str, str | int | bool | None]

NAMES: dict[str, tuple[Any, str]] = {
    "FuelName": (FuelName, "The four fuels."),
    "PlantName": (PlantName, "A plant: its number, or the Flux Generator."),
    "CardName": (Card, "A card of the plant market: a plant, or the Step 3 card."),
    "Question": (Question, "The decision a seat has to make."),
    "Colour": (Colour, "The colours of the seats."),
    "Status": (Status, "How far a table is."),
    "RemovalReason": (events.Reason, "Why a plant left the market."),
    "Phrase": (messages.Phrase, "What can be said in the chat at the press of a button."),
    "Action": (AnyAction, "One decision of one player."),
    "GameEvent": (AnyEvent, "Something that happened in the game."),
    "ClientMessage": (messages.ClientMessage, "A message from the page, over a socket."),
    "ServerMessage": (messages.ServerMessage, "A message from the server, over a socket."),
}
"""Types that are not Structs but need a name."""

FIELDS: dict[tuple[str, str], Any] = {
    ("View", "asked"): Question | None,
    ("View", "future"): list[Card],
    ("View", "gone"): list[Card],
    ("View", "fuel_market"): FuelMarket,
    ("Offers", "asked"): Question | None,
    ("SeatInfo", "colour"): Colour,
    ("Entry", "action"): AnyAction | None,
    ("Entry", "events"): list[AnyEvent],
    ("PlayedDecision", "action"): AnyAction,
    ("PlayedDecision", "events"): list[AnyEvent],
    ("Decision", "reasons"): list[HintReason],
    ("Loss", "facts"): dict[str, int | str | list[str]],
    ("Review", "options"): Facts,
    ("Position", "offers"): Offers | None,
    ("Answer", "offers"): Offers | None,
    ("Answer", "refusal"): Refusal | None,
    ("Refused", "refusal"): Refusal | None,
    ("Hint", "action"): AnyAction,
    ("Hint", "reasons"): list[HintReason],
    ("Message", "facts"): Facts,
}
"""Fields that Python declares more loosely, since the server passes on what it has encoded already."""

BODIES: list[Any] = [
    setup.NewTable,
    tables.Join,
    tables.LetBotPlay,
    tables.Mute,
    tables.SeatClaim,
    records.Upload,
    reports.NewReport,
]
ANSWERS: list[Any] = [
    tables.Seated,
    messages.TableInfo,
    tables.Rematch,
    tables.SeatLink,
    records.Uploaded,
    reports.Reported,
    history.Replay,
    history.Positions,
    Chronicle,
    reviews.Analysis,
    catalog.BoardInfo,
    summary_card.SummaryCard,
    board_map.BoardMap,
    catalog.BotInfo,
    about_routes.Health,
    problems.Problem,
]

SECTIONS: dict[str, list[Any]] = {
    "Actions": [AnyAction],
    "Events": [AnyEvent],
    "What a seat sees": [View, Offers],
    "Messages from the page, over a socket": [messages.ClientMessage],
    "Messages from the server, over a socket": [messages.ServerMessage],
    "What the page sends over HTTP": BODIES,
    "What the server answers over HTTP": ANSWERS,
}


def declarations() -> Declarations:
    """All types, their looser fields made precise, and only those fields optional that may be missing."""
    named = [kind for kind, _ in NAMES.values()]
    asked = [kind for kinds in SECTIONS.values() for kind in kinds]
    wanted = [*named, *FIELDS.values(), *asked]
    schemas, objects = msgspec.json.schema_components(
        [*wanted, Refusal], schema_hook=_hook, ref_template="#/$defs/{name}"
    )
    for (struct, field), schema in zip(FIELDS, schemas[len(named) :], strict=False):
        properties = objects[struct]["properties"]
        assert field in properties, f"{struct} has no field {field} any more: see FIELDS in tools/web_types.py."
        properties[field] = schema
    found = Declarations(objects, dict(zip(NAMES, schemas, strict=False)))
    sent = _structs([messages.ServerMessage, *ANSWERS, *FIELDS.values()])
    for name, struct in sent.items():
        if not struct.__struct_config__.omit_defaults:
            objects[name]["required"] = list(objects[name].get("properties", {}))
    return found


def text() -> str:
    """The file, as it should be."""
    found = declarations()
    parts = [HEAD, *[found.alias(name, words) + "\n" for name, (_, words) in NAMES.items()]]
    written: set[str] = set()
    for title, kinds in SECTIONS.items():
        parts.append(f"// {title}\n")
        for name in found.order_from([_reference(kind) for kind in kinds]):
            if name not in written:
                written.add(name)
                parts.append(found.interface(name) + "\n")
    return "\n".join(parts)


def main() -> int:
    """Write the file, or compare it."""
    wanted = text()
    if sys.argv[1:] == ["--check"]:
        if FILE.exists() and FILE.read_text(encoding="utf-8") == wanted:
            return 0
        print("web/src/lib/wire.ts is not in step with the Structs: run python tools/web_types.py.", file=sys.stderr)
        return 1
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(wanted, encoding="utf-8", newline="\n")
    return 0


def _hook(kind: type) -> Schema:
    """A refusal is not a Struct, and is sent with its sentence."""
    if kind is errors.Refusal:
        return {"$ref": f"#/$defs/{Refusal.__name__}"}
    raise NotImplementedError(f"{kind} has no schema.")


def _reference(kind: Any) -> Schema:
    """The schema of a type, by references alone."""
    (schema,), _ = msgspec.json.schema_components([kind], schema_hook=_hook, ref_template="#/$defs/{name}")
    return schema


def _structs(kinds: list[Any]) -> dict[str, Any]:
    """Every Struct that these types depend on, by its name."""
    found: dict[str, Any] = {}
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while waiting:
        node = waiting.pop()
        if isinstance(node, msgspec.inspect.StructType):
            if node.cls.__name__ in found:
                continue
            found[node.cls.__name__] = node.cls
        if isinstance(node, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += [getattr(node, name) for name in node.__struct_fields__]
        elif isinstance(node, tuple):
            waiting += node
    return found


if __name__ == "__main__":
    sys.exit(main())
