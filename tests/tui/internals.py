"""All private parts that tests of the screen use: of Textual, asyncio and the interface, each with a reason.

Most of them tell that nothing is left to do: a test waits for that, and no public API has it. A convention in
`test_textual_internals` makes sure that no other test has more. `editreview.tui.textual_internals` has those
that the program itself needs.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import pytest
from rich.color import ColorSystem
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import MouseEvent
from textual.geometry import Size
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from editreview.language_servers import Diagnosis
from editreview.review import Checker, Question
from editreview.tui.diff.layout import Layout
from editreview.tui.diff.view import DiffView
from editreview.tui.worker import JobQueue, ReviewWorker

if TYPE_CHECKING:
    from editreview.tui.app import ReviewApp

_RENDER_UPDATE = Compositor.render_update
_PARSED: dict[tuple[object, ...], list[RuleSet]] = {}


# Drawing


def strips_of(app: App[Any]) -> list[Strip]:
    """The rows of the screen. Textual writes them to the terminal, and exports pictures only."""
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def draw_frame(app: App[Any]) -> None:
    """Draw the screen as a terminal would show it. Textual draws when its timer says so."""
    compositor, background = app.screen._compositor, app._background_screens
    app._display(app.screen, _RENDER_UPDATE(compositor, screen_stack=background))


def note_first_frame(app: "ReviewApp", now: float) -> None:
    """Let the app know that a screen was seen, without the cost of drawing it."""
    app._first_frames.setdefault(app.screen, now)


def use_colours(app: App[Any], colours: ColorSystem) -> None:
    """Draw in these colours. Rich asks the terminal for them once, and a test has none."""
    app.console._color_system = colours


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let no frame be drawn by itself: that takes most of the time of a test, and few look at each."""
    patch.setattr(Compositor, "render_update", lambda *args, **named: None)


def draw_frames(patch: pytest.MonkeyPatch) -> None:
    """Let frames be drawn again: Textual's own picture of a screen is one."""
    patch.setattr(Compositor, "render_update", _RENDER_UPDATE)


def parse_styles_once(patch: pytest.MonkeyPatch) -> None:
    """Parse rules once, not for every app: they are not changed, and depend on their source and the theme."""
    parse = Stylesheet._parse_rules

    def parsed(sheet: Stylesheet, css: str, *args: Any, **named: Any) -> list[RuleSet]:
        key = (css, args, tuple(named.items()), frozenset(sheet._variables.items()))
        if key not in _PARSED:
            _PARSED[key] = parse(sheet, css, *args, **named)
        return _PARSED[key]

    patch.setattr(Stylesheet, "_parse_rules", parsed)


# Layout


def laid_out_size(screen: Screen[Any]) -> Size:
    """The size for which a screen has a layout. Its public size changes before that."""
    return screen._compositor.size


def is_laid_out(screen: Screen[Any]) -> bool:
    """True if a screen has a layout, and needs no other one."""
    return bool(screen._compositor.size) and not screen._layout_required


def lay_out(screen: Screen[Any]) -> None:
    """Make the layout, and do what comes after it, as Textual's timer does sixty times a second."""
    screen._on_timer_update()


# Waiting


def shorten_pauses(patch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits for an idle processor in steps of 20 ms, several for each key."""
    patch.setattr("textual._wait.SLEEP_GRANULARITY", 0.004)
    patch.setattr("textual._wait.SLEEP_IDLE", 0.0004)


def is_each_queue_empty(pumps: Iterable[MessagePump]) -> bool:
    """True if no widget has a pending message."""
    return all(pump._message_queue.empty() for pump in pumps)


def has_handled_all(pumps: Iterable[MessagePump]) -> bool:
    """True if each widget waits for the next message.

    The pilot sends each a message of its own to know, which takes longer than most keys.
    """
    running = [pump for pump in pumps if pump.is_running and not pump._closing]
    return is_each_queue_empty(running) and all(pump._message_queue.ready_event._waiters for pump in running)


def has_failed(app: App[Any]) -> bool:
    """True if the app ends by an exception: no widget of it handles a message any more."""
    return app._exception is not None


def is_exiting(app: App[Any]) -> bool:
    """True if the app was told to end. Its return value is None before and after."""
    return app._exit


async def end_animations(app: App[Any]) -> None:
    """Wait for the end of all animations. The pilot's method waits for those with a delay too."""
    await app._animator.wait_until_complete()


def has_ready_task() -> bool:
    """True if asyncio's loop has something to run. It says so to nobody."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]  # Of its event loop in Python.


def is_no_thread_working() -> bool:
    """True if every `asyncio.to_thread` has ended, and its task is ready to go on."""
    pool = asyncio.get_running_loop()._default_executor  # type: ignore[attr-defined]  # Of its event loop.
    return pool is None or (pool._work_queue.empty() and pool._idle_semaphore._value >= len(pool._threads))


def next_job_number(jobs: JobQueue) -> int:
    """Take the number of the next job. Two that follow each other show that no job came between."""
    return next(jobs._order)


def has_unreported(worker: ReviewWorker) -> bool:
    """True if the screen was not told of all that has arrived: that waits for a pause in the response."""
    return worker._is_unreported


# Input


def name_of_key(character: str) -> str:
    """The name that Textual's parser gives to a key with a character."""
    return _character_to_key(character)


def unicode_name_of_key(name: str) -> str:
    """The name in Unicode of the character of a key, as Textual's parser looks it up."""
    return _get_unicode_name_from_key(REPLACED_KEYS.get(name, name))


async def post_mouse_event(pilot: Pilot[None], kind: type[MouseEvent], x: int, y: int) -> None:
    """Post an event of the mouse at a cell. The pilot has public methods for all but the wheel."""
    await pilot._post_mouse_events([kind], offset=(x, y), button=0)


# The interface


def put_diagnosis(worker: ReviewWorker, question: Question, found: Diagnosis, checker: Checker) -> None:
    """Let a checker answer a question at this moment, while the programs that it starts say nothing."""
    worker._put_diagnosis(question, found, checker)


def measured_rows(layout: Layout) -> int:
    """The number of rows whose parts a layout knows. That it is small shows only as speed."""
    return len(layout._measured)


def has_colours_of_code(view: DiffView) -> tuple[bool, bool]:
    """True for each side of a diff whose syntax is known. The colours of one text may be those without it."""
    return bool(view._tokens.by_side[False]), bool(view._tokens.by_side[True])


def ask_for_colours_of_code(view: DiffView) -> bool:
    """Ask for the syntax of the lines in sight now, instead of once nothing was drawn for a while.

    Returns:
        False if all of it is known.
    """
    asked = view._worker._newest.get("syntax")
    view._drawn_at = 0.0
    view._ask_for_syntax()
    return view._worker._newest.get("syntax") is not asked


def after_colours_of_code(view: DiffView, say: Callable[[], None]) -> None:
    """Call a function once the worker of a diff has answered all that it was asked."""
    view._worker.ask("said", lambda is_stale: say())


def target_rows(view: DiffView) -> int:
    """The number of rows in sight that the next decision is about. They differ in a colour only."""
    return sum(view._state_of(spot.row).is_target for spot in view._viewport.spots)
