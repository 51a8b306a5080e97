"""The base of the applications: settings, appearance, driver, clipboard, type-ahead, bugs.

Type-ahead holds keys typed while a dialog opens and replays them into it. Textual delivers a key to the
widget that has the focus at that moment. A dialog opens some time after its key was handled: keys typed until
then would go to the screen below, or to a dialog without a field, and be lost.
"""

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from textual import events, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter, Monochrome, NoColor
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget

from editreview.errors import BUG
from editreview.matching import Tier
from editreview.review import DiffLayout
from editreview.terminal import copy_to_clipboard
from editreview.tui.diff.layout import forget_cells
from editreview.tui.keys import SHIPPED, Keymap
from editreview.tui.messages import BackgroundReported, Crashed
from editreview.tui.parts import Colours, Display, use_characters
from editreview.tui.textual_internals import CompositorUpdate, HookedApp, use_sixteen_colours
from editreview.tui.themes import OWN, theme_for
from editreview.tui.widgets import Colourless, Guard, Plain

if TYPE_CHECKING:
    from rich.console import RenderableType

    from editreview.review import ProjectCommand
    from editreview.tui.controllers.conversing import Agent

NOTICE_S = 0.7
"""Seconds until a user has noticed a change of the screen; earlier keys were meant for the screen before."""


class Settings(Struct, frozen=True):
    """The settings of a review from the command line."""

    accept: Tier = Tier.TOLERANT
    """The loosest tier that "accept all safe blocks" accepts."""
    layout: DiffLayout = DiffLayout.AUTO
    theme: str | None = None
    """The name of a theme or of a light and dark pair; None for the default of the terminal."""
    display: Display = Display()
    keys: Keymap = SHIPPED
    """The table, with the user's own keys in it."""
    can_stage: bool = True
    trailers: tuple[str, ...] = ()
    """Trailer lines offered in the commit dialog."""
    command: "ProjectCommand | None" = None
    """The project command."""
    runs_first: bool = False
    """True to run it before blocks are applied."""
    browser_size: tuple[int, int] | None = None
    """Columns and rows of the page that shows the review; None for a review in the terminal."""
    agent: "Agent | None" = None
    """The agent whose edits are under review."""


class _Appearance:
    """Theme, colours and characters as the settings and the terminal have them.

    Sets up an application that has just been made, and filters what it draws.
    """

    def __init__(self, app: App[Any], settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._guard = Guard()
        self._last_filters: list[LineFilter] = []
        """Filters that run after Textual's."""
        app.animation_level = "none"
        for theme in OWN:
            app.register_theme(theme)
        self.asks_for_background = self._choose_theme(is_light=settings.display.is_light)
        self.asks_for_background &= settings.display.answers
        self._initial_theme = app.theme
        self._set_colours(settings.display.colours)
        if settings.display.is_ascii:
            self._last_filters.append(Plain())
        if use_characters(is_ascii=settings.display.is_ascii, escapes=settings.display.escapes):
            forget_cells()

    def _choose_theme(self, *, is_light: bool) -> bool:
        """Use the theme from the settings. Returns True if it follows the terminal's background."""
        self._app.theme, follows_terminal = theme_for(
            self._settings.theme,
            self._app.available_themes,
            is_light=is_light,
            has_sixteen=self._settings.display.colours is Colours.SIXTEEN,
        )
        return follows_terminal

    def _set_colours(self, colours: Colours) -> None:
        """Draw without colours on a terminal that has none."""
        self._app.no_color = colours is Colours.NONE
        if self._app.no_color:
            self._last_filters.append(Colourless())
        if self._app.console.color_system is None:
            use_sixteen_colours(self._app.console)

    def follow_background(self, *, is_light: bool) -> None:
        """The terminal has said what its background is. The user may have chosen a theme in the meantime."""
        if self.asks_for_background and self._app.theme == self._initial_theme:
            self._choose_theme(is_light=is_light)
        self.asks_for_background = False

    def filters(self, inherited: Sequence[LineFilter]) -> Sequence[LineFilter]:
        """The filters of the application, given Textual's."""
        # Textual's filters for no colour depend on one environment variable only, and leave greys.
        kept = [each for each in inherited if not isinstance(each, Monochrome | NoColor)]
        return [self._guard, *kept, *self._last_filters]


class ReplayedKey(events.Key):
    """A key delivered for a second time, once the dialog is ready."""


# Textual derives the handler of a message from the name of its class.
ReplayedKey.handler_name = events.Key.handler_name


class TerminalApp(HookedApp):
    """An application that looks as the settings say, replays type-ahead, and ends on a bug.

    Args:
        settings: From the command line.
    """

    TITLE = "editreview"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "quit", show=False, priority=True),
    ]
    # The review has a palette of its own, on a key that can be changed.
    ENABLE_COMMAND_PALETTE = False

    _waiting: tuple[object, int] = None, 0
    """The dialog opened last, and the number of keys held for it."""
    _is_leaving = False
    """True once the application is to end."""
    takes_bursts = False
    """True if text that arrives at once is a paste even without brackets. The thread for input reads it."""
    pressed_at = clicked_at = 0.0
    """The times of the key press that is being handled, and of the last mouse press."""

    def __init__(self, settings: Settings) -> None:
        # Textual asks for the class of the driver first.
        self.settings = settings
        super().__init__()
        self.crash: BaseException | None = None
        self._first_frames: WeakKeyDictionary[Screen[Any], float] = WeakKeyDictionary()
        """The time at which each screen was first painted."""
        self._appearance = _Appearance(self, settings)

    # Drawing

    @property
    def asks_for_background(self) -> bool:
        """True if the terminal is to be asked for its background."""
        return self._appearance.asks_for_background

    def get_line_filters(self) -> Sequence[LineFilter]:
        return self._appearance.filters(super().get_line_filters())

    def get_driver_class(self) -> type[Driver]:
        if self.settings.browser_size is not None:
            from editreview.tui.browser_driver import BrowserDriver

            return BrowserDriver
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from editreview.tui.driver import PasteDriver

        return PasteDriver

    def on_background_reported(self, message: BackgroundReported) -> None:
        self._appearance.follow_background(is_light=message.is_light)

    def record_frame(self, screen: Screen[Any], update: CompositorUpdate, now: float) -> None:
        self._first_frames.setdefault(screen, now)

    def was_seen(self, screen: Screen[ScreenResultType]) -> bool:
        """True if a screen was on the terminal when the key that is being handled was pressed."""
        return self._first_frames.get(screen, inf) <= self.pressed_at

    # The clipboard

    @work(group="copying")
    async def copy(self, text: str, then: Callable[[str], None]) -> None:
        """Copy a text to the clipboard, by a program or else by the terminal.

        Args:
            text: The text; lone surrogates in it become question marks.
            then: Called with the means, in words that follow "copied".
        """
        tool = await asyncio.to_thread(copy_to_clipboard, text)
        if tool is None:
            # The terminal does not confirm that it copied.
            self.copy_to_clipboard(text.encode("utf-8", "replace").decode())
        then(f"with {tool}" if tool else "by the terminal, if it allows it (OSC 52)")

    # The end

    def exit(
        self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None
    ) -> None:
        self._is_leaving = True
        super().exit(result, return_code, message)

    def action_leave(self) -> None:
        self.exit()

    async def action_quit(self) -> None:
        self.action_leave()

    def on_crashed(self, message: Crashed) -> None:
        self._crashed(message.error)

    def catches_bug(self, error: Exception) -> bool:
        # What must not be lost is saved first, and the command line prints the message.
        if not self.is_headless:
            self._crashed(error)
        return not self.is_headless

    def _crashed(self, error: BaseException) -> None:
        self.crash = self.crash or error
        self.exit(return_code=BUG)

    # Type-ahead

    async def on_event(self, event: events.Event) -> None:
        if self._is_leaving and isinstance(event, events.InputEvent | events.Paste):
            # The user has quit, and what follows in the same burst must not open anything.
            return
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
