"""All uses of Textual and Rich beyond their public API, with the reason for each.

A test guards each of them, and another one makes sure that no other module has more. If Textual changes one,
those tests fail first.
"""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from rich.color import ColorSystem
from rich.console import Console, RenderableType

# What a frame drew, and where; there is no message for it.
from textual._compositor import ChopsUpdate, CompositorUpdate

# Raised by `post_message` when no app runs in the context.
from textual._context import NoActiveAppError

# The clock of the times of events.
from textual._time import get_time

# The only way to read answers of the terminal to queries that Textual does not make.
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.timer import Timer, TimerCallback
from textual.widget import Widget
from textual.worker import WorkerFailed

if TYPE_CHECKING:
    from textual.driver import Driver

__all__ = [
    "ChopsUpdate",
    "CompositorUpdate",
    "HookedApp",
    "NoActiveAppError",
    "XTermParser",
    "app_of",
    "bind",
    "clear_tooltip",
    "displayed_widgets",
    "get_time",
    "ticking_surely",
    "use_parser",
    "use_sixteen_colours",
    "waits_for_escape",
]

W = TypeVar("W", bound=Widget)


class HookedApp(App[None]):
    """An app with hooks for every frame, and for exceptions before Textual prints them over the terminal."""

    def record_frame(self, screen: Screen[Any], update: CompositorUpdate, now: float) -> None:
        """Called when a frame of a screen was written to the terminal."""

    def catches_bug(self, error: Exception) -> bool:
        """Handle an uncaught exception. Returns False to let Textual print it."""
        return False

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        # Textual waits with such a timer for the last of many resizes: without it, it ignores all later ones.
        return ticking_surely(super().set_timer(delay, callback, name=name, pause=pause))

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        # Before the frame is written: its reader may answer before this thread continues.
        now = get_time()
        super()._display(screen, renderable)
        update: object = renderable
        if isinstance(update, CompositorUpdate) and not self._batch_count:
            self.record_frame(screen, update, now)

    def _handle_exception(self, error: Exception) -> None:
        # While the app ends, its widgets disappear under their workers; that of Textual's palette fails then.
        is_late = isinstance(error, WorkerFailed) and not self.is_running
        if not is_late and not self.catches_bug(error):
            super()._handle_exception(error)


def ticking_surely(timer: Timer) -> Timer:
    """Let a timer that ticks once do so even if the process was paused while it started.

    Textual skips the ticks that are late, also the only one: a busy machine is enough.
    """
    timer._skip = False
    return timer


def bind(node: DOMNode, bindings: Iterable[Binding]) -> None:
    """Bind keys on a node, instead of what its class has on them.

    Textual binds by class, and walks a key map of its own with every key.
    """
    found: dict[str, list[Binding]] = {}
    for binding in bindings:
        found.setdefault(binding.key, []).append(binding)
    node._bindings.key_to_bindings.update(found)


def displayed_widgets(screen: Screen[Any]) -> Mapping[Widget, tuple[Region, Region]]:
    """The region and the clip of every widget on the screen. Textual has no public list of them."""
    return screen._compositor.visible_widgets


def clear_tooltip(screen: Screen[Any]) -> None:
    """Close the tooltip, whose subject may have changed. Textual waits for the mouse to move."""
    screen._clear_tooltip()


def use_sixteen_colours(console: Console) -> None:
    """Let a console without colours draw bold and reverse, which Rich would drop too."""
    console._color_system = ColorSystem.STANDARD


def waits_for_escape(parser: XTermParser) -> bool:
    """True if a parser waits for the rest of an escape sequence."""
    return parser._timeout_time is not None


def app_of(driver: "Driver") -> App[Any]:
    """The app that a driver was made for."""
    return driver._app


def use_parser(module: ModuleType, parser: type[XTermParser]) -> None:
    """Let the driver of a module read keys with this parser. Drivers have no parameter for it."""
    module.XTermParser = parser  # type: ignore[attr-defined]  # Not exported.
