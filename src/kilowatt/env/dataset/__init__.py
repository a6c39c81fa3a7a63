"""Datasets of games between bots: every action index, with its observation, its bot and how the game ended.

``kilowatt dataset`` and ``make_dataset`` make them; ``open_dataset`` reads them, shard by shard:

>>> from tempfile import TemporaryDirectory
>>> from kilowatt.arena import read_entrants
>>> from kilowatt.env.dataset import DatasetPlan, make_dataset, open_dataset
>>> with TemporaryDirectory() as folder:
...     made = make_dataset(DatasetPlan(bots=read_entrants("novice,random"), players=(2,)), 2, folder)
...     rows = open_dataset(folder).read(0)
>>> rows["observation"].shape == (made.totals.rows, 1273), rows["mask"].shape == (made.totals.rows, 385)
(True, True)

They need the extra ``data``.
"""

from kilowatt.env.dataset.making import make_dataset
from kilowatt.env.dataset.manifest import Manifest, Shard
from kilowatt.env.dataset.plan import DatasetPlan
from kilowatt.env.dataset.reading import Dataset, open_dataset
from kilowatt.runs import Stopped

__all__ = ["Dataset", "DatasetPlan", "Manifest", "Shard", "Stopped", "make_dataset", "open_dataset"]
