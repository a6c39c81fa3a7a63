"""A shard as a file: Parquet or NumPy's own format. The same rows always give the same bytes."""

import re
from collections.abc import Collection
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kilowatt.extras import missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    raise missing(error, "A dataset", "data") from error

from kilowatt.env.dataset.columns import COLUMNS, Column, Columns
from kilowatt.env.dataset.plan import DatasetPlan

ENDINGS = {"parquet": "parquet", "numpy": "npz"}
SHARD = re.compile(r"games-\d{7,}-\d{7,}\.(parquet|npz)")
"""The pattern of ``shard_name``."""
LEVEL = 6
"""The compression level: rows of a game are similar, and zstd at level 6 takes a third less space than at level 3."""


def shard_name(plan: DatasetPlan, first: int, games: int) -> str:
    """Return a name such as ``games-0000100-0000149.parquet``, with the first and the last game."""
    return f"games-{first:07}-{first + games - 1:07}.{ENDINGS[plan.format]}"


def words_of(plan: DatasetPlan, column: Column) -> tuple[str, ...]:
    """Return the words that the numbers of a column stand for."""
    return plan.labels if column.words == "bots" else plan.boards


def to_bytes(plan: DatasetPlan, columns: Columns) -> bytes:
    """Encode these rows as the file of a shard."""
    file = BytesIO()
    if plan.format == "numpy":
        np.savez_compressed(file, **columns)  # type: ignore[arg-type]  # a column could be called allow_pickle
    else:
        small = [column.name for column in COLUMNS if column.width == 1]
        made = pa.table({column.name: _to_arrow(plan, column, columns[column.name]) for column in COLUMNS})
        pq.write_table(made, file, compression="zstd", compression_level=LEVEL, use_dictionary=small)
    return file.getvalue()


def from_bytes(plan: DatasetPlan, data: bytes, wanted: Collection[Column]) -> Columns:
    """Read these columns from the file of a shard."""
    if plan.format == "numpy":
        with np.load(BytesIO(data), allow_pickle=False) as file:
            return {column.name: file[column.name] for column in wanted}
    table = pq.read_table(pa.BufferReader(data), columns=[column.name for column in wanted])
    return {column.name: _from_arrow(plan, column, table[column.name]) for column in wanted}


def _to_arrow(plan: DatasetPlan, column: Column, values: NDArray[Any]) -> Any:
    if column.width > 1:
        buffer = pa.py_buffer(np.ascontiguousarray(values))
        return pa.FixedSizeBinaryArray.from_buffers(pa.binary(column.width), len(values), [None, buffer])
    if column.words:
        return pa.DictionaryArray.from_arrays(values.astype(np.int16), pa.array(words_of(plan, column)))
    return pa.array(values)


def _from_arrow(plan: DatasetPlan, column: Column, values: Any) -> NDArray[Any]:
    values = values.combine_chunks()
    if column.width > 1:
        rows = np.frombuffer(values.buffers()[1], np.uint8)
        return rows[values.offset * column.width :][: len(values) * column.width].reshape(-1, column.width)
    if column.words:
        words = words_of(plan, column)
        numbers = np.array([words.index(word) for word in values.dictionary.to_pylist()], column.type)
        found: NDArray[Any] = numbers[values.indices.to_numpy()]
        return found
    return values.to_numpy(zero_copy_only=False).astype(column.type, copy=False)  # type: ignore[no-any-return]
