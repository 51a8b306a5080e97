"""Paths that must not be touched, on every operation: skipped, with nothing touched."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from editreview.blocks import Delete, EditBlock, Interpretation, Move, Operation, Replace, Write
from editreview.errors import Reason, TreeError
from editreview.review import Review, Status, status_of
from editreview.workspace import FileWrite, Workspace, disk
from editreview.workspace.root import Root, digest
from tests.builders import files_of, make_tree
from tests.workspace.failing import WatchedOs
from tests.workspace.hostile import REFUSED, make_hostile_root

OPERATIONS: dict[str, Operation] = {
    "write": Replace((Interpretation("x\n", "y\n"),)),
    "overwrite": Write("mine\n"),
    "create": Write("mine\n", creates=True),
    "delete": Delete(),
    "move from": Move("moved.txt"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_hostile_root(tmp_path_factory.mktemp("hostile"))


def state_of(folder: Path) -> dict[str, object]:
    """Everything there is, links not followed, with what can be read of it."""
    return {
        str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else path.lstat().st_mode
        for path in folder.rglob("*")
        if ".git/editreview" not in str(path) and not path.match("**/.git/index")
    }


def accepted_operation(workspace: Workspace, path: str, operation: Operation) -> Review:
    review = Review(workspace)
    review.add([EditBlock(1, "tool-call", path, (1, 2), operation)])
    review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
    return review


NAMED = [path for path in REFUSED if path.strip()]


@pytest.mark.parametrize("path", NAMED, ids=lambda path: ascii(path)[:40])
def test_no_operation_touches_a_protected_path(root: Path, path: str) -> None:
    before = state_of(root.parent)
    workspace = Workspace.open(root)

    reviews = [accepted_operation(workspace, path, operation) for operation in OPERATIONS.values()]
    # The other end of a move.
    reviews.append(accepted_operation(workspace, "a.txt", Move(path)))
    for review in reviews:
        assert [] == review.write()
        [proposal] = review.proposals
        # One that names no file at all is the model's to mend.
        is_unnamed = REFUSED[path] is Reason.PLACEHOLDER
        assert (Status.FAILED if is_unnamed else Status.SKIPPED) is status_of(review, proposal)
        assert REFUSED[path] is proposal.reason
        assert proposal.message

    assert before == state_of(root.parent)


def _to_link(tree: Path) -> None:
    """A folder becomes a link out of the tree."""
    (tree / "sub").rename(tree / "was-sub")
    (tree / "sub").symlink_to(tree.parent / "outside")


WRITES = {
    "write": [FileWrite("sub/deep/a.txt", digest(b"a\n"), b"mine\n", None)],
    "create": [FileWrite("sub/new/b.txt", None, b"mine\n", None)],
    "delete": [FileWrite("sub/deep/a.txt", digest(b"a\n"), None, None)],
    "move out of it": [
        FileWrite("c.txt", None, b"a\n", None, like="sub/deep/a.txt"),
        FileWrite("sub/deep/a.txt", digest(b"a\n"), None, None),
    ],
    "move into it": [
        FileWrite("sub/deep/c.txt", None, b"d\n", None, like="d.txt"),
        FileWrite("d.txt", digest(b"d\n"), None, None),
    ],
}


@pytest.mark.parametrize("operation", WRITES)
def test_a_folder_replaced_by_a_link_at_any_moment_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str
) -> None:
    """Outside there are files of the same names and with the same bytes, so that only the way tells."""
    outside = {"deep/a.txt": b"a\n", "x": b"x\n"}
    for nth in range(1, 10_000):
        base = tmp_path / str(nth)
        make_tree(base / "outside", outside)
        tree = make_tree(base / "tree", {"sub/deep/a.txt": "a\n", "d.txt": "d\n"})
        workspace = Workspace(Root(tree), None)
        with monkeypatch.context() as patched:
            watched = WatchedOs(nth, before=_once(_to_link, tree))
            patched.setattr(disk, "os", watched)
            with suppress(TreeError):
                workspace.apply(WRITES[operation])
        assert outside == files_of(base / "outside")
        if not watched.was_reached:
            break
    assert nth > 20


def _once(act: Callable[[Path], object], tree: Path) -> Callable[[str], object]:
    return lambda name: act(tree)


def test_a_file_replaced_by_a_named_pipe_does_not_block(tmp_path: Path) -> None:
    workspace = Workspace.open(make_tree(tmp_path, {"a.txt": "a\n"}))
    (tmp_path / "a.txt").unlink()
    os.mkfifo(tmp_path / "a.txt")

    with pytest.raises(TreeError, match=r"^changed on disk since it was read: a\.txt"):
        workspace.apply([FileWrite("a.txt", digest(b"a\n"), b"A\n", None)])


def test_a_link_inside_the_tree_stays_and_its_file_is_written(tmp_path: Path) -> None:
    tree = make_tree(tmp_path / "tree", {"real/a.txt": "a\n"})
    (tree / "link.txt").symlink_to("real/a.txt")
    review = Review(Workspace.open(tree))
    review.add([EditBlock(1, "tool-call", "link.txt", (1, 2), Replace((Interpretation("a\n", "A\n"),)))])
    review.accept()

    assert [1] == review.write()
    assert {"real/a.txt": b"A\n", "link.txt": b"-> real/a.txt"} == files_of(tree)


def test_a_read_only_file_is_refused_even_for_root(tmp_path: Path) -> None:
    tree = make_tree(tmp_path / "tree", {"a.txt": "x\n"})
    (tree / "a.txt").chmod(0o444)
    for operation in (OPERATIONS["write"], OPERATIONS["overwrite"], OPERATIONS["delete"]):
        review = accepted_operation(Workspace.open(tree), "a.txt", operation)
        [proposal] = review.proposals

        assert (Reason.DENIED, "a.txt is read-only (mode 444) and is not overwritten") == (
            proposal.reason,
            proposal.message,
        )
        assert [] == review.write()
    assert {"a.txt": b"x\n"} == files_of(tree)
