"""The review screen: blocks on the left or above, the block in sight beside or below."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from textual import events, on
from textual._compositor import CompositorUpdate
from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen

from editreview.alignment import Alignment
from editreview.errors import EditreviewError, Reason
from editreview.matching import Choice, NearMatch, Place
from editreview.review import (
    Decision,
    Excerpt,
    LineNote,
    Option,
    OptionKind,
    Proposal,
    Review,
    Shown,
    Tried,
    Verdict,
    View,
    WarningKind,
    can_be_parted,
    edited,
    excerpt,
    interpretations_of,
    is_without_place,
    likeliest,
    lines_named,
    near_windows,
    note_on,
    noted,
    options_of,
    reshapes,
    shown,
    with_file,
    with_force,
    with_places,
    with_search,
    with_strategy,
)
from editreview.terminal import can_suspend, suspend_job
from editreview.texts import counted, line_body, split_lines
from editreview.tui import signs
from editreview.tui.diff.marks import Level, Marks
from editreview.tui.diff.view import DiffView
from editreview.tui.editors import Editor, edit_text, editor_of, open_file
from editreview.tui.engine import Engine
from editreview.tui.frames import Frames
from editreview.tui.hints import hints, searching
from editreview.tui.keymap import Hint, bind, entry
from editreview.tui.keys import Where
from editreview.tui.listing import Entry, Filter
from editreview.tui.match import (
    excludes_others,
    is_for_each,
    lines_left_out,
    match_parts,
    message_parts,
    rows_in_words,
)
from editreview.tui.messages import (
    Arrived,
    Attempted,
    Branch,
    Checked,
    Committed,
    FeedbackMade,
    Forcible,
    IndexSeen,
    Looked,
    Neared,
    NotKept,
    Planned,
    Said,
    TakenUpAgain,
    TookBack,
    Waiting,
    Written,
)
from editreview.tui.notes import Notes, arriving_parts, notes_of
from editreview.tui.outline import APPLIED, Outline, arriving
from editreview.tui.panel import Row, Target, known_rows, option_rows, strategy_rows
from editreview.tui.settings import VAST, Settings
from editreview.tui.signs import Sign
from editreview.tui.spans import around
from editreview.tui.widgets.block_list import BlockList
from editreview.tui.widgets.header import BlockStrip, HeaderLine
from editreview.tui.widgets.match_panel import MatchPanel
from editreview.tui.widgets.status import KeyHints, MatchLine, StateLine
from editreview.workspace import CommitWanted

if TYPE_CHECKING:
    from editreview.review import Outcome
    from editreview.tui.app import ReviewApp
    from editreview.tui.screens.commit import CommitScreen
    from editreview.tui.widgets.arriving_pane import ArrivingPane
    from editreview.tui.widgets.response_panel import ResponsePanel
    from editreview.tui.widgets.results_pane import LinesAt

_LAYOUTS = ("auto", "split", "unified")
_NAMES = {Level.BLOCK: "whole block", Level.HUNK: "hunks", Level.LINE: "single lines"}
_CHECKED_AT_ONCE = 30_000
"""Characters of files that are checked in less time than anyone notices."""
_STRATEGIES, _PLACES = "strategies", "places"
_PANES = ("panel", "diff", "list")
_KEPT = (
    "do.commit",
    "do.feedback",
    "do.apply",
    "do.stage",
    "quit",
    "view.response",
    "view.notes",
    "view.filter",
    "move.down",
    "move.up",
    "move.half",
    "move.half-back",
    "help",
    "interrupt",
)
"""Actions that do not go back to the blocks."""
_MOST_PROSE = 500
"""Lines of a response without edits that are shown."""
JUST = 0.7
"""Seconds after which a person has seen that another block came into sight."""
_TICK = 1.0
_FOLLOWS = "following what arrives, until the next key"
_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""


class ReviewScreen(Screen[None]):
    """Every key does something to the block in sight or to all of them."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__()
        self.engine = engine
        self.settings = settings
        self.keys = settings.keys
        bind(self, self.keys.bindings(Where.REVIEW))
        self.outline = Outline(engine.review, self.keys)
        self._current: int | None = None
        self._place = 0
        self._follow: Place | None = None
        """A place to bring into sight when it is drawn next."""
        self._near: NearMatch | None = None
        """The one in sight of the places nearest to a block that has none, unless it is the best."""
        self._view: View | None = None
        self._shown: Shown | None = None
        self._pane = "diff"
        self._layout_wanted = settings.layout
        self._arrived: Arrived | None = None
        self._branch = ""
        self._in_sight: object = None
        self._response_panel: ResponsePanel | None = None
        self._frames = Frames()
        self._first_edition = 0
        """The first of the diff that has the block in sight as it is planned now."""
        self._reopened = ""
        """The last message about accepted blocks that are undecided again."""
        self._planned = 0
        """The number of requested plans that this screen has received."""
        self._awaited: dict[str, int] = {}
        """By file: the plan in which it is placed as was chosen last."""
        self._pointed_at: float | None = None
        """The time of the mouse press that is being handled; None for a key."""
        self._level = Level.BLOCK
        self._agreed: set[str] = set()
        """Outcomes of blocks that the user accepts though lines of the file are lost."""
        self._is_busy = False
        """Files are being written, or writes are being undone."""
        self._listed = ""
        """What the panel lists; empty while it is closed."""
        self._tried: list[Tried] = []
        self._has_tried_all = False
        self._options: Sequence[Option] = ()
        self._rows: list[Row] = []
        self._known: list[Row] = []
        """Those of them that stand above the strategies."""
        self._row = 0
        self._was_moved = False
        self._listed_for: Proposal | None = None
        self._commit_screen: CommitScreen | None = None
        self._is_following = True
        self._newest = 0
        self._jumped = -JUST
        self._listed_with: tuple[list[Entry], int, list[Entry]] = ([], 0, [])
        self._arriving_pane: ArrivingPane | None = None
        self._leaving = False
        self._interrupted = -_TWICE

    @property
    def _ours(self) -> "ReviewApp":
        # No other app has this screen, and ours imports it.
        return cast("ReviewApp", self.app)

    @property
    def review(self) -> Review:
        return self.engine.review

    @property
    def proposal(self) -> Proposal | None:
        """The block in sight."""
        return self.outline.proposal(self._current)

    @property
    def _accepts(self) -> str:
        return f"{self.keys['block.accept']} accepts"

    @property
    def _takes_back(self) -> str:
        return f"{self.keys['undo']} takes it back"

    def compose(self) -> ComposeResult:
        yield HeaderLine(id="header")
        with Horizontal(id="body"):
            yield BlockList(self._describe, self.outline.progress, self.keys["view.filter"], id="list")
            with Vertical(id="main"):
                yield BlockStrip(id="strip")
                yield MatchLine(id="match")
                yield MatchPanel(id="panel")
                yield DiffView(id="diff", keys=self.keys)
            # Where there is no room for it, it is not made.
            if self.has_class("-vast"):
                yield self._new_response_panel()
        yield StateLine(id="state")
        yield KeyHints(self.keys, id="hints")

    def _new_response_panel(self) -> "ResponsePanel":
        from editreview.tui.widgets.response_panel import ResponsePanel

        self._response_panel = ResponsePanel(
            self.engine.response_lines, self.keys["view.response"], id="response"
        )
        return self._response_panel

    def on_mount(self) -> None:
        if self.engine.is_empty:
            self.call_after_refresh(self.action_paste)
        # Also a producer that is silent is waited for visibly.
        self._ticking = self.set_interval(_TICK, self._tick, pause=not self.engine.is_open)
        self._header = self.query_one(HeaderLine)
        self._list = self.query_one(BlockList)
        self._strip = self.query_one(BlockStrip)
        self._match = self.query_one(MatchLine)
        self._match_panel = self.query_one(MatchPanel)
        self._diff = self.query_one(DiffView)
        self._state = self.query_one(StateLine)
        self._hints = self.query_one(KeyHints)
        self._frames = Frames((self._diff, self._match, self._match_panel, self._header))
        self._diff.lay_out(self._layout_wanted)
        if not self.engine.is_empty:
            self._state.say("reading the response …")
        self._draw()
        self.engine.start()
        for message in self.engine.told():
            self._hear(message)

    def _hear(self, message: Message) -> None:
        """Take up what the engine told before there was a screen."""
        match message:
            case Planned():
                self._take_plan()
            case Arrived():
                self._take_arrived(message)
            case Branch():
                self.on_branch(message)
            case _:
                self.post_message(message)

    # What the engine says

    def on_planned(self) -> None:
        self._take_plan()

    def on_arrived(self, message: Arrived) -> None:
        self._take_arrived(message)

    def _update_plan(self) -> None:
        """Receive the current plan and update the screen."""
        before = self.proposal
        self.engine.hear_plan()
        # First: what is asked for later may be in the plan already, or not.
        self._planned = self.engine.planned
        lost = self.outline.update()
        if lost:
            self._reopened = self.review.reopened(lost)
            self._state.say(self._reopened, is_problem=True)
        if self._current is None and self.outline.proposals:
            self._state.say("")
            self._look_at(self.outline.proposals[0].number)
        elif self.proposal != before:
            self._show(again=True)
            self._first_edition = self._diff.edition
            self._look_for_nearest()
        if self.outline.is_news:
            # What was decided is drawn when it is decided: most rejections move no other block.
            self._draw()

    def _report_arrived(self, message: Arrived) -> None:
        self._arrived = message
        if message.problem:
            cut_off = f"; {self.outline.problem()}" if self.review.problems else ""
            self._state.say(f"{message.problem}{cut_off}", is_problem=True)
        elif not message.is_open and not self.outline.proposals:
            why = self.outline.problem() or f"{self.keys['quit']} leaves"
            self._state.say(f"the response holds no edit: {why}", is_problem=True)
            self._without_edits()
        elif not message.is_open and not self.outline.progress()[1]:
            offers = counted(len(self.outline.proposals), "offer")
            self._state.say(f"the response holds no edit, but {offers}: {self._accepts}", is_problem=True)
        elif not message.is_open and self.review.problems:
            self._state.say(self.outline.problem(), is_problem=True)
        self._draw()
        if self.app.screen is not self:
            self._tell_notes()

    def on_looked(self, message: Looked) -> None:
        if message.number == self._current:
            self._show(late=True)
            self._draw()

    def on_neared(self, message: Neared) -> None:
        if message.proposal is self.proposal and message.at == self._place:
            self._near = message.near
            self._show(late=True)
            self._draw()

    def on_not_kept(self, message: NotKept) -> None:
        self._state.say(message.problem, is_problem=True)

    def on_taken_up_again(self, message: TakenUpAgain) -> None:
        said = ["taken up where it was left"]
        if message.changed:
            said.append(f"changed since: {', '.join(message.changed)}")
        if message.lost:
            said.append(self.review.reopened(message.lost))
        self._state.say("; ".join(said), is_problem=len(said) > 1)
        number = self.outline.next_open(None)
        # A user who has already pressed a key stays where they are.
        if number is not None and not self._ours.pressed_at:
            self._look_at(number)

    def on_branch(self, message: Branch) -> None:
        self._branch = message.name
        self._draw()

    # What is in sight

    def note_frame(self, update: CompositorUpdate, now: float) -> None:
        """A frame of this screen was written to the terminal."""
        self._frames.note(update, self._compositor.visible_widgets, now)

    @property
    def _decided_at(self) -> float:
        """The time at which the key or the button of the current action was pressed."""
        return self._ours.pressed_at if self._pointed_at is None else self._pointed_at

    @property
    def _edition(self) -> int:
        """The edition of the plan that was in sight when the key was pressed."""
        return self._frames.edition(self._header, self._decided_at) or 0

    def _is_seen(self, does: str, *, at_all: bool = False) -> bool:
        """Tells if the block was on the terminal, as it is planned now, when the key was pressed.

        If not, paints it and tells the user to look first.

        Args:
            does: What the key does, for the sentence.
            at_all: Any view of it will do: nothing is written because of it.
        """
        frames, at, proposal = self._frames, self._decided_at, self.proposal
        if proposal is not None and proposal.number in self.review.applied:
            # Nothing can be decided of it any more.
            return True
        is_awaited = proposal is not None and self._is_awaited(proposal)
        # The diff may be looked at alone, unless the lines above it say a warning.
        is_hidden = not frames.is_displayed(self._match)
        is_warned = proposal is not None and bool(proposal.warnings or self.review.is_offer(proposal))
        is_match_seen = frames.has(self._match, at) or (is_hidden and not is_warned)
        if not is_awaited and frames.has(self._diff, at) and is_match_seen:
            return True
        seen = frames.edition(self._diff, at) if at_all else None
        if seen is not None and seen >= self._first_edition:
            return True
        self._bring_back_diff()
        if is_hidden:
            self.remove_class("-zoom")
        self._diff.refresh()
        self._match.refresh()
        self._draw()
        why = "There are warnings. Check them" if is_hidden and is_warned else "The preview changed. Check it"
        self._state.say(f"{why}, then {does} again.", is_problem=True)
        return False

    def _unzoom_list(self) -> None:
        """Show the diff, whatever was in its place."""
        self.remove_class("-zoom-list")

    def _await_plan(self, paths: list[str], plan: int) -> None:
        """Remember, by file, the first plan with the user's last choice: no earlier plan may be accepted."""
        self._awaited |= dict.fromkeys(paths, plan)

    def _is_awaited(self, proposal: Proposal) -> bool:
        """True if the plan does not have the user's last choice in the block's file yet."""
        return self._awaited.get(proposal.path or "", 0) > self._planned

    def _select(self, number: int) -> None:
        self._current = number
        self._place = likeliest(self.review, self.proposal)[0] if self.proposal else 0
        self._follow = self._near = self._view = None
        self._show()
        self._first_edition = self._diff.edition
        self._look_for_nearest()
        self._draw()
        if not self._state.text:
            # What a screen reader says of a block, unless there is something to say of the one before.
            self.app.cursor_position = self._match.region.offset + Offset(1, 0)

    def _look_for_nearest(self) -> None:
        if self.proposal is not None and self.outline.wants_nearest(self.proposal):
            self.engine.look_for(self.proposal)

    def _show_diff(self, *, again: bool = False, late: bool = False) -> None:
        """Show the block in sight, from its first hunk on.

        Args:
            again: It is in sight already, and was planned anew: the cursor stays.
            late: The engine found out more about it, without a key: what the user shows instead stays.
        """
        proposal = self.proposal
        if proposal is None:
            return
        near, preview = self._near_in_sight(proposal), self._preview(proposal)
        what = (
            (proposal.number, proposal.base, proposal.whole, proposal.reason, proposal.block.operation),
            (self._place, near, self._view, preview),
        )
        if (again or late) and what == self._in_sight:
            return
        self._in_sight = what
        sides = shown(proposal, self._looked_at(proposal), near, view=self._view, preview=preview)
        self._shown = sides
        show = self._diff.show_again if again else self._diff.show
        show(sides, lines_left_out(proposal), proposal.path or proposal.block.path_written or "")
        if self._follow is not None and self._follow.lines is not None:
            self._diff.to_old_line(self._follow.lines[0] - 1)
        self._follow = None

    def _near_in_sight(self, proposal: Proposal) -> NearMatch | None:
        near = self.outline.nearest(proposal)
        return near if near is None or self._near is None else self._near

    def _looked_at(self, proposal: Proposal) -> Place | None:
        places = proposal.placement.places if proposal.placement else ()
        return places[min(self._place, len(places) - 1)] if places else None

    def _draw_block(self) -> None:
        """Bring the lines around the diff up to date; each repaints only if it says something else."""
        outline, proposal = self.outline, self.proposal
        outline.refilter(self._current)
        workspace = self.review.workspace
        name = workspace.root.folder.name + (f":{self._branch}" if self._branch else "")
        counts = outline.counts()
        notes = f"{outline.notes()}: {self.keys['view.notes']}" if outline.notes() else ""
        position = outline.position(self._current)
        self._header.show(name, arriving(self._arrived), notes, position, counts, outline.edition)
        filtered = str(outline.filter) if outline.filter else ""
        is_active = self._pane == "list"
        self._list.show(self._entries(), self._current, outline.progress(), filtered, is_active=is_active)
        of = {sign for sign, _ in counts}
        found = hints(
            self.review,
            proposal,
            self.keys,
            is_open=self.engine.is_open,
            is_accepted=signs.ACCEPTED in of,
            is_decided=not of & signs.UNDECIDED,
        )
        self._hints.show(searching(found, self.keys) if self._diff.is_searching else found)
        if proposal is None:
            self._match.show(*arriving_parts(self._arrived), "")
            return
        self._strip.show(*outline.strip(proposal))
        near = self._near_in_sight(proposal)
        looking = near is None and not outline.has_looked(proposal)
        if self._response_panel is not None:
            self._response_panel.show(around(proposal, outline.spans(), self.engine.response_length))
        self._match.show(
            match_parts(proposal, near, looking),
            message_parts(self.review, proposal, self._place, self.keys),
            proposal.block.format,
        )
        self._say_position(proposal)

    def _describe_block(self, number: int) -> tuple[signs.Sign, str]:
        """What the list says of a block."""
        return self.outline.describe(number)

    def _block_entries(self) -> list[Entry]:
        """What the list lists."""
        return self.outline.entries

    def _say_position(self, proposal: Proposal) -> None:
        word = self.outline.signs()[proposal.number].word
        self._state.show(self._position(), word, "split" if self._diff.is_split else "unified")

    def _position_in_diff(self) -> list[str]:
        """Where in the block the cursor is, and what else is in force, the most important first."""
        number, total = self._diff.hunk
        search = self._diff.search_state if self._diff.is_searching else ""
        filtered = f"{self.keys['view.filter']} {self.outline.filter}" if self.outline.filter else ""
        return [search, filtered, f"hunk {number}/{total}" if total > 1 else ""]

    def _notes(self) -> Notes:
        open_text = self._arrived.open_text if self._arrived is not None else ""
        return notes_of(self.review, arriving(self._arrived), open_text)

    def _tell_notes(self) -> None:
        """Let the notes, if they are being read, say what has arrived since."""
        from editreview.tui.screens.notes import NotesScreen

        if isinstance(self.app.screen, NotesScreen):
            self.app.screen.show(self._notes())

    # Going from one to another

    # Moving

    def _line_in_diff(self, rows: int) -> None:
        if self._pane == "list":
            self.action_block(rows)
        else:
            self._diff.move(rows)
            self._moved()

    def _step_hunk(self, direction: int) -> None:
        if not self._diff.step_hunk(direction):
            before = self._current
            self.action_block(direction)
            if direction < 0 and self._current != before:
                self._diff.to_hunk(-1)
        self._moved()

    def _step_block(self, direction: int) -> None:
        number = self.outline.neighbour(self._current, direction)
        if number is not None:
            # What was said is of the block before.
            self._state.say("")
            self._look_at(number)

    def action_file(self, direction: int) -> None:
        number = self.outline.neighbour_file(self._current, direction)
        if number is not None:
            self._state.say("")
            self._look_at(number)

    def action_waiting(self, direction: int) -> None:
        number = self.outline.next_waiting(self._current, direction)
        if number is not None:
            self._state.say("")
            self._look_at(number)
        elif self.outline.proposals:
            # The block that is arriving has no sign yet.
            is_last = self.outline.signs().get(self._current or 0) in signs.UNDECIDED
            self._state.say("no other block waits for you" if is_last else self.outline.nothing_open())

    def action_copy_place(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.path is None:
            return
        place = proposal.path_to if proposal.number in self.review.applied else None
        place, line = place or proposal.path, self._line_of(proposal)
        place = place if line is None else f"{place}:{line}"
        self.app.copy_to_clipboard(place.encode("utf-8", "replace").decode())
        self._state.say(f"{place} copied, if the terminal allows it")

    def _line_of(self, proposal: Proposal) -> int | None:
        """The line of the file that the cursor is on, from 1; None where no file is shown."""
        alignment, base = self._diff.alignment, proposal.base
        if alignment is None or base is None or alignment.lines is not base.lines:
            return None
        old, new = self._diff.old_and_new()
        return 1 + (new if proposal.number in self.review.applied else old)

    def _half_page_in_diff(self, direction: int) -> None:
        self._diff.half_page(direction)
        self._moved()

    def _end_in_diff(self, direction: int) -> None:
        if self._pane == "list" and self.outline.proposals:
            self._look_at(self.outline.order[-1 if direction > 0 else 0])
        else:
            self._diff.to_end(direction)
            self._moved()

    def action_sideways(self, direction: int) -> None:
        if why := self._diff.sideways(direction):
            self._state.say(why)

    def _switch_pane(self) -> None:
        self._pane = "diff" if self._pane == "list" else "list"
        self._state.say(self._told_pane())
        self._draw()

    def _told_pane(self) -> str:
        return f"{self.keys['move.down']} and {self.keys['move.up']} move in the {self._pane}"

    def _say_moved(self) -> None:
        if (proposal := self.proposal) is not None:
            self._say_position(proposal)
        self._diff.point()

    # Searching

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While nothing is searched for, the search's keys do what they do otherwise."""
        if action in ("match", "end_search"):
            return self._diff.is_searching
        return super().check_action(action, parameters)

    def action_search(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.search import SearchScreen

        before = self._diff.search_text
        self.app.push_screen(SearchScreen(self._search), lambda text: self._searched(text, before))

    def _search(self, text: str) -> None:
        self._diff.search(text)
        self._draw()

    def _searched(self, text: str | None, before: str) -> None:
        """The field is closed: `text` was entered, or with None nothing."""
        if not text:
            self._search(before)
        self._state.say("")

    def action_match(self, direction: int) -> None:
        self._state.say(self._diff.step_match(direction))
        self._moved()

    def action_end_search(self) -> None:
        self._diff.end_search()
        self._state.say("")
        self._draw()

    @on(DiffView.Scrolled)
    def _scrolled(self, message: DiffView.Scrolled) -> None:
        # Another size moves the lines as well, and nobody did that to read them.
        if message.by_hand:
            self._take_over()
        self._moved()

    @on(DiffView.Selected)
    def _selected(self, message: DiffView.Selected) -> None:
        # A character that is no text cannot be sent to the terminal.
        self.app.copy_to_clipboard(message.text.encode("utf-8", "replace").decode())
        lines = counted(message.text.count("\n") + (not message.text.endswith("\n")), "line")
        self._state.say(f"{lines} of the {message.side} side copied")

    @on(BlockList.Chosen)
    def _chosen(self, message: BlockList.Chosen) -> None:
        self._look_at(message.number)

    # Looking

    def action_layout(self) -> None:
        self._layout_wanted = _LAYOUTS[(_LAYOUTS.index(self._layout_wanted) + 1) % len(_LAYOUTS)]
        self._diff.lay_out(self._layout_wanted)
        self._state.say(f"layout: {self._layout_wanted}")
        self._draw()

    def action_wrap(self) -> None:
        self._state.say(self._diff.toggle_wrap())
        self._moved()

    def action_whitespace(self) -> None:
        self._state.say(self._diff.toggle_whitespace())

    def action_zoom(self) -> None:
        zoomed = "-zoom-list" if self._pane == "list" else "-zoom"
        other = "-zoom" if self._pane == "list" else "-zoom-list"
        self.remove_class(other)
        self.toggle_class(zoomed)
        is_alone = self.has_class(zoomed)
        self._state.say(
            f"the {self._pane} alone: {self.keys['view.zoom']} shows the rest again" if is_alone else ""
        )

    def action_context(self, step: int) -> None:
        self._state.say(self._diff.change_context(step))

    def action_toggle_list(self) -> None:
        self.toggle_class("-no-list")

    def action_filter(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.filter import FilterScreen

        screen = FilterScreen(lambda wanted: len(self.outline.matching(wanted)), self.outline.filter)
        self.app.push_screen(screen, self._filtered)

    def _filtered(self, wanted: Filter | None) -> None:
        if wanted is None:
            return
        self.outline.filter = wanted
        first = self.outline.first_matching(self._current)
        if first is None:
            self._state.say(
                f"no block is listed by {wanted}: {self.keys['view.filter']}, enter lists all",
                is_problem=True,
            )
        elif not wanted:
            self._state.say("all blocks are listed")
        else:
            count = len(self.outline.matching(wanted))
            self._state.say(f"{counted(count, 'block')} listed: {wanted}")
        if first is None or first == self._current:
            self._draw()
        else:
            self._look_at(first)

    def action_notes(self) -> None:
        from editreview.tui.screens.notes import NotesScreen

        if notes := self._notes():
            self.app.push_screen(NotesScreen(notes))
        else:
            self._state.say("the rest of the response is prose: no problem, no command")

    # Into its hunks and lines

    @property
    def _has_range(self) -> bool:
        return self._diff.range_start is not None

    @property
    def _whole(self) -> Alignment | None:
        """All that the block would do; None while the diff shows something else, whose rows are others."""
        return self._shown.alignment if self._shown is not None and self._shown.is_whole else None

    # Stepping in and out

    def action_step_in(self) -> None:
        proposal = self.proposal
        if proposal is None or not self._may_be_parted(proposal):
            return
        hunks = self._diff.hunk[1]
        if self._level is Level.LINE:
            self._state.say(f"already at single lines: {self.keys['grain.out']} goes back")
            return
        self._level = Level.HUNK if self._level is Level.BLOCK and hunks > 1 else Level.LINE
        if not self._diff.hunk_rows():
            self._diff.to_hunk(self._diff.hunk[0] - 1)
        self._state.say(
            f"{_NAMES[self._level]}: {self.keys['block.toggle']} takes in or out, {self._accepts}"
        )
        self._draw()

    def _step_out_of_rows(self) -> None:
        if self._has_range:
            self._diff.range_start = None
            self._state.say("no range any more")
        elif self._level is not Level.BLOCK:
            has_hunks = self._level is Level.LINE and self._diff.hunk[1] > 1
            self._level = Level.HUNK if has_hunks else Level.BLOCK
            self._state.say(_NAMES[self._level])
        else:
            self._state.say("")
        self._draw()

    def action_range(self) -> None:
        proposal = self.proposal
        if self._has_range:
            self.action_step_out()
        elif proposal is not None and self._may_be_parted(proposal):
            self._level = Level.LINE
            self._diff.begin_range()
            keys = self.keys
            moves = f"{keys['move.down']} {keys['move.up']} extend it"
            decides = f"{keys['block.accept']} {keys['block.reject']} decide it"
            self._state.say(f"range: {moves}, {keys['block.toggle']} toggles it, {decides}")
            self._draw()

    def _is_applied(self, proposal: Proposal) -> bool:
        """Whether nothing can be said of a block any more; that is said then."""
        if proposal.number in self.review.applied:
            self._state.say(APPLIED, is_problem=True)
            return True
        return False

    def _may_be_parted(self, proposal: Proposal) -> bool:
        if self._is_applied(proposal):
            return False
        if proposal.is_ready and not can_be_parted(proposal):
            why = "a file is moved or deleted as a whole"
        elif not can_be_parted(proposal):
            why = self.outline.why_not(proposal) or "there is nothing of it to take"
        elif self._whole is None:
            closes, shows = self.keys["grain.out"], self.keys["place.view"]
            why = (
                f"the rows of its change are not in sight: {closes} closes the list, {shows} shows the change"
            )
        else:
            return True
        self._state.say(why, is_problem=True)
        return False

    def _select_whole(self, number: int) -> None:
        self._level = Level.BLOCK
        self._select(number)

    # Rows

    def _taken(self, proposal: Proposal) -> frozenset[int] | None:
        """The rows that are in; None for all of them."""
        if proposal.number in self.review.applied:
            return proposal.rows
        marked = self.review.marked(proposal)
        if marked is not None:
            return marked
        return None if self.review.verdict(proposal) is Verdict.ACCEPTED else frozenset()

    def _meant(self, marks: Marks) -> frozenset[int]:
        """The rows that a toggle would concern."""
        if self._level is Level.HUNK and not self._has_range:
            return frozenset(marks.rows(max(self._diff.hunk[0] - 1, 0)))
        numbers = (marks.number(row) for row in self._diff.hunk_rows())
        return frozenset(number for number in numbers if number is not None)

    def _rows_meant(self, proposal: Proposal) -> tuple[frozenset[int], frozenset[int]] | None:
        """The rows in, and those that the key is about; None, having said why, if there are none."""
        alignment = self._whole
        if not self._may_be_parted(proposal) or alignment is None:
            return None
        taken = self._taken(proposal)
        marks = Marks(alignment, taken)
        meant = self._meant(marks)
        if not meant:
            self._state.say(
                f"no line here changes: {self.keys['move.hunk']} goes to the next that does", is_problem=True
            )
            return None
        return frozenset(range(alignment.row_count)) if taken is None else taken, meant

    def _toggle_rows(self, proposal: Proposal) -> bool:
        """Take the rows at the cursor's level in, or out if all of them are in."""
        found = self._rows_meant(proposal)
        if found is None:
            return False
        taken, meant = found
        self._set_rows(proposal, taken - meant if meant <= taken else taken | meant)
        return True

    def _decide_range(self, *, is_yes: bool) -> None:
        """Accept the rows of the range beside those that are in, or take them out."""
        proposal, whole = self.proposal, self._whole
        found = None if proposal is None else self._rows_meant(proposal)
        if found is None or proposal is None or whole is None:
            return
        taken, meant = found
        if is_yes and (why := self._why_no_yes(proposal)):
            self._state.say(why, is_problem=True)
            return
        if is_yes:
            self._decide({proposal.key: self.review.acceptance(proposal, taken | meant)}, "")
        else:
            # No to some lines of a block of which nothing was said is no word against the others.
            untouched = not taken and self.review.verdict(proposal) is Verdict.UNDECIDED
            rows = frozenset(range(whole.row_count)) if untouched else taken
            self._decide({proposal.key: self.review.marking(proposal, rows - meant)}, "")
        self._diff.range_start = None
        self._say_rows(proposal)
        self._draw()

    def _why_no_yes(self, proposal: Proposal) -> str | None:
        """Why even a part cannot be accepted; a part may go where the one before could not."""
        return None if proposal.uncut is not None else self.outline.why_not(proposal)

    def _set_rows(self, proposal: Proposal, rows: frozenset[int]) -> None:
        self._decide({proposal.key: self.review.marking(proposal, rows)}, "")
        self._diff.range_start = None
        self._say_rows(proposal)

    def _say_rows(self, proposal: Proposal) -> None:
        alignment, taken = self._whole, self._taken(proposal)
        if alignment is None:
            return
        count = counted(alignment.row_count, "row")
        if taken is not None and not taken:
            self._state.say(
                f"nothing of block {proposal.number} is in: {self.keys['block.reject']} rejects it"
            )
        else:
            of = count if taken is None else f"{len(taken)} of {count}"
            is_accepted = self.review.verdict(proposal) is Verdict.ACCEPTED
            self._state.say(f"{of} in: accepted" if is_accepted else f"{of} in: {self._accepts}")

    def _decide(self, decisions: dict[str, Decision], note: str) -> None:
        before = self.review.log.snapshot()
        paths = self.review.decide(decisions)
        plan = self.engine.replan(paths)
        if any(reshapes(before.get(key), decision) for key, decision in decisions.items()):
            self._await_plan(paths, plan)
        self.engine.keep(now=True)
        self._state.say(note)

    # What the gutter and the lines around the diff say

    def _draw_rows(self) -> None:
        self._draw_block()
        self._mark()
        if self._level is not Level.BLOCK and self._pane == "diff" and self._whole is not None:
            self._hints.show(self._hints_inside())

    def _moved(self) -> None:
        self._say_moved()
        self._mark()

    def _mark(self) -> None:
        self._diff.mark(self._marks())

    def _marks(self) -> Marks | None:
        """What to say of the rows; None while the block is decided on as a whole."""
        proposal, alignment = self.proposal, self._whole
        if proposal is None or alignment is None or not can_be_parted(proposal):
            return None
        taken = self._taken(proposal)
        if self._level is Level.BLOCK and not taken:
            return None
        marks = Marks(alignment, taken, level=self._level)
        if self._level is Level.HUNK or self._has_range:
            return Marks(alignment, taken, self._meant(marks), self._level)
        return marks

    def _position_of_rows(self) -> list[str]:
        return ["" if self._level is Level.BLOCK else _NAMES[self._level], *self._position_in_diff()]

    def _hints_inside(self) -> list[Hint]:
        """The keys that do something inside a block."""
        hint = self.keys.hint
        found = [hint("block.toggle", "in/out"), hint("block.accept")]
        if self._has_range:
            found += [hint("block.reject", "out"), hint("grain.out", "no range")]
            return [*found, hint("quit"), hint("help")]
        found += [hint("grain.out"), hint("block.advance", "and go on")]
        found += [hint("grain.in", "single lines")] * (self._level is Level.HUNK)
        return [
            *found,
            hint("grain.range"),
            hint("undo"),
            hint("move.hunk", "hunk"),
            hint("quit"),
            hint("help"),
        ]

    # Accepting and rejecting

    def _accept_seen(self) -> None:
        if self.proposal is None or not self._is_seen("accept"):
            return
        if self._has_range:
            self._decide_range(is_yes=True)
        elif self._accept():
            self._next_open()

    def _accept_block(self) -> bool:
        proposal = self.proposal
        if proposal is None:
            return False
        if why := self.outline.why_not(proposal):
            self._state.say(why, is_problem=True)
            return False
        if self._asks_about_loss(proposal):
            return False
        decision = self.review.acceptance(proposal)
        part = "" if decision.rows is None or not proposal.is_part else f", {rows_in_words(proposal)}"
        self._decide({proposal.key: decision}, f"block {proposal.number} accepted{part}")
        return True

    def _asks_about_loss(self, proposal: Proposal) -> bool:
        """Ask the user once, if a part of a file would overwrite all of it. Returns whether it asks."""
        why = next((w.message for w in proposal.warnings if w.kind is WarningKind.SNIPPET), None)
        if why is None or proposal.is_part or proposal.outcome in self._agreed:
            return False
        from editreview.tui.screens.force import loss_screen

        def answered(answer: bool | None) -> None:
            if answer and proposal.outcome is not None:
                self._agreed.add(proposal.outcome)
                if self.proposal is not None and self.proposal.outcome == proposal.outcome and self._accept():
                    self._next_open()

        self.app.push_screen(loss_screen(proposal, f"It {why}"), answered)
        return True

    def _reject_seen(self) -> None:
        if self.proposal is None or not self._is_seen("reject", at_all=not self._has_range):
            return
        if self._has_range:
            self._decide_range(is_yes=False)
        else:
            self._reject()

    def _reject(self, reason: str | None = None) -> None:
        proposal = self.proposal
        if proposal is None or self._is_applied(proposal):
            return
        decision = self.review.log[proposal.key].rejected(reason or None)
        self._decide({proposal.key: decision}, f"block {proposal.number} rejected")
        self._next_open()

    def action_reject_why(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.reason import ReasonScreen

        proposal = self.proposal
        if proposal is None or self._is_applied(proposal) or not self._is_seen("reject", at_all=True):
            return
        number = proposal.number
        self.app.push_screen(ReasonScreen(f"block {number}"), lambda reason: self._reasoned(number, reason))

    def _reasoned(self, number: int, reason: str | None) -> None:
        if reason is None:
            return
        if number != self._current:
            # Another one came into sight while the reason was typed.
            self._look_at(number)
        self._reject(reason)

    def _toggle_seen(self) -> None:
        if self._is_seen("decide") and self._toggle():
            self._draw()

    def _toggle(self) -> bool:
        """Take in or out what the cursor's level says. Returns whether anything was decided."""
        proposal = self.proposal
        if proposal is not None and (self._level is not Level.BLOCK or self._has_range):
            return self._toggle_rows(proposal)
        if proposal is not None and self.review.verdict(proposal) is Verdict.ACCEPTED:
            if self._is_applied(proposal):
                return False
            said = self.review.log[proposal.key]
            # Which rows were marked stays, for the next yes.
            again = said.reopened() if said.rows is None else replace(said, verdict=Verdict.UNDECIDED)
            self._decide({proposal.key: again}, f"block {proposal.number} undecided again")
            return True
        return self._accept()

    @on(DiffView.Marked)
    def _toggle_marked(self, message: DiffView.Marked) -> None:
        """The mark of a row was clicked, which has the cursor by now: that row alone is meant."""
        proposal = self.proposal
        if proposal is None or not self._is_as_clicked(message) or not self._may_be_parted(proposal):
            return
        self._level = Level.LINE
        if self._toggle_rows(proposal):
            self._draw()

    def _is_as_clicked(self, message: DiffView.Marked) -> bool:
        """True if the rows are those that were on the terminal when one of them was clicked."""
        self._pointed_at = self._ours.clicked_at
        try:
            is_seen = self._is_seen("click")
        finally:
            self._pointed_at = None
        return is_seen and message.alignment is self._diff.alignment

    def _enter_block(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif self._is_seen("decide") and self._toggle():
            self._draw()
            self._go_on()

    def _go_on(self) -> None:
        """To the next block, hunk or changed line."""
        if self._level is Level.BLOCK:
            self.action_block(1)
        elif self._level is Level.HUNK:
            self._diff.step_hunk(1)
            self._moved()
        else:
            self._diff.to_next_change()
            self._moved()

    def action_accept_safe(self, where: str) -> None:
        path, edition = None, self._edition
        if where == "file" and self.proposal is not None:
            if not self._is_seen("accept"):
                # It is another block by now, and may be of another file.
                return
            path = self.proposal.path
        if sum(self.review.unchecked().values()) > _CHECKED_AT_ONCE:
            self._state.say("checking what is safe …")
            self.engine.check(path, edition)
            return
        if self.review.check():
            self._take_plan()
        self._accept_safe(path, edition)

    def on_checked(self, message: Checked) -> None:
        self._accept_safe(message.path, message.edition)

    def _accept_safe(self, path: str | None, edition: int) -> None:
        decisions, left, unseen = self.outline.safe(self.settings.accept, path, edition)
        place = f"in {path}" if path else "everywhere"
        note = f"{len(decisions)} safe accepted {place}" + (f"; {left} left for you" if left else "")
        if unseen:
            came = "1 of them came" if unseen == 1 else f"{unseen} of them came"
            note += f", {came} after the key: the same key again"
        # What the check says of blocks that were accepted is news as well.
        reopened = self._reopened if self._reopened == self._state.text else ""
        self._decide(decisions, note)
        if reopened:
            self._state.say(f"{note}; {reopened}", is_problem=True)
        self._draw()

    def action_include(self) -> None:
        proposal = self.proposal
        if proposal is None or proposal.reason is not Reason.NOT_IN_CONTEXT:
            said = "there is nothing to include: nobody said that the model was not shown this file"
            self._state.say(said, is_problem=True)
            return
        if not self._is_seen("include"):
            return
        paths = self.review.include(proposal)
        self._await_plan(paths, self.engine.replan(paths))
        self._state.say(f"block {proposal.number} is placed though the model did not see {proposal.path}")

    def _reject_rest(self) -> None:
        if self.proposal is None or not self._is_seen("reject", at_all=True):
            return
        decisions = self.outline.rejections(self.proposal, self._edition)
        self._decide(decisions, f"{len(decisions)} rejected in {self.proposal.path or 'no file'}")
        self._draw()

    def action_undo(self) -> None:
        if self._is_writing("undo"):
            return
        step = self.review.log.undo_step
        if step is not None and self.review.log.done_by(step) is not None:
            self._is_busy = True
            self._state.say("taking back what was done …")
            self.engine.take_back(step)
            return
        self._back(self.outline.undo(), "taken back", "nothing to take back")

    def action_redo(self) -> None:
        if self._is_writing("redo"):
            return
        step = self.review.log.redo_step
        if step is not None and self.review.log.done_by(step) is not None:
            self._is_busy = True
            self._state.say("doing again what was taken back …")
            self.engine.take_back(step, again=True)
            return
        self._back(self.outline.redo(), "decided again", "nothing to decide again")

    def _is_writing(self, id: str) -> bool:
        """True if files are being written, so that nothing else can be done with them; it then says so."""
        if self._is_busy:
            self._state.say(f"still writing: {self.keys[id]} again in a moment", is_problem=True)
        return self._is_busy

    def on_took_back(self, message: TookBack) -> None:
        self._is_busy = False
        self._state.say(message.said, is_problem=message.is_problem)
        self._draw()
        if message.difference:
            # Nothing of it is in the first frame.
            from editreview.tui.screens.text import TextScreen

            self.app.push_screen(TextScreen("Changed since it was written", message.difference))

    def _back(self, changed: tuple[list[str], list[int]], done: str, nothing: str) -> None:
        paths, numbers = changed
        if not numbers:
            self._state.say(nothing)
            return
        self._await_plan(paths, self.engine.replan(paths))
        if self._current in numbers:
            self._draw()
        else:
            self._look_at(numbers[0])
        about = f"block {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} blocks"
        self._state.say(f"{done}: what was said of {about}")

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say(self.outline.nothing_open())
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)

    # Changing what it says

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

    # Choosing places

    def _take_place(self, number: int) -> None:
        proposal = self.proposal
        if proposal is not None and not self._is_seen("choose"):
            return
        options = options_of(self.review, proposal) if proposal else []
        if proposal is None or number > len(options):
            self._state.say(f"there is no place {number} to choose", is_problem=True)
            return
        self._take(proposal, options[number - 1], number - 1)

    def _take(self, proposal: Proposal, option: Option, at: int) -> None:
        """Do what one of the block's options stands for."""
        match option.kind:
            case OptionKind.PLACE if is_for_each(proposal):
                self._take_in_or_out(proposal, at)
            case OptionKind.PLACE:
                assert option.place is not None
                self._place = at
                self._choose(proposal, (option.place,), f"place {at + 1} chosen: {self._accepts}")
            case OptionKind.NEAR:
                self._look_near(proposal, at)
                self._state.say(
                    f"these lines are like it: {self.keys['place.force']} forces the block on them"
                )
            case OptionKind.FILE:
                note = f"sent to {option.path}: {self._accepts} it there, {self._takes_back}"
                said = with_file(self.review.log[proposal.key], option.path)
                self._choose_otherwise(proposal, said, note)
            case OptionKind.INCLUDE:
                self.action_include()
            case OptionKind.LEAVE:
                self._leave(proposal)
            case OptionKind.BLOCK if option.block is not None:
                self._state.say(f"block {option.block}, which block {proposal.number} has to do with")
                self._look_at(option.block)

    def _leave(self, proposal: Proposal) -> None:
        """Go on without a decision: a block that the model wrote blindly is asked for once more."""
        number = self.outline.next_open(proposal.number)
        if number is not None and number != proposal.number:
            self._look_at(number)
        asks = f"{self.keys['do.feedback']} asks the model to see {proposal.path}"
        self._state.say(f"block {proposal.number} is left: {asks}")

    def _look_near(self, proposal: Proposal, at: int) -> None:
        """Bring one of the places nearest to a block into sight."""
        self._place, self._near = at, None
        if at:
            self.engine.compare(proposal, at, near_windows(self.review, proposal)[at])
        else:
            self._show()
        self._draw()

    def _take_in_or_out(self, proposal: Proposal, index: int) -> None:
        """One place of an edit that is meant for all of them."""
        assert proposal.placement is not None
        places, place = proposal.placement.places, proposal.placement.places[index]
        taken = proposal.placement.chosen(self.review.log[proposal.key].places)
        left = tuple(each for each in places if (each in taken) != (each is place))
        self._place = index
        if not left:
            rejects = f"{self.keys['block.reject']} rejects"
            self._state.say(
                f"place {index + 1} is the last one that is in: {rejects} the block",
                is_problem=True,
            )
            self._draw()
            return
        said = "in" if place in left else "out"
        self._follow = place
        self._choose(
            proposal,
            left,
            f"place {index + 1} {said}, {len(left)} of {len(places)} in: {self._accepts}",
        )

    def action_all_places(self) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is not None and not self._is_seen("choose"):
            return
        if proposal is None or len(places) < 2:
            self._state.say("there is only one place", is_problem=True)
            return
        if excludes_others(places):
            self._state.say("it can go to one of them only: choose it with its number", is_problem=True)
            return
        self._choose(proposal, places, f"all {len(places)} places chosen: {self._accepts}")

    def _choose(
        self, proposal: Proposal, places: tuple[Place, ...], note: str, strategy: str | None = None
    ) -> None:
        before = self.review.log[proposal.key]
        said = with_places(before, places) if strategy is None else with_strategy(before, strategy, places)
        self._choose_otherwise(proposal, said, note)

    def _choose_otherwise(self, proposal: Proposal, said: Decision, note: str) -> None:
        if self._is_applied(proposal):
            return
        self._decide({proposal.key: said}, note)
        if not is_for_each(proposal):
            self._show()
        self._draw()

    # By force

    def action_force(self) -> None:
        proposal = self.proposal
        windows = near_windows(self.review, proposal) if proposal else []
        if proposal is None or not is_without_place(proposal):
            self._state.say("only a block that has no place can be forced on one", is_problem=True)
        elif self._is_applied(proposal) or not self._is_seen("force"):
            return
        elif not windows or not interpretations_of(proposal.block):
            self._state.say(
                "nothing in the file is like it: there is no place to force it on", is_problem=True
            )
        else:
            self.engine.prepare_force(proposal, windows[min(self._place, len(windows) - 1)])

    def on_forcible(self, message: Forcible) -> None:
        from editreview.tui.screens.force import force_screen

        if message.proposal is self.proposal and self.app.screen is self:
            screen = force_screen(message.proposal, message.place)
            self.app.push_screen(screen, lambda answer: self._forced(message) if answer else None)

    def _forced(self, message: Forcible) -> None:
        proposal = message.proposal
        if self.outline.proposal(proposal.number) is not proposal:
            self._state.say("the plan changed meanwhile: look once more", is_problem=True)
            return
        said = with_force(self.review.log[proposal.key], message.place, message.lines)
        self._choose_otherwise(
            proposal,
            said,
            f"forced on these lines: {self._accepts}, {self._takes_back}",
        )

    # Other text to look for

    def action_edit_search(self) -> None:
        # Text areas are dear to import, and the first frame needs none.
        from editreview.tui.screens.edit import EditScreen

        proposal = self.proposal
        text = self._sought(proposal) if proposal else ""
        if proposal is None or not text:
            self._state.say("it looks for no text", is_problem=True)
        elif not self._is_applied(proposal):
            title = f"What block {proposal.number} looks for: its {proposal.sides[0]}"
            try:
                screen = EditScreen(title, text, 1, empty="there must be something to look for")
            except ValueError as error:
                self._state.say(f"{error}: it cannot be edited here", is_problem=True)
                return
            self.app.push_screen(screen, lambda edited: self._search_edited(proposal, text, edited))

    def _sought(self, proposal: Proposal) -> str:
        """The text that a block looks for as it is placed now; empty if it looks for none."""
        if proposal.chosen and proposal.chosen[0].interpretation.search:
            return proposal.chosen[0].interpretation.search
        interpretations = interpretations_of(proposal.block)
        return interpretations[0].search if interpretations else ""

    def _search_edited(self, proposal: Proposal, before: str, edited: str | None) -> None:
        if edited is None or edited == before:
            return
        text = edited if edited.endswith("\n") or not before.endswith("\n") else f"{edited}\n"
        said = with_search(self.review.log[proposal.key], text)
        self._choose_otherwise(proposal, said, f"placed again by the text edited here: {self._takes_back}")

    # The panel of strategies or places, and the two ways to look at a block

    # Opening, closing, walking

    def action_panel(self, listed: str) -> None:
        if self.proposal is None:
            return
        if self.proposal.reason is Reason.NOT_IN_CONTEXT:
            # No strategy looked for anything.
            listed = _PLACES
        if self._listed == listed:
            self._close_panel()
            return
        if listed == _PLACES and not options_of(self.review, self.proposal):
            lists = self.keys["place.attempts"]
            self._state.say(
                f"it has no other places: {lists} lists what every strategy finds", is_problem=True
            )
            return
        self._listed, self._pane = listed, "panel"
        self._open_panel(is_open=True)
        self._list_anew()
        self._draw()

    def action_step_out(self) -> None:
        if self._listed:
            self._close_panel()
        else:
            self._step_out_of_rows()

    def _close_panel(self) -> None:
        self._listed, self._pane, self._listed_for = "", "diff", None
        self._rows, self._tried = [], []
        self.engine.stop_attempts()
        self._open_panel(is_open=False)
        self._show(again=True)
        self._draw()

    def _open_panel(self, *, is_open: bool) -> None:
        # Not a class of the screen: all that is in it would be styled anew.
        self._match_panel.set_class(is_open, "-open")
        self._match.set_class(is_open, "-under-panel")
        if self._response_panel is not None:
            self._response_panel.set_class(is_open, "-behind")

    def action_pane(self) -> None:
        if not self._listed:
            self._switch_pane()
            return
        self._pane = _PANES[(_PANES.index(self._pane) + 1) % len(_PANES)]
        self._state.say(self._told_pane())
        self._draw()

    def _line_in_panel(self, rows: int) -> None:
        if self._pane == "panel":
            self._point(self._row, rows)
        else:
            self._line_in_diff(rows)

    def action_end(self, direction: int) -> None:
        if self._pane == "panel":
            self._point(len(self._rows) if direction > 0 else -1, -direction)
        else:
            self._end_in_diff(direction)

    def _half_page_in_panel(self, direction: int) -> None:
        if self._pane == "panel":
            self._point(self._row + 4 * direction, direction)
        else:
            self._half_page_in_diff(direction)

    @on(MatchPanel.Pointed)
    def _pointed(self, message: MatchPanel.Pointed) -> None:
        self._pane = "panel"
        self._point(message.row - 1, 1)

    def _point(self, row: int, step: int) -> None:
        """Put the cursor on the next row from `row` on that leads somewhere."""
        ahead = range(row + step, len(self._rows) if step > 0 else -1, 1 if step > 0 else -1)
        found = next((at for at in ahead if self._rows[at].target is not None), None)
        if found is None:
            return
        self._row, self._was_moved = found, True
        self._bring_into_sight()
        self._draw()

    def _bring_into_sight(self) -> None:
        """Let the diff follow the panel's cursor."""
        target, proposal = self._target, self.proposal
        if target is None or proposal is None:
            return
        option = None if target.option is None else self._options[target.option]
        if option is not None and option.kind is OptionKind.NEAR and target.option is not None:
            self._look_near(proposal, target.option)
            return
        if option is not None and option.kind is OptionKind.PLACE and target.option is not None:
            self._place = target.option
        if target.line is not None and not target.is_old and self._view is View.MATCH:
            # The other side is what the block looks for, and has no new line.
            self._view = None
        self._follow = target.place
        self._show()
        if target.line is not None:
            self._diff.to_line(target.line, is_old=target.is_old)

    # What is listed

    @property
    def _target(self) -> Target | None:
        return self._rows[self._row].target if self._listed and self._row < len(self._rows) else None

    def _list_anew(self) -> None:
        """List what there is for the block in sight; nothing of another one stays."""
        proposal = self.proposal
        if proposal is None or not self._listed:
            return
        is_other = self._listed_for is None or self._listed_for.number != proposal.number
        self._listed_for = proposal
        if is_other:
            self._row, self._was_moved = 0, False
        if self._listed == _PLACES:
            self._options = options_of(self.review, proposal)
            self._rows = option_rows(self.review, proposal, self._options, self.keys)
            self._row = min(self._place if is_other else self._row, max(len(self._rows) - 1, 0))
        else:
            self._tried, self._has_tried_all = [], False
            self.engine.attempt_all(proposal)
            self._known = known_rows(proposal, self._shown)
            self._rows = [*self._known, *strategy_rows(proposal, [], self.keys)]
            self._row = self._row or len(self._known)
        self._show(again=True)

    def on_attempted(self, message: Attempted) -> None:
        proposal = self.proposal
        if self._listed != _STRATEGIES or message.proposal is not self._listed_for or proposal is None:
            return
        if message.tried is None:
            self._has_tried_all = True
        else:
            self._tried.append(message.tried)
        # Rows only come below others, so that a cursor which was moved stays where it is.
        self._rows = [*self._known, *strategy_rows(proposal, self._tried, self.keys)]
        if not self._was_moved:
            self._row = next((at for at, row in enumerate(self._rows) if row.is_own), len(self._known))
        self._show(again=True)
        self._draw()

    def _draw_panel(self) -> None:
        self._draw_rows()
        proposal = self.proposal
        if not self._listed or proposal is None:
            return
        if self._listed_for is not proposal:
            self._list_anew()
        side, enter = proposal.sides[0], self.keys["block.advance"]
        closes = self.keys["place.list" if self._listed == _PLACES else "place.attempts"]
        if self._listed == _PLACES:
            is_left = proposal.reason is Reason.NOT_IN_CONTEXT
            what = "include it or leave it" if is_left else "where it could go"
            title = f"Block {proposal.number}: {what} · {enter} takes, {closes} closes"
        elif self._has_tried_all:
            title = (
                f"Block {proposal.number}: where every strategy finds its {side}"
                f" · {enter} chooses, {closes} closes"
            )
        else:
            title = f"Block {proposal.number}: trying every strategy … {len(self._tried)}"
        is_active = self._pane == "panel"
        self._match_panel.show(title, self._rows, self._row, is_active=is_active)
        if is_active:
            self._hints.show(self._hints_of_panel())

    def _hints_of_panel(self) -> list[Hint]:
        hint = self.keys.hint
        keys = [hint("block.advance", "choose"), hint("grain.out", "close"), hint("move.down", "move")]
        keys += [hint("block.accept"), hint("block.reject"), hint("move.pane", "to the diff")]
        return [*keys, hint("quit"), hint("help")]

    def _preview(self, proposal: Proposal) -> Place | None:
        target = self._target
        if target is None or target.place is None or self._listed_for is not proposal:
            return None
        is_taken = proposal.is_ready and any(
            place.key == target.place.key and place.change == target.place.change for place in proposal.chosen
        )
        return None if is_taken or (self._listed == _PLACES and is_for_each(proposal)) else target.place

    # Choosing

    def _enter_panel(self) -> None:
        target, proposal = self._target, self.proposal
        if self._pane != "panel" or target is None or proposal is None:
            self._enter_block()
        elif not self._frames.has(self._match_panel, self._decided_at) or not self._is_seen("choose"):
            self._match_panel.refresh()
        elif target.line is not None:
            self._pane = "diff"
            self._state.say(self._told_pane())
            self._draw()
        elif target.option is not None:
            option = self._options[target.option]
            self._take(proposal, option, target.option)
            if option.kind in (OptionKind.BLOCK, OptionKind.LEAVE):
                # What was listed is of the block that was left.
                self._close_panel()
        elif target.strategy is not None and target.place is not None:
            is_each = proposal.placement is not None and proposal.placement.choice is Choice.EACH
            places = target.places if is_each else (target.place,)
            self._choose(
                proposal,
                places,
                f"placed by {target.strategy}: {self._accepts}",
                target.strategy,
            )
        else:
            self._state.say("this strategy finds no place", is_problem=True)

    def _accept(self) -> bool:
        if self.proposal is not None and self._preview(self.proposal) is not None:
            enter, accept = self.keys["block.advance"], self.keys["block.accept"]
            said = f"this is what another choice would do: {enter} takes it, then {accept}"
            self._state.say(said, is_problem=True)
            return False
        return self._accept_block()

    # The two views

    def action_view(self) -> None:
        if self._shown is None or self.proposal is None:
            return
        self._view = View.CHANGE if self._shown.view is View.MATCH else View.MATCH
        target, places = self._target, self.proposal.chosen
        self._follow = (
            target.place if target is not None and target.place else (places[0] if places else None)
        )
        self._show()
        is_other = self._shown.view is self._view
        self._state.say(self._view_in_words(self.proposal, self._shown), is_problem=not is_other)
        if not is_other:
            self._view = None
        self._draw()

    def _view_in_words(self, proposal: Proposal, sides: Shown) -> str:
        """What the view shows now, or why there is no other one."""
        old, new = proposal.sides
        if sides.view is not self._view:
            is_missed = proposal.reason is Reason.NOT_FOUND
            why = f"nothing in the file is like its {old}" if is_missed else "it looks for no text"
            return f"{why}: there is one way to see it"
        if sides.view is View.MATCH:
            if sides.alignment.hunks:
                return f"match: the file, and what its {old} looks for"
            chosen = proposal.chosen[:1]
            where = lines_named(chosen[0].lines) if chosen and chosen[0].lines else "the file"
            return f"match: {where} has just what its {old} looks for"
        is_bare = (sides.old_title, sides.new_title) == proposal.sides
        return f"its {old} and its {new}" if is_bare else "change: the file before and after"

    # Writing and committing

    def action_apply(self) -> None:
        self._write(stage=False)

    def action_stage(self) -> None:
        if not self.settings.can_stage:
            self._state.say(f"started with --no-stage: {self.keys['do.apply']} applies", is_problem=True)
        elif self.review.workspace.repository is None:
            self._state.say(
                f"there is no git repository here: {self.keys['do.apply']} applies", is_problem=True
            )
        else:
            self._write(stage=True)

    def _write(self, *, stage: bool) -> None:
        if self._is_busy:
            return
        if not self.review.accepted() and not (stage and self.review.workspace.to_stage):
            one, safe = self.keys["block.accept"], self.keys["all.accept"]
            self._state.say(
                f"nothing is accepted: {one} accepts this block, {safe} what is safe", is_problem=True
            )
            return
        self._is_busy = True
        self._state.say("writing …")
        self.engine.write(stage=stage)

    def action_commit(self) -> None:
        files = sorted(self.review.workspace.staged)
        if not files:
            self._state.say(
                f"nothing is staged here yet: {self.keys['do.stage']} applies and stages", is_problem=True
            )
            return
        from editreview.tui.screens.commit import CommitScreen
        from editreview.tui.subject import subject_of

        proposed = subject_of(self.engine.response_head) or f"Edit {counted(len(files), 'file')}"
        trailers = self.settings.trailers
        branch = self._branch or "this branch"
        self._commit_screen = CommitScreen(branch, files, proposed, trailers, self._commit)
        self.app.push_screen(self._commit_screen, self._committed)
        self.engine.look_at_index()

    def _commit(self, wanted: CommitWanted) -> None:
        repository = self.review.workspace.repository
        if repository is not None and repository.signs_commits():
            # The passphrase is asked for on the terminal.
            with self.app.suspend():
                committed = self.engine.commit_now(wanted)
            self.post_message(committed)
        else:
            self.engine.commit(wanted)

    def on_index_seen(self, message: IndexSeen) -> None:
        if self._commit_screen is not None:
            self._commit_screen.saw_index(message)

    def on_said(self, message: Said) -> None:
        if self._commit_screen is not None:
            self._commit_screen.heard(message.line)

    async def on_committed(self, message: Committed) -> None:
        # Whoever has gone on to another block meanwhile is not taken away from it.
        if message.outcome is not None and self.has_class("-results"):
            await self._show_results(message.outcome)
        if self._commit_screen is not None:
            self._commit_screen.finished(message)
        else:
            self._state.say(message.said.replace("\n", " "), is_problem=message.is_problem)
            self._draw()

    def _committed(self, said: str | None) -> None:
        self._commit_screen = None
        if said is not None:
            self._state.say(said.partition("\n")[0])
        self._draw()

    def action_read_again(self) -> None:
        self.engine.read_again()
        self._state.say("the files were read again")

    async def on_written(self, message: Written) -> None:
        if not message.problem and message.outcome is not None:
            await self._show_results(message.outcome)
        self._is_busy = False
        if message.problem:
            self._state.say(message.problem, is_problem=True)
        else:
            self._state.say(self.outline.written_sentence(message))
        self._draw()

    # What came of applying, in the place of the diff until another key is pressed

    async def _show_results(self, outcome: "Outcome") -> None:
        from editreview.tui.results import results_lines

        await self._say_instead(partial(results_lines, outcome, keys=self.keys))

    def _without_edits(self) -> None:
        self.add_class("-bare")
        self.call_later(self._show_without_edits)

    async def _show_without_edits(self) -> None:
        from editreview.tui.results import nothing_lines

        if self.outline.proposals or self.engine.is_open:
            # A block came meanwhile, or more that may hold one.
            return
        text = self.engine.response_lines(0, _MOST_PROSE)
        await self._say_instead(partial(nothing_lines, self._notes(), text, keys=self.keys))

    async def _say_instead(self, lines_at: "LinesAt") -> None:
        # Made when there is something to show: the first frame has nothing of it.
        from editreview.tui.widgets.results_pane import ResultsPane

        panes = self.query(ResultsPane)
        if not panes:
            await self.query_one("#main").mount(ResultsPane(id="results"))
        self.query_one(ResultsPane).show(lines_at)
        self.add_class("-results")

    def _leave_results(self, id: str) -> None:
        """Go back to the blocks before an action, unless it is one that does not."""
        if id not in _KEPT:
            self._leave_for_blocks()

    def _leave_for_blocks(self) -> None:
        if self.outline.proposals:
            self._back_to_blocks()

    def _show(self, *, again: bool = False, late: bool = False) -> None:
        self._show_diff(again=again, late=late)
        if not (again or late):
            self._back_to_blocks()

    def _bring_back_diff(self) -> None:
        self._unzoom_list()
        self._leave_for_blocks()

    def _back_to_blocks(self) -> None:
        self.remove_class("-results", "-bare")

    def _scroll_results(self, rows: int) -> bool:
        """Whether the results are what is moved in."""
        if not self.has_class("-results") or self._pane == "list":
            return False
        from editreview.tui.widgets.results_pane import ResultsPane

        self.query_one(ResultsPane).move(rows)
        return True

    def action_line(self, rows: int) -> None:
        if not self._scroll_results(rows):
            self._line_in_panel(rows)

    def action_half_page(self, direction: int) -> None:
        if not self._scroll_results(direction * max(self.size.height // 2, 1)):
            self._half_page_in_panel(direction)

    # The newest block in sight while the response arrives, until the user takes over

    def _tick(self) -> None:
        if not self.engine.is_open:
            self._ticking.pause()
        elif self._arrived is not None and self._arrived.is_open:
            self._arrived.seconds = self.engine.seconds
            self._draw()

    def _follow_arrived(self, message: Arrived) -> None:
        self._report_arrived(message)
        if message.is_open:
            self._ticking.resume()
        if not self._is_following or not self.outline.proposals:
            return
        before, self._newest = self._newest, self.outline.proposals[-1].number
        if message.is_open and 0 < before < self._newest:
            self._jump_to(self._newest)
        elif not message.is_open and self._current != self.outline.order[0]:
            # Whoever only watched begins at the beginning.
            self._jump_to(self.outline.order[0])
            self._state.say("the response is complete: this is its first block")

    def _jump_to(self, number: int) -> None:
        if number in self.outline.matching(self.outline.filter):
            self._jumped = time.monotonic()
            self._look_at(number)

    def action_follow(self) -> None:
        if not self.engine.is_open:
            self._state.say("the response is complete: there is nothing to follow")
            return
        self._is_following = True
        self._state.say(_FOLLOWS)
        if self.outline.proposals:
            self._newest = self.outline.proposals[-1].number
            self._look_at(self._newest)

    def _position(self) -> list[str]:
        return ["following" if self._is_following and self.engine.is_open else "", *self._position_of_rows()]

    # The person takes over

    def on_mouse_down(self) -> None:
        self._take_over()

    def _take_over(self) -> None:
        if self._is_following and self.outline.proposals:
            self._is_following = False
            if self._state.text == _FOLLOWS:
                self._state.say("")
            if self.engine.is_open:
                self._moved()

    # A key meant for the block before must not decide on the one that has just come

    def _has_just_jumped(self) -> bool:
        if time.monotonic() - self._jumped >= JUST:
            return False
        self._jumped = -JUST
        self._state.say(
            f"block {self._current} has just come into sight: the same key again", is_problem=True
        )
        return True

    def action_accept(self) -> None:
        if not self._is_startled():
            self._accept_seen()

    def action_reject(self) -> None:
        if not self._is_startled():
            self._reject_seen()

    def action_toggle_block(self) -> None:
        if not self._is_startled():
            self._toggle_seen()

    def action_enter(self) -> None:
        if not self._is_startled():
            self._enter_panel()

    def action_reject_rest(self) -> None:
        if not self._is_startled():
            self._reject_rest()

    def action_place(self, number: int) -> None:
        if not self._is_startled():
            self._take_place(number)

    # The block that is not complete yet

    @property
    def _arriving(self) -> int | None:
        """The number that the block that is arriving will have; None if none is."""
        arrived, known = self._arrived, self.outline.proposals
        if arrived is None or not arrived.is_open or arrived.open_block is None:
            return None
        # The plan is told first: once the block is in it, it is listed as a block, and only as that.
        return arrived.open_number if not known or known[-1].number < arrived.open_number else None

    @property
    def _is_at_arriving(self) -> bool:
        number = self._arriving
        return number is not None and (self._current == number or not self.outline.proposals)

    @property
    def _last_block(self) -> int | None:
        """The last block that is listed, or of all where the filter lists none; None if there is none."""
        listed, known = self.outline.order, self.outline.proposals
        return listed[-1] if listed else known[-1].number if known else None

    # The list

    def _describe(self, number: int) -> tuple[Sign, str]:
        if number != self._arriving or self._arrived is None:
            return self._describe_block(number)
        return signs.ARRIVING, f"arriving, {counted(self._arrived.open_lines, 'line')}"

    def _entries(self) -> list[Entry]:
        entries, number = self._block_entries(), self._arriving
        if number is None or self.outline.filter:
            return entries
        # The same list as long as it says the same: the widget looks at that first.
        if self._listed_with[0] is not entries or self._listed_with[1] != number:
            # Above the offers, as no one knows yet that it is one.
            at = next((row for row, entry in enumerate(entries) if entry.is_title), len(entries))
            listed = [*entries[:at], Entry("", number), *entries[at:]]
            self._listed_with = (entries, number, listed)
        return self._listed_with[2]

    # Going there and back

    def action_block(self, direction: int) -> None:
        number, order = self._arriving, self.outline.order
        if number is not None and direction > 0 and order and self._current == order[-1]:
            self._state.say("")
            self._look_at(number)
        elif self._is_at_arriving:
            above = self._last_block
            if direction < 0 and above is not None:
                self._state.say("")
                self._look_at(above)
        else:
            self._step_block(direction)

    def action_hunk(self, direction: int) -> None:
        if self._is_at_arriving:
            self.action_block(direction)
        else:
            self._step_hunk(direction)

    def _look_at(self, number: int) -> None:
        if number == self._arriving and self._listed:
            self._close_panel()
        self._select_whole(number)
        if self._is_at_arriving:
            self._back_to_blocks()

    def _take_plan(self) -> None:
        awaited = self.proposal is None and self._current
        self._update_plan()
        if awaited and self.proposal is not None:
            self._jump_to(awaited)
            self._state.say(f"block {awaited} is complete")

    def _take_arrived(self, message: Arrived) -> None:
        self._follow_arrived(message)
        last = self._last_block
        if self.proposal is None and self._current and not self._is_at_arriving and last is not None:
            # It came to nothing: a problem, or the end.
            self._look_at(last)

    # What is drawn instead of a diff

    def _draw(self) -> None:
        self._draw_panel()
        is_there = self._is_at_arriving
        self.set_class(is_there, "-arriving")
        arrived, number = self._arrived, self._arriving
        if not is_there or arrived is None or number is None:
            return
        found = self.outline.signs()
        blocks = [(each, found[each]) for each in self.outline.order]
        self._strip.show([*blocks, (number, signs.ARRIVING)], len(blocks), "", "")
        self._match.show(arriving_parts(arrived)[0], [], "")
        self._state.show([], signs.ARRIVING.word, "")
        hint = self.keys.hint
        self._hints.show(
            [
                hint("move.block-back", "back"),
                hint("interrupt", "stop reading"),
                hint("all.accept"),
                hint("quit"),
                hint("help"),
            ]
        )
        if self._arriving_pane is None:
            # Most responses are complete before a person looks at the block that arrives.
            from editreview.tui.widgets.arriving_pane import ArrivingPane

            self._arriving_pane = ArrivingPane(id="arriving")
            self.query_one("#main").mount(self._arriving_pane)
        self._arriving_pane.show(f"block {number}, as far as it has come", arrived.open_text)

    def _is_startled(self) -> bool:
        if not self._is_at_arriving:
            return self._has_just_jumped()
        self._state.say("it is still arriving: it is decided on when it is complete", is_problem=True)
        return True

    # The response, and what goes back

    async def on_resize(self, event: events.Resize) -> None:
        if event.size.width >= VAST and self._response_panel is None:
            await self.query_one("#body").mount(self._new_response_panel())
            self._open_panel(is_open=bool(self._listed))
            self._draw()

    def action_response(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.response import Raw, ResponseScreen

        if not self.engine.response_length:
            self._state.say("nothing has arrived yet")
            return
        raw = Raw(
            self.engine.response_lines,
            lambda: self.engine.response_length,
            self.engine.find_in_response,
            self.outline.spans(),
        )
        self.app.push_screen(ResponseScreen(raw, self._current))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.action_paste(event.text)

    def action_paste(self, text: str = "") -> None:
        if self.engine.is_open:
            self._state.say(
                f"the response is still arriving: {self.keys['interrupt']} stops reading it", is_problem=True
            )
            return
        from editreview.tui.pasted import look_over
        from editreview.tui.screens.paste import PasteScreen

        formats = self.review.responses.formats
        is_first = self.engine.is_empty
        screen = PasteScreen(
            lambda pasted: look_over(pasted, formats),
            is_first=is_first,
            text=text,
            waiting=self.engine.waiting() if is_first else "",
        )
        self.app.push_screen(screen, self._pasted)

    def on_waiting(self, message: Waiting) -> None:
        if not self._state.text:
            self._state.say(f"the review of {message.began} waits: editreview --resume takes it up")

    def _pasted(self, text: str | None) -> None:
        if text is not None:
            before = len(self.outline.proposals)
            self.engine.read_further(text)
            after = f", after {counted(before, 'block')}" if before else ""
            self._state.say(f"reading what was pasted{after} …")
        elif self.engine.is_empty:
            self.app.exit()

    def action_feedback(self) -> None:
        self._state.say("writing the feedback …")
        self.engine.make_feedback()

    def on_feedback_made(self, message: FeedbackMade) -> None:
        if not message.text:
            self._state.say("nothing to send back: no block failed or was rejected")
            return
        if message.tool is None:
            # Where no program has the clipboard, the terminal may: nobody says whether it took it.
            self.app.copy_to_clipboard(message.text.encode("utf-8", "replace").decode())
        way = f"with {message.tool}" if message.tool else "by the terminal, if it allows it (OSC 52)"
        kept = f" · also in {message.kept}" if message.kept else ""
        self._state.say(f"feedback copied {way}{kept}")

    # Its keys, and the ways to leave it

    def on_key(self, event: events.Key) -> None:
        # What the mouse rests on is another thing now, or is about to be.
        self._clear_tooltip()
        if self._leaving and not self.keys.does("quit", event.key):
            self._leaving = False
            self._state.say("")
        if not self.keys.does("view.follow", event.key):
            self._take_over()
        if not any(self.keys.does(id, event.key) for id in _KEPT):
            self._leave_for_blocks()

    async def run(self, id: str, nth: int = 1, pointed_at: float | None = None) -> None:
        """Do what a key does, because it was pointed at or found by its words.

        Args:
            id: The action's, of the table.
            nth: Which of its keys is meant, from 1, if that makes a difference.
            pointed_at: When the mouse was pressed, if it was.
        """
        if not self._can(id):
            self._state.say(f"nothing is searched for: {self.keys['find']} searches", is_problem=True)
            return
        self._leaving = self._leaving and id == "quit"
        self._leave_results(id)
        self._pointed_at = pointed_at
        try:
            await self.run_action(entry(id).action.format(nth=nth))
        finally:
            self._pointed_at = None

    def _can(self, id: str) -> bool:
        """Whether an action is one of those that are possible here and now."""
        where = entry(id).where
        return where is Where.REVIEW or (where is Where.SEARCHING and self._diff.is_searching)

    @on(KeyHints.Pointed)
    async def _pointed_at_hint(self, message: KeyHints.Pointed) -> None:
        # One of nine is not chosen by pointing at all of them: they are listed.
        id = "place.list" if message.id == "place.choose" else message.id
        await self.run(id, pointed_at=self._ours.clicked_at)

    def action_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(Where.REVIEW, self._can), self._helped)

    async def _helped(self, id: str | None) -> None:
        if id is not None:
            await self.run(id)

    def action_palette(self) -> None:
        from textual.command import CommandPalette

        from editreview.tui.palette import Actions

        self.app.push_screen(CommandPalette([Actions], placeholder="what to do, in words"))

    def action_theme(self) -> None:
        self.app.search_themes()

    def action_quit_review(self) -> None:
        if self._is_busy:
            self._state.say(f"still writing: {self.keys['quit']} again in a moment", is_problem=True)
            return
        accepted = len(self.review.accepted())
        if self._leaving or not (accepted or self.engine.is_open):
            self.app.exit()
            return
        self._leaving = True
        what = f"{accepted} accepted, not applied" if accepted else "the response is still arriving"
        self._state.say(f"{what}: {self.keys['quit']} again leaves, the review is kept", is_problem=True)

    def action_interrupt(self) -> None:
        now = time.monotonic()
        if self.engine.is_open:
            self.engine.stop_reading()
            self._state.say("stopped reading; what came is kept")
        elif now - self._interrupted < _TWICE:
            self.app.exit(return_code=130)
        else:
            self._interrupted = now
            self._state.say(f"{self.keys['interrupt']} again quits")

    def action_suspend(self) -> None:
        if can_suspend():
            self.call_later(suspend_job)
        else:
            self._state.say("there is no shell to go back to", is_problem=True)


def _sentence(editor: Editor, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{editor.name} could not be started: {error.strerror}"
    return (
        "what was saved is no UTF-8: nothing was changed" if isinstance(error, UnicodeError) else str(error)
    )
