"""The responses that arrive, with their plans."""

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.text import counted
from editreview.tui import signs
from editreview.tui.terminal_app import NOTICE_S

if TYPE_CHECKING:
    from editreview.tui.messages import Arrived
    from editreview.tui.view import ReviewView


_FOLLOWS = "following the response until the next key"


class Streaming:
    """Updates the view with plans and progress, and follows the newest block until the user presses a key."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._newest = 0
        self._further_from: int | None = None
        """The last block before the further response that is being read; None if none is."""
        self._pasted_at = 0.0
        """The time of the key that began to read it."""
        self._jumped = -NOTICE_S
        self._lost: set[int] = set()
        """The accepted blocks that became undecided again since the user pressed a key."""
        self._seen_edition: int | None = None
        """The edition on screen when the user last accepted all safe blocks of an incomplete response."""

    # Plans

    def receive_plan(self) -> None:
        """Take the current plan and update the view."""
        view, outline = self._view, self._session.outline
        before = view.proposal
        is_row = before is not None or view.fragment is not None
        awaited = 0 if is_row else view.state.current
        known, was_decided = outline.numbers, outline.is_decided
        row = outline.rows.index(view.state.current) if view.state.current in outline.rows else 0
        lost = self._lost | set(self._session.receive_plan())
        lost = {n for n in lost if outline.signs().get(n) in signs.UNDECIDED | {signs.OFFER}}
        if lost != self._lost:
            self._lost = lost
            self._status.keep(self._session.review.sentence_of_reopened(lost) if lost else "")
        news = sorted(outline.numbers - known)
        is_gone = view.state.current is not None and view.proposal is None and view.fragment is None
        if self._session.selects_new_block() and news:
            view.select_block(news[0])
        elif is_gone and not view.is_at_arriving and outline.rows and not awaited:
            # An undo made a fragment of the block again, or a correction a block of the fragment.
            view.select_block(self._nearest_row(row))
        elif view.state.current is None and outline.proposals:
            self._status.expire()
            view.select_block(outline.proposals[0].number)
        elif view.proposal != before:
            view.show_diff(again=True)
            view.show_replanned()
        if outline.is_news:
            # A decision itself is drawn when it is made; most rejections change no other block.
            view.refresh()
        is_late = self._further_from is None and not view.has_results
        if was_decided and is_late and news and not outline.is_decided:
            # The user had decided everything, and waits for the rest.
            self._jump_to(next(n for n in news if outline.signs()[n] in signs.UNDECIDED))
        if awaited and view.proposal is not None:
            self._jump_to(awaited)
            self._status.set_message(f"block {awaited} is complete")

    def _nearest_row(self, row: int) -> int:
        """The row of the list that is at an index now, or the last one."""
        rows = self._session.outline.rows
        return rows[min(row, len(rows) - 1)]

    def resume(self, changed: list[str], lost: list[int], current: int | None) -> None:
        """Show that a saved review was resumed where it was left, and what changed since."""
        sentences = ["review resumed"]
        if changed:
            sentences.append(f"changed since: {', '.join(changed)}")
        if lost:
            sentences.append(self._session.review.sentence_of_reopened(lost))
        self._status.set_message("; ".join(sentences), is_problem=len(sentences) > 1)
        outline = self._session.outline
        number = current if current in outline.order else outline.next_undecided(self._last_decided())
        # A user who has already pressed a key stays at the current block.
        if number is not None and not self._view.pressed_at:
            self._view.select_block(number)

    def _last_decided(self) -> int | None:
        """The block that was decided last; None if none was."""
        review = self._session.review
        keys = next((entry.decisions.keys() for entry in reversed(review.log.entries) if entry.decisions), ())
        return max((proposal.number for proposal in review.proposals_of(keys)), default=None)

    # The response

    def receive(self, message: "Arrived") -> None:
        """Show the progress of the response, or its end."""
        self._session.arrived = message
        self._report(message)
        if not message.is_open:
            self._view.arrange()
        if not message.is_open and self._further_from is not None:
            self._begin_further(self._further_from)
        self._view.refresh()
        self._view.update_notes()
        self._follow(message)
        self._leave_missing_block()
        if not message.is_open:
            self._remind_of_safe()

    def _report(self, message: "Arrived") -> None:
        """Show how reading ended, if there is anything to tell."""
        outline, problems = self._session.outline, self._session.review.problems
        if message.problem:
            cut_off = f"; {outline.problem()}" if problems else ""
            self._status.add_message(f"{message.problem}{cut_off}", is_problem=True)
        elif message.is_open:
            return
        elif not outline.proposals:
            self._report_no_edits()
        elif not outline.progress()[1]:
            offers = counted(len(outline.proposals), "offer")
            text = f"no edits found, but {offers}: {self._session.accept_hint}"
            self._status.add_message(text, is_problem=True)
        elif problems:
            self._status.add_message(outline.problem(), is_problem=True)
        else:
            review = self._session.review
            sentences = [each for each in (review.opening_note, review.responses.other_turns) if each]
            if sentences:
                self._status.add_message("; ".join(sentences))

    def _report_no_edits(self) -> None:
        """Tell that there are no edits, and show the best that there is: fragments, or the text."""
        outline, keys = self._session.outline, self._session.keys
        if outline.problem():
            self._status.set_message(f"no readable edits: {outline.problem()}", is_problem=True)
        elif outline.fragments:
            chooses = f"{keys['match.file']} chooses a file for this code"
            self._status.set_message(f"no edits found: {chooses}", is_problem=True)
        else:
            why = self._session.review.responses.oddity
            reason = f": {why}; " if why else ": "
            self._status.set_message(f"no edits found{reason}{keys['quit']} quits", is_problem=True)
        if outline.fragments:
            if self._view.state.current is None:
                self._view.select_block(outline.rows[0])
        else:
            self._view.show_prose_soon()

    def _begin_further(self, last: int) -> None:
        """Go to the first undecided block of a further response.

        Args:
            last: The number of the last block of the responses before.
        """
        self._further_from = None
        outline = self._session.outline
        found, numbers = outline.signs(), [n for n in outline.order if n > last]
        if not numbers:
            self._status.set_message("no edits found in the response", is_problem=True)
            return
        review = self._session.review
        corrected = [
            counted(done, kind)
            for kind, by in (
                ("failed block", review.corrected),
                ("malformed block", review.corrected_problems),
            )
            if (done := sum(number > last for number in by.values()))
        ]
        undecided = [n for n in numbers if found[n] in signs.UNDECIDED]
        # A user who has already pressed another key stays at the current block.
        if self._view.pressed_at <= self._pasted_at:
            self._view.select_block((undecided or numbers)[0])
        text = f"read {counted(len(numbers), 'block')}"
        text += f", correcting {' and '.join(corrected)}" if corrected else ""
        self._status.set_message(f"{text}; {len(undecided)} to decide")

    def _follow(self, message: "Arrived") -> None:
        outline = self._session.outline
        if not self._view.state.is_following or not outline.proposals:
            return
        before, self._newest = self._newest, outline.proposals[-1].number
        if message.is_open and 0 < before < self._newest:
            self._jump_to(self._newest)
        elif not message.is_open and self._view.state.current != outline.order[0]:
            # A user who only watched starts at the beginning.
            self._jump_to(outline.order[0])
            self._status.add_message("the response is complete; this is its first block")

    def _leave_missing_block(self) -> None:
        """Select another block if the one that was arriving turned out not to be one."""
        view, last = self._view, self._session.last_block
        is_row = view.proposal is not None or view.fragment is not None
        if not is_row and view.state.current and not view.is_at_arriving and last is not None:
            view.select_block(last)

    @property
    def is_reading(self) -> bool:
        """True until the screen knows all of the response."""
        arrived = self._session.arrived
        return self._session.worker.is_open or (arrived is not None and arrived.is_open)

    def record_safe(self, edition: int) -> None:
        """The safe blocks were accepted that were on screen: tell of others once the response is complete.

        Args:
            edition: The edition of the plan that was on screen.
        """
        if self.is_reading:
            self._seen_edition = edition

    def _remind_of_safe(self) -> None:
        """Tell of blocks that arrived after the key that accepts all safe ones."""
        edition, self._seen_edition = self._seen_edition, None
        if edition is not None and (count := self._session.outline.undecided_since(edition)):
            key = self._session.keys["all.accept"]
            self._status.add_message(
                f"{counted(count, 'block')} arrived after {key}: press it again for the safe ones"
            )

    def _jump_to(self, number: int) -> None:
        """Select a block without a key."""
        outline = self._session.outline
        if number in outline.matching(outline.filter):
            self._jumped = time.monotonic()
            self._view.select_block(number)

    def tick(self) -> None:
        """Update the time in the header, even while the producer is silent."""
        arrived = self._session.arrived
        if arrived is not None and arrived.is_open:
            arrived.seconds = self._session.worker.seconds
            self._view.refresh()

    # Following

    def follow(self) -> None:
        if not self._session.worker.is_open:
            self._status.set_message("the response is complete; there is nothing to follow")
            return
        self._view.state = replace(self._view.state, is_following=True)
        self._status.set_message(_FOLLOWS, is_true=lambda: self._is_following)
        if self._session.outline.proposals:
            self._newest = self._session.outline.proposals[-1].number
            self._view.select_block(self._newest)

    @property
    def _is_following(self) -> bool:
        return self._view.state.is_following and self._session.worker.is_open

    def record_key(self) -> None:
        """Record a key or click: the user has seen what became of the accepted blocks."""
        self._lost.clear()
        self._status.release()

    def stop_following(self) -> None:
        """Stop following: from now on the user selects the block."""
        if self._view.state.is_following and self._session.outline.proposals:
            self._view.state = replace(self._view.state, is_following=False)
            self._status.expire()
            if self._session.worker.is_open:
                self._view.refresh_position()

    def warn_if_premature(self) -> bool:
        """Tell the user if the current block is arriving, or was selected a moment ago. Returns True if so.

        A key meant for the block before must not decide on this one.
        """
        if self._view.is_at_arriving:
            text = "this block is still arriving; decide when it is complete"
            self._status.set_message(text, is_problem=True, is_true=lambda: self._view.is_at_arriving)
            return True
        if time.monotonic() - self._jumped >= NOTICE_S:
            return False
        self._jumped = -NOTICE_S
        number = self._view.state.current
        self._status.set_message(
            f"block {number} just arrived; press the key again to confirm", is_problem=True
        )
        return True

    # A further response

    def warn_if_arriving(self) -> bool:
        """Tell the user if the last response is not complete. Returns True if so."""
        worker, keys = self._session.worker, self._session.keys
        if worker.is_open:
            text = f"the response is still arriving: {keys['interrupt']} stops reading it"
            self._status.set_message(text, is_problem=True, is_true=lambda: worker.is_open)
        return worker.is_open

    def paste(self, text: str = "") -> None:
        """Open the page on which a response is pasted.

        Args:
            text: Text that was pasted already.
        """
        if self.warn_if_arriving():
            return
        worker = self._session.worker
        from editreview.tui.screens.pages import PasteScreen, summarize

        formats = self._session.review.responses.formats
        screen = PasteScreen(
            lambda text: summarize(text, formats),
            is_first=worker.is_empty,
            text=text,
            waiting=worker.waiting() if worker.is_empty else "",
        )
        self._view.open(screen, self._read_pasted)

    def _read_pasted(self, text: str | None) -> None:
        worker = self._session.worker
        if text is not None:
            self.await_further()
            worker.read_further(text)
            self._status.set_message("reading the pasted response …", is_true=lambda: self.is_reading)
        elif worker.is_empty:
            self._view.leave()

    def await_further(self) -> None:
        """Go to the first undecided block of the response that begins now, once all of it is read."""
        known = self._session.outline.proposals
        self._further_from = known[-1].number if known else None
        self._pasted_at = self._view.pressed_at

    def mention_unfinished(self, name: str) -> None:
        """Mention that an unfinished review can be resumed, unless there is another message."""
        if not self._status.text:
            self._status.set_message(f"unfinished: `editreview --resume` resumes {name}")
