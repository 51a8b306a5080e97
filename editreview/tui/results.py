"""What came of applying, as lines for people."""

from collections.abc import Iterator

from editreview.review import Status
from editreview.review.outcome import Left, Outcome, WrittenFile
from editreview.review.settling import numbered
from editreview.texts import counted
from editreview.tui import signs
from editreview.tui.widgets.lines import Part, wrapped

GOOD, TITLE, WARNING, DIM = "results--good", "results--title", "results--warning", "results--dim"
_SIGNS = {
    Status.REJECTED: signs.REJECTED,
    Status.FAILED: signs.FAILED,
    Status.SKIPPED: signs.DONE,
    Status.VALIDATED: signs.DONE,
}
_MOST = 3
"""Lines that a reason may take."""
_WIDEST = 60
"""Characters of a column."""


def results_lines(outcome: Outcome, width: int) -> list[list[Part]]:
    """The outcome in lines of at most `width` cells."""
    return [parts for part in _paragraphs(outcome) for parts in wrapped(part, width, _MOST)]


def _paragraphs(outcome: Outcome) -> Iterator[list[Part]]:
    yield [("", "")]
    staged = sum(file.is_staged for file in outcome.files)
    if outcome.files:
        where = f"{counted(outcome.blocks, 'block')} written to {counted(len(outcome.files), 'file')}"
        yield [(f" ✓ {where}", GOOD), (f", {staged} staged" if staged else ", nothing staged", GOOD)]
    else:
        yield [(" nothing was written", WARNING)]
    yield [("", "")]
    rows = [_columns(file) for file in outcome.files]
    widths = [min(max(map(len, column)), _WIDEST) for column in zip(*rows, strict=True)]
    for file, row in zip(outcome.files, rows, strict=True):
        yield _file(file, [text.ljust(width) for text, width in zip(row, widths, strict=True)])
    not_staged = [file for file in outcome.files if file.not_staged]
    if not_staged:
        yield from (_blank(), [(" Not staged", TITLE)])
        yield from ([(f"   {file.path}: {file.not_staged}", WARNING)] for file in not_staged)
    if outcome.left:
        yield from (_blank(), [(" Not applied", TITLE)])
        yield from map(_left, outcome.left)
    yield from (_blank(), *([(f" {sentence}", DIM)] for sentence in _what_next(outcome, staged)))


def _blank() -> list[Part]:
    return [("", "")]


def _columns(file: WrittenFile) -> tuple[str, str, str]:
    return file.path, f"+{file.additions} −{file.deletions}", numbered(file.blocks) if file.blocks else ""


def _file(file: WrittenFile, columns: list[str]) -> list[Part]:
    path, change, blocks = columns
    parts: list[Part] = [(f"   {file.letter}  {path}", ""), (f"   {change}", TITLE)]
    if not file.is_staged:
        return [*parts, (f"   {blocks.rstrip()}", DIM)]
    return [*parts, (f"   {blocks}", DIM), ("  ● staged", GOOD)]


def _left(left: Left) -> list[Part]:
    sign = _SIGNS.get(left.status, signs.OPEN)
    why = f": {left.why}" if left.why else ""
    return [
        (f"   {sign.glyph} {left.number}  {left.path}", ""),
        (f"   {left.status.replace('_', ' ')}{why}", DIM),
    ]


def _what_next(outcome: Outcome, staged: int) -> Iterator[str]:
    if outcome.for_model:
        yield f"Y copies {counted(outcome.for_model, 'block')} for the model, with why and the file's lines"
    if staged:
        yield "c commits what is staged"
    elif outcome.files:
        yield "S stages what was written"
    yield "P pastes the next answer · any other key goes back to the blocks"
