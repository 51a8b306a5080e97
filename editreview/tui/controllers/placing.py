"""Placing a block by hand: in another file, on a range of lines, below a line, or as the whole file."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review import (
    WHOLE_FILE,
    AlternativeKind,
    ManualPlacement,
    OpenedFile,
    Proposal,
    alternatives_of,
    lines_in_words,
    near_windows,
    placement_below,
    placement_on,
    suggested_files,
    text_to_place,
)
from editreview.text import counted
from editreview.tui.session import Pane

if TYPE_CHECKING:
    from editreview.blocks import Code, LineRange
    from editreview.tui.messages import FileOpened
    from editreview.tui.view import ReviewView


class Placing:
    """Shows a file without changes, and places the current block, or a fence without a path, in it."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._opening: tuple[int, Callable[[OpenedFile], None]] | None = None
        """The number of the request for a file that is being read, and what to do with the file."""

    def _open(self, path: str, then: "Callable[[OpenedFile], None]") -> None:
        """Have a file read that need not be under review; a later call takes the place of this one."""
        self._opening = self._session.worker.open_file(path), then

    def receive(self, message: "FileOpened") -> None:
        """Go on with a file that was read."""
        if self._opening is None or self._opening[0] != message.request:
            return
        _, then = self._opening
        self._opening = None
        if message.file is None:
            self._status.set_message(message.problem, is_problem=True)
        else:
            then(message.file)
        self._view.refresh()

    # Another file

    def choose_file(self) -> None:
        """Ask for another file for the blocks of a path, or for a fence without one."""
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import FinderScreen, Suggestion

        view, review = self._view, self._session.review
        proposal, code = view.proposal, view.code
        if proposal is None and code is None:
            self._status.set_message("an unreadable block names its file in its text", is_problem=True)
            return
        if proposal is not None and self._view.is_final(proposal):
            return
        suggestions: list[Suggestion] = []
        if proposal is not None:
            blocks = self._blocks_of(proposal)
            written = proposal.block.path_written
            about = f"block {proposal.number}" if len(blocks) == 1 else counted(len(blocks), "block")
            title = f"File for {about}{f' of {written}' if written else ''}"
            options = (o for o in alternatives_of(review, proposal) if o.kind is AlternativeKind.FILE)
            suggestions = [
                Suggestion(str(option.path), _remark_on_lines(option.lines, option.label))
                for option in options
            ]
        else:
            assert code is not None
            title = f"File for the code at line {code.lines[0]} of the response"

        def find_files() -> tuple[list[Suggestion], list[str]]:
            found = suggested_files(review, proposal) if proposal is not None else []
            current = None if proposal is None else proposal.path
            paths = [path for path in review.workspace.paths() if path != current]
            return [Suggestion(each.path, _remark_on_lines(each.lines, each.label)) for each in found], paths

        screen = FinderScreen(title, suggestions, find_files)
        view.open(screen, lambda path: self._use_file(proposal, code, path))

    def _blocks_of(self, proposal: Proposal) -> list[Proposal]:
        """The blocks to send along: those of the same path that do not fit their own file."""
        if proposal.is_ready:
            return [proposal]
        return [other for other in self._session.review.siblings(proposal) if not other.is_ready]

    def _blocks_for(self, proposal: Proposal, path: str) -> list[Proposal]:
        """The blocks to send to a file: of a path that exists, only those whose text is in that file."""
        blocks = self._blocks_of(proposal)
        if proposal.reason is not Reason.NOT_FOUND:
            return blocks
        review = self._session.review
        return [
            block
            for block in blocks
            if block.number == proposal.number
            or any(o.path == path for o in alternatives_of(review, block) if o.kind is AlternativeKind.FILE)
        ]

    def _use_file(self, proposal: Proposal | None, code: "Code | None", path: str | None) -> None:
        if path is None:
            return
        if proposal is not None:
            self.send(proposal, path)
        elif code is not None:
            self._open(path, lambda file: self._place_code(file, code))

    def _place_code(self, file: OpenedFile, code: "Code") -> None:
        """Let the user place a fence in a file; a new file is all of the fence."""
        if file.is_there and code == self._view.code:
            self._start(file)
        elif not file.is_there:
            self._place(file, WHOLE_FILE, None, code)

    def send(self, proposal: Proposal, path: str) -> None:
        """Send a block, and the others of its path that do not fit, to another file."""
        if self._view.is_final(proposal):
            return
        self._open(path, lambda file: self._send(proposal, file))

    def _send(self, proposal: Proposal, file: OpenedFile) -> None:
        review, session, path = self._session.review, self._session, file.path
        if self._view.is_final(proposal):
            return
        blocks, placement = self._blocks_for(proposal, path), None
        if not file.is_there and text_to_place(proposal.block.operation) is not None:
            # A new file has no text to search: the block's own text becomes the file.
            blocks, placement = [proposal], WHOLE_FILE
        session.replan(review.send(blocks, file, placement))
        about = f"block {proposal.number} now edits"
        if len(blocks) > 1:
            about = f"{counted(len(blocks), 'block')} now edit"
        self._status.set_message(f"{about} {path}; {session.undo_hint}")
        self._view.refresh()

    # Lines of a file

    def start(self, *, with_range: bool = False) -> None:
        """Show the current block's file, to choose the lines that it replaces.

        Args:
            with_range: Begin a range at the cursor.
        """
        proposal, code = self._view.proposal, self._view.code
        if code is not None:
            self.choose_file()
            return
        if proposal is None:
            self._status.set_message("only a block can be placed", is_problem=True)
            return
        if self._view.is_final(proposal):
            return
        if text_to_place(proposal.block.operation) is None:
            self._status.set_message("this block has no text to place", is_problem=True)
        elif proposal.path is None or proposal.base is None or proposal.creates:
            self.choose_file()
        else:
            review = self._session.review
            near = near_windows(review, proposal)
            is_there = proposal.reason is not Reason.FILE_MISSING
            file = OpenedFile(proposal.path, review.index_of(proposal.path), is_there=is_there)
            self._start(file, near[0].lines[0] if near else 1)
            if with_range:
                self.begin_range()

    def _start(self, file: OpenedFile, line: int = 1) -> None:
        view, keys = self._view, self._session.keys
        if view.panel.is_open:
            view.panel.close()
        view.state = replace(view.state, placing=file, pane=Pane.DIFF)
        view.show_file(file, line)
        whole = keys["place.file"]
        ways = f"{keys['place.lines']} replaces the marked lines, {keys['place.below']} inserts below"
        text = f"{keys['place.range']} marks lines, {ways}, {whole} replaces all"
        if not file.index.lines:
            text = f"{whole} fills the file, which is empty" if file.is_there else f"{whole} creates the file"
        self._status.set_message(text)
        view.refresh()

    def begin_range(self) -> None:
        """Begin a range of lines at the cursor, or clear the one there is."""
        view = self._view
        if view.rows.has_range:
            view.clear_range()
        else:
            view.diff.begin_range()
        view.refresh()

    def replace_lines(self) -> None:
        """Let the block replace the marked lines, or the one at the cursor."""
        file = self._view.state.placing
        if file is None:
            return
        if not file.index.lines:
            self.replace_file()
            return
        first, last = self._view.diff.lines_in_range
        try:
            placement = placement_on(file.index, first, last)
        except ValueError as error:
            self._status.set_message(
                f"{error}: {self._session.keys['place.file']} replaces all", is_problem=True
            )
            return
        self._place(file, placement, self._view.proposal, self._view.code)

    def insert_below(self) -> None:
        """Insert the block below the line at the cursor."""
        file = self._view.state.placing
        if file is None:
            return
        if not file.index.lines:
            self.replace_file()
            return
        line = min(self._view.diff.lines_in_range[1], len(file.index.lines))
        self._place(file, placement_below(file.index, line), self._view.proposal, self._view.code)

    def replace_file(self) -> None:
        """Let the block replace the whole file."""
        file = self._view.state.placing
        if file is not None:
            self._place(file, WHOLE_FILE, self._view.proposal, self._view.code)

    def end(self) -> None:
        """Show the block again."""
        view = self._view
        if view.rows.has_range:
            view.clear_range()
            self._status.set_message("range cleared")
            view.refresh()
            return
        self._end()
        self._status.set_message("")

    def _end(self) -> None:
        self._view.state = replace(self._view.state, placing=None)
        self._view.show_diff()
        self._view.refresh()

    def _place(
        self, file: OpenedFile, placement: ManualPlacement, proposal: Proposal | None, code: "Code | None"
    ) -> None:
        review, session, path = self._session.review, self._session, file.path
        if proposal is not None and self._view.is_final(proposal):
            return
        if code is not None:
            session.replan(review.adopt(code, file, placement), selects=True)
        elif proposal is not None and proposal.path == path:
            session.replan(review.place(proposal, placement))
        elif proposal is not None:
            session.replan(review.send([proposal], file, placement))
        if self._view.state.placing is not None:
            self._end()
        about = f"block {proposal.number}" if proposal is not None else "the code"
        self._status.set_message(f"{about} placed in {path}: {session.accept_hint}, {session.undo_hint}")


def _remark_on_lines(lines: "LineRange | None", label: str) -> str:
    """The reason why a file is suggested."""
    if lines is None:
        return "similar name"
    return f"has its text at {lines_in_words(lines)}{f' · {label}' if label else ''}"
