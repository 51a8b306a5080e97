"""The review screen: passes keys, clicks and the worker's messages to the controllers."""

from ast import literal_eval
from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from editreview.first_use import lazy_pattern
from editreview.review import Proposal
from editreview.terminal import can_suspend, suspend_job
from editreview.tui.controllers.applying import Applying, Checking, Leaving
from editreview.tui.controllers.choosing import Choosing, Placing
from editreview.tui.controllers.conversing import Conversing, Copying
from editreview.tui.controllers.deciding import Deciding, Selecting
from editreview.tui.controllers.editing import Editing, Repairing
from editreview.tui.controllers.navigating import Moving, Navigating
from editreview.tui.controllers.streaming import Streaming
from editreview.tui.diff.layout import VAST_WIDTH
from editreview.tui.diff.view import DiffView
from editreview.tui.keys import KEYS, Where, key_of
from editreview.tui.match_panel import MatchPanel
from editreview.tui.messages import (
    AgentAsks,
    AgentRests,
    Arrived,
    Branch,
    Checked,
    CommandEnded,
    CommandOutput,
    CommitReceipt,
    FeedbackMade,
    FileOpened,
    ForcePreview,
    GitOutput,
    IndexStatus,
    NearestFound,
    NearMatchAligned,
    Planned,
    ReviewResumed,
    RuleKept,
    StrategyTried,
    TurnPrepared,
    UndoReceipt,
    UnfinishedReview,
    WorkFailed,
    WriteReceipt,
)
from editreview.tui.session import Session
from editreview.tui.terminal_app import Settings
from editreview.tui.textual_internals import CompositorUpdate, bind, clear_tooltip
from editreview.tui.view import ReviewView
from editreview.tui.widgets.block_list import BlockList, BlockStrip
from editreview.tui.widgets.status import KeyHints
from editreview.tui.worker import ReviewWorker

_COMMAND = lazy_pattern(r"(\w+)\.(\w+)(?:\((.*)\))?")
_TICK_S = 1.0
"""Seconds between two updates of the header while the response arrives."""
P = ParamSpec("P")
Handler = Callable[Concatenate["ReviewScreen", P], None]


def _draws_once(handler: Handler[P]) -> Handler[P]:
    """Make a command or a handler draw once, at its end."""

    @wraps(handler)
    def handle(screen: "ReviewScreen", /, *arguments: P.args, **named: P.kwargs) -> None:
        with screen.view.one_refresh():
            handler(screen, *arguments, **named)

    return handle


class ReviewScreen(Screen[None]):
    """Composes panes and controllers; has one action and one handler for each message."""

    def __init__(self, worker: ReviewWorker, settings: Settings, classes: str) -> None:
        super().__init__(classes=classes)
        self.listens = False
        """True once messages of the worker may be posted to it."""
        self.session = Session(worker, settings)
        self.view = ReviewView(self, self.session)
        self.streaming = Streaming(self.view)
        self.copying = Copying(self.view)
        self.checking = Checking(self.view)
        self.applying = Applying(self.view, self.checking)
        self.conversing = Conversing(self.view, self.streaming)
        self.leaving = Leaving(self.view, self.applying, self.conversing)
        self.navigating = Navigating(self.view)
        self.placing = Placing(self.view)
        self.selecting = Selecting(self.view, self.placing)
        self.deciding = Deciding(self.view, self.streaming, self.applying, self.navigating, self.selecting)
        self.repairing = Repairing(self.view)
        self.editing = Editing(self.view, self.selecting, self.deciding, self.repairing)
        self.choosing = Choosing(self.view, self.selecting, self.deciding, self.placing)
        self.moving = Moving(self.view, self.navigating, self.deciding, self.choosing)
        self._commands: dict[tuple[str, int], partial[object]] = {}
        bind(self, self.session.keys.bindings(Where.REVIEW))

    @property
    def proposal(self) -> Proposal | None:
        """The current block."""
        return self.view.proposal

    def compose(self) -> ComposeResult:
        yield self.view.header
        with Horizontal(id="body"):
            yield self.view.list
            with Vertical(id="main"):
                yield self.view.strip
                yield self.view.match
                yield self.view.panel.widget
                yield self.view.diff
            # Only mounted where there is room for it.
            if self.has_class("-vast"):
                yield self.view.new_response_panel()
        yield self.view.status
        yield self.view.hints

    @_draws_once
    def on_mount(self) -> None:
        worker = self.session.worker
        if worker.is_empty:
            self.call_after_refresh(self.streaming.paste)
        # Shows the time also while the producer is silent.
        self._ticking = self.set_interval(_TICK_S, self._tick, pause=not worker.is_open)
        self.view.diff.lay_out(self.view.state.layout)
        if not worker.is_empty:
            outline = self.session.outline
            self.view.status.set_message(
                "reading the response …", is_true=lambda: worker.is_open and not outline.proposals
            )
        self.view.refresh()
        worker.start()
        # First, so that no message is in neither place.
        self.listens = True
        # What an agent asks is sent once, on a thread of its own that may be faster than this one.
        self.conversing.begin()
        for message in worker.mailbox.early():
            self._hear(message)

    def _hear(self, message: Message) -> None:
        """Handle a message that the worker sent before there was a screen."""
        match message:
            case Planned():
                self.on_planned()
            case Arrived():
                self.on_arrived(message)
            case Branch():
                self.on_branch(message)
            case _:
                self.post_message(message)

    def record_frame(self, update: CompositorUpdate, now: float) -> None:
        """Record a frame that was written to the terminal."""
        self.view.record_frame(update, now)

    # Keys

    @_draws_once
    def on_key(self, event: events.Key) -> None:
        # The key may change what is under the mouse.
        clear_tooltip(self)
        keys = self.session.keys
        self.streaming.record_key()
        if not keys.does("quit", event.key):
            self.leaving.stay()
        if not keys.does("view.follow", event.key):
            self.streaming.stop_following()
        if not any(keys.does(key.id, event.key) for key in KEYS if key.keeps_results):
            self.view.leave_results()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of a mode that is off, so that they have their other actions."""
        if action == "do":
            return self._can(str(parameters[0]))
        return super().check_action(action, parameters)

    @_draws_once
    def action_do(self, id: str, nth: int) -> None:
        """Run the action of a key.

        Args:
            id: The id of the action.
            nth: The number of the key among those of the action, from 1.
        """
        key = key_of(id)
        if key.decides and self.streaming.warn_if_premature():
            return
        if (key.decides or key.needs_block) and self.repairing.warn_if_no_block():
            return
        self.command(id, nth)()

    def command(self, id: str, nth: int) -> partial[object]:
        """The controller's method for a key, with its arguments, from the table."""
        command = self._commands.get((id, nth))
        if command is None:
            found = _COMMAND.fullmatch(key_of(id).action.format(nth=nth))
            assert found is not None
            owner, name, arguments = found.groups()
            method = getattr(self if owner == "screen" else getattr(self, owner), name)
            command = partial(method, *literal_eval(f"({arguments},)") if arguments else ())
            self._commands[id, nth] = command
        return command

    @_draws_once
    def run(self, id: str, nth: int = 1, pointed_at: float | None = None) -> None:
        """Run an action from a click, the palette or the help, as if its key had been pressed.

        Args:
            id: The id of the action.
            nth: The number of the key among those of the action, from 1.
            pointed_at: The time of the click, if it was one.
        """
        keys = self.session.keys
        self.streaming.record_key()
        if not self._can(id):
            why = f"no search yet: {keys['find']} searches"
            if key_of(id).where is Where.PLACING:
                why = f"no block is being placed: {keys['match.force']} places one"
            self.view.status.set_message(why, is_problem=True)
            return
        if id != "quit":
            self.leaving.stay()
        if not key_of(id).keeps_results:
            self.view.leave_results()
        with self.view.pointed_at(pointed_at):
            self.action_do(id, nth)

    def _can(self, id: str) -> bool:
        """True if an action is possible now."""
        where = key_of(id).where
        if where is Where.PLACING:
            return self.view.state.placing is not None
        return where is Where.REVIEW or (where is Where.SEARCHING and self.view.diff.is_searching)

    # The program

    def open_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen, help_entries

        entries = help_entries(self.session.keys, Where.REVIEW, self._can)
        self.view.open(HelpScreen(entries, self._can), lambda id: None if id is None else self.run(id))

    def open_palette(self) -> None:
        from editreview.tui.screens.help import Actions, SearchPalette

        self.app.push_screen(SearchPalette([Actions], placeholder="search for an action"))

    def choose_theme(self) -> None:
        from textual.theme import ThemeProvider

        from editreview.tui.screens.help import SearchPalette

        self.app.push_screen(SearchPalette([ThemeProvider], placeholder="search for a theme"))

    def suspend(self) -> None:
        if can_suspend():
            self.call_later(suspend_job)
        else:
            self.view.status.set_message("there is no shell to go back to", is_problem=True)

    # The terminal and the mouse

    async def on_resize(self, event: events.Resize) -> None:
        if event.size.width >= VAST_WIDTH and not self.view.has_response_panel:
            await self.query_one("#body").mount(self.view.new_response_panel())
            self.view.make_room_for_panel(is_open=self.view.panel.is_open)
            self.view.refresh()
        if event.size.area:
            self.view.arrange()

    @_draws_once
    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.streaming.paste(event.text)

    @_draws_once
    def on_mouse_down(self) -> None:
        self.streaming.record_key()
        self.streaming.stop_following()

    @on(KeyHints.Pointed)
    @_draws_once
    def _run_hint(self, message: KeyHints.Pointed) -> None:
        # A click on `1–9` chooses none of them: it lists the candidates.
        id = "match.list" if message.id == "match.choose" else message.id
        self.run(id, pointed_at=self.view.clicked_at)

    @on(DiffView.Scrolled)
    @_draws_once
    def _scroll(self, message: DiffView.Scrolled) -> None:
        # A resize scrolls too, but that is not the user reading other lines.
        if message.by_hand:
            self.streaming.stop_following()
        self.view.refresh_position()

    @on(DiffView.Selected)
    @_draws_once
    def _copy_selected(self, message: DiffView.Selected) -> None:
        self.copying.selected(message)

    @on(DiffView.GutterClicked)
    @_draws_once
    def _toggle_clicked(self, message: DiffView.GutterClicked) -> None:
        self.deciding.toggle_clicked(message)

    @on(BlockList.Chosen)
    @_draws_once
    def _select_chosen(self, message: BlockList.Chosen) -> None:
        self.view.select_block(message.number)

    @on(BlockStrip.Chosen)
    @_draws_once
    def _select_in_strip(self, message: BlockStrip.Chosen) -> None:
        rows = self.session.outline.rows
        # The last one is no row of the list if it is arriving, or a fragment that the filter hides; it is
        # current then.
        if message.row < len(rows):
            self.view.select_block(rows[message.row])

    @on(MatchPanel.Pointed)
    @_draws_once
    def _point_at_row(self, message: MatchPanel.Pointed) -> None:
        self.view.panel.point_at(message.row)

    # Messages of the worker

    @_draws_once
    def _tick(self) -> None:
        if self.session.worker.is_open:
            self.streaming.tick()
        else:
            self._ticking.pause()

    @_draws_once
    def on_planned(self) -> None:
        self.streaming.receive_plan()
        self.applying.update_dialog()
        self.conversing.allow_unchanged()
        self.conversing.report_end()
        self.choosing.report_search()

    @_draws_once
    def on_arrived(self, message: Arrived) -> None:
        self.streaming.receive(message)
        self.conversing.refuse_problems()
        self.conversing.report_end()
        if message.is_open:
            self._ticking.resume()

    @_draws_once
    def on_nearest_found(self, message: NearestFound) -> None:
        self.view.show_nearest(message.number)

    @_draws_once
    def on_file_opened(self, message: FileOpened) -> None:
        self.placing.receive(message)

    @_draws_once
    def on_rule_kept(self, message: RuleKept) -> None:
        self.deciding.show_rule(message)

    @_draws_once
    def on_near_match_aligned(self, message: NearMatchAligned) -> None:
        self.choosing.show_near(message)

    @_draws_once
    def on_strategy_tried(self, message: StrategyTried) -> None:
        self.view.panel.add_attempt(message.proposal, message.result)

    @_draws_once
    def on_force_preview(self, message: ForcePreview) -> None:
        self.choosing.ask_to_force(message)

    @_draws_once
    def on_checked(self, message: Checked) -> None:
        self.deciding.finish_check(message)

    @_draws_once
    def on_write_receipt(self, message: WriteReceipt) -> None:
        self.applying.finish_writing(message)

    @_draws_once
    def on_undo_receipt(self, message: UndoReceipt) -> None:
        self.applying.finish_undo(message)

    @_draws_once
    def on_index_status(self, message: IndexStatus) -> None:
        self.applying.show_index(message)

    @_draws_once
    def on_command_output(self, message: CommandOutput) -> None:
        self.checking.show_output(message)

    @_draws_once
    def on_command_ended(self, message: CommandEnded) -> None:
        self.checking.finish(message)
        self.applying.show_verdict()

    @_draws_once
    def on_git_output(self, message: GitOutput) -> None:
        self.applying.show_output(message)

    @_draws_once
    def on_commit_receipt(self, message: CommitReceipt) -> None:
        self.applying.finish_commit(message)

    @_draws_once
    def on_feedback_made(self, message: FeedbackMade) -> None:
        if self.conversing.awaits_feedback:
            self.conversing.show_prompt(message.text)
        else:
            self.copying.finish_feedback(message)

    @_draws_once
    def on_agent_asks(self, message: AgentAsks) -> None:
        self.conversing.ask(message)

    @_draws_once
    def on_agent_rests(self, message: AgentRests) -> None:
        self.conversing.rest(message)

    @_draws_once
    def on_turn_prepared(self, message: TurnPrepared) -> None:
        self.conversing.begin_turn(message)
        self._ticking.resume()

    @_draws_once
    def on_branch(self, message: Branch) -> None:
        self.session.branch = message.name
        self.view.refresh()

    @_draws_once
    def on_unfinished_review(self, message: UnfinishedReview) -> None:
        self.streaming.mention_unfinished(message.name)

    @_draws_once
    def on_review_resumed(self, message: ReviewResumed) -> None:
        self.streaming.resume(message.changed, message.lost, message.current)

    @_draws_once
    def on_work_failed(self, message: WorkFailed) -> None:
        self.view.status.set_message(message.problem, is_problem=True)
