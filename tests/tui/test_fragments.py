"""Rows of the list that are no blocks: unreadable blocks, and code without a file."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from editreview.tui.signs import FragmentKind
from tests.builders import block, make_repository
from tests.tui.reviewing import Reviewing, reviewing

CUT = "a.txt\n```\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n```\n\n"
BROKEN = "a.txt\n```\n<<<<<<< SEARCH\ntwo\nTWO\n>>>>>>> REPLACE\n```\n\n"
CODE = "A helper:\n\n```python\nx = 1\n```\n"
FIRST = block("one\n", "1\n", "a.txt")


@pytest.fixture(autouse=True)
def _no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})


def current(user: Reviewing) -> int | None:
    return user.app.screen_stack[0].view.state.current  # type: ignore[attr-defined,no-any-return]


class TestUnreadable:
    async def test_it_is_a_row_and_shown_where_it_stands(self, root: Path) -> None:
        """Below the blocks, with its path and message; J and K go there, the counts leave it out."""
        async with reviewing(root, FIRST + CUT) as user:
            assert " UNREADABLE" in user.lines[4]
            assert " ! L9 a.txt: Missing" in user.lines[5]
            await user.press("J")
            assert "unreadable · L9–12 of the response" in user.text
            assert "r repairs it: add >>>>>>> REPLACE" in user.text
            assert "9     ▐ <<<<<<< SEARCH" in user.text
            assert "r repair  e edit  Y feedback" in user.hints
            assert (user.position, user.counts) == ("L9", "· 1")
            await user.press("K")
            assert 1 == current(user)

    async def test_a_plain_repair_makes_it_a_block(self, root: Path) -> None:
        """It is shown next, and undone as one step."""
        async with reviewing(root, FIRST + CUT) as user:
            await user.press("J", "r")
            assert 2 == current(user)
            assert "exact ✓ · 1 match · L2" in user.text
            assert "UNREADABLE" not in user.text
            assert [] == user.review.problems
            await user.press("u")
            assert [1] == [p.number for p in user.review.proposals]
            assert "UNREADABLE" in user.text
            await user.press("ctrl+r", "y", "y", "p")
            await user.wait_for(lambda: "2 blocks written" in user.state)
        assert "1\nTWO\nthree\n" == (root / "a.txt").read_text()

    async def test_without_a_plain_repair_its_text_is_edited(self, root: Path) -> None:
        """It stays unreadable as long as the edited text is; that text is what the next edit starts from."""
        async with reviewing(root, BROKEN) as user:
            assert "no readable edits: line 3" in user.state
            await user.press("r")
            assert "this block has no obvious repair" in user.state
            await user.press("y")
            assert "this block is unreadable: e edits its text" in user.state
            await user.press("e")
            area = user.app.screen.query_one(TextArea)
            area.text = area.text.replace("two\n", "two\n---\n")
            await user.press("ctrl+s")
            assert "still unreadable" in user.state
            await user.press("e")
            area = user.app.screen.query_one(TextArea)
            assert "---" in area.text
            area.text = area.text.replace("---", "=======")
            await user.press("ctrl+s")
            assert "read 1 block from line 3" in user.state
            assert ["a.txt"] == [p.path for p in user.review.proposals]

    async def test_a_correction_is_resumed(self, root: Path) -> None:
        """A review that was quit has the block again, with its decision."""
        from editreview.review import resume
        from editreview.workspace import Workspace

        async with reviewing(root, CUT) as user:
            await user.press("r", "y")
            user.app.worker.stop_saving(is_finished=False, current=None)
            resumed = resume(Workspace.open(root)).review
            resumed.read(CUT)
            assert [True] == [p.is_ready for p in resumed.accepted()]

    async def test_the_filter_lists_blocks_only(self, root: Path) -> None:
        async with reviewing(root, FIRST + CUT) as user:
            await user.press("f", "down", "enter")
            assert "UNREADABLE" not in user.text


class TestCode:
    async def test_code_without_a_file_is_given_to_one(self, root: Path) -> None:
        """O chooses the file, which is shown to place the code in."""
        async with reviewing(root, CODE) as user:
            assert "no edits found: O chooses a file for this code" in user.state
            assert " › L3 python, 1 line" in user.text
            await user.press("O", "enter")
            assert "place the code here" in user.text
            await user.press("G", "o")
            assert 1 == current(user)
            await user.press("y", "p")
            await user.wait_for(lambda: "1 block written" in user.state)
        assert "one\ntwo\nthree\nx = 1\n" == (root / "a.txt").read_text()

    async def test_a_new_path_makes_a_file_of_it(self, root: Path) -> None:
        async with reviewing(root, CODE) as user:
            await user.press("O", *"x.py", "enter")
            assert "new file" in user.text
            await user.press("u")
            assert [] == user.review.proposals
            assert [FragmentKind.CODE] == [
                each.kind
                for each in user.app.screen.session.outline.fragments  # type: ignore[attr-defined]
            ]

    async def test_it_is_no_block_to_decide(self, root: Path) -> None:
        async with reviewing(root, FIRST + CODE) as user:
            await user.press("J")
            for key in "ynDNsvmMEC":
                await user.press(key)
                assert "this code names no file: O chooses one" in user.state
            assert 0 == len(user.review.log)
            await user.press("o")
            assert "The response" in user.text


async def test_the_strip_has_the_rows_of_the_list_in_their_order(root: Path) -> None:
    """Also from a block, and where J goes next is to the right."""
    draft = "<think>\n" + block("two\n", "2\n", "a.txt") + "</think>\n"
    async with reviewing(root, draft + FIRST + CUT, size=(80, 24)) as user:
        seen = [user.lines[1].split("  a.txt")[0].split("  L")[0].rstrip()]
        for _ in range(2):
            await user.press("J")
            seen.append(user.lines[1])
        names = [[name.strip("[]") for name in line.split() if name[0] in "[·!◇"] for line in seen]
        assert [3, 3, 3] == list(map(len, names))
        assert names[0] == names[1] == names[2]
        assert [0, 1, 2] == [
            [name.startswith("[") for name in line.split() if name[0] in "[·!◇"].index(True) for line in seen
        ]
