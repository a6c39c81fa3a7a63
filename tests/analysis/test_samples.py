"""The examples in the docstrings hold."""

import doctest

import kilowatt.analysis


def test_the_examples_of_the_package_hold() -> None:
    results = doctest.testmod(kilowatt.analysis)
    assert results.attempted > 10
    assert results.failed == 0
