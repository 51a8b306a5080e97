"""The filter dialog: chooses the listed blocks by state and letters of the path."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Input

from editreview.tui.keys import Where
from editreview.tui.parts import Look, padded
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.signs import KINDS, Filter
from editreview.tui.widgets.fields import LineField
from editreview.tui.widgets.lines import LineWidget

_KINDS = tuple(KINDS)


class _Kinds(LineWidget):
    """Lists the states, with the number of blocks in each for the typed path."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "filter--dim": Look("$text-muted"),
        "filter--cursor": Look(
            "bold on $primary 35%", "bold reverse on ansi_default", "bold reverse on $primary 35%"
        ),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.at = 0
        self._counts: list[int] = []

    def show(self, counts: list[int], at: int) -> None:
        self._counts, self.at = counts, at
        self.refresh()

    def line(self, y: int) -> Strip:
        # If there is not enough room, scroll to the cursor.
        y += max(min(self.at + 1, len(self._counts)) - self.size.height, 0)
        if y >= len(self._counts):
            return Strip([])
        text = f" {'▸' if y == self.at else ' '} {_KINDS[y]:<12}{self._counts[y]:>6}"
        if y == self.at:
            return self.strip([(padded(text, self.size.width), "filter--cursor")])
        return self.strip([(text, "" if self._counts[y] else "filter--dim")])


class FilterScreen(KeyedScreen[Filter | None]):
    """Returns the filter, or None if the user went back. It starts at all blocks, so that enter clears it."""

    CSS_PATH = "filter.tcss"
    WHERE = Where.FILTER

    def __init__(self, count: Callable[[Filter], int], in_force: Filter) -> None:
        """
        Args:
            count: Returns the number of blocks that match a filter.
            in_force: The current filter.
        """
        super().__init__()
        self._count = count
        self._in_force = in_force

    def compose(self) -> ComposeResult:
        with Box(f"List which blocks? Now: {self._in_force or 'all'}", id="filter") as box:
            box.name_keys("enter lists", "↑ ↓ state", "type a path", "esc back")
            yield LineField(placeholder="letters of a path, e.g. srcart")
            yield _Kinds(id="kinds")

    def on_mount(self) -> None:
        self._show(0)

    def on_input_changed(self) -> None:
        self._show(self.query_one(_Kinds).at)

    def action_step(self, step: int) -> None:
        self._show((self.query_one(_Kinds).at + step) % len(_KINDS))

    def on_input_submitted(self) -> None:
        self.dismiss(self._filter(_KINDS[self.query_one(_Kinds).at]))

    def _show(self, at: int) -> None:
        self.query_one(_Kinds).show([self._count(self._filter(kind)) for kind in _KINDS], at)

    def _filter(self, kind: str) -> Filter:
        return Filter(kind, self.query_one(Input).value.strip())
