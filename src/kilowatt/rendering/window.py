"""A window to watch a game: ``render_mode="human"``."""

import os
from typing import TYPE_CHECKING

from kilowatt.rendering.raster import need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Window:
    """Opens with the first picture and keeps its size; the user may close it, and the next picture opens it again."""

    def __init__(self, title: str = "Kilowatt") -> None:
        self.title = title
        self._size: tuple[int, int] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the window is open."""
        return self._size is not None

    def show(self, rgb: "NDArray[np.uint8]") -> None:
        """Show a picture (height × width × 3) and handle window events, so that the window stays responsive."""
        need("pygame", purpose="A window needs", extra="window")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame would print a greeting
        import pygame  # noqa: PLC0415 – it opens sound and video, and only this window needs it

        size = rgb.shape[1], rgb.shape[0]
        if self._size != size:
            pygame.display.init()
            pygame.display.set_mode(size)
            pygame.display.set_caption(self.title)
            self._size = size
        screen = pygame.display.get_surface()
        assert screen is not None
        screen.blit(pygame.surfarray.make_surface(rgb.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def close(self) -> None:
        """Close the window. It may be called more than once."""
        if self._size is not None:
            import pygame  # noqa: PLC0415 – as above

            pygame.display.quit()
            self._size = None
