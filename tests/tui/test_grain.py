"""Deciding on hunks, single lines and ranges, with both sides beside each other or below."""

from pathlib import Path

import pytest

from editreview.review import Verdict
from editreview.tui.app import Settings
from tests.builders import block, make_repository
from tests.tui.reviewing import Reviewing, reviewing

OLD = "one = 1\ntwo = 2\nsame\nthree = 3\nfour = 4\nfive = 5\n"
NEW = "one = 10\ntwo = 20\nsame\nthree = 30\nfour = 40\nfive = 50\n"
EDIT = block(OLD, NEW)
"""Two hunks, of two rows and of three."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": OLD, "b.txt": "b\n"})


def marks(held: Reviewing) -> str:
    """The marks of the changed lines in sight, from the top."""
    found = [line.partition("▕")[2][:1] or line[:1] for line in held.lines]
    return "".join(mark for mark in found if mark in "■□◧▌" and mark)


def written(held: Reviewing, root: Path) -> str:
    return (root / "a.txt").read_text()


async def test_hunks_are_taken_in_and_out(root: Path) -> None:
    """s goes to the hunks; space toggles the one at the cursor and stays, enter goes on to the next."""
    async with reviewing(root, EDIT) as held:
        assert "▌▌▌▌▌" == marks(held)
        await held.press("s")
        assert "□□□□□" == marks(held)
        assert "hunks · hunk 1/2 · undecided · split" in held.state
        await held.press("space")
        assert "■■□□□" == marks(held)
        assert "2 of 5 rows included: y accepts" in held.state
        assert "2 of 5 rows included" in held.text
        await held.press("space", "enter")
        assert "hunk 2/2" in held.state
        await held.press("space")
        assert "■■■■■" == marks(held)
        await held.press("space", "y", "p")
        assert "one = 10\ntwo = 20\nsame\nthree = 3\nfour = 4\nfive = 5\n" == written(held, root)


async def test_a_click_on_the_mark_of_a_row_takes_it_in_and_out(root: Path) -> None:
    """Wherever the cursor was, and whatever level it had."""
    async with reviewing(root, EDIT) as held:
        y = next(y for y, line in enumerate(held.lines) if "two = 20" in line)
        x = held.lines[y].index("▌")
        await held.click(x, y)
        assert "□■□□□" == marks(held)
        await held.click(x, y)
        assert "nothing of block 1 is included: n rejects it" in held.state


async def test_a_hunk_of_which_some_is_in_says_so(root: Path) -> None:
    """With a glyph of its own, among the hunks; a toggle takes in the rest of it."""
    async with reviewing(root, EDIT) as held:
        await held.press("s", "s", "space", "escape")
        assert "◧□□□□" == marks(held)
        await held.press("space")
        assert "■■□□□" == marks(held)
        await held.press("space")
        assert "nothing of block 1 is included: n rejects it" in held.state


@pytest.mark.parametrize("layout", ["split", "unified"])
async def test_single_lines_are_taken_in_and_out(root: Path, layout: str) -> None:
    """enter goes on to the next line that changes; unified, both lines of a row are one."""
    async with reviewing(root, EDIT, settings=Settings(layout=layout)) as held:
        await held.press("s", "s")
        assert "single lines" in held.state
        await held.press("enter")
        if layout == "split":
            assert "■□□□□" == marks(held)
            await held.press("enter", "space", "y")
        else:
            assert "■□■□□□□□□□" == marks(held)
            await held.press("enter", "right_square_bracket", "space", "y")
        assert "every block is decided" in held.state
        await held.press("p")
        assert "one = 10\ntwo = 20\nsame\nthree = 30\nfour = 4\nfive = 5\n" == written(held, root)


async def test_a_range_is_decided_at_once(root: Path) -> None:
    """v begins it, y accepts it, n takes it out of the rest, escape gives it up."""
    async with reviewing(root, EDIT) as held:
        await held.press("v", "j", "j", "j")
        assert sum("┃−" in line for line in held.lines) == 3
        await held.press("escape")
        assert not any("┃−" in line for line in held.lines)
        await held.press("v", "k", "k", "n")
        assert "■□□■■" == marks(held)
        await held.press("u", "g", "v", "j", "y")
        assert "2 of 5 rows included: accepted" in held.state
        assert Verdict.ACCEPTED is held.review.verdict(held.review.proposals[0])
        await held.press("right_square_bracket", "v", "j", "space")
        assert "4 of 5 rows included: accepted" in held.state
        await held.press("p")
        assert "one = 10\ntwo = 20\nsame\nthree = 30\nfour = 40\nfive = 5\n" == written(held, root)


async def test_no_to_a_range_of_an_undecided_block_leaves_the_rest_in(root: Path) -> None:
    """And y takes just that rest."""
    async with reviewing(root, EDIT) as held:
        await held.press("v", "j", "n")
        assert "□□■■■" == marks(held)
        assert "3 of 5 rows included: y accepts" in held.state
        await held.press("y", "p")
        assert "one = 1\ntwo = 2\nsame\nthree = 30\nfour = 40\nfive = 50\n" == written(held, root)


async def test_escape_goes_out_again_and_another_block_begins_outside(root: Path) -> None:
    async with reviewing(root, EDIT + block("b\n", "B\n", "b.txt")) as held:
        await held.press("s", "s", "s")
        assert "already at single lines" in held.state
        await held.press("escape")
        assert "hunks" in held.state
        await held.press("escape")
        assert "whole block" in held.state
        assert "▌▌▌▌▌" == marks(held)
        await held.press("s", "J", "K")
        assert "▌▌▌▌▌" == marks(held)


async def test_every_step_can_be_taken_back_and_made_again(root: Path) -> None:
    async with reviewing(root, EDIT) as held:
        await held.press("s", "space", "enter", "enter")
        assert "□□■■■" == marks(held)
        await held.press("u")
        assert "□□□□□" == marks(held)
        await held.press("u")
        assert "■■□□□" == marks(held)
        await held.press("ctrl+r", "ctrl+r")
        assert "□□■■■" == marks(held)


async def test_a_part_stays_marked_when_the_block_is_taken_back(root: Path) -> None:
    """space outside of the rows takes the acceptance back and gives it again, the marks staying."""
    async with reviewing(root, EDIT) as held:
        await held.press("s", "space", "escape", "space")
        assert "block 1 accepted, 2 of 5 rows included" in held.state
        await held.press("space")
        assert "undecided again" in held.state
        assert "■■□□□" == marks(held)


async def test_what_is_safe_is_accepted_as_it_is_marked(root: Path) -> None:
    async with reviewing(root, EDIT) as held:
        await held.press("s", "space", "A", "p")
        assert "one = 10\ntwo = 20\nsame\nthree = 3\nfour = 4\nfive = 5\n" == written(held, root)


async def test_a_block_that_builds_on_a_part_is_placed_again(root: Path) -> None:
    """The second block needs a line of the first that is taken out."""
    async with reviewing(root, EDIT + block("two = 20\n", "two = 200\n")) as held:
        assert [(), (1,)] == [p.depends_on for p in held.review.proposals]
        await held.press("s", "s", "space")
        assert ["partly", "not-found"] == [
            "partly" if held.review.proposals[0].is_part else "whole",
            held.review.proposals[1].reason,
        ]
        await held.press("j", "space")
        assert held.review.proposals[1].is_ready


async def test_an_applied_block_stays_as_it_is(root: Path) -> None:
    """Its marks can be seen, and not be changed."""
    async with reviewing(root, EDIT) as held:
        await held.press("s", "space", "y", "p")
        await held.press("s")
        assert "this block is applied already" in held.state
        assert "■■□□□" == marks(held)
        await held.press("space", "v", "e")
        assert "this block is applied already" in held.state
        await held.press("u")
        assert "restored 1 file" in held.state
        assert "■■□□□" == marks(held)


async def test_a_deleted_file_is_decided_on_as_a_whole(root: Path) -> None:
    response = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n"
    async with reviewing(root, response) as held:
        await held.press("s")
        assert "a file is moved or deleted as a whole" in held.state
        await held.press("e")
        assert "a file is moved or deleted as a whole" in held.state


async def test_a_block_without_a_place_has_no_rows_to_take(root: Path) -> None:
    async with reviewing(root, block("nowhere\n", "x\n")) as held:
        await held.press("s")
        assert "it has no match" in held.state
        await held.press("v")
        assert "it has no match" in held.state


NEARLY = "def total(cart):\n    first = 1\n    second = 2\n    return first\n"
LIKE_IT = "def total(the_cart):\n    first = 1\n    second = 2\n    return first\n"


class TestWherePlacesAreChosen:
    """A block that goes where a person put it is decided on like any other."""

    async def test_a_forced_block_is_taken_in_parts(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "tree", {"a.py": NEARLY})
        wanted = LIKE_IT.replace("the_cart", "the_whole_cart, and_much_more")
        edit = block(wanted, wanted.replace("= 1", "= 10").replace("return first", "return second"), "a.py")
        async with reviewing(root, edit, size=(140, 40)) as held:
            await held.press("F", "y", "s", "space", "y", "p")
            assert "rows" in held.text
        assert NEARLY.replace("= 1", "= 10") == (root / "a.py").read_text()

    async def test_rows_are_taken_only_where_those_of_the_block_are_in_sight(self, root: Path) -> None:
        """The match has other rows, and so has what another choice would do."""
        response = block("one  = 1\ntwo = 2\n", "one = 10\ntwo = 20\n")
        async with reviewing(root, response) as held:
            await held.press("s", "M")
            assert "~" in held.text
            await held.press("space")
            assert "the rows of its change are not in sight" in held.state
            assert 0 == len(held.review.log)
            await held.press("M", "space")
            assert "1 of 2 rows included: y accepts" in held.state

    async def test_escape_closes_the_list_ends_the_range_and_then_goes_out(self, root: Path) -> None:
        async with reviewing(root, EDIT) as held:
            await held.press("v", "j", "m")
            assert "all matching attempts" in held.text
            assert 2 == sum("┃−" in line for line in held.lines)
            await held.press("escape")
            assert "all matching attempts" not in held.text
            assert 2 == sum("┃−" in line for line in held.lines)
            await held.press("escape")
            assert "no range any more" in held.state
            await held.press("escape")
            assert "hunks" in held.state
            await held.press("escape")
            assert "whole block" in held.state

    async def test_what_was_forgiven_and_what_is_in_are_read_beside_each_other(self, root: Path) -> None:
        async with reviewing(root, block("one  = 1\n", "one = 10\n")) as held:
            await held.press("s", "space")
            assert any("■  1 −~one = 1" in line for line in held.lines)
