"""A block's new text, its file and a note on it, edited by the person."""

from pathlib import PurePosixPath

from msgspec.structs import replace
from textual.app import SuspendNotSupported

from editreview.errors import EditreviewError
from editreview.review import Proposal
from editreview.review.decisions import LineNote
from editreview.review.remarks import note_on, noted
from editreview.review.shaping import Excerpt, edited, excerpt
from editreview.texts import line_body, split_lines
from editreview.tui.diff.marks import Level
from editreview.tui.editors import Editor, edit_text, editor_of, open_file
from editreview.tui.screens.deciding import DecidingScreen


class EditingScreen(DecidingScreen):
    """What is edited is undecided until it is accepted."""

    def action_edit(self) -> None:
        proposal = self.proposal
        if proposal is None or self._is_applied(proposal):
            return
        begun = excerpt(proposal)
        if begun is None:
            is_whole = proposal.is_ready
            why = "a file is moved or deleted as a whole" if is_whole else self.outline.why_not(proposal)
            self._state.say(why or "it has no new text to edit", is_problem=True)
            return
        editor = editor_of()
        if editor is None:
            self._edit_here(proposal, begun)
            return
        name = PurePosixPath(str(proposal.path)).name
        try:
            typed = self._ours.lend_terminal(lambda: edit_text(editor, begun.text, name))
        except SuspendNotSupported:
            self._edit_here(proposal, begun)
        except (EditreviewError, OSError, UnicodeError) as error:
            self._state.say(_sentence(editor, error), is_problem=True)
        else:
            self._edited(proposal, begun, typed)

    def _edit_here(self, proposal: Proposal, begun: Excerpt) -> None:
        from editreview.tui.screens.edit import EditScreen

        assert proposal.base is not None
        lines = split_lines(begun.text, proposal.base.lines.separator)
        shown = "\n".join(map(line_body, lines)) + "\n" * begun.text.endswith(("\n", "\r"))
        title = f"What block {proposal.number} makes of {proposal.path}"
        try:
            screen = EditScreen(title, shown, begun.first + 1)
        except ValueError as error:
            self._state.say(f"{error}: name an editor of yours in $EDITOR", is_problem=True)
            return

        def taken(typed: str | None) -> None:
            if typed is not None:
                self._edited(proposal, begun, typed)

        self.app.push_screen(screen, taken)

    def _edited(self, proposal: Proposal, begun: Excerpt, typed: str) -> None:
        """Take up an edited text."""
        if self._is_applied(proposal):
            return
        decision = edited(self.review.log[proposal.key], proposal, begun, typed)
        if decision is None:
            self._state.say("nothing was changed")
            return
        what = "as the model wrote it again" if decision.edited is None else "edited"
        self._decide(
            {proposal.key: decision},
            f"block {proposal.number} {what}: {self._accepts} it so",
        )
        self._draw()

    def action_open_file(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.path is None:
            return
        editor, root = editor_of(), self.review.workspace.root
        if editor is None:
            self._state.say("name an editor in $VISUAL or $EDITOR to open files", is_problem=True)
            return
        path = proposal.path_to if proposal.number in self.review.applied else None
        path = path or proposal.path
        if not self.review.workspace.exists(path):
            self._state.say(f"{path} is not there", is_problem=True)
            return
        line = self._line_of(proposal)
        try:
            self._ours.lend_terminal(lambda: open_file(editor, root.absolute(path), line))
        except SuspendNotSupported:
            self._state.say("there is no terminal to give to an editor", is_problem=True)
        except OSError as error:
            self._state.say(_sentence(editor, error), is_problem=True)
        else:
            self.engine.read_again()
            self._state.say(f"{path} was opened, and the files were read again")

    def action_note(self) -> None:
        from editreview.tui.screens.reason import NoteScreen

        proposal = self.proposal
        if proposal is None:
            return
        decision = self.review.log[proposal.key]
        if self._level is Level.BLOCK:
            about, said = f"block {proposal.number}", decision.note or ""
            screen = NoteScreen(about, said)
            self.app.push_screen(screen, lambda text: self._noted(proposal, about, text))
            return
        found, whole = self._rows_meant(proposal), self._whole
        if found is None or whole is None:
            return
        note = note_on(whole, found[1])
        said = next((each.text for each in decision.line_notes if each.diff == note.diff), "")
        about = f"{note.where} of block {proposal.number}"
        screen = NoteScreen(about, said)
        self.app.push_screen(screen, lambda text: self._noted(proposal, about, text, note))

    def _noted(self, proposal: Proposal, about: str, text: str | None, note: LineNote | None = None) -> None:
        if text is None:
            return
        said = self.review.log[proposal.key]
        decision = replace(said, note=text or None) if note is None else noted(said, replace(note, text=text))
        does = "goes with the feedback" if text else "taken away"
        self._diff.range_start = None
        self._decide({proposal.key: decision}, f"note on {about} {does}")
        self._draw()


def _sentence(editor: Editor, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{editor.name} could not be started: {error.strerror}"
    return (
        "what was saved is no UTF-8: nothing was changed" if isinstance(error, UnicodeError) else str(error)
    )
