"""Apply, stage, commit: what was shown is what is written, and only ours is staged."""

from pathlib import Path

from editreview.tui.app import Settings
from tests.builders import block, files_of, git, make_repository, make_tree
from tests.tui.reviewing import reviewing


async def test_accepted_blocks_are_written_staged_and_committed(shop: Path) -> None:
    """p writes, S stages what p wrote and what came since, c commits all of it."""
    async with reviewing(shop) as user:
        await user.press("p")
        assert "nothing is accepted: y accepts this block, A all safe blocks" in user.state
        await user.press("c")
        assert "nothing is accepted or staged yet: y accepts this block, A all safe blocks" in user.state
        await user.press("y", "p")
        assert "1 block written · S stages" in user.state
        assert "● 1" in user.header
        assert " M shop/orders.py\n" == git(shop, "status", "--porcelain")
        await user.press("c")
        assert "nothing is staged yet: S stages what was written" in user.state
        await user.press("A", "S")
        assert "6 blocks written · 5 files staged: c commits" in user.state
        assert user.header.endswith("? 1  ! 1  ● 7")
        assert "" == git(shop, "diff", "--name-only")
        await user.press("c")
        assert "Commit 5 files to main" in user.text
        assert "Add coupons.py and update 4 files" in user.text
        await user.press("ctrl+s")
        assert "committed: [main " in user.state
        assert "" == git(shop, "status", "--porcelain")
        assert "Add coupons.py and update 4 files\n" == git(shop, "log", "-1", "--format=%s")
        await user.press("S")
        assert "nothing is accepted" in user.state


async def test_an_applied_block_is_not_decided_again(shop: Path) -> None:
    """y, n, N, space and a place say that it is on disk."""
    async with reviewing(shop) as user:
        await user.press("space", "p")
        await user.press("left", "p")
        assert "nothing new to apply: block 1 is applied already" in user.state
        for key in ("y", "n", "N", "space"):
            await user.press("left", key)
            assert "this block is already applied" in user.state, key
            assert "1/9" == user.position, key
        assert "Why is block" not in user.text


async def test_u_undoes_step_by_step(shop: Path) -> None:
    """The commit, then the index, then the files, then the decision; ctrl+r does each again."""
    before = files_of(shop)
    async with reviewing(shop) as user:
        await user.press("space", "S")
        applied = files_of(shop)
        await user.press("c", "ctrl+s")
        await user.wait_for(lambda: "committed" in user.state)
        await user.press("u")
        assert "undone; its changes are still staged" in user.state
        assert "M  shop/orders.py" in git(shop, "status", "--porcelain")
        await user.press("u")
        assert "1 file unstaged, still written" in user.state
        assert (" M shop/orders.py\n", applied) == (git(shop, "status", "--porcelain"), files_of(shop))
        await user.press("u")
        assert "restored 1 file" in user.state
        assert "✓ 1" in user.header
        assert ("", before) == (git(shop, "status", "--porcelain"), files_of(shop))
        await user.press("u")
        assert "✓" not in user.header
        await user.press("ctrl+r", "ctrl+r")
        assert "1 file written again" in user.state
        assert (" M shop/orders.py\n", applied) == (git(shop, "status", "--porcelain"), files_of(shop))
        await user.press("ctrl+r")
        assert "1 file staged again" in user.state
        assert ("M  shop/orders.py\n", applied) == (git(shop, "status", "--porcelain"), files_of(shop))
        await user.press("ctrl+r")
        assert "restored" in user.state
        assert "" == git(shop, "status", "--porcelain")


async def test_files_changed_since_are_shown_and_not_undone(shop: Path) -> None:
    """As a patch from what was written to what is there."""
    async with reviewing(shop) as user:
        await user.press("space", "p")
        orders = shop / "shop/orders.py"
        orders.write_text(orders.read_text() + "# mine\n")
        await user.press("u")
        assert "+# mine" in user.text
        await user.press("escape")
        assert "cannot undo: shop/orders.py changed since" in user.state
        assert "● 1" in user.header


async def test_a_file_that_changed_after_it_was_shown_is_not_written(shop: Path) -> None:
    """It is matched again with a message; acceptances whose outcome changed are dropped, the others stay."""
    async with reviewing(shop) as user:
        await user.press("y", "J", "J", "y", "y")
        assert user.header.endswith("✓ 3  · 3  ≈ 1  ? 1  ! 1")
        orders = shop / "shop/orders.py"
        theirs = orders.read_text().replace("total = cart.total()", "total = cart.total(now)")
        orders.write_text(theirs)
        cart = shop / "shop/cart.py"
        cart.write_text("# A line above.\n" + cart.read_text())
        before = files_of(shop)
        await user.press("p")
        assert "nothing written: shop/orders.py, shop/cart.py changed on disk; review it again" in user.state
        assert "shop/cart.py" in user.state
        assert "shop/orders.py" in user.state
        assert before == files_of(shop)
        await user.press("left_curly_bracket", "left_curly_bracket", "left_curly_bracket")
        assert "1/9" == user.position
        assert "≈ similar lines" in user.text
        assert "changed on disk, matched again" in user.text
        assert user.header.endswith("✓ 2  · 3  ≈ 1  △ 1  ? 1  ! 1")
        await user.press("p")
        assert "2 blocks written" in user.state
        assert theirs == orders.read_text()
        assert "from shop.coupons import find_coupon" in cart.read_text()


async def test_files_are_read_again_on_request(shop: Path) -> None:
    """R rereads files that were changed in an editor."""
    async with reviewing(shop) as user:
        orders = shop / "shop/orders.py"
        orders.write_text("\n\n" + orders.read_text())
        await user.press("R")
        assert "files reread" in user.state
        assert "exact ✓ · 1 match · L27–35" in user.text


async def test_in_a_file_with_changes_of_the_user_only_ours_are_staged(shop: Path) -> None:
    """Their line stays unstaged, ours is on disk and in the index."""
    orders = shop / "shop/orders.py"
    orders.write_text(orders.read_text() + "# mine\n")
    async with reviewing(shop) as user:
        await user.press("y", "J", "J", "y", "S")
        assert "2 blocks written · 2 files staged: c commits" in user.state
        assert "+# mine\n" in git(shop, "diff")
        assert "# mine" not in git(shop, "diff", "--cached")
        assert "cart.total(coupon)" in git(shop, "diff", "--cached")


async def test_a_file_that_cannot_be_staged_is_written_and_the_reason_shown(shop: Path) -> None:
    """Here git was told to forget it."""
    git(shop, "rm", "--quiet", "--cached", "shop/orders.py")
    async with reviewing(shop) as user:
        await user.press("y", "J", "J", "y", "S")
        assert "Not staged" in user.text
        assert "shop/orders.py" in user.text
        assert "git does not track it" in user.text
        assert "2 blocks written · 1 file staged: c commits" in user.state
        assert "cart.total(coupon)" in (shop / "shop/orders.py").read_text()


async def test_staging_can_be_switched_off(shop: Path) -> None:
    """--no-stage leaves p."""
    async with reviewing(shop, settings=Settings(can_stage=False)) as user:
        await user.press("y", "S")
        assert "started with --no-stage: p applies" in user.state
        assert "" == git(shop, "status", "--porcelain")
        await user.press("c")
        assert "started with --no-stage: p applies" in user.state
        await user.press("p")
        assert "1 block written" in user.state
        assert "S stages" not in user.text


async def test_a_folder_without_git_is_only_written(tmp_path: Path) -> None:
    """S and c say that there is no repository."""
    root = make_tree(tmp_path / "tree", {"a.txt": "one\n"})
    async with reviewing(root, block("one\n", "two\n")) as user:
        await user.press("y", "S")
        assert "not in a git repository: p applies" in user.state
        await user.press("c")
        assert "not in a git repository: p applies" in user.state
        await user.press("p")
        assert {"a.txt": b"two\n"} == files_of(root)
        assert "1 block written" in user.state
        assert "S stages" not in user.text


async def test_no_key_is_named_that_accepts_nothing(tmp_path: Path) -> None:
    """Of a block that cannot be accepted, of one that is applied, and where no block is safe."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n"})
    async with reviewing(root, block("nowhere\n", "x\n") + block("one\n", "1\n")) as user:
        await user.press("K", "S")
        assert "nothing is accepted: A accepts all safe blocks" in user.state
        await user.press("J", "y", "S", "c", *" it", "ctrl+s")
        await user.wait_for(lambda: "committed: [main " in user.state)
        await user.press("K", "c")
        assert "nothing is accepted or staged yet" == user.state.partition("  ")[0].strip()
        await user.press("J", "c")
        assert "nothing is accepted or staged yet: > goes to the next undecided block" in user.state


async def test_a_block_that_cannot_be_written_gives_a_message(tmp_path: Path) -> None:
    """A file that cannot hold a character is left alone while the others are written."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n", "b.txt": "one\n"})
    response = block("one\n", "a lone \udc80 surrogate\n", "b.txt") + block("one\n", "two\n")
    async with reviewing(root, response) as user:
        await user.press("y", "y", "p")
        assert {"a.txt": b"two\n", "b.txt": b"one\n"} == files_of(root)
        assert "1 block written · S stages · not written: block 1" in user.state


async def test_each_undo_and_redo_is_a_step_however_fast_they_come(tmp_path: Path) -> None:
    """One that is asked for while another runs comes next."""
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n", "b.txt": "one\n"})
    async with reviewing(root, block("one\n", "1\n") + block("one\n", "1\n", "b.txt")) as user:
        await user.press("y", "p", "J", "y", "p")
        await user.type_ahead("u", "u")
        # The second write, and the acceptance before it.
        assert "undone: decision on block 2" in user.state
        assert {1} == set(user.review.applied)
        await user.type_ahead("ctrl+r", "ctrl+r")
        assert {1, 2} == set(user.review.applied)
        await user.type_ahead("u", "u", "u", "u")
        assert not user.review.applied
        assert not user.review.accepted()
        assert "" == git(root, "status", "--porcelain")
