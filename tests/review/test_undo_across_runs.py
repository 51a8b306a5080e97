"""Undo and redo, by the command and in reviews, follow one order of runs, however they are mixed."""

from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from editreview.errors import ChangedOnDisk, EditreviewError, NothingToUndo
from editreview.review import Review
from editreview.workspace import Workspace
from editreview.workspace.root import Root
from tests.builders import block, files_of, make_tree, redo_effect, review_of, undo_effect

PATHS = ("a.txt", "b.txt")
BEFORE = dict.fromkeys(PATHS, "0\n")
T = TypeVar("T")


class Run:
    """A run that writes one file."""

    def __init__(self, path: str, before: str, after: str) -> None:
        self.path = path
        self.before = before
        self.after = after
        self.is_written = True
        self.is_in_log = True
        """False once its own review has undone it."""


class Model:
    """Runs in order; those undone, as a stack, which a new run clears."""

    def __init__(self) -> None:
        self.files = dict(BEFORE)
        self.runs: list[Run] = []
        self.undone: list[Run] = []

    def write(self, n: int) -> None:
        path = PATHS[n % len(PATHS)]
        self.runs.append(Run(path, self.files[path], f"{len(self.runs) + 1}\n"))
        self.files[path] = self.runs[-1].after
        self.undone.clear()

    def undo(self, _: int) -> None:
        self._undo(last([run for run in self.runs if run.is_written]))

    def redo(self, _: int) -> None:
        self._redo(last(self.undone))

    def undo_in_review(self, n: int) -> None:
        run = last([run for run in self.runs[n : n + 1] if run.is_in_log])
        self._undo(run)
        run.is_in_log = False

    def redo_in_review(self, n: int) -> None:
        run = last([run for run in self.runs[n : n + 1] if not run.is_in_log])
        self._redo(run)
        run.is_in_log = True

    def _undo(self, run: Run) -> None:
        if self.files[run.path] != run.after:
            raise ChangedOnDisk([run.path])
        self.files[run.path] = run.before
        run.is_written = False
        self.undone.append(run)

    def _redo(self, run: Run) -> None:
        if run.is_written:
            return
        if self.files[run.path] != run.before:
            raise ChangedOnDisk([run.path])
        self.files[run.path] = run.after
        run.is_written = True
        self.undone = [each for each in self.undone if each is not run]


class Tree:
    """The same on a real tree. Each run is a review that stays open."""

    def __init__(self, root: Path) -> None:
        self.root = make_tree(root, BEFORE)
        self.reviews: list[Review] = []

    def write(self, n: int) -> None:
        path = PATHS[n % len(PATHS)]
        text = (self.root / path).read_text()
        review = review_of(self.root, block(text, f"{len(self.reviews) + 1}\n", path))
        review.accept()
        review.write()
        self.reviews.append(review)

    def undo(self, _: int) -> None:
        undoing = Workspace(Root(self.root), None).undoing
        undoing.undo(undoing.last())

    def redo(self, _: int) -> None:
        undoing = Workspace(Root(self.root), None).undoing
        undoing.redo(undoing.last_undone())

    def undo_in_review(self, n: int) -> None:
        undo_effect(last(self.reviews[n : n + 1]))

    def redo_in_review(self, n: int) -> None:
        redo_effect(last(self.reviews[n : n + 1]))


def last(values: list[T]) -> T:
    if not values:
        raise NothingToUndo("nothing")
    return values[-1]


def outcome(of: Model | Tree, step: str, n: int) -> type[EditreviewError] | None:
    """Take a step. Returns the error that it fails with; None if it succeeds."""
    try:
        getattr(of, step)(n)
    except EditreviewError as error:
        return type(error)
    return None


STEPS = st.sampled_from(["write", "undo", "redo", "undo_in_review", "redo_in_review"])


@given(st.lists(st.tuples(STEPS, st.integers(0, 3)), max_size=14))
@example([("write", 0), ("undo", 0), ("write", 1), ("undo", 0), ("redo", 0)])
@example([("write", 0), ("write", 1), ("undo_in_review", 0), ("undo", 0), ("redo", 0), ("redo", 0)])
def test_every_mixture_of_runs_undos_and_redos_is_that_of_the_model(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    model, tree = Model(), Tree(tmp_path_factory.mktemp("tree"))
    for step, n in steps:
        assert outcome(model, step, n) == outcome(tree, step, n)
        assert {path: text.encode() for path, text in model.files.items()} == files_of(tree.root)
