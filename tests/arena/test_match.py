"""One game of the arena: its books are right."""

import msgspec
import pytest

import kilowatt
from kilowatt.arena.match import Team, play
from kilowatt.arena.results import Job, Played
from kilowatt.arena.schedule import TournamentPlan, deal_seed, fixtures
from kilowatt.rules.errors import BadInput
from kilowatt.runs.entrants import read_entrants

BOARDS = tuple(board.key for board in kilowatt.boards())


@pytest.fixture(scope="module")
def plan() -> TournamentPlan:
    return TournamentPlan(
        entrants=read_entrants("random,random@work:3,random@work:4"), players=3, boards=BOARDS, fallback="random"
    )


@pytest.fixture(scope="module")
def games(plan: TournamentPlan) -> list[Played]:
    team = Team(plan)
    return [play(team, Job(fixture)) for fixture in fixtures(plan, 24)[::3]]


def test_money_of_all_sources_adds_up(games: list[Played]) -> None:
    for played in games:
        for seat in played.result.seats:
            assert seat.money == seat.start_money + seat.income - seat.for_plants - seat.for_fuel - seat.for_houses


def test_the_record_replays_the_same_game(games: list[Played], plan: TournamentPlan) -> None:
    for played in games:
        result = played.result
        game = kilowatt.read_record(played.record)
        assert (game.board, game.round, game.decisions) == (result.fixture.board, result.rounds, result.decisions)
        for place in game.ranking:
            for number in place.seats:
                seat = result.seats[number]
                assert (seat.powered, seat.money, seat.cities) == (place.powered, place.money, place.cities)
        dealt = kilowatt.new_game(game.board, 3, seed=deal_seed(plan, result.fixture))
        assert dealt.setup.deck == game.setup.deck


def test_the_record_says_who_played(games: list[Played], plan: TournamentPlan) -> None:
    for played in games:
        fixture = played.result.fixture
        headers = kilowatt.read_record(played.record).headers
        assert tuple(player.name for player in headers.players) == fixture.seats
        assert {(player.kind, player.bot, player.version) for player in headers.players} == {
            ("bot", "random", kilowatt.__version__)
        }
        assert {player.limit for player in headers.players} == {"work:100", "work:3", "work:4"}
        assert (headers.event, headers.date) == ("kilowatt arena, seed 1", "")
        seed = str(deal_seed(plan, fixture))
        assert headers.other == {"seed": seed, "deal": str(fixture.deal), "rotation": str(fixture.rotation)}


def test_the_occasion_of_a_run_is_in_its_records_and_changes_no_result(
    games: list[Played], plan: TournamentPlan
) -> None:
    cup = msgspec.structs.replace(plan, headers=kilowatt.Headers(event="Cup", site="Wien", date="2026-11-17"))
    played = play(Team(cup), Job(games[0].result.fixture))
    headers = kilowatt.read_record(played.record).headers
    assert (headers.event, headers.site, headers.date) == ("Cup", "Wien", "2026-11-17")
    assert played.result == games[0].result


def test_places_and_wins_follow_the_ranking(games: list[Played]) -> None:
    for played in games:
        ranking = kilowatt.read_record(played.record).ranking
        assert sum([seat.win for seat in played.result.seats]) == pytest.approx(1)
        for index, place in enumerate(ranking):
            above = sum([len(other.seats) for other in ranking[:index]])
            assert {played.result.seats[seat].place for seat in place.seats} == {above + 1}


def test_series_have_a_value_for_each_round_and_end_where_the_game_did(games: list[Played]) -> None:
    for played in games:
        for seat in played.result.seats:
            for series in (seat.cities_by_round, seat.money_by_round, seat.powered_by_round):
                assert len(series) == played.result.rounds
            assert (seat.cities_by_round[-1], seat.money_by_round[-1]) == (seat.cities, seat.money)
            assert seat.powered_by_round[-1] == seat.powered
            assert list(seat.cities_by_round) == sorted(seat.cities_by_round)


def test_plants_are_those_held_at_the_end(games: list[Played]) -> None:
    for played in games:
        view = kilowatt.read_record(played.record).view(None)
        for seat, held in zip(played.result.seats, view.players, strict=True):
            assert sorted(seat.plants) == sorted([str(plant) for plant in held.plants])


def test_forced_decisions_are_not_put_to_the_bots(games: list[Played]) -> None:
    for played in games:
        game = kilowatt.read_record(played.record)
        free = sum([len(game.at(number).legal_actions()) > 1 for number in range(game.decisions)])
        assert sum([seat.asked for seat in played.result.seats]) == free
        assert [len(seconds) for seconds in played.timing.seconds] == [seat.asked for seat in played.result.seats]


def test_who_starts_is_the_turn_order_of_the_deal(games: list[Played]) -> None:
    for played in games:
        order = kilowatt.read_record(played.record).setup.order
        assert [seat.starts for seat in played.result.seats] == [1 + order.index(seat) for seat in range(3)]


def test_the_same_game_comes_out_the_same(games: list[Played], plan: TournamentPlan) -> None:
    again = play(Team(plan), Job(games[2].result.fixture))
    assert again.result == games[2].result
    assert again.record == games[2].record


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("no_such_module:Bot", "The bot 'no_such_module:Bot' cannot be loaded: ModuleNotFoundError"),
        ("random:Nothing", "The bot 'random:Nothing' cannot be loaded: AttributeError"),
        ("random:Random", "The bot 'random:Random' has no decide"),
        ("nobody", "There is no bot 'nobody'."),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_named(bot: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_entrants(bot)[0].load()
