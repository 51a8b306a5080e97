"""A key decides only about what was on the terminal when it was pressed."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widget import Widget

from editreview.review import Review
from editreview.tui import messages
from editreview.tui.messages import BackgroundReported, Crashed, FieldMessage, NearestFound, Pasting
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.session import Outline
from editreview.tui.textual_internals import ChopsUpdate
from editreview.tui.view import Frames
from editreview.tui.widgets import LineWidget
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
    if isinstance(each, type)
    and each.__module__ == messages.__name__
    and each not in (*FOR_THE_APP, FieldMessage)
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {"a.txt": "one\ntwo\nthree\n", "b.txt": "six\n", "c.txt": "same\nbetween\nsame\n"}
    return make_tree(tmp_path / "tree", files)


def _verdicts(user: Reviewing) -> str:
    return "".join(user.review.verdict(p)[0] for p in user.review.proposals)


async def _arrive_unpainted(user: Reviewing, text: str) -> None:
    """More arrives, and the screen has received it, but no frame of it was painted."""
    count = len(user.review.proposals) + 1
    user.write(text)
    await user.wait_for(lambda: len(_screen(user).session.outline.proposals) == count)
    await user.settle_unseen()


async def _replan_unpainted(user: Reviewing, path: Path) -> None:
    """The file changes on disk and is planned again, but no frame of it was painted."""
    path.write_text("above\n" + path.read_text())
    before = _screen(user).session.outline.edition
    user.app.worker.read_again()
    await user.wait_for(lambda: _screen(user).session.outline.edition > before)
    await user.settle_unseen()


async def _press_unpainted(user: Reviewing, key: str) -> None:
    """Press a key before there is another frame, then see what it did."""
    await user.pilot.press(key)
    await user.settle_unseen()


def _screen(user: Reviewing) -> ReviewScreen:
    screen = user.app.screen_stack[0]
    assert isinstance(screen, ReviewScreen)
    return screen


class TestOneBlock:
    """The block in sight."""

    @pytest.mark.parametrize("key", ["y", "n", "space", "enter", "D", "a"])
    async def test_a_block_that_just_arrived_is_not_decided(self, tree: Path, key: str) -> None:
        """The same key again does: by then it was painted."""
        async with reviewing(tree, "", is_open=True) as user:
            await _arrive_unpainted(user, FIRST)
            await _press_unpainted(user, key)
            assert 0 == len(user.review.log)
            user.draw()
            assert CHANGED in user.state
            assert "exact ✓ · 1 match · L1" in user.text
            await user.press(key)
            assert 1 == len(user.review.log)

    @pytest.mark.parametrize("key", ["y", "n", "space", "enter", "D", "a"])
    async def test_a_plan_that_was_not_painted_is_not_decided(self, tree: Path, key: str) -> None:
        async with reviewing(tree, FIRST) as user:
            await _replan_unpainted(user, tree / "a.txt")
            await _press_unpainted(user, key)
            assert 0 == len(user.review.log)
            user.draw()
            assert CHANGED in user.state
            assert "exact ✓ · 1 match · L2" in user.text
            await user.press(key)
            assert 1 == len(user.review.log)

    @pytest.mark.parametrize("key", ["1", "2", "asterisk"])
    async def test_no_match_is_chosen_of_a_plan_that_was_not_painted(self, tree: Path, key: str) -> None:
        """The number may belong to another match by now."""
        async with reviewing(tree, TWICE) as user:
            await _replan_unpainted(user, tree / "c.txt")
            await _press_unpainted(user, key)
            assert 0 == len(user.review.log)
            assert f"{CHANGED} choose again." in user.state
            user.draw()
            await user.press(key)
            assert 1 == len(user.review.log)

    @pytest.mark.parametrize("opens", ["full_stop", "m"])
    async def test_no_row_of_a_list_that_was_not_painted_is_chosen(self, tree: Path, opens: str) -> None:
        async with reviewing(tree, TWICE) as user:
            await user.type_ahead(opens, "enter")
            assert 0 == len(user.review.log)
            await user.press("enter")
            assert 1 == len(user.review.log)

    @pytest.mark.parametrize("before", ["J", "greater_than_sign", "right_curly_bracket", "G"])
    @pytest.mark.parametrize("key", ["y", "n", "space", "D"])
    async def test_type_ahead_does_not_decide_the_next_block(self, tree: Path, before: str, key: str) -> None:
        async with reviewing(tree, FIRST + OTHER) as user:
            if before == "G":
                await user.press("tab")
            await user.type_ahead(before, key)
            assert 0 == len(user.review.log)
            assert "2/2" == user.position
            await user.press(key)
            assert ("a" if key in ("y", "space") else "r") == _verdicts(user)[1]

    @pytest.mark.parametrize("key", ["y", "space", "enter"])
    async def test_warnings_hidden_beside_the_diff_are_shown_before_acceptance(
        self, tree: Path, key: str
    ) -> None:
        """The lines above the diff come back, and the same key again takes the block."""
        async with reviewing(tree, FIRST + block("one\n", "uno\n")) as user:
            await user.press("J", "view.zoom")
            assert "accept one of them" not in user.text
            await user.press(key)
            assert "uu" == _verdicts(user)
            assert "There are warnings. Check them, then" in user.state
            assert "block 1 changes the same lines differently: accept one of them" in user.text
            await user.press(key)
            assert "a" == _verdicts(user)[1]

    async def test_the_diff_alone_is_enough_if_there_is_no_warning(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as user:
            await user.press("view.zoom", "y")
            assert "au" == _verdicts(user)
            assert "-zoom" in _screen(user).classes

    async def test_y_typed_twice_accepts_one_block(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as user:
            await user.type_ahead("y", "y")
            assert "au" == _verdicts(user)
            assert f"{CHANGED} accept again." in user.state
            await user.press("y")
            assert "aa" == _verdicts(user)

    async def test_an_undone_block_must_be_painted_before_it_is_accepted(self, tree: Path) -> None:
        async with reviewing(tree, TWICE) as user:
            await user.press("2")
            await user.type_ahead("u", "y")
            assert "u" == _verdicts(user)
            await user.press("y")
            assert "this block has several matches" in user.state

    async def test_no_block_is_accepted_behind_results(self, tree: Path) -> None:
        """The results go, the block comes, and the same key again takes it."""
        async with reviewing(tree, FIRST + SECOND) as user:
            await user.press("y", "p")
            assert "1 block written to 1 file" in user.text
            await user.press("y")
            assert "au" == _verdicts(user)
            assert CHANGED in user.state
            assert "exact ✓ · 1 match · L2" in user.text
            await user.press("y")
            assert "aa" == _verdicts(user)

    async def test_no_block_is_accepted_without_its_diff(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as user:
            await user.press("tab", "view.zoom", "y")
            assert 0 == len(user.review.log)
            assert "two" in user.text
            await user.press("y")
            assert "au" == _verdicts(user)

    async def test_the_diff_alone_is_enough(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            await user.press("view.zoom", "y")
            assert "a" == _verdicts(user)

    async def test_another_size_is_another_view_of_the_same(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            await user.resize(90, 30)
            await user.press("y")
            assert "a" == _verdicts(user)

    async def test_other_sides_are_shown_first(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            await user.type_ahead("M", "y")
            assert "u" == _verdicts(user)
            await user.press("y")
            assert "a" == _verdicts(user)

    async def test_an_unchanged_plan_need_not_be_painted_again(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as user:
            user.app.worker.replan(["a.txt"])
            await user.settle_unseen()
            await _press_unpainted(user, "y")
            assert "au" == _verdicts(user)

    async def test_a_plan_below_a_dialog_does_not_count_as_painted(self, tree: Path) -> None:
        """A key run from help acts on the block that is in sight when help closes."""
        async with reviewing(tree, FIRST) as user:
            await user.press("question_mark", *"accept, next")
            await _replan_unpainted(user, tree / "a.txt")
            user.draw()
            await _press_unpainted(user, "enter")
            assert 0 == len(user.review.log)
            await user.settle()
            assert CHANGED in user.state
            await user.press("y")
            assert "a" == _verdicts(user)

    async def test_actions_from_help_apply_to_the_displayed_block(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            await user.press("question_mark", *"accept, next", "enter")
            assert "a" == _verdicts(user)

    async def test_a_typed_ahead_y_forces_nothing(self, tree: Path) -> None:
        """The edit to be forced was not painted yet."""
        async with reviewing(tree, block("one\ntwoo\nthre\n", "1\n")) as user:
            await user.settle()
            await user.type_ahead("F", "F")
            await user.wait_for(lambda: len(user.app.screen_stack) == 2)
            await user.settle()
            assert 0 == len(user.review.log)
            await user.press("y")
            assert "forced on these lines" in user.state


class TestMouse:
    """A click is for what was in sight when the button was pressed."""

    @staticmethod
    async def _click(user: Reviewing, x: int, y: int) -> None:
        await user.pilot.click(offset=(x, y))
        await user.settle_unseen()

    async def test_a_hint(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            x, y = user.hints.index("accept"), len(user.lines) - 1
            await _replan_unpainted(user, tree / "a.txt")
            await self._click(user, x, y)
            assert 0 == len(user.review.log)
            user.draw()
            await user.click(x, y)
            assert "a" == _verdicts(user)

    async def test_a_mark(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            y = next(y for y, line in enumerate(user.lines) if "−one " in line)
            x = user.lines[y].index("−one") - 1
            await _replan_unpainted(user, tree / "a.txt")
            await self._click(user, x, y)
            assert 0 == len(user.review.log)
            user.draw()
            y = next(y for y, line in enumerate(user.lines) if "−one " in line)
            await user.click(x, y)
            assert 1 == len(user.review.log)

    async def test_a_selection_is_drawn_at_once_after_a_choice(self, tree: Path) -> None:
        """Nothing waits in the queue that the plan comes by."""
        async with reviewing(tree, TWICE) as user:
            await user.press("1")
            busy = threading.Event()

            def job() -> None:
                assert busy.wait(TIMEOUT_S)

            user.app.worker.jobs.put(job)
            await user.pilot.press("2")
            y = next(y for y, line in enumerate(user.lines) if "same" in line)
            await user.pilot.click(offset=(user.lines[y].index("same") - 3, y))
            await user.wait_for(lambda: CHANGED in _screen(user).view.status.text)
            busy.set()
            await user.settle()


class TestAllAtOnce:
    """Keys for many blocks act on the blocks of the plan that was in sight."""

    async def test_a_block_that_arrived_since_is_not_accepted(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as user:
            # From now on the block in sight stays it.
            await user.press("j")
            await _arrive_unpainted(user, SECOND)
            await _press_unpainted(user, "A")
            assert "au" == _verdicts(user)
            user.draw()
            arrived = "1 new block arrived after the key press: press it again"
            assert f"left 1: 1 undecided. {arrived}" in user.state
            await user.press("A")
            assert "aa" == _verdicts(user)

    async def test_the_rest_of_a_file_means_its_displayed_blocks(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as user:
            # From now on the block in sight stays it.
            await user.press("j")
            await _arrive_unpainted(user, SECOND)
            await _press_unpainted(user, "D")
            assert "ru" == _verdicts(user)

    @pytest.mark.parametrize(("key", "verdicts"), [("A", "aau"), ("a", "auu")])
    async def test_a_slow_check_does_not_change_that(
        self, tree: Path, key: str, verdicts: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It concerns neither a block that arrives in between nor another file."""
        # On a slow machine the blocks would be checked before the key is pressed.
        unhurried = pytest.MonkeyPatch()
        unhurried.setattr(Review, "unchecked", lambda _: {})
        async with reviewing(tree, FIRST + OTHER, is_open=True) as user:
            checking, going_on = threading.Event(), threading.Event()
            check = user.review.check

            def slow(path: str | None = None) -> bool:
                checking.set()
                assert going_on.wait(TIMEOUT_S)
                return check(path)

            monkeypatch.setattr(user.review, "check", slow)
            unhurried.undo()
            await user.pilot.press(key)
            await user.wait_for(checking.is_set)
            user.app.worker.review.feed(SECOND)
            await user.pilot.press("J")
            going_on.set()
            await user.wait_for(lambda: "accepted " in _screen(user).view.status.text)
            await user.settle()
            assert verdicts == "".join(
                user.review.verdict(p)[0] for p in sorted(user.review.proposals, key=lambda p: p.number)
            )


class TestLateMessages:
    """A late message does not bring an earlier state back."""

    async def test_an_edit_that_arrived_before_the_screen_is_visible(self, tree: Path) -> None:
        """News of more blocks came first and the plan last, before there was a screen."""
        async with reviewing(tree, early=["Here it is.\n\n", FIRST]) as user:
            assert "No edit" not in user.text
            assert "exact ✓ · 1 match · L1" in user.text
            await user.press("y")
            assert "a" == _verdicts(user)

    async def test_a_pasted_edit_is_visible(self, tree: Path) -> None:
        async with reviewing(tree, "There is nothing to do.\n") as user:
            assert "No edits found" in user.text
            user.app.worker.read_further(FIRST)
            _screen(user).call_later(_screen(user).view.show_prose)
            await user.settle()
            assert "No edits found" not in user.text
            assert "exact ✓ · 1 match · L1" in user.text

    async def test_an_empty_response_is_said_to_be_empty(self, tree: Path) -> None:
        async with reviewing(tree, "") as user:
            assert "No edits found: the response is empty" in user.text
            await user.press("o")
            assert "the response is empty" in user.state
            assert "arrived" not in user.state

    async def test_the_nearest_lines_leave_results_and_the_cursor_alone(self, tree: Path) -> None:
        async with reviewing(tree, FIRST + SECOND) as user:
            await user.press("y", "p")
            _screen(user).post_message(NearestFound(2))
            await user.settle()
            assert "1 block written to 1 file" in user.text

    @pytest.mark.parametrize("message", WORKER_MESSAGES, ids=lambda message: str(message.__name__))
    def test_each_message_has_one_handler(self, message: type[FieldMessage]) -> None:
        """Textual calls that of every class in the chain, and those that are named by `@on` before them."""
        chain = [each for base in ReviewScreen.__mro__ for each in vars(base).items()]
        named = [name for name, _ in chain if name == message.handler_name]
        decorated = [
            name for name, each in chain for on, _ in getattr(each, "_textual_on", ()) if on is message
        ]

        assert [message.handler_name] == named + decorated

    async def test_each_plan_is_handled_once(self, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        taken: list[int] = []
        update = Outline.update

        def counted(outline: Outline) -> list[int]:
            taken.append(1)
            return update(outline)

        monkeypatch.setattr(Outline, "update", counted)
        async with reviewing(tree, FIRST) as user:
            taken.clear()
            user.app.worker.replan(["a.txt"])
            await user.settle()
            assert [1] == taken


class TestFrames:
    """A frame counts for a widget only if it drew all of it."""

    @staticmethod
    def _chops(spans: Sequence[tuple[int, int, int]]) -> ChopsUpdate:
        return ChopsUpdate([], list(spans), [])

    def test_a_partial_frame_does_not_count_as_a_frame(self) -> None:
        widget = LineWidget()
        frames = Frames([widget])
        region = Region(10, 2, 20, 3)
        displayed: dict[Widget, tuple[Region, Region]] = {widget: (region, region)}
        frames.record(self._chops([(2, 10, 30), (4, 10, 30)]), displayed, 1.0)
        frames.record(self._chops([(2, 10, 30), (3, 10, 29), (4, 0, 80)]), displayed, 2.0)
        assert not frames.has(widget, 3.0)
        frames.record(self._chops([(2, 10, 30), (3, 0, 30), (4, 0, 80)]), displayed, 4.0)
        assert not frames.has(widget, 3.0)
        assert frames.has(widget, 4.0)
        widget.edition += 1
        assert not frames.has(widget, 5.0)
        assert 0 == frames.edition(widget, 5.0)

    def test_a_hidden_block_counts_as_painted_only_when_it_is_drawn_again(self) -> None:
        widget = LineWidget()
        frames = Frames([widget])
        region = Region(0, 0, 5, 1)
        frames.record(self._chops([(0, 0, 5)]), {widget: (region, region)}, 1.0)
        assert frames.has(widget, 1.0)
        frames.record(self._chops([(1, 0, 5)]), {}, 2.0)
        assert not frames.has(widget, 2.5)
        assert not frames.is_displayed(widget)
        frames.record(self._chops([(0, 0, 5)]), {widget: (region, region)}, 3.0)
        assert not frames.has(widget, 2.5)
        assert frames.has(widget, 3.0)


async def test_a_decision_made_while_an_undo_runs_stays(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The undo is of what was done before; another u, pressed meanwhile, then takes the decision back."""
    async with reviewing(tree, FIRST + OTHER) as user:
        await user.press("y", "p", "J")
        undoing, going_on = threading.Event(), threading.Event()
        undo = user.review.workspace.undoing.undo

        def slow(record: Record) -> UndoResult:
            undoing.set()
            assert going_on.wait(TIMEOUT_S)
            return undo(record)

        monkeypatch.setattr(user.review.workspace.undoing, "undo", slow)
        await user.pilot.press("u")
        await user.wait_for(undoing.is_set)
        user.see()
        await user.pilot.press("y")
        assert "aa" == _verdicts(user)
        await user.pilot.press("u", "p")
        assert "still undoing; press p again in a moment" in _screen(user).view.status.text
        assert "aa" == _verdicts(user)
        going_on.set()
        await user.settle()
        assert "au" == _verdicts(user)
        assert frozenset() == user.review.applied
        assert "one\n" == (tree / "a.txt").read_text()[:4]
        await user.press("u")
        assert "uu" == _verdicts(user)
