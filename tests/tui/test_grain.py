"""Deciding on hunks, single lines and ranges, with both sides beside each other or below."""

from pathlib import Path

import pytest

from editreview.review import DiffLayout, Verdict
from editreview.tui.app import Settings
from editreview.tui.diff.view import DiffView
from tests.builders import block, make_repository
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

OLD = "one = 1\ntwo = 2\nsame\nthree = 3\nfour = 4\nfive = 5\n"
NEW = "one = 10\ntwo = 20\nsame\nthree = 30\nfour = 40\nfive = 50\n"
EDIT = block(OLD, NEW)
"""Two hunks, of two rows and of three."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": OLD, "b.txt": "b\n"})


def signs_in_sight(user: Reviewing) -> str:
    """The signs of inclusion of the changed lines in sight, from the top."""
    found = [line.partition("▕")[2][:1] or line[:1] for line in user.lines]
    return "".join(mark for mark in found if mark in "■□◧" and mark)


def targets(user: Reviewing) -> int:
    """The rows in sight that the next decision is about."""
    diff = user.app.screen_stack[0].query_one(DiffView)
    return internals.target_rows(diff)


def written(user: Reviewing, root: Path) -> str:
    return (root / "a.txt").read_text()


async def test_hunks_are_decided_one_by_one(root: Path) -> None:
    """All of a block is in at first; y and n decide on the hunk at the cursor and go to the next."""
    async with reviewing(root, EDIT) as user:
        assert "" == signs_in_sight(user)
        await user.press("s")
        assert "■■■■■" == signs_in_sight(user)
        assert "hunks · hunk 1/2 · undecided · split" in user.state
        await user.press("n")
        assert "□□■■■" == signs_in_sight(user)
        assert "3 of 5 rows of block 1 accepted" in user.state
        assert "hunk 2/2" in user.state
        await user.press("left_square_bracket", "y")
        assert "■■■■■" == signs_in_sight(user)
        assert "5 rows of block 1 accepted" in user.state
        await user.press("left_square_bracket", "n", "p")
        assert "one = 1\ntwo = 2\nsame\nthree = 30\nfour = 40\nfive = 50\n" == written(user, root)


async def test_after_the_last_hunk_comes_the_next_undecided_block(root: Path) -> None:
    async with reviewing(root, EDIT + block("b\n", "B\n", "b.txt")) as user:
        await user.press("s", "y", "n")
        assert "with block 2" in user.text
        assert "hunks" not in user.state
        first, second = user.review.proposals
        assert (Verdict.ACCEPTED, 2) == (user.review.verdict(first), len(first.rows or ()))
        assert Verdict.UNDECIDED is user.review.verdict(second)


async def test_space_switches_the_hunk_at_the_cursor_and_stays(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("s", "space")
        assert "□□■■■" == signs_in_sight(user)
        assert "hunk 1/2" in user.state
        await user.press("space")
        assert "■■■■■" == signs_in_sight(user)


async def test_stepping_in_and_out_changes_nothing(root: Path) -> None:
    """Whatever the decision was."""
    async with reviewing(root, EDIT) as user:
        await user.press("s", "s", "escape", "escape")
        assert 0 == len(user.review.log)
        await user.press("n")
        entries = len(user.review.log)
        await user.press("s")
        assert "■■■■■" == signs_in_sight(user)
        await user.press("escape")
        assert entries == len(user.review.log)
        assert Verdict.REJECTED is user.review.verdict(user.review.proposals[0])


async def test_a_block_of_which_nothing_is_in_is_rejected(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("s", "n", "n")
        assert Verdict.REJECTED is user.review.verdict(user.review.proposals[0])
        assert "" == signs_in_sight(user)


async def test_a_click_on_the_mark_of_a_row_excludes_or_includes_it(root: Path) -> None:
    """Wherever the cursor was, and whatever level it had."""
    async with reviewing(root, EDIT) as user:
        y = next(y for y, line in enumerate(user.lines) if "two = 20" in line)
        x = user.lines[y].index("2−")
        await user.click(x, y)
        assert "■□■■■" == signs_in_sight(user)
        await user.click(x, y)
        assert "■■■■■" == signs_in_sight(user)


async def test_a_click_on_the_gutter_of_an_unchanged_row_selects_nothing(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        y = next(y for y, line in enumerate(user.lines) if "same" in line)
        x = user.lines[y - 1].index("2−")
        await user.click(x, y)
        assert "there is no changed line here" in user.state
        await user.press("y")
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])


async def test_a_partly_included_hunk_is_marked(root: Path) -> None:
    """With a glyph of its own, among the hunks; a toggle takes in the rest of it."""
    async with reviewing(root, EDIT) as user:
        await user.press("s", "s", "space", "escape")
        assert "◧■■■■" == signs_in_sight(user)
        await user.press("space")
        assert "■■■■■" == signs_in_sight(user)


@pytest.mark.parametrize("layout", [DiffLayout.SPLIT, DiffLayout.UNIFIED])
async def test_single_lines_are_decided_one_by_one(root: Path, layout: DiffLayout) -> None:
    """Unified, both lines of a row are one."""
    async with reviewing(root, EDIT, settings=Settings(layout=layout)) as user:
        await user.press("s", "s")
        assert "single lines" in user.state
        await user.press("y", "n")
        assert ("■□■■■" if layout == "split" else "■□■□■■■■■■") == signs_in_sight(user)
        await user.press("y", "n", "n")
        assert "every block is decided" in user.state
        await user.press("p")
        assert "one = 10\ntwo = 2\nsame\nthree = 30\nfour = 4\nfive = 5\n" == written(user, root)


async def test_a_range_is_decided_at_once(root: Path) -> None:
    """v begins it, y accepts just it, n takes it out of the rest, escape gives it up."""
    async with reviewing(root, EDIT) as user:
        await user.press("v", "j", "j", "j")
        assert targets(user) == 3
        await user.press("escape")
        assert not targets(user)
        await user.press("v", "k", "k", "n")
        assert "■□□■■" == signs_in_sight(user)
        await user.press("u", "g", "v", "j", "y")
        assert "2 of 5 rows of block 1 accepted" in user.state
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])
        await user.press("g", "right_square_bracket", "v", "j", "space")
        assert "4 of 5 rows of block 1 accepted" in user.state
        await user.press("p")
        assert "one = 10\ntwo = 20\nsame\nthree = 30\nfour = 40\nfive = 5\n" == written(user, root)


async def test_rejecting_a_range_of_an_undecided_block_accepts_the_rest(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("v", "j", "n")
        assert "□□■■■" == signs_in_sight(user)
        assert "3 of 5 rows of block 1 accepted" in user.state
        await user.press("p")
        assert "one = 1\ntwo = 2\nsame\nthree = 30\nfour = 40\nfive = 50\n" == written(user, root)


async def test_escape_leaves_the_diff_and_another_block_begins_outside(root: Path) -> None:
    async with reviewing(root, EDIT + block("b\n", "B\n", "b.txt")) as user:
        await user.press("s", "s", "s")
        assert "already at single lines" in user.state
        await user.press("escape")
        assert "hunks" in user.state
        await user.press("escape")
        assert "whole block" in user.state
        assert "" == signs_in_sight(user)
        await user.press("s", "J", "K")
        assert "" == signs_in_sight(user)


async def test_every_step_can_be_undone_and_redone(root: Path) -> None:
    async with reviewing(root, EDIT) as user:
        await user.press("s", "s", "n", "y", "n")
        assert "□■□■■" == signs_in_sight(user)
        await user.press("u")
        assert "□■■■■" == signs_in_sight(user)
        await user.press("u", "u")
        assert "■■■■■" == signs_in_sight(user)
        assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])
        await user.press("ctrl+r", "ctrl+r", "ctrl+r")
        assert "□■□■■" == signs_in_sight(user)


async def test_a_partial_selection_stays_when_the_block_is_undone(root: Path) -> None:
    """space outside of the rows takes the acceptance back and gives it again, the selection staying."""
    async with reviewing(root, EDIT) as user:
        await user.press("s", "right_square_bracket", "space", "escape", "space")
        assert "undecided again" in user.state
        assert "■■□□□" == signs_in_sight(user)
        await user.press("space")
        assert "block 1 accepted, 2 of 5 rows included" in user.state


async def test_a_block_that_builds_on_a_part_is_matched_again(root: Path) -> None:
    """The second block needs a line of the first that is taken out."""
    async with reviewing(root, EDIT + block("two = 20\n", "two = 200\n")) as user:
        assert [(), (1,)] == [p.depends_on for p in user.review.proposals]
        await user.press("s", "s", "j", "space")
        assert ["partly", "not-found"] == [
            "partly" if user.review.proposals[0].is_part else "whole",
            user.review.proposals[1].reason,
        ]
        await user.press("space")
        assert user.review.proposals[1].is_ready


async def test_an_applied_block_does_not_change(root: Path) -> None:
    """Its selection can be seen, and not be changed."""
    async with reviewing(root, EDIT) as user:
        await user.press("s", "y", "n", "p")
        await user.press("s")
        assert "this block is already applied" in user.state
        assert "■■□□□" == signs_in_sight(user)
        await user.press("space", "v", "e")
        assert "this block is already applied" in user.state
        await user.press("u")
        assert "restored 1 file" in user.state
        assert "■■□□□" == signs_in_sight(user)


async def test_a_deleted_file_is_decided_on_as_a_whole(root: Path) -> None:
    response = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n"
    async with reviewing(root, response) as user:
        await user.press("s")
        assert "a block that moves or deletes a file has no lines to choose or edit" in user.state
        await user.press("e")
        assert "a block that moves or deletes a file has no lines to choose or edit" in user.state


async def test_a_block_without_a_match_has_no_rows_to_include(root: Path) -> None:
    async with reviewing(root, block("nowhere\n", "x\n")) as user:
        await user.press("s")
        assert "this block has no match" in user.state
        await user.press("v")
        assert "place block 1 here" in user.text


NEARLY = "def total(cart):\n    first = 1\n    second = 2\n    return first\n"
LIKE_IT = "def total(the_cart):\n    first = 1\n    second = 2\n    return first\n"


class TestChoosingMatches:
    """A block that goes where the user put it is decided on like any other."""

    async def test_a_forced_block_can_be_accepted_in_part(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "tree", {"a.py": NEARLY})
        wanted = LIKE_IT.replace("the_cart", "the_whole_cart, and_much_more")
        edit = block(wanted, wanted.replace("= 1", "= 10").replace("return first", "return second"), "a.py")
        async with reviewing(root, edit, size=(140, 40)) as user:
            await user.press("F", "y", "s", "y", "n", "p")
            assert "rows" in user.text
        assert NEARLY.replace("= 1", "= 10") == (root / "a.py").read_text()

    async def test_rows_are_included_only_while_the_block_is_shown(self, root: Path) -> None:
        """The match has other rows, and so has what another choice would do."""
        response = block("one  = 1\ntwo = 2\n", "one = 10\ntwo = 20\n")
        async with reviewing(root, response) as user:
            await user.press("s", "M")
            assert "~" in user.text
            await user.press("space")
            assert "the changed lines are not visible" in user.state
            assert 0 == len(user.review.log)
            await user.press("M", "space")
            assert "1 of 2 rows of block 1 accepted" in user.state

    async def test_escape_closes_the_list_then_ends_the_range_then_leaves_the_diff(self, root: Path) -> None:
        async with reviewing(root, EDIT) as user:
            await user.press("v", "j", "m")
            assert "all matching attempts" in user.text
            assert 2 == targets(user)
            await user.press("escape")
            assert "all matching attempts" not in user.text
            assert 2 == targets(user)
            await user.press("escape")
            assert "range cleared" in user.state
            await user.press("escape")
            assert "hunks" in user.state
            await user.press("escape")
            assert "whole block" in user.state

    async def test_ignored_differences_and_inclusion_are_both_readable(self, root: Path) -> None:
        """One in the gutter, and both in words while the cursor is there."""
        async with reviewing(root, block("one  = 1\n", "one = 10\n"), size=(160, 40)) as user:
            assert any("~1−one = 1" in line for line in user.lines)
            assert "~ differs from the block in inner whitespace" in user.state
            await user.press("s")
            assert any("■1−one = 1" in line for line in user.lines)
            await user.press("j", "k")
            assert "■ included, ~ differs from the block in inner whitespace" in user.state


async def test_a_block_that_was_written_is_whole_again(root: Path) -> None:
    """The keys below the results are those that follow a write."""
    async with reviewing(root, EDIT, size=(120, 30)) as user:
        await user.press("s", "s", "n", "S")
        assert "1 block written" in user.state
        assert "single lines" not in user.state
        assert user.hints.startswith(" c commit")


async def test_excluded_lines_have_no_colour_of_a_change_and_no_number(root: Path) -> None:
    """The numbers below are those of the file as it would be written."""
    async with reviewing(root, block("two = 2\nsame\n", "two = 2\nnew\nolder\nsame\n")) as user:
        await user.press("s", "s", "n")
        assert ["□+new", "■3+older", "34same"] == [
            "".join(line.partition("▕")[2].split())
            for line in user.lines
            if line.endswith(("new", "older", "same"))
        ]
        assert "with a part of block 1" in user.text
        (excluded,) = [y for y, line in enumerate(user.lines) if line.endswith("new")]
        (included,) = [y for y, line in enumerate(user.lines) if line.endswith("older")]
        code = ("new", "older")
        backgrounds = [
            {each.style and each.style.bgcolor for each in user.strips()[y] if each.text.strip() in code}
            for y in (excluded, included)
        ]
        assert backgrounds[0] != backgrounds[1]
        assert {user.app.screen.query_one(DiffView).palette.dim.bgcolor} == backgrounds[0]


async def test_in_one_column_both_lines_that_a_key_decides_on_are_marked(root: Path) -> None:
    async with reviewing(root, EDIT, size=(80, 24)) as user:
        await user.press("s", "s")
        assert 2 == targets(user)
        await user.press("j")
        assert 2 == targets(user)
