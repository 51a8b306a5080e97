"""The private API of Textual and Rich that the interface builds on still does what it is used for."""

import ast
import asyncio
import importlib
from contextlib import suppress
from io import StringIO
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding
from textual.drivers import linux_driver, web_driver
from textual.events import Key
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Tooltip
from textual.worker import Worker, WorkerFailed

import editreview.tui
from editreview.tui import textual_internals as internals
from editreview.tui.textual_internals import HookedApp, NoActiveAppError, XTermParser

PACKAGE = Path(str(editreview.tui.__file__)).parent
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.stem != "textual_internals")
FOLDER = Path(__file__).parent
TESTS = sorted(
    path for path in FOLDER.rglob("*.py") if path.stem not in ("internals", "test_textual_internals")
)
PUBLIC = {"_exit", "_replace"}
"""Of the standard library: `os._exit`, and a named tuple's."""
OWN = ("self", "cls", "super()")


class Line(Widget):
    """A widget of one line."""

    DEFAULT_CSS = "Line { height: 1; width: 10; }"

    def render_line(self, y: int) -> Strip:
        return Strip([Segment("ten cells!")])


class LineApp(HookedApp):
    """Shows it, and notes what it is told."""

    BINDINGS: ClassVar[list[Any]] = [Binding("a", "press('class')", "")]

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[tuple[Screen[Any], float]] = []
        self.bugs: list[Exception] = []
        self.pressed: list[str] = []
        self.times: list[float] = []

    def compose(self) -> ComposeResult:
        yield Line()

    def record_frame(self, screen: Screen[Any], update: internals.CompositorUpdate, now: float) -> None:
        self.frames.append((screen, now))

    def catches_bug(self, error: Exception) -> bool:
        self.bugs.append(error)
        self.exit()
        return True

    def action_press(self, by: str) -> None:
        self.pressed.append(by)

    def on_key(self, event: Key) -> None:
        self.times.append(event.time)


def _private_names(tree: ast.AST) -> set[str]:
    """The attributes with one underscore that a piece of code uses, and the methods that it defines."""
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    used |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return {name for name in used if name[:1] == "_" and name[:2] != "__"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_other_module_uses_private_api(path: Path) -> None:
    """An underscore belongs to an object of the module's own, and to none of Textual's."""
    tree = ast.parse(path.read_text("utf-8"))
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    module = vars(importlib.import_module(".".join(("editreview.tui", *parts)).removesuffix(".__init__")))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {each for each in imported if each.startswith(("textual._", "rich._"))}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and isinstance(module.get(node.name), type):
            bases = [base for base in module[node.name].__mro__ if base.__module__.startswith("textual.")]
            theirs = {name for base in bases for name in (*vars(base), *base.__init__.__code__.co_names)}
            found |= theirs & _private_names(node) - PUBLIC
    own = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    own |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    others = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.unparse(n.value) not in OWN]
    found |= {n.attr for n in others if n.attr in _private_names(n)} - own - PUBLIC

    assert set() == found


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_test_of_the_screen_uses_private_parts(path: Path) -> None:
    """An underscore belongs to an object of the module's own. Others are in `tests.tui.internals`."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    used = {n.attr for n in nodes if isinstance(n, ast.Attribute) and ast.unparse(n.value) not in OWN}
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    used |= {part for node in imports for part in (node.module or "").split(".")}
    used |= {alias.name for node in imports for alias in node.names}

    assert set() == {name for name in used - own if name[:1] == "_" and name[:2] != "__"}


async def test_an_app_is_told_of_frames_by_the_clock_of_events() -> None:
    app, before = LineApp(), internals.get_time()
    async with app.run_test(size=(20, 5)) as pilot:
        app.frames.clear()
        await pilot.press("x")
        app.query_one(Line).refresh()
        await pilot.pause()

        assert {app.screen} == {screen for screen, _ in app.frames}
        assert before <= app.times[0] <= app.frames[-1][1] <= internals.get_time()


async def test_a_timer_ticks_once_even_if_the_process_was_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of timers goes on by a second with each look at it."""
    seconds, ticked = count(1), asyncio.Event()
    app = LineApp()
    async with app.run_test(size=(20, 5)):
        monkeypatch.setattr("textual._time.get_time", lambda: float(next(seconds)))
        app.set_timer(0.01, ticked.set)
        await asyncio.wait_for(ticked.wait(), 10)
        monkeypatch.undo()

    assert ticked.is_set()


async def test_an_app_gets_an_exception_before_it_is_printed() -> None:
    class Broken(LineApp):
        """Fails once it runs."""

        def on_ready(self) -> None:
            raise ZeroDivisionError

    app = Broken()
    await app.run_async(headless=True)

    assert [ZeroDivisionError] == [type(bug) for bug in app.bugs]


async def test_bound_keys_replace_those_of_the_class() -> None:
    async with LineApp().run_test() as pilot:
        app = pilot.app
        assert isinstance(app, LineApp)
        await pilot.press("a")
        internals.bind(app, [Binding("a", "press('object')", "")])
        await pilot.press("a")

        assert ["class", "object"] == app.pressed


async def test_the_displayed_widgets_have_their_regions() -> None:
    async with LineApp().run_test(size=(20, 5)) as pilot:
        line = pilot.app.query_one(Line)

        assert Region(0, 0, 10, 1) == internals.displayed_widgets(pilot.app.screen)[line][0]
        line.display = False
        await pilot.pause()
        assert line not in internals.displayed_widgets(pilot.app.screen)


async def test_a_tooltip_is_closed() -> None:
    async with LineApp().run_test(tooltips=True) as pilot:
        tooltip = pilot.app.screen.get_child_by_type(Tooltip)
        tooltip.display = True
        internals.clear_tooltip(pilot.app.screen)
        assert not tooltip.display


def test_a_console_without_colours_draws_bold() -> None:
    console = Console(file=StringIO(), color_system=None, force_terminal=True)
    assert "one" == console.render_str("one").plain
    internals.use_sixteen_colours(console)
    with console.capture() as found:
        console.print("one", style=Style(bold=True), end="")

    assert "\x1b[1mone\x1b[0m" == found.get()


def test_a_parser_waits_for_the_rest_of_an_escape_sequence() -> None:
    parser = XTermParser()
    assert not internals.waits_for_escape(parser)
    assert [] == list(parser.feed("\x1b"))
    assert internals.waits_for_escape(parser)
    assert ["up"] == [event.key for event in parser.feed("[A") if isinstance(event, Key)]
    assert not internals.waits_for_escape(parser)


async def test_a_driver_has_its_app() -> None:
    app = LineApp()

    assert app is internals.app_of(linux_driver.LinuxDriver(app))


def test_the_driver_of_a_browser_accepts_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    class Parser(XTermParser):
        """Another one."""

    module: ModuleType = web_driver
    monkeypatch.setattr(module, "XTermParser", XTermParser)
    internals.use_parser(module, Parser)

    assert Parser is module.XTermParser
    assert "XTermParser" in web_driver.WebDriver.run_input_thread.__code__.co_names


def test_a_widget_without_an_app_raises_an_error() -> None:
    with pytest.raises(NoActiveAppError):
        _ = Widget().app


@pytest.mark.parametrize("is_ending", [True, False])
async def test_a_worker_that_fails_is_a_bug_unless_the_app_ends(is_ending: bool) -> None:
    """Then the widgets that it uses may be gone."""
    app = LineApp()
    ended = asyncio.Event()

    async def fail() -> None:
        if is_ending:
            with suppress(asyncio.CancelledError):
                while app.is_running:
                    await asyncio.sleep(0.001)
        ended.set()
        raise LookupError("gone")

    async with app.run_test() as pilot:
        # Not of a widget: those are cancelled first.
        worker: Worker[None] = app.run_worker(fail())
        if not is_ending:
            with pytest.raises(WorkerFailed):
                await worker.wait()
        await pilot.pause()
    await ended.wait()
    assert [type(bug) for bug in app.bugs] == ([] if is_ending else [WorkerFailed])
