"""What becomes of a file as such while its blocks are placed: written as a whole, moved, deleted."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Delete, Reading
from editreview.errors import Reason
from editreview.matching import Choice, FileIndex, Placement
from editreview.matching.whole import whole
from editreview.review.file_plan import Asked
from editreview.review.proposal import Proposal, Warning, WarningKind, failed, numbered
from editreview.review.taken import Component, Taken, members_of
from editreview.texts import Absent, Change, Snapshot, Splice, counted

_FENCED = "whole-file"
"""The format in which a part of a file looks like a whole one. The others write files on purpose."""
_FEWEST = 4
"""Lines of a file of which a part can be told from a new version."""
_FACTOR = 2
"""A file so many times as long as the text for it is no earlier version of that text."""
_SHARED = 3
"""A part of a file has at least one line in so many in common with it."""


class Ending(Struct, frozen=True):
    """What deletions and moves come to."""

    removed_by: int | None = None
    """The number of the block that deletes it."""
    path_to: str | None = None
    taken: tuple[int, ...] = ()
    """The numbers of the blocks that move or delete it."""

    def after(self, proposal: Proposal) -> "Ending":
        """With one more deletion or move."""
        taken = (*self.taken, proposal.number)
        if proposal.is_removal:
            return Ending(proposal.number, self.path_to, taken)
        return Ending(self.removed_by, proposal.path_to, taken)


class WholeFile:
    """A file after the blocks taken so far.

    Args:
        before: As it was read.
        index: Of its text.
        taken: The changes of its text so far; blocks taken here add to them.
    """

    def __init__(self, before: Snapshot | Absent, index: FileIndex, taken: Taken) -> None:
        self._before = before
        self._index = index
        self._taken = taken
        self.ending = Ending()

    def take(self, proposal: Proposal, base: Sequence[Component]) -> None:
        """Take one more block, which builds on `base`."""
        if proposal.is_removal or proposal.path_to is not None:
            self.ending = self.ending.after(proposal)
            return
        self.ending = replace(self.ending, removed_by=None)
        self._taken.join(proposal, base)

    @property
    def is_there(self) -> bool:
        """Whether there is a file."""
        is_file = isinstance(self._before, Snapshot) or bool(self._taken)
        return is_file and self.ending.removed_by is None

    def now(self) -> str:
        """Its text; empty if there is none."""
        return "" if self.ending.removed_by is not None else self._taken.now().apply(self._before.text)

    def missing(self, proposal: Proposal) -> Proposal:
        """A block that needs the file, where there is none."""
        path, by = self._before.path, self.ending.removed_by
        message = f"There is no file {path}" if by is None else f"block {by} deletes {path}"
        return failed(proposal, Reason.FILE_MISSING, message)

    def moved_off(self, asked: Asked) -> tuple[Reason, str] | None:
        """Why the file is not where a block expects it."""
        path, path_to = self._before.path, self.ending.path_to
        if asked.via is not None and asked.via not in self.ending.taken:
            return Reason.DEPENDS_ON, f"block {asked.via} brings the file there, and is not taken"
        if asked.via is None and path_to is not None:
            return Reason.CONFLICT, f"{numbered(self.ending.taken)} moves {path} to {path_to}"
        return None

    def written(
        self, proposal: Proposal, reading: Reading, *, creates: bool
    ) -> tuple[Proposal, list[Component]]:
        """A whole text: a new file, the text of an empty one, or another text for one that is there."""
        base = list(self._taken.components)
        twins = members_of(base)
        now, path, is_there = self.now(), self._before.path, self.is_there
        final = proposal.block.hints.final_newline
        if is_there and not whole(FileIndex(now), reading.replace, reading, final).change:
            same = f"same as {numbered(twins)}" if twins else f"{path} holds just this text"
            return failed(proposal, Reason.ALREADY_APPLIED, same), base
        if now and creates:
            by = f" (written by {numbered(twins)})" if twins else ""
            message = f"{path} exists and is not empty{by}: a new file has no place in it"
            return failed(proposal, Reason.FILE_EXISTS, message), base
        text = self._taken.text(base)
        place = whole(text, reading.replace, reading, final)
        if now:
            old, new = _filled_lines(now), _filled_lines(reading.replace)
            lost = (Counter(old) - Counter(new)).total()
            loses = f": {counted(lost, 'line')} of it would be lost" if lost else ""
            message = f"overwrites all of {path}, {counted(len(text.lines), 'line')}{loses}"
            proposal = proposal.warned(WarningKind.OVERWRITES, message)
            if proposal.block.format == _FENCED and (kind := _snippet(old, new)):
                message = f"has {counted(len(new), 'line')} where the file has {len(old)}, and {kind}"
                proposal = proposal.warned(WarningKind.SNIPPET, message)
            if proposal.block.is_named_in_comment:
                message = "only a comment in it names the file: it may just be shown"
                proposal = proposal.warned(WarningKind.NAMED_IN_COMMENT, message)
        return (
            replace(
                proposal,
                base=text,
                depends_on=tuple(sorted(twins)),
                creates=isinstance(self._before, Absent),
                placement=Placement(Choice.ONE_OF, (place,)),
                chosen=(place,),
                change=place.change,
            ),
            base,
        )

    def removed(self, proposal: Proposal, operation: Delete) -> Proposal:
        """A deletion; `operation` may quote the text that is to go."""
        place = whole(self._index, "", Reading("", ""))
        text = self._before.text
        change = Change((Splice(0, len(text), ""),)) if text else Change()
        proposal = proposal.warned(WarningKind.DELETES, f"deletes {self._before.path}")
        line = None if operation.shown is None else _first_unquoted(text, operation.shown)
        if line is not None:
            message = f"deletes lines that the diff does not show, the first at L{line}"
            unseen = Warning(WarningKind.UNSEEN, message, line, is_old=True)
            proposal = replace(proposal, warnings=(*proposal.warnings, unseen))
        return replace(
            proposal,
            is_removal=True,
            placement=Placement(Choice.ONE_OF, (place,)),
            chosen=(place,),
            change=change,
        )

    def moved(self, proposal: Proposal, asked: Asked) -> Proposal:
        """Another path for it; `asked` says which."""
        assert asked.target is not None
        if asked.target == (self.ending.path_to or self._before.path):
            return failed(proposal, Reason.NO_CHANGE, "it is there already")
        place = replace(whole(self._index, self._before.text, Reading("", "")), change=Change())
        proposal = proposal.warned(WarningKind.MOVES, f"moves {self._before.path} to {asked.target}")
        placement = Placement(Choice.ONE_OF, (place,))
        return replace(proposal, path_to=asked.target, placement=placement, chosen=(place,))


def _filled_lines(text: str) -> list[str]:
    """The lines that are not blank, without their indentation."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _snippet(old: Sequence[str], new: Sequence[str]) -> str | None:
    """Says in words that fenced lines are no new version of a file; None if they may be one.

    Args:
        old: The lines of the file that are not blank, stripped.
        new: Those in the fence.
    """
    if len(old) < _FEWEST or _FACTOR * len(new) > len(old):
        return None
    shared = len(set(old).intersection(new))
    return "reads like a part of it" if _SHARED * shared >= len(new) else "has little in common with it"


def _first_unquoted(text: str, quoted: str) -> int | None:
    """The first line of a text, 1-based, that is not quoted in order; whitespace at line ends aside."""
    left = iter(quoted.splitlines())
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not any(line.rstrip() == other.rstrip() for other in left):
            return number
    return None
