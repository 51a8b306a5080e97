"""Type-ahead: holds keys typed while a dialog opens and replays them into it.

Textual delivers a key to the widget that has the focus at that moment. A dialog opens some time after its key
was handled: keys typed until then would go to the screen below, or to a dialog without a field, and be lost.
"""

from textual import events
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from editreview.tui.textual_internals import HookedApp


class ReplayedKey(events.Key):
    """A key delivered for a second time, once the dialog is ready."""


# Textual derives the handler of a message from the name of its class.
ReplayedKey.handler_name = events.Key.handler_name


class TypeAheadApp(HookedApp):
    """An application that replays such keys in their order."""

    _waiting: tuple[object, int] = None, 0
    """The dialog opened last, and the number of keys held for it."""
    pressed_at = clicked_at = 0.0
    """The times of the key press that is being handled, and of the last mouse press."""

    async def on_event(self, event: events.Event) -> None:
        # A key arrives twice: from the terminal, and from the focused widget for its bindings.
        if isinstance(event, events.Key):
            self.pressed_at = event.time
        elif isinstance(event, events.MouseDown):
            self.clicked_at = event.time
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        # A field consumes printable keys: one that arrives here did not reach the field.
        screen = self.screen
        if isinstance(event, ReplayedKey) or not isinstance(screen, ModalScreen):
            return
        is_for_field = event.is_printable and self._field_of(screen) is not None
        dialog, keys = self._waiting
        # Keys held for a dialog that has closed are dropped.
        keys = keys if dialog is screen else 0
        if not screen.is_mounted or keys or is_for_field:
            event.stop()
            event.prevent_default()
            self._waiting = screen, keys + 1
            replay = ReplayedKey(event.key, event.character)
            replay.time = event.time
            screen.call_later(self._replay, screen, replay)

    def _replay(self, screen: Screen[object], event: ReplayedKey) -> None:
        if screen is self.screen:
            self._waiting = screen, self._waiting[1] - 1
            field = self._field_of(screen) if event.is_printable else None
            (field or self).post_message(event)

    @staticmethod
    def _field_of(screen: Screen[object]) -> Widget | None:
        """The text field that receives typed text; None if there is none, or another widget has the focus."""
        fields = list(screen.query("Input, TextArea"))
        if screen.focused is None:
            return fields[0] if fields else None
        return screen.focused if screen.focused in fields else None
