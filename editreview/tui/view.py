"""The review on screen: the list, the current block's diff, and the lines around it."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec.structs import replace
from textual.app import SuspendNotSupported
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.widget import Widget

from editreview.alignment import Alignment
from editreview.errors import EditreviewError
from editreview.matching import NearMatch
from editreview.review import (
    DiffLayout,
    DiffModel,
    OpenedFile,
    Proposal,
    build_diff,
    can_be_parted,
    near_windows,
    suggested_match,
    text_to_place,
    with_findings,
)
from editreview.text import NO_CHANGE, Change, counted
from editreview.tui import signs
from editreview.tui.diff import Level, RowSelection
from editreview.tui.diff.layout import (
    NARROW,
    RESPONSE_WIDTH,
    SLIM,
    Frame,
    RowWidths,
    blocks_to_measure,
    choose_frame,
    is_two_sided,
    row_widths,
)
from editreview.tui.diff.view import DiffView
from editreview.tui.editors import NoTerminalError, edit_text, editor_of, error_text
from editreview.tui.keys import Hint
from editreview.tui.match_line import (
    ALREADY_APPLIED,
    arriving_parts,
    excluded_lines,
    fragment_parts,
    hints_inside,
    hints_of_block,
    hints_of_fragment,
    hints_of_panel,
    hints_while_arriving,
    hints_while_placing,
    hints_while_searching,
    match_parts,
    message_rows,
    placing_parts,
)
from editreview.tui.match_panel import CandidatePanel
from editreview.tui.response_text import prose_around
from editreview.tui.session import LEVELS, Pane, Session, ViewState, progress_in_words
from editreview.tui.signs import Fragment, ListEntry, Sign
from editreview.tui.textual_internals import ChopsUpdate, CompositorUpdate, displayed_widgets
from editreview.tui.widgets import LineWidget
from editreview.tui.widgets.block_list import BlockList, BlockStrip, HeaderLine
from editreview.tui.widgets.status import KeyHints, MatchLine, StateLine

if TYPE_CHECKING:
    from editreview.blocks import Code
    from editreview.tui.app import ReviewApp
    from editreview.tui.widgets.panes import (
        ArrivingPane,
        LinesAt,
        Notes,
        ResponsePage,
        ResponsePanel,
        ResultsPane,
    )

_MIN_PROSE = 3
"""Lines of prose above a block that are worth the room beside the diff."""
_MAX_PROSE = 500
"""Lines of a response without edits that are shown."""
_MAX_FRAMES = 50
"""Frames remembered for each widget: fewer are painted while a key waits."""


class Frames:
    """A record of painted frames: a key decides only about what was on the terminal when it was pressed.

    A key is handled later than it is pressed. In between, a plan may arrive, or another block may be shown.
    So each widget that shows what a key would do numbers its contents as editions, and each frame that draws
    all of the widget records the edition and the time. Times are those of Textual's events.
    """

    def __init__(self, widgets: Sequence[LineWidget] = ()) -> None:
        self._frames: dict[LineWidget, deque[tuple[float, int]] | None] = {
            widget: deque(maxlen=_MAX_FRAMES) for widget in widgets
        }
        """By widget, the time at which each edition was first painted; None while it is not displayed."""

    def record(
        self, update: CompositorUpdate, displayed: Mapping[Widget, tuple[Region, Region]], now: float
    ) -> None:
        """Record a frame that was written to the terminal.

        Args:
            update: The parts that it drew.
            displayed: The region and the clip of every widget on the screen.
            now: The time.
        """
        for widget, frames in self._frames.items():
            if widget not in displayed:
                self._frames[widget] = None
                continue
            if frames is None:
                frames = self._frames[widget] = deque(maxlen=_MAX_FRAMES)
            if frames and frames[-1][1] == widget.edition:
                continue
            region, clip = displayed[widget]
            if _covers(update, region.intersection(clip)):
                frames.append((now, widget.edition))

    def edition(self, widget: LineWidget, at: float) -> int | None:
        """The edition of a widget that was on the terminal at a time; None if none was."""
        frames = self._frames.get(widget)
        return next((edition for time, edition in reversed(frames or ()) if time <= at), None)

    def has(self, widget: LineWidget, at: float) -> bool:
        """True if the current contents of a widget were already on the terminal at a time."""
        return self.edition(widget, at) == widget.edition

    def is_displayed(self, widget: LineWidget) -> bool:
        """True if the last frame contained the widget."""
        return self._frames.get(widget) is not None


def _covers(update: CompositorUpdate, region: Region) -> bool:
    """True if a frame drew all of a region."""
    if not isinstance(update, ChopsUpdate):
        # The whole screen.
        return True
    drawn = {y for y, left, right in update.spans if left <= region.x and region.right <= right}
    return drawn.issuperset(range(region.y, region.bottom))


T = TypeVar("T")


class _Stale(IntEnum):
    """The part of the screen that has to be drawn again."""

    NOTHING = 0
    POSITION = 1
    ALL = 2


class RowChoice:
    """The rows of the current block that are included, and those that the next decision is about.

    Derived from the decisions, the level, and the cursor and range of the diff.
    """

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session

    @property
    def whole(self) -> Alignment | None:
        """The alignment of the whole block; None while the diff shows something with other rows."""
        model = self._view.model
        return model.alignment if model is not None and model.is_whole else None

    @property
    def has_range(self) -> bool:
        return self._view.diff.range_start is not None

    @property
    def is_inside(self) -> bool:
        """True if the keys act on hunks or lines of the block."""
        state = self._view.state
        return state.level is not Level.BLOCK and state.pane is Pane.DIFF and self.whole is not None

    def included(self, proposal: Proposal) -> frozenset[int] | None:
        """The included rows; None for all."""
        review = self._session.review
        if self._session.is_applied(proposal):
            return proposal.rows
        # All of a block is in until the user excludes a part, whatever was decided about it as a whole.
        return review.chosen_rows(proposal)

    def targets(self, selection: RowSelection) -> frozenset[int]:
        """The rows that a toggle would include or exclude."""
        diff = self._view.diff
        if self._view.state.level is Level.HUNK and not self.has_range:
            return frozenset(selection.rows(max(diff.hunk[0] - 1, 0)))
        return frozenset(number for row in diff.hunk_rows() for number in selection.numbers(row))

    def selection(self) -> RowSelection | None:
        """The selection of rows; None while the block is decided as a whole."""
        proposal, alignment, level = self._view.proposal, self.whole, self._view.state.level
        if proposal is None or alignment is None or not can_be_parted(proposal):
            return None
        included = self.included(proposal)
        if level is Level.BLOCK and not included:
            return None
        selection = RowSelection(alignment, included, level=level)
        # In one column the two lines of a row are below each other, and are chosen together.
        is_apart = level is Level.LINE and not self._view.diff.is_split
        if level is Level.HUNK or self.has_range or is_apart:
            return RowSelection(alignment, included, self.targets(selection), level)
        return selection


class ReviewView:
    """Draws its state, and knows which of it the user has seen.

    Controllers replace `state` and call `refresh`.
    """

    def __init__(self, screen: Screen[None], session: Session) -> None:
        self._screen = screen
        self.session = session
        self.state = ViewState(layout=session.settings.layout)
        self.model: DiffModel | None = None
        """The two sides that the diff shows."""
        self._model_inputs: object = None
        """The inputs that it was built from."""
        keys = session.keys
        self.header = HeaderLine(id="header")
        self.list = BlockList(self._describe, session.outline.progress, keys["view.filter"], id="list")
        self.strip = BlockStrip(id="strip")
        self.match = MatchLine(id="match")
        self.diff = DiffView(id="diff", keys=keys, panel_height=lambda: self.panel.widget.region.height)
        self.status = StateLine(id="state")
        self.hints = KeyHints(keys, id="hints")
        self.panel = CandidatePanel(self)
        self.rows = RowChoice(self)
        self._response: ResponsePanel | None = None
        self._results: ResultsPane | None = None
        self._arriving: ArrivingPane | None = None
        self._page: ResponsePage | None = None
        self._frame: Frame | None = None
        """The arrangement of the review; None before its first block is known."""
        self._widths: dict[int, tuple[Change, RowWidths | None]] = {}
        """By block, a change and the widths of its rows; None if it only adds or deletes."""
        self._listed_with: tuple[list[ListEntry], int, list[ListEntry]] = ([], 0, [])
        self._frames = Frames((self.diff, self.match, self.panel.widget, self.header))
        self._first_edition = 0
        """The first edition of the diff with the current block as it is planned now."""
        self._pointed_at: float | None = None
        """The time of the mouse press that is being handled; None for a key."""
        self._stale = _Stale.NOTHING
        self._is_handling = False
        """True while a command or a message is being handled."""

    @property
    def app(self) -> "ReviewApp":
        # Only `ReviewApp` has this screen; importing it here would be circular.
        return cast("ReviewApp", self._screen.app)

    @property
    def proposal(self) -> Proposal | None:
        """The current block; None if there is none, or it is still arriving."""
        return self.session.outline.proposal(self.state.current)

    def is_final(self, proposal: Proposal) -> bool:
        """True if a block is applied or being written: it cannot be changed, which the user is told."""
        if self.session.is_applied(proposal):
            self.status.set_message(ALREADY_APPLIED, is_problem=True)
            return True
        if self.session.is_being_written(proposal):
            self.status.set_message("this block is being written", is_problem=True)
            return True
        return False

    @property
    def fragment(self) -> Fragment | None:
        """The current part of the response that is no block; None if a block is current."""
        return self.session.outline.fragment(self.state.current)

    @property
    def code(self) -> "Code | None":
        """The current fence without a path; None if something else is current."""
        return None if self.fragment is None else self.fragment.code

    @property
    def is_reading(self) -> bool:
        """True if the response is shown in place of a diff."""
        return self.fragment is not None and self.state.placing is None

    @property
    def is_at_arriving(self) -> bool:
        """True if the current block is still arriving."""
        number = self.session.arriving
        return number is not None and (self.state.current == number or not self.session.outline.proposals)

    @property
    def pane(self) -> Pane:
        """The pane that has the keys."""
        if self.state.pane is Pane.LIST:
            return Pane.LIST
        if self.has_results:
            return Pane.RESULTS
        return Pane.RESPONSE if self.is_reading else self.state.pane

    @property
    def is_on_top(self) -> bool:
        """True if no dialog is open."""
        return self.app.screen is self._screen

    def clear_range(self) -> None:
        """Forget the range of lines that is marked in the diff."""
        self.diff.range_start = None

    def go_to_pane(self, pane: Pane) -> None:
        self.state = replace(self.state, pane=pane)
        if pane is Pane.LIST and not self.has_list:
            self.toggle_list()
        keys = self.session.keys
        self.status.set_message(f"{keys['move.down']} and {keys['move.up']} move in the {pane}")
        self.refresh()

    def line_of(self, proposal: Proposal) -> int | None:
        """The line of the file at the cursor, from 1; None if the diff does not show the file."""
        alignment, base = self.diff.alignment, proposal.base
        if alignment is None or base is None or alignment.lines is not base.lines:
            return None
        old, new = self.diff.old_and_new()
        return 1 + (new if self.session.is_applied(proposal) else old)

    # What the user has seen

    def record_frame(self, update: CompositorUpdate, now: float) -> None:
        """Record a frame that was written to the terminal."""
        self._frames.record(update, displayed_widgets(self._screen), now)

    @property
    def pressed_at(self) -> float:
        """The time of the last key; 0 before the first one."""
        return self.app.pressed_at

    @property
    def clicked_at(self) -> float:
        """The time of the last press of the mouse; 0 before the first one."""
        return self.app.clicked_at

    @property
    def _decided_at(self) -> float:
        """The time at which the key or the mouse button of the current action was pressed."""
        return self.pressed_at if self._pointed_at is None else self._pointed_at

    @contextmanager
    def pointed_at(self, time: float | None) -> Iterator[None]:
        """Date the actions inside to a press of the mouse; None for the last key."""
        self._pointed_at = time
        try:
            yield
        finally:
            self._pointed_at = None

    @property
    def edition(self) -> int:
        """The edition of the plan that was on screen when the key was pressed."""
        return self._frames.edition(self.header, self._decided_at) or 0

    def is_panel_seen(self) -> bool:
        """True if the panel's current contents were on screen when the key was pressed."""
        return self._frames.has(self.panel.widget, self._decided_at)

    def is_seen(self, does: str, *, at_all: bool = False) -> bool:
        """True if the block, as it is planned now, was on screen when the key was pressed.

        If not, paints it and asks the user to check it first.

        Args:
            does: The verb of the key, for the message.
            at_all: True if any view of the block will do, because the key writes nothing.
        """
        frames, at, proposal = self._frames, self._decided_at, self.proposal
        if proposal is not None and self.session.is_applied(proposal):
            # It cannot be decided any more.
            return True
        is_awaited = proposal is not None and self.session.is_awaited(proposal)
        # The diff alone is enough, unless the lines above it hold a warning.
        is_hidden = not frames.is_displayed(self.match)
        is_warned = proposal is not None and bool(proposal.warnings or self.session.review.is_offer(proposal))
        is_match_seen = frames.has(self.match, at) or (is_hidden and not is_warned)
        if not is_awaited and frames.has(self.diff, at) and is_match_seen:
            return True
        seen = frames.edition(self.diff, at) if at_all else None
        if seen is not None and seen >= self._first_edition:
            return True
        self._screen.remove_class("-zoom-list")
        self.leave_results()
        if is_hidden:
            self._screen.remove_class("-zoom")
        self.diff.refresh()
        self.match.refresh()
        self.refresh()
        why = "There are warnings. Check them" if is_hidden and is_warned else "The preview changed. Check it"
        self.status.set_message(f"{why}, then {does} again.", is_problem=True)
        return False

    # The current block

    def select_block(self, number: int) -> None:
        """Make a block the current one, and show it from its first hunk on."""
        if number == self.session.arriving and self.panel.is_open:
            self.panel.close()
        proposal = self.session.outline.proposal(number)
        if self._frame is None:
            self.arrange()
        self.state = replace(
            self.state,
            current=number,
            level=Level.BLOCK,
            candidate=suggested_match(self.session.review, proposal)[0] if proposal else 0,
            mode=None,
            near=None,
            target=None,
            placing=None,
        )
        self.show_diff()
        self.show_replanned()
        self.refresh()
        if not self.status.text:
            # Where a screen reader reads on, unless there is a message about the block before.
            self.app.cursor_position = self.match.region.offset + Offset(1, 0)

    def show_replanned(self) -> None:
        """From now on the diff shows the block as it is planned now."""
        self._first_edition = self.diff.edition
        if self.proposal is not None and not self.session.outline.has_looked(self.proposal):
            self.session.worker.find_nearest(self.proposal)

    def show_diff(self, *, again: bool = False, late: bool = False) -> None:
        """Show the current block, from its first hunk on.

        Args:
            again: The same block was planned again: the cursor stays.
            late: The worker has found more about it: a results page over it stays.
        """
        proposal = self.proposal
        if proposal is not None and self.state.placing is None:
            self._show_sides(proposal, is_same=again or late, again=again)
        if not (again or late):
            self.back_to_blocks()

    def _show_sides(self, proposal: Proposal, *, is_same: bool, again: bool) -> None:
        state = self.state
        near, preview = self._near_in_sight(proposal), self.panel.preview(proposal)
        inputs = (
            (proposal.number, proposal.base, proposal.whole, proposal.reason, proposal.block.operation),
            (state.candidate, near, state.mode, preview),
        )
        if is_same and inputs == self._model_inputs and self.model is not None:
            # Checks may have found more: the code that the user has seen is the same.
            self.model = with_findings(self.model, proposal)
            self.diff.show_findings(self.model, self._pinned(proposal, self.model))
            return
        self._model_inputs = inputs
        matches = proposal.candidates.matches if proposal.candidates else ()
        match = matches[min(state.candidate, len(matches) - 1)] if matches else None
        self.model = build_diff(proposal, match, near, view=state.mode, preview=preview)
        show = self.diff.show_again if again else self.diff.show
        pinned = self._pinned(proposal, self.model)
        show(self.model, pinned, proposal.path_or_written or "")
        if state.target is not None:
            if state.target.lines is not None:
                self.diff.to_old_line(state.target.lines[0] - 1)
            self.state = replace(state, target=None)

    def _pinned(self, proposal: Proposal, model: DiffModel) -> set[int]:
        """The unchanged lines that are not folded, 0-based."""
        return {*excluded_lines(proposal), *model.lines_with_findings()}

    def show_file(self, file: OpenedFile, line: int) -> None:
        """Show a file without changes, to place a block in it.

        Args:
            file: The file.
            line: The line for the cursor, from 1.
        """
        path, lines = file.path, file.index.lines
        about = "the code" if self.proposal is None else f"block {self.proposal.number}"
        self._model_inputs = None
        self.model = DiffModel(Alignment(lines, NO_CHANGE), path, f"place {about} here")
        self.diff.show(self.model, (), path)
        self.diff.to_old_line(max(line, 1) - 1)
        self.back_to_blocks()

    def show_near(self, proposal: Proposal, at: int) -> None:
        """Show one of the near matches of a block."""
        self.state = replace(self.state, candidate=at, near=None)
        if at:
            windows = near_windows(self.session.review, proposal)
            self.session.worker.compare(proposal, at, windows[at])
        else:
            self.show_diff()
        self.refresh()

    def show_nearest(self, number: int) -> None:
        """Show the nearest match of a block, now that it is known, if the block is the current one."""
        if number == self.state.current:
            self.show_diff(late=True)
            self.refresh()

    def _near_in_sight(self, proposal: Proposal) -> NearMatch | None:
        near = self.session.outline.nearest(proposal)
        return near if near is None or self.state.near is None else self.state.near

    # Drawing

    def refresh(self) -> None:
        """Redraw everything around the diff, at the end of the command or message."""
        self._stale = _Stale.ALL
        self._draw_if_idle()

    def refresh_position(self) -> None:
        """Redraw only what depends on the cursor of the diff, at the end of the command or message."""
        self._stale = max(self._stale, _Stale.POSITION)
        self._draw_if_idle()

    @contextmanager
    def one_refresh(self) -> Iterator[None]:
        """Merge the refreshes inside, and draw once at the end.

        Synchronously and not by a message, with which a key would write two frames.
        """
        was_handling, self._is_handling = self._is_handling, True
        try:
            yield
        finally:
            self._is_handling = was_handling
            self._draw_if_idle()

    def _draw_if_idle(self) -> None:
        if self._is_handling:
            return
        stale, self._stale = self._stale, _Stale.NOTHING
        if stale is _Stale.ALL:
            self._draw()
        elif stale is _Stale.POSITION:
            if (proposal := self.proposal) is not None:
                self._draw_position(proposal)
            self.diff.point()
            self.diff.show_selection(self.rows.selection(), is_placing=self.state.placing is not None)

    def _draw(self) -> None:
        """Update every widget; each repaints only if its contents changed."""
        session, outline = self.session, self.session.outline
        outline.refilter(self.state.current)
        # First: the diff may follow the panel, and the rest depends on the diff.
        self.panel.relist()
        self.status.expire()
        self._draw_header()
        filtered = str(outline.filter) if outline.filter else ""
        is_active = self.state.pane is Pane.LIST
        position, progress = outline.position(self.state.current), outline.progress()
        self.list.show(self._entries(), self.state.current, position, progress, filtered, is_active=is_active)
        self.hints.show(self._hints())
        self._screen.set_class(self.is_at_arriving, "-arriving")
        self._screen.set_class(self.is_reading, "-reading")
        if self.is_at_arriving:
            self._draw_arriving()
        elif self.fragment is not None:
            self._draw_fragment(self.fragment)
        elif self.proposal is None:
            self.match.show(*arriving_parts(session.arrived), "")
        else:
            self._draw_block(self.proposal)
        self.panel.draw()
        self.diff.show_selection(self.rows.selection(), is_placing=self.state.placing is not None)

    def _draw_header(self) -> None:
        session, outline, keys = self.session, self.session.outline, self.session.keys
        name = session.review.workspace.root.folder.name + (f":{session.branch}" if session.branch else "")
        notes = f"{outline.notes()} ({keys['view.notes']} shows)" if outline.notes() else ""
        progress, counts = outline.progress(), outline.counts()
        self.header.show(name, progress_in_words(session.arrived), notes, progress, counts, outline.edition)

    def _describe(self, number: int) -> tuple[Sign, list[str]]:
        """The sign and words of a block in the list."""
        arrived = self.session.arrived
        if number != self.session.arriving or arrived is None:
            return self.session.outline.describe(number)
        return signs.ARRIVING, ["", f"arriving, {counted(arrived.open_lines, 'line')}"]

    def _entries(self) -> list[ListEntry]:
        """The rows of the list; the block that is arriving comes after the others."""
        entries, number = self.session.outline.entries, self.session.arriving
        if number is None or self.session.outline.filter:
            return entries
        # The same list object as long as nothing changes: the widget compares by identity first.
        if self._listed_with[0] is not entries or self._listed_with[1] != number:
            # Above the offers: it is not known yet to be one.
            at = next((row for row, entry in enumerate(entries) if entry.is_title), len(entries))
            listed = [*entries[:at], ListEntry("", number), *entries[at:]]
            self._listed_with = (entries, number, listed)
        return self._listed_with[2]

    def _hints(self) -> Sequence[Hint]:
        """The hints for the current pane and level."""
        keys = self.session.keys
        if self.is_at_arriving:
            return hints_while_arriving(keys)
        if self.state.placing is not None:
            return hints_while_placing(keys, self.state.placing, has_range=self.rows.has_range)
        if self.fragment is not None:
            return hints_of_fragment(keys, self.fragment)
        if self.panel.is_open and self.proposal is not None and self.state.pane is Pane.PANEL:
            return hints_of_panel(keys)
        if self.rows.is_inside:
            return hints_inside(keys, self.state.level, has_range=self.rows.has_range)
        found = hints_of_block(
            self.session.review,
            self.proposal,
            keys,
            {sign for sign, _ in self.session.outline.counts()},
            is_open=self.session.worker.is_open,
            can_stage=self.session.can_stage,
            has_results=self.has_results,
        )
        return hints_while_searching(found, keys) if self.diff.is_searching else found

    def _draw_block(self, proposal: Proposal) -> None:
        session, outline = self.session, self.session.outline
        if not self.has_list:
            self.strip.show(outline.position(proposal.number), *outline.strip(proposal))
        near = self._near_in_sight(proposal)
        is_looking = near is None and not outline.has_looked(proposal)
        absence = session.review.not_found.known(proposal)
        if self._response is not None:
            self._response.show(prose_around(proposal, outline.spans(), session.worker.response_length))
        is_explained = absence is not None and absence.names_lines
        if self.state.placing is not None:
            text = text_to_place(proposal.block.operation) or ""
            self.match.show(*placing_parts(f"block {proposal.number}", text), proposal.block.format)
        else:
            self.match.show(
                match_parts(proposal, near, is_looking, is_explained=is_explained),
                message_rows(session.review, proposal, self.state.candidate, session.keys),
                proposal.block.format,
            )
        self._draw_position(proposal)

    def _draw_position(self, proposal: Proposal) -> None:
        word = self.session.outline.signs()[proposal.number].word
        layout = DiffLayout.SPLIT if self.diff.is_split else DiffLayout.UNIFIED
        self.status.show(self._position(), word, layout if self._has_diff else "")

    @property
    def _has_diff(self) -> bool:
        """True if nothing else is shown in place of the diff."""
        return not (self.has_results or self.is_reading)

    def _position(self) -> list[str]:
        """The position in the block and the active modes, the most important first."""
        session, level = self.session, self.state.level
        number, total = self.diff.hunk if self._has_diff else (0, 0)
        filtered = session.outline.filter
        return [
            "following" if self.state.is_following and session.worker.is_open else "",
            "" if level is Level.BLOCK else LEVELS[level],
            ", ".join(self.diff.row_state_in_words) if self._has_diff else "",
            self.diff.search_state if self.diff.is_searching else "",
            f"{session.keys['view.filter']} {filtered}" if filtered else "",
            f"hunk {number}/{total}" if total > 1 else "",
        ]

    def _draw_arriving(self) -> None:
        """Show the text of the block that is arriving in place of a diff."""
        arrived, number, outline = self.session.arrived, self.session.arriving, self.session.outline
        if arrived is None or number is None:
            return
        blocks = outline.signs_in_order()
        self.strip.show("", [*blocks, (str(number), signs.ARRIVING)], len(blocks), "", "")
        self.match.show(arriving_parts(arrived)[0], [], "")
        self.status.show([], signs.ARRIVING.word, "")
        if self._arriving is None:
            # Imported on first use: most responses are complete before the user looks at such a block.
            from editreview.tui.widgets.panes import ArrivingPane

            self._arriving = ArrivingPane(id="arriving")
            self._screen.query_one("#main").mount(self._arriving)
        self._arriving.show(f"block {number} (incomplete)", arrived.open_text)

    def _draw_fragment(self, fragment: Fragment) -> None:
        """Show a part of the response that is no block where it stands."""
        outline = self.session.outline
        access = self.session.worker.response_access(outline.spans())
        rows, at = outline.signs_in_order(), len(outline.rows)
        if fragment.number in outline.rows:
            at = outline.rows.index(fragment.number)
        else:
            rows.append((fragment.label, fragment.sign))
        self.strip.show("", rows, at, fragment.label, "")
        code = None if self.state.placing is None else fragment.code
        parts = (
            fragment_parts(fragment, self.session.keys)
            if code is None
            else placing_parts("the code", code.text)
        )
        self.match.show(*parts, "")
        if self._page is None:
            # Imported on first use: most responses have no such part.
            from editreview.tui.widgets.panes import ResponsePage

            self._page = ResponsePage(access, fragment.number, id="page")
            self._screen.query_one("#main").mount(self._page)
        self._page.show(access, fragment.number)
        if self._response is not None:
            self._response.show(None)
        self.status.show(self._position(), fragment.sign.word, "")

    def leave_rows(self) -> None:
        """Let the keys act on the whole block again."""
        self.clear_range()
        self.state = replace(self.state, level=Level.BLOCK)

    # Beside the diff, or in its place

    def new_response_panel(self) -> "ResponsePanel":
        from editreview.tui.widgets.panes import ResponsePanel

        worker, opens = self.session.worker, self.session.keys["view.response"]
        self._response = ResponsePanel(worker.response_lines, opens, id="response")
        self._response.set_class(self._frame is None or not self._frame.has_response, "-aside")
        return self._response

    @property
    def has_response_panel(self) -> bool:
        return self._response is not None

    def make_room_for_panel(self, *, is_open: bool) -> None:
        """Show or hide the panel of candidates, and make room for it."""
        # Not a class of the screen, with which every widget would be styled again.
        self.panel.widget.set_class(is_open, "-open")
        self.match.set_class(is_open, "-under-panel")
        if self._response is not None:
            self._response.set_class(is_open, "-behind")

    @property
    def has_results(self) -> bool:
        return self._screen.has_class("-results")

    def show_results(self, lines_at: "LinesAt") -> None:
        """Show lines in place of the diff, until another key is pressed."""
        if self._results is None:
            # Imported on first use: the first frame does not need it.
            from editreview.tui.widgets.panes import ResultsPane

            self._results = ResultsPane(self.session.keys["move.down"], id="results")
            self._screen.query_one("#main").mount(self._results)
        self._results.show(lines_at)
        self._screen.add_class("-results")

    def show_prose_soon(self) -> None:
        """Show the response as text, because it has no edits, once the current message is handled."""
        self._screen.add_class("-bare")
        self._screen.call_later(self.show_prose)

    def show_prose(self) -> None:
        from editreview.tui.widgets.panes import nothing_lines

        worker = self.session.worker
        if self.session.outline.proposals or worker.is_open:
            # A block has arrived in the meantime, or one may still arrive.
            return
        text = worker.response_lines(0, _MAX_PROSE)
        self.show_results(partial(nothing_lines, self.notes(), text, keys=self.session.keys))

    def scroll_results(self, rows: int) -> None:
        if self._results is not None:
            self._results.move(rows)

    def scroll_page(self, rows: int) -> None:
        if self._page is not None:
            self._page.move(rows)

    def scroll_results_by_half(self, direction: int) -> None:
        self.scroll_results(direction * self._half_screen)

    def scroll_page_by_half(self, direction: int) -> None:
        self.scroll_page(direction * self._half_screen)

    def scroll_page_to_end(self, direction: int) -> None:
        self.scroll_page(direction * self.session.worker.response_length)

    @property
    def _half_screen(self) -> int:
        """Half of the rows of the screen."""
        return max(self._screen.size.height // 2, 1)

    def leave_results(self) -> None:
        """Show the diff again, if there is a block."""
        if self.session.outline.proposals and self.has_results:
            self.back_to_blocks()
            self.refresh_position()

    def back_to_blocks(self) -> None:
        self._screen.remove_class("-results", "-bare")

    def toggle_zoom(self) -> bool:
        """Show the list or the diff alone, or both again. Returns True if one is alone now."""
        is_list = self.state.pane is Pane.LIST
        self._screen.remove_class("-zoom" if is_list else "-zoom-list")
        zoomed = "-zoom-list" if is_list else "-zoom"
        self._screen.toggle_class(zoomed)
        return self._screen.has_class(zoomed)

    def end_zoom(self) -> None:
        """Show list and diff both, if one is alone."""
        self._screen.remove_class("-zoom", "-zoom-list")

    # The arrangement

    def arrange(self) -> None:
        """Choose the widths of list and response, and the columns of the diff, for the review as it is now.

        Only when the first block is there, when all have arrived, and when the room changes: in between,
        nothing moves.
        """
        width, had_list = self._screen.size.width or self.app.size.width, self.has_list
        self._frame = frame = choose_frame(
            self._measured(),
            width,
            wants_list=self.state.wants_list,
            wants_response=self.state.wants_response,
            has_prose=self._response is not None and self._has_prose(),
        )
        # Not classes of the screen, with which every widget would be styled again.
        self.list.set_class(frame.list_width == SLIM, "-slim")
        self.list.set_class(frame.list_width == NARROW, "-narrow")
        self.list.set_class(not frame.list_width, "-aside")
        self.strip.set_class(not frame.list_width, "-instead")
        if self._response is not None:
            self._response.set_class(not frame.has_response, "-aside")
        self.diff.set_columns(frame.columns)
        if had_list and not self.has_list and self.session.outline.proposals:
            # The strip is drawn only in its place.
            self.refresh()

    def _measured(self) -> list[RowWidths]:
        """The widths of the rows of the blocks that both add and delete lines, or of some of them."""
        proposals = self.session.outline.proposals
        found: list[RowWidths] = []
        for at in blocks_to_measure(len(proposals)):
            proposal = proposals[at]
            if proposal.base is None or not proposal.whole:
                continue
            known = self._widths.get(proposal.number)
            if known is None or known[0] is not proposal.whole:
                alignment = proposal.whole_alignment()
                widths = row_widths(alignment) if is_two_sided(alignment) else None
                known = self._widths[proposal.number] = (proposal.whole, widths)
            if known[1] is not None:
                found.append(known[1])
        return found

    def _has_prose(self) -> bool:
        """True if the response has some lines of its own to say about at least half of its blocks."""
        # Imported already, since there is a panel for them.
        from editreview.tui.widgets.panes import prose_above

        proposals, worker = self.session.outline.proposals, self.session.worker
        spans, length = self.session.outline.spans(), worker.response_length
        measured = [proposals[at] for at in blocks_to_measure(len(proposals))]
        rows = (
            prose_above(worker.response_lines, prose_around(each, spans, length), RESPONSE_WIDTH - 2)
            for each in measured
        )
        count = sum(len(list(filter(None, each))) >= _MIN_PROSE for each in rows)
        return 2 * count >= max(len(measured), 1)

    @property
    def has_list(self) -> bool:
        return self._frame is None or bool(self._frame.list_width)

    def toggle_list(self) -> bool:
        """Show the list, or the strip of blocks instead. Returns False if there is no room for the list."""
        self.state = replace(self.state, wants_list=not self.has_list)
        self.arrange()
        self.refresh()
        return self.has_list is self.state.wants_list

    def toggle_response(self) -> bool:
        """Show the response beside the diff, or hide it. Returns False if there is no room for it."""
        has_response = self._frame is not None and self._frame.has_response
        self.state = replace(self.state, wants_response=not has_response)
        self.arrange()
        self.refresh()
        return self._frame is not None and self._frame.has_response is not has_response

    def notes(self) -> "Notes":
        """The parts of the response besides edits, and its progress."""
        from editreview.tui.widgets.panes import notes_of

        arrived = self.session.arrived
        open_text = arrived.open_text if arrived is not None else ""
        return notes_of(self.session.review, progress_in_words(arrived), open_text)

    def update_notes(self) -> None:
        """Update the page of notes, if it is open."""
        if self.is_on_top:
            return
        from editreview.tui.screens.pages import NotesScreen

        if isinstance(self.app.screen, NotesScreen):
            self.app.screen.show(self.notes())

    # Dialogs and the terminal

    def open(self, dialog: Screen[T], then: Callable[[T | None], None] | None = None) -> None:
        """Open a dialog, and call a function with its result."""

        def answered(answer: T | None) -> None:
            with self.one_refresh():
                if then is not None:
                    then(answer)

        self.app.push_screen(dialog, answered)

    def copy(self, text: str, then: Callable[[str], None]) -> None:
        """Copy a text, and call a function with the way in which it was copied."""
        self.app.copy(text, then)

    def leave(self, status: int = 0) -> None:
        """Close the review; the exit status is 0 unless something interrupts it."""
        self.app.exit(return_code=status)

    def lend_terminal(self, run: Callable[[], T]) -> T:
        """Suspend the screen and run a function that uses the terminal.

        Raises:
            NoTerminalError: There is no terminal.
        """
        try:
            return self.app.lend_terminal(run)
        except SuspendNotSupported as error:
            raise NoTerminalError from error

    def edit(self, text: str, name: str, here: Callable[[], None], use: Callable[[str], None]) -> None:
        """Let the user edit a text in their editor; without one, or without a terminal, call `here`.

        Args:
            text: The text.
            name: The name of the file in which the editor opens it.
            here: Edits the text on the screen.
            use: Called with the edited text.
        """
        editor = editor_of()
        if editor is None:
            here()
            return
        try:
            edited = self.lend_terminal(lambda: edit_text(editor, text, name))
        except NoTerminalError:
            here()
        except (EditreviewError, OSError) as error:
            self.status.set_message(error_text(editor, error), is_problem=True)
        else:
            use(edited)
