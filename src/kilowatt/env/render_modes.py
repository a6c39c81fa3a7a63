"""The render modes of every environment: a picture as an array, text, or a window."""

from typing import TYPE_CHECKING, Any

from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.text import shown

if TYPE_CHECKING:
    from kilowatt.rendering import Window

RENDER_MODES = ["human", "rgb_array", "ansi"]
WIDTH = 1280


class Renderer:
    """Renders views in one render mode."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            message = f"render_mode is one of {', '.join(RENDER_MODES)}, or None, not {shown(mode)}."
            raise BadInput(message)
        self.mode = mode
        self.window: Window | None = None

    def render(self, view: View) -> Any:
        """Return the view as an array or text; or show it in a window and return None. None without a mode, too."""
        if self.mode is None:
            return None
        from kilowatt import rendering  # noqa: PLC0415 - slow to import, and rarely needed

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
