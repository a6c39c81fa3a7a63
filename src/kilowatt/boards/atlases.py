"""Read the data of the built-in boards."""

from importlib.resources import files

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.tables import read_data


def atlas_keys() -> list[str]:
    """The keys of all boards that have a file in ``data/maps``."""
    names = [file.name for file in files("kilowatt").joinpath("data", "maps").iterdir()]
    return sorted([name.removesuffix(".json") for name in names if name.endswith(".json")])


def load_atlas(key: str) -> Atlas:
    """Read the atlas of this board from ``data/maps``."""
    return Atlas(read_data(f"maps/{key}.json"))
