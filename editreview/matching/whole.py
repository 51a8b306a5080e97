"""A whole file's new text: a place that is all of it, of which only the lines that differ change."""

from editreview.alignment import change_lines, line_opcodes
from editreview.blocks import Reading
from editreview.matching.places import Place, Tier, whole_key
from editreview.matching.text import FileIndex
from editreview.texts import Change, Splice, line_body, line_end, split_lines


def whole(index: FileIndex, text: str, reading: Reading) -> Place:
    """The place of a whole text.

    Lines that stay keep their ends, and so does the last one if it stays; new lines take the
    end that the file's lines have.
    """
    lines = index.lines
    if not len(lines):
        change = Change((Splice(0, 0, text),)) if text else Change()
    else:
        change = change_lines(lines, 0, len(lines), _new_lines(index, text))
    return Place(
        key=whole_key(),
        reading=reading,
        span=(0, len(index.text)),
        lines=(1, len(lines)) if len(lines) else None,
        change=change,
        strategies=("exact",),
        tier=Tier.EXACT,
        score=1.0,
    )


def _new_lines(index: FileIndex, text: str) -> list[str]:
    lines, wanted = index.lines, split_lines(text, "\n")
    old, new = [line_body(line) for line in lines.slice(0, len(lines))], list(map(line_body, wanted))
    made: list[str] = []
    kept = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        made += lines.slice(kept, a1)
        made += [line_body(line) + (index.line_end if line_end(line) else "") for line in wanted[b1:b2]]
        kept = a2
    made += lines.slice(kept, len(lines))
    closed = [line if line_end(line) else line + index.line_end for line in made[:-1]]
    return [*closed, *made[-1:]]
