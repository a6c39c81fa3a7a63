"""Read a dataset, shard by shard, as NumPy arrays."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from kilowatt.env.dataset.columns import Columns, unpacked
from kilowatt.env.dataset.manifest import Manifest, Shard, read_manifest
from kilowatt.env.dataset.shards import from_bytes
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown


class Dataset:
    """A dataset made by ``kilowatt dataset``. ``len`` is the number of rows; iterating reads shard by shard.

    Shards are read on demand, so the object can be sent to other processes. A dataset that is still being made can be
    read as far as it has come.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, columns: Sequence[str] | None = None, *, scaled: bool = False
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.scaled = scaled
        known = {column.name: column for column in manifest.columns}
        if isinstance(columns, str) or not isinstance(columns, Iterable | None):
            raise BadInput(f'columns is a list of names, as in ["action", "mask"], not {shown(columns)}.')
        names = list(known) if columns is None else list(columns)
        for name in names:
            if name not in list(known):
                raise BadInput(f"There is no column {shown(name)}. There are: {', '.join(known)}.")
        self.columns = tuple([known[name] for name in dict.fromkeys(names)])

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that play; the column ``bot`` holds positions in this list."""
        return self.manifest.plan.labels

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards; the column ``board`` holds positions in this list."""
        return self.manifest.plan.boards

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards, in the order of their games."""
        return self.manifest.shards

    @property
    def is_complete(self) -> bool:
        """Whether all planned games are present."""
        return self.manifest.totals.games == self.manifest.games

    def __repr__(self) -> str:
        games = f"{self.manifest.totals.games:,}" + ("" if self.is_complete else f" of {self.manifest.games:,}")
        columns = ", ".join([column.name for column in self.columns])
        return f"<Dataset {self.folder}: {len(self):,} rows, {games} games, {len(self.shards)} shards; {columns}>"

    def __len__(self) -> int:
        return self.manifest.totals.rows

    def __iter__(self) -> Iterator[Columns]:
        for number in range(len(self.shards)):
            yield self.read(number)

    def read(self, number: int) -> Columns:
        """Read the rows of one shard, an array for each column; ``BadInput`` if its file is missing or damaged.

        ``mask`` has a bool for each index; ``observation`` is bytes, or floats if the dataset is ``scaled``.
        """
        try:
            shard = self.shards[number]
        except (IndexError, TypeError):
            message = f"There is no shard {shown(number)}: there are {len(self.shards)}, counted from 0."
            raise BadInput(message) from None
        data = self._bytes(shard)
        try:
            rows = from_bytes(self.manifest.plan, data, self.columns)
        except (ValueError, KeyError, TypeError, IndexError) as error:  # what pyarrow and NumPy raise
            raise BadInput(f"{self.folder / shard.file} is not as the manifest says.") from error
        rows = {name: np.require(column, requirements="W") for name, column in rows.items()}  # writable, for PyTorch
        if "mask" in rows:
            rows["mask"] = unpacked(rows["mask"], self.manifest.encoding.actions)
        if "observation" in rows and self.scaled:
            rows["observation"] = np.multiply(rows["observation"], self.scale, dtype=np.float32)
        return rows

    @property
    def scale(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """The factor that turns each byte of an observation into a float of the flat vector."""
        layout = self.manifest.encoding.layout
        divisors = [divisor for part in layout for _ in range(part.rows) for divisor in part.divisors]
        return (1 / np.array(divisors, np.float32)).astype(np.float32)

    def _bytes(self, shard: Shard) -> bytes:
        path = self.folder / shard.file
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"Cannot read {path}: {error.strerror}. {_REMEDY}") from None
        if sha256(data).hexdigest() != shard.sha256:
            raise BadInput(f"{path} is damaged: its checksum is wrong. {_REMEDY}")
        return data


_REMEDY = "Run the command that made the dataset again to replace it."


def open_dataset(folder: Path | str, columns: Sequence[str] | None = None, *, scaled: bool = False) -> Dataset:
    """Open a dataset for reading.

    :param folder: where ``kilowatt dataset`` wrote it.
    :param columns: the columns to read; None for all. The manifest and docs/datasets.md list them.
    :param scaled: return observations as floats, like the flat vector of the environments.
    :raises BadInput: if there is no dataset, or it has another format.
    """
    path = Path(folder)
    return Dataset(path, read_manifest(path), columns, scaled=scaled)
