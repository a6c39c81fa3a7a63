"""Make a dataset: play the games that are missing, and keep every finished shard.

Each process makes whole shards, so their contents do not depend on the number of processes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from kilowatt.env.dataset.columns import joined
from kilowatt.env.dataset.folder import Folder, forget
from kilowatt.env.dataset.manifest import Manifest, Shard, make_manifest, mix
from kilowatt.env.dataset.plan import DatasetPlan, table
from kilowatt.env.dataset.playing import Team, play_game
from kilowatt.env.dataset.shards import shard_name, to_bytes
from kilowatt.processes.workers import ProcessDied, WorkerPool
from kilowatt.rules.errors import BadInput
from kilowatt.rules.text import shown
from kilowatt.runs import Stopped
from kilowatt.runs.folder import write_atomically
from kilowatt.runs.identifying import identify
from kilowatt.runs.identity import Identity, check_unchanged

MOST_GAMES = 10_000_000  # so that shard names sort by game number

Task = tuple[int, int]
"""A shard to make: its first game and its number of games."""


def make_dataset(
    plan: DatasetPlan,
    games: int,
    folder: Path | str,
    *,
    workers: int = 0,
    restart: bool = False,
    on_start: Callable[[Folder], None] = lambda _: None,
    on_game: Callable[[int], None] = lambda _: None,
) -> Manifest:
    """Play games and write them to a folder; continue where an earlier run stopped.

    :param plan: who plays what; the same plan always gives the same files, unless a bot's limit is in seconds.
    :param games: the number of games in the dataset; a larger number than before extends it.
    :param folder: where to write. A folder with another dataset is refused.
    :param workers: the number of processes; 0 plays in this one.
    :param restart: delete what an earlier run has left in the folder.
    :param on_start: called with the folder, and what it already contains.
    :param on_game: called after each game with the number of games done.
    :raises BadInput: if something cannot be played or written, or a bot misbehaves or has changed since.
    :raises Stopped: on Ctrl-C.
    """
    plan.check()
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise BadInput(f"A dataset has from 1 to {MOST_GAMES:,} games, not {shown(games)}.")
    if type(workers) is not int or workers < 0:
        raise BadInput(f"workers is a number of processes, or 0 to play in this one, not {shown(workers)}.")
    bots = identify([bot.bot for bot in plan.bots], plan.boards, plan.players[0])
    if restart:
        forget(Path(folder))
    with Folder(Path(folder), make_manifest(plan, games, bots=bots), bots) as open_folder:
        on_start(open_folder)
        done = open_folder.kept()
        pool = WorkerPool(workers, making, plan, open_folder.path, open_folder.manifest.bots)
        with closing(pool), closing(pool.run(open_folder.missing())) as made:
            try:
                for shard in made:
                    if shard is None:
                        done += 1
                        on_game(done)
                    else:
                        open_folder.add(shard)
            except KeyboardInterrupt:
                raise Stopped(open_folder.manifest.totals.games) from None
            except ProcessDied as error:
                first, number = error.task
                played = f"games {first} to {first + number - 1}"
                raise BadInput(f"A process ended while it played {played} ({error.how}).") from None
            except OSError as error:
                raise BadInput(f"Cannot write to {open_folder.path}: {error.strerror or error}.") from None
        return open_folder.manifest


def making(plan: DatasetPlan, folder: Path, bots: Mapping[str, Identity]) -> Callable[[Task], Iterator[Shard | None]]:
    """The program of a pool: plays the games of a shard with these bots, with None for each, and writes its file."""
    team = Team(plan)
    for entrant in plan.bots:
        check_unchanged(entrant.bot, team.bots[entrant.label][0], bots.get(entrant.bot))

    def make_shard(task: Task) -> Iterator[Shard | None]:
        first, games = task
        tables = [table(plan, first + number) for number in range(games)]
        played = []
        for one in tables:
            played.append(play_game(team, one))
            yield None
        data = to_bytes(plan, joined([game.rows for game in played]))
        name = shard_name(plan, first, games)
        write_atomically(folder / name, data)
        yield Shard(
            file=name,
            first=first,
            games=games,
            rows=sum([len(game.rows["action"]) for game in played]),
            decisions=sum([game.decisions for game in played]),
            bids_cut=sum([game.bids_cut for game in played]),
            bytes=len(data),
            sha256=sha256(data).hexdigest(),
            **mix(plan, tables),
        )

    return make_shard
