"""What a server says about its boards, so that a table can be set up without knowing the rules."""

from pathlib import Path

from tests.server.kit import Guest, RunningServer, run


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
