"""A board of another package is played at a table: by people, by bots, and when the table is opened again."""

from random import Random

from tests.table.kit import House, play_on

from kilowatt.table import BotSeat, Free, Me


async def test_a_game_on_a_board_of_another_package_is_played_to_its_end(house: House, atlantis: str) -> None:
    ann = house.guest()
    seats: list[Me | BotSeat | Free] = [Me("Ann"), BotSeat("novice"), BotSeat("random")]
    table = await ann.make(atlantis, seats=seats, board_options={"weather": "stormy"}, first_game=True, round_limit=25)
    await ann.start(table)
    async with ann.at(table) as at_table:
        assert at_table.table["agreed"]["board"] == atlantis
        assert at_table.view["options"]["weather"] == "stormy"
        await play_on(at_table, Random(3))
        assert at_table.view["over"]
    game = await (await ann.table(table)).whole_game()
    assert game.is_over
    assert f"board {atlantis}" in game.record()


async def test_what_a_rule_of_another_package_remembers_is_kept_when_the_table_is_opened_again(
    house: House, atlantis: str
) -> None:
    ann = house.guest()
    table = await ann.make(atlantis)
    await ann.start(table)
    async with ann.at(table) as at_table:
        await play_on(at_table, Random(2), 60)
        before = at_table.view
        assert sum(player["starts"] for player in before["players"]) > 0
    await house.replace_worker()
    async with ann.at(table) as again:
        assert again.view == before
