"""The base of all dialogs, which binds their keys from the table and opens help for them, and their box."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.cells import cell_len
from textual.containers import Vertical
from textual.markup import escape
from textual.screen import ModalScreen, ScreenResultType

from editreview.terminal import drawn_line
from editreview.tui.keymap import Keymap, entry
from editreview.tui.keys import Where
from editreview.tui.textual_internals import bind

if TYPE_CHECKING:
    from editreview.tui.terminal_app import TerminalApp


class KeyedScreen(ModalScreen[ScreenResultType]):
    """A dialog with keys of its own."""

    WHERE: ClassVar[Where]

    def __init__(self) -> None:
        super().__init__()
        self.keys: Keymap = self.terminal_app.settings.keys
        bind(self, self.keys.bindings(self.WHERE))

    @property
    def terminal_app(self) -> "TerminalApp":
        # All applications with dialogs are such ones.
        return cast("TerminalApp", self.app)

    @property
    def is_seen(self) -> bool:
        """True if it was on screen when the current key was pressed."""
        return self.terminal_app.was_seen(self)

    def action_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.WHERE, self._can), self._helped)

    def _can(self, id: str) -> bool:
        return entry(id).where is self.WHERE and bool(entry(id).action)

    async def _helped(self, id: str | None) -> None:
        if id is not None:
            await self.run_action(entry(id).action)


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
