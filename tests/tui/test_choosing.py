"""Blocks that go where the user wants them: by force, by other text to look for, into another file."""

from pathlib import Path

import pytest

from editreview.review import Verdict
from tests.builders import block, make_repository, make_tree
from tests.tui.reviewing import Reviewing, reviewing

OLDER = (
    "def total(cart):\n    subtotal = cart.subtotal\n    tax = subtotal * RATE\n    return subtotal + tax\n"
)
WANTED = OLDER.replace("RATE", "cart.rate").replace("def total(cart)", "def whole_total(the_cart, rates)")
RESPONSE = block(WANTED, WANTED.replace("return subtotal + tax", "return round(subtotal + tax)"), "a.py")


async def type_text(user: Reviewing, text: str) -> None:
    await user.pilot.press(*text)
    await user.settle()


async def test_a_block_is_forced_on_the_lines_in_sight(tmp_path: Path) -> None:
    """It asks and shows what becomes of each line; esc leaves all as it is; y is still to be said."""
    root = make_repository(tmp_path / "tree", {"a.py": f"import x\n\n\n{OLDER}"})
    async with reviewing(root, RESPONSE, size=(140, 40)) as user:
        assert "nearest L4–7" in user.lines[1]
        await user.press("F")
        assert "Force block 1 on L4–7 of a.py?" in user.text
        assert "keep 3 lines, delete 1 line, add 1 line" in user.text
        assert "    7 −     return subtotal + tax" in user.text
        assert "      +     return round(subtotal + tax)" in user.text
        await user.press("escape")
        assert 0 == len(user.review.log)
        await user.press("F", "y")
        assert "forced on these lines: y accepts, u undoes it" in user.state
        assert " ≈ forced · 1 match · L4–7" in user.lines[1]
        assert "△ forced: these lines differ from its search text" in user.text
        await user.press("u")
        assert "no match" in user.lines[1]
        await user.press("ctrl+r", "y", "p")
        assert OLDER.replace("subtotal + tax", "round(subtotal + tax)") in (root / "a.py").read_text()


async def test_a_block_with_a_match_is_not_forced(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n"})
    async with reviewing(tmp_path, block("a\n", "A\n") + block("never there\n", "b\n")) as user:
        await user.press("F")
        assert "this block has a match, so it need not be forced" in user.state
        await user.press("J", "F")
        assert "place block 2 here" in user.text
        await user.press("escape", "y")
        assert "this block has no match: F places it by hand, ctrl+e edits its search text" in user.state


async def test_the_next_nearest_lines_can_be_shown_and_forced(tmp_path: Path) -> None:
    """A digit brings them into sight, in the list as well; F means those in sight."""
    there = "the value is one\n\nthe values are one\n\nthe value was sun\n"
    root = make_repository(tmp_path / "tree", {"a.txt": there})
    async with reviewing(root, block("the value is two\n", "the value is 2\n"), size=(140, 40)) as user:
        await user.press("2")
        assert "similar lines: F forces the block on them" in user.state
        assert " 1 L1 [2 L5] 3 L3" in user.lines[2]
        assert " 5≠the value was sun" in user.text
        await user.press("full_stop", "g", "F", "y", "escape", "y", "p")
        assert there.replace("the value is one", "the value is 2") == (root / "a.txt").read_text()


async def test_the_search_text_can_be_edited_and_the_block_is_matched_again(tmp_path: Path) -> None:
    """u gives the block its own text back; the block says that it looks for other text."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})
    async with reviewing(root, block("wto\n", "2\n"), size=(140, 40)) as user:
        await user.press("ctrl+e")
        assert "Search text of block 1: its SEARCH" in user.text
        await user.press("delete", "delete")
        await type_text(user, "tw")
        await user.press("ctrl+s")
        assert "found with the edited search text: u undoes it" in user.state
        assert " exact ✓ · 1 match · L2" in user.lines[1]
        assert "△ search text edited by you" in user.text
        await user.press("u")
        assert "SEARCH not found" in user.lines[2]
        await user.press("ctrl+r", "y", "p")
        assert "one\n2\n" == (root / "a.txt").read_text()


async def test_the_search_text_stays_if_it_is_unchanged_or_has_control_characters(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n"})
    response = block("b\n", "c\n") + block("\x1b]52;c;aGk=\x07\n", "x\n") + block("", "y\n", "new.txt")
    async with reviewing(tmp_path, response) as user:
        await user.press("ctrl+e", "ctrl+s", "ctrl+e", "escape")
        assert 0 == len(user.review.log)
        await user.press("ctrl+e", "delete", "ctrl+s")
        assert "the search text must not be empty" in user.text
        await user.press("escape", "escape", "J", "ctrl+e")
        assert "the search text cannot be edited" in user.state
        await user.press("J", "ctrl+e")
        assert "this block has no search text" in user.state


async def test_a_block_can_be_moved_to_the_file_that_has_its_text(tmp_path: Path) -> None:
    """By its digit; the path is said to be corrected; u undoes it to its own file."""
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "the value is sixfold by now\n"})
    async with reviewing(root, block("the value is sixfold by now\n", "x\n"), size=(140, 40)) as user:
        assert "in b.txt at line 1" in user.lines[2]
        assert " · press 1 to use b.txt" in user.lines[2]
        await user.press("1")
        assert "block 1 now edits b.txt; u undoes it" in user.state
        assert "△ a.txt → b.txt: chosen by you" in user.text
        assert " exact ✓ · 1 match · L1" in user.lines[1]
        await user.press("u")
        assert "SEARCH not found" in user.lines[2]
        await user.press("full_stop")
        assert "1 b.txt L1  contains its text: enter uses this file" in user.text
        await user.press("enter", "escape", "y", "p")
        assert ["a\n", "x\n"] == [(root / name).read_text() for name in ("a.txt", "b.txt")]


class TestTypeAhead:
    """A digit and a yes within milliseconds: the yes comes before what was chosen is on the screen."""

    @pytest.mark.parametrize("digit", ["2", "asterisk"])
    async def test_it_accepts_nothing_that_was_not_painted(self, tmp_path: Path, digit: str) -> None:
        """The same key again takes it: by then it was painted."""
        make_tree(tmp_path, {"a.txt": "a\nb\na\n"})
        async with reviewing(tmp_path, block("a\n", "A\n")) as user:
            await user.type_ahead(digit, "y")
            assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])
            assert "The preview changed. Check it, then accept again." in user.state
            await user.press("y", "p")
        assert ("a\nb\nA\n" if digit == "2" else "A\nb\nA\n") == (tmp_path / "a.txt").read_text()

    async def test_no_row_that_was_not_painted_is_excluded(self, tmp_path: Path) -> None:
        """The rows under the cursor are those of the old place until the new one is planned."""
        make_tree(tmp_path, {"a.txt": "a\nx\nb\na\nx\n"})
        async with reviewing(tmp_path, block("a\nx\n", "A\nX\n")) as user:
            await user.press("1", "s")
            assert "single lines" in user.state
            await user.type_ahead("2", "space")
            assert "The preview changed" in user.state
            assert user.review.log[user.review.proposals[0].key].rows is None
            await user.press("right_square_bracket", "space")
            assert frozenset({1, 2, 3}) == user.review.log[user.review.proposals[0].key].rows


async def test_another_match_of_a_block_accepted_in_part_drops_its_lines_with_a_message(
    tmp_path: Path,
) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nother\none\ntwo\n"})
    async with reviewing(root, block("one\ntwo\n", "1\n2\n")) as user:
        await user.press("1", "s", "n")
        assert "3 of 4 rows of block 1 accepted" in user.state
        await user.press("2")
        assert "the lines that you chose in it no longer count" in user.state
        await user.press("1")
        assert "no longer count" not in user.state
