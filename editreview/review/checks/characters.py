"""Characters that an edit brings into a file, and that its reader would not see or take for others."""

from collections import Counter
from collections.abc import Iterator

from editreview.characters import Disguised, disguised, named, strange_blanks, unseen
from editreview.review.checks.lines import new_line
from editreview.review.proposal import BlockWarning, Proposal, WarningKind
from editreview.text import Change

_BYTE_ORDER_MARK = "\ufeff"


def hidden_characters(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change brings hidden characters: more of one than in the lines it replaces."""
    base, change = proposal.base, proposal.change
    if base is None:
        return None
    added = list(_unseen_in_new(base.text, change))
    if not added:
        return None
    more = Counter(character for _, character in added) - Counter(_unseen_in_old(base.text, change))
    first = next(((at, character) for at, character in added if character in more), None)
    if first is None:
        return None
    at, character = first
    line = new_line(base, change, at)
    others = f" and {more.total() - 1} more invisible ones" if more.total() > 1 else ", which is invisible"
    message = f"adds {named(character)} in line {line}{others}"
    return BlockWarning(WarningKind.HIDDEN_CHARACTERS, message, line)


def hidden_in_path(proposal: Proposal) -> BlockWarning | None:
    """Warns that the path of a new file holds a hidden character."""
    path = (proposal.path_to or proposal.path or "") if proposal.creates or proposal.path_to else ""
    at = next(unseen(path), None)
    if at is None:
        return None
    message = f"its path holds {named(path[at])}, which is invisible"
    return BlockWarning(WarningKind.HIDDEN_CHARACTERS, message)


def confusable_characters(proposal: Proposal) -> BlockWarning | None:
    """Warns that the change, or the path of a new file, has a character that looks like another.

    Those are none that the file has already: a word as a whole, a blank by itself.
    """
    path = (proposal.path_to or proposal.path or "") if proposal.creates or proposal.path_to else ""
    for found in disguised(path):
        return BlockWarning(WarningKind.CONFUSABLE, f"in its path, {_disguise(found)}")
    base, change = proposal.base, proposal.change
    if base is None:
        return None
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        for found in disguised(splice.text):
            if found.word not in base.text:
                line = new_line(base, change, start + found.at)
                return BlockWarning(WarningKind.CONFUSABLE, f"{_disguise(found)}, in line {line}", line)
        for at in strange_blanks(splice.text):
            if splice.text[at] not in base.text:
                line = new_line(base, change, start + at)
                message = f"has an unusual space in line {line}: {named(splice.text[at])}"
                return BlockWarning(WarningKind.CONFUSABLE, message, line)
    return None


def _disguise(found: Disguised) -> str:
    return f"the {found.taken_for} in {found.word} is another letter: {named(found.letter)}"


def _unseen_in_new(text: str, change: Change) -> Iterator[tuple[int, str]]:
    """Hidden characters of the new text, with their offsets in the text after the change."""
    for splice, (start, _) in zip(change.splices, change.inserted(), strict=True):
        for at in _unseen_between(text, (splice.start, splice.end), splice.text):
            is_mark = start + at == 0 and splice.text[at] == _BYTE_ORDER_MARK
            if not is_mark:
                yield start + at, splice.text[at]


def _unseen_in_old(text: str, change: Change) -> Iterator[str]:
    for splice in change.splices:
        old = text[splice.start : splice.end]
        yield from (old[at] for at in _unseen_between(text, (splice.start, splice.end), old))


def _unseen_between(text: str, span: tuple[int, int], new: str) -> Iterator[int]:
    """Offsets of hidden characters in a text that stands at a span, as its neighbours make them."""
    # Where there is no neighbour, a line end is as good: nothing joins it.
    before, after = text[max(span[0] - 1, 0) : span[0]] or "\n", text[span[1] : span[1] + 1] or "\n"
    return (at - 1 for at in unseen(f"{before}{new}{after}") if 0 < at <= len(new))
