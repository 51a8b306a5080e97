"""The appearance of an application as the settings and the terminal have it: theme, colours, characters."""

from collections.abc import Sequence
from typing import Any

from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from editreview.tui.diff.cells import forget_cells
from editreview.tui.display import Colours
from editreview.tui.filters import Colourless, Guard, Plain
from editreview.tui.glyphs import use
from editreview.tui.settings import Settings
from editreview.tui.textual_internals import use_sixteen_colours
from editreview.tui.themes import OWN, theme_for


class Appearance:
    """Sets up an application that has just been made, and filters what it draws."""

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
        if use(is_ascii=settings.display.is_ascii, escapes=settings.display.escapes):
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
