"""What is public stays, and is documented: in the interpreted build and in the compiled one."""

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.docs.public import MODULES

REFERENCE = Path(__file__).parents[2] / "docs" / "reference.md"


def load(name: str) -> ModuleType:
    if name == "kilowatt.env.openspiel":
        pytest.importorskip("pyspiel")
    return importlib.import_module(name)


def documented(module: str) -> Iterator[tuple[str, object]]:
    """A module, its public functions and classes, and what such a class of ours defines for its users."""
    found = load(module)
    yield module, found
    for name in MODULES[module].split():
        member = getattr(found, name)
        if inspect.isclass(member):
            yield f"{module}.{name}", member
            for inner, value in vars(member).items():
                if not inner.startswith("_") and is_documented(value):
                    yield f"{module}.{name}.{inner}", getattr(value, "__func__", value)
        elif inspect.isroutine(member):
            yield f"{module}.{name}", member


def is_documented(value: object) -> bool:
    """Whether this is a method or a property. The attributes of a compiled class look like properties, without one."""
    return inspect.isroutine(value) or isinstance(value, property)


def has_docstring(member: object) -> bool:
    """Not inspect.getdoc(): a docstring inherited from object or Struct says nothing about this one."""
    text = (getattr(member, "__doc__", None) or "").strip()
    return bool(text) and not text.startswith(("mypyc", "Create and return a new"))


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_still_there(module: str) -> None:
    found, names = load(module), MODULES[module].split()
    gone = [name for name in names if not hasattr(found, name)]
    assert not gone, f"{module} has lost {', '.join(gone)}, which it promised to keep"
    if hasattr(found, "__all__"):
        assert sorted(found.__all__) == sorted(names), f"tests/docs/public.py lists what is public in {module}"


@pytest.mark.parametrize("module", MODULES)
def test_everything_public_has_a_docstring(module: str) -> None:
    bare = [name for name, member in documented(module) if not has_docstring(member)]
    assert not bare, f"without a docstring: {', '.join(bare)}"


def test_the_properties_of_a_game_have_docstrings_too() -> None:
    # In the compiled build these are descriptors, like plain attributes, so the test above does not look at them.
    import kilowatt  # noqa: PLC0415 - as every module here, by the test

    for owner in (kilowatt.Game, kilowatt.Board, kilowatt.Refusal):
        names = [name for name, value in vars(owner).items() if inspect.isgetsetdescriptor(value)]
        names += [name for name, value in vars(owner).items() if isinstance(value, property)]
        shown = [name for name in names if not name.startswith("_") and has_docstring(vars(owner)[name])]
        assert len(shown) >= {"Game": 15, "Board": 3, "Refusal": 1}[owner.__name__]


def test_help_shows_the_signature_and_the_docstring() -> None:
    import pydoc  # noqa: PLC0415 - slow to import

    import kilowatt  # noqa: PLC0415 - as above

    text = pydoc.plain(pydoc.render_doc(kilowatt.Game.play))
    assert "play(self, " in text
    assert "action" in text
    assert "Make the acting player's decision and return what happened." in text


def test_the_reference_names_every_public_module() -> None:
    page = REFERENCE.read_text(encoding="utf-8")
    assert [module for module in MODULES if f"`{module}`" not in page] == []
