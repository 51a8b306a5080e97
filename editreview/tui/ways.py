"""The way forward for each reason a block may fail with: one key, named in the hints and in the message."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from editreview.errors import Reason
from editreview.review import Proposal, Review, alternatives_of, near_windows, text_to_place

Condition = Callable[[Review, Proposal], bool]


def _always(review: Review, proposal: Proposal) -> bool:
    return True


def _has_candidates(review: Review, proposal: Proposal) -> bool:
    return bool(alternatives_of(review, proposal))


def _has_near_lines(review: Review, proposal: Proposal) -> bool:
    return bool(near_windows(review, proposal))


def _has_other_paths(review: Review, proposal: Proposal) -> bool:
    return bool(review.other_paths(proposal))


def _can_be_placed(review: Review, proposal: Proposal) -> bool:
    return proposal.base is not None and text_to_place(proposal.block.operation) is not None


class Way(Struct, frozen=True):
    """One way forward."""

    id: str
    """The action."""
    hint: str
    """Its word in the line of hints."""
    sentence: str
    """The effect of its key, for the message."""
    is_possible: Condition = _always


_ACCEPT = Way("block.accept", "accept", "accepts it", lambda review, proposal: proposal.is_ready)
_CHOOSE = Way("match.choose", "choose", "chooses a candidate", _has_candidates)
_OTHER_PATH = Way("match.choose", "other path", "sends it to the other path", _has_other_paths)
_SHOW_BLOCK = Way("match.choose", "other block", "goes to the other block", _has_candidates)
_USE_FILE = Way("match.choose", "use file", "uses the file that has its text", _has_candidates)
_FILE = Way("match.file", "other file", "chooses another file")
_FORCE = Way("match.force", "force", "forces it on the nearest lines", _has_near_lines)
_PLACE = Way("match.force", "place", "places it by hand", _can_be_placed)
_INCLUDE = Way("match.include", "include", "includes it")
_REREAD = Way("do.read", "reread", "reads the files again")
_SKIP = Way("move.waiting", "next undecided", "goes to the next undecided block")
_ASK = Way("do.feedback", "ask again", "copies it for the model")

_OTHER_FILE = (_ACCEPT, _FILE)
_BY_HAND = (_ACCEPT, _PLACE, _FILE, _ASK)
WAYS: Mapping[Reason, tuple[Way, ...]] = {
    Reason.UNDECIDED: (_ACCEPT, _SKIP),
    Reason.REJECTED: (_ACCEPT, _SKIP),
    Reason.INEXACT: (_ACCEPT, _SKIP),
    Reason.AMBIGUOUS: (_OTHER_PATH, _ACCEPT, _CHOOSE, _PLACE, _FILE),
    Reason.FUZZY: _BY_HAND,
    Reason.NOT_FOUND: (_ACCEPT, _FORCE, _USE_FILE, _PLACE, _FILE),
    Reason.ALREADY_APPLIED: (_ACCEPT, _SKIP),
    Reason.NO_CHANGE: (_ACCEPT, _SKIP),
    Reason.CONFLICT: (_ACCEPT, _SHOW_BLOCK, _PLACE, _ASK),
    Reason.DEPENDS_ON: (_ACCEPT, _SHOW_BLOCK, _PLACE, _ASK),
    Reason.FILE_MISSING: (_ACCEPT, _USE_FILE, _FILE),
    Reason.FILE_EXISTS: (_ACCEPT, _CHOOSE, _PLACE, _FILE),
    Reason.IS_DIRECTORY: _OTHER_FILE,
    Reason.OUTSIDE_ROOT: _OTHER_FILE,
    Reason.PROTECTED: _OTHER_FILE,
    Reason.BINARY: _OTHER_FILE,
    Reason.ENCODING: _OTHER_FILE,
    Reason.TOO_LARGE: _OTHER_FILE,
    Reason.BAD_LINE_NUMBER: _BY_HAND,
    Reason.PLACEHOLDER: _BY_HAND,
    Reason.SYNTAX_ERROR: _BY_HAND,
    Reason.WRITTEN_OUT: _BY_HAND,
    Reason.HIDDEN_CHARACTERS: _BY_HAND,
    Reason.BREAKS_COMMAND: _BY_HAND,
    Reason.SECRET: _BY_HAND,
    Reason.MALFORMED: _BY_HAND,
    Reason.INCOMPLETE: _BY_HAND,
    Reason.PART_OF_FILE: _BY_HAND,
    Reason.UNSEEN: _BY_HAND,
    Reason.CHANGED_ON_DISK: (_REREAD,),
    Reason.NOT_IN_CONTEXT: (_INCLUDE,),
    Reason.PERMISSION: (_ACCEPT, _FILE, _ASK),
    Reason.DENIED: _OTHER_FILE,
}
"""The ways forward by reason, the most useful first. The last one of each is always possible."""


def way_forward(review: Review, proposal: Proposal) -> Way | None:
    """The best way forward for a block that is not ready or withheld; None for others."""
    reason = proposal.reason or proposal.withheld
    if reason is None:
        return None
    return next((way for way in WAYS[reason] if way.is_possible(review, proposal)), WAYS[reason][-1])
