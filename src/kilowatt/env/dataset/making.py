"""Make a dataset: play the games that are missing, and keep every finished shard."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kilowatt.env.dataset.folder import Folder
from kilowatt.env.dataset.manifest import Manifest, make_manifest
from kilowatt.env.dataset.plan import DatasetPlan
from kilowatt.env.dataset.workers import make_here, make_in_pool
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown

MOST_GAMES = 10_000_000  # so that shard names sort by game number


class Stopped(KeyboardInterrupt):
    """Interrupted by Ctrl-C; finished shards are kept."""

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
    """Play games and write them to a folder; continue where an earlier run stopped.

    :param plan: who plays what; the same plan always gives the same files, unless a bot's limit is in seconds.
    :param games: the number of games in the dataset; a larger number than before extends it.
    :param folder: where to write. A folder with another dataset is refused.
    :param workers: the number of processes; 0 plays in this one.
    :param on_start: called with the folder, and what it already contains.
    :param on_game: called after each game with the number of games done.
    :raises BadInput: if something cannot be played or written, or a bot misbehaves.
    :raises Stopped: on Ctrl-C.
    """
    plan.check()
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise BadInput(f"A dataset has from 1 to {MOST_GAMES:,} games, not {shown(games)}.")
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
