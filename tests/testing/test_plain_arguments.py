"""Arguments as people first write them: one number of players, an open file."""

from io import StringIO

import pytest

from kilowatt import InvalidRecord, read_record
from kilowatt.testing import check_bot


def test_one_number_of_players_is_enough() -> None:
    report = check_bot("random", boards=["germany"], players=2, second_process=False, seconds=None)
    assert report.games == 1


def test_an_open_file_is_not_a_record_and_how_to_read_it_is_said() -> None:
    with pytest.raises(InvalidRecord, match=r"must be a string\. For an open file, give what its read\(\) returns"):
        read_record(StringIO("kilowatt"))  # type: ignore[arg-type]
