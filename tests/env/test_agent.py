"""Trained policies as bots, and how good they are."""

import pickle
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Work, ask, load
from kilowatt.env.action_codec import ACTIONS, encode
from kilowatt.env.agent import Network, PolicyBot, load_agent, load_network, network_file
from kilowatt.env.arrays import Floats, Mask, mask_of, observation
from kilowatt.env.city_index import ENCODING_VERSION
from kilowatt.env.evaluation import evaluate, win_share
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.rules.actions import Open
from kilowatt.rules.errors import BadInput
from kilowatt.testing import check_bot


def any_network(seed: int = 1, width: int = 8, activation: str = "tanh") -> Network:
    rng = np.random.default_rng(seed)
    sizes = [OBSERVATION, width, width, ACTIONS]
    layers = []
    for one, other in pairwise(sizes):
        weights = rng.normal(size=(other, one)).astype(np.float16)
        layers.append((weights.astype(np.float32), rng.normal(size=other).astype(np.float16).astype(np.float32)))
    return Network(layers, activation)


def test_a_network_of_any_weights_is_a_well_behaved_bot() -> None:
    bot = PolicyBot(any_network(), name="any")
    report = check_bot(bot, boards=("germany", "japan"), players=(2, 4), seconds=5.0)
    assert (report.bot, report.games, report.clocked) == ("any", 4, 40)


def test_a_policy_is_called_index_by_index_with_what_the_acting_seat_knows() -> None:
    game = kilowatt.new_game("germany", 2, seed=7)
    wanted = encode(game.state, Open(4, 9))
    asked: list[int] = []

    def policy(seen: Floats, mask: Mask) -> int:
        prefix = wanted[: len(asked)]
        assert game.seat is not None
        assert (seen == observation(game.state, game.seat, prefix)).all()
        assert (mask == mask_of(game.state, prefix)).all()
        asked.append(wanted[len(asked)])
        return asked[-1]

    assert ask(PolicyBot(policy), game, Random(1), Work(1)).action == Open(4, 9)
    assert tuple(asked) == wanted


def test_a_policy_is_not_called_where_only_one_index_is_legal() -> None:
    game = kilowatt.new_game("germany", 2, seed=7)

    def policy(_: Floats, mask: Mask) -> int:
        assert mask.sum() > 1
        return int(np.flatnonzero(mask)[-1])

    bot = PolicyBot(policy)
    for _ in range(60):
        game.play(ask(bot, game, Random(1), Work(1)).action)


def test_a_policy_that_chooses_a_masked_index_misbehaves() -> None:
    game = kilowatt.new_game("germany", 2, seed=7)
    with pytest.raises(kilowatt.bots.Misbehaviour, match="is masked"):
        ask(PolicyBot(lambda _, mask: int(mask.argmin())), game, Random(1), Work(1))


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_a_network_rates_like_its_layers_multiplied_out(activation: str) -> None:
    network = any_network(activation=activation)
    state = kilowatt.new_game("usa", 5, seed=3).state
    seen = observation(state, state.seat)
    values = seen
    for place, (weights, added) in enumerate(network.layers):
        values = values @ weights + added
        if place < 2:
            values = np.tanh(values) if activation == "tanh" else np.maximum(values, 0)
    assert network.ratings(seen) == pytest.approx(values, rel=1e-3, abs=1e-3)


def test_a_network_chooses_the_legal_index_that_it_rates_highest() -> None:
    network = any_network()
    state = kilowatt.new_game("germany", 2, seed=7).state
    seen, mask = observation(state, state.seat), mask_of(state)
    ratings = network.ratings(seen)
    assert mask[int(ratings.argmax())] == 0  # else the mask would not matter here
    allowed = np.flatnonzero(mask)
    assert network(seen, mask) == allowed[ratings[allowed].argmax()]


def test_a_network_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "my_agent.npz"
    network = any_network(activation="relu")
    network.save(file)
    again = load_network(file)
    assert again.activation == "relu"
    for one, other in zip(network.layers, again.layers, strict=True):
        assert (one[0] == other[0]).all()
        assert (one[1] == other[1]).all()


def test_an_agent_of_a_file_is_called_like_the_file_and_can_be_sent(tmp_path: Path) -> None:
    file = tmp_path / "my_agent.npz"
    any_network().save(file)
    bot = load_agent(file)
    assert (bot.name, bot.title) == ("my_agent", "My agent")
    assert load_agent(file, name="ann", title="Ann", about="Learnt it.").about == "Learnt it."
    game = kilowatt.new_game("germany", 3, seed=1)
    sent = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own
    assert ask(sent, game, Random(1), Work(1)) == ask(bot, game, Random(1), Work(1))


def test_a_file_that_holds_no_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.npz cannot be read: No such file or directory\.$"):
        load_agent(tmp_path / "nowhere.npz")
    with pytest.raises(BadInput, match=r"cannot be read: "):
        load_agent(tmp_path)


def other_files(folder: Path) -> list[Path]:
    """Files that somebody may take for a network."""
    files = [
        folder / name for name in ("text.npz", "empty.npz", "other.npz", "half.npz", "one.npy", "model.pt", "bad.npz")
    ]
    text, empty, other, half, one, model, bad = files
    text.write_text("hello")
    empty.touch()
    np.savez(other, numbers=np.zeros(3))
    half.write_bytes(other.read_bytes()[:100])
    np.save(one, np.zeros(3))
    with ZipFile(model, "w") as archive:  # as PyTorch saves
        archive.writestr("model/data.pkl", b"\x80\x02}q\x00.")
        archive.writestr("model/version", b"3\n")
    np.savez(bad, activation=np.array([{}], object), weights_0=np.zeros(1), added_0=np.zeros(1))
    return files


def test_a_file_of_something_else_is_not_a_network_whatever_numpy_says(tmp_path: Path) -> None:
    for file in other_files(tmp_path):
        with pytest.raises(BadInput) as refused:
            load_agent(file)
        assert str(refused.value).startswith(f"{file} is not a Kilowatt network: ")
        assert "pickle" not in str(refused.value)


def test_a_network_saved_with_another_version_of_the_encoding_is_refused_with_both_versions(tmp_path: Path) -> None:
    file = tmp_path / "old.npz"
    any_network().save(file)
    with np.load(file) as saved:
        arrays = {name: saved[name] for name in saved}
    assert (int(arrays["encoding"]), str(arrays["kilowatt"])) == (ENCODING_VERSION, kilowatt.__version__)
    later = {**arrays, "encoding": np.array(ENCODING_VERSION + 1), "kilowatt": np.array("9.1.0")}
    np.savez(file, allow_pickle=False, **later)
    with pytest.raises(BadInput, match=r"version 3 of the encoding, .* version 2\. .* or install Kilowatt 9\.1\.0\."):
        load_agent(file)
    first = {name: array for name, array in arrays.items() if name not in ("encoding", "kilowatt")}
    np.savez(file, allow_pickle=False, **first)  # as version 1 saved it
    with pytest.raises(BadInput, match=r"version 1 of the encoding, .* Train it again, or install the Kilowatt that"):
        load_agent(file)


def test_a_network_of_other_sizes_is_refused_with_the_sizes_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    np.savez(
        file,
        allow_pickle=False,
        weights_0=np.zeros((ACTIONS, 7), np.float32),
        added_0=np.zeros(ACTIONS),
        activation=np.array("tanh"),
        encoding=np.array(ENCODING_VERSION),
    )
    with pytest.raises(BadInput, match=f"cannot be read as a network.*{OBSERVATION} numbers.*{ACTIONS} indices"):
        load_agent(file)
    with pytest.raises(BadInput, match="activation is one of relu, tanh, not 'gelu'"):
        Network(any_network().layers, "gelu")


def test_an_agent_plays_with_hidden_money_after_a_draft() -> None:
    bot = PolicyBot(any_network())
    game = kilowatt.new_game("benelux", 3, seed=2, regions="draft", hidden_money=True)
    for _ in range(40):
        game.play(ask(bot, game, Random(1), Work(1)).action)
    assert game.round > 1


# How good they are


def test_a_share_of_wins_comes_with_its_interval() -> None:
    half = win_share(200, 400)
    assert half.share == 0.5
    assert [half.low, half.high] == pytest.approx([0.4512, 0.5488], abs=1e-3)
    assert str(half) == "50.0% of 400 games (45.1% to 54.9%)"
    never = win_share(0, 10)
    assert never.low == 0
    assert never.high == pytest.approx(0.278, abs=1e-3)


def test_evaluation_plays_fresh_games_that_can_be_repeated() -> None:
    network = any_network()
    first = evaluate(network, 3, board="usa", players=3, opponents="random")
    assert first == evaluate(network, 3, board="usa", players=3, opponents="random")
    assert first.games == 3


def test_a_policy_at_random_wins_its_share_against_chance_and_nothing_against_novices() -> None:
    rng = np.random.default_rng(1)

    def chance(_: Floats, mask: Mask) -> int:
        return int(rng.choice(np.flatnonzero(mask)))

    assert evaluate(chance, 6, opponents="novice").share < 0.5
    assert 0 < evaluate(chance, 12, opponents="random").share < 1


@pytest.mark.parametrize("name", ["learner.npz", "learner", "learner.v2", "folder/in/folder/learner"])
def test_the_file_of_a_network_is_known_before_it_is_written(name: str, tmp_path: Path) -> None:
    file = network_file(tmp_path / name)
    assert list(file.parent.iterdir()) == []
    any_network().save(tmp_path / name)
    assert list(file.parent.iterdir()) == [file]
    written = file.read_bytes()
    assert network_file(file) == file
    assert file.read_bytes() == written


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder.npz").mkdir()
    for name in ("file/learner.npz", "folder"):
        with pytest.raises(BadInput, match=r"(learner|folder)\.npz cannot be written: .+\.$"):
            network_file(tmp_path / name)


def test_games_that_end_with_an_illegal_choice_are_counted_and_lost() -> None:
    for players in (2, 3):
        lost = evaluate(lambda _, mask: int(mask.argmin()), 4, players=players, opponents="random")
        assert (lost.share, lost.low, lost.games, lost.illegal) == (0, 0, 4, 4)
        assert str(lost).endswith("of 4 games (0.0% to 49.0%); 4 ended with an illegal choice")
    legal = evaluate(lambda _, mask: int(mask.argmax()), 2, opponents="random", round_limit=2)
    assert legal.illegal == 0
    assert "illegal" not in str(legal)


@pytest.mark.parametrize("games", [0, -1, 2.5, "3"])
def test_a_number_of_games_that_cannot_be_played_is_refused(games: Any) -> None:
    with pytest.raises(BadInput, match=r"games is the number of games, 1 or more, not "):
        evaluate(any_network(), games)


def test_an_agent_is_evaluated_like_its_policy() -> None:
    network = any_network()
    bot = PolicyBot(network)
    assert evaluate(bot, 2, opponents="random") == evaluate(network, 2, opponents="random")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (load("novice"), "novice is another kind of bot: compare .* arena"),
        ("novice", "A policy is a"),
        ("learner.npz", r"'learner\.npz' is a file: load it with load_agent\."),
        (Path("learner"), "'learner' is a file: load it with load_agent"),
    ],
)
def test_what_is_no_policy_is_refused_with_a_sentence(given: Any, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        evaluate(given, 2)
