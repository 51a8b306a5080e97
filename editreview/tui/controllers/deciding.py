"""Deciding on the current block, on many blocks, or on parts of a block that the user selects."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review import Decision, Proposal, Verdict, WarningKind, can_be_parted, proposed_rule
from editreview.text import counted
from editreview.tui.diff import Level, RowSelection
from editreview.tui.match_line import rows_in_words, why_not
from editreview.tui.session import LEVELS

if TYPE_CHECKING:
    from editreview.tui.controllers.applying import Applying
    from editreview.tui.controllers.choosing import Placing
    from editreview.tui.controllers.navigating import Navigating
    from editreview.tui.controllers.streaming import Streaming
    from editreview.tui.diff.view import DiffView
    from editreview.tui.messages import Checked, RuleKept
    from editreview.tui.view import ReviewView


class Deciding:
    """Accepts and rejects, and undoes decisions; writes nothing."""

    def __init__(
        self,
        view: "ReviewView",
        streaming: "Streaming",
        applying: "Applying",
        navigating: "Navigating",
        selecting: "Selecting",
    ) -> None:
        self._view = view
        self._session = view.session
        self._status = view.status
        self._streaming = streaming
        self._applying = applying
        self._navigating = navigating
        self._selecting = selecting
        self._confirmed: set[str] = set()
        """Outcomes of blocks that the user confirmed although lines of the file are lost."""

    def decide(self, proposal: Proposal, decision: Decision, note: str) -> None:
        """Log a decision on a block, and show a message."""
        self._session.decide({proposal.key: decision})
        self._status.set_message(note)

    # Accepting

    def accept(self) -> None:
        if self._view.proposal is None or not self._view.is_seen("accept"):
            return
        if self._is_in_parts:
            self._decide_rows(include=True)
        else:
            self._accept_and_go_on()

    @property
    def _is_in_parts(self) -> bool:
        """True if the keys decide on hunks, lines or a range of the current block."""
        return self._view.state.level is not Level.BLOCK or self._view.rows.has_range

    def _can_accept(self, proposal: Proposal, then: Callable[[], None]) -> bool:
        """True if a block can be accepted now; if not, tells the user why, or asks.

        Args:
            proposal: The current block.
            then: Called if the user is asked and agrees.
        """
        keys = self._session.keys
        if self._view.panel.preview(proposal) is not None:
            enter, accept = keys["block.advance"], keys["block.accept"]
            text = f"the diff previews another candidate: {enter} chooses it, then {accept} accepts"
            self._status.set_message(text, is_problem=True)
            return False
        if self._session.is_being_written(proposal) and self._view.is_final(proposal):
            return False
        # Another part may be possible where the current one is not.
        is_other_part = self._is_in_parts and proposal.uncut is not None
        if not is_other_part and (why := why_not(self._session.review, proposal, self._session.keys)):
            self._status.set_message(why, is_problem=True)
            return False
        return not self._asks_about_loss(proposal, then)

    def _accept(self) -> bool:
        """Accept the current block. Returns False if that is not possible."""
        proposal = self._view.proposal
        if proposal is None or not self._can_accept(proposal, self._accept_and_go_on):
            return False
        decision = self._session.review.acceptance(proposal)
        part = "" if decision.rows is None or not proposal.is_part else f", {rows_in_words(proposal)}"
        note = f"block {proposal.number} accepted{part}"
        root = self._session.review.open_root(proposal)
        if root is None:
            self.decide(proposal, decision, note)
            return True
        # The warning was seen with this block: the others of the same root need it no more.
        self._session.decide({proposal.key: decision, **root.confirmation})
        self._status.set_message(f"{note}; from now on {root.prefix} in a path means the root of this tree")
        return True

    def _accept_and_go_on(self) -> None:
        if self._accept():
            self._select_next_undecided()

    def _decide_rows(self, *, include: bool | None, goes_on: bool = True) -> None:
        """Include or exclude the hunk, the line or the range at the cursor, and go to the next.

        After the last one, goes to the next undecided block.
        """
        proposal = self._view.proposal
        if proposal is None or not self._selecting.can_be_parted(proposal):
            return
        if not self._can_accept(proposal, lambda: self._decide_rows(include=include, goes_on=goes_on)):
            return
        decided = self._selecting.decide_rows(proposal, include=include)
        if decided and goes_on and not self._selecting.go_on(decided):
            self._view.leave_rows()
            self._select_next_undecided()

    def _asks_about_loss(self, proposal: Proposal, then: Callable[[], None]) -> bool:
        """Ask once if the block would overwrite much of a file. Returns True if it asks."""
        why = next((w.message for w in proposal.warnings if w.consequence.asks), None)
        if why is None or proposal.is_part or proposal.outcome in self._confirmed:
            return False
        from editreview.tui.screens.dialogs import loss_screen

        def answered(answer: bool | None) -> None:
            if answer and proposal.outcome is not None:
                self._confirmed.add(proposal.outcome)
                now = self._view.proposal
                if now is not None and now.outcome == proposal.outcome:
                    then()

        self._view.open(loss_screen(proposal, f"It {why}"), answered)
        return True

    def accept_safe(self, where: str) -> None:
        """Accept all safe blocks.

        Args:
            where: `file` for the file of the current block; `all`.
        """
        path, edition = None, self._view.edition
        if where == "file" and self._view.proposal is not None:
            if not self._view.is_seen("accept"):
                # The current block may be another one by now, of another file.
                return
            path = self._view.proposal.path
        outline = self._session.outline
        if self._streaming.is_reading and not outline.proposals:
            self._streaming.record_safe(edition)
            text = "no blocks to accept yet: the response is being read"
            self._status.set_message(text, is_problem=True, is_true=lambda: not outline.proposals)
            return
        if self._session.review.unchecked():
            self._status.set_message("checking which blocks are safe …")
            self._session.worker.check(path, edition)
            return
        self._accept_safe(path, edition)

    def finish_check(self, message: "Checked") -> None:
        """Accept the safe blocks, now that they are known."""
        self._accept_safe(message.path, message.edition)

    def _accept_safe(self, path: str | None, edition: int) -> None:
        outline = self._session.outline
        listed = set(outline.order)
        decisions, left, unseen = outline.safe(self._session.settings.accept, path, edition)
        where = (f" in {path}" if path else "") + " so far" * self._streaming.is_reading
        if decisions:
            every = "all " if len(decisions) > 1 and not unseen else ""
            note = f"accepted {every}{counted(len(decisions), 'safe block')}{where}"
            hidden = sum(p.key in decisions and p.number not in listed for p in outline.proposals)
            note += f", {hidden} of them not listed" if hidden else ""
        else:
            note = f"nothing was {'accepted' if unseen else 'safe to accept'}{where}"
        self._streaming.record_safe(edition)
        self._session.decide(decisions)
        # By kind, once the accepted ones are not among them any more.
        note += f"; {words}" if left and (words := outline.undecided_in_words(path)) else ""
        if unseen:
            note += f". {counted(unseen, 'new block')} arrived after the key press: press it again"
        self._status.set_message(note)
        current, waiting = self._view.proposal, outline.next_undecided(self._view.state.current)
        if current is not None and current.key in decisions and waiting is not None:
            # On to what the user has to decide.
            self._view.select_block(waiting)
        self._view.refresh()

    # Rejecting

    def reject(self) -> None:
        in_parts = self._is_in_parts
        if self._view.proposal is None or not self._view.is_seen("reject", at_all=not in_parts):
            return
        if in_parts:
            self._decide_rows(include=False)
        else:
            self._reject()

    def _reject(self, reason: str | None = None) -> None:
        proposal = self._view.proposal
        if proposal is None or self._view.is_final(proposal):
            return
        decision = self._session.review.log[proposal.key].rejected(reason or None)
        self.decide(proposal, decision, f"block {proposal.number} rejected")
        self._select_next_undecided()

    def reject_why(self) -> None:
        """Reject with a reason for the model."""
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import reason_screen

        proposal = self._view.proposal
        if proposal is None or self._view.is_final(proposal):
            return
        if not self._view.is_seen("reject", at_all=True):
            return
        number = proposal.number

        def answered(reason: str | None) -> None:
            if reason is None:
                return
            if number != self._view.state.current:
                # Another block was selected while the reason was typed.
                self._view.select_block(number)
            self._reject(reason)

        self._view.open(reason_screen(f"block {number}"), answered)

    def reject_rest(self) -> None:
        """Reject all undecided blocks in the file of the current block."""
        proposal = self._view.proposal
        if proposal is None or not self._view.is_seen("reject", at_all=True):
            return
        decisions = self._session.outline.rejections(proposal, self._view.edition)
        self._session.decide(decisions)
        where = proposal.path_or_written or "the blocks without a file"
        if decisions:
            self._status.set_message(f"{counted(len(decisions), 'block')} rejected in {where}")
        else:
            self._status.set_message(f"nothing is left to reject in {where}", is_problem=True)
        self._view.refresh()

    # Including and excluding

    def toggle(self) -> None:
        """Include or exclude the block, the hunk or the rows at the cursor."""
        if not self._view.is_seen("decide"):
            return
        if self._is_in_parts:
            self._decide_rows(include=None, goes_on=False)
        elif self._toggle():
            self._view.refresh()

    def advance(self) -> None:
        """Toggle, then go to the next block, hunk or changed line."""
        if not self._view.is_seen("decide"):
            return
        if self._is_in_parts:
            self._decide_rows(include=None)
        elif self._toggle():
            self._view.refresh()
            self._navigating.block(1)

    def _toggle(self) -> bool:
        """Accept the current block, or take that back. Returns False if nothing was decided."""
        proposal, review = self._view.proposal, self._session.review
        if proposal is not None and review.verdict(proposal) is Verdict.ACCEPTED:
            if self._view.is_final(proposal):
                return False
            before = review.log[proposal.key]
            # The choice of rows stays for the next acceptance.
            decision = (
                before.reopened() if before.rows is None else replace(before, verdict=Verdict.UNDECIDED)
            )
            self.decide(proposal, decision, f"block {proposal.number} is undecided again")
            return True
        return self._accept()

    def toggle_clicked(self, message: "DiffView.GutterClicked") -> None:
        """Toggle the row whose gutter was clicked, which has the cursor."""
        proposal = self._view.proposal
        if proposal is None or not self._is_as_clicked(message):
            return
        if not self._selecting.can_be_parted(proposal):
            return
        before = self._view.state
        self._view.state = replace(before, level=Level.LINE)
        if self._selecting.target_rows(proposal) is None:
            self._view.state = before
            return
        self._decide_rows(include=None, goes_on=False)
        # If the block cannot be accepted, nothing else shows that single lines are selected.
        self._view.refresh()

    def _is_as_clicked(self, message: "DiffView.GutterClicked") -> bool:
        """True if the rows are those that were on screen when one of them was clicked."""
        with self._view.pointed_at(self._view.clicked_at):
            is_seen = self._view.is_seen("click")
        return is_seen and message.alignment is self._view.diff.alignment

    def include(self) -> None:
        """Match a block although the model was not shown its file."""
        proposal = self._view.proposal
        if proposal is None or proposal.reason is not Reason.NOT_IN_CONTEXT:
            text = "nothing to include: the model was shown this file"
            self._status.set_message(text, is_problem=True)
            return
        if not self._view.is_seen("include"):
            return
        self._session.replan(self._session.review.include(proposal))
        self._status.set_message(
            f"block {proposal.number} included, although the model was not shown {proposal.path}"
        )

    def allow_always(self) -> None:
        """Ask for a rule that allows changes of the current block's file, to be remembered."""
        proposal = self._view.proposal
        asks = proposal is not None and any(w.kind is WarningKind.PERMISSION for w in proposal.warnings)
        if proposal is None or proposal.path_after is None or not asks:
            self._status.set_message(
                "nothing to allow: this block's file needs no permission", is_problem=True
            )
            return
        if not self._view.is_seen("allow"):
            return
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import rule_screen

        def answered(rule: str | None) -> None:
            if rule:
                self._session.worker.always_allow(rule)

        self._view.open(rule_screen(proposed_rule(proposal.path_after)), answered)

    def show_rule(self, message: "RuleKept") -> None:
        """Say that a rule is remembered, or why it is not."""
        if message.problem:
            self._status.set_message(message.problem, is_problem=True)
            return
        text = f"changes of {message.rule} are always allowed in this tree"
        self._status.set_message(f"{text}; `editreview permissions` lists such rules")

    # Undo and redo

    def undo(self) -> None:
        if self._applying.follows(self.undo) or self._applying.is_busy("undo"):
            return
        log = self._session.review.log
        step = log.undo_step
        if step is not None and (effect := log.effect_of(step)) is not None:
            self._applying.undo(step, effect)
        else:
            self._show_changed(self._session.undo(), "undone", "nothing to undo")

    def redo(self) -> None:
        if self._applying.follows(self.redo) or self._applying.is_busy("redo"):
            return
        log = self._session.review.log
        step = log.redo_step
        if step is not None and (effect := log.effect_of(step)) is not None:
            self._applying.undo(step, effect, redo=True)
        else:
            self._show_changed(self._session.redo(), "redone", "nothing to redo")

    def _show_changed(self, changed: tuple[list[str], list[int]], done: str, nothing: str) -> None:
        """Plan files again, and select a block whose decision changed."""
        paths, numbers = changed
        if not numbers and not paths:
            self._status.set_message(nothing)
            return
        self._session.replan(paths)
        if not numbers:
            self._status.set_message(done)
            return
        if self._view.state.current in numbers:
            self._view.refresh()
        else:
            self._view.select_block(numbers[0])
        about = f"block {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} blocks"
        self._status.set_message(f"{done}: decision on {about}")

    def _select_next_undecided(self) -> None:
        outline, current = self._session.outline, self._view.state.current
        number = outline.next_undecided(current)
        if number is None:
            self._status.set_message(outline.all_decided_in_words(), is_true=lambda: outline.is_decided)
        if number is None or number == current:
            self._view.refresh()
        else:
            self._view.select_block(number)


class Selecting:
    """Steps into a block and out again, and includes or excludes its rows."""

    def __init__(self, view: "ReviewView", placing: "Placing") -> None:
        self._view = view
        self._placing = placing
        self._session = view.session
        self._status = view.status
        self._rows = view.rows

    # Stepping in and out

    def step_in(self) -> None:
        proposal, keys, level = self._view.proposal, self._session.keys, self._view.state.level
        if proposal is None or not self.can_be_parted(proposal):
            return
        number, hunks = self._view.diff.hunk
        if level is Level.LINE:
            self._status.set_message(f"already at single lines: {keys['grain.out']} goes back")
            return
        level = Level.HUNK if level is Level.BLOCK and hunks > 1 else Level.LINE
        self._view.state = replace(self._view.state, level=level)
        if not self._view.diff.hunk_rows():
            self._view.diff.to_hunk(number - 1)
        decides = f"{keys['block.accept']} keeps it, {keys['block.reject']} leaves it out"
        self._status.set_message(f"{LEVELS[level]}: {decides}, {keys['block.toggle']} switches")
        self._view.refresh()

    def step_out(self) -> None:
        """Leave the range, the lines, or the hunks; on a whole block, show all panes again."""
        diff, level = self._view.diff, self._view.state.level
        if self._rows.has_range:
            self._view.clear_range()
            self._status.set_message("range cleared")
        elif level is not Level.BLOCK:
            level = Level.HUNK if level is Level.LINE and diff.hunk[1] > 1 else Level.BLOCK
            self._view.state = replace(self._view.state, level=level)
            self._status.set_message(f"back to {LEVELS[level]}")
        else:
            self._view.end_zoom()
            self._status.set_message("")
        self._view.refresh()

    def begin_range(self) -> None:
        """Begin a range of lines at the cursor, or clear the one there is."""
        proposal, keys = self._view.proposal, self._session.keys
        if self._rows.has_range:
            self.step_out()
        elif proposal is not None and proposal.reason is not None and not can_be_parted(proposal):
            self._placing.start(with_range=True)
        elif proposal is not None and self.can_be_parted(proposal):
            self._view.state = replace(self._view.state, level=Level.LINE)
            self._view.diff.begin_range()
            moves = f"{keys['move.down']} {keys['move.up']} extend it"
            decides = f"{keys['block.accept']} keeps just these lines, {keys['block.reject']} leaves them out"
            self._status.set_message(f"range: {moves}, {decides}")
            self._view.refresh()

    def can_be_parted(self, proposal: Proposal) -> bool:
        """True if rows of the block can be decided; if not, tells the user why."""
        if self._view.is_final(proposal):
            return False
        keys = self._session.keys
        if proposal.is_ready and not can_be_parted(proposal):
            why = "a block that moves or deletes a file has no lines to choose or edit"
        elif not can_be_parted(proposal):
            why = why_not(self._session.review, proposal, keys) or "this block has no lines to include"
        elif self._rows.whole is None:
            closes, shows = keys["grain.out"], keys["match.view"]
            why = f"the changed lines are not visible: {closes} closes the list, {shows} shows the change"
        else:
            return True
        self._status.set_message(why, is_problem=True)
        return False

    # Deciding on rows

    def target_rows(self, proposal: Proposal) -> tuple[frozenset[int], frozenset[int]] | None:
        """The included rows, and those that the key is about; if there are none, tells the user."""
        alignment = self._rows.whole
        if not self.can_be_parted(proposal) or alignment is None:
            return None
        included = self._rows.included(proposal)
        targets = self._rows.targets(RowSelection(alignment, included))
        if not targets:
            goes = f"{self._session.keys['move.hunk']} goes to the next change"
            self._status.set_message(f"there is no changed line here: {goes}", is_problem=True)
            return None
        return frozenset(range(alignment.row_count)) if included is None else included, targets

    def decide_rows(self, proposal: Proposal, *, include: bool | None) -> frozenset[int]:
        """Include or exclude the rows at the cursor or of the range, which accepts the block in part.

        Args:
            proposal: The current block.
            include: None to include them, or exclude them if all are in.

        Returns:
            Their numbers in the block's alignment.
        """
        found = self.target_rows(proposal)
        if found is None:
            return frozenset()
        included, targets = found
        if include is None:
            include = not targets <= included
        review, has_range = self._session.review, self._rows.has_range
        is_untouched = review.chosen_rows(proposal) is None and review.verdict(proposal) is Verdict.UNDECIDED
        if include:
            # Of a block that is not decided yet, a range means just its lines.
            rows = targets if has_range and is_untouched else included | targets
        else:
            rows = included - targets
        self._session.decide({proposal.key: review.accept_rows(proposal, rows)})
        self._end_range(proposal, rows)
        self._view.refresh()
        return targets

    def go_on(self, decided: frozenset[int]) -> bool:
        """Go to the next hunk or changed line. Returns False if there is none.

        Args:
            decided: The rows that were decided just now, of the block's alignment.
        """
        diff, whole = self._view.diff, self._rows.whole
        if self._view.state.level is Level.BLOCK or whole is None:
            return False
        if self._view.state.level is Level.HUNK:
            has_next = diff.step_hunk(1)
        else:
            has_next = diff.to_next_change()
            # Unified, the new lines of rows that were decided are already below the old ones.
            while has_next and max(self._rows.targets(RowSelection(whole, None)), default=-1) <= max(decided):
                has_next = diff.to_next_change()
        self._view.refresh_position()
        return has_next

    def _end_range(self, proposal: Proposal, rows: frozenset[int]) -> None:
        """End the range, and show how many rows are included."""
        self._view.clear_range()
        alignment = self._rows.whole
        if not rows or alignment is None:
            # Nothing is left to choose from.
            self._view.leave_rows()
            self._status.set_message(f"block {proposal.number} rejected: nothing of it is included")
            return
        count = counted(alignment.row_count, "row")
        of = count if len(rows) == alignment.row_count else f"{len(rows)} of {count}"
        self._status.set_message(f"{of} of block {proposal.number} accepted")
