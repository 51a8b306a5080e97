"""The diff as it is used: wrap, search, whitespace, zoom, lens, the mouse, and syntax behind the screen."""

from pathlib import Path

import pytest

from editreview.tui.app import ReviewApp
from editreview.tui.diff.view import DiffView
from tests.builders import block, make_repository
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

LONG = "value = call(" + ", ".join(f"argument_{n}={n}" for n in range(20)) + ")\n"
TEXT = "".join(f"line {n}\n" for n in range(1, 201))


def _view(user: Reviewing) -> DiffView:
    return user.app.screen_stack[0].query_one(DiffView)


def _line(user: Reviewing) -> str:
    """The row of the diff that the cursor is on."""
    return user.lines[_view(user).region.y + _view(user).cursor_y]


async def test_long_lines_wrap_unless_they_are_cut(tmp_path: Path) -> None:
    """w changes it; sideways says why it does nothing."""
    root = make_repository(tmp_path / "tree", {"a.py": LONG})
    for size in ((80, 24), (120, 40)):
        async with reviewing(root, block(LONG, LONG.replace("19", "20"), "a.py"), size=size) as user:
            assert "↪" in user.text
            assert "›" not in user.text
            await user.press("l")
            assert "w cuts them" in user.state
            await user.press("w")
            assert "long lines are cut" in user.state
            assert "↪" not in user.text
            assert "›" in user.text
            await user.press("l", "w")
            assert "‹" not in user.text
            assert "↪" in user.text


async def test_a_row_higher_than_the_screen_scrolls_line_by_line(tmp_path: Path) -> None:
    """Then the cursor goes on to the next row; half a page does the same in greater steps."""
    tall = "x" * 3_000 + "\n"
    root = make_repository(tmp_path / "tree", {"a.txt": f"one\n{tall}two\n"})
    async with reviewing(root, block(tall, f"{tall}new\n", "a.txt"), size=(60, 15)) as user:
        await user.press("g", "j")
        view = _view(user)
        assert 1 == view.cursor
        seen = 0
        while view.cursor == 1:
            await user.press("j")
            seen += 1
        assert view.row_layout is not None
        lines = 3_000 // view.row_layout.room
        assert lines - 14 < seen < lines + 2
        await user.press("k")
        assert 1 == view.cursor
        for _ in range(20):
            await user.press("ctrl+u")
        assert 0 == view.cursor


async def test_a_line_that_a_message_takes_moves_no_line_of_the_diff(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block("line 100\n", "LINE 100\n"), size=(100, 33)) as user:
        view = _view(user)
        before = view.cursor_y
        for lines in (32, 31, 32, 33):
            await user.resize(100, lines)
            assert before == view.cursor_y


async def test_search_goes_from_match_to_match(tmp_path: Path) -> None:
    """The first one is seen while typing; n and N go on and around; folds open; esc gives n back."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block("line 100\n", "LINE 100\n"), size=(100, 30)) as user:
        await user.press("slash", *"line 17")
        assert "line 17 " in user.text
        await user.press("enter")
        assert "/line 17 2/11" in user.state
        assert user.hints.startswith(" n next match  esc end search  N previous match")
        assert "line 170" in _line(user)
        await user.press("n", "n")
        assert "line 172" in _line(user)
        assert "4/11" in user.state
        await user.press("N", "N", "N", "N")
        assert "search continues from the bottom" in user.state
        assert "11/11" in user.state
        await user.press("n")
        assert "search continues from the top" in user.state
        await user.press("escape")
        assert "/line" not in user.state
        await user.press("n")
        assert "rejected" in user.state


async def test_search_covers_both_sides_and_reports_no_match(tmp_path: Path) -> None:
    """Capitals matter if there are any; esc in the field leaves all as it was."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    async with reviewing(root, block("line 100\n", "LINE 100\n"), size=(120, 30)) as user:
        await user.press("slash", *"LINE", "enter")
        assert "/LINE 1/1" in user.state
        assert "LINE 100" in _line(user)
        await user.press("slash", *"nothing", "enter", "n")
        assert "nothing does not occur in this block" in user.state
        assert "/nothing 0/0" in user.state
        await user.press("slash", *"abc", "escape")
        assert "/nothing 0/0" in user.state
        await user.press("escape", "slash", "escape")
        assert "/" not in user.state.rpartition("hunk")[2]


async def test_a_long_text_is_searched_in_the_background(tmp_path: Path) -> None:
    """The state line says so when it is done."""
    text = "".join(f"line {n} of a long text\n" for n in range(100_000))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    async with reviewing(root, block("line 5 of a long text\n", "line five\n"), size=(100, 30)) as user:
        await user.press("slash", *"line 77777", "enter")
        await user.wait_for(lambda: "/line 77777 1/1" in user.state)
        assert "line 77777" in _line(user)


async def test_whitespace_is_shown_then_its_changes_dimmed(tmp_path: Path) -> None:
    """W goes through the ways."""
    root = make_repository(tmp_path / "tree", {"a.c": "\ta = 1;\n  b;  \r\nend"})
    async with reviewing(root, block("\ta = 1;\n", "    a = 1;\n", "a.c"), size=(80, 24)) as user:
        assert "⏎" not in user.text
        assert "  b;" in user.text, "whitespace is drawn as signs only where both sides would look the same"
        await user.press("view.whitespace")
        assert "→   a·=·1;⏎" in user.text
        assert "····a·=·1;⏎" in user.text
        assert "··b;··␍⏎" in user.text
        await user.press("view.whitespace")
        assert "dimmed" in user.state
        assert "→   a" not in user.text
        await user.press("view.whitespace")
        assert "whitespace is not marked" in user.state


async def test_line_ends_are_shown_if_only_they_change(tmp_path: Path) -> None:
    """In one column and in two."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo", "b.txt": "one\r\ntwo\r\n"})
    response = block("two\n", "two\nthree\n") + "\n" + block("one\n", "", "b.txt")
    for size in ((80, 24), (120, 30)):
        async with reviewing(root, response, size=size) as user:
            assert "two ⊘ no newline at end of file" in user.text
            await user.press("J")
            assert "one␍" in user.text


async def test_the_diff_or_the_list_can_have_the_whole_screen(shop: Path) -> None:
    """The pane that j and k move in; escape shows both again."""
    async with reviewing(shop) as user:
        await user.press("b", "view.zoom")
        assert "coupons.py" not in user.text
        assert "search-replace" not in user.text
        assert 120 == _view(user).size.width
        await user.press("view.zoom")
        assert "coupons.py" in user.text
        await user.press("tab", "view.zoom")
        assert "with block 1" not in user.text
        await user.press("escape")
        assert "with block 1" in user.text


async def test_the_lens_shows_both_versions_of_a_truncated_line(tmp_path: Path) -> None:
    """Below a split view with cut lines, around what differs."""
    root = make_repository(tmp_path / "tree", {"a.py": f"{LONG}b = 1\n"})
    async with reviewing(root, block(LONG, LONG.replace("19", "20"), "a.py"), size=(160, 40)) as user:
        assert "LENS" not in user.text
        await user.press("w")
        lens = [line for line in user.lines if "LENS" in line]
        assert ["argument_18=18, argument_19=19)"] == [line[-32:].strip(" ,") for line in lens]
        assert "argument_18=18, argument_20=20)" in user.lines[user.lines.index(lens[0]) + 1]
        await user.press("G")
        assert "LENS   b = 1" in user.text
        await user.press("t", "t")
        assert "LENS" not in user.text


async def test_the_scrollbar_shows_where_the_hunks_are(tmp_path: Path) -> None:
    """A tick for each, also those that are out of sight."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    response = block("line 10\nline 11\n", "line 10\nx\n") + "\n" + block("line 150\n", "y\n")
    async with reviewing(root, response, size=(80, 24)) as user:
        await user.press("equals_sign", "g")
        bar = "".join(line[-1:] for line in user.lines[4:-2])
        assert "┫" in bar
        assert 1 == sum(sign in "┫┤" for sign in bar)


async def _drag(user: Reviewing, start: tuple[int, int], end: tuple[int, int]) -> None:
    """From a cell of the view to another one."""
    region = _view(user).region
    await user.pilot.mouse_down(offset=(region.x + start[0], region.y + start[1]))
    await user.pilot.hover(offset=(region.x + end[0], region.y + end[1]))
    await user.pilot.mouse_up(offset=(region.x + end[0], region.y + end[1]))
    await user.settle()


async def test_the_mouse_selects_text_of_one_side_and_copies_it(tmp_path: Path) -> None:
    """From character to character; the other side, gutters and marks of wrapping are not in it."""
    text = "one two\n\tthree\nfour five six\n"
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    async with reviewing(root, block("four five six\n", "four 5 six\n"), size=(120, 30)) as user:
        view = _view(user)
        layout = view.row_layout
        assert layout is not None
        left, right = layout.gutter, layout.left + 1 + layout.gutter
        await _drag(user, (left + 4, 1), (left + 4, 3))
        assert "two\n\tthree\nfour" == user.app.clipboard
        assert "3 lines of the old side copied" in user.state
        await _drag(user, (right + 6, 3), (right, 2))
        assert "\tthree\nfour 5" == user.app.clipboard
        assert "2 lines of the new side copied" in user.state
        await _drag(user, (right + 2, 1), (right + 2, 1))
        assert view.selected_text == ""


async def test_a_click_in_the_gutter_reports_its_row(tmp_path: Path) -> None:
    """A click on a mark posts a message; a click on text does not."""
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})
    heard: list[int] = []

    async with reviewing(root, block("line 10\n", "x\n"), size=(120, 30)) as user:
        view = _view(user)
        post = view.post_message

        def listen(message: object) -> bool:
            if isinstance(message, DiffView.GutterClicked):
                heard.append(message.row)
            return post(message)  # type: ignore[arg-type]

        view.post_message = listen  # type: ignore[method-assign]
        await user.click(view.region.x + 2, view.region.y + 3)
        await user.click(view.region.x + 20, view.region.y + 4)
        assert [2] == heard
        assert 3 == view.cursor


async def test_a_click_before_the_first_frame_goes_to_its_row(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": TEXT})

    async with reviewing(root, block("line 10\n", "x\n"), size=(120, 30)) as user:
        view = _view(user)
        await user.pilot.click(offset=(view.region.x + 2, view.region.y + 3))
        await user.settle()
        assert 2 == view.cursor


async def test_syntax_is_highlighted_in_the_background(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No text changes by it, and both sides have it."""
    with monkeypatch.context() as never:
        never.setattr("editreview.tui.diff.view.SYNTAX_DELAY_S", 3600.0)
        async with reviewing(shop) as user:
            before = user.text
            colours = user.colours
            view = _view(user)
            assert (False, False) == internals.has_colours_of_code(view)
            never.undo()
            await user.highlight()
            assert (True, True) == internals.has_colours_of_code(view)
            assert before == user.text
            assert user.colours > colours
            assert isinstance(user.app, ReviewApp)


async def test_rows_of_another_size_are_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that is painted before its rows are arranged has none, instead of rows a cell wide."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n"})
    async with reviewing(root, block("one\n", "two\n"), size=(80, 24)) as user:
        assert "+two" in user.text
        with monkeypatch.context() as late:
            late.setattr(DiffView, "on_resize", lambda _: None)
            await user.resize(60, 24)
            assert "with block 1" in user.text
            assert "two" not in user.text
        await user.resize(70, 24)
        assert "+two" in user.text
