"""What a person said of some rows of a block, for the model."""

from msgspec.structs import replace

from editreview.alignment import Alignment
from editreview.review.decisions import Decision, LineNote
from editreview.review.proposal import lines_named
from editreview.texts import line_body

_MOST_LINES = 60


def rows_as_diff(alignment: Alignment, rows: frozenset[int] | None) -> str:
    """Some rows, or all of them for None, as the old and the new line of each."""
    lines: list[str] = []
    for hunk in range(len(alignment.hunks)):
        for number, row in enumerate(alignment.rows(hunk), alignment.row_starts[hunk]):
            if rows is None or number in rows:
                lines += [] if row.old is None else [f"-{line_body(alignment.lines[row.old])}"]
                lines += [] if row.new is None else [f"+{line_body(alignment.new_line(row.new))}"]
    more = len(lines) - _MOST_LINES
    return "\n".join(lines[:_MOST_LINES] + [f"… and {more} more"] * (more > 0))


def note_on(alignment: Alignment, rows: frozenset[int]) -> LineNote:
    """An empty note on some rows, named by their lines on both sides."""
    found = [
        row
        for hunk in range(len(alignment.hunks))
        for number, row in enumerate(alignment.rows(hunk), alignment.row_starts[hunk])
        if number in rows
    ]
    sides = {
        "old": [row.old for row in found if row.old is not None],
        "new": [row.new for row in found if row.new is not None],
    }
    named = (f"{side} {lines_named((min(at) + 1, max(at) + 1))}" for side, at in sides.items() if at)
    return LineNote(", ".join(named), rows_as_diff(alignment, rows))


def noted(decision: Decision, note: LineNote) -> Decision:
    """The decision with a note, instead of the one on the same rows; an empty one takes that away."""
    others = tuple(each for each in decision.line_notes if each.diff != note.diff)
    return replace(decision, line_notes=(*others, note) if note.text else others)


def in_words(decision: Decision) -> str:
    """All that was noted of a block and its lines; empty if nothing was."""
    said = [decision.note] if decision.note else []
    return "; ".join([*said, *(f"{note.where}: {note.text}" for note in decision.line_notes)])
