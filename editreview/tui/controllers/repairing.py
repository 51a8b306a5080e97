"""Repairing unreadable blocks: they are read again as repaired, or as the user edited them."""

from functools import partial
from typing import TYPE_CHECKING

from editreview.formats import read_again
from editreview.text import counted

if TYPE_CHECKING:
    from editreview.blocks import Problem
    from editreview.tui.view import ReviewView


_BLOCK_FILE = "block.md"
"""The name of the file in which the user's editor opens a block."""


class Repairing:
    """Makes blocks of those that could not be read."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._drafts: dict[int, str] = {}
        """By line of a malformed block, its text as the user edited it, while it is still malformed."""

    def warn_if_no_block(self) -> bool:
        """Tell the user if the current row is no block, so that it cannot be decided. Returns True if so."""
        fragment, keys = self._view.fragment, self._session.keys
        if fragment is None or self._view.state.placing is not None:
            return False
        if fragment.problem is None:
            text = f"this code names no file: {keys['match.file']} chooses one"
        else:
            repairs = f"{keys['match.repair']} repairs it, " if fragment.problem.repair else ""
            text = f"this block is unreadable: {repairs}{keys['edit.proposal']} edits its text"
        self._status.set_message(text, is_problem=True)
        return True

    def repair(self) -> None:
        """Read the current unreadable block with its plain repair."""
        fragment = self._view.fragment
        problem = None if fragment is None else fragment.problem
        if problem is None:
            self._status.set_message("only an unreadable block can be repaired", is_problem=True)
        elif problem.repair is None:
            edits = f"{self._session.keys['edit.proposal']} edits its text"
            self._status.set_message(f"this block has no obvious repair: {edits}", is_problem=True)
        else:
            self._read(problem, problem.repair.text)

    def edit(self) -> None:
        """Edit the text of the current unreadable block."""
        fragment = self._view.fragment
        problem = None if fragment is None else fragment.problem
        if problem is None:
            chooses = f"{self._session.keys['match.file']} chooses a file"
            self._status.set_message(f"this code is not a block yet: {chooses} for it", is_problem=True)
            return
        text = self._drafts.get(problem.line, problem.text)
        here, use = partial(self._edit_here, problem, text), partial(self._take, problem, text)
        self._view.edit(text, _BLOCK_FILE, here, use)

    def _edit_here(self, problem: "Problem", text: str) -> None:
        # Imported on first use: text areas are slow to import.
        from editreview.tui.screens.dialogs import EditScreen

        try:
            screen = EditScreen(f"Block at line {problem.line} of the response", text, problem.line)
        except ValueError as error:
            self._status.set_message(f"the text cannot be edited here: {error}. Set $EDITOR", is_problem=True)
            return
        self._view.open(screen, lambda edited: self._take(problem, text, edited))

    def _take(self, problem: "Problem", before: str, edited: str | None) -> None:
        if edited is None or edited == before:
            self._status.set_message("nothing was changed")
        else:
            self._read(problem, edited)

    def _read(self, problem: "Problem", text: str) -> None:
        """Read a malformed block again with another text, if that is readable."""
        parsed = read_again(problem, text)
        if parsed.problems or not parsed.blocks:
            self._drafts[problem.line] = text
            why = parsed.problems[0].message if parsed.problems else "it has no edit"
            edits = f"{self._session.keys['edit.proposal']} edits it again"
            self._status.set_message(f"still unreadable: {why}; {edits}", is_problem=True)
            return
        self._session.replan(self._session.review.correct(problem, text), selects=True)
        count = counted(len(parsed.blocks), "block")
        self._status.set_message(f"read {count} from line {problem.line}: {self._session.undo_hint}")
