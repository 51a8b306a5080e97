"""A review on screen without a terminal: a real repository, a real response, keys, and the text drawn."""

import asyncio
import os
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.color_triplet import ColorTriplet
from textual.events import Key, MouseEvent, Paste
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Input, TextArea

from editreview.review import Checker, Review
from editreview.sample import RESPONSE
from editreview.tui.app import ReviewApp, Settings
from editreview.tui.diff.view import DiffView
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.textual_internals import CompositorUpdate, get_time
from editreview.tui.worker import Urgency
from tests.tui import internals
from tests.tui.drawing import svg_of

SAMPLE = RESPONSE.read_text("utf-8")
TIMEOUT_S = 60.0
"""Seconds after which a test gives up."""
_SHORTEST_PAUSE_S, _LONGEST_PAUSE_S = 0.001, 0.02
_MOST_ROUNDS = 20
"""Rounds in which all that is posted has been handled."""
_ROUNDS = 5
"""Rounds in which the syntax of all visible lines is known: the view may ask for it by itself in between."""


class Reviewing:
    """A running review: presses keys and reads the screen."""

    def __init__(self, app: ReviewApp, pilot: Pilot[None], sink: int | None) -> None:
        self.app = app
        self.pilot = pilot
        self._sink = sink
        self._strips: list[Strip] | None = None
        self._is_looked_at = False
        """True if the screen was drawn as it is; it is not before a test asks for its text."""

    @property
    def review(self) -> Review:
        return self.app.worker.review

    @property
    def lines(self) -> list[str]:
        """The rows of the screen without trailing whitespace."""
        return [strip.text.rstrip() for strip in self.strips()]

    def strips(self) -> list[Strip]:
        """The rows of the screen, drawn once for all that a test asks before the app goes on."""
        self._is_looked_at = True
        if self._strips is None:
            self._strips = internals.strips_of(self.app)
            asyncio.get_running_loop().call_soon(self._forget_strips)
        return self._strips

    def look(self) -> None:
        """Draw the screen, if nothing has drawn it as it is."""
        if not self._is_looked_at:
            self.strips()

    def _forget_strips(self) -> None:
        self._strips = None

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def colours(self) -> set[ColorTriplet]:
        """Every colour on the screen, as red, green and blue."""
        styles = [segment.style for strip in self.strips() for segment in strip if segment.style is not None]
        found = [colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None]
        return {colour.get_truecolor() for colour in found}

    async def drawn(self) -> str:
        """The screen as SVG, with the colours of code, and no cursor blinking."""
        await self.highlight()
        return svg_of(self.strips())

    async def highlight(self) -> None:
        """Wait for the colours of code, and for no cursor to blink."""
        for field in (*self.app.screen.query(Input), *self.app.screen.query(TextArea)):
            field.cursor_blink = False
        view = self.app.screen_stack[0].query_one(DiffView)
        for _ in range(_ROUNDS):
            if not internals.ask_for_colours_of_code(view):
                break
            has_answered = threading.Event()
            internals.after_colours_of_code(view, has_answered.set)
            await self.wait_for(has_answered.is_set)
            await self.settle()

    @property
    def header(self) -> str:
        return self.lines[0]

    @property
    def review_screen(self) -> ReviewScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, ReviewScreen)
        return screen

    @property
    def position(self) -> str:
        """The position of the current block in the list, as `2/9`."""
        return self.review_screen.session.outline.position(self.review_screen.view.state.current)

    @property
    def counts(self) -> str:
        """The number of blocks in each state, from the header."""
        return self.header.partition(" decided ")[2].strip()

    @property
    def state(self) -> str:
        """The last message, joined from the rows that it takes."""
        widget = self.app.screen_stack[0].query_one("#state")
        return " ".join(map(str.strip, self.lines[-1 - widget.size.height : -1]))

    @property
    def hints(self) -> str:
        return self.lines[-1]

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when what the one before started is done.

        The id of an action, as `view.zoom`, runs it as the palette does: not all have keys.
        """
        for key in keys:
            if len(key) > 1 and "." in key:
                self.review_screen.run(key)
            else:
                self.send_key(key)
            await self.settle()

    def send_key(self, key: str) -> None:
        """Give the app a key as a terminal does, and wait for nothing."""
        event = Key(*_named(key))
        event.set_sender(self.app)
        self.app.post_message(event)

    async def press_until(self, key: str, is_so: Callable[[], bool]) -> None:
        """Press a key until a condition holds: what just came onto the screen does not take it."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                while not is_so():
                    await self.press(key)
                    await asyncio.sleep(_LONGEST_PAUSE_S)
        except TimeoutError:
            raise AssertionError(f"{key} did nothing on this screen:\n{self.text}") from None

    async def type_ahead(self, *keys: str) -> None:
        """Press keys at once: no frame is painted between two of them, and none before the last."""
        pressed = get_time()
        for key in keys:
            event = Key(key, key if len(key) == 1 else None)
            event.time = pressed
            self.app.post_message(event)
        await self.settle()

    def see(self) -> None:
        """Mark everything on the screen as seen, without the cost of drawing it."""
        self._is_looked_at = False
        screen = self.app.screen
        if isinstance(screen, ReviewScreen):
            screen.record_frame(CompositorUpdate(), get_time())
        internals.note_first_frame(self.app, get_time())

    def draw(self) -> None:
        """Draw the screen once, as a terminal would show it."""
        internals.draw_frame(self.app)

    def picture(self) -> str:
        """The screen as SVG."""
        with pytest.MonkeyPatch.context() as patched:
            internals.draw_frames(patched)
            return self.app.export_screenshot(title="editreview", simplify=True)

    async def click(self, x: int, y: int) -> None:
        """Click a cell of the screen, which is drawn."""
        self.look()
        await self.pilot.click(offset=(x, y))
        await self.settle()

    async def rest(self, x: int, y: int) -> str:
        """Let the mouse rest on a cell, which is drawn. Returns the tooltip."""
        self.look()
        await self.pilot.hover(offset=(x, y))
        await self.settle()
        widget, _ = self.app.screen.get_widget_at(x, y)
        return "" if widget.tooltip is None else str(widget.tooltip)

    async def turn_wheel(self, turn: type[MouseEvent], x: int, y: int) -> None:
        """Turn the wheel over a cell."""
        await internals.post_mouse_event(self.pilot, turn, x, y)
        await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text, as a terminal gives it: with carriage returns."""
        self.app.post_message(Paste(text.replace("\n", "\r")))
        await self.settle()

    async def resize(self, columns: int, rows: int) -> None:
        await self.pilot.resize_terminal(columns, rows)
        await self.wait_for(lambda: internals.laid_out_size(self.app.screen) == (columns, rows))
        await self.settle()

    async def arrive(self, text: str) -> None:
        """More of the response arrives, and is read if reading was not stopped."""
        worker = self.app.worker
        wanted = len(worker.response) + len(text)
        self.write(text)
        await self.wait_for(lambda: len(worker.response) == wanted or not worker.is_open)
        await self.settle()

    def write(self, text: str) -> None:
        """Let more of the response arrive, and wait for nothing."""
        assert self._sink is not None
        os.write(self._sink, text.encode("utf-8", "surrogateescape"))

    def close_response(self) -> None:
        """End the response, and wait for nothing."""
        assert self._sink is not None
        os.close(self._sink)
        self._sink = None

    async def finish(self, rest: str = "") -> None:
        """End the response, after the rest of it has arrived."""
        await self.end(rest)
        self.see()

    async def end(self, rest: str = "") -> None:
        """The same, without seeing it."""
        if self._sink is not None:
            self.write(rest)
            self.close_response()
        await self.wait_for(lambda: not self.app.worker.is_open)
        await self.settle_unseen()

    async def know_arrived(self) -> None:
        """Wait until the screen was told of all that has arrived."""
        await self.wait_for(lambda: not internals.has_unreported(self.app.worker))
        await self.settle()

    async def know_branch(self) -> None:
        """Wait until git was asked for the branch, which has a thread of its own, and the header shows it."""
        await self.wait_for(lambda: all(each.name != "branch" for each in threading.enumerate()))
        await self.settle()

    async def settle(self) -> None:
        """Wait until the worker is idle, and its messages are handled and seen."""
        await self.settle_unseen()
        self.see()

    async def settle_unseen(self) -> None:
        """Wait until the worker is idle, and its messages are handled, but no frame is seen."""
        # The worker's jobs, then all that is ready to run in the loop, and so on until there is neither.
        # Some widgets keep a message to themselves, as one that is being removed does: not for ever.
        jobs = self.app.worker.jobs
        for _ in range(_MOST_ROUNDS):
            asked = internals.next_job_number(jobs)
            await self._until_idle()
            await self.wait_for(internals.is_no_thread_working)
            await self._until_nothing_is_ready()
            # A job that runs is not in the queue: it is over if none was put since but this one.
            if self._is_quiet and internals.next_job_number(jobs) == asked + 2:
                break

    async def _until_idle(self) -> None:
        """Wait until the worker has done the jobs that it has, as it says by itself."""
        loop, is_idle = asyncio.get_running_loop(), asyncio.Event()

        def say() -> None:
            loop.call_soon_threadsafe(is_idle.set)

        self.app.worker.jobs.put(say, Urgency.IDLE)
        async with asyncio.timeout(TIMEOUT_S):
            await is_idle.wait()

    async def _until_nothing_is_ready(self) -> None:
        """Let the app's tasks run until all of them wait for a thread, for input or for a time."""
        for _ in range(2):
            await asyncio.sleep(0)
            while internals.has_ready_task():
                await asyncio.sleep(0)
            # A widget may be within a message, and wait there for a thread or another widget.
            await self.wait_for(lambda: internals.has_failed(self.app) or self._has_handled_all)
            await internals.end_animations(self.app)
            internals.lay_out(self.app.screen)

    @property
    def _has_handled_all(self) -> bool:
        """True if each widget of the screen waits for the next message."""
        return internals.has_handled_all([self.app, *self.app.screen.walk_children(with_self=True)])

    @property
    def _is_quiet(self) -> bool:
        """True if the worker is idle, no widget has a pending message, and the screen has its layout."""
        widgets = [w for screen in self.app.screen_stack for w in screen.walk_children(with_self=True)]
        pumps: list[MessagePump] = [self.app, *(widget for widget in widgets if widget.is_running)]
        is_idle = self.app.worker.jobs.is_empty and internals.is_no_thread_working()
        return internals.is_laid_out(self.app.screen) and is_idle and internals.is_each_queue_empty(pumps)

    async def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait for a condition: the longer it takes, the less often it is looked at."""
        pause = _SHORTEST_PAUSE_S
        async with asyncio.timeout(TIMEOUT_S):
            while not is_so():
                await asyncio.sleep(pause)
                pause = min(1.5 * pause, _LONGEST_PAUSE_S)


def _named(key: str) -> tuple[str, str | None]:
    """The name of a key, and the character that it enters."""
    name = internals.name_of_key(key) if len(key) == 1 and not key.isalnum() else key
    try:
        return name, unicodedata.lookup(internals.unicode_name_of_key(name))
    except KeyError:
        return name, key if len(key) == 1 else None


@asynccontextmanager
async def reviewing(
    root: Path,
    response: str = SAMPLE,
    *,
    size: tuple[int, int] = (120, 40),
    settings: Settings | None = None,
    is_open: bool = False,
    context: Iterable[str] | None = None,
    is_bare: bool = False,
    tooltips: bool = False,
    early: Sequence[str] = (),
    turn: int | None = None,
    checkers: tuple[Checker, ...] = (),
) -> AsyncIterator[Reviewing]:
    """A review of a response on the tree at `root`, read and planned, unless more may arrive.

    Args:
        root: The tree.
        response: What is read.
        size: Of the screen.
        settings: From the command line.
        is_open: True if more may arrive.
        is_bare: True if there is no response, and it has to be pasted.
        tooltips: True to draw tooltips.
        early: Parts of a response that are read, each with its messages, before there is a screen.
        turn: The turn of a transcript to read.
        checkers: Programs to ask about the edits.
    """
    source, sink = os.pipe()
    descriptor = None if is_bare else source
    review = Review.open(root, context=context, turn=turn, uses_recorded=True)
    review.use_checkers(checkers)
    app = ReviewApp(review, descriptor, settings or Settings())
    if early:
        response = ""
        _read_early(app, sink, early)
    with pytest.MonkeyPatch.context() as patched:
        # What is on the screen is drawn when a test looks at it: see `Reviewing.strips`.
        internals.draw_nothing(patched)
        async with app.run_test(size=size, tooltips=tooltips) as pilot:
            user = Reviewing(app, pilot, None if early else sink)
            if is_bare:
                await user.settle()
                response = ""
            try:
                if is_open and response:
                    await user.arrive(response)
                elif not is_open:
                    await user.finish(response)
                await user.know_branch()
                yield user
                # Nobody may have looked, and it may be what cannot be drawn.
                user.look()
            finally:
                await user.end()
                app.worker.stop_diagnosing()
                app.worker.stop_saving(is_finished=True, current=None)
                os.close(source)
    # A program's threads end with it; here each one would keep its whole app, and there are hundreds.
    app.worker.jobs.put(_end_thread, Urgency.IDLE)


def _end_thread() -> None:
    raise SystemExit


def _read_early(app: ReviewApp, sink: int, parts: Sequence[str]) -> None:
    """All of a response is read before the app runs, as it is when that takes a while."""
    worker = app.worker
    worker.start()
    for at, part in enumerate(parts, 1):
        os.write(sink, part.encode())
        sent = "".join(parts[:at])
        _wait_until(lambda sent=sent: worker.response == sent and not internals.has_unreported(worker))  # type: ignore[misc]
    os.close(sink)
    _wait_until(lambda: not worker.is_open)
    idle = threading.Event()
    worker.jobs.put(idle.set, Urgency.IDLE)
    assert idle.wait(TIMEOUT_S)


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.001)
