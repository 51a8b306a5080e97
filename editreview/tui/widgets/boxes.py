"""The box around a dialog."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.containers import Vertical
from textual.markup import escape

from editreview.terminal import drawn_line

_CORNERS = 4
"""Cells of the border without text, less the two outside of the content."""
_BETWEEN = " · "


class Box(Vertical):
    """The frame of a dialog, with the title in its upper border and as many keys as fit in the lower one."""

    def __init__(self, title: str, *, id: str) -> None:
        super().__init__(id=id)
        self.rename(title)
        self._keys: tuple[str, ...] = ()

    def rename(self, title: str) -> None:
        """Show another title."""
        self.border_title = escape(drawn_line(title))

    def name_keys(self, *keys: str) -> None:
        """Show keys, the most important first; the last one, the way out, is always shown."""
        self._keys = keys
        self._show_keys()

    def on_resize(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        if self._keys and self.size.width:
            self.border_subtitle = escape(_BETWEEN.join(fitting(self._keys, self.size.width - _CORNERS)))


def fitting(keys: Sequence[str], width: int) -> list[str]:
    """As many keys, from the first one on, as fit into `width` cells beside the last one."""
    labels, last = [], drawn_line(keys[-1])
    room = width - cell_len(last)
    for key in map(drawn_line, keys[:-1]):
        if (needed := cell_len(key) + len(_BETWEEN)) <= room:
            labels.append(key)
            room -= needed
    return [*labels, last]
