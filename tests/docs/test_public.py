"""What is public is documented."""

import inspect
from collections.abc import Iterator

import kilowatt

CONTRACT = {"new_game", "read_record", "from_snapshot", "sample_game", "boards", "Game", "IllegalAction"}


def public_members() -> Iterator[tuple[str, object]]:
    """Every function and class in `kilowatt.__all__`, and what such a class defines for its users."""
    for name in kilowatt.__all__:
        member = getattr(kilowatt, name)
        if inspect.isclass(member):
            yield name, member
            for inner, value in vars(member).items():
                if not inner.startswith("_") and (inspect.isroutine(value) or isinstance(value, property)):
                    yield f"{name}.{inner}", getattr(value, "__func__", value)
        elif inspect.isroutine(member):
            yield name, member


def test_the_names_of_the_contract_are_public() -> None:
    assert set(kilowatt.__all__) >= CONTRACT


def test_every_public_name_really_exists() -> None:
    assert not [name for name in kilowatt.__all__ if not hasattr(kilowatt, name)]


def test_every_public_function_class_and_method_has_a_docstring() -> None:
    # Not inspect.getdoc(): a docstring inherited from object or Struct says nothing about this one.
    bare = [name for name, member in public_members() if not (getattr(member, "__doc__", None) or "").strip()]
    assert not bare, f"without a docstring: {', '.join(bare)}"
