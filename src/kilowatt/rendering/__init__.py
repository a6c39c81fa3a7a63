"""Pictures of a game: a position as SVG, pixels or text, a window to watch, a whole game as an animated file.

All of them show a ``View``: what one seat may know, and nothing else.
"""

from kilowatt.rendering.film import animate
from kilowatt.rendering.raster import picture, to_png, to_rgb
from kilowatt.rendering.scene import draw
from kilowatt.rendering.text import text
from kilowatt.rendering.window import Window

__all__ = ["Window", "animate", "draw", "picture", "text", "to_png", "to_rgb"]
