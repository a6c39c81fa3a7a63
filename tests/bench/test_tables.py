"""The tables match the rounds, in the terminal and on the page."""

import pytest
from compare.page_text import page
from compare.results import Results
from compare.tables import all_tables, as_markdown, as_text, cost_rows, part_rows, phase_rows, speed_rows


def found(**counts: int) -> Results:
    """One round of a second with these counts."""
    return Results({}, {}, {key: [{"count": count, "games": 1, "seconds": 1.0}] for key, count in counts.items()})


def clocked() -> Results:
    """Ten decisions, two in the auction, and where their time went."""
    parts = {"setting up": 1e-6, "offering": 2e-6, "choosing": 3e-6, "playing": 4e-6}
    phases = {"phase 2": 4e-6, "phase 3": 1e-6, "phase 4": 2e-6, "phase 5": 3e-6}
    decisions = {"decisions 2": 2, "decisions 3": 3, "decisions 4": 4, "decisions 5": 1}
    return Results({}, {}, {"where": [{"count": 10, "games": 1, "seconds": 1.0, **parts, **phases, **decisions}]})


def test_a_contestant_is_set_beside_ours_where_ours_took_part() -> None:
    rows = speed_rows(found(kilowatt=400_000, catanatron=20_000), "engine")
    assert rows[1:] == [
        ["Kilowatt, compiled", "400,000", "400,000 – 400,000", ""],
        ["catanatron", "20,000", "20,000 – 20,000", "20 × as fast"],
    ]


def test_a_table_with_nothing_to_compare_has_no_column_for_it() -> None:
    assert speed_rows(found(catanatron=20_000), "engine") == [
        ["", "a second", "from – to"],
        ["catanatron", "20,000", "20,000 – 20,000"],
    ]


def test_a_ratio_below_one_keeps_its_digits() -> None:
    rows = speed_rows(found(**{"spiel-kilowatt": 40_000, "spiel-chess": 160_000}), "spiel")
    assert rows[2][3] == "0.25 × as fast"


def test_costs_are_counted_in_decisions_of_the_engine() -> None:
    rows = cost_rows(found(kilowatt=500_000, mask=1_000_000, observation=200_000))
    assert ["the mask", "1.00", "0.5"] in rows
    assert ["observation and mask together", "6.00", "3"] in rows


def test_the_time_of_phases_is_shared_out_whole() -> None:
    assert phase_rows(clocked())[1] == ["phase 2, the auction", "20 %", "40 %", "2.00"]
    assert [row[2] for row in phase_rows(clocked())[1:]] == ["40 %", "10 %", "20 %", "30 %"]


def test_the_time_of_parts_is_shared_out_whole() -> None:
    assert [row[1] for row in part_rows(clocked())[1:]] == ["10 %", "20 %", "30 %", "40 %"]
    assert part_rows(clocked())[4][2] == "0.40"


def test_only_the_tables_of_those_who_took_part_are_printed() -> None:
    assert [heading for heading, _ in all_tables(found(chess=1))] == ["The engine"]
    assert len(all_tables(clocked())) == 2


def test_numbers_stand_to_the_right_in_the_terminal() -> None:
    assert (
        as_text([["", "a second"], ["chess", "9"], ["us", "1,000"]])
        == "       a second\nchess         9\nus        1,000"
    )


def test_numbers_stand_to_the_right_on_the_page() -> None:
    assert as_markdown([["", "a second"], ["chess", "9"]]) == "|  | a second |\n|---|--:|\n| chess | 9 |"


def test_a_page_without_every_contestant_is_refused() -> None:
    with pytest.raises(ValueError, match="these did not play: kilowatt-interpreted, catanatron, chess"):
        page(found(kilowatt=1))
