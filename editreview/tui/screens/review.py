"""The review: every key does something to the block in sight or to all of them."""

import time
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from editreview.matching import Place
from editreview.review import Decision, Proposal, Review, Verdict, shown
from editreview.terminal import can_suspend, suspend_job
from editreview.tui import signs
from editreview.tui.engine import Engine
from editreview.tui.keys import KEYS, help_text
from editreview.tui.match import match_parts, message_parts
from editreview.tui.messages import Arrived, Branch, Committed, Looked, Planned, Written
from editreview.tui.outline import Outline, arriving, hints
from editreview.tui.screens.text import TextScreen
from editreview.tui.settings import Settings
from editreview.tui.widgets.block_list import BlockList
from editreview.tui.widgets.diff_view import DiffView
from editreview.tui.widgets.status import BlockStrip, HeaderLine, KeyHints, MatchLine, StateLine

_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""
_LAYOUTS = ("auto", "split", "unified")


class ReviewScreen(Screen[None]):
    """Blocks on the left or above, the block in sight beside or below."""

    BINDINGS: ClassVar[list[BindingType]] = [binding for key in KEYS for binding in key.bindings]

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__()
        self.engine = engine
        self.settings = settings
        self.outline = Outline(engine.review)
        self._current: int | None = None
        self._place = 0
        self._pane = "diff"
        self._layout_wanted = settings.layout
        self._arrived: Arrived | None = None
        self._branch = ""
        self._leaving = False
        self._interrupted = -_TWICE
        self._is_busy = False
        self._in_sight: object = None

    @property
    def review(self) -> Review:
        return self.engine.review

    @property
    def proposal(self) -> Proposal | None:
        """The block in sight."""
        return self.outline.proposal(self._current)

    def compose(self) -> ComposeResult:
        yield HeaderLine(id="header")
        with Horizontal(id="body"):
            yield BlockList(self.outline.describe, id="list")
            with Vertical(id="main"):
                yield BlockStrip(id="strip")
                yield MatchLine(id="match")
                yield DiffView(id="diff")
        yield StateLine(id="state")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        self._header = self.query_one(HeaderLine)
        self._list = self.query_one(BlockList)
        self._strip = self.query_one(BlockStrip)
        self._match = self.query_one(MatchLine)
        self._diff = self.query_one(DiffView)
        self._state = self.query_one(StateLine)
        self._hints = self.query_one(KeyHints)
        self._diff.lay_out(self._layout_wanted)
        self._state.say("reading the response …")
        self._draw()
        self.engine.start()
        for message in self.engine.told():
            self._hear(message)

    def _hear(self, message: Message) -> None:
        """Take up what the engine told before there was a screen."""
        match message:
            case Planned():
                self.on_planned(message)
            case Arrived():
                self.on_arrived(message)
            case Branch():
                self.on_branch(message)
            case _:
                self.post_message(message)

    # What the engine says

    def on_planned(self, message: Planned) -> None:
        before = self.proposal
        lost = self.outline.update()
        if lost:
            what = f"block {', '.join(map(str, lost))}"
            self._state.say(
                f"{what} undecided again: what was accepted is not what it would do now", is_problem=True
            )
        if self._current is None and self.outline.proposals:
            self._state.say("")
            self._look_at(self.outline.proposals[0].number)
        elif self.proposal != before:
            self._show(again=True)
            self._look_for_nearest()
        self._draw()

    def on_arrived(self, message: Arrived) -> None:
        self._arrived = message
        if message.problem:
            self._state.say(message.problem, is_problem=True)
        elif not message.is_open and not self.outline.proposals:
            why = self.outline.problem() or "q leaves"
            self._state.say(f"the response holds no edit: {why}", is_problem=True)
        elif not message.is_open and self.review.problems:
            self._state.say(self.outline.problem(), is_problem=True)
        self._draw()

    def on_looked(self, message: Looked) -> None:
        if message.number == self._current:
            self._show()
            self._draw()

    def on_branch(self, message: Branch) -> None:
        self._branch = message.name
        self._draw()

    def on_written(self, message: Written) -> None:
        self._is_busy = False
        if message.problem:
            self._state.say(message.problem, is_problem=True)
        else:
            self._state.say(self.outline.written_sentence(message))
        left = self.review.workspace.not_staged
        if message.staging and left and not message.problem:
            text = "\n".join(f"{path}\n    {why}\n" for path, why in left.items())
            self.app.push_screen(TextScreen("Not staged", text))
        self._draw()

    # What is in sight

    def _look_at(self, number: int) -> None:
        self._current = number
        self._place = 0
        self._show()
        self._look_for_nearest()
        self._draw()

    def _look_for_nearest(self) -> None:
        if self.proposal is not None and self.outline.wants_nearest(self.proposal):
            self.engine.look_for(self.proposal)

    def _show(self, *, again: bool = False) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        near = self.outline.nearest(proposal)
        what = (proposal.number, proposal.base, proposal.change, proposal.reason, self._place, near)
        if again and what == self._in_sight:
            return
        self._in_sight = what
        sides = shown(proposal, self._looked_at(proposal), near)
        if again:
            self._diff.show_again(sides)
        else:
            self._diff.show(sides)

    def _looked_at(self, proposal: Proposal) -> Place | None:
        places = proposal.placement.places if proposal.placement else ()
        return places[min(self._place, len(places) - 1)] if places else None

    def _draw(self) -> None:
        """Bring the lines around the diff up to date; each repaints only if it says something else."""
        outline, proposal = self.outline, self.proposal
        workspace = self.review.workspace
        name = workspace.root.folder.name + (f":{self._branch}" if self._branch else "")
        counts = outline.counts()
        self._header.show(name, arriving(self._arrived), outline.position(self._current), counts)
        self._list.show(outline.entries, self._current, is_active=self._pane == "list")
        is_accepted = any(sign is signs.ACCEPTED for sign, _ in counts)
        self._hints.show(hints(self.review, proposal, is_open=self.engine.is_open, is_accepted=is_accepted))
        if proposal is None:
            return
        self._strip.show(*outline.strip(proposal))
        near = outline.nearest(proposal)
        looking = near is None and not outline.has_looked(proposal)
        self._match.show(
            match_parts(proposal, near, looking), message_parts(self.review, proposal, self._place)
        )
        self._state.show(self._position(proposal))

    def _position(self, proposal: Proposal) -> str:
        number, total = self._diff.hunk
        layout = "split" if self._diff.is_split else "unified"
        hunk = f"hunk {number}/{total} · " if total > 1 else ""
        return f"{hunk}{self.outline.signs()[proposal.number].word} · {layout}"

    # Moving

    def action_line(self, rows: int) -> None:
        if self._pane == "list":
            self.action_block(rows)
        else:
            self._diff.move(rows)
            self._moved()

    def action_hunk(self, direction: int) -> None:
        if not self._diff.step_hunk(direction):
            before = self._current
            self.action_block(direction)
            if direction < 0 and self._current != before:
                self._diff.to_hunk(-1)
        self._moved()

    def action_block(self, direction: int) -> None:
        number = self.outline.neighbour(self._current, direction)
        if number is not None:
            self._look_at(number)

    def action_file(self, direction: int) -> None:
        number = self.outline.neighbour_file(self._current, direction)
        if number is not None:
            self._look_at(number)

    def action_half_page(self, direction: int) -> None:
        self._diff.half_page(direction)
        self._moved()

    def action_end(self, direction: int) -> None:
        if self._pane == "list" and self.outline.proposals:
            self._look_at(self.outline.order[-1 if direction > 0 else 0])
        else:
            self._diff.to_end(direction)
            self._moved()

    def action_sideways(self, direction: int) -> None:
        self._diff.sideways(direction)

    def action_pane(self) -> None:
        self._pane = "diff" if self._pane == "list" else "list"
        self._state.say(f"j and k move in the {self._pane}")
        self._draw()

    def _moved(self) -> None:
        if (proposal := self.proposal) is not None:
            self._state.show(self._position(proposal))

    @on(DiffView.Scrolled)
    def _scrolled(self) -> None:
        self._moved()

    @on(BlockList.Chosen)
    def _chosen(self, message: BlockList.Chosen) -> None:
        self._look_at(message.number)

    # Deciding

    def action_accept(self) -> None:
        if self._accept():
            self._next_open()

    def _accept(self) -> bool:
        proposal = self.proposal
        if proposal is None:
            return False
        if why := self.outline.why_not(proposal):
            self._state.say(why, is_problem=True)
            return False
        self._decide({proposal.key: self.review.acceptance(proposal)}, f"block {proposal.number} accepted")
        return True

    def action_reject(self, reason: str | None = None) -> None:
        proposal = self.proposal
        if proposal is None:
            return
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return
        places = self.review.log[proposal.key].places
        decision = Decision(Verdict.REJECTED, places, reason=reason or None)
        self._decide({proposal.key: decision}, f"block {proposal.number} rejected")
        self._next_open()

    def action_reject_why(self) -> None:
        # Text fields are dear to import, and the first frame needs none.
        from editreview.tui.screens.reason import ReasonScreen

        if self.proposal is not None and self.proposal.number not in self.review.applied:
            self.app.push_screen(ReasonScreen(self.proposal.number), self._reasoned)

    def _reasoned(self, reason: str | None) -> None:
        if reason is not None:
            self.action_reject(reason)

    def action_toggle_block(self) -> None:
        if self._toggle():
            self._draw()

    def _toggle(self) -> bool:
        proposal = self.proposal
        if proposal is not None and self.review.verdict(proposal) is Verdict.ACCEPTED:
            if proposal.number in self.review.applied:
                self._state.say("this block is applied already", is_problem=True)
                return False
            places = self.review.log[proposal.key].places
            self._decide({proposal.key: Decision(places=places)}, f"block {proposal.number} undecided again")
            return True
        return self._accept()

    def action_enter(self) -> None:
        if self._pane == "list":
            self.action_pane()
        elif self._toggle():
            self._draw()
            self.action_block(1)

    def action_accept_safe(self, where: str) -> None:
        path = self.proposal.path if self.proposal and where == "file" else None
        decisions, left = self.outline.safe(self.settings.accept, path)
        place = f"in {path}" if path else "everywhere"
        note = f"{len(decisions)} safe accepted {place}" + (f"; {left} left for you" if left else "")
        self._decide(decisions, note)
        self._draw()

    def action_reject_rest(self) -> None:
        if self.proposal is None:
            return
        decisions = self.outline.rejections(self.proposal)
        self._decide(decisions, f"{len(decisions)} rejected in {self.proposal.path or 'no file'}")
        self._draw()

    def action_undo(self) -> None:
        if self.outline.is_undo_on_disk():
            self._state.say("what was decided last is on disk already: git can take it back", is_problem=True)
            return
        self._back(self.outline.undo(), "nothing to take back")

    def action_redo(self) -> None:
        self._back(self.outline.redo(), "nothing to decide again")

    def _back(self, changed: tuple[list[str], int | None], nothing: str) -> None:
        paths, number = changed
        if number is None:
            self._state.say(nothing)
            return
        self.engine.replan(paths)
        self._look_at(number)
        self._state.say(f"block {number} is as it was decided before")

    def _decide(self, decisions: dict[str, Decision], note: str) -> None:
        self.engine.replan(self.review.decide(decisions))
        self._state.say(note)

    def _next_open(self) -> None:
        number = self.outline.next_open(self._current)
        if number is None:
            self._state.say("every block is decided: p applies, S applies and stages")
        if number is None or number == self._current:
            self._draw()
        else:
            self._look_at(number)

    def action_place(self, number: int) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is None or len(places) < 2 or number > len(places):
            self._state.say(f"there is no place {number} to choose", is_problem=True)
            return
        self._place = number - 1
        self._choose(proposal, places[number - 1 : number], f"place {number} chosen: y accepts")

    def action_all_places(self) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is None or len(places) < 2:
            self._state.say("there is only one place", is_problem=True)
            return
        self._choose(proposal, places, f"all {len(places)} places chosen: y accepts")

    def _choose(self, proposal: Proposal, places: tuple[Place, ...], note: str) -> None:
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return
        keys = frozenset(place.key for place in places)
        self._decide({proposal.key: Decision(places=keys)}, note)
        self._show()
        self._draw()

    # Looking

    def action_layout(self) -> None:
        self._layout_wanted = _LAYOUTS[(_LAYOUTS.index(self._layout_wanted) + 1) % len(_LAYOUTS)]
        self._diff.lay_out(self._layout_wanted)
        self._state.say(f"layout: {self._layout_wanted}")
        self._draw()

    def action_context(self, step: int) -> None:
        self._state.say(self._diff.change_context(step))

    def action_toggle_list(self) -> None:
        self.toggle_class("-no-list")

    def action_help(self) -> None:
        signs_text = "\n".join(f"  {sign.glyph}  {sign.word}" for sign in signs.ALL)
        self.app.push_screen(TextScreen("Keys", f"{help_text()}\nSIGNS\n{signs_text}"))

    # Doing

    def action_apply(self) -> None:
        self._write(stage=False)

    def action_stage(self) -> None:
        if not self.settings.can_stage:
            self._state.say("started with --no-stage: p applies", is_problem=True)
        elif self.review.workspace.repository is None:
            self._state.say("there is no git repository here: p applies", is_problem=True)
        else:
            self._write(stage=True)

    def _write(self, *, stage: bool) -> None:
        if self._is_busy:
            return
        if not self.review.accepted() and not (stage and self.review.workspace.to_stage):
            self._state.say("nothing is accepted: y accepts this block, A what is safe", is_problem=True)
            return
        self._is_busy = True
        self._state.say("writing …")
        self.engine.write(stage=stage)

    def action_commit(self) -> None:
        files = sorted(self.review.workspace.staged)
        if not files:
            self._state.say("nothing is staged here yet: S applies and stages", is_problem=True)
            return
        proposed = self.outline.commit_message(self.engine.response_head)
        from editreview.tui.screens.commit import CommitScreen

        screen = CommitScreen(self._branch or "this branch", files, proposed, self._commit)
        self.app.push_screen(screen, self._committed)

    def _commit(self, message: str) -> None:
        repository = self.review.workspace.repository
        if repository is not None and repository.signs_commits():
            # The passphrase is asked for on the terminal.
            with self.app.suspend():
                committed = self.engine.commit_now(message)
            self.on_committed(committed)
        else:
            self.engine.commit(message)

    def on_committed(self, message: Committed) -> None:
        from editreview.tui.screens.commit import CommitScreen

        if isinstance(self.app.screen, CommitScreen):
            self.app.screen.finished(message)
        else:
            self._state.say(message.said.replace("\n", " "), is_problem=message.is_problem)
            self._draw()

    def _committed(self, said: str | None) -> None:
        if said is not None:
            self._state.say(said.partition("\n")[0])
        self._draw()

    def action_read_again(self) -> None:
        self.engine.read_again()
        self._state.say("the files were read again")

    # Leaving

    def on_key(self, event: events.Key) -> None:
        if self._leaving and event.key != "q":
            self._leaving = False
            self._state.say("")

    def action_quit_review(self) -> None:
        if self._is_busy:
            self._state.say("still writing: q again in a moment", is_problem=True)
            return
        accepted = len(self.review.accepted())
        if self._leaving or not (accepted or self.engine.is_open):
            self.app.exit()
            return
        self._leaving = True
        what = f"{accepted} accepted, not applied" if accepted else "the response is still arriving"
        self._state.say(f"{what}: q again leaves, the review is kept", is_problem=True)

    def action_interrupt(self) -> None:
        now = time.monotonic()
        if self.engine.is_open:
            self.engine.stop_reading()
            self._state.say("stopped reading; what came is kept")
        elif now - self._interrupted < _TWICE:
            self.app.exit(return_code=130)
        else:
            self._interrupted = now
            self._state.say("ctrl+c again quits")

    def action_suspend(self) -> None:
        if can_suspend():
            self.call_later(suspend_job)
        else:
            self._state.say("there is no shell to go back to", is_problem=True)
