"""The review: what is decided of the blocks, and what is done with those accepted."""

import time
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from editreview.matching import Place
from editreview.review import Decision, Proposal, Verdict
from editreview.terminal import can_suspend, suspend_job
from editreview.tui.engine import Engine
from editreview.tui.keys import KEYS
from editreview.tui.match import excludes_others, is_for_each
from editreview.tui.messages import Committed, IndexSeen, Said, Written
from editreview.tui.screens.looking import LookingScreen
from editreview.tui.screens.text import TextScreen
from editreview.tui.settings import Settings
from editreview.workspace import CommitWanted

if TYPE_CHECKING:
    from editreview.tui.screens.commit import CommitScreen

_TWICE = 2.0
"""Seconds in which a second ctrl+c quits."""


class ReviewScreen(LookingScreen):
    """Every key does something to the block in sight or to all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [binding for key in KEYS for binding in key.bindings]

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._leaving = False
        self._interrupted = -_TWICE
        self._is_busy = False
        self._commit_screen: CommitScreen | None = None

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
        if is_for_each(proposal):
            self._take_in_or_out(proposal, number - 1)
        else:
            self._place = number - 1
            self._choose(proposal, places[number - 1 : number], f"place {number} chosen: y accepts")

    def _take_in_or_out(self, proposal: Proposal, index: int) -> None:
        """One place of an edit that is meant for all of them."""
        assert proposal.placement is not None
        places, place = proposal.placement.places, proposal.placement.places[index]
        taken = proposal.placement.chosen(self.review.log[proposal.key].places)
        left = tuple(each for each in places if (each in taken) != (each is place))
        self._place = index
        if not left:
            self._state.say(
                f"place {index + 1} is the last one that is in: n rejects the block", is_problem=True
            )
            self._draw()
            return
        said = "in" if place in left else "out"
        self._follow = place
        self._choose(proposal, left, f"place {index + 1} {said}, {len(left)} of {len(places)} in: y accepts")

    def action_all_places(self) -> None:
        proposal = self.proposal
        places = proposal.placement.places if proposal and proposal.placement else ()
        if proposal is None or len(places) < 2:
            self._state.say("there is only one place", is_problem=True)
            return
        if excludes_others(places):
            self._state.say("it can go to one of them only: choose it with its number", is_problem=True)
            return
        self._choose(proposal, places, f"all {len(places)} places chosen: y accepts")

    def _choose(self, proposal: Proposal, places: tuple[Place, ...], note: str) -> None:
        if proposal.number in self.review.applied:
            self._state.say("this block is applied already", is_problem=True)
            return
        keys = frozenset(place.key for place in places)
        self._decide({proposal.key: Decision(places=keys)}, note)
        if not is_for_each(proposal):
            self._show()
        self._draw()

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
            self.on_committed(committed)
        else:
            self.engine.commit(wanted)

    def on_index_seen(self, message: IndexSeen) -> None:
        if self._commit_screen is not None:
            self._commit_screen.saw_index(message)

    def on_said(self, message: Said) -> None:
        if self._commit_screen is not None:
            self._commit_screen.heard(message.line)

    def on_committed(self, message: Committed) -> None:
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
