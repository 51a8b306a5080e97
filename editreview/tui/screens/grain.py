"""How much of a block the next decision is about: all of it, a hunk, a line, a range of lines."""

from editreview.alignment import Alignment
from editreview.review import Decision, Proposal, Verdict
from editreview.review.decisions import reshapes
from editreview.review.shaping import can_be_parted
from editreview.texts import counted
from editreview.tui.diff.marks import Level, Marks
from editreview.tui.engine import Engine
from editreview.tui.keymap import Hint
from editreview.tui.outline import APPLIED
from editreview.tui.screens.moving import MovingScreen
from editreview.tui.settings import Settings

_NAMES = {Level.BLOCK: "whole block", Level.HUNK: "hunks", Level.LINE: "single lines"}


class GrainScreen(MovingScreen):
    """Steps into a block and out again, and takes rows of it in and out."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        super().__init__(engine, settings)
        self._level = Level.BLOCK

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

    def action_step_out(self) -> None:
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

    def _look_at(self, number: int) -> None:
        self._level = Level.BLOCK
        super()._look_at(number)

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

    def _draw(self) -> None:
        super()._draw()
        self._mark()
        if self._level is not Level.BLOCK and self._pane == "diff" and self._whole is not None:
            self._hints.show(self._hints_inside())

    def _moved(self) -> None:
        super()._moved()
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

    def _position(self) -> list[str]:
        return ["" if self._level is Level.BLOCK else _NAMES[self._level], *super()._position()]

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
