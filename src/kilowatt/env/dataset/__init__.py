"""Datasets of games between bots: every index said, with what its seat knew, who said it and how the game ended.

``kilowatt dataset`` makes them; so does ``make_dataset``. ``open_dataset`` reads them, shard by shard:

>>> from tempfile import TemporaryDirectory
>>> from kilowatt.arena import read_entrants
>>> from kilowatt.env.dataset import DatasetPlan, make_dataset, open_dataset
>>> with TemporaryDirectory() as folder:
...     made = make_dataset(DatasetPlan(bots=read_entrants("novice,random"), players=(2,)), 2, folder)
...     rows = open_dataset(folder).read(0)
>>> rows["observation"].shape == (made.totals.rows, 1115), rows["mask"].shape == (made.totals.rows, 355)
(True, True)

They need ``kilowatt[research]``.
"""

from kilowatt.env.dataset.making import Stopped, make_dataset
from kilowatt.env.dataset.manifest import Manifest, Shard
from kilowatt.env.dataset.plan import DatasetPlan
from kilowatt.env.dataset.reading import Dataset, open_dataset

__all__ = ["Dataset", "DatasetPlan", "Manifest", "Shard", "Stopped", "make_dataset", "open_dataset"]
