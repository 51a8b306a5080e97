"""The response as it arrives, and the plans that are made of it."""

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.text import counted

if TYPE_CHECKING:
    from editreview.tui.messages import Arrived
    from editreview.tui.view import ReviewView

JUST = 0.7
"""Seconds after which the user has seen that another block came into sight."""
_FOLLOWS = "following the response until the next key"


class Streaming:
    """Keeps the newest block in sight until the user takes over."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._newest = 0
        self._jumped = -JUST
        self.reopened = ""
        """The last message about accepted blocks that are undecided again."""

    # Plans

    def receive_plan(self) -> None:
        """Take the current plan and update the view."""
        view, outline = self._view, self._session.outline
        before, awaited = view.proposal, view.proposal is None and view.state.current
        if lost := self._session.receive_plan():
            self.reopened = self._session.review.reopened(lost)
            self._status.say(self.reopened, is_problem=True)
        if view.state.current is None and outline.proposals:
            self._status.say("")
            view.select_block(outline.proposals[0].number)
        elif view.proposal != before:
            view.show_diff(again=True)
            view.note_replanned()
        if outline.is_news:
            # What was decided is drawn when it is decided: most rejections move no other block.
            view.refresh()
        if awaited and view.proposal is not None:
            self._jump_to(awaited)
            self._status.say(f"block {awaited} is complete")

    def resume(self, changed: list[str], lost: list[int]) -> None:
        """A saved review was read again, and placed on the tree as it is now."""
        said = ["review resumed"]
        if changed:
            said.append(f"changed since: {', '.join(changed)}")
        if lost:
            said.append(self._session.review.reopened(lost))
        self._status.say("; ".join(said), is_problem=len(said) > 1)
        number = self._session.outline.next_open(None)
        # A user who has already pressed a key stays where they are.
        if number is not None and not self._view.app.pressed_at:
            self._view.select_block(number)

    # The response

    def receive(self, message: "Arrived") -> None:
        """More of the response was read, or all of it."""
        self._session.arrived = message
        self._report(message)
        self._view.refresh()
        self._view.update_notes()
        self._follow(message)
        self._leave_missing_block()

    def _report(self, message: "Arrived") -> None:
        """Say how reading ended, if there is anything to say."""
        outline, problems = self._session.outline, self._session.review.problems
        if message.problem:
            cut_off = f"; {outline.problem()}" if problems else ""
            self._status.say(f"{message.problem}{cut_off}", is_problem=True)
        elif message.is_open:
            return
        elif not outline.proposals:
            why = outline.problem() or f"{self._session.keys['quit']} quits"
            self._status.say(f"no edits found: {why}", is_problem=True)
            self._view.show_prose_soon()
        elif not outline.progress()[1]:
            offers = counted(len(outline.proposals), "offer")
            said = f"no edits found, but {offers}: {self._session.accepts}"
            self._status.say(said, is_problem=True)
        elif problems:
            self._status.say(outline.problem(), is_problem=True)

    def _follow(self, message: "Arrived") -> None:
        outline = self._session.outline
        if not self._view.state.is_following or not outline.proposals:
            return
        before, self._newest = self._newest, outline.proposals[-1].number
        if message.is_open and 0 < before < self._newest:
            self._jump_to(self._newest)
        elif not message.is_open and self._view.state.current != outline.order[0]:
            # Whoever only watched begins at the beginning.
            self._jump_to(outline.order[0])
            self._status.say("the response is complete: this is its first block")

    def _leave_missing_block(self) -> None:
        """Leave the block that was arriving if it came to nothing: a problem, or the end."""
        view, last = self._view, self._session.last_block
        if view.proposal is None and view.state.current and not view.is_at_arriving and last is not None:
            view.select_block(last)

    def _jump_to(self, number: int) -> None:
        """Bring a block into sight without a key."""
        outline = self._session.outline
        if number in outline.matching(outline.filter):
            self._jumped = time.monotonic()
            self._view.select_block(number)

    def tick(self) -> None:
        """Say how long reading has taken, also when the producer is silent."""
        arrived = self._session.arrived
        if arrived is not None and arrived.is_open:
            arrived.seconds = self._session.worker.seconds
            self._view.refresh()

    # Following, until the user takes over

    def follow(self) -> None:
        if not self._session.worker.is_open:
            self._status.say("the response is complete: there is nothing to follow")
            return
        self._view.state = replace(self._view.state, is_following=True)
        self._status.say(_FOLLOWS)
        if self._session.outline.proposals:
            self._newest = self._session.outline.proposals[-1].number
            self._view.select_block(self._newest)

    def stop_following(self) -> None:
        """Leave the choice of the block to the user."""
        if self._view.state.is_following and self._session.outline.proposals:
            self._view.state = replace(self._view.state, is_following=False)
            if self._status.text == _FOLLOWS:
                self._status.say("")
            if self._session.worker.is_open:
                self._view.refresh_position()

    def is_startled(self) -> bool:
        """Tells if the block in sight cannot be decided on yet: it is arriving, or has just come into sight.

        A key meant for the block before must not decide on the one that has just come.
        """
        if self._view.is_at_arriving:
            self._status.say("this block is still arriving; decide when it is complete", is_problem=True)
            return True
        if time.monotonic() - self._jumped >= JUST:
            return False
        self._jumped = -JUST
        number = self._view.state.current
        self._status.say(f"block {number} just arrived; press the key again to confirm", is_problem=True)
        return True

    # A further response

    def paste(self, text: str = "") -> None:
        """Open the page that takes a response that is pasted.

        Args:
            text: What was pasted already.
        """
        worker, keys = self._session.worker, self._session.keys
        if worker.is_open:
            stops = f"{keys['interrupt']} stops reading it"
            self._status.say(f"the response is still arriving: {stops}", is_problem=True)
            return
        from editreview.tui.pasted import look_over
        from editreview.tui.screens.paste import PasteScreen

        formats = self._session.review.responses.formats
        screen = PasteScreen(
            lambda pasted: look_over(pasted, formats),
            is_first=worker.is_empty,
            text=text,
            waiting=worker.waiting() if worker.is_empty else "",
        )
        self._view.open(screen, self._read_pasted)

    def _read_pasted(self, text: str | None) -> None:
        worker = self._session.worker
        if text is not None:
            before = len(self._session.outline.proposals)
            worker.read_further(text)
            after = f", after {counted(before, 'block')}" if before else ""
            self._status.say(f"reading what was pasted{after} …")
        elif worker.is_empty:
            self._view.app.exit()

    def name_waiting(self, began: str) -> None:
        """Say that a review which was left can be resumed, unless there is something else to say."""
        if not self._status.text:
            self._status.say(f"unfinished review from {began}; resume it with editreview --resume")
