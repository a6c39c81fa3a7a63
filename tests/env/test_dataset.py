"""Datasets: what a row holds, who plays, how it is read back."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kilowatt
from kilowatt import BadInput
from kilowatt.arena import read_entrants
from kilowatt.env.action_codec import ACTIONS, RAISE, RAISES
from kilowatt.env.arrays import observation
from kilowatt.env.city_index import ENCODING_VERSION
from kilowatt.env.dataset import Dataset, DatasetPlan, make_dataset, open_dataset
from kilowatt.env.dataset.plan import table
from kilowatt.env.dataset.playing import Team, cap_bid, play_game
from kilowatt.env.observation_codec import LAYOUT
from kilowatt.env.rewards import place, win
from kilowatt.env.session import GameSession

GAMES = 5


def plan(**changes: object) -> DatasetPlan:
    given: dict[str, object] = {
        "bots": read_entrants("novice,random"),
        "boards": ("germany", "russia"),
        "players": (2, 3),
        "options": {"russia": {"flux": True, "first_pass": "anyone"}},
        "shard_games": 2,
    }
    return DatasetPlan(**{**given, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=["parquet", "numpy"])
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp(request.param) / "data"
    make_dataset(plan(format=request.param), GAMES, folder)
    return open_dataset(folder)


def by_game(dataset: Dataset) -> dict[int, list[dict[str, Any]]]:
    """The rows of each game as dicts."""
    games: dict[int, list[dict[str, Any]]] = {}
    for rows in dataset:
        for number in range(len(rows["action"])):
            row = {name: column[number] for name, column in rows.items()}
            games.setdefault(int(row["game"]), []).append(row)
    return games


# What the rows hold


def test_a_game_replayed_from_its_rows_is_the_same_game(dataset: Dataset) -> None:
    games = by_game(dataset)
    assert list(games) == list(range(GAMES))
    for rows in games.values():
        board = dataset.boards[rows[0]["board"]]
        options = dataset.manifest.plan.options.get(board, {})
        players = int(rows[0]["players"])
        session = GameSession(kilowatt.new_game(board, players, seed=int(rows[0]["seed"]), **options))
        for row in rows:
            assert (session.seat(), session.game.decisions, len(session.prefix)) == (
                row["seat"],
                row["decision"],
                row["part"],
            )
            assert session.mask() == row["mask"].astype(np.uint8).tobytes()
            seen = observation(session.game.state, session.seat(), session.prefix)
            assert np.array_equal(row["observation"] * dataset.scale, seen)
            session.step(int(row["action"]))
        assert session.is_over()
        final = {seat: entry for entry in session.game.ranking for seat in entry.seats}
        for row in rows:
            end = final[row["seat"]]
            assert (row["powered"], row["money"], row["cities"]) == (end.powered, end.money, end.cities)
            assert row["win"] == np.float32(win(session.game.ranking, players)[row["seat"]])
            assert row["place"] == np.float32(place(session.game.ranking, players)[row["seat"]])


def test_the_last_row_of_each_seat_is_marked_and_no_other(dataset: Dataset) -> None:
    for rows in by_game(dataset).values():
        last = {row["seat"]: number for number, row in enumerate(rows)}
        assert [number for number, row in enumerate(rows) if row["last"]] == sorted(last.values())


def test_a_seat_is_played_by_the_bot_that_was_dealt_it(dataset: Dataset) -> None:
    for number, rows in by_game(dataset).items():
        seats = table(dataset.manifest.plan, number).seats
        assert {(row["seat"], dataset.bots[row["bot"]]) for row in rows} == set(enumerate(seats))


def test_the_manifest_names_every_number_and_counts_everything(dataset: Dataset) -> None:
    manifest = dataset.manifest
    games = by_game(dataset)
    rows = [row for game in games.values() for row in game]
    totals = manifest.totals
    assert len(dataset) == totals.rows == len(rows)
    assert (totals.games, [shard.games for shard in dataset.shards]) == (GAMES, [2, 2, 1])
    assert totals.decisions == sum([row["part"] == 0 for row in rows])
    assert totals.boards == {"germany": 3, "russia": 2}
    assert totals.players == {2: 3, 3: 2}
    assert sum(totals.seats.values()) == 3 * 2 + 2 * 3
    assert totals.bytes == sum([(dataset.folder / shard.file).stat().st_size for shard in dataset.shards])
    assert [(part.name, list(part.divisors)) for part in manifest.encoding.layout] == [
        (part.name, part.divisors) for part in LAYOUT
    ]
    assert manifest.encoding.version == ENCODING_VERSION
    assert [column.name for column in manifest.columns] == list(dataset.read(0))
    assert dataset.is_complete
    for column in manifest.columns[2:]:
        assert dataset.read(0)[column.name].dtype == np.dtype(column.type)


def test_observations_can_be_had_as_the_floats_of_the_environments(dataset: Dataset) -> None:
    scaled = open_dataset(dataset.folder, ["observation", "action"], scaled=True)
    rows = scaled.read(0)
    assert list(rows) == ["observation", "action"]
    session = GameSession(table_game(dataset.manifest.plan, 0))
    assert rows["observation"].dtype == np.float32
    assert np.array_equal(rows["observation"][0], observation(session.game.state, session.seat()))


def table_game(of: DatasetPlan, number: int) -> kilowatt.Game:
    one = table(of, number)
    return kilowatt.new_game(one.board, one.players, seed=one.seed, **of.options.get(one.board, {}))


def test_parquet_files_name_boards_and_bots(tmp_path: Path) -> None:
    make_dataset(plan(), 2, tmp_path)
    file = pq.read_table(next(tmp_path.glob("*.parquet")))
    assert file.schema.field("observation").type == pa.binary(1273)
    assert file.schema.field("mask").type == pa.binary((ACTIONS + 7) // 8)
    assert set(file["bot"].to_pylist()) == {"novice", "random"}
    assert set(file["board"].to_pylist()) == {"germany", "russia"}


# Who plays what


def test_every_bot_has_every_seat_of_every_board_equally_often() -> None:
    of = plan(bots=read_entrants("a,b,c"), players=(2, 4))
    seats: Counter[tuple[str, int, int, str]] = Counter()
    seeds = set()
    for game in range(2 * 2 * 24):
        one = table(of, game)
        seeds.add(one.seed)
        seats.update([(one.board, one.players, seat, label) for seat, label in enumerate(one.seats)])
    assert len(seeds) == 2 * 2 * 24
    assert len(seats) == 2 * (2 + 4) * 3
    assert set(seats.values()) == {8}


def test_boards_and_numbers_of_players_come_in_turn() -> None:
    games = [table(plan(), game) for game in range(5)]
    assert [game.board for game in games] == ["germany", "russia", "germany", "russia", "germany"]
    assert [game.players for game in games] == [2, 2, 3, 3, 2]


def test_a_bid_above_the_cap_is_cut_to_it_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    of = DatasetPlan(bots=read_entrants("dataset_bots:Spendthrift"), players=(2,))
    played = play_game(Team(of), table(of, 0))
    assert played.bids_cut == (played.rows["action"] == RAISE + RAISES - 1).sum() > 0
    game = kilowatt.new_game("germany", 2, seed=1)
    assert cap_bid(game.state, kilowatt.Open(3, 3 + RAISES)) == kilowatt.Open(3, 3 + RAISES - 1)
    assert cap_bid(game.state, kilowatt.Open(3, 4)) == kilowatt.Open(3, 4)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": (9,)}, "The game is for 2 to 6 players, not 9"),
        ({"boards": ("atlantis",)}, "There is no board 'atlantis'"),
        ({"format": "csv"}, "format is one of parquet, numpy, not 'csv'"),
        ({"bots": ()}, "Name at least one bot"),
        ({"bots": "random"}, "bots is a tuple, even with one item, not 'random'"),
        ({"bots": ("random",)}, "bots are entrants, as kilowatt.arena.read_entrants reads them"),
        ({"players": 4}, "players is a tuple, even with one item, not 4"),
        ({"seed": -1}, "The seed is a whole number from 0 on, not -1"),
        ({"seed": 1.5}, "The seed is a whole number from 0 on, not 1.5"),
        ({"shard_games": 0}, "A shard has at least one game"),
        ({"shard_games": 2.5}, "A shard has at least one game, not 2.5"),
        ({"options": []}, "options maps each board to a dictionary of its options"),
        ({"options": {"usa": {"flux": True}}}, "There are options for 'usa', which is not among the boards"),
        ({"options": {"germany": {"seed": 4}}}, "All games share one seed"),
        ({"options": {"germany": {"first_pass": "anyone"}}}, "There is no option 'first_pass' on Germany"),
        ({"bots": read_entrants(",".join(["random"] * 40)), "players": (6,)}, "40 bots are too many"),
        ({"bots": read_entrants(",".join(["random"] * 257)), "players": (2,)}, "257 bots are too many"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    changes: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=sentence):
        make_dataset(plan(**changes), 2, tmp_path / "data")
    assert not (tmp_path / "data").exists()


# What cannot be read


def test_a_folder_without_a_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no dataset in"):
        open_dataset(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="There is no dataset in"):
        open_dataset(tmp_path)


@pytest.mark.parametrize("text", ['{"format": 1, "plan": {}}', '["kilowatt"]', '{"format": "kilowatt-dataset 2"}'])
def test_a_manifest_of_something_else_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(BadInput, match="is not the manifest of a dataset that this version reads"):
        open_dataset(tmp_path)


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": "kilowatt-dataset 1"}'])
def test_a_manifest_that_is_damaged_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_bytes(data)
    with pytest.raises(BadInput, match="cannot be understood"):
        open_dataset(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["shards"][0]["boards"].clear(),
        lambda manifest: manifest["shards"][0].update(file="../elsewhere.parquet"),
        lambda manifest: manifest["shards"][0].update(games=0),
        lambda manifest: manifest["shards"].append(manifest["shards"][0]),
        lambda manifest: manifest["plan"].update(bots=[]),
        lambda manifest: manifest["plan"].update(format="csv"),
    ],
)
def test_a_manifest_whose_shards_are_not_of_its_plan_is_refused(
    change: Callable[[Any], None], dataset: Dataset, tmp_path: Path
) -> None:
    manifest = json.loads((dataset.folder / "manifest.json").read_bytes())
    change(manifest)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BadInput, match="its shards are not those of its plan"):
        open_dataset(tmp_path)


@pytest.mark.parametrize("version", [None, ENCODING_VERSION + 1])
def test_a_dataset_of_another_version_of_the_encoding_is_refused_with_both_versions(
    version: int | None, dataset: Dataset, tmp_path: Path
) -> None:
    manifest = json.loads((dataset.folder / "manifest.json").read_bytes())
    manifest["kilowatt"] = "9.1.0"
    manifest["encoding"]["version"] = version
    if version is None:
        del manifest["encoding"]["version"]  # as version 1 wrote it
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    sentence = rf"has version {version or 1} of the encoding, .* has version 2\. .* or install Kilowatt 9\.1\.0\."
    with pytest.raises(BadInput, match=sentence):
        open_dataset(tmp_path)


def test_a_shard_that_is_whole_and_not_as_the_manifest_says_is_named(dataset: Dataset, tmp_path: Path) -> None:
    shutil.copytree(dataset.folder, tmp_path / "copy")
    path = tmp_path / "copy" / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"name": "action"', '"name": "acts"'), encoding="utf-8")
    with pytest.raises(BadInput, match=f"{dataset.shards[0].file} is not as the manifest says"):
        open_dataset(tmp_path / "copy").read(0)


@pytest.mark.parametrize("number", [99, -99, 1.0, "first"])
def test_a_shard_that_there_is_not_is_refused(number: Any, dataset: Dataset) -> None:
    with pytest.raises(BadInput, match=r"There is no shard .*: there are \d+, counted from 0"):
        dataset.read(number)


def test_a_shard_that_is_missing_or_damaged_is_named(dataset: Dataset, tmp_path: Path) -> None:
    shutil.copytree(dataset.folder, tmp_path / "copy")
    copy = open_dataset(tmp_path / "copy")
    file = copy.folder / copy.shards[1].file
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(BadInput, match=f"{file.name} is damaged"):
        copy.read(1)
    file.unlink()
    with pytest.raises(BadInput, match=f"Cannot read .*{file.name}: No such file"):
        copy.read(1)
    assert len(copy.read(0)["action"]) == copy.shards[0].rows


def test_a_column_that_there_is_not_is_refused(dataset: Dataset) -> None:
    with pytest.raises(BadInput, match=r"There is no column 'reward'. There are: observation, mask, action"):
        open_dataset(dataset.folder, ["action", "reward"])


@pytest.mark.parametrize("columns", ["action", 5])
def test_columns_that_are_no_list_are_refused_with_an_example(columns: Any, dataset: Dataset) -> None:
    with pytest.raises(BadInput, match=r'columns is a list of names, as in \["action", "mask"\], not '):
        open_dataset(dataset.folder, columns)


def test_a_dataset_shows_how_much_there_is_of_it(dataset: Dataset) -> None:
    two = open_dataset(dataset.folder, ["action", "win"])
    assert repr(two) == f"<Dataset {dataset.folder}: {len(dataset):,} rows, 5 games, 3 shards; action, win>"
    begun = Dataset(two.folder, msgspec.structs.replace(two.manifest, games=1200), ["action"])
    assert "rows, 5 of 1,200 games, 3 shards; action>" in repr(begun)
