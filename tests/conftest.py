"""What all tests share: how hard Hypothesis tries (`quick` for ./test rules, `slow` for ./test slow), and a board."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: the same tests run interpreted, compiled and beside another process on a busy machine.
settings.register_profile("normal", deadline=None, print_blob=True)
settings.register_profile("quick", settings.get_profile("normal"), max_examples=20)
settings.register_profile("slow", settings.get_profile("normal"), max_examples=1000)
settings.load_profile("normal")

# `./test &` starts with Ctrl-C ignored, and so would the programs that tests stop with it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

OTHER_BOARD = Path(__file__).parent / "compiled" / "other_board"
"""A folder with a package and what pip notes of it, as ``pip install --target`` leaves them."""


@pytest.fixture
def atlantis(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a board of another package, which is installed while the test runs."""
    monkeypatch.syspath_prepend(str(OTHER_BOARD))
    return "atlantis"
