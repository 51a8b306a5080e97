"""Blocks accepted in spite of a warning or a mark: their signs, and their names before a commit and after."""

from pathlib import Path

import pytest

from tests.builders import block, make_repository
from tests.tui.reviewing import Reviewing, reviewing

CODE = "def price():\n    return 1\n"
TEST = "def test_price():\n    assert price() == 1\n"
RESPONSES = (
    block("    assert price() == 1\n", "    price()\n", "test_a.py"),
    block("def price():\n", "def price(:\n", "a.py"),
    block("one\ntwo\n", "1\n2\n", "b.txt"),
)
RESPONSE = "".join(RESPONSES)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.py": CODE, "test_a.py": TEST, "b.txt": "one\ntwo\n"})


async def _reviewed(user: Reviewing, number: int) -> None:
    """The checks have found something about a block."""
    await user.wait_for(lambda: bool(user.review.proposals[number - 1].warnings))
    await user.settle()


async def test_a_narrow_list_has_the_signs_of_findings_before_the_counts(tmp_path: Path) -> None:
    long = [f"    {n} = {'x' * 38}\n" for n in "abcdefghij"]
    root = make_repository(tmp_path / "tree", {"a.py": CODE + "".join(long)})
    edit = block("".join(long), "".join(line.replace("x", "y") for line in long), "a.py")
    async with reviewing(root, edit + RESPONSES[1], size=(120, 30)) as user:
        await _reviewed(user, 2)
        await user.press("J", "y", "K")
        assert " ✓ 2△ +1 −1▕" in user.text
        await user.resize(80, 24)
        assert "[·1] ✓2△" in user.lines[1]
        assert "block 2: accepted" in await user.rest(user.lines[1].index("✓2"), 1)


async def test_the_outcome_and_the_commit_dialog_name_accepted_findings(root: Path) -> None:
    """Before and after the blocks are written, those with warnings first."""
    async with reviewing(root, RESPONSE) as user:
        await user.press("A", "y", "c")
        assert "Apply, stage and commit 3 files" in user.text
        assert "△ 2  a.py: introduces a syntax error: line 1:" in user.text
        assert "• 1  test_a.py: removes 1 assertion" in user.text
        assert "b.txt:" not in user.text
        await user.press("escape", "S")
        assert "Accepted with a warning or a mark" in user.text
        (warned,) = [y for y, line in enumerate(user.lines) if "△ 2  a.py: introduces a syntax" in line]
        (marked,) = [y for y, line in enumerate(user.lines) if "• 1  test_a.py: removes 1 asser" in line]
        assert warned < marked
        await user.press("c")
        assert "Commit 3 files" in user.text
        assert 2 == user.text.count("△ 2  a.py: introduces a syntax error: line 1:")


async def test_the_path_is_named_once(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {".env": "A=1\n"})
    async with reviewing(root, block("A=1\n", "A=2\n", ".env")) as user:
        await user.press("y", "p")
        assert "△ 1  .env: may contain secrets" in user.text


async def test_of_many_the_commit_dialog_names_the_first(tmp_path: Path) -> None:
    files = {f"{n}.py": CODE for n in range(6)}
    root = make_repository(tmp_path / "tree", files)
    edits = [block("def price():\n", "def price(:\n", path) for path in files]
    async with reviewing(root, "".join(edits)) as user:
        await _reviewed(user, 6)
        await user.press(*"yyyyyy", "c")
        assert "△ 3  2.py: introduces a syntax error" in user.text
        assert "and 3 more blocks with a warning or a mark" in user.text


async def test_a_partly_accepted_block_has_a_sign_of_its_own(root: Path) -> None:
    async with reviewing(root, RESPONSE) as user:
        await user.press("J", "J", "s", "s", "n", "escape", "escape")
        assert "◧ 3 +2 −1" in user.text
        assert "◧ 1" in user.header
        assert "partly accepted" in user.state
        await user.press("p")
        assert "● 3 ◧ +2 −1" in user.text


async def test_the_way_to_accept_a_block_is_not_named_once_it_is_accepted(root: Path) -> None:
    async with reviewing(root, RESPONSE) as user:
        await _reviewed(user, 2)
        await user.press("J")
        assert "y accepts it" in user.text
        await user.press("space")
        assert "introduces a syntax error" in user.text
        assert "y accepts it" not in user.text
        await user.press("p", "j")
        assert "y accepts it" not in user.text
