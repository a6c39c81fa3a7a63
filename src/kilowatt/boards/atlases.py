"""Reading the boards' own data."""

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.tables import read_data


def load_atlas(key: str) -> Atlas:
    """The atlas in ``data/maps`` of this key."""
    return Atlas(read_data(f"maps/{key}.json"))
