"""What a server says about its boards, so that a table can be set up without knowing the rules."""

from pathlib import Path
from typing import Any

from tests.server.kit import Guest, RunningServer, run

from kilowatt.boards import find_board


def test_every_board_lists_its_options_and_the_regions_to_choose(tmp_path: Path) -> None:
    async def ask() -> None:
        async with Guest(server.url) as guest:
            found = {board["key"]: board for board in (await guest.get("/api/boards"))["list"]}
        assert found["russia"]["options"] == {"first_pass": ["leader", "anyone"]}
        assert found["germany"]["options"] == {}
        assert found["italy"]["regions_in_play"] == {"2": 3, "3": 3, "4": 4, "5": 5, "6": 5}
        # R2.1: Northwest, Northeast and Centre would cut off Livorno.
        italy = [set(chosen) for chosen in found["italy"]["region_sets"]]
        assert {"northwest", "northeast", "centre"} not in italy
        assert {len(chosen) for chosen in italy} == {3, 4, 5}

    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        run(ask())


def test_every_board_tells_what_is_different_there_and_with_which_choice(tmp_path: Path) -> None:
    async def ask() -> None:
        async with Guest(server.url) as guest:
            found = {board["key"]: board for board in (await guest.get("/api/boards"))["list"]}
        assert [rule["code"] for rule in found["germany"]["rules"]] == ["standard"]
        wien = next(rule for rule in found["central-europe"]["rules"] if rule["code"] == "garbage-discount")
        assert wien["facts"] == {"city": "wien", "off": 1, "least": 1}
        assert (wien["clause"], wien["only_with"]) == ("R9.4", {})
        assert wien["sentence"].startswith("With Wien in your network")
        assert found["central-europe"]["cities"]["wien"] == "Wien"
        chosen = {rule["code"]: rule["only_with"] for rule in found["russia"]["rules"] if rule["only_with"]}
        assert chosen == {
            "first-pass-leader": {"first_pass": "leader"},
            "first-pass-anyone": {"first_pass": "anyone"},
        }
        assert [tip["code"] for tip in found["france"]["tips"]] == ["paris", "first-uranium"]

    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        run(ask())


def test_a_summary_card_has_the_numbers_of_the_board_and_the_number_of_players(tmp_path: Path) -> None:
    async def ask() -> None:
        async with Guest(server.url) as guest:

            async def card(path: str) -> Any:
                return await guest.get(f"/api/boards/{path}")

            usual = await card("germany/card?players=5")
            assert [usual[name] for name in ("max_plants", "step_2_cities", "end_cities")] == [3, 7, 15]
            assert (usual["payments"][0], usual["payments"][4], usual["payments"][-1]) == (10, 54, 150)
            assert len(usual["payments"]) == 21
            assert [step["slots"] for step in usual["steps"]] == [[10], [10, 15], [10, 15, 20]]
            assert [step["resupply"]["coal"] for step in usual["steps"]] == [5, 7, 5]
            assert [(step["current"], step["future"]) for step in usual["steps"]] == [(4, 4), (4, 4), (6, 0)]
            assert [step["leaves"] for step in usual["steps"]] == ["highest", "highest", "lowest"]
            benelux = await card("benelux/card")
            assert (benelux["players"], [step["leaves"] for step in benelux["steps"]]) == (
                4,
                ["both", "both", "lowest"],
            )
            russia = await card("russia/card")
            assert not russia["obsolete_plants"]
            assert "unsold" not in {reminder["code"] for reminder in russia["reminders"]}
            assert [step["current"] for step in russia["steps"]] == [3, 3, 4]
            empty = [each for each in (await card("japan/card"))["reminders"] if each["code"] == "empty-city"]
            assert [each["prices"] for each in empty] == [[10, 15]]
            first = await card("usa/card?players=2&first_game=true")
            assert [first[name] for name in ("step_2_cities", "end_cities", "most_cities")] == [None, 7, 7]
            assert [step["step"] for step in first["steps"]] == [1]
            assert (await card("mars/card"))["code"] == "wrong-input"
            assert (await card("usa/card?players=7"))["code"] == "not-understood"

    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        run(ask())


def test_the_map_of_any_board_can_be_drawn_from_its_coordinates(tmp_path: Path) -> None:
    async def ask() -> None:
        async with Guest(server.url) as guest:
            japan = await guest.get("/api/boards/japan/map")
            assert (await guest.get("/api/boards/mars/map"))["code"] == "wrong-input"
        places = {city["id"]: city for city in japan["cities"]}
        assert places["sapporo"]["y"] < places["tokyo"]["y"], "north is up"
        assert places["fukuoka"]["x"] < places["tokyo"]["x"], "and east to the right"
        assert places["tokyo"]["start"]
        assert places["tokyo"]["slots"] == [[10, 1], [10, 1], [20, 3]]
        assert "slots" not in places["kyoto"]
        assert [region["id"] for region in japan["regions"]] == [region.id for region in find_board("japan").regions]

    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        run(ask())
