"""The commit screen: whose work goes in, how, and what git and its hooks say."""

import subprocess
from pathlib import Path

import pytest
from textual.widgets import Checkbox, TextArea

from editreview.tui.app import Settings
from editreview.tui.messages import CommitReceipt
from editreview.tui.screens.dialogs import CommitScreen, guides
from tests.builders import block, git, make_repository
from tests.tui.reviewing import Reviewing, reviewing


def _hook(root: Path, text: str) -> None:
    hook = root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{text}")
    hook.chmod(0o755)


async def test_a_refused_commit_keeps_the_message(shop: Path) -> None:
    """The output of a failing hook is shown, and the message is kept; without a message nothing is tried."""
    async with reviewing(shop) as user:
        _hook(shop, "echo 'run make fmt first' >&2\nexit 1\n")
        await user.press("y", "S", "c", "end", *" so", "ctrl+s")
        assert "run make fmt first" in user.text
        assert "Nothing was committed; your message is kept." in user.text
        assert user.app.screen.query_one(TextArea).text.endswith(".py so")
        assert "Commit 1 file to main" in user.text
        _hook(shop, "exit 0\n")
        await user.press("ctrl+s")
        assert "committed: [main " in user.state
        assert "so\n" == git(shop, "log", "-1", "--format=%s")[-3:]
        await user.press("A", "S", "c", *["ctrl+u"] * 3, "ctrl+s")
        assert "Write a message first" in user.text
        await user.press("escape")
        assert "Commit" not in user.text
        assert "4\n" == git(shop, "rev-list", "--count", "HEAD")


async def test_the_title_after_a_refused_commit_names_the_steps_that_are_left(shop: Path) -> None:
    async with reviewing(shop) as user:
        _hook(shop, "exit 1\n")
        await user.press("y", "c")
        assert "Apply, stage and commit 1 file to main" in user.text
        await user.press("ctrl+s")
        await user.wait_for(lambda: "Nothing was committed; your message is kept." in user.text)
        assert "M  shop/orders.py" in git(shop, "status", "--porcelain")
        assert "╭─ Commit 1 file to main" in user.text


async def test_an_index_that_cannot_be_read_is_told_before_anything_is_tried(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("y")
        (shop / ".git/index").write_bytes(b"damaged")
        await user.press("c")
        await user.wait_for(lambda: "The index cannot be read: git" in user.text)
        assert "Nothing was committed" not in user.text
        await user.press("ctrl+s")
        assert "Write a message first" in user.text
        await user.press(*"so", "ctrl+s")
        await user.wait_for(lambda: "Nothing was committed; your message is kept." in user.text)
        assert "so" == user.app.screen.query_one(TextArea).text


async def test_accepted_blocks_are_applied_staged_and_committed_by_one_key(shop: Path) -> None:
    """The box says what it will do; undo takes back the commit first, then the index, then the files."""
    async with reviewing(shop) as user:
        assert "c commit" in user.hints
        before = git(shop, "rev-parse", "HEAD")
        await user.press("y", "y", "c")
        assert "Apply, stage and commit 2 files to main" in user.text
        await user.press("escape")
        assert "" == git(shop, "status", "--porcelain")
        await user.press("c", "ctrl+s")
        await user.wait_for(lambda: "committed: [main " in user.state)
        assert "" == git(shop, "status", "--porcelain")
        assert before == git(shop, "rev-parse", "HEAD~1")
        await user.press("u")
        assert before == git(shop, "rev-parse", "HEAD")
        assert "M  shop/orders.py" in git(shop, "status", "--porcelain")
        await user.press("u")
        assert " M shop/orders.py\n?? shop/coupons.py\n" == git(shop, "status", "--porcelain")
        await user.press("u")
        assert "" == git(shop, "status", "--porcelain")


UNTRACKED = block("new = 0\n", "new = 1\n", "u.py") + block("x = 1\n", "x = 2\n", "b.py")


async def test_the_box_leaves_out_files_that_cannot_be_staged(tmp_path: Path) -> None:
    """And says why; the proposed message does not name them."""
    root = make_repository(tmp_path / "tree", FILES)
    (root / "u.py").write_text("new = 0\n")
    async with reviewing(root, UNTRACKED) as user:
        await user.press("y", "y", "c")
        assert "Apply, stage and commit 1 file to main" in user.text
        assert "u.py is only applied, not committed: git does not track it" in user.text
        assert "u.py" not in _message(user)
        await user.press("ctrl+s")
        await user.wait_for(lambda: "committed: [main " in user.state)
        assert "b.py\n" == git(root, "show", "--format=", "--name-only", "HEAD")
        assert "new = 1\n" == (root / "u.py").read_text()


async def test_the_reason_is_given_if_no_file_can_be_staged(tmp_path: Path) -> None:
    """In the box before anything is written, and by the keys of the review after that."""
    root = make_repository(tmp_path / "tree", FILES)
    (root / "u.py").write_text("new = 0\n")
    async with reviewing(root, UNTRACKED) as user:
        await user.press("y", "c")
        assert "Nothing to commit" in user.text
        await user.press("x", "ctrl+s")
        assert "Nothing was committed; your message is kept." in user.text
        assert "u.py is only applied, not committed: git does not track it" in user.text
        assert "p applies" in user.text
        assert "new = 0\n" == (root / "u.py").read_text()
        await user.press("escape", "S", "S")
        assert "u.py is written, not staged: git does not track it" in user.state
        await user.press("c")
        assert "u.py is written, not staged: git does not track it" in user.state


async def test_nothing_is_committed_if_an_accepted_block_cannot_be_written(shop: Path) -> None:
    """The box stays, says so, and commits the rest if that is asked for again."""
    async with reviewing(shop) as user:
        await user.press("y", "y", "c", *" so")
        before = git(shop, "rev-parse", "HEAD")
        (shop / "shop/orders.py").write_text("changed meanwhile\n")
        await user.press("ctrl+s")
        await user.wait_for(lambda: "Nothing was committed; your message is kept." in user.text)
        assert before == git(shop, "rev-parse", "HEAD")
        assert "changed meanwhile\n" == (shop / "shop/orders.py").read_text()


FILES = {
    "a.py": "def f():\n    return 0\n\n\ndef g():\n    return 0\n",
    "b.py": "x = 1\n",
}
TWO = (
    "I added the sum of everything.\n\n"
    + block("def f():\n    return 0\n", "def f():\n    return sum(x)\n", "a.py")
    + block("x = 1\n", "x = f(2)\n", "b.py")
)


def _message(user: Reviewing) -> str:
    return user.app.screen.query_one(TextArea).text


async def test_typing_replaces_the_proposed_message(tmp_path: Path) -> None:
    """Moving keeps it."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("y", "S", "c")
        assert "Update f in a.py" == _message(user)
        await user.press("end", "!")
        assert "Update f in a.py!" == _message(user)
        await user.press("escape", "c", "x")
        assert "x" == _message(user)


async def test_a_sentence_of_the_response_is_proposed_for_all_of_it(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("A", "S", "c")
        assert "Add the sum of everything" == _message(user)


async def test_a_part_of_a_response_is_named_by_its_facts(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("y", "J", "n", "S", "c")
        assert "Update f in a.py" == _message(user)


async def test_each_commit_of_a_review_has_its_own_proposal(tmp_path: Path) -> None:
    """It names only what is not committed yet, also after an undo."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("y", "S", "c", "ctrl+s")
        assert "Update f in a.py\n" == git(root, "log", "-1", "--format=%s")
        await user.press("J", "y", "S", "c")
        assert "Update x in b.py" == _message(user)
        await user.press("ctrl+s", "u", "c")
        assert "Update x in b.py" == _message(user)


async def test_the_guides_show_where_lines_should_end(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO, size=(120, 40)) as user:
        await user.press("y", "S", "c")
        row = next(line for line in user.lines if "subject" in line)
        text = next(line for line in user.lines if "Update f" in line)
        start = text.index("Update f")
        assert "subject 16 of 50" in row
        assert [start + 50, start + 72] == [at for at, cell in enumerate(row) if cell == "▏"]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("x" * 51, "subject 51 of 72"),
        ("x" * 73, "subject 73, longer than 72"),
        ("日本", "subject 4 of 50"),
        ("x\ny", "subject 1 of 50 · leave line 2 blank"),
        ("x\n\n" + "y" * 80, "subject 1 of 50 · line 3 has 80 of 72"),
    ],
)
def test_the_guides_name_a_line_that_is_too_long(message: str, words: str) -> None:
    assert guides(message, 80).plain.startswith(words)


def test_the_guides_leave_out_a_mark_without_room() -> None:
    assert "50▏" in guides("x", 60).plain
    assert "72▏" not in guides("x", 60).plain


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_dialog_is_as_high_as_its_content(tmp_path: Path, size: tuple[int, int]) -> None:
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO, size=size) as user:
        await user.press("y", "S", "c")
        box = user.app.screen.query_one("#commit")
        assert box.size.height <= (10 if size[0] < 100 else 8)
        await user.press(*["enter"] * 6)
        assert box.size.height <= size[1]
        assert "ctrl+s commit" in user.text


async def test_the_proposal_names_what_is_accepted_and_not_yet_written(tmp_path: Path) -> None:
    """The box applies and stages it; a response that is accepted as a whole has its sentence."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("y", "c")
        assert "Update f in a.py" == _message(user)
        await user.press("escape", "A", "c")
        assert "Add the sum of everything" == _message(user)
        await user.press("ctrl+s")
        await user.wait_for(lambda: "committed: [main " in user.state)
        assert "Add the sum of everything\n" == git(root, "log", "-1", "--format=%s")


async def test_a_commit_asked_for_at_once_has_the_proposed_message(tmp_path: Path) -> None:
    """Also before the worker has found it; a message typed by then is kept."""
    root = make_repository(tmp_path / "tree", FILES)
    async with reviewing(root, TWO) as user:
        await user.press("y", "S")
        await user.pilot.press("c", "ctrl+s")
        await user.wait_for(lambda: "committed: [main " in user.state)
        assert "Update f in a.py\n" == git(root, "log", "-1", "--format=%s")
        await user.press("J", "y", "S")
        await user.pilot.press("c", *"own", "ctrl+s")
        await user.wait_for(lambda: git(root, "log", "-1", "--format=%s") == "own\n")


async def test_git_may_finish_while_help_is_open(shop: Path) -> None:
    """Help stays until it is closed, and what came of the commit is said then."""
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        screen = user.app.screen
        assert isinstance(screen, CommitScreen)
        await user.press("f1")
        screen.finish(CommitReceipt("[main 1234567] it", is_problem=False))
        await user.settle()
        assert "Help" in user.text
        await user.press("escape")
        await user.wait_for(lambda: user.app.screen is user.app.screen_stack[0])
        assert "committed: [main 1234567] it" in user.state


async def test_changes_that_the_user_staged_are_shown_and_excluded_unless_chosen(shop: Path) -> None:
    """Ours alone is the default; a box takes theirs along."""
    (shop / "mine.txt").write_text("mine\n")
    git(shop, "add", "mine.txt")
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        await user.wait_for(lambda: "include your own staged changes in 1 file: mine.txt" in user.text)
        await user.press("ctrl+s")
        assert "committed: [main " in user.state
        assert "A  mine.txt\n" == git(shop, "status", "--short")


async def test_options_include_the_users_changes_signoff_trailers_and_no_verify(shop: Path) -> None:
    """Every box does what it says."""
    (shop / "mine.txt").write_text("mine\n")
    git(shop, "add", "mine.txt")
    _hook(shop, "exit 1")
    async with reviewing(shop, settings=Settings(trailers=("Assisted-by: a model",))) as user:
        await user.press("y", "S", "c")
        assert "Assisted-by: a model" in user.text
        for box in ("sign-off", "no-verify", "theirs-too"):
            user.app.screen.query_one(f"#{box}", Checkbox).value = True
        await user.press("ctrl+s")
        assert "committed: [main " in user.state
        message = git(shop, "show", "--no-patch", "--format=%B")
        assert "\nSigned-off-by: Test <test@example.invalid>\n" in message
        assert "\nAssisted-by: a model\n" in message
        assert "" == git(shop, "status", "--short")


async def test_amending_begins_with_the_message_of_the_amended_commit(shop: Path) -> None:
    """And gives back the proposed one when it is not wanted after all."""
    count = git(shop, "rev-list", "--count", "HEAD")
    last = git(shop, "show", "--no-patch", "--format=%B").strip()
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        area, box = user.app.screen.query_one(TextArea), user.app.screen.query_one("#amend", Checkbox)
        proposed = area.text
        box.value = True
        await user.press("tab")
        assert last == area.text
        box.value = False
        await user.press("tab")
        assert proposed == area.text
        box.value = True
        await user.press("tab", "ctrl+s")
        assert "committed: [main " in user.state
        assert count == git(shop, "rev-list", "--count", "HEAD")


async def test_the_output_of_a_hook_is_shown_while_it_runs(shop: Path) -> None:
    """Not only when git has ended."""
    _hook(shop, "echo 'the linter is at work' >&2\nuntil test -e ../go-on; do sleep 0.05; done\n")
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        await user.pilot.press("ctrl+s")
        await user.wait_for(lambda: "the linter is at work" in user.text)
        assert "git is committing …" in user.text
        (shop.parent / "go-on").touch()
        await user.wait_for(lambda: "committed: [main " in user.state)


def _is_running(process_id: int) -> bool:
    """True unless the process is gone, or has ended and nobody has asked how."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process_id)], capture_output=True, check=False)
    return bool(listed.stdout.strip()) and not listed.stdout.startswith(b"Z")


@pytest.mark.parametrize("is_dialog_open", [True, False])
async def test_a_hook_that_hangs_is_ended_by_a_key(shop: Path, is_dialog_open: bool) -> None:
    """In the dialog, which keeps the message, and after leaving it."""
    _hook(shop, "echo 'never ends' >&2\necho $$ > ../hook-process\nsleep 1000\n")
    before = git(shop, "rev-parse", "HEAD")
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        await user.pilot.press("ctrl+s")
        await user.wait_for(lambda: "never ends" in user.text and "ctrl+c end git" in user.text)
        if not is_dialog_open:
            await user.pilot.press("escape")
            await user.wait_for(lambda: "git is still committing" in user.state)
            await user.pilot.press("c")
            assert "git is still committing; ctrl+c ends it" in user.state
        await user.pilot.press("ctrl+c")
        await user.wait_for(lambda: "git commit was ended." in user.text)
        assert 1 == user.text.count("Nothing was committed")
        assert "ending git" not in user.text
        assert is_dialog_open == ("your message is kept" in user.text)
        assert is_dialog_open == ("ctrl+s commit" in user.text)

        hook = int((shop.parent / "hook-process").read_text())
        await user.wait_for(lambda: not _is_running(hook))
        assert (before, "") == (git(shop, "rev-parse", "HEAD"), git(shop, "diff", "--name-only"))
        assert not (shop / ".git/index.lock").exists()
        # It can be committed then.
        _hook(shop, "exit 0\n")
        await user.press(*(("ctrl+s",) if is_dialog_open else ("c", "ctrl+s")))
        assert "committed: [main " in user.state


async def test_a_hook_that_hangs_after_the_commit_leaves_it_made(shop: Path) -> None:
    _hook(shop, "exit 0\n")
    (shop / ".git/hooks/pre-commit").rename(shop / ".git/hooks/post-commit")
    (shop / ".git/hooks/post-commit").write_text("#!/bin/sh\necho 'sends a letter' >&2\nsleep 1000\n")
    before = git(shop, "rev-parse", "HEAD").strip()
    async with reviewing(shop) as user:
        await user.press("y", "S", "c")
        await user.pilot.press("ctrl+s")
        await user.wait_for(lambda: "sends a letter" in user.text)
        await user.pilot.press("ctrl+c")
        # Git may end by itself once the hook has.
        await user.wait_for(lambda: user.state.startswith("committed: "))
        assert before == git(shop, "rev-parse", "HEAD~1").strip()


async def test_a_merge_in_progress_is_shown_next_to_the_branch(shop: Path) -> None:
    """Staging now would add to the merge; the key of the commit says so instead of asking for a message."""
    (shop / ".git/MERGE_HEAD").write_text(git(shop, "rev-parse", "HEAD"))
    async with reviewing(shop) as user:
        assert "main, a merge in progress" in user.header
        await user.press("y", "c")
        assert "a merge is in progress: commit with git yourself" in user.state
        await user.press("S", "c")
        assert "a merge is in progress: commit with git yourself" in user.state
        assert not isinstance(user.app.screen, CommitScreen)


_TWO_LEFT = (
    block("SHIPPING = 490\n", "SHIPPING = 590\n", "shop/pricing.py")
    + block("nothing like this is anywhere\n", "or will be\n", "shop/pricing.py")
    + block("        return 0\n", "        return 1\n", "shop/pricing.py")
)
"""A block with one match, one without, and one with several."""


async def test_once_only_failed_blocks_are_left_the_hints_lead_to_the_feedback(shop: Path) -> None:
    """Nothing could be accepted that a greyed key stands for; an ambiguous block can be."""
    async with reviewing(shop, _TWO_LEFT, size=(160, 40)) as user:
        await user.press("y", "S")
        await user.press("J")
        assert "A accept safe" in user.hints
        assert "feedback" not in user.hints

        await user.press("J", "n", "K")
        assert "c commit" in user.hints
        assert "Y feedback" in user.hints

        await user.press("c", *" it", "ctrl+s")
        await user.press("K", "J")
        assert user.hints.startswith(" Y feedback  F place  n reject")
        assert not {"S stage", "c commit", "A accept safe"} & set(user.hints.split("  "))
