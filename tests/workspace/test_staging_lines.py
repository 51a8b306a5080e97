"""Staging our lines of files that hold other changes: what `git add -p` would take, and nothing else."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from editreview.workspace import Workspace
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import commit, edit, in_head, in_index, stage, unstaged, write
from tests.workspace.mixing import CRLF, LINES, OVERLAP, mine, mixed, ours, picked, save


class Scenario(Struct):
    """A file that is not as the index has it, in one of the ways there are."""

    before: dict[str, str | bytes]
    """Committed files; `a.txt` is the one that is edited."""
    settings: tuple[str, ...] = ()
    """`name=value`, set before anything is committed."""
    late: tuple[str, ...] = ()
    """The same, set after."""
    flags: tuple[str, ...] = ()
    """Of `git update-index`."""
    is_mine: bool = True
    """True if the user has changed the file, too."""


FILTER = ("filter.upper.clean=tr a-z A-Z", "filter.upper.smudge=cat")
SCENARIOS = {
    "plain": Scenario({"a.txt": LINES}),
    "crlf in the index, autocrlf": Scenario(
        {"a.txt": CRLF}, late=("core.autocrlf=true",)
    ),
    "crlf in the index, text=auto": Scenario(
        {"a.txt": CRLF, ".gitattributes": "* -text\n"}, late=("attribute=* text=auto",)
    ),
    "crlf in the file only, autocrlf": Scenario({"a.txt": CRLF}, ("core.autocrlf=true",)),
    "crlf in the file only, text": Scenario(
        {"a.txt": CRLF, ".gitattributes": "*.txt text eol=crlf\n"}
    ),
    "safecrlf": Scenario(
        {"a.txt": CRLF}, ("core.autocrlf=input",), ("core.safecrlf=true",)
    ),
    "mixed line ends": Scenario({"a.txt": LINES.replace(b"5\n", b"5\r\n")}),
    "ident": Scenario({"a.txt": b"$Id$\n" + LINES, ".gitattributes": "*.txt ident\n"}),
    "ident, crlf in the index, autocrlf": Scenario(
        {"a.txt": b"$Id$\r\n" + CRLF, ".gitattributes": "*.txt ident\n"}, late=("core.autocrlf=true",)
    ),
    "utf-16": Scenario(
        {"a.txt": LINES.decode().encode("utf-16"), ".gitattributes": "*.txt working-tree-encoding=UTF-16\n"}
    ),
    "latin-1": Scenario({"a.txt": LINES.replace(b"line 5", b"gr\xf6\xdfe")}),
    "a lossy filter": Scenario({"a.txt": LINES, ".gitattributes": "*.txt filter=upper\n"}, FILTER),
    "assume-unchanged": Scenario({"a.txt": LINES}, flags=("--assume-unchanged",)),
    "skip-worktree": Scenario({"a.txt": LINES}, flags=("--skip-worktree",)),
    "assume-unchanged, nothing of the user's": Scenario(
        {"a.txt": LINES}, flags=("--assume-unchanged",), is_mine=False
    ),
    "both flags": Scenario({"a.txt": LINES}, flags=("--skip-worktree", "--assume-unchanged")),
    "tracked though ignored": Scenario({"a.txt": LINES, ".gitignore": "*.txt\n"}),
    "no newline at the end": Scenario({"a.txt": LINES + b"end"}),
    "a fence of equal lines": Scenario({"a.txt": LINES.replace(b"\n", b"\n}\n\n")}),
}  # fmt: skip


def _prepared(root: Path, scenario: Scenario) -> Path:
    git(root, "init", "--quiet", "--template=", "--initial-branch=main")
    for setting in scenario.settings:
        git(root, "config", *setting.split("=", 1))
    make_repository(root, scenario.before)
    for setting in scenario.late:
        name, value = setting.split("=", 1)
        if name == "attribute":
            make_tree(root, {".gitattributes": value + "\n"})
        else:
            git(root, "config", name, value)
    return root


@pytest.mark.parametrize("late", [False, True], ids=["staged at once", "changed before it is staged"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_only_our_lines_are_staged(tmp_path: Path, name: str, late: bool) -> None:
    """It does not matter if the user's changes came before ours or between writing and staging."""
    if name == "utf-16" and sys.platform == "darwin":
        pytest.skip("its iconv writes no mark")
    scenario = SCENARIOS[name]
    root = _prepared(tmp_path, scenario)

    def in_file(change: Callable[[bytes], bytes], data: bytes) -> bytes:
        return (
            change(data.decode("utf-16").encode()).decode().encode("utf-16")
            if name == "utf-16"
            else change(data)
        )

    for flag in scenario.flags:
        git(root, "update-index", flag, "a.txt")
    flags = git(root, "ls-files", "-v", "a.txt")
    workspace = Workspace.open(root)
    if scenario.is_mine and not late:
        save(root, lambda data: in_file(mine, data))
    edit(workspace, "a.txt", lambda data: in_file(ours, data))
    if scenario.is_mine and late:
        save(root, lambda data: in_file(mine, data))
    for flag in scenario.flags:
        git(root, "update-index", flag.replace("--", "--no-"), "a.txt")
    expected = picked(root)
    for flag in scenario.flags:
        git(root, "update-index", flag, "a.txt")
    on_disk = (root / "a.txt").read_bytes()

    assert ["a.txt"] == stage(workspace), workspace.not_staged
    assert expected == in_index(root, "a.txt")
    assert b"ours" in expected.lower()
    assert b"mine" not in expected.lower()
    assert flags == git(root, "ls-files", "-v", "a.txt")
    assert on_disk == (root / "a.txt").read_bytes()
    assert {} == workspace.not_staged


class TestUsersChanges:
    def test_staged_changes_stay_staged_and_unstaged_ones_unstaged(self, tmp_path: Path) -> None:
        """Partly staged: a hunk of theirs in the index, another one only in the file."""
        workspace = mixed(tmp_path)
        git(tmp_path, "add", "a.txt")
        save(tmp_path, lambda data: data.replace(b"line 20", b"mine 20"))
        edit(workspace, "a.txt", ours)
        expected = picked(tmp_path)

        assert ["a.txt"] == stage(workspace)
        assert expected == in_index(tmp_path, "a.txt") == ours(mine(LINES))
        assert "--- a/a.txt\n+++ b/a.txt\n-line 20\n+mine 20\n" == unstaged(tmp_path)

    def test_a_line_next_to_the_users_is_separated(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n2\n3\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "1\nmine\n3\n"})
        write(workspace, {"a.txt": "ours\nmine\nours 3\n"})

        assert ["a.txt"] == stage(workspace)
        assert b"ours\n2\nours 3\n" == in_index(root, "a.txt")

    def test_lines_that_the_user_changed_too_are_not_staged(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"mine 3", b"ours 3"))

        assert [] == stage(workspace)
        assert {"a.txt": OVERLAP} == workspace.not_staged
        assert LINES == in_index(tmp_path, "a.txt")

    def test_a_line_between_two_of_the_users_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n2\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "1\nmine a\nmine b\n2\n"})
        write(workspace, {"a.txt": "1\nmine a\nours\nmine b\n2\n"})

        assert ([], {"a.txt": OVERLAP}) == (stage(workspace), workspace.not_staged)

    def test_ambiguous_equal_lines_are_not_staged(self, tmp_path: Path) -> None:
        """The user has doubled a line, and we changed one of the two."""
        root = make_repository(tmp_path, {"a.txt": "x\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "x\nx\n"})
        write(workspace, {"a.txt": "ours\nx\n"})

        assert ([], {"a.txt": OVERLAP}) == (stage(workspace), workspace.not_staged)

    def test_a_mode_that_the_user_changed_stays_unstaged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        (root / "a.txt").chmod(0o755)
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert ["a.txt"] == stage(workspace)
        assert git(root, "ls-files", "--stage").startswith("100644 ")
        assert ours(LINES) == in_index(root, "a.txt")
        assert "old mode 100644\nnew mode 100755\n" in git(root, "diff")

    def test_the_executable_bit_stays_if_only_lines_are_staged(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": LINES})
        (tmp_path / "a.txt").chmod(0o755)
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)

        assert ["a.txt"] == stage(workspace)
        assert git(tmp_path, "ls-files", "--stage").startswith("100755 ")


LINE = st.sampled_from(["keep", "keep", "keep", "mine, staged", "mine", "ours"])


@settings(max_examples=settings().max_examples // 2)
@given(st.lists(LINE, min_size=1, max_size=12), st.lists(LINE, min_size=1, max_size=12))
def test_the_index_gets_only_our_edits(first: list[str], second: list[str]) -> None:
    """Any mixture of lines that the user changed, with and without staging them, and of ours."""
    plan = {f"{name}.txt": whose for name, whose in (("a", first), ("b", second))}
    before = {path: _lines(whose, ()) for path, whose in plan.items()}
    index = {path: _lines(whose, ("mine, staged",)) for path, whose in plan.items()}
    files = {path: _lines(whose, ("mine, staged", "mine")) for path, whose in plan.items()}
    with tempfile.TemporaryDirectory() as folder:
        root = make_repository(Path(folder), before)
        make_tree(root, index)
        git(root, "add", "--all")
        make_tree(root, files)
        workspace = Workspace.open(root)
        for path, whose in plan.items():
            if "ours" in whose:
                write(workspace, {path: _lines(whose, ("mine, staged", "mine", "ours"))})
        written = [path for path, whose in plan.items() if "ours" in whose]

        assert written == stage(workspace), workspace.not_staged
        for path, whose in plan.items():
            assert _lines(whose, ("mine, staged", "ours")).encode() == in_index(root, path)
        if written:
            commit(workspace)
        for path, whose in plan.items():
            assert _lines(whose, ("ours",)).encode() == in_head(root, path)
            assert _lines(whose, ("mine, staged", "ours")).encode() == in_index(root, path)


def _lines(whose: list[str], done: tuple[str, ...]) -> str:
    """Lines of which some are changed. Between any two there is one that nobody changes."""
    return "".join(
        f"{who if who in done else 'line'} {number}\nbetween {number}\n" for number, who in enumerate(whose)
    )
