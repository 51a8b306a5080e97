"""Editing the new text of a block, opening its file, and notes on it; repairing unreadable blocks."""

from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.formats import read_again
from editreview.review import (
    Excerpt,
    LineNote,
    Proposal,
    excerpt,
    note_on,
    with_edited_text,
    with_note,
)
from editreview.text import counted, line_body, split_lines
from editreview.tui.diff import Level
from editreview.tui.editors import NoTerminalError, editor_of, error_text, open_file
from editreview.tui.match_line import why_not

if TYPE_CHECKING:
    from editreview.blocks import Problem
    from editreview.tui.controllers.deciding import Deciding, Selecting
    from editreview.tui.view import ReviewView


class Editing:
    """Edits blocks; an edited block is undecided until it is accepted."""

    def __init__(
        self,
        view: "ReviewView",
        selecting: "Selecting",
        deciding: "Deciding",
        repairing: "Repairing",
    ) -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._selecting = selecting
        self._deciding = deciding
        self._repairing = repairing

    # The new text

    def edit(self) -> None:
        proposal = self._view.proposal
        if self._view.fragment is not None:
            self._repairing.edit()
            return
        if proposal is None or self._view.is_final(proposal):
            return
        original = excerpt(proposal)
        if original is None:
            is_whole = proposal.is_ready
            why = (
                "a block that moves or deletes a file has no lines to choose or edit"
                if is_whole
                else why_not(self._session.review, proposal, self._session.keys)
            )
            self._status.set_message(why or "this block has no new text to edit", is_problem=True)
            return
        self._view.edit(
            original.text,
            PurePosixPath(str(proposal.path)).name,
            partial(self._edit_here, proposal, original),
            partial(self._use_text, proposal, original),
        )

    def _edit_here(self, proposal: Proposal, original: Excerpt) -> None:
        from editreview.tui.screens.dialogs import EditScreen

        assert proposal.base is not None
        lines = split_lines(original.text, proposal.base.lines.separator)
        model = "\n".join(map(line_body, lines)) + "\n" * original.text.endswith(("\n", "\r"))
        title = f"New text of block {proposal.number} in {proposal.path}"
        try:
            screen = EditScreen(title, model, original.first + 1)
        except ValueError as error:
            self._status.set_message(f"the text cannot be edited here: {error}. Set $EDITOR", is_problem=True)
            return

        def answered(edited: str | None) -> None:
            if edited is not None:
                self._use_text(proposal, original, edited)

        self._view.open(screen, answered)

    def _use_text(self, proposal: Proposal, original: Excerpt, edited: str) -> None:
        """Use the edited text as the block's new text."""
        if self._view.is_final(proposal):
            return
        decision = with_edited_text(self._session.review.log[proposal.key], proposal, original, edited)
        if decision is None:
            self._status.set_message("nothing was changed")
            return
        what = "restored to the model's text" if decision.edited is None else "edited"
        note = f"block {proposal.number} {what}; {self._session.accept_hint} it"
        self._deciding.decide(proposal, decision, note)
        self._view.refresh()

    def format(self) -> None:
        """Use the new lines as the formatter would write them."""
        proposal = self._view.proposal
        if proposal is None or self._view.is_final(proposal):
            return
        found = self._session.review.formatting(proposal)
        if found is None:
            self._status.set_message("no formatter would change the new lines of this block", is_problem=True)
            return
        self._use_text(proposal, found.begun, found.text)

    # The file

    def open_file(self) -> None:
        """Open the file at the cursor's line in the user's editor."""
        proposal = self._view.proposal
        path = None if proposal is None else self._session.path_on_disk(proposal)
        if proposal is None or path is None:
            return
        editor, workspace = editor_of(), self._session.review.workspace
        if editor is None:
            self._status.set_message("set $VISUAL or $EDITOR to open files", is_problem=True)
            return
        if not workspace.exists(path):
            self._status.set_message(f"{path} does not exist", is_problem=True)
            return
        line = self._view.line_of(proposal)
        try:
            self._view.lend_terminal(lambda: open_file(editor, workspace.root.absolute(path), line))
        except NoTerminalError:
            self._status.set_message("there is no terminal to run an editor in", is_problem=True)
        except OSError as error:
            self._status.set_message(error_text(editor, error), is_problem=True)
        else:
            self._session.worker.read_again()
            self._status.set_message(f"{path} was opened; files reread")

    # Notes

    def note(self) -> None:
        """Ask for a note for the model, on the block or on the rows at the cursor."""
        from editreview.tui.screens.dialogs import note_screen

        proposal = self._view.proposal
        if proposal is None:
            return
        decision = self._session.review.log[proposal.key]
        note: LineNote | None = None
        about, text_before = f"block {proposal.number}", decision.note or ""
        if self._view.state.level is not Level.BLOCK:
            found, whole = self._selecting.target_rows(proposal), self._view.rows.whole
            if found is None or whole is None:
                return
            note = note_on(whole, found[1])
            text_before = next((each.text for each in decision.line_notes if each.diff == note.diff), "")
            about = f"{note.where} of block {proposal.number}"
        self._view.open(
            note_screen(about, text_before), lambda text: self._use_note(proposal, about, text, note)
        )

    def _use_note(self, proposal: Proposal, about: str, text: str | None, note: LineNote | None) -> None:
        if text is None:
            return
        before = self._session.review.log[proposal.key]
        decision = (
            replace(before, note=text or None)
            if note is None
            else with_note(before, replace(note, text=text))
        )
        does = "goes with the feedback" if text else "removed"
        self._view.clear_range()
        self._deciding.decide(proposal, decision, f"note on {about} {does}")
        self._view.refresh()


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
