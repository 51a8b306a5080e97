"""A block's new text, its file and a note on it, edited by the user."""

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.errors import EditreviewError
from editreview.review import Excerpt, LineNote, Proposal, excerpt, note_on, with_edited_text, with_note
from editreview.text import line_body, split_lines
from editreview.tui.diff.marks import Level
from editreview.tui.editors import Editor, NoTerminalError, edit_text, editor_of, open_file

if TYPE_CHECKING:
    from editreview.tui.controllers.decisions import Decisions
    from editreview.tui.controllers.partial import Partial
    from editreview.tui.view import ReviewView


class Editing:
    """Changes what a block says; what is edited is undecided until it is accepted."""

    def __init__(self, view: "ReviewView", partial: "Partial", decisions: "Decisions") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._partial = partial
        self._decisions = decisions

    # The new text

    def edit(self) -> None:
        proposal = self._view.proposal
        if proposal is None or self._partial.is_final(proposal):
            return
        begun = excerpt(proposal)
        if begun is None:
            is_whole = proposal.is_ready
            why = (
                "a file is moved or deleted as a whole"
                if is_whole
                else self._session.outline.why_not(proposal)
            )
            self._status.say(why or "it has no new text to edit", is_problem=True)
            return
        editor = editor_of()
        if editor is None:
            self._edit_here(proposal, begun)
            return
        name = PurePosixPath(str(proposal.path)).name
        try:
            typed = self._view.lend_terminal(lambda: edit_text(editor, begun.text, name))
        except NoTerminalError:
            self._edit_here(proposal, begun)
        except (EditreviewError, OSError, UnicodeError) as error:
            self._status.say(_sentence(editor, error), is_problem=True)
        else:
            self._take_text(proposal, begun, typed)

    def _edit_here(self, proposal: Proposal, begun: Excerpt) -> None:
        from editreview.tui.screens.edit import EditScreen

        assert proposal.base is not None
        lines = split_lines(begun.text, proposal.base.lines.separator)
        shown = "\n".join(map(line_body, lines)) + "\n" * begun.text.endswith(("\n", "\r"))
        title = f"What block {proposal.number} makes of {proposal.path}"
        try:
            screen = EditScreen(title, shown, begun.first + 1)
        except ValueError as error:
            self._status.say(f"{error}: set $EDITOR to your editor", is_problem=True)
            return

        def answered(typed: str | None) -> None:
            if typed is not None:
                self._take_text(proposal, begun, typed)

        self._view.open(screen, answered)

    def _take_text(self, proposal: Proposal, begun: Excerpt, typed: str) -> None:
        """Let the block make an edited text of its file."""
        if self._partial.is_final(proposal):
            return
        decision = with_edited_text(self._session.review.log[proposal.key], proposal, begun, typed)
        if decision is None:
            self._status.say("nothing was changed")
            return
        what = "restored to the model's text" if decision.edited is None else "edited"
        note = f"block {proposal.number} {what}; {self._session.accepts} it"
        self._decisions.decide(proposal, decision, note)
        self._view.refresh()

    # The file

    def open_file(self) -> None:
        """Open the file at the cursor's line in the user's editor."""
        proposal = self._view.proposal
        if proposal is None or proposal.path is None:
            return
        editor, workspace = editor_of(), self._session.review.workspace
        if editor is None:
            self._status.say("set $VISUAL or $EDITOR to open files", is_problem=True)
            return
        path = proposal.path_to if self._session.is_applied(proposal) else None
        path = path or proposal.path
        if not workspace.exists(path):
            self._status.say(f"{path} does not exist", is_problem=True)
            return
        line = self._view.line_of(proposal)
        try:
            self._view.lend_terminal(lambda: open_file(editor, workspace.root.absolute(path), line))
        except NoTerminalError:
            self._status.say("there is no terminal to give to an editor", is_problem=True)
        except OSError as error:
            self._status.say(_sentence(editor, error), is_problem=True)
        else:
            self._session.worker.read_again()
            self._status.say(f"{path} was opened, and the files were read again")

    # Notes

    def note(self) -> None:
        """Write a note for the model, on the block or on the rows at the cursor."""
        from editreview.tui.screens.line import note_screen

        proposal = self._view.proposal
        if proposal is None:
            return
        decision = self._session.review.log[proposal.key]
        note: LineNote | None = None
        about, said = f"block {proposal.number}", decision.note or ""
        if self._view.state.level is not Level.BLOCK:
            found, whole = self._partial.rows_meant(proposal), self._view.rows.whole
            if found is None or whole is None:
                return
            note = note_on(whole, found[1])
            said = next((each.text for each in decision.line_notes if each.diff == note.diff), "")
            about = f"{note.where} of block {proposal.number}"
        self._view.open(note_screen(about, said), lambda text: self._take_note(proposal, about, text, note))

    def _take_note(self, proposal: Proposal, about: str, text: str | None, note: LineNote | None) -> None:
        if text is None:
            return
        said = self._session.review.log[proposal.key]
        decision = (
            replace(said, note=text or None) if note is None else with_note(said, replace(note, text=text))
        )
        does = "goes with the feedback" if text else "removed"
        self._view.diff.range_start = None
        self._decisions.decide(proposal, decision, f"note on {about} {does}")
        self._view.refresh()


def _sentence(editor: Editor, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{editor.name} could not be started: {error.strerror}"
    return (
        "the saved text is not UTF-8; nothing was changed" if isinstance(error, UnicodeError) else str(error)
    )
