"""Reading a dataset: shard after shard, as NumPy arrays. The manifest says all that is needed."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from kilowatt.env.dataset.columns import Columns, unpacked
from kilowatt.env.dataset.manifest import Manifest, Shard, read_manifest
from kilowatt.env.dataset.shards import from_bytes
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown


class Dataset:
    """A dataset that was made by ``kilowatt dataset``. ``len`` is the number of rows; iterating reads shard by shard.

    Nothing is read before it is asked for, so it can be sent to other processes. A dataset that is still being made
    can be read as far as it is there.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, columns: Sequence[str] | None = None, *, scaled: bool = False
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self.scaled = scaled
        known = {column.name: column for column in manifest.columns}
        names = list(known) if columns is None else list(columns)
        for name in names:
            if name not in list(known):
                raise BadInput(f"There is no column {shown(name)}. There are: {', '.join(known)}.")
        self.columns = tuple([known[name] for name in dict.fromkeys(names)])

    @property
    def bots(self) -> tuple[str, ...]:
        """Who plays: the column ``bot`` holds places in this list."""
        return self.manifest.plan.labels

    @property
    def boards(self) -> tuple[str, ...]:
        """Where they play: the column ``board`` holds places in this list."""
        return self.manifest.plan.boards

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards, by the numbers of their games."""
        return self.manifest.shards

    @property
    def is_complete(self) -> bool:
        """Whether all games are there that were asked for."""
        return self.manifest.totals.games == self.manifest.games

    def __len__(self) -> int:
        return self.manifest.totals.rows

    def __iter__(self) -> Iterator[Columns]:
        for number in range(len(self.shards)):
            yield self.read(number)

    def read(self, number: int) -> Columns:
        """The rows of one shard, an array for each column; ``BadInput`` if its file is missing or damaged.

        ``mask`` has a truth value for each index; ``observation`` is bytes, or floats if the dataset is ``scaled``.
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
        rows = {name: np.require(column, requirements="W") for name, column in rows.items()}  # as PyTorch wants them
        if "mask" in rows:
            rows["mask"] = unpacked(rows["mask"], self.manifest.encoding.actions)
        if "observation" in rows and self.scaled:
            rows["observation"] = np.multiply(rows["observation"], self.scale, dtype=np.float32)
        return rows

    @property
    def scale(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """What each byte of an observation is multiplied with to become a float of the flat vector."""
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
            raise BadInput(f"{path} is damaged: it is not what was written. {_REMEDY}")
        return data


_REMEDY = "The command that made the dataset makes it anew."


def open_dataset(folder: Path | str, columns: Sequence[str] | None = None, *, scaled: bool = False) -> Dataset:
    """Open a dataset for reading.

    :param folder: where ``kilowatt dataset`` wrote it.
    :param columns: those that are read; None for all of them. The manifest, and docs/datasets.md, say what there is.
    :param scaled: whether observations are given as the floats of the flat vector of the environments.
    :raises BadInput: where there is no dataset, or one of another format.
    """
    path = Path(folder)
    return Dataset(path, read_manifest(path), columns, scaled=scaled)
