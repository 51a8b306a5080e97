"""Finds syntax errors that edits introduce: the file could be parsed before, and cannot be afterwards.

The blocks of a file are checked together, because one may close a bracket that another one opens. Parsers may
be older than the code, and templates are not code yet, so one error alone is not always enough: Python has to
fail in both parsers used here, a text that had errors before must also lose the balance of its brackets, and
in a long file of C or C++ the changed function is checked alone.
"""

from collections.abc import Callable, Iterable, Sequence

from editreview.grammars import NotRead, at_most
from editreview.review.checks.syntax.dialects import Dialect, dialect_of
from editreview.review.checks.syntax.parsed import NewError, ParsedText, new_error
from editreview.review.file_plan import ChangeGroup, FilePlan, joint, line_in_diff
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind

_LIMIT_S = 3.0
"""The most seconds of parsing for one file, including the search for the line and for the block to blame."""

_Judge = Callable[[str], NewError | None]
"""Returns the syntax error of a text if the file did not have one; else None. Raises `NotRead`."""


def broken_syntax(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that introduce a syntax error, or mark those that could not be checked.

    Args:
        plan: The plan of a file.
    """
    dialect = dialect_of(plan.path_to or plan.path)
    if dialect is None or plan.is_removed or not plan.change_groups:
        return {}
    with at_most(_LIMIT_S):
        judge = _judge(plan.before.text, dialect)
        try:
            error = judge(plan.after)
        except NotRead as reason:
            mark = BlockWarning(WarningKind.NOT_CHECKED, f"syntax not checked: {reason}")
            return dict.fromkeys(sorted(plan.members), mark)
        if error is None:
            return {}
        blamed = _to_blame(plan, judge, dialect)
        return {p.number: _warning(plan, p, error) for p in plan.proposals if p.number in blamed}


def _warning(plan: FilePlan, proposal: Proposal, error: NewError) -> BlockWarning:
    """The warning about a block, with the line in its diff."""
    line = line_in_diff(plan, proposal, error.line - 1)
    where = f"line {error.line} with the other blocks" if line is None else f"line {line + 1}"
    message = f"introduces a syntax error: {where}{error.description}"
    return BlockWarning(WarningKind.SYNTAX_ERROR, message, None if line is None else line + 1)


def _judge(before: str, dialect: Dialect) -> _Judge:
    was = ParsedText(before, dialect) if before.strip() else None
    return lambda text: new_error(was, ParsedText(text, dialect))


def _to_blame(plan: FilePlan, judge: _Judge, dialect: Dialect) -> list[int]:
    """The blocks without which there is no error, else those that introduce it alone, else all."""

    def is_broken(groups: Iterable[ChangeGroup]) -> bool:
        try:
            return judge(joint(list(groups)).apply(plan.before.text)) is not None
        except NotRead:
            return True

    parts: list[Sequence[ChangeGroup]] = [plan.change_groups]
    while any(len(part) > 1 for part in parts):
        halves = [half for part in parts for half in _halves(part)]
        mending = [half for half in halves if not is_broken(c for c in plan.change_groups if c not in half)]
        blamed = mending or [half for half in halves if is_broken(half)]
        if not blamed:
            break
        parts = blamed
    return [
        number
        for part in parts
        for group in part
        for number in _steps_to_blame(plan.proposals, group, dialect)
    ]


def _halves(group: Sequence[ChangeGroup]) -> list[Sequence[ChangeGroup]]:
    middle = (len(group) + 1) // 2
    return [half for half in (group[:middle], group[middle:]) if half]


def _steps_to_blame(proposals: Sequence[Proposal], group: ChangeGroup, dialect: Dialect) -> Iterable[int]:
    """Of blocks that build on each other, those that introduce an error in their base."""
    steps = [p for p in proposals if p.number in group.members and p.base is not None]
    if len(steps) == 1:
        return group.members
    try:
        blamed = [
            p.number for p in steps if p.base and _judge(p.base.text, dialect)(p.change.apply(p.base.text))
        ]
    except NotRead:
        return group.members
    return blamed or group.members
