"""What ``render()`` of every environment gives: a picture as an array, a text, or a window."""

from typing import TYPE_CHECKING, Any

from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.text import shown

if TYPE_CHECKING:
    from kilowatt.rendering import Window

RENDER_MODES = ["human", "rgb_array", "ansi"]
WIDTH = 1280


class Renderer:
    """Renders views as a render mode asks for."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            message = f"render_mode is one of {', '.join(RENDER_MODES)}, or None, not {shown(mode)}."
            raise BadInput(message)
        self.mode = mode
        self.window: Window | None = None

    def render(self, view: View) -> Any:
        """The view as an array, as text, or None having shown it in a window; None too without a mode."""
        if self.mode is None:
            return None
        from kilowatt import rendering  # noqa: PLC0415 - pictures are slow to import, and few want them

        if self.mode == "ansi":
            return rendering.text(view)
        picture = rendering.picture(view, WIDTH)
        if self.mode == "rgb_array":
            return picture
        if self.window is None:
            self.window = rendering.Window()
        self.window.show(picture)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.window is not None:
            self.window.close()
