"""Yes, no, and taking it back."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import Review, Verdict
from editreview.tui.app import Settings
from tests.builders import block, make_repository, make_tree
from tests.tui.reviewing import Reviewing, reviewing


def _verdicts(user: Reviewing) -> list[str]:
    return [user.review.verdict(proposal).value[0] for proposal in user.review.proposals]


async def test_a_decision_is_counted_and_selects_the_next_undecided_block(shop: Path) -> None:
    """y and n decide and go on, past blocks that are decided, and around the end."""
    async with reviewing(shop) as user:
        assert (user.position, user.counts) == ("1/9", "· 5  ≈ 2  ? 1  ! 1")
        await user.press("y")
        assert (user.position, user.counts) == ("2/9", "✓ 1  · 4  ≈ 2  ? 1  ! 1")
        assert "block 1 accepted" in user.state
        await user.press("J", "n")
        assert (user.position, user.counts) == ("4/9", "✓ 1  ✗ 1  · 3  ≈ 2  ? 1  ! 1")
        assert "block 3 rejected" in user.state
        await user.press("J", "J", "J", "J", "n")
        assert "9/9" != user.position, "a block without a place waits until the others are decided"
        await user.press("y", "y", "y", "y", "n", "n")
        assert "every block is decided: p applies, S applies and stages, c commits" in user.state
        assert (user.position, user.counts) == ("9/9", "✓ 5  ✗ 4")


async def test_space_and_enter_undo_an_acceptance(shop: Path) -> None:
    """Space stays; enter in the list goes to the diff, and in the diff it toggles and goes on."""
    async with reviewing(shop) as user:
        await user.press("space")
        assert (user.position, user.counts) == ("1/9", "✓ 1  · 4  ≈ 2  ? 1  ! 1")
        await user.press("space")
        assert (user.position, user.counts) == ("1/9", "· 5  ≈ 2  ? 1  ! 1")
        assert "block 1 is undecided again" in user.state
        await user.press("tab", "j", "enter")
        assert "j and k move in the diff" in user.state
        assert (user.position, user.counts) == ("2/9", "· 5  ≈ 2  ? 1  ! 1")
        await user.press("enter")
        assert (user.position, user.counts) == ("3/9", "✓ 1  · 4  ≈ 2  ? 1  ! 1")


async def test_a_rejection_may_have_a_reason(shop: Path) -> None:
    """N asks why; escape goes back without deciding."""
    async with reviewing(shop) as user:
        await user.press("N")
        assert "Why is block 1 rejected?" in user.text
        await user.press("escape")
        assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])
        await user.press("N", *"not now", "enter")
        assert "block 1 rejected" in user.state
        await user.press("K")
        assert " rejected: not now" in user.text
        assert "not now" == user.review.decision(user.review.proposals[0]).reason


async def test_all_safe_blocks_are_accepted_at_once(tmp_path: Path) -> None:
    """A leaves blocks with warnings, with several matches or with none; one u undoes all of it."""
    root = make_repository(
        tmp_path / "tree",
        {"a.txt": "one\ntwo  \ntwin\ntwin\nagain\nagain\n", "b.txt": "one\n"},
    )
    response = (
        block("one\n", "1\n")
        + block("two\n", "2\n")
        + block("twin\n", "TWIN\n") * 2
        + block("again\n", "AGAIN\n")
        + block("nowhere at all\n", "x\n")
        + block("one\n", "1\n", "b.txt")
    )
    async with reviewing(root, response) as user:
        assert (user.position, user.counts) == ("1/7", "· 2  ≈ 1  △ 2  ? 1  ! 1")
        await user.press("a")
        assert "accepted all 2 safe blocks in a.txt; left 4: " in user.state
        assert ["a", "a", "u", "u", "u", "u", "u"] == _verdicts(user)
        await user.press("A")
        assert "accepted 1 safe block; left 4: " in user.state
        assert ["a", "a", "u", "u", "u", "u", "a"] == _verdicts(user)
        await user.press("u")
        assert ["a", "a", "u", "u", "u", "u", "u"] == _verdicts(user)
        await user.press("u")
        assert ["u"] * 7 == _verdicts(user)
        await user.press("u")
        assert "nothing to undo" in user.state
        await user.press("ctrl+r", "ctrl+r")
        assert ["a", "a", "u", "u", "u", "u", "a"] == _verdicts(user)
        await user.press("ctrl+r")
        assert "nothing to redo" in user.state
        await user.press("left_curly_bracket", "D")
        assert "4 blocks rejected in a.txt" in user.state
        assert user.header.endswith("✓ 3  ✗ 4")


async def test_with_accept_exact_a_tolerant_match_is_not_accepted(shop: Path) -> None:
    """--accept says how far A goes."""
    async with reviewing(shop, settings=Settings(accept=Tier.EXACT)) as user:
        await user.press("A")
        assert "accepted all 5 safe blocks; left 4: " in user.state
        assert user.header.endswith("✓ 5  ≈ 2  ? 1  ! 1")


async def test_a_block_that_builds_on_a_rejected_one_is_matched_again(shop: Path) -> None:
    """The third block edits the file that the second creates: with that rejected it has no file."""
    async with reviewing(shop) as user:
        await user.press("J", "J")
        assert "depends on block 2" in user.text
        assert "shop/coupons.py after block 2" in user.text
        await user.press("y")
        assert user.header.endswith("✓ 1  · 4  ≈ 2  ? 1  ! 1")
        await user.press("K", "K", "n")
        assert (user.position, user.counts) == ("4/9", "✗ 1  · 3  ≈ 2  ? 1  ! 2")
        await user.press("K")
        assert (user.position, user.counts) == ("3/9", "✗ 1  · 3  ≈ 2  ? 1  ! 2")
        assert "needs block 2, which you rejected" in user.text
        await user.press("y")
        assert "needs block 2, which you rejected" in user.state
        await user.press("u")
        assert (user.position, user.counts) == ("2/9", "✓ 1  · 4  ≈ 2  ? 1  ! 1")


@pytest.mark.parametrize("size", [1, 20], ids=["short", "long"])
async def test_a_block_that_introduces_a_syntax_error_is_not_safe(tmp_path: Path, size: int) -> None:
    """A looks for that first, whatever that takes; y goes all the same."""
    root = make_repository(tmp_path / "tree", {"a.py": "one = 1\n" + "x = 2\n" * 2_000 * size + "two = 2\n"})
    response = block("one = 1\n", "one = (1\n", "a.py") + block("two = 2\n", "two = 3\n", "a.py")
    async with reviewing(root, response) as user:
        await user.press("A")
        assert "accepted 1 safe block; left 1: " in user.state
        assert "introduces a syntax error: line 1: '(' was never closed" in user.text
        await user.press("y")
        assert ["a", "a"] == _verdicts(user)


async def test_diagnoses_are_computed_in_idle_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list then shows the warning."""
    root = make_repository(tmp_path / "tree", {"a.py": "one = 1\n"})
    with monkeypatch.context() as unhurried:
        unhurried.setattr(Review, "unchecked", lambda _: {})
        async with reviewing(root, block("one = 1\n", "one = (1\n", "a.py")) as user:
            assert (user.position, user.counts) == ("1/1", "· 1")
            unhurried.undo()
            await user.settle()
            await user.wait_for(lambda: (user.position, user.counts) == ("1/1", "△ 1"))
            assert "introduces a syntax error" in user.text


@pytest.mark.parametrize("keys", [(), ("A",)], ids=["idle", "accept-safe"])
async def test_a_warning_found_after_acceptance_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    """A block accepted before the check was done; a yes with the warning in sight stays."""
    root = make_repository(tmp_path / "tree", {"a.py": "one = 1\n", "b.py": "two = 2\n"})
    response = block("one = 1\n", "one = (1\n", "a.py") + block("two = 2\n", "two = 3\n", "b.py")
    reopened = "block 1 is undecided again: new warning: introduces a syntax error"
    # On a slow machine the pause after which blocks are checked would be over before the key is pressed.
    with monkeypatch.context() as unhurried:
        unhurried.setattr(Review, "unchecked", lambda _: {})
        async with reviewing(root, response) as user:
            await user.press("y")
            unhurried.undo()
            await user.press(*keys)
            await user.settle()
            await user.wait_for(lambda: reopened in user.state)
            assert ["u", "a" if keys else "u"] == _verdicts(user)
            if keys:
                assert "; accepted 1 safe block" in user.state
            await user.press("K", "y")
            assert "a" == _verdicts(user)[0]
            await user.press("A")
            assert ["a", "a"] == _verdicts(user)


async def test_the_first_yes_to_a_block_of_a_foreign_root_confirms_it_for_all(tmp_path: Path) -> None:
    """The others have no warning any more, so A accepts them; one u takes both back."""
    text = "def first():\n    return 1\n"
    make_tree(tmp_path, {"src/a.py": text})
    response = block(text, "def first():\n    return 2\n", "/w/repo/src/a.py")
    response += block("", "new\n", "/w/repo/b.txt") + block("", "new\n", "/w/repo/c.txt")
    async with reviewing(tmp_path, response) as user:
        assert "/w/repo/src/a.py → src/a.py" in user.text
        await user.press("A")
        assert "nothing was safe to accept" in user.state
        await user.press("y")
        assert "block 1 accepted; from now on /w/repo in a path means the root of this tree" in user.state
        await user.press("A")
        assert "accepted all 2 safe blocks" in user.state
        await user.press("u", "u", "A")
        assert "nothing was safe to accept" in user.state


async def test_after_all_safe_blocks_the_cursor_is_at_what_is_left(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("A")
        assert "accepted all 7 safe blocks; left 2: 1 with several matches, 1 failed" in user.state
        assert "[?7]" in user.text or "7/9" in user.text


async def test_a_corrected_path_is_confirmed_once_for_all_its_blocks(tmp_path: Path) -> None:
    """The sign of the others says that they can be accepted with the rest."""
    root = make_repository(tmp_path / "tree", {"src/a.py": "one = 1\ntwo = 2\nthree = 3\n"})
    response = block("one = 1\n", "one = 2\n", "app/a.py") + block("three = 3\n", "three = 4\n", "app/a.py")
    async with reviewing(root, response) as user:
        assert "△ 2" == user.counts
        await user.press("y")
        assert "✓ 1  · 1" == user.counts
        await user.press("A")
        assert "✓ 2" == user.counts
        await user.press("u", "u")
        assert "△ 2" == user.counts


async def test_rejecting_the_rest_says_if_nothing_is_left(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "tree", {"a.txt": "one\n"})
    async with reviewing(root, block("one\n", "1\n")) as user:
        await user.press("D")
        assert "1 block rejected in a.txt" in user.state
        await user.press("D")
        assert "nothing is left to reject in a.txt" in user.state


async def test_accepting_all_safe_blocks_counts_those_that_are_not_listed(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "tree", {"a.txt": "one\n", "b.txt": "one\n"})
    async with reviewing(root, block("one\n", "1\n") + block("one\n", "1\n", "b.txt")) as user:
        await user.press("f", "b", "enter", "A")
        assert "accepted all 2 safe blocks, 1 of them not listed" in user.state
