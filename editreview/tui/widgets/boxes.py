"""The box that everything over the review is in."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.containers import Vertical
from textual.markup import escape

from editreview.terminal import drawn_line

_CORNERS = 4
"""Cells of the edge that hold no text, less the two outside of the box."""
_BETWEEN = " · "


class Box(Vertical):
    """The frame of a dialog, with its name in the edge above and keys in the one below, as many as fit."""

    def __init__(self, title: str, *, id: str) -> None:
        super().__init__(id=id)
        self.border_title = escape(drawn_line(title))
        self._keys: tuple[str, ...] = ()

    def name_keys(self, *keys: str) -> None:
        """Name keys, the most important first; the last one, the way out, is named in any case."""
        self._keys = keys
        self._show_keys()

    def on_resize(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        if self._keys and self.size.width:
            self.border_subtitle = escape(_BETWEEN.join(fitting(self._keys, self.size.width - _CORNERS)))


def fitting(keys: Sequence[str], width: int) -> list[str]:
    """As many of the keys, from the first one on, as have room in `width` cells beside the last one."""
    shown, last = [], drawn_line(keys[-1])
    room = width - cell_len(last)
    for key in map(drawn_line, keys[:-1]):
        if (needed := cell_len(key) + len(_BETWEEN)) <= room:
            shown.append(key)
            room -= needed
    return [*shown, last]
