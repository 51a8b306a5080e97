"""Lays out the results page: the outcome of applying, or the text of a response without edits."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from editreview.review import (
    AcceptedFindings,
    MalformedBlock,
    NotApplied,
    Outcome,
    Status,
    WrittenFile,
    numbered,
)
from editreview.terminal import drawn_line
from editreview.text import counted
from editreview.tui import notes as notes_page
from editreview.tui import signs
from editreview.tui.keymap import Keymap
from editreview.tui.parts import Part, padded, wrapped

GOOD, TITLE, WARNING, DIM = "results--good", "results--title", "results--warning", "results--dim"
_SIGNS = {
    Status.REJECTED: signs.REJECTED,
    Status.FAILED: signs.FAILED,
    Status.SKIPPED: signs.DONE,
    Status.VALIDATED: signs.DONE,
    Status.NOT_IN_CONTEXT: signs.UNSEEN,
}
_MAX_REASON_LINES = 3
"""Lines that a reason may take."""
_MAX_WRAPPED_LINES = 40
"""Lines that one line of the response may take."""
_STYLES = {
    notes_page.TITLE: TITLE,
    notes_page.PROBLEM: WARNING,
    notes_page.COMMAND: TITLE,
    notes_page.DIM: DIM,
}
_HANG = 4
"""Cells by which the further lines of a paragraph are set in."""
_MAX_COLUMN = 60
"""Cells of a column."""


def results_lines(outcome: Outcome, width: int, keys: Keymap) -> list[list[Part]]:
    """The outcome in lines of at most `width` cells."""
    return [
        parts
        for part in _paragraphs(outcome, keys)
        for parts in wrapped(part, width, _MAX_REASON_LINES, _HANG)
    ]


def nothing_lines(notes: notes_page.Notes, text: Sequence[str], width: int, keys: Keymap) -> list[list[Part]]:
    """A response that is only text, in lines of at most `width` cells.

    Args:
        notes: Its commands.
        text: Its first lines, shown if it has none.
        width: At least 20.
        keys: The keymap in force.
    """
    ways = f" {keys['view.response']} shows it · {keys['quit']} quits"
    above = ([(" No edits found: the response is only text", WARNING)], [(ways, DIM)])
    lines = [
        _blank(),
        *(line for part in above for line in wrapped(part, width, _MAX_REASON_LINES)),
        _blank(),
    ]
    if notes:
        copies = f"{keys['view.notes']}, then {keys['notes.copy']}"
        found = (line.parts for line in notes_page.lines_of(notes, width, copies))
        return [*lines, *([(part, _STYLES.get(style, "")) for part, style in parts] for parts in found)]
    prose = (wrapped([(f" {line.rstrip()}", "")], width, _MAX_WRAPPED_LINES) for line in text)
    return [*lines, *(line for each in prose for line in each)]


def _paragraphs(outcome: Outcome, keys: Keymap) -> Iterator[list[Part]]:
    yield _blank()
    committed = sum(file.is_committed for file in outcome.files)
    staged = sum(file.is_staged for file in outcome.files) - committed
    if outcome.files:
        does = "kept in" if outcome.is_on_disk else "written to"
        where = f"{counted(outcome.blocks, 'block')} {does} {counted(len(outcome.files), 'file')}"
        ways = ((committed, "committed"), (staged, "staged"))
        outcomes = ", ".join(f"{count} {way}" for count, way in ways if count) or "nothing staged"
        yield [(f" ✓ {where}, {outcomes}", GOOD)]
    else:
        yield [(" Nothing was accepted" if outcome.is_on_disk else " Nothing was written", WARNING)]
    yield _blank()
    rows = [_columns(file) for file in outcome.files]
    widths = [min(max(map(cell_len, column)), _MAX_COLUMN) for column in zip(*rows, strict=True)]
    for file, row in zip(outcome.files, rows, strict=True):
        yield _file(file, [padded(text, width) for text, width in zip(row, widths, strict=True)])
    not_staged = [file for file in outcome.files if file.not_staged]
    if not_staged:
        yield from (_blank(), [(" Not staged", TITLE)])
        yield from ([(f"   {file.path}: {file.not_staged}", WARNING)] for file in not_staged)
    if outcome.findings:
        yield from (_blank(), [(" Accepted with a warning or a mark", TITLE)])
        yield from map(_findings, outcome.findings)
    if outcome.left:
        yield from (_blank(), [(" Not accepted" if outcome.is_on_disk else " Not applied", TITLE)])
        names = [(str(left.number), drawn_line(left.path)) for left in outcome.left]
        numbers, paths = (min(max(map(cell_len, column)), _MAX_COLUMN) for column in zip(*names, strict=True))
        yield from (_left(left, numbers, paths) for left in outcome.left)
    if outcome.malformed:
        yield from (_blank(), [(" Malformed", TITLE)])
        yield from (
            [(f"   {signs.FAILED.glyph} {drawn_line(each.path)}", ""), (f"   {_malformed(each)}", DIM)]
            for each in outcome.malformed
        )
    if outcome.offers:
        yield from (_blank(), [(" Offers not accepted", TITLE)])
        yield from (
            [(f"   {signs.OFFER.glyph} {each.number}  {drawn_line(each.path)}", ""), (f"   {each.why}", DIM)]
            for each in outcome.offers
        )
    yield from (_blank(), *([(f" {sentence}", DIM)] for sentence in _what_next(outcome, staged, keys)))


def _blank() -> list[Part]:
    return [("", "")]


def _columns(file: WrittenFile) -> tuple[str, str, str]:
    state = "● committed" if file.is_committed else "● staged" if file.is_staged else ""
    return drawn_line(file.path), f"+{file.additions} −{file.deletions}", state


def _file(file: WrittenFile, columns: list[str]) -> list[Part]:
    path, change, state = columns
    # The blocks last: only they can be many.
    blocks = numbered(file.blocks) if file.blocks else ""
    parts: list[Part] = [(f"   {file.letter}  {path}", ""), (f"   {change}", TITLE)]
    return [*parts, *([(f"   {state}", GOOD)] if state else []), (f"   {blocks}", DIM)]


def _findings(each: AcceptedFindings) -> list[Part]:
    return [(f"   {signs.findings_in_words(each)}", WARNING if each.warnings else "")]


def _left(left: NotApplied, number_width: int, path_width: int) -> list[Part]:
    name = f"{left.number:>{number_width}}  {padded(left.path, path_width)}"
    if left.is_ambiguous and left.status is Status.FAILED:
        return [(f"   {signs.SEVERAL.glyph} {name}", ""), (f"   {left.why}", DIM)]
    sign = _SIGNS.get(left.status, signs.OPEN)
    why = f": {left.why}" if left.why else ""
    return [(f"   {sign.glyph} {name}", ""), (f"   {left.status.replace('_', ' ')}{why}", DIM)]


def _malformed(block: MalformedBlock) -> str:
    return f"{block.message}: {drawn_line(block.text)}" if block.text else block.message


def _what_next(outcome: Outcome, staged: int, keys: Keymap) -> Iterator[str]:
    if outcome.for_model:
        copies, blocks = keys["do.feedback"], counted(outcome.for_model, "block")
        yield f"{copies} copies {blocks} for the model, with the reasons and the file's lines"
    if staged:
        yield f"{keys['do.commit']} commits the staged files"
    elif not all(file.is_committed for file in outcome.files):
        yield f"{keys['do.stage']} stages the written files"
    yield f"{keys['do.paste']} pastes the next response · any other key goes back to the blocks"
