"""Nobody learns what is hidden: two games that differ only in that look the same from every side, to the last byte."""

import asyncio
import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.attacking import Ear, Laid, Shelf, golden_game, walk
from tests.server.kit import Data, Guest, RunningServer, Socket, decide, me, run
from tests.server.postgres import PostgresServer

from kilowatt import Event, Game
from kilowatt.rules.actions import action_to_data
from kilowatt.rules.events import PlantDrawn, PlantRemoved, PlantWentUnder, RoundBegan, Step3Drawn, StepBegan, reveals


def _is_before(*kinds: type[Event], **facts: Any) -> Callable[[list[Event]], bool]:
    """Whether among these events are such ones, the last with these facts."""

    def found(events: list[Event]) -> bool:
        *others, last = kinds
        return all(any(isinstance(event, kind) for event in events) for kind in others) and any(
            isinstance(event, last) and all(getattr(event, name) == value for name, value in facts.items())
            for event in events
        )

    return found


MOMENTS = {
    "the turn order is drawn": _is_before(RoundBegan, round=1),
    "a plant is sold and another drawn": _is_before(PlantDrawn),
    "an obsolete plant is replaced": _is_before(PlantDrawn, PlantRemoved, reason="obsolete"),
    "phase 5 ends": _is_before(PlantDrawn, PlantWentUnder),
    "a house begins Step 2": _is_before(PlantDrawn, StepBegan, step=2),
    "the Step 3 card comes up": _is_before(Step3Drawn),
}


def _moments(game: Game) -> dict[str, int]:
    """The decisions of a game by which something hidden is shown, by what that is."""
    found: dict[str, int] = {}
    for number, entry in enumerate(game.log):
        events = list(entry.events)
        for name, is_it in MOMENTS.items():
            if is_it(events):
                found.setdefault(name, number)
        if "the Step 3 card comes up" in found and number > found["the Step 3 card comes up"] and reveals(events):
            found.setdefault("a plant is drawn in Step 3", number)
    return found


async def _look_around(server: RunningServer, table: Laid, seat: int | None, revealing: Data) -> list[str]:
    """Everything that this seat, or a spectator, can get out of a server at this moment."""
    game = table.game
    number = game.decisions
    async with Ear(server, table, seat) as ear:
        for path in ("", "/record", "/replay", "/replay?at=0", f"/replay?at={number // 2}", f"/replay?at={number + 1}"):
            await ear.get(path)
        await ear.post("/rematch")
        await ear.post("/start")
        async with ear.at_table(seen=0) as socket:
            if seat is not None:
                await _try_everything(socket, game, seat, revealing)
            await socket.say("ping")
            await socket.until(lambda message: message["type"] == "pong")
        async with ear.at_table() as socket:
            assert socket.decision == number
        return ear.heard()


async def _try_everything(socket: Socket, game: Game, seat: int, revealing: Data) -> None:
    answer = await socket.ask("what-if", seat=seat, actions=[revealing], key="card")
    if game.seat == seat:
        assert (answer["type"], answer["played"], answer["stopped"]) == ("what-if", 0, "card")
    else:
        assert answer["code"] == "rules"
    legal = [action_to_data(action) for action in game.legal_actions()]
    tried = [[], *[[action] for action in Random(1).sample(legal, min(len(legal), 10))]]
    tried += [
        [legal[0], revealing, *legal[:3]],
        [{"do": "pass"}],
        [{"do": "drop"}],
        [{"do": "open", "plant": 3, "bid": 3}],
    ]
    for place, actions in enumerate(tried):
        await socket.ask("what-if", seat=seat, actions=actions, key=f"what if {place}")
    await socket.ask("what-if", seat=seat, actions=[], decision=game.decisions + 1, key="later")
    await socket.ask("play", seat=seat, action={"do": "bid", "amount": 999}, key="dear")
    await socket.ask("play", seat=seat, action={"do": "open", "plant": 99, "bid": 99}, key="not there")
    await socket.ask("play", seat=1 - seat if seat < 2 else 0, action=revealing, key="not mine")
    await socket.ask("ceiling", seat=seat, amount=1_000_000, key="high")
    await socket.ask("chat", seat=seat, text="hello", key="hello")


@pytest.mark.parametrize("name", ["germany-3", "italy-4"])
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same_to_all(tmp_path: Path, name: str) -> None:
    whole = golden_game(name)
    moments = _moments(whole)
    assert len(moments) == len(MOMENTS) + 1, "the game has every moment at which something hidden shows"
    shelf = Shelf(tmp_path)
    pairs = {moment: shelf.lay_pair(whole.at(number)) for moment, number in moments.items()}

    async def compare() -> None:
        with RunningServer(shelf.url).log_to(tmp_path / "log") as server:
            for moment, pair in pairs.items():
                revealing = action_to_data(whole.log[moments[moment]].action)
                for seat in (pair[0].game.seat, (pair[0].game.seat or 0) - 1, None):
                    viewer = seat if seat is None or seat >= 0 else whole.players - 1
                    one, two = [await _look_around(server, table, viewer, revealing) for table in pair]
                    assert one == two, f"seat {viewer} can tell two games apart before {moment}"

    run(compare())
    _assert_log_is_clean(tmp_path / "log", [table for pair in pairs.values() for table in pair])


def test_a_hint_comes_from_what_its_seat_may_know(tmp_path: Path) -> None:
    whole = golden_game("italy-4")
    shelf = Shelf(tmp_path)
    pair = shelf.lay_pair(whole.at(_moments(whole)["a house begins Step 2"]))

    async def compare() -> None:
        with RunningServer(shelf.url) as server:
            heard = []
            for table in pair:
                seat = table.game.seat
                assert seat is not None
                async with Ear(server, table, seat) as ear, ear.at_table() as socket:
                    assert (await socket.ask("hint", seat=seat, key="what now"))["type"] == "hint"
                    heard.append(ear.heard())
            assert heard[0] == heard[1]

    run(compare())


def test_the_two_games_do_differ_once_the_card_is_drawn(tmp_path: Path) -> None:
    """The comparison above would see a difference if there were one."""
    whole = golden_game("italy-4")
    number = _moments(whole)["phase 5 ends"]
    shelf = Shelf(tmp_path)
    pair = shelf.lay_pair(whole.at(number))

    async def compare() -> None:
        with RunningServer(shelf.url) as server:
            heard = []
            for table in pair:
                seat = table.game.seat
                assert seat is not None
                async with Ear(server, table, seat) as ear, ear.at_table() as socket:
                    before = len(ear.texts)
                    assert socket.decision == number
                    await socket.play(action_to_data(whole.log[number].action), key="play")
                    heard.append((ear.heard()[:before], ear.heard()[before:]))
            assert heard[0][0] == heard[1][0]
            assert heard[0][1] != heard[1][1]

    run(compare())


# Ceilings


def _an_auction(name: str) -> Game:
    """A game in which two bid for a plant, and both could go on for a while."""
    whole = golden_game(name)
    for number in range(whole.decisions):
        game = whole.at(number)
        view = game.view(None)
        if view.auction is not None and len(view.auction.in_) == 2:
            money = [game.state.money[seat] for seat in view.auction.in_]
            if min(money) > view.auction.bid + 14:
                return game
    raise AssertionError("there is no such auction")


def test_a_ceiling_is_seen_by_its_own_seat_alone(tmp_path: Path) -> None:
    game = _an_auction("italy-4")
    auction = game.view(None).auction
    assert auction is not None
    hunter, rival = auction.bidder, game.seat
    assert rival is not None
    low, high = auction.bid + 9, auction.bid + 14
    shelf = Shelf(tmp_path)
    pair = shelf.lay(game), shelf.lay(game)

    async def bid_against(server: RunningServer, table: Laid, ceiling: int) -> list[list[str]]:
        ears = [Ear(server, table, seat) for seat in (rival, None)]
        async with Ear(server, table, hunter) as own, ears[0], ears[1], own.at_table() as theirs:
            assert (await theirs.ask("ceiling", seat=hunter, amount=ceiling))["type"] == "accepted"
            refused = await theirs.ask("ceiling", seat=rival, amount=5)
            assert (refused["code"], refused["position"]["ceiling"]) == ("not-your-seat", ceiling)
            async with ears[0].at_table(seen=0) as mine, ears[1].at_table(seen=0) as watching:
                for step in (3, 6):
                    amount = auction.bid + step
                    await mine.ask("what-if", seat=rival, actions=[{"do": "bid", "amount": amount}], key=f"if {step}")
                    answer = await mine.play({"do": "bid", "amount": amount}, key=f"bid {step}")
                    assert answer["type"] == "accepted"
                    for socket in (mine, watching):
                        await socket.until(lambda message: _bid_in(message) == amount + 1)  # noqa: B023 – awaited here
                await mine.play({"do": "drop"}, key="drop")
                await watching.caught_up(mine.decision)
            for ear in ears:
                for path in ("", "/record", "/replay"):
                    await ear.get(path)
            return [ear.heard() for ear in ears]

    async def compare() -> None:
        with RunningServer(shelf.url, log_level="debug").log_to(tmp_path / "log") as server:
            one = await bid_against(server, pair[0], low)
            two = await bid_against(server, pair[1], high)
        assert one == two
        for texts in one:
            for text in texts:
                assert '"ceiling":' not in text.replace('"ceiling":null', "")
        said = (tmp_path / "log").read_text().replace(tmp_path.as_posix(), "")
        assert "open at" in said
        assert "eiling" not in said

    run(compare())


def _bid_in(message: Data) -> int | None:
    position = message.get("position") or {}
    auction = position.get("view", {}).get("auction")
    return None if auction is None else int(auction["bid"])


# Hidden money


def test_hidden_money_is_sent_to_its_own_seat_alone_until_the_end(tmp_path: Path) -> None:
    whole = golden_game("germany-3")
    assert whole.setup.hidden_money
    first = whole.decisions - 60
    shelf = Shelf(tmp_path)
    table = shelf.lay(whole.at(first))

    async def evening() -> None:
        async with contextlib.AsyncExitStack() as stack:
            server = stack.enter_context(RunningServer(shelf.url).log_to(tmp_path / "log"))
            ears = {seat: await stack.enter_async_context(Ear(server, table, seat)) for seat in (0, 1, 2, None)}
            sockets = {seat: await stack.enter_async_context(ear.at_table(seen=0)) for seat, ear in ears.items()}
            for number in range(first, whole.decisions):
                if number % 20 == 0:
                    for ear in ears.values():
                        for path in ("", "/record", "/replay", f"/replay?at={number - 10}", "/replay?at=99999"):
                            await ear.get(path)
                entry = whole.log[number]
                socket, action = sockets[entry.seat], action_to_data(entry.action)
                await socket.caught_up(number)
                if number % 3 == 0:
                    await socket.ask("what-if", seat=entry.seat, actions=[action, action])
                    await socket.ask("play", seat=entry.seat, action={"do": "bid", "amount": 500})
                if number == whole.decisions - 1:
                    for seat, ear in ears.items():
                        await sockets[seat].caught_up(number)
                        _assert_no_money_of_others(ear.texts, seat)
                assert (await socket.play(action, seat=entry.seat))["type"] == "accepted"
            await sockets[None].caught_up(whole.decisions)
            assert [player["money"] for player in sockets[None].view["players"]] == list(whole.state.money)

    run(evening())
    _assert_log_is_clean(tmp_path / "log", [table])


def _assert_no_money_of_others(texts: list[str], seat: int | None) -> None:
    """No view, no offer, no record that was sent so far has anybody else's money in it."""
    seen = 0
    for text in texts:
        body = text[text.index("\n{") + 1 :] if "\n{" in text else text
        if not body.startswith("{"):
            assert re.search(r"^round .*money", body, re.MULTILINE) is None, "a record gives the accounts"
            assert not body.startswith("200") or "\nunfinished" in body
            continue
        for part in walk(msgspec.json.decode(body)):
            players = part.get("players")
            if isinstance(players, list) and any("money" in player for player in players):  # not those of a header
                purses = [player["money"] for player in players]
                own = seat if part.get("viewer") is not None else None
                assert part["viewer"] in (seat, None)
                assert [place for place, money in enumerate(purses) if money is not None] == (
                    [own] if own is not None else []
                )
                seen += 1
            elif "money" in part and "plants" not in part and "ranking" not in part:
                facts = {"bid", "cost", "need", "money", "amount", "price"}
                assert seat is not None, part
                assert part.keys() & facts, part
    assert seen > 10


# Secrets


def _assert_log_is_clean(log: Path, tables: list[Laid]) -> None:
    words = log.read_text()
    assert "Traceback" not in words
    for table in tables:
        for secret in (*table.all_secrets, table.chance):
            assert secret not in words


def test_secrets_go_where_they_belong_and_nowhere_else(tmp_path: Path) -> None:
    """Each secret is in one Set-Cookie, or in the answer that makes a link; never in a log, however talkative."""

    async def evening() -> list[str]:
        url = f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}"
        with RunningServer(url, log_level="debug").log_to(tmp_path / "log") as server:
            async with Guest(server.url) as ann, Guest(server.url) as bob:
                texts: list[str] = []
                for guest in (ann, bob):
                    guest.http.event_hooks["response"].append(_keeper(texts))
                table = await ann.make(seats=[me("Ann"), me("Eve"), {"who": "anybody"}])
                path = f"/api/tables/{table}"
                await bob.post(f"{path}/join", {"nickname": "Bob"}, expect=201)
                await ann.start(table)
                secrets = [str(c.value) for guest in (ann, bob) for c in guest.http.cookies.jar]
                link = await ann.post(f"{path}/seats/1/link", expect=201)
                texts.pop()  # the one answer that may have it
                secrets.append(link["token"])
                await bob.post(f"{path}/claim", {"token": link["token"]}, expect=200)
                secrets += [str(c.value) for c in bob.http.cookies.jar]
                for token in [*secrets, "x" * 200]:
                    await bob.post(f"{path}/claim", {"token": token})
                    await bob.post(f"/api/tables/{token}/start")
                    await bob.post(f"{path}/seats/0/mute", {"muted": token})
                    await bob.http.get(f"/api/tables/{token}/record", params={"at": token})
                    await bob.http.post(f"{path}/join", content=f'{{"nickname": "{token}"'.encode())
                for address in ("/", "/healthz", "/api/tables", path, f"{path}/record", f"{path}/replay"):
                    await bob.http.get(address)
                async with ann.at(table) as one, bob.at(table) as two:
                    for socket in (one, two):
                        await socket.say("play", seat=0, action={}, decision=0, key=secrets[0])
                        await socket.say("chat", seat=4, text="x", key="x")
                    await one.until(lambda message: message["type"] == "refused")
                    heard = msgspec.json.encode([socket.received for socket in (one, two)]).decode()
                for secret in secrets:
                    echoed = [text for text in texts if secret in text.replace(f"/{secret}", "")]
                    assert len(echoed) <= 1, echoed
                    assert secret not in heard.replace(f'"key":"{secret}"', "")
                return secrets

    secrets = asyncio.run(evening())
    log = (tmp_path / "log").read_text()
    assert len(secrets) >= 6
    for secret in secrets:
        assert secret not in log
    for word in ("deck_after_step_3", "salt", "INSERT", "cookie"):
        assert word not in log


def _keeper(texts: list[str]) -> Callable[[Any], Any]:
    async def keep(response: Any) -> None:
        await response.aread()
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        texts.append(f"{headers}\n{response.text}")

    return keep


def test_the_salt_is_told_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    whole = golden_game("usa-3")
    shelf = Shelf(tmp_path)
    running, over = shelf.lay(whole.at(whole.decisions - 1)), shelf.lay(whole)

    async def evening() -> None:
        with RunningServer(shelf.url) as server:
            async with Ear(server, running, None) as ear, Ear(server, over, None) as late:
                for path in ("", "/record", "/replay"):
                    assert running.salt not in await ear.get(path)
                for path in ("", "/record"):
                    assert over.salt in await late.get(path)
                async with ear.at_table() as socket, late.at_table() as later:
                    assert socket.table["salt"] is None
                    assert later.table["salt"] == over.salt

    run(evening())


def test_putting_a_running_table_away_reveals_nothing(tmp_path: Path) -> None:
    whole = golden_game("germany-3")
    shelf = Shelf(tmp_path)
    pair = shelf.lay_pair(whole.at(_moments(whole)["phase 5 ends"]))

    async def put_away(server: RunningServer, table: Laid) -> list[str]:
        async with Ear(server, table, None) as ear, Ear(server, table, 0) as seated, ear.at_table() as watching:
            seated.http.headers["Authorization"] = f"Bearer {table.host},{table.secrets[0]}"
            await seated.post("/archive")
            await watching.until(lambda message: message["type"] == "table" and message["table"]["archived"])
            for other in (ear, seated):
                for path in ("", "/record", "/replay"):
                    await other.get(path)
                async with other.at_table(seen=0) as late:
                    assert late.table["archived"]
            for text in [*ear.texts, *seated.texts]:
                assert table.salt not in text
            _assert_no_money_of_others(ear.texts * 4, None)
            return ear.heard() + seated.heard()

    async def compare() -> None:
        with RunningServer(shelf.url) as server:
            one, two = [await put_away(server, table) for table in pair]
        assert one == two

    run(compare())


def test_the_password_of_the_database_is_told_to_nobody(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.database()
    there = re.sub(r"//([^@/]*?)(:[^@/]*)?@", r"//\1:open-sesame@", url)
    assert "open-sesame" in there

    async def evening() -> None:
        with RunningServer(there, log_level="debug").log_to(tmp_path / "log") as server:
            async with Guest(server.url) as guest:
                table = await guest.make()
                await guest.start(table)
                async with guest.at(table) as socket:
                    assert socket.position is not None
                    await socket.play(decide(socket.position, Random(1)))
                for path in ("/", "/healthz", "/api/tables/%00", "/schema/openapi.json"):
                    assert "open-sesame" not in (await guest.http.get(path)).text

    run(evening())
    with pytest.raises(AssertionError, match="did not start"):
        RunningServer("postgresql://ann:open-sesame@127.0.0.1:9/none").log_to(tmp_path / "log").start()
    assert "open-sesame" not in (tmp_path / "log").read_text()
