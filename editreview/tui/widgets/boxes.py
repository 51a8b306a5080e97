"""Boxes over the review, whose lower edge names the keys that do something in them."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.containers import Vertical
from textual.markup import escape
from textual.widget import Widget

from editreview.terminal import visible_line

_CORNERS = 4
"""Cells of the edge that hold no text, less the two outside of the box."""
_BETWEEN = " · "


class Edged(Widget):
    """A widget with an edge that names keys, as many as fit."""

    _keys: tuple[str, ...] = ()

    def name_keys(self, *keys: str) -> None:
        """Name keys, the most important first; the last one, the way out, is named in any case."""
        self._keys = keys
        self._show_keys()

    def on_resize(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        if self._keys and self.size.width:
            self.border_subtitle = escape(_BETWEEN.join(fitting(self._keys, self.size.width - _CORNERS)))


class Box(Edged, Vertical):
    """The same around other widgets."""


def fitting(keys: Sequence[str], width: int) -> list[str]:
    """As many of the keys, from the first one on, as have room in `width` cells beside the last one."""
    shown, last = [], visible_line(keys[-1])
    room = width - cell_len(last)
    for key in map(visible_line, keys[:-1]):
        if (needed := cell_len(key) + len(_BETWEEN)) <= room:
            shown.append(key)
            room -= needed
    return [*shown, last]
