"""A test that is a coroutine is run, and the tabs it has opened are closed."""

from tests.table.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
