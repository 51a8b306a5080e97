"""The base of all dialogs: binds their keys from the table, and opens help for them."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.screen import ModalScreen, ScreenResultType

from editreview.tui.keymap import Keymap, entry
from editreview.tui.keys import Where
from editreview.tui.textual_internals import bind

if TYPE_CHECKING:
    from editreview.tui.app import ReviewApp


class KeyedScreen(ModalScreen[ScreenResultType]):
    """A dialog with keys of its own."""

    WHERE: ClassVar[Where]

    def __init__(self) -> None:
        super().__init__()
        self.keys: Keymap = self.review_app.settings.keys
        bind(self, self.keys.bindings(self.WHERE))

    @property
    def review_app(self) -> "ReviewApp":
        # Only `ReviewApp` has these screens; importing it here would be circular.
        return cast("ReviewApp", self.app)

    @property
    def is_seen(self) -> bool:
        """True if it was on screen when the current key was pressed."""
        return self.review_app.was_seen(self)

    def action_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.WHERE, self._can), self._helped)

    def _can(self, id: str) -> bool:
        return entry(id).where is self.WHERE and bool(entry(id).action)

    async def _helped(self, id: str | None) -> None:
        if id is not None:
            await self.run_action(entry(id).action)
