"""The block in sight: what is shown of it, and what the engine says of the review."""

from typing import TYPE_CHECKING, cast

# Textual's own name for a frame: see `frames`.
from textual._compositor import CompositorUpdate
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen

from editreview.matching import NearMatch, Place
from editreview.review import Proposal, Review, Shown, View, shown
from editreview.review.options import likeliest
from editreview.texts import counted
from editreview.tui import signs
from editreview.tui.engine import Engine
from editreview.tui.frames import Frames
from editreview.tui.hints import hints, searching
from editreview.tui.listing import Entry
from editreview.tui.match import lines_left_out, match_parts, message_parts
from editreview.tui.messages import Arrived, Branch, Looked, Neared, NotKept, Planned, TakenUpAgain
from editreview.tui.notes import Notes, arriving_parts, notes_of
from editreview.tui.outline import Outline, arriving
from editreview.tui.settings import Settings
from editreview.tui.spans import around
from editreview.tui.widgets.block_list import BlockList
from editreview.tui.widgets.diff_view import DiffView
from editreview.tui.widgets.header import BlockStrip, HeaderLine
from editreview.tui.widgets.match_panel import MatchPanel
from editreview.tui.widgets.status import KeyHints, MatchLine, StateLine

if TYPE_CHECKING:
    from editreview.tui.app import ReviewApp
    from editreview.tui.widgets.response_panel import ResponsePanel


class LookingScreen(Screen[None]):
    """Blocks on the left or above, the block in sight beside or below."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__()
        self.engine = engine
        self.settings = settings
        self.keys = settings.keys
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

    # Textual calls a handler of each class: what is done at every level has a name of its own.

    def on_planned(self) -> None:
        self._take_plan()

    def on_arrived(self, message: Arrived) -> None:
        self._take_arrived(message)

    def _take_plan(self) -> None:
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

    def _take_arrived(self, message: Arrived) -> None:
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

    def _without_edits(self) -> None:
        """The response is complete, and no block came of it."""

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

    def _bring_back_diff(self) -> None:
        """Show the diff, whatever was in its place."""
        self.remove_class("-zoom-list")

    def _await_plan(self, paths: list[str], plan: int) -> None:
        """Remember, by file, the first plan with the user's last choice: no earlier plan may be accepted."""
        self._awaited |= dict.fromkeys(paths, plan)

    def _is_awaited(self, proposal: Proposal) -> bool:
        """True if the plan does not have the user's last choice in the block's file yet."""
        return self._awaited.get(proposal.path or "", 0) > self._planned

    def _look_at(self, number: int) -> None:
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

    def _show(self, *, again: bool = False, late: bool = False) -> None:
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

    def _preview(self, proposal: Proposal) -> Place | None:
        """A place that is looked at instead of those that are chosen."""
        return None

    def _near_in_sight(self, proposal: Proposal) -> NearMatch | None:
        near = self.outline.nearest(proposal)
        return near if near is None or self._near is None else self._near

    def _looked_at(self, proposal: Proposal) -> Place | None:
        places = proposal.placement.places if proposal.placement else ()
        return places[min(self._place, len(places) - 1)] if places else None

    def _draw(self) -> None:
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

    def _describe(self, number: int) -> tuple[signs.Sign, str]:
        """What the list says of a block."""
        return self.outline.describe(number)

    def _entries(self) -> list[Entry]:
        """What the list lists."""
        return self.outline.entries

    def _say_position(self, proposal: Proposal) -> None:
        word = self.outline.signs()[proposal.number].word
        self._state.show(self._position(), word, "split" if self._diff.is_split else "unified")

    def _position(self) -> list[str]:
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
