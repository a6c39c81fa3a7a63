"""The tables of a run as Parquet files. Only ``timings`` differs between two runs of the same plan."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kilowatt.extras import missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    raise missing(error, "The arena", "arena") from error

from kilowatt.arena.journal import Entry

WORD = pa.dictionary(pa.int16(), pa.string())
GAME = [("game", pa.int32())]

SCHEMAS = {
    "games": pa.schema(
        [
            *GAME,
            ("deal", pa.int32()),
            ("rotation", pa.int8()),
            ("board", WORD),
            ("players", pa.int8()),
            ("seed", pa.uint64()),
            ("rounds", pa.int16()),
            ("decisions", pa.int32()),
            ("step", pa.int8()),
            ("is_cut_short", pa.bool_()),
            ("record_hash", pa.string()),
        ]
    ),
    "seats": pa.schema(
        [
            *GAME,
            ("seat", pa.int8()),
            ("bot", WORD),
            ("starts", pa.int8()),
            ("place", pa.int8()),
            ("win", pa.float64()),
            ("powered", pa.int16()),
            ("cities", pa.int16()),
            ("money", pa.int32()),
            ("start_money", pa.int32()),
            ("income", pa.int32()),
            ("for_plants", pa.int32()),
            ("for_fuel", pa.int32()),
            ("for_houses", pa.int32()),
            ("plants", pa.list_(pa.string())),
            ("asked", pa.int32()),
            ("by_fallback", pa.int32()),
            ("is_out", pa.bool_()),
        ]
    ),
    "rounds": pa.schema(
        [
            *GAME,
            ("round", pa.int16()),
            ("seat", pa.int8()),
            ("bot", WORD),
            ("cities", pa.int16()),
            ("powered", pa.int16()),
            ("money", pa.int32()),
        ]
    ),
    "misdeeds": pa.schema(
        [
            *GAME,
            ("seat", pa.int8()),
            ("bot", WORD),
            ("kind", WORD),
            ("round", pa.int16()),
            ("decision", pa.int32()),
            ("what", pa.string()),
        ]
    ),
    "timings": pa.schema([*GAME, ("seat", pa.int8()), ("bot", WORD), ("seconds", pa.list_(pa.float32()))]),
}


def write_tables(folder: Path, entries: Sequence[Entry]) -> None:
    """Write all tables of these games, each atomically."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in SCHEMAS}
    for entry in entries:
        _add_rows(rows, entry)
    for name, schema in SCHEMAS.items():
        draft = folder / f".{name}.parquet"
        pq.write_table(pa.Table.from_pylist(rows[name], schema=schema), draft, compression="zstd")
        draft.replace(folder / f"{name}.parquet")


def _add_rows(rows: dict[str, list[dict[str, Any]]], entry: Entry) -> None:
    result, fixture = entry.result, entry.result.fixture
    key = {"game": fixture.game}
    rows["games"].append(
        key
        | {name: getattr(fixture, name) for name in ("deal", "rotation", "board")}
        | {name: getattr(result, name) for name in ("rounds", "decisions", "step", "is_cut_short", "record_hash")}
        | {"players": len(result.seats), "seed": int(result.seed)}
    )
    rows["misdeeds"] += [
        key | {name: getattr(misdeed, name) for name in ("seat", "bot", "kind", "round", "decision", "what")}
        for misdeed in result.misdeeds
    ]
    for number, seat in enumerate(result.seats):
        who = key | {"seat": number, "bot": seat.bot}
        names = [name for name in SCHEMAS["seats"].names if name not in ("game", "seat")]
        rows["seats"].append(who | {name: getattr(seat, name) for name in names})
        rows["timings"].append(who | {"seconds": entry.timing.seconds[number]})
    for round_ in range(result.rounds):
        rows["rounds"] += [
            key
            | {
                "round": round_ + 1,
                "seat": number,
                "bot": seat.bot,
                "cities": seat.cities_by_round[round_],
                "powered": seat.powered_by_round[round_],
                "money": seat.money_by_round[round_],
            }
            for number, seat in enumerate(result.seats)
        ]
