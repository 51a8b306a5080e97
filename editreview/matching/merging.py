"""Fit a replacement to lines that are not what the block took them for: both sides' changes are kept."""

import re
from collections.abc import Collection, Sequence
from itertools import accumulate

from editreview import likeness
from editreview.matching.depth import indentation
from editreview.matching.refit import MOST_COMPARED, Fitting, Match
from editreview.texts import Change, Splice

_SAME_LINE = 70.0
"""How like two lines are, of 100, that may be versions of one."""
_WORDS = re.compile(r"\w+|\s+|.")


class _Words:
    """Carries changes into lines that are not what the block took them for: both sides' changes are kept."""

    def changed(self, old: str, new: str, own: str) -> str:
        """What the block's change of a line makes of the file's: its new line where the two meet."""
        merged = self.merged(old, new, own)
        return new if merged is None else merged

    def merged(self, old: str, new: str, own: str) -> str | None:
        """A line with both sides' changes; None where they meet, unless they are the same."""
        if new == own:
            return own
        theirs = _word_change(old, own)
        carried = _word_change(old, new).carry(theirs)
        return None if carried is None else carried.apply(own)

    def spelled(self, new: str) -> str:
        return new


def _word_change(old: str, new: str) -> Change:
    """What became of a line, word by word."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    starts = [0, *accumulate(map(len, before))]
    return Change(
        tuple(
            Splice(starts[op.src_start], starts[op.src_end], "".join(after[op.dest_start : op.dest_end]))
            for op in likeness.Indel.opcodes(before, after)
            if op.tag != "equal"
        )
    )


class Merging(Fitting):
    """A fitting to a run that differs from the block's search, as one side of a merge differs from its base.

    Args:
        match: The run, and which of its lines are the block's, or like them.
        search: The block's lines, without ends.
        replace: The same.
        depths: By new line: its indentation in the file; None if unknown.
        end: The line end where no neighbour has one.
        guessed: The new lines whose depth is a guess.
    """

    def __init__(
        self,
        match: Match,
        search: Sequence[str],
        replace: Sequence[str],
        depths: Sequence[str | None],
        end: str,
        *,
        guessed: Collection[int] = (),
    ) -> None:
        self._words = _Words()
        super().__init__(match, search, replace, depths, end, self._words, guessed)

    def _is_done(self, at: int, new: Sequence[str]) -> bool:
        between = [line.strip() for line in self._between(at)]
        return bool(between) and between == [line.strip() for line in new]

    def _is_sure(self, first: int, end: int, new: Sequence[str]) -> bool:
        """Whether the run has the lines that change, or one of those between which new ones go."""
        if first == end:
            beside = self._match.lines[max(first - 1, 0) : first + 1]
            return any(line is not None for line in beside) and not self._is_version(first, new)
        lines = list(zip(self._search[first:end], self._match.lines[first:end], strict=True))
        if any(at is None for line, at in lines if line.strip()):
            return False
        found, known = self._match.found, {at for at in self._match.lines if at is not None}
        beyond = {at + step for _, at in lines if at is not None for step in (-1, 1)} - known
        is_split = any(0 <= at < len(found) and found[at].strip() for at in beyond)
        # The rest of a line that is not the block's own may stand in the next one.
        return not is_split or all(at is None or line.split() == found[at].split() for line, at in lines)

    def _is_version(self, at: int, new: Sequence[str]) -> bool:
        """Whether a new line reads like another version of a line that the search leaves out there."""
        between = [line.strip() for line in self._between(at) if line.strip()]
        told = [line.strip() for line in new if line.strip()]
        if len(between) * len(told) > MOST_COMPARED:
            return True
        return any(likeness.ratio(line, own) >= _SAME_LINE for line in told for own in between)

    def _unknown_beside(self, first: int, end: int, region: tuple[int, int], new: Sequence[str]) -> list[int]:
        """The lines of the gap; beyond the run, where it lacks the block's next line, they are not known."""
        lines, found = self._match.lines, self._match.found
        above = next((at for at in reversed(lines[:first]) if at is not None and found[at].strip()), -1)
        below = next((at for at in lines[end:] if at is not None and found[at].strip()), len(found))
        known = {at for at in lines if at is not None}
        unknown = [at for at in range(len(found)) if found[at].strip() and at not in known]
        more = sum(bool(line.strip()) for line in new)
        is_longer = more > sum(bool(line.strip()) for line in self._search[first:end])
        beside = [at for at in unknown if above < at < region[0] or region[1] <= at < below]
        told = [n for n in (first - 1, end) if 0 <= n < len(lines) and self._search[n].strip()]
        is_open = first == end and any(lines[n] is None for n in told)
        versions = [at for at in unknown if self._is_like(found[at], new)]
        return (
            (beside if is_longer else []) or versions or ([min(region[0], len(found) - 1)] if is_open else [])
        )

    def _is_like(self, own: str, new: Sequence[str]) -> bool:
        """True if a line of the file reads like another version of a new one."""
        told = [line.strip() for line in new if line.strip()]
        return len(told) <= MOST_COMPARED and any(
            likeness.ratio(line, own.strip()) >= _SAME_LINE for line in told
        )

    def _differing(self, first: int, end: int, kept: Collection[int]) -> list[int]:
        return [
            at
            for n, at in enumerate(self._match.lines[first:end], first)
            if at is not None and n not in kept and self._search[n].split() != self._match.found[at].split()
        ]

    def _is_merged(self, fitted: str, new: str, own: str) -> bool:
        is_of_one = fitted.split() in (new.split(), own.split())
        is_moved = fitted.split() != new.split() and indentation(fitted) != indentation(own)
        return not is_of_one or is_moved

    def _lives_on(self, old: int, new: str, own: str) -> bool:
        return self._words.merged(self._search[old], new, own) is not None
