"""What came of applying, as lines for people."""

from collections.abc import Iterator

from editreview.review import Status
from editreview.review.outcome import Left, Outcome, WrittenFile
from editreview.review.settling import numbered
from editreview.texts import counted
from editreview.tui import signs
from editreview.tui.keymap import Keymap
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


def results_lines(outcome: Outcome, width: int, keys: Keymap) -> list[list[Part]]:
    """The outcome in lines of at most `width` cells."""
    return [parts for part in _paragraphs(outcome, keys) for parts in wrapped(part, width, _MOST)]


def _paragraphs(outcome: Outcome, keys: Keymap) -> Iterator[list[Part]]:
    yield [("", "")]
    staged = sum(file.is_staged for file in outcome.files)
    if outcome.files:
        where = f"{counted(outcome.blocks, 'block')} written to {counted(len(outcome.files), 'file')}"
        yield [(f" ✓ {where}", GOOD), (f", {staged} staged" if staged else ", nothing staged", GOOD)]
    else:
        yield [(" nothing was written", WARNING)]
    yield [("", "")]
    widest = max((len(file.path) for file in outcome.files), default=0)
    for file in outcome.files:
        yield _file(file, widest)
    not_staged = [file for file in outcome.files if file.not_staged]
    if not_staged:
        yield from (_blank(), [(" Not staged", TITLE)])
        yield from ([(f"   {file.path}: {file.not_staged}", WARNING)] for file in not_staged)
    if outcome.left:
        yield from (_blank(), [(" Not applied", TITLE)])
        yield from map(_left, outcome.left)
    yield from (_blank(), *([(f" {sentence}", DIM)] for sentence in _what_next(outcome, staged, keys)))


def _blank() -> list[Part]:
    return [("", "")]


def _file(file: WrittenFile, widest: int) -> list[Part]:
    staged: Part = ("  ● staged", GOOD) if file.is_staged else ("", "")
    return [
        (f"   {file.letter}  {file.path.ljust(min(widest, 60))}", ""),
        (f"   +{file.additions} −{file.deletions}", TITLE),
        (f"   {numbered(file.blocks)}" if file.blocks else "", DIM),
        staged,
    ]


def _left(left: Left) -> list[Part]:
    sign = _SIGNS.get(left.status, signs.OPEN)
    why = f": {left.why}" if left.why else ""
    return [
        (f"   {sign.glyph} {left.number}  {left.path}", ""),
        (f"   {left.status.replace('_', ' ')}{why}", DIM),
    ]


def _what_next(outcome: Outcome, staged: int, keys: Keymap) -> Iterator[str]:
    if outcome.for_model:
        copies, blocks = keys["do.feedback"], counted(outcome.for_model, "block")
        yield f"{copies} copies {blocks} for the model, with why and the file's lines"
    if staged:
        yield f"{keys['do.commit']} commits what is staged"
    elif outcome.files:
        yield f"{keys['do.stage']} stages what was written"
    yield f"{keys['do.paste']} pastes the next answer · any other key goes back to the blocks"
