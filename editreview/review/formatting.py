"""The changes that a formatter would make to the new lines of each block, and to no others."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from editreview.alignment import kept_lines, line_opcodes
from editreview.patterns import lazy_pattern
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.review.user_edits import Excerpt, excerpt
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Lines, line_body, line_separator, split_lines

_Hunk = tuple[int, int, Sequence[str]]
"""The first line to replace, 0-based, the line after the last one, and the new lines without their ends."""


class Formatting(Struct, frozen=True):
    """The formatted text of a block."""

    begun: Excerpt
    """The text that it replaces."""
    text: str
    line: int
    """The first line that changes, 1-based in the text after the plan."""
    count: int
    """The number of new lines that change."""

    @property
    def mark(self) -> BlockWarning:
        message = f"the formatter would change {self.count} of its lines"
        return BlockWarning(WarningKind.FORMAT, message, self.line)


def formattings(plan: FilePlan, formatted: str) -> dict[int, Formatting]:
    """The formatting of each block whose new lines a formatter would change, by number.

    Args:
        plan: The plan of a file.
        formatted: The text after it, formatted.
    """
    separator = plan.index.lines.separator
    before, after = _bodies(plan.before.text, separator), _bodies(plan.after, separator)
    # Line ends of the formatter do not count.
    new = _bodies(formatted, line_separator(formatted))
    is_new = [False] * len(after)
    for _, _, first, end in line_opcodes(before, after):
        is_new[first:end] = [True] * (end - first)
    hunks: list[_Hunk] = []
    for hunk in _hunks(after, new):
        first, end, _ = hunk
        # An insertion counts if a line beside it is new.
        if all(is_new[first:end]) if end > first else any(is_new[max(first - 1, 0) : first + 1]):
            hunks.append(hunk)
    if not hunks:
        return {}
    blocks = [p for p in plan.proposals if p.number in plan.members and p.uncut is None]
    writers = _Writers(plan)
    found: dict[int, Formatting] = {}
    for proposal in reversed(blocks):
        # Of blocks that build on each other, the last one has the final lines.
        own = [hunk for hunk in hunks if writers.may_have_written(proposal.number, hunk)]
        formatting, used = _formatting(proposal, own, after) if own else (None, [])
        if formatting is not None:
            found[proposal.number] = formatting
            hunks = [hunk for hunk in hunks if hunk not in used]
    return found


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[_Hunk]:
    """The changes of a formatter, one for each line that keeps its letters and digits."""
    keys, new_keys = ([_key(line) for line in lines] for lines in (old, new))
    at = new_at = 0
    ends = (len(old), len(old), len(new), len(new))
    for first, end, new_first, new_end in [*line_opcodes(keys, new_keys), ends]:
        for nth in range(first - at):
            if old[at + nth] != new[new_at + nth]:
                yield at + nth, at + nth + 1, new[new_at + nth : new_at + nth + 1]
        if end > first or new_end > new_first:
            yield first, end, new[new_first:new_end]
        at, new_at = end, new_end


def _key(line: str) -> str:
    return _PUNCTUATION.sub("", line) or line.strip()


_PUNCTUATION = lazy_pattern(r"\W+")


class _Writers:
    """The blocks that wrote each line of the text after a plan."""

    def __init__(self, plan: FilePlan) -> None:
        lines = Lines(plan.after, plan.index.lines.separator)
        self._spans = [
            (lines.at(start), lines.at(max(end - 1, start)), members)
            for (start, end), members in plan.written_spans()
        ]

    def may_have_written(self, number: int, hunk: _Hunk) -> bool:
        first, end, _ = hunk
        # Inserted lines are next to lines of the block.
        return any(
            number in members and start <= max(first, end - 1) and first <= last + (first == end)
            for start, last, members in self._spans
        )


def _formatting(
    proposal: Proposal, hunks: Iterable[_Hunk], after: Sequence[str]
) -> tuple[Formatting | None, list[_Hunk]]:
    """The formatting of a block, and the hunks of it, out of those of the text after the plan."""
    begun = excerpt(proposal)
    if begun is None or proposal.base is None:
        return None, []
    separator = proposal.base.lines.separator
    whole = _bodies(proposal.whole.apply(proposal.base.text), separator)
    text = [line_body(line) for line in split_lines(begun.text, separator)]
    moved = kept_lines(after, whole)
    used: list[_Hunk] = []
    at_end = 0
    made: list[str] = []
    for first, end, new in hunks:
        at = _at(moved, first, end, len(whole))
        if at is None or not begun.first + at_end <= at <= at + end - first <= begun.first + len(text):
            continue
        made += [*text[at_end : at - begun.first], *new]
        at_end = at - begun.first + end - first
        used.append((first, end, new))
    if not used:
        return None, []
    made += text[at_end:]
    count = sum(max(end - first, len(new)) for first, end, new in used)
    return Formatting(begun, "".join(f"{line}\n" for line in made), used[0][0] + 1, count), used


def _at(moved: dict[int, int], first: int, end: int, length: int) -> int | None:
    """The index of some adjacent lines in a text; None if the text does not have them."""
    if first == end:
        above, below = moved.get(first - 1), moved.get(first)
        if above is not None:
            return above + 1
        return below if below is not None else (length if first == 0 == length else None)
    places = [moved.get(line) for line in range(first, end)]
    at = places[0]
    return at if at is not None and places == [*range(at, at + end - first)] else None


def _bodies(text: str, separator: str) -> list[str]:
    return [line_body(line) for line in split_lines(text, separator)]
