"""The data files are what the rules take them for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kilowatt.boards import BOARDS, find_board

DATA = Path(__file__).parents[2] / "src" / "kilowatt" / "data"
BOXES = {
    "germany": (47.2, 55.1, 5.8, 15.1),
    "usa": (24.5, 49.5, -125.0, -66.9),
    "france": (42.3, 51.2, -5.2, 8.3),
    "italy": (36.6, 47.1, 6.6, 18.6),
    "central-europe": (45.7, 54.9, 9.5, 24.2),
    "benelux": (49.4, 53.6, 2.5, 7.3),
    "russia": (41.0, 70.0, 19.6, 116.0),
    "japan": (31.0, 45.6, 129.5, 145.9),
}
"""Where the country is: south, north, west, east."""
COUNTRIES = {"italy": "IT SM", "central-europe": "AT CZ HU PL SK", "benelux": "BE LU NL"}


def test_the_data_files_pass_their_own_check() -> None:
    command = [sys.executable, str(DATA / "check_data.py")]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert all(key in run.stdout for key in BOARDS)


def test_the_boards_have_the_sizes_that_were_established_for_them() -> None:
    table = (DATA / "DATA.md").read_text(encoding="utf-8").partition("## How well each board is established")[2]
    rows = re.findall(r"^\| (.+?) \| (\d+), (\d+) \|", table, re.MULTILINE)
    sizes = {name: (int(cities), int(links)) for name, cities, links in rows}
    found = {board.name: (len(board.cities), len(board.connections)) for board in BOARDS.values()}
    assert sizes.items() <= found.items()
    assert len(sizes) >= 8


@pytest.mark.parametrize("key", BOXES)
def test_every_city_lies_in_its_country(key: str) -> None:
    south, north, west, east = BOXES[key]
    cities = find_board(key).cities
    assert [city.id for city in cities if not (south <= city.lat <= north and west <= city.lon <= east)] == []
    countries = set(COUNTRIES[key].split()) if key in COUNTRIES else {None}
    assert {city.country for city in cities} == countries
