"""Read the data of the built-in boards."""

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.tables import read_data


def load_atlas(key: str) -> Atlas:
    """Read the atlas of this board from ``data/maps``."""
    return Atlas(read_data(f"maps/{key}.json"))
