"""Choosing where a block goes.

A candidate, lines on which it is forced, or another search text; or by hand: in another file, on a range of
lines, below a line, or as the whole file.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.matching import Choice, Match
from editreview.review import (
    WHOLE_FILE,
    Alternative,
    AlternativeKind,
    Decision,
    DiffMode,
    DiffModel,
    ManualPlacement,
    OpenedFile,
    Proposal,
    alternatives_of,
    interpretations_of,
    lines_in_words,
    lines_named,
    near_windows,
    placement_below,
    placement_on,
    suggested_files,
    text_to_place,
    with_force,
    with_matches,
    with_search,
    with_strategy,
)
from editreview.text import counted
from editreview.tui.match_line import excludes_others, is_for_each
from editreview.tui.match_panel import Listing, Target
from editreview.tui.session import Pane

if TYPE_CHECKING:
    from editreview.blocks import Code, LineRange
    from editreview.tui.controllers.deciding import Deciding, Selecting
    from editreview.tui.messages import FileOpened, ForcePreview, NearMatchAligned
    from editreview.tui.view import ReviewView


class Choosing:
    """Lists and chooses candidates; the block stays undecided until it is accepted."""

    def __init__(
        self,
        view: "ReviewView",
        selecting: "Selecting",
        deciding: "Deciding",
        placing: "Placing",
    ) -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._panel = view.panel
        self._selecting = selecting
        self._deciding = deciding
        self._placing = placing
        self._searched: int | None = None
        """The number of the block whose edited search text is being searched."""

    # The panel

    def list_candidates(self, name: str) -> None:
        """Open the panel, or close it if it has that list already.

        Args:
            name: `strategies` or `matches`.
        """
        proposal = self._view.proposal
        if proposal is None:
            return
        # No strategy searched a file that the model was not shown.
        listing = Listing.MATCHES if proposal.reason is Reason.NOT_IN_CONTEXT else Listing(name)
        if self._panel.listing is listing:
            self._panel.close()
        elif listing is Listing.MATCHES and not alternatives_of(self._session.review, proposal):
            lists = self._session.keys["match.attempts"]
            text = f"this block has no other candidates: {lists} lists all matching attempts"
            self._status.set_message(text, is_problem=True)
        else:
            # A message that named this key has been followed.
            self._status.set_message("")
            self._panel.open(listing)

    def step_out(self) -> None:
        """Close the panel; if it is closed, step out of the range, the lines, the hunks."""
        if self._panel.is_open:
            self._panel.close()
        else:
            self._selecting.step_out()

    def choose_row(self) -> None:
        """Choose the row under the panel's cursor, or go to the line that it names."""
        target, proposal = self._panel.target, self._view.proposal
        if target is None or proposal is None:
            self._deciding.advance()
        elif not self._view.is_panel_seen() or not self._view.is_seen("choose"):
            self._panel.widget.refresh()
        elif target.line is not None:
            self._view.go_to_pane(Pane.DIFF)
        elif target.option is not None:
            option = self._panel.options[target.option]
            self._choose_alternative(proposal, option, target.option)
            if option.kind in (AlternativeKind.BLOCK, AlternativeKind.LEAVE):
                # The list is about the block before.
                self._panel.close()
        elif target.strategy is not None and target.match is not None:
            self._choose_strategy(proposal, target, target.strategy, target.match)
        else:
            self._status.set_message("this strategy found no match", is_problem=True)

    def _choose_strategy(self, proposal: Proposal, target: Target, strategy: str, match: Match) -> None:
        is_each = proposal.candidates is not None and proposal.candidates.choice is Choice.EACH
        matches = target.matches if is_each else (match,)
        decision = with_strategy(self._session.review.log[proposal.key], strategy, matches)
        self._decide(proposal, decision, f"matched by {strategy}: {self._session.accept_hint}")

    # Choosing

    def choose(self, number: int) -> None:
        """Choose a candidate by its number, from 1."""
        proposal = self._view.proposal
        if proposal is not None and not self._view.is_seen("choose"):
            return
        options = alternatives_of(self._session.review, proposal) if proposal else []
        if proposal is None or number > len(options):
            lists = f"{self._session.keys['match.list']} lists them" if options else "this block has none"
            self._status.set_message(f"there is no candidate {number}: {lists}", is_problem=True)
            return
        self._choose_alternative(proposal, options[number - 1], number - 1)

    def _choose_alternative(self, proposal: Proposal, option: Alternative, at: int) -> None:
        """Choose one of the block's alternatives."""
        session, keys = self._session, self._session.keys
        match option.kind:
            case AlternativeKind.MATCH if is_for_each(proposal):
                self._toggle_match(proposal, at)
            case AlternativeKind.MATCH:
                assert option.match is not None
                self._view.state = replace(self._view.state, candidate=at)
                self._choose(proposal, (option.match,), f"candidate {at + 1} chosen: {session.accept_hint}")
            case AlternativeKind.NEAR:
                self._view.show_near(proposal, at)
                self._status.set_message(f"similar lines: {keys['match.force']} forces the block on them")
            case AlternativeKind.FILE:
                assert option.path is not None
                self._placing.send(proposal, option.path)
            case AlternativeKind.INCLUDE:
                self._deciding.include()
            case AlternativeKind.LEAVE:
                self._leave(proposal)
            case AlternativeKind.BLOCK if option.block is not None:
                self._status.set_message(f"block {option.block}, which is related to block {proposal.number}")
                self._view.select_block(option.block)

    def _leave(self, proposal: Proposal) -> None:
        """Leave a block undecided: the feedback asks the model to look at the file first."""
        number = self._session.outline.next_undecided(proposal.number)
        if number is not None and number != proposal.number:
            self._view.select_block(number)
        asks = f"{self._session.keys['do.feedback']} copies feedback that asks for {proposal.path}"
        self._status.set_message(f"block {proposal.number} left undecided: {asks}")

    def _toggle_match(self, proposal: Proposal, index: int) -> None:
        """Include or exclude one match of an edit that is meant for all of them."""
        session = self._session
        assert proposal.candidates is not None
        matches, match = proposal.candidates.matches, proposal.candidates.matches[index]
        included = proposal.candidates.chosen(session.review.log[proposal.key].matches)
        remaining = tuple(each for each in matches if (each in included) != (each is match))
        self._view.state = replace(self._view.state, candidate=index)
        if not remaining:
            rejects = f"{session.keys['block.reject']} rejects the block"
            self._status.set_message(
                f"match {index + 1} is the last one included: {rejects}", is_problem=True
            )
            self._view.refresh()
            return
        state = "included" if match in remaining else "excluded"
        self._view.state = replace(self._view.state, target=match)
        note = f"match {index + 1} {state}, now {len(remaining)} of {len(matches)}: {session.accept_hint}"
        self._choose(proposal, remaining, note)

    def choose_all(self) -> None:
        proposal = self._view.proposal
        matches = proposal.candidates.matches if proposal and proposal.candidates else ()
        if proposal is not None and not self._view.is_seen("choose"):
            return
        if proposal is None or len(matches) < 2:
            self._status.set_message("nothing to choose: this block has at most one match", is_problem=True)
            return
        if excludes_others(matches):
            self._status.set_message("only one of them can be chosen: press its number", is_problem=True)
            return
        self._choose(proposal, matches, f"all {len(matches)} matches chosen: {self._session.accept_hint}")

    def _choose(self, proposal: Proposal, matches: tuple[Match, ...], note: str) -> None:
        self._decide(proposal, with_matches(self._session.review.log[proposal.key], matches), note)

    def _decide(self, proposal: Proposal, decision: Decision, note: str) -> None:
        if self._view.is_final(proposal):
            return
        if self._session.review.log[proposal.key].rows is not None and decision.rows is None:
            # The rows are those of the change at the other match.
            note = f"{note}; the lines that you chose in it no longer count"
        self._deciding.decide(proposal, decision, note)
        if not is_for_each(proposal):
            self._view.show_diff()
        self._view.refresh()

    def show_near(self, message: "NearMatchAligned") -> None:
        """Show the alignment with a near match, now that it is known, if that is still the current one."""
        view = self._view
        if message.proposal is view.proposal and message.at == view.state.candidate:
            view.state = replace(view.state, near=message.near)
            view.show_diff(late=True)
            view.refresh()

    # Forcing

    def force(self) -> None:
        """Ask to force the block on the lines shown beside it; if there are none, let the user place it."""
        proposal = self._view.proposal
        windows = near_windows(self._session.review, proposal) if proposal else []
        if proposal is None:
            self._placing.start()
        elif self._view.is_final(proposal) or not self._view.is_seen("force"):
            return
        elif proposal.is_ready:
            self._status.set_message("this block has a match, so it need not be forced", is_problem=True)
        elif not windows or not interpretations_of(proposal.block):
            self._placing.start()
        else:
            window = windows[min(self._view.state.candidate, len(windows) - 1)]
            self._session.worker.prepare_force(proposal, window)

    def ask_to_force(self, message: "ForcePreview") -> None:
        """Show the effect of forcing, now that it is known, and ask the user."""
        from editreview.tui.screens.dialogs import force_screen

        if message.proposal is self._view.proposal and self._view.is_on_top:
            screen = force_screen(message.proposal, message.match)

            def answered(answer: bool | None) -> None:
                if answer:
                    self._force(message)
                elif answer is None:
                    self._placing.start()

            self._view.open(screen, answered)

    def _force(self, message: "ForcePreview") -> None:
        proposal = message.proposal
        if self._session.outline.proposal(proposal.number) is not proposal:
            self._status.set_message("the block has changed; check it again", is_problem=True)
            return
        decision = with_force(self._session.review.log[proposal.key], message.match, message.lines)
        note = f"forced on these lines: {self._session.accept_hint}, {self._session.undo_hint}"
        self._decide(proposal, decision, note)

    # Another search text

    def edit_search(self) -> None:
        """Edit the search text of the block."""
        # Imported on first use: text areas are slow to import.
        from editreview.tui.screens.dialogs import EditScreen

        proposal = self._view.proposal
        text = _search_text(proposal) if proposal else ""
        if proposal is None or not text:
            self._status.set_message("this block has no search text", is_problem=True)
        elif not self._view.is_final(proposal):
            title = f"Search text of block {proposal.number}: its {proposal.sides[0]}"
            try:
                screen = EditScreen(title, text, 1, empty="the search text must not be empty")
            except ValueError as error:
                self._status.set_message(f"the search text cannot be edited: {error}", is_problem=True)
                return
            self._view.open(screen, lambda edited: self._use_search(proposal, text, edited))

    def _use_search(self, proposal: Proposal, before: str, edited: str | None) -> None:
        if edited is None or edited == before:
            return
        text = edited if edited.endswith("\n") or not before.endswith("\n") else f"{edited}\n"
        decision = with_search(self._session.review.log[proposal.key], text)
        self._searched = proposal.number
        self._decide(proposal, decision, "searching with the edited text …")

    def report_search(self) -> None:
        """Tell if the edited search text was found, once the plan has it."""
        session = self._session
        proposal = session.outline.proposal(self._searched)
        if proposal is None or session.is_awaited(proposal):
            return
        self._searched = None
        if proposal.is_ready or proposal.is_ambiguous:
            text = f"found with the edited search text: {session.undo_hint}"
        else:
            text = f"still not found with the edited search text: {session.undo_hint}"
        self._status.set_message(text, is_problem=not proposal.is_ready)

    # The two views

    def switch_view(self) -> None:
        """Switch between the change, and the search text beside the file."""
        view, proposal = self._view, self._view.proposal
        if view.model is None or proposal is None:
            return
        mode = DiffMode.CHANGE if view.model.view is DiffMode.MATCH else DiffMode.MATCH
        target, matches = self._panel.target, proposal.chosen
        match = target.match if target is not None and target.match else (matches[0] if matches else None)
        view.state = replace(view.state, mode=mode, target=match)
        view.show_diff()
        is_other = view.model.view is mode
        self._status.set_message(_view_in_words(proposal, view.model, mode), is_problem=not is_other)
        if not is_other:
            view.state = replace(view.state, mode=None)
        view.refresh()


def _search_text(proposal: Proposal) -> str:
    """The search text of a block in its current interpretation; empty if it has none."""
    if proposal.chosen and proposal.chosen[0].interpretation.search:
        return proposal.chosen[0].interpretation.search
    interpretations = interpretations_of(proposal.block)
    return interpretations[0].search if interpretations else ""


def _view_in_words(proposal: Proposal, sides: DiffModel, mode: DiffMode) -> str:
    """The message about the mode of the diff, or about why there is no other mode."""
    old, new = proposal.sides
    if sides.view is not mode:
        is_missed = proposal.reason is Reason.NOT_FOUND
        why = f"nothing in the file is similar to its {old}" if is_missed else "this block has no search text"
        return f"{why}, so there is only one view"
    if sides.view is DiffMode.MATCH:
        if sides.alignment.hunks:
            return f"match: the file beside its {old}"
        chosen = proposal.chosen[:1]
        where = lines_named(chosen[0].lines) if chosen and chosen[0].lines else "the file"
        return f"match: {where} and its {old} are equal"
    is_bare = (sides.old_title, sides.new_title) == proposal.sides
    return f"its {old} and its {new}" if is_bare else "change: the file before and after"


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
