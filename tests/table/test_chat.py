"""Chat: heard by all, kept, said once however often it is sent; and what a newcomer hears of it."""

import pytest
from tests.server.kit import Data
from tests.table.kit import House, Socket, accepted, kinds

from kilowatt.table import Denied, Free, Me
from kilowatt.table.keys import clean_text
from kilowatt.table.messages import PHRASES, Phrase
from kilowatt.table.table import CHANGES_SECONDS, CHAT_AT_ONCE, CHAT_SECONDS, MOST_MESSAGES


def said(socket: Socket) -> list[str]:
    return [message["facts"]["text"] for message in socket.messages if message["kind"] == "chat"]


async def chat(socket: Socket, text: str, **rest: str) -> Data:
    return await socket.ask("chat", seat=socket.seats[0], text=text, **rest)


async def test_chat_is_heard_by_all_and_kept_and_can_be_muted(house: House) -> None:
    ann, bob, eve = house.guest(), house.guest(), house.guest()
    name = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(name, "Bob")
    table = await ann.table(name)
    async with bob.at(name) as talking, eve.at(name) as watching:
        for _ in range(2):  # a repeat with the same key is said once
            assert accepted(await chat(talking, "Hi, <i>all</i>", key="k1"))["decision"] is None
        assert said(talking) == said(watching) == ["Hi, <i>all</i>"]
        assert watching.messages[-1]["seat"] == 1
        assert (await chat(talking, " \u200b "))["code"] == "bad-text"
        assert (await watching.ask("chat", seat=1, text="I am Bob"))["code"] == "not-your-seat"
        await table.mute(1, muted=True)
        assert (await chat(talking, "Hello?"))["code"] == "muted"
        await table.mute(1, muted=False)
        accepted(await chat(talking, "Back"))
    async with eve.at(name) as late:
        assert said(late) == ["Hi, <i>all</i>", "Back"]
        assert kinds(late.messages) == ["made", "joined", "chat", "muted", "unmuted", "chat"]
    async with eve.at(name, heard=5) as back:
        assert kinds(back.messages) == ["chat"]
    async with eve.at(name, heard=99) as ahead:
        assert ahead.messages == []


@pytest.mark.parametrize("phrase", PHRASES)
async def test_a_phrase_comes_with_its_name_so_that_each_reader_has_it_in_their_language(
    house: House, phrase: Phrase
) -> None:
    ann, bob = house.guest(), house.guest()
    name = await ann.make(seats=[Me("Ann"), Free()])
    await bob.join(name, "Bob")
    async with ann.at(name) as talking, bob.at(name) as listening:
        for _ in range(2):  # a repeat with the same key is said once
            assert accepted(await talking.ask("phrase", seat=0, phrase=phrase, key="k"))["decision"] is None
        assert said(listening) == [PHRASES[phrase]]
        assert listening.messages[-1]["facts"] == {"text": PHRASES[phrase], "key": "k", "phrase": phrase}
        accepted(await chat(talking, PHRASES[phrase]))
        assert "phrase" not in listening.messages[-1]["facts"]
        assert (await talking.ask("phrase", seat=0, phrase="insult"))["code"] == "not-understood"
        await talking.at.mute(0, muted=True)
        assert (await talking.ask("phrase", seat=0, phrase=phrase))["code"] == "muted"


@pytest.mark.parametrize("lose", ["before", "after"])
async def test_a_message_that_the_journal_did_not_acknowledge_is_said_once_when_it_is_sent_again(
    house: House, lose: str
) -> None:
    ann = house.guest()
    name = await ann.make()
    async with ann.at(name) as talking, house.guest().at(name) as watching:
        house.journal.lose = lose
        assert (await chat(talking, "Hello", key="k"))["code"] == "trouble"
        accepted(await chat(talking, "Hello", key="k"))
        assert said(watching) == ["Hello"]


async def test_the_same_words_with_another_key_are_said_again(house: House) -> None:
    ann = house.guest()
    name = await ann.make()
    async with ann.at(name) as talking:
        for key in ("k1", "k2"):
            accepted(await chat(talking, "Ha", key=key))
        accepted(await talking.ask("chat", seat=1, text="Ha", key="k1"))
        assert said(talking) == ["Ha", "Ha", "Ha"]


async def test_a_repeat_that_goes_to_another_worker_is_said_once_and_everybody_hears_it_once(
    two_workers: House,
) -> None:
    ann = two_workers.guest()
    name = await ann.make()
    async with ann.at(name) as one:
        ann.worker = 1
        async with ann.at(name) as two:
            accepted(await chat(one, "Hello", key="k"))
            assert said(two) == []
            accepted(await chat(two, "Hello", key="k"))
            await ann.registry.notice(name)
            assert said(one) == said(two) == ["Hello"]


async def test_messages_of_two_workers_are_heard_in_the_order_of_the_journal(two_workers: House) -> None:
    ann = two_workers.guest()
    name = await ann.make()
    async with ann.at(name) as one:
        ann.worker = 1
        async with ann.at(name) as two:
            for number in range(6):
                accepted(await chat((one, two)[number % 2], str(number)))
            for worker in two_workers.workers:
                await worker.catch_up_with_all()
            for socket in (one, two):
                assert said(socket) == ["0", "1", "2", "3", "4", "5"]
                assert [message["number"] for message in socket.messages] == list(range(1, 8))


async def test_a_newcomer_hears_no_more_than_the_last_messages(house: House) -> None:
    ann = house.guest()
    name = await ann.make()
    async with ann.at(name) as talking:
        for number in range(MOST_MESSAGES + 99):
            accepted(await chat(talking, f"la {number}"))
            if number % CHAT_AT_ONCE == CHAT_AT_ONCE - 1:
                await house.clock.pass_time(CHAT_SECONDS)
    last = MOST_MESSAGES + 100  # with "made"
    async with house.guest().at(name) as late:
        assert [message["number"] for message in late.messages] == list(range(101, last + 1))
    async with house.guest().at(name, heard=last - 3) as back:
        assert [message["number"] for message in back.messages] == [last - 2, last - 1, last]


async def test_chat_goes_on_after_the_table_was_opened_again(house: House) -> None:
    ann = house.guest()
    name = await ann.make()
    async with ann.at(name) as talking:
        accepted(await chat(talking, "before", key="k"))
    await house.replace_worker()
    async with ann.at(name, heard=2) as talking:
        accepted(await chat(talking, "before", key="k"))
        accepted(await chat(talking, "after"))
        assert said(talking) == ["after"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u202eb\x07\nc", "ab c"),
        ("e" + "\u0301" * 400, "\u00e9\u0301\u0301\u0301"),
        ("é" * 500, "é" * 500),
        (" ", ""),
        ("\u200d", ""),
        ("\u202e\u0007", ""),
        ("\u3164\u2800", ""),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(text: str, shown: str) -> None:
    assert clean_text(text) == shown


@pytest.mark.parametrize("text", ["", "a" * 501])
async def test_a_text_that_is_empty_or_too_long_is_not_understood(house: House, text: str) -> None:
    ann = house.guest()
    async with ann.at(await ann.make()) as talking:
        assert (await chat(talking, text))["code"] == "not-understood"
        assert said(talking) == []


async def test_a_seat_that_says_too_much_at_once_has_to_wait_and_the_others_have_not(house: House) -> None:
    ann = house.guest()
    table = await ann.begin()
    async with ann.at(table) as socket:
        for number in range(CHAT_AT_ONCE):
            accepted(await socket.ask("chat", seat=0, text=f"{number}"))
        assert (await socket.ask("chat", seat=0, text="more"))["code"] == "too-many-messages"
        accepted(await socket.ask("chat", seat=1, text="Calm down"))
        await house.clock.pass_time(CHAT_SECONDS)
        accepted(await socket.ask("phrase", seat=0, phrase="well-played"))


async def test_a_seat_and_a_table_hold_only_so_much_chat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kilowatt.table.table.MOST_CHAT", 4)
    monkeypatch.setattr("kilowatt.table.table.MOST_CHAT_OF_SEAT", 3)
    ann = house.guest()
    table = await ann.begin()

    async def answers(seat: int, count: int) -> list[str | None]:
        async with ann.at(table) as socket:
            return [(await socket.ask("chat", seat=seat, text=f"{number}")).get("code") for number in range(count)]

    assert await answers(0, 2) == [None, None]
    await house.replace_worker()  # it is counted anew
    assert await answers(0, 2) == [None, "chat-full"]
    assert await answers(1, 2) == [None, "chat-full"]


async def test_a_seat_is_changed_only_so_often_and_a_table_holds_only_so_much_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kilowatt.table.table.CHANGES_AT_ONCE", 4)
    ann = house.guest()
    table = await ann.table(await ann.begin())
    for _ in range(2):
        await table.give_to_bot(0, "novice")
        await table.take_from_bot(0)
    with pytest.raises(Denied, match="too fast"):
        await table.give_to_bot(0, "novice")
    await table.give_to_bot(1, "novice")
    await house.clock.pass_time(CHANGES_SECONDS)
    await table.give_to_bot(0, "novice")
    monkeypatch.setattr("kilowatt.table.table.MOST_MADE", table.state.last_message)
    with pytest.raises(Denied, match="no room for more"):
        await table.take_from_bot(0)
