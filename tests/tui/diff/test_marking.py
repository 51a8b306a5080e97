"""Selections and ranges in the diff, by itself on a screen."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from editreview.alignment import Alignment, change_lines
from editreview.review import DiffLayout, DiffModel
from editreview.text import Lines, split_lines
from editreview.tui.diff import IN, OUT, Level, RowSelection
from editreview.tui.diff.view import DiffView

OLD = "".join(f"line {n}\n" for n in range(1, 61))
NEW = OLD.replace("10\n", "10!\n").replace("11\n", "11!\n").replace("50\n", "50!\n")
_STYLES = sorted(DiffView.STYLES)


class _View(DiffView):
    """Knows which lines it was asked to draw again."""

    def __init__(self) -> None:
        super().__init__(id="diff")
        self.drawn: list[int] = []

    def refresh_lines(self, lines: Iterable[int]) -> None:
        self.drawn += (found := list(lines))
        super().refresh_lines(found)


class _Alone(App[None]):
    def compose(self) -> ComposeResult:
        yield _View()


def _shown() -> DiffModel:
    lines = Lines(OLD)
    return DiffModel(Alignment(lines, change_lines(lines, 0, len(lines), split_lines(NEW))), "old", "new")


@asynccontextmanager
async def _screen(shown: DiffModel) -> AsyncIterator[tuple[Pilot[None], _View]]:
    async with _Alone().run_test(size=(100, 24)) as pilot:
        view = pilot.app.query_one(_View)
        view.show(shown)
        await pilot.pause()
        yield pilot, view


def _gutters(view: DiffView) -> dict[str, tuple[str, bool]]:
    """The sign of each visible changed line, and whether it is a target, by number."""
    found = {}
    for y in range(1, view.height + 1):
        line = view.render_line(y)
        if line.text[3] in "−+":
            number = list(line)[1].style
            is_target = number is not None and number.bgcolor == view.palette.target.bgcolor
            found[line.text[1:3].strip()] = (line.text[0], is_target)
    return found


async def test_only_rows_with_a_changed_gutter_are_drawn_again() -> None:
    """Selections that say the same cost nothing."""
    shown = _shown()
    async with _screen(shown) as (_, view):
        assert {"10": (" ", False), "11": (" ", False)} == _gutters(view)
        view.move(5)
        for selection, gutters, count in (
            (RowSelection(shown.alignment, frozenset({0}), level=Level.LINE), ((IN, False), (OUT, False)), 2),
            (
                RowSelection(shown.alignment, frozenset({0, 1}), level=Level.LINE),
                ((IN, False), (IN, False)),
                1,
            ),
            (RowSelection(shown.alignment, frozenset({0, 1}), frozenset({1})), ((IN, False), (IN, True)), 1),
            (RowSelection(shown.alignment, frozenset({0, 1}), frozenset({1})), ((IN, False), (IN, True)), 0),
            (None, ((" ", False), (" ", False)), 2),
        ):
            view.drawn.clear()
            view.show_selection(selection)
            assert count == len(view.drawn)
            assert gutters == tuple(_gutters(view).values())


async def test_a_selection_of_another_alignment_is_ignored() -> None:
    """Until that of what is shown now is given."""
    first, second = _shown(), _shown()
    async with _screen(first) as (_, view):
        view.show_selection(RowSelection(first.alignment, frozenset()))
        view.show_again(second, (), "")
        assert {"10": (" ", False), "11": (" ", False)} == _gutters(view)
        view.show_selection(RowSelection(second.alignment, frozenset()))
        assert {"10": (OUT, False), "11": (OUT, False)} == _gutters(view)


async def test_a_range_keeps_its_rows_in_another_arrangement() -> None:
    """With another context, wrapped or cut, and in another size; not in another layout or block."""
    shown = _shown()
    async with _screen(shown) as (pilot, view):
        view.move(1)
        view.begin_range()
        view.step_hunk(1)
        user = view.hunk_rows()
        assert [10, 49] == [row.old for row in user]
        view.change_context(-1)
        assert user == view.hunk_rows()
        view.change_context(0)
        assert user == view.hunk_rows()
        view.toggle_wrap()
        view.toggle_whitespace()
        assert user == view.hunk_rows()
        await pilot.resize_terminal(110, 30)
        await pilot.pause()
        assert user == view.hunk_rows()
        view.search("line 55")
        view.search("")
        assert [10, 49] == [row.old for row in view.hunk_rows()]
        view.lay_out(DiffLayout.UNIFIED)
        assert view.range_start is None
        view.begin_range()
        view.show_again(shown, (), "")
        assert view.range_start is None


async def test_the_next_changed_line_can_be_reached() -> None:
    """Through all hunks; the lines of both sides at the cursor are known."""
    async with _screen(_shown()) as (_, view):
        assert (9, 9) == view.old_and_new()
        view.to_next_change()
        assert (10, 10) == view.old_and_new()
        view.to_next_change()
        assert (49, 49) == view.old_and_new()
        view.to_next_change()
        assert (49, 49) == view.old_and_new()
