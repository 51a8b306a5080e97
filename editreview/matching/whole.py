"""A whole file's new text: a place that is all of it, of which only the lines that differ change."""

from editreview.alignment import change_lines, line_opcodes
from editreview.blocks import Interpretation
from editreview.matching.places import Place, Tier, whole_key
from editreview.matching.text import FileIndex
from editreview.texts import Change, Splice, line_body, line_end, split_lines


def whole(
    index: FileIndex, text: str, interpretation: Interpretation, final_newline: bool | None = None
) -> Place:
    """The place of a whole text.

    Lines that stay keep their ends; new lines take those of the lines that they replace, or else of
    the line above.

    Args:
        index: Of the file.
        text: The file's new text, with line feeds for line ends.
        interpretation: Of the block.
        final_newline: Whether the last line has a line end afterwards; None to leave that as it is. An
            empty or new file gets just the text.
    """
    lines = index.lines
    if not len(lines):
        change = Change((Splice(0, 0, text.replace("\n", index.line_end)),)) if text else Change()
    else:
        change = change_lines(lines, 0, len(lines), _new_lines(index, text))
        is_closed = bool(line_end(index.text[-2:])) if final_newline is None else final_newline
        change = change.ending(index.text, index.line_end if is_closed else "")
    return Place(
        key=whole_key(),
        interpretation=interpretation,
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
    ends = [line_end(line) or index.line_end for line in lines.slice(0, len(lines))]
    kept = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        made += lines.slice(kept, a1)
        near = ends[a1:a2] or ends[max(a1 - 1, 0) : max(a1, 1)]
        made += [body + near[min(nth, len(near) - 1)] for nth, body in enumerate(new[b1:b2])]
        kept = a2
    made += lines.slice(kept, len(lines))
    closed = [line if line_end(line) else line + index.line_end for line in made[:-1]]
    return [*closed, *made[-1:]]
