"""Staging our lines of files that hold other changes: what `git add -p` would take, and nothing else."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import commit, edit, in_head, in_index, move, stage, staged, unstaged, write

LINES = b"".join(b"line %d\n" % number for number in range(1, 21))
CRLF = LINES.replace(b"\n", b"\r\n")
OVERLAP = "written, not staged: changes of your own touch the same lines"
CHANGED = "written, not staged: you changed the same lines since"


def ours(data: bytes) -> bytes:
    """An edit of ours: one line changed, one taken out, one put in."""
    return (
        data.replace(b"line 15", b"ours 15").replace(b"line 17", b"ours 17 and 18").replace(b"line 18", b"")
    )


def mine(data: bytes) -> bytes:
    """The person's own edit, elsewhere in the file."""
    return data.replace(b"line 3", b"mine 3").replace(b"line 9", b"mine 9\nmine 9a")


def save(root: Path, change: Callable[[bytes], bytes], path: str = "a.txt") -> None:
    (root / path).write_bytes(change((root / path).read_bytes()))


def put(root: Path, content: bytes, path: str = "a.txt") -> None:
    """Let the index hold some content, whatever the file is."""
    (root / ".git/content").write_bytes(content)
    blob = git(root, "hash-object", "-w", "--no-filters", ".git/content").strip()
    git(root, "update-index", "--cacheinfo", f"100644,{blob},{path}")


def picked(root: Path, path: str = "a.txt") -> bytes:
    """What the index would hold if the person took the hunks that are ours by `git add -p`."""
    listed = subprocess.run(
        ["git", "diff", "--no-color", "--no-ext-diff", "--text", "-U0", "--", path],
        cwd=root,
        capture_output=True,
        check=True,
    ).stdout
    head, *hunks = listed.split(b"\n@@")
    if not hunks:
        return in_index(root, path)
    patch = (
        head
        + b"\n"
        + b"".join(b"@@" + hunk.removesuffix(b"\n") + b"\n" for hunk in hunks if b"mine" not in hunk.lower())
    )
    index = Path(git(root, "rev-parse", "--absolute-git-dir").strip()) / "picked"
    shutil.copy(os.environ.get("GIT_INDEX_FILE", index.with_name("index")), index)
    environment = {**os.environ, "GIT_INDEX_FILE": str(index)}
    # Neither says anything of line ends here: what the patch holds is clean already.
    command = ["git", "apply", "--cached", "--unidiff-zero", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=root, input=patch, check=True, env=environment)
    return subprocess.run(
        ["git", "cat-file", "blob", f":{path}"], cwd=root, capture_output=True, check=True, env=environment
    ).stdout


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
    """Whether the person has changed the file, too."""


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
    "utf-16": Scenario(
        {"a.txt": LINES.decode().encode("utf-16"), ".gitattributes": "*.txt working-tree-encoding=UTF-16\n"}
    ),
    "latin-1": Scenario({"a.txt": LINES.replace(b"line 5", b"gr\xf6\xdfe")}),
    "a lossy filter": Scenario({"a.txt": LINES, ".gitattributes": "*.txt filter=upper\n"}, FILTER),
    "assume-unchanged": Scenario({"a.txt": LINES}, flags=("--assume-unchanged",)),
    "skip-worktree": Scenario({"a.txt": LINES}, flags=("--skip-worktree",)),
    "assume-unchanged, nothing of the person's": Scenario(
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
def test_our_lines_alone_are_staged(tmp_path: Path, name: str, late: bool) -> None:
    """Whether the person's own changes were there before ours or came between writing and staging."""
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


def _mixed(tmp_path: Path, before: bytes = LINES) -> Workspace:
    root = make_repository(tmp_path, {"a.txt": before})
    save(root, mine)
    return Workspace.open(root)


class TestWhatIsTheirs:
    def test_what_was_staged_stays_staged_and_what_was_not_is_not(self, tmp_path: Path) -> None:
        """Partly staged: a hunk of theirs in the index, another one only in the file."""
        workspace = _mixed(tmp_path)
        git(tmp_path, "add", "a.txt")
        save(tmp_path, lambda data: data.replace(b"line 20", b"mine 20"))
        edit(workspace, "a.txt", ours)
        expected = picked(tmp_path)

        assert ["a.txt"] == stage(workspace)
        assert expected == in_index(tmp_path, "a.txt") == ours(mine(LINES))
        assert "--- a/a.txt\n+++ b/a.txt\n-line 20\n+mine 20\n" == unstaged(tmp_path)

    def test_a_line_next_to_theirs_is_told_apart(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n2\n3\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "1\nmine\n3\n"})
        write(workspace, {"a.txt": "ours\nmine\nours 3\n"})

        assert ["a.txt"] == stage(workspace)
        assert b"ours\n2\nours 3\n" == in_index(root, "a.txt")

    def test_lines_that_are_theirs_too_are_not_staged(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"mine 3", b"ours 3"))

        assert [] == stage(workspace)
        assert {"a.txt": OVERLAP} == workspace.not_staged
        assert LINES == in_index(tmp_path, "a.txt")

    def test_a_line_between_two_of_theirs_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n2\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "1\nmine a\nmine b\n2\n"})
        write(workspace, {"a.txt": "1\nmine a\nours\nmine b\n2\n"})

        assert ([], {"a.txt": OVERLAP}) == (stage(workspace), workspace.not_staged)

    def test_which_of_two_equal_lines_is_ours_must_be_sure(self, tmp_path: Path) -> None:
        """The person has doubled a line, and we changed one of the two."""
        root = make_repository(tmp_path, {"a.txt": "x\n"})
        workspace = Workspace.open(root)
        make_tree(root, {"a.txt": "x\nx\n"})
        write(workspace, {"a.txt": "ours\nx\n"})

        assert ([], {"a.txt": OVERLAP}) == (stage(workspace), workspace.not_staged)

    def test_a_mode_that_the_person_changed_stays_theirs(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        (root / "a.txt").chmod(0o755)
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert ["a.txt"] == stage(workspace)
        assert git(root, "ls-files", "--stage").startswith("100644 ")
        assert ours(LINES) == in_index(root, "a.txt")
        assert "old mode 100644\nnew mode 100755\n" in git(root, "diff")

    def test_the_executable_bit_stays_where_only_lines_are_staged(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": LINES})
        (tmp_path / "a.txt").chmod(0o755)
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", ours)

        assert ["a.txt"] == stage(workspace)
        assert git(tmp_path, "ls-files", "--stage").startswith("100755 ")


class TestBetweenWritingAndStaging:
    def test_two_writes_are_staged_as_one(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"first"))
        edit(workspace, "a.txt", lambda data: data.replace(b"first", b"ours"))

        assert ["a.txt"] == stage(workspace)
        assert LINES.replace(b"line 15", b"ours") == in_index(tmp_path, "a.txt")

    def test_two_writes_that_the_person_came_between_are_both_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))
        save(tmp_path, mine)
        edit(workspace, "a.txt", lambda data: data.replace(b"line 18", b"ours 18"))

        assert ["a.txt"] == stage(workspace)
        assert LINES.replace(b"line 15", b"ours 15").replace(b"line 18", b"ours 18") == in_index(
            tmp_path, "a.txt"
        )
        assert "mine" in unstaged(tmp_path)

    def test_a_line_of_ours_that_the_person_changed_between_two_writes_is_not_staged(
        self, tmp_path: Path
    ) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))
        save(tmp_path, lambda data: data.replace(b"ours 15", b"mine 15"))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 18", b"ours 18"))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)

    @pytest.mark.parametrize("undone", ["line 15", "mine"])
    def test_what_the_person_took_back_is_not_staged(self, tmp_path: Path, undone: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours"))
        save(tmp_path, lambda data: data.replace(b"ours", undone.encode()))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)
        assert "" == staged(tmp_path)

    def test_a_line_taken_out_by_us_and_put_back_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15\n", b""))
        save(tmp_path, lambda data: mine(data).replace(b"line 14\n", b"line 14\nline 15\n"))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)

    def test_what_the_person_staged_since_is_kept(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", ours)
        put(tmp_path, mine(LINES))

        assert ["a.txt"] == stage(workspace)
        assert ours(mine(LINES)) == in_index(tmp_path, "a.txt")

    def test_what_the_person_staged_of_ours_is_not_staged_twice(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15\n", b"line 15\nours\n"))
        git(tmp_path, "add", "a.txt")

        assert ([], {"a.txt": OVERLAP}) == (stage(workspace), workspace.not_staged)
        assert 1 == in_index(tmp_path, "a.txt").count(b"ours")

    def test_a_new_file_is_staged_as_it_was_written(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        write(workspace, {"new.txt": "ours\n"})
        make_tree(tmp_path, {"new.txt": "mine\nours\nmine\n"})

        assert ["new.txt"] == stage(workspace)
        assert b"ours\n" == in_index(tmp_path, "new.txt")

    def test_a_file_that_is_gone_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", ours)
        write(workspace, {"new.txt": "ours\n"})
        (tmp_path / "a.txt").unlink()
        (tmp_path / "new.txt").unlink()

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.txt", "new.txt"], "written, not staged: you removed it since")
            == workspace.not_staged
        )

    def test_what_could_not_be_staged_is_staged_with_what_comes_next_once_it_can(
        self, tmp_path: Path
    ) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"mine 3", b"ours 3"))
        assert [] == stage(workspace)
        put(tmp_path, mine(LINES))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))

        assert ["a.txt"] == stage(workspace)
        assert {} == workspace.not_staged
        expected = mine(LINES).replace(b"mine 3", b"ours 3").replace(b"line 15", b"ours 15")
        assert expected == in_index(tmp_path, "a.txt")


class TestGivingBack:
    def test_what_was_staged_can_be_taken_out_again_and_theirs_stays(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        git(tmp_path, "add", "a.txt")
        git(tmp_path, "update-index", "--skip-worktree", "a.txt")
        before = git(tmp_path, "ls-files", "-v", "--stage")
        edit(workspace, "a.txt", ours)
        write(workspace, {"new.txt": "ours\n"})
        first = workspace.stage()
        edit(workspace, "a.txt", lambda data: data.replace(b"line 20", b"ours 20"))
        second = workspace.stage()
        assert workspace.staging is not None
        assert before != git(tmp_path, "ls-files", "-v", "--stage")

        workspace.staging.unstage([*first, *second])

        assert before == git(tmp_path, "ls-files", "-v", "--stage")
        assert frozenset() == workspace.staged

    def test_what_the_person_staged_since_is_not_taken_out(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        staged_files = workspace.stage()
        git(tmp_path, "add", "a.txt")
        before = git(tmp_path, "ls-files", "--stage")
        assert workspace.staging is not None

        with pytest.raises(
            GitFailed, match=r"^staged differently since: a\.txt\. The index was left as it is\.$"
        ):
            workspace.staging.unstage(staged_files)
        assert before == git(tmp_path, "ls-files", "--stage")

    def test_a_write_that_was_written_back_leaves_nothing_to_stage(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        edit(workspace, "a.txt", lambda data: mine(LINES))

        assert frozenset() == workspace.to_stage
        assert ([], {}) == (stage(workspace), workspace.not_staged)


class TestRemovingAndMoving:
    def test_a_file_is_removed_from_the_index_too(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: None)

        assert ["a.txt"] == stage(workspace)
        assert "D  a.txt\n" == git(tmp_path, "status", "--short")

    def test_a_removal_that_takes_work_of_theirs_along_is_not_staged(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: None)

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: it was removed, and the index holds changes of your own to it"
        } == workspace.not_staged

    def test_a_file_that_came_back_is_not_removed_from_the_index(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: None)
        make_tree(tmp_path, {"a.txt": "mine\n"})

        assert ([], {"a.txt": "written, not staged: it is there again"}) == (
            stage(workspace),
            workspace.not_staged,
        )

    def test_a_moved_file_takes_no_changes_of_theirs_into_the_index(self, tmp_path: Path) -> None:
        workspace = _mixed(tmp_path)
        move(workspace, "a.txt", "b.txt", ours)

        assert ["a.txt", "b.txt"] == stage(workspace)
        assert ours(LINES) == in_index(tmp_path, "b.txt")
        assert "" == git(tmp_path, "ls-files", "a.txt")
        assert "mine" in unstaged(tmp_path)

    def test_a_moved_file_that_git_did_not_track_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        make_tree(tmp_path, {"a.txt": LINES})
        move(workspace, "a.txt", "b.txt", ours)

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.txt", "b.txt"], "written, not staged: git does not track it")
            == workspace.not_staged
        )

    def test_a_moved_file_without_changes_of_theirs_is_staged_whole(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        move(workspace, "a.txt", "b.txt", ours)

        assert ["a.txt", "b.txt"] == stage(workspace)
        assert "R  a.txt -> b.txt\n" == git(tmp_path, "status", "--short")

    def test_a_file_that_the_person_renamed_is_staged_under_its_new_name(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        git(root, "mv", "a.txt", "b.txt")
        save(root, mine, "b.txt")
        workspace = Workspace.open(root)
        edit(workspace, "b.txt", ours)

        assert ["b.txt"] == stage(workspace)
        assert ours(LINES) == in_index(root, "b.txt")


class TestWhatCannotBeTold:
    def test_a_file_marked_as_intended_to_be_added(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {})
        make_tree(root, {"a.txt": LINES})
        git(root, "add", "--intent-to-add", "a.txt")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: it is marked as intended to be added, nothing of it is staged"
        } == workspace.not_staged
        assert " A a.txt\n" == git(root, "status", "--short")

    def test_a_file_whose_removal_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        (root / "a.txt").unlink()
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "ours\n"})

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: you had removed it, and its removal is not staged"
        } == workspace.not_staged

    def test_a_file_whose_removal_is_staged_is_staged_anew(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        git(root, "rm", "--quiet", "a.txt")
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "ours\n"})

        assert ["a.txt"] == stage(workspace)
        assert b"ours\n" == in_index(root, "a.txt")

    def test_a_file_where_the_index_has_a_link(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"other": "o\n"})
        (tmp_path / "a.txt").symlink_to("other")
        root = make_repository(tmp_path, {})
        (root / "a.txt").unlink()
        make_tree(root, {"a.txt": LINES})
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert {"a.txt": "written, not staged: what the index holds of it is no file"} == workspace.not_staged

    @pytest.mark.parametrize("required", [True, False])
    def test_a_filter_that_fails(self, tmp_path: Path, required: bool) -> None:
        workspace = _mixed(tmp_path)
        make_tree(tmp_path, {".gitattributes": "*.txt filter=broken\n"})
        git(tmp_path, "config", "filter.broken.clean", "echo 'no such thing' >&2; exit 1")
        git(tmp_path, "config", "filter.broken.required", str(required).lower())
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert list(workspace.not_staged) == ["a.txt"]
        assert workspace.not_staged["a.txt"].startswith("written, not staged: ")
        assert "its filter " in workspace.not_staged["a.txt"]
        assert LINES == in_index(tmp_path, "a.txt")

    @pytest.mark.parametrize("is_mixed", [False, True])
    def test_a_file_of_halves_of_characters(self, tmp_path: Path, is_mixed: bool) -> None:
        """UTF-16 that git was not told of: without changes of the person's it is staged whole."""
        root = make_repository(tmp_path, {"a.txt": LINES.decode().encode("utf-16")})
        if is_mixed:
            save(root, lambda data: mine(data.decode("utf-16").encode()).decode().encode("utf-16"))
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", lambda data: ours(data.decode("utf-16").encode()).decode().encode("utf-16"))

        assert ([] if is_mixed else ["a.txt"]) == stage(workspace)
        why = "written, not staged: git takes it for binary, and it holds changes of your own"
        assert ({"a.txt": why} if is_mixed else {}) == workspace.not_staged

    def test_one_file_that_git_does_not_take_keeps_no_other_from_being_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES, "b.md": LINES, "c.md": LINES})
        make_tree(root, {".git/info/attributes": "a.txt filter=broken\n"})
        git(root, "config", "filter.broken.clean", "exit 1")
        git(root, "config", "filter.broken.required", "true")
        workspace = Workspace.open(root)
        for path in ("a.txt", "b.md", "c.md"):
            edit(workspace, path, ours)

        assert ["b.md", "c.md"] == stage(workspace)
        assert "its filter " in workspace.not_staged["a.txt"]

    def test_care_for_line_ends_does_not_keep_a_file_from_being_staged(self, tmp_path: Path) -> None:
        """`git add` refuses, as it would of any edit of the file; `git add -p` does not."""
        git(tmp_path, "init", "--quiet", "--template=", "--initial-branch=main")
        git(tmp_path, "config", "core.autocrlf", "input")
        root = make_repository(tmp_path, {"a.txt": CRLF})
        git(root, "config", "core.safecrlf", "true")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)
        expected = picked(root)

        assert ["a.txt"] == stage(workspace)
        assert expected == in_index(root, "a.txt") == ours(LINES)

    def test_a_new_file_that_a_sparse_checkout_leaves_out(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        workspace = Workspace.open(root)
        write(workspace, {"out/new.txt": "ours\n"})

        assert ["out/new.txt"] == stage(workspace)
        assert b"ours\n" == in_index(root, "out/new.txt")

    def test_a_file_that_a_sparse_checkout_leaves_out(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        workspace = Workspace.open(root)
        write(workspace, {"out/a.txt": "ours\n"})
        edit(workspace, "in/a.txt", ours)

        assert ["in/a.txt"] == stage(workspace)
        assert {
            "out/a.txt": "written, not staged: you had removed it, and its removal is not staged"
        } == workspace.not_staged

    def test_a_file_that_is_there_though_a_sparse_checkout_leaves_it_out(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        make_tree(root, {"out/a.txt": mine(LINES)})
        workspace = Workspace.open(root)
        edit(workspace, "out/a.txt", ours)

        assert ["out/a.txt"] == stage(workspace)
        assert ours(LINES) == in_index(root, "out/a.txt")


LINE = st.sampled_from(["keep", "keep", "keep", "mine, staged", "mine", "ours"])


@settings(max_examples=25)
@given(st.lists(LINE, min_size=1, max_size=12), st.lists(LINE, min_size=1, max_size=12))
def test_the_index_becomes_what_it_was_and_our_edits(first: list[str], second: list[str]) -> None:
    """Any mixture of lines that the person changed, with and without staging them, and of ours."""
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
