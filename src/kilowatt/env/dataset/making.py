"""Making a dataset: play what is missing, keep every shard that is finished."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kilowatt.env.dataset.folder import Folder
from kilowatt.env.dataset.manifest import Manifest, make_manifest
from kilowatt.env.dataset.plan import DatasetPlan
from kilowatt.env.dataset.workers import make_here, make_in_pool
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown

MOST_GAMES = 10_000_000  # so that the names of shards sort by their games


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle; the shards that were finished are kept."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games


def make_dataset(
    plan: DatasetPlan,
    games: int,
    folder: Path | str,
    *,
    workers: int = 0,
    on_start: Callable[[Folder], None] = lambda _: None,
    on_game: Callable[[int], None] = lambda _: None,
) -> Manifest:
    """Play so many games and write them to a folder; go on where an earlier run stopped.

    :param plan: who plays what; the same plan always gives the same files, unless a bot's limit is in seconds.
    :param games: how many there shall be; more than before extend the dataset.
    :param folder: where it goes. One that holds another dataset is refused.
    :param workers: how many processes play; 0 is this one.
    :param on_start: is told the folder, with what is there already.
    :param on_game: is told how many games are done, after each.
    :raises BadInput: for what cannot be played or written, and for a bot that misbehaves.
    :raises Stopped: on Ctrl-C.
    """
    plan.check()
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise BadInput(f"A dataset has one game at least and {MOST_GAMES:,} at most, not {shown(games)}.")
    if type(workers) is not int or workers < 0:
        raise BadInput(f"workers is a number of processes, or 0 to play in this one, not {shown(workers)}.")
    with Folder(Path(folder), make_manifest(plan, games)) as open_folder:
        on_start(open_folder)
        tasks = open_folder.missing()
        done = open_folder.kept()

        def count() -> None:
            nonlocal done
            done += 1
            on_game(done)

        made = (
            make_in_pool(plan, open_folder.path, tasks, count, workers)
            if workers
            else make_here(plan, open_folder.path, tasks, count)
        )
        with closing(made):
            try:
                for shard in made:
                    open_folder.add(shard)
            except KeyboardInterrupt:
                raise Stopped(open_folder.manifest.totals.games) from None
            except OSError as error:
                raise BadInput(f"Cannot write to {open_folder.path}: {error.strerror}.") from None
        return open_folder.manifest
