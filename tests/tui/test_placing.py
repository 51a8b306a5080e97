"""Placing a block by hand: in another file, on marked lines, below a line, as the whole file."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.events import MouseDown, MouseMove, MouseUp

from editreview.errors import Reason
from editreview.text import Absent, Snapshot
from editreview.tui.diff.view import DiffView
from editreview.tui.screens.dialogs import rank_paths
from editreview.workspace import Workspace
from tests.builders import block, git, make_repository
from tests.tui.reviewing import Reviewing, reviewing

TEXT = "one\ntwo\nthree\nfour\n"
LOST = block("nowhere at all\n", "new\n", "a.txt")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": TEXT, "src/other.txt": "alpha of the file\nbeta\n"})


async def apply(user: Reviewing) -> None:
    """Accept the current block and write it."""
    await user.press("y", "p")
    await user.wait_for(lambda: "1 block written" in user.state)


class TestLines:
    async def test_a_block_replaces_the_lines_that_the_user_marks(self, root: Path) -> None:
        """F shows the file, v marks a range, enter replaces it; the usual diff follows."""
        async with reviewing(root, LOST) as user:
            assert "F places it by hand" in user.text
            await user.press("F")
            assert "place block 1 here" in user.text
            assert "places block 1: 1 line" in user.text
            assert "+ new" in user.text
            assert "F places it by hand" not in user.text
            assert "enter replace line  o insert below  v range  * whole file  esc back" in user.hints
            await user.press("j", "v", "j")
            assert 2 == sum("┃" in line for line in user.lines)
            await user.press("enter")
            assert "placed by you on lines 2–3" in user.text
            await apply(user)
        assert "one\nnew\nfour\n" == (root / "a.txt").read_text()

    @pytest.mark.parametrize("key", ["enter", "o", "*"])
    async def test_a_file_that_does_not_exist_is_created(self, root: Path, key: str) -> None:
        """It has no lines to choose from, so that each of the keys writes all of it."""
        missing = block("    old\n", "    new\n      lines\n", "src/missing.txt")
        async with reviewing(root, missing) as user:
            await user.press("F")
            assert "* creates the file" in user.state
            assert user.hints.startswith(" * create the file  esc back")
            assert "places block 1: 2 lines" in user.text
            await user.press(key)
            assert "new file ✓ · 2 lines" in user.text
            await apply(user)
        assert "    new\n      lines\n" == (root / "src/missing.txt").read_text()

    async def test_without_a_range_it_is_the_line_at_the_cursor(self, root: Path) -> None:
        async with reviewing(root, LOST) as user:
            await user.press("F", "G", "F")
            assert "placed by you on line 4" in user.text
            await user.press("u")
            assert Reason.NOT_FOUND is user.review.proposals[0].reason

    async def test_it_is_inserted_below_the_cursor(self, root: Path) -> None:
        async with reviewing(root, LOST) as user:
            await user.press("F", "j", "o")
            await apply(user)
        assert "one\ntwo\nnew\nthree\nfour\n" == (root / "a.txt").read_text()

    async def test_it_replaces_the_whole_file(self, root: Path) -> None:
        async with reviewing(root, LOST) as user:
            await user.press("F", "asterisk", "y")
            # Most of the file would be lost: that is asked for once.
            await user.press("y", "p")
            await user.wait_for(lambda: "1 block written" in user.state)
        assert "new\n" == (root / "a.txt").read_text()

    async def test_lines_are_marked_with_the_mouse(self, root: Path) -> None:
        async with reviewing(root, LOST) as user:
            await user.press("F")
            view = user.app.screen.query_one(DiffView)
            for event, y in ((MouseDown, 2), (MouseMove, 3), (MouseUp, 3)):
                at = view.region
                view.post_message(event(view, 20, y, 0, 0, 1, False, False, False, at.x + 20, at.y + y))
            await user.settle()
            assert (2, 3) == view.lines_in_range
            await user.press("enter")
            assert "placed by you on lines 2–3" in user.text

    async def test_escape_clears_the_range_then_goes_back(self, root: Path) -> None:
        async with reviewing(root, LOST) as user:
            await user.press("v", "j", "escape")
            assert "range cleared" in user.state
            assert "place block 1 here" in user.text
            await user.press("escape")
            assert "place block 1 here" not in user.text
            assert "F place " in user.hints

    async def test_the_dialog_of_force_leads_there(self, root: Path) -> None:
        """v in it chooses other lines than the nearest ones, where the cursor begins."""
        similar = block("one\ntwo\nthree!\nfour?\n", "new\n", "a.txt")
        async with reviewing(root, similar) as user:
            await user.press("F")
            assert "v choose other lines" in user.text
            await user.press("v", "enter")
            assert "placed by you on line 1" in user.text

    async def test_a_block_without_a_text_is_not_placed(self, root: Path) -> None:
        response = "*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch\n"
        async with reviewing(root, response) as user:
            await user.press("F")
            assert "this block has no text to place" in user.state


class TestFiles:
    async def test_the_definition_around_its_text_is_named(self, root: Path) -> None:
        (root / "shop.py").write_text("class Cart:\n  def total(self):\n    return self.sum_of_lines()\n")
        git(root, "add", "shop.py")
        response = block("    return self.sum_of_lines()\n", "    return 0\n", "../x.txt")
        async with reviewing(root, response) as user:
            await user.press("O")
            assert "has its text at line 3 · class Cart › def total" in user.text

    async def test_a_typed_path_will_do_if_git_cannot_list_the_files(self, root: Path) -> None:
        response = block("alpha of the file\n", "ALPHA\n", "../x.txt")
        async with reviewing(root, response) as user:
            (root / ".git/index").write_bytes(b"damaged")
            await user.press("O")
            await user.wait_for(lambda: "the files cannot be listed: git ls-files failed: " in user.text)
            await user.press(*"src/other.txt", "enter")
            assert ["src/other.txt"] == [p.path for p in user.review.proposals]

    async def test_all_blocks_of_a_path_go_to_the_chosen_file(self, root: Path) -> None:
        """Letters of a path find it; one undo takes all of them back."""
        response = block("alpha of the file\n", "ALPHA\n", "../x.txt") + block("beta\n", "BETA\n", "../x.txt")
        async with reviewing(root, response) as user:
            assert "O other file" in user.hints
            await user.press("O")
            assert "File for 2 blocks of ../x.txt" in user.text
            assert "has its text at line 1" in user.text
            await user.press("enter")
            assert "2 blocks now edit src/other.txt; u undoes it" in user.state
            assert ["src/other.txt"] * 2 == [p.path for p in user.review.proposals]
            await user.press("u")
            assert [Reason.OUTSIDE_ROOT] * 2 == [p.reason for p in user.review.proposals]

    async def test_a_digit_sends_all_blocks_of_a_missing_file(self, root: Path) -> None:
        (root / "src/third.txt").write_text("alpha\nbeta\nmuch longer line of this file\n")
        response = block("much longer line of this file\n", "ALPHA\n", "gone.cfg")
        async with reviewing(root, response + block("beta\n", "BETA\n", "gone.cfg")) as user:
            assert "press 1 to use" in user.text
            await user.press("1")
            assert ["src/third.txt"] * 2 == [p.path for p in user.review.proposals]

    async def test_a_new_path_makes_a_file_of_the_block(self, root: Path) -> None:
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O", *"docs/new.txt")
            assert "docs/new.txt  new file" in user.text
            await user.press("enter")
            await apply(user)
        assert "y\n" == (root / "docs/new.txt").read_text()

    async def test_a_path_that_may_not_be_edited_is_refused(self, root: Path) -> None:
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O", *".git/config", "enter")
            assert 0 == len(user.review.log)
            assert user.state

    async def test_no_file_is_read_on_the_main_thread(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that blocks, or code, are sent to is read by the worker, and placed on as it was shown."""
        readers: set[int] = set()
        read = Workspace.read

        def noted(workspace: Workspace, path: str) -> Snapshot | Absent:
            readers.add(threading.get_ident())
            return read(workspace, path)

        monkeypatch.setattr(Workspace, "read", noted)
        response = block("alpha of the file\n", "ALPHA\n", "../x.txt") + "\n```\nsome code\n```\n"
        async with reviewing(root, response) as user:
            await user.press("O", "enter")
            assert ["src/other.txt"] == [p.path for p in user.review.proposals]
            await user.press("J", "O", *"src/other", "enter", "o")
            assert 2 == len(user.review.proposals)

        assert readers
        assert threading.get_ident() not in readers

    async def test_a_similar_path_comes_after_a_new_one(self, root: Path) -> None:
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O", *"src/othr.txx")
            rows = [line for line in user.lines if "new file" in line or "similar name" in line]
            assert ["new file", "similar name"] == [" ".join(row.split()[-3:-1]) for row in rows]

    async def test_escape_changes_nothing(self, root: Path) -> None:
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O", "down", "up", "escape")
            assert 0 == len(user.review.log)

    async def test_in_a_large_tree_enter_waits_for_what_was_typed(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Many paths are ranked on a thread; the file chosen is the one for the whole text."""
        monkeypatch.setattr("editreview.tui.screens.dialogs._MAX_RANKED_AT_ONCE", 0)
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O")
            await user.type_ahead(*"other", "enter")
            assert ["src/other.txt"] == [p.path for p in user.review.proposals]

    async def test_a_dialog_that_closes_while_paths_are_ranked_leaves_the_review_alone(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ranked, may_end = threading.Event(), threading.Event()

        def slowly(query: str, paths: Sequence[str]) -> list[str]:
            ranked.set()
            assert may_end.wait(20)
            return list(paths)

        monkeypatch.setattr("editreview.tui.screens.dialogs._MAX_RANKED_AT_ONCE", 0)
        async with reviewing(root, block("x\n", "y\n", "../x.txt")) as user:
            await user.press("O")
            monkeypatch.setattr("editreview.tui.screens.dialogs.rank_paths", slowly)
            user.send_key("o")
            await user.wait_for(ranked.is_set)
            # As while the dialog closes: its widgets go before its workers.
            await user.app.screen.query("#finder").remove()
            may_end.set()
            await user.settle()
            user.app.pop_screen()
            await user.press("n")
            assert "rejected" in user.state


class TestRanking:
    PATHS = ("src/shop/cart.py", "src/shop/chart.py", "tests/test_cart.py", "README.md")

    @pytest.mark.parametrize(
        ("query", "first"),
        [("cart", "src/shop/cart.py"), ("sschart", "src/shop/chart.py"), ("rdme", "README.md")],
    )
    def test_the_best_match_comes_first(self, query: str, first: str) -> None:
        assert first == rank_paths(query, self.PATHS)[0]


async def test_a_range_in_a_file_without_lines_survives_another_size(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", {"empty.txt": ""})
    async with reviewing(root, block("old\n", "new\n", "empty.txt")) as user:
        await user.press("F", "v")
        await user.resize(60, 16)
        await user.press("enter", "y", "p")
    assert "new\n" == (root / "empty.txt").read_text()
