"""Medians, ratios and costs of rounds that are written here."""

from pathlib import Path

import pytest
from compare.results import Results, read_results, write_results


def found(**counts: list[int]) -> Results:
    """Rounds of one second with these counts, two games in each."""
    rounds = {key: [{"count": count, "games": 2, "seconds": 1.0} for count in each] for key, each in counts.items()}
    return Results({"runs": 3}, {key: {"kilowatt": "1.0"} for key in counts}, {**rounds})


def test_a_rate_is_the_median_of_the_rounds() -> None:
    assert found(ours=[100, 900, 300]).rate("ours") == 300


def test_a_rate_counts_by_the_second_and_not_by_the_round() -> None:
    results = Results({}, {}, {"ours": [{"count": 100, "games": 3, "seconds": 0.5}]})
    assert (results.rate("ours"), results.games("ours")) == (200, 6)


def test_a_ratio_is_taken_within_each_round_and_then_the_median() -> None:
    results = found(ours=[10, 40, 90], theirs=[10, 10, 100])
    assert results.ratio("ours", "theirs") == 1.0
    assert results.rate("ours") / results.rate("theirs") == 4.0


def test_costs_that_are_paid_together_add_up_within_a_round() -> None:
    results = found(mask=[1_000_000, 500_000, 250_000], observation=[100_000, 200_000, 100_000])
    assert results.micros("mask") == pytest.approx(2)
    assert results.micros("mask", "observation") == pytest.approx(11)


def test_a_package_with_two_versions_is_listed_with_both() -> None:
    versions = {"gym-2": {"gymnasium": "1.4.0"}, "catanatron-gym-2": {"gymnasium": "0.29.1", "catanatron": "3.2.1"}}
    assert Results({}, versions, {}).packages() == {"catanatron": "3.2.1", "gymnasium": "0.29.1 and 1.4.0"}


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = found(ours=[1, 2, 3])
    write_results(results, tmp_path / "results.json")
    assert read_results(tmp_path / "results.json") == results
