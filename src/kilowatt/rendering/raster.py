"""Pictures as pixels: PNG files and NumPy arrays, rendered by resvg.

Only the fonts in fonts/ are used, so text looks the same on every machine, even one without fonts, and no time is spent
loading system fonts.
"""

from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from kilowatt.drawing.geometry import Box
from kilowatt.extras import install_command
from kilowatt.rendering.palette import ThemeName
from kilowatt.rendering.scene import HEIGHT, WIDTH, Part, above, below, sheet
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
"""Liberation Sans, regular and bold."""
WIDEST = 7680
GROUNDS_KEPT = 8
PIECES_KEPT = 64


def need(*packages: str, purpose: str = "Pictures need", extra: str = "data") -> None:
    """Raise ``BadInput`` with the extra to install if one of these packages is missing."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise BadInput(f"{purpose} {' and '.join(missing)}: {install_command(extra)}.")


def to_png(svg: str, width: int = WIDTH) -> bytes:
    """Render an SVG as a PNG file of this width in pixels."""
    need("resvg_py")
    import resvg_py  # noqa: PLC0415 – only pictures need it

    if type(width) is not int or not 1 <= width <= WIDEST:
        raise BadInput(f"A picture is from 1 to {WIDEST} pixels wide, not {str(width)[:40]}.")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=FONTS,
            font_family="Liberation Sans",
            sans_serif_family="Liberation Sans",
        )
    )


def to_rgb(svg: str, width: int = WIDTH) -> "NDArray[np.uint8]":
    """Render an SVG as an array of height × width × 3."""
    return _pixels(_image(svg, width).convert("RGB"))


def picture(view: View, width: int = WIDTH, theme: ThemeName = "night") -> "NDArray[np.uint8]":
    """Render a view as an array of height × width × 3; faster than ``to_rgb``, as unchanged parts are cached."""
    made = _ground(below(view, theme), width).copy()
    for part in above(view, theme):
        piece, corner = _piece(part, made.size)
        made.alpha_composite(piece, corner)
    return _pixels(made.convert("RGB"))


@lru_cache(maxsize=GROUNDS_KEPT)
def _ground(parts: str, width: int) -> "Image":
    return _image(sheet(parts), width)


@lru_cache(maxsize=PIECES_KEPT)
def _piece(part: Part, whole: tuple[int, int]) -> "tuple[Image, tuple[int, int]]":
    """Render a part of a picture of this size; return it with its corner, in whole pixels."""
    across, down = whole[0] / WIDTH, whole[1] / HEIGHT
    left, top = floor(part.box.left * across), floor(part.box.top * down)
    right, bottom = min(whole[0], ceil(part.box.right * across)), min(whole[1], ceil(part.box.bottom * down))
    box = Box(left / across, top / down, right / across, bottom / down)
    return _image(sheet(part.svg, box, (right - left, bottom - top)), right - left), (left, top)


def _image(svg: str, width: int) -> "Image":
    need("PIL", "numpy")
    from PIL import Image  # noqa: PLC0415 – as above

    return Image.open(BytesIO(to_png(svg, width))).convert("RGBA")


def _pixels(image: "Image") -> "NDArray[np.uint8]":
    import numpy as np  # noqa: PLC0415 – as above

    return np.array(image)
