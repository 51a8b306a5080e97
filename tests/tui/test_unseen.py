"""A key decides only about what was on the terminal when it was pressed."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual._compositor import ChopsUpdate
from textual.geometry import Region
from textual.widget import Widget

from editreview.tui import messages
from editreview.tui.controllers import decisions
from editreview.tui.field_message import FieldMessage
from editreview.tui.frames import Frames
from editreview.tui.messages import BackgroundReported, Crashed, NearestFound, Pasting
from editreview.tui.outline import Outline
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.widgets.lines import LineWidget
from editreview.workspace.journal import Record
from editreview.workspace.undo import UndoResult
from tests.builders import block, make_tree
from tests.tui.reviewing import TIMEOUT_S, Reviewing, reviewing

CHANGED = "The preview changed. Check it, then"
FIRST, SECOND = block("one\n", "1\n"), block("two\n", "2\n")
OTHER = block("six\n", "6\n", "b.txt")
TWICE = block("same\n", "other\n", "c.txt")
FOR_THE_APP = {Crashed, BackgroundReported, Pasting}
WORKER_MESSAGES = [
    each
    for each in vars(messages).values()
    if isinstance(each, type) and each.__module__ == messages.__name__ and each not in FOR_THE_APP
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {"a.txt": "one\ntwo\nthree\n", "b.txt": "six\n", "c.txt": "same\nbetween\nsame\n"}
    return make_tree(tmp_path / "tree", files)


def _verdicts(held: Reviewing) -> str:
    return "".join(held.review.verdict(p)[0] for p in held.review.proposals)


async def _arrive_unpainted(held: Reviewing, text: str) -> None:
    """More arrives, and the screen has received it, but no frame of it was painted."""
    count = len(held.review.proposals) + 1
    held._write(text)
    await held.wait_for(lambda: len(_screen(held).session.outline.proposals) == count)
    await held._settle()


async def _replan_unpainted(held: Reviewing, path: Path) -> None:
    """The file changes on disk and is planned anew, but no frame of it was painted."""
    path.write_text("above\n" + path.read_text())
    before = _screen(held).session.outline.edition
    held.app.worker.read_again()
    await held.wait_for(lambda: _screen(held).session.outline.edition > before)
    await held._settle()


async def _press_unpainted(held: Reviewing, key: str) -> None:
    """Press a key before there is another frame, then see what it did."""
    await held.pilot.press(key)
    await held._settle()


def _screen(held: Reviewing) -> ReviewScreen:
    screen = held.app.screen_stack[0]
    assert isinstance(screen, ReviewScreen)
    return screen


class TestOneBlock:
    """The block in sight."""

    @pytest.mark.parametrize("key", ["y", "n", "space", "enter", "D", "a"])
    async def test_nothing_is_decided_of_a_block_that_came_just_now(self, tree: Path, key: str) -> None:
        """The same key again does: by then it was painted."""
        async with reviewing(tree, "", is_open=True) as held:
            await _arrive_unpainted(held, FIRST)
            await _press_unpainted(held, key)
            assert 0 == len(held.review.log)
            held.draw()
            assert CHANGED in held.state
            assert "exact ✓ · 1 match · L1" in held.text
            await held.press(key)
            assert 1 == len(held.review.log)

    @pytest.mark.parametrize("key", ["y", "n", "space", "enter", "D", "a"])
    async def test_nothing_is_decided_of_a_plan_that_was_not_painted(self, tree: Path, key: str) -> None:
        async with reviewing(tree, FIRST) as held:
            await _replan_unpainted(held, tree / "a.txt")
            await _press_unpainted(held, key)
            assert 0 == len(held.review.log)
            held.draw()
            assert CHANGED in held.state
            assert "exact ✓ · 1 match · L2" in held.text
            await held.press(key)
            assert 1 == len(held.review.log)

    @pytest.mark.parametrize("key", ["1", "2", "asterisk"])
    async def test_no_place_is_chosen_of_a_plan_that_was_not_painted(self, tree: Path, key: str) -> None:
        """The number may belong to another match by now."""
        async with reviewing(tree, TWICE) as held:
            await _replan_unpainted(held, tree / "c.txt")
            await _press_unpainted(held, key)
            assert 0 == len(held.review.log)
            assert f"{CHANGED} choose again." in held.state
            held.draw()
            await held.press(key)
            assert 1 == len(held.review.log)

    @pytest.mark.parametrize("opens", ["full_stop", "m"])
    async def test_no_row_of_a_list_is_taken_that_was_not_painted(self, tree: Path, opens: str) -> None:
        async with reviewing(tree, TWICE) as held:
            await held.type_ahead(opens, "enter")
            assert 0 == len(held.review.log)
            await held.press("enter")
            assert 1 == len(held.review.log)

    @pytest.mark.parametrize("before", ["J", "greater_than_sign", "right_curly_bracket", "G"])
    @pytest.mark.parametrize("key", ["y", "n", "space", "D"])
    async def test_a_key_typed_ahead_decides_nothing_of_the_next_block(
        self, tree: Path, before: str, key: str
    ) -> None:
        async with reviewing(tree, FIRST + OTHER) as held:
            if before == "G":
                await held.press("tab")
            await held.type_ahead(before, key)
            assert 0 == len(held.review.log)
            assert "2/2" in held.header
            await held.press(key)
            assert ("a" if key in ("y", "space") else "r") == _verdicts(held)[1]

    @pytest.mark.parametrize("key", ["y", "space", "enter"])
    async def test_warnings_that_the_diff_alone_hides_are_shown_before_a_yes(
        self, tree: Path, key: str
    ) -> None:
        """The lines above the diff come back, and the same key again takes the block."""
        async with reviewing(tree, FIRST + block("one\n", "uno\n")) as held:
            await held.press("J", "z")
            assert "accept one of them" not in held.text
            await held.press(key)
            assert "uu" == _verdicts(held)
            assert "There are warnings. Check them, then" in held.state
            assert "block 1 changes the same lines differently: accept one of them" in held.text
            await held.press(key)
            assert "a" == _verdicts(held)[1]

    async def test_the_diff_alone_is_enough_where_there_is_no_warning(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as held:
            await held.press("z", "y")
            assert "au" == _verdicts(held)
            assert "-zoom" in _screen(held).classes

    async def test_a_yes_typed_twice_is_for_one_block(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as held:
            await held.type_ahead("y", "y")
            assert "au" == _verdicts(held)
            assert f"{CHANGED} accept again." in held.state
            await held.press("y")
            assert "aa" == _verdicts(held)

    async def test_what_is_undone_is_looked_at_before_it_is_accepted(self, tree: Path) -> None:
        async with reviewing(tree, TWICE) as held:
            await held.press("2")
            await held.type_ahead("u", "y")
            assert "u" == _verdicts(held)
            await held.press("y")
            assert "it has several matches" in held.state

    async def test_behind_results_no_block_is_accepted(self, tree: Path) -> None:
        """The results go, the block comes, and the same key again takes it."""
        async with reviewing(tree, FIRST + SECOND) as held:
            await held.press("y", "p")
            assert "1 block written to 1 file" in held.text
            await held.press("y")
            assert "au" == _verdicts(held)
            assert CHANGED in held.state
            assert "exact ✓ · 1 match · L2" in held.text
            await held.press("y")
            assert "aa" == _verdicts(held)

    async def test_beside_the_list_alone_no_block_is_accepted(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as held:
            await held.press("tab", "z", "y")
            assert 0 == len(held.review.log)
            assert "two" in held.text
            await held.press("y")
            assert "au" == _verdicts(held)

    async def test_the_diff_alone_is_enough(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            await held.press("z", "y")
            assert "a" == _verdicts(held)

    async def test_another_size_is_another_view_of_the_same(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            await held.resize(90, 30)
            await held.press("y")
            assert "a" == _verdicts(held)

    async def test_other_sides_are_looked_at_first(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            await held.type_ahead("M", "y")
            assert "u" == _verdicts(held)
            await held.press("y")
            assert "a" == _verdicts(held)

    async def test_a_plan_that_comes_out_the_same_needs_no_other_look(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as held:
            held.app.worker.replan(["a.txt"])
            await held._settle()
            await _press_unpainted(held, "y")
            assert "au" == _verdicts(held)

    async def test_below_a_dialog_a_plan_is_not_seen(self, tree: Path) -> None:
        """A key run from help acts on the block that is in sight when help closes."""
        async with reviewing(tree, FIRST) as held:
            await held.press("question_mark", *"accept, next")
            await _replan_unpainted(held, tree / "a.txt")
            held.draw()
            await _press_unpainted(held, "enter")
            assert 0 == len(held.review.log)
            await held.settle()
            assert CHANGED in held.state
            await held.press("y")
            assert "a" == _verdicts(held)

    async def test_what_help_does_is_done_to_what_was_in_sight(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            await held.press("question_mark", *"accept, next", "enter")
            assert "a" == _verdicts(held)

    async def test_a_yes_typed_ahead_forces_nothing(self, tree: Path) -> None:
        """The edit to be forced was not painted yet."""
        async with reviewing(tree, block("one\ntwoo\nthre\n", "1\n")) as held:
            await held.settle()
            await held.type_ahead("F", "F")
            await held.wait_for(lambda: len(held.app.screen_stack) == 2)
            await held.settle()
            assert 0 == len(held.review.log)
            await held.press("y")
            assert "forced on these lines" in held.state


class TestTheMouse:
    """A click is for what was in sight when the button was pressed."""

    @staticmethod
    async def _click(held: Reviewing, x: int, y: int) -> None:
        await held.pilot.click(offset=(x, y))
        await held._settle()

    async def test_a_hint(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            x, y = held.hints.index("accept"), len(held.lines) - 1
            await _replan_unpainted(held, tree / "a.txt")
            await self._click(held, x, y)
            assert 0 == len(held.review.log)
            held.draw()
            await held.click(x, y)
            assert "a" == _verdicts(held)

    async def test_a_mark(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            y = next(y for y, line in enumerate(held.lines) if " one " in line)
            x = held.lines[y].index("1 ")
            await _replan_unpainted(held, tree / "a.txt")
            await self._click(held, x, y)
            assert 0 == len(held.review.log)
            held.draw()
            y = next(y for y, line in enumerate(held.lines) if " one " in line)
            await held.click(x, y)
            assert 1 == len(held.review.log)

    async def test_a_mark_is_answered_at_once_after_a_choice(self, tree: Path) -> None:
        """Nothing waits in the queue that the plan comes by."""
        async with reviewing(tree, TWICE) as held:
            await held.press("1")
            busy = threading.Event()

            def job() -> None:
                assert busy.wait(TIMEOUT_S)

            held.app.worker.jobs.put(job)
            await held.pilot.press("2")
            y = next(y for y, line in enumerate(held.lines) if "same" in line)
            await held.pilot.click(offset=(held.lines[y].index("same") - 3, y))
            await held.wait_for(lambda: CHANGED in _screen(held).view.status.text)
            busy.set()
            await held.settle()


class TestAllAtOnce:
    """Keys for many blocks act on the blocks of the plan that was in sight."""

    async def test_a_block_that_came_since_is_left(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as held:
            # From now on the block in sight stays it.
            await held.press("j")
            await _arrive_unpainted(held, SECOND)
            await _press_unpainted(held, "A")
            assert "au" == _verdicts(held)
            held.draw()
            assert "1 left to decide, 1 of them came after the key: press it again" in held.state
            await held.press("A")
            assert "aa" == _verdicts(held)

    async def test_the_rest_of_a_file_is_what_was_in_sight_of_it(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as held:
            # From now on the block in sight stays it.
            await held.press("j")
            await _arrive_unpainted(held, SECOND)
            await _press_unpainted(held, "D")
            assert "ru" == _verdicts(held)

    @pytest.mark.parametrize(("key", "verdicts"), [("A", "aau"), ("a", "auu")])
    async def test_a_check_that_takes_long_changes_nothing_of_that(
        self, tree: Path, key: str, verdicts: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither a block that comes meanwhile nor another file in sight is meant."""
        monkeypatch.setattr(decisions, "_CHECKED_AT_ONCE", -1)
        async with reviewing(tree, FIRST + OTHER, is_open=True) as held:
            checking, going_on = threading.Event(), threading.Event()
            check = held.review.check

            def slow(path: str | None = None) -> bool:
                checking.set()
                assert going_on.wait(TIMEOUT_S)
                return check(path)

            monkeypatch.setattr(held.review, "check", slow)
            await held.pilot.press(key)
            await held.wait_for(checking.is_set)
            held.app.worker.review.feed(SECOND)
            await held.pilot.press("J")
            going_on.set()
            await held.wait_for(lambda: "accepted " in _screen(held).view.status.text)
            await held.settle()
            assert verdicts == "".join(
                held.review.verdict(p)[0] for p in sorted(held.review.proposals, key=lambda p: p.number)
            )


class TestLateMessages:
    """A late message does not bring an earlier state back."""

    async def test_an_edit_that_came_before_the_screen_is_in_sight(self, tree: Path) -> None:
        """News of more blocks came first and the plan last, before there was a screen."""
        async with reviewing(tree, early=["Here it is.\n\n", FIRST]) as held:
            assert "No edit" not in held.text
            assert "exact ✓ · 1 match · L1" in held.text
            await held.press("y")
            assert "a" == _verdicts(held)

    async def test_an_edit_that_is_pasted_is_in_sight(self, tree: Path) -> None:
        async with reviewing(tree, "There is nothing to do.\n") as held:
            assert "No edits found" in held.text
            held.app.worker.read_further(FIRST)
            _screen(held).call_later(_screen(held).view.show_prose)
            await held.settle()
            assert "No edits found" not in held.text
            assert "exact ✓ · 1 match · L1" in held.text

    async def test_the_nearest_lines_leave_results_and_the_cursor_alone(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as held:
            await held.press("y", "p")
            _screen(held).post_message(NearestFound(2))
            await held.settle()
            assert "1 block written to 1 file" in held.text

    @pytest.mark.parametrize("message", WORKER_MESSAGES, ids=lambda message: str(message.__name__))
    def test_each_message_has_one_handler(self, message: type[FieldMessage]) -> None:
        """Textual calls that of every class in the chain, and those that are named by `@on` before them."""
        chain = [each for base in ReviewScreen.__mro__ for each in vars(base).items()]
        named = [name for name, _ in chain if name == message.handler_name]
        decorated = [
            name for name, each in chain for on, _ in getattr(each, "_textual_on", ()) if on is message
        ]

        assert [message.handler_name] == named + decorated

    async def test_each_plan_is_taken_up_once(self, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        taken: list[int] = []
        update = Outline.update

        def counted(outline: Outline) -> list[int]:
            taken.append(1)
            return update(outline)

        monkeypatch.setattr(Outline, "update", counted)
        async with reviewing(tree, FIRST) as held:
            taken.clear()
            held.app.worker.replan(["a.txt"])
            await held.settle()
            assert [1] == taken


class TestFrames:
    """A frame counts for a widget only if it drew all of it."""

    @staticmethod
    def _chops(spans: Sequence[tuple[int, int, int]]) -> ChopsUpdate:
        return ChopsUpdate([], list(spans), [])

    def test_a_frame_of_a_part_is_none_of_the_whole(self) -> None:
        widget = LineWidget()
        frames = Frames([widget])
        region = Region(10, 2, 20, 3)
        displayed: dict[Widget, tuple[Region, Region]] = {widget: (region, region)}
        frames.note(self._chops([(2, 10, 30), (4, 10, 30)]), displayed, 1.0)
        frames.note(self._chops([(2, 10, 30), (3, 10, 29), (4, 0, 80)]), displayed, 2.0)
        assert not frames.has(widget, 3.0)
        frames.note(self._chops([(2, 10, 30), (3, 0, 30), (4, 0, 80)]), displayed, 4.0)
        assert not frames.has(widget, 3.0)
        assert frames.has(widget, 4.0)
        widget.edition += 1
        assert not frames.has(widget, 5.0)
        assert 0 == frames.edition(widget, 5.0)

    def test_what_is_hidden_is_seen_again_only_when_it_is_drawn_again(self) -> None:
        widget = LineWidget()
        frames = Frames([widget])
        region = Region(0, 0, 5, 1)
        frames.note(self._chops([(0, 0, 5)]), {widget: (region, region)}, 1.0)
        assert frames.has(widget, 1.0)
        frames.note(self._chops([(1, 0, 5)]), {}, 2.0)
        assert not frames.has(widget, 2.5)
        assert not frames.is_displayed(widget)
        frames.note(self._chops([(0, 0, 5)]), {widget: (region, region)}, 3.0)
        assert not frames.has(widget, 2.5)
        assert frames.has(widget, 3.0)


async def test_a_decision_made_while_an_undo_runs_stays(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The undo is of what was done before; u then takes the decision back."""
    async with reviewing(tree, FIRST + OTHER) as held:
        await held.press("y", "p", "J")
        undoing, going_on = threading.Event(), threading.Event()
        undo = held.review.workspace.undoing.undo

        def slow(record: Record) -> UndoResult:
            undoing.set()
            assert going_on.wait(TIMEOUT_S)
            return undo(record)

        monkeypatch.setattr(held.review.workspace.undoing, "undo", slow)
        await held.pilot.press("u")
        await held.wait_for(undoing.is_set)
        held.see()
        await held.pilot.press("y", "u")
        assert "still writing: u again in a moment" in _screen(held).view.status.text
        going_on.set()
        await held.settle()
        assert "aa" == _verdicts(held)
        assert set() == held.review.applied
        assert "one\n" == (tree / "a.txt").read_text()[:4]
        await held.press("u")
        assert "au" == _verdicts(held)
        await held.press("u")
        assert "uu" == _verdicts(held)
