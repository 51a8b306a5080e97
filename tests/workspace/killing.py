"""Runs that are killed at every change to the disk in turn, and the runs that come after them.

Between two changes the disk is the same, so a run that is killed before each of them leaves every
state that a killed run can leave.

A program of its own, so that it can fork: `python -m tests.workspace.killing RUN FOLDER STEP SCENARIO...`,
where RUN is the one that is killed last: `run` or `recovery`. It prints, as JSON and by
scenario, the state in which each tree was found.
"""

import itertools
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from editreview.workspace import disk
from editreview.workspace.journal import Journal, Record
from editreview.workspace.root import Root
from editreview.workspace.transaction import perform, recover, redo, undo
from tests.builders import entries_of, files_of, make_tree
from tests.workspace.failing import WatchedOs
from tests.workspace.transaction import AFTER, BEFORE, WRITES

Scenario = Callable[[Root, Journal], object]


def _killed(name: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_at(nth: int, run: Callable[["Tree"], object], tree: "Tree") -> bool:
    """Let a child run, and kill it just before its n-th change to the disk.

    Returns:
        True if it got that far.
    """
    child = os.fork()
    if child == 0:
        watched = WatchedOs(nth, before=_killed, changes_only=True)
        disk.os = watched  # type: ignore[assignment, attr-defined]  # as a test's monkeypatch would
        run(tree)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


class Tree:
    """A tree and its journal, made anew for every run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = Root(make_tree(folder / "tree", BEFORE))
        self.journal = Journal(folder / "journal", self.root.folder)

    @property
    def latest(self) -> Record:
        return self.journal.records()[-1]

    def found(self) -> dict[str, object]:
        """The tree now: which of the two it is, and the other files that lie about."""
        files = files_of(self.root.folder)
        is_before = files == BEFORE and entries_of(self.root.folder) == {*BEFORE, "sub"}
        is_after = files == AFTER and entries_of(self.root.folder) == {*AFTER, "sub", "new", "new/deep"}
        return {
            "tree": "before" if is_before else "after" if is_after else sorted(entries_of(self.root.folder)),
            "states": [record.state for record in self.journal.records()],
            "pending": self.journal.pending() is not None,
        }


def _written(tree: Tree) -> None:
    perform(tree.root, WRITES, tree.journal)


def _recovered(tree: Tree) -> None:
    recover(tree.journal)


def _undone(tree: Tree) -> None:
    _written(tree)
    undo(tree.journal, tree.root, tree.latest)


SCENARIOS: dict[str, tuple[Callable[[Tree], object], Callable[[Tree], object]]] = {
    "write": (lambda tree: None, _written),
    "undo": (_written, lambda tree: undo(tree.journal, tree.root, tree.latest)),
    "redo": (_undone, lambda tree: redo(tree.journal, tree.root, tree.latest)),
}
"""The steps before, and the one that is killed."""


def killed_in_run(scenario: str, folder: Path, step: int) -> list[dict[str, object]]:
    """The trees after a scenario that was killed before every `step`-th change, and after a whole one."""
    first, run = SCENARIOS[scenario]
    found: list[dict[str, object]] = []
    for nth in itertools.count(1, step):
        tree = Tree(folder / str(nth))
        first(tree)
        was_killed = killed_at(nth, run, tree)
        recover(tree.journal)
        found.append(tree.found())
        shutil.rmtree(tree.folder)
        if not was_killed:
            break
    return found


def killed_in_recovery(scenario: str, folder: Path, step: int) -> list[dict[str, object]]:
    """The trees after a run killed before every `step`-th change, and its recovery before each of its own."""
    first, run = SCENARIOS[scenario]
    found: list[dict[str, object]] = []
    for nth in itertools.count(1, step):
        for second in itertools.count(1):
            tree = Tree(folder / f"{nth}-{second}")
            first(tree)
            if not killed_at(nth, run, tree):
                return found
            was_killed = killed_at(second, _recovered, tree)
            recover(tree.journal)
            found.append(tree.found())
            shutil.rmtree(tree.folder)
            if not was_killed:
                break
    return found


if __name__ == "__main__":
    # That bytes are on the disk for good shows only when the power fails, and takes long.
    os.fsync = lambda fd: None
    last, folder, step, *scenarios = sys.argv[1:]
    killed = {"run": killed_in_run, "recovery": killed_in_recovery}[last]
    print(json.dumps({each: killed(each, Path(folder, each), int(step)) for each in scenarios}))
