"""Keys that are pressed before the page or the field is there that they are for.

Textual gives a key to what has the focus when it arrives. What it opens is heard of later, and until then
the keys after it go to the page below, or to one that has no field yet: they would be lost.
"""

from textual import events
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from editreview.tui.textual_internals import HookedApp


class KeyAgain(events.Key):
    """A key that comes again, when there is somebody to hear it."""


# Textual finds who hears a message by the name of its class.
KeyAgain.handler_name = events.Key.handler_name


class AheadApp(HookedApp):
    """An application that gives such keys to whom they are for, in their order."""

    _waiting: tuple[object, int] = None, 0
    """The dialog opened last, and the number of keys that wait for it."""
    pressed_at = clicked_at = 0.0
    """The times of the key press that is being handled, and of the last mouse press."""

    async def on_event(self, event: events.Event) -> None:
        # A key comes twice: from the terminal, and, to be done what it is bound to, from who has the focus.
        if isinstance(event, events.Key):
            self.pressed_at = event.time
        elif isinstance(event, events.MouseDown):
            self.clicked_at = event.time
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        # A field keeps what it can print: such a key that comes by here was not given to it.
        screen = self.screen
        if isinstance(event, KeyAgain) or not isinstance(screen, ModalScreen):
            return
        is_for_field = event.is_printable and self._field_of(screen) is not None
        opened, keys = self._waiting
        # Those of a page that was closed meanwhile never come.
        keys = keys if opened is screen else 0
        if not screen.is_mounted or keys or is_for_field:
            event.stop()
            event.prevent_default()
            self._waiting = screen, keys + 1
            again = KeyAgain(event.key, event.character)
            again.time = event.time
            screen.call_later(self._type_again, screen, again)

    def _type_again(self, screen: Screen[object], event: KeyAgain) -> None:
        if screen is self.screen:
            self._waiting = screen, self._waiting[1] - 1
            field = self._field_of(screen) if event.is_printable else None
            (field or self).post_message(event)

    @staticmethod
    def _field_of(screen: Screen[object]) -> Widget | None:
        """The text field that is typed into; None if there is none, or something else has the focus."""
        fields = list(screen.query("Input, TextArea"))
        if screen.focused is None:
            return fields[0] if fields else None
        return screen.focused if screen.focused in fields else None
