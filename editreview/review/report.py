"""The outcome of a review for programs: a report of every block, and the changes as a patch for `git apply`.

Format of the patch: git's unified diff with extended headers, see git-diff(1), "Generating patch text".
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from editreview.alignment import Alignment, Hunk
from editreview.blocks import LineRange, OfferKind, Problem
from editreview.errors import Detail, Reason
from editreview.matching import FileIndex, NearMatch, Nearness, Tier
from editreview.review.file_plan import ChangeKind, FilePlan
from editreview.review.outcome import Status, explain, status_of
from editreview.review.proposal import Proposal
from editreview.review.review import Review
from editreview.review.user_edits import notes_in_words
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import BYTE_ORDER_MARK, NO_CHANGE, Absent, Change, Codec, Lines, Splice, counted

REPORT_VERSION = 2

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Span: TypeAlias = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""The first and the last line: 1-based, inclusive, of the file before the run."""


class MatchReport(Struct, frozen=True):
    """A match of a block."""

    lines: Span | None
    """Its lines; null in a file that the run creates."""
    tier: Tier
    """`exact`, `tolerant` or `fuzzy`."""
    strategies: list[str]
    """The strategies that find it."""
    score: float
    """The likeness of its text to the block's, from 0 to 1."""
    label: str | None
    """Says what it does there; null if its lines say it."""


class WarningReport(Struct, frozen=True):
    """A reason to look before accepting a block."""

    kind: WarningKind
    """See the table of warnings."""
    message: str
    """The warning as a sentence."""
    lines: Span | None
    """The lines it is about, of the file with the block; null if it is about no line."""
    is_old: bool
    """`lines` are those of the file without the block."""


class RowsReport(Struct, frozen=True):
    """The part of a block that was accepted, in rows of its diff."""

    accepted: int
    """The rows that were accepted."""
    of: int
    """All rows of its diff."""


class DifferenceReport(Struct, frozen=True):
    """A line in which a near match differs from the block."""

    line: int | None
    """Its number in the file; null if the file has no such line."""
    expected: str | None
    """The line of the block."""
    found: str | None
    """The line of the file."""


class NearMatchReport(Struct, frozen=True):
    """The most similar lines for a block that has no match."""

    path: str | None
    """The file of the block."""
    lines: Span
    """The similar lines."""
    score: float
    """Their likeness to the block, from 0 to 1."""
    differences: list[DifferenceReport]
    """The lines that differ."""


class WindowReport(Struct, frozen=True):
    """Lines that are similar too."""

    path: str | None
    """The file of the block."""
    lines: Span
    """The similar lines."""
    score: float
    """Their likeness to the block, from 0 to 1."""


class ElsewhereReport(Struct, frozen=True):
    """A match of a block in another file than the one it names."""

    path: str
    """The other file."""
    lines: Span
    """The lines of the match."""


class BlockReport(Struct, frozen=True):
    """A block and its outcome."""

    index: int
    """The number of the block, from 1."""
    format: str
    """The format it is read as: `snippet` or `lazy` if it is only a part of its file."""
    operation: str
    """`replace`, `replace lines`, `insert`, `write`, `delete`, `move` or `rewrite`."""
    path: str | None
    """Relative to the root; null if the block names no file that may be edited."""
    path_written: str | None
    """The path as the response has it."""
    response_lines: Span
    """Its lines in the response."""
    status: Status
    """See the table of statuses."""
    tier: Tier | None
    """The most forgiving tier of the chosen matches."""
    strategy: str | None
    """The strategy of the first chosen match."""
    score: float | None
    """The score of the first chosen match."""
    lines: Span | None
    """The lines of the file from the first to the last chosen match."""
    matches: list[MatchReport]
    """Every match."""
    reason: Reason | None
    """See the table of reasons; null only if the block was applied, or would be."""
    detail: Detail | None
    """The cause of a missing match: see the table of details; null if it is not known or none of them."""
    message: str | None
    """The reason as a sentence, with the user's reason for a rejection; null only if `reason` is."""
    warnings: list[WarningReport]
    """The reasons to look before accepting it."""
    marks: list[WarningReport]
    """Remarks on what it adds and removes, which only inform."""
    rows: RowsReport | None
    """Null if all or none of the block was accepted."""
    edited: bool
    """The user edited its new text."""
    note: str | None
    """The user's note for the model."""
    depends_on: list[int]
    """The blocks that it builds on."""
    near_match: NearMatchReport | None
    """The most similar lines of its file, if it has no match."""
    other_near_matches: list[WindowReport]
    """The next most similar lines."""
    elsewhere: list[ElsewhereReport]
    """Matches in other files."""
    offer: OfferKind | UnsetType = UNSET
    """Of offers only: the kind of the offer, see the table of offers."""


class RepairReport(Struct, frozen=True):
    """The line that a malformed block lacks. A review adds it on request; it is never added by itself."""

    added: str
    """The line, without its end."""
    line: int
    """The line of the response before which it belongs."""


class ProblemReport(Struct, frozen=True):
    """A malformed block."""

    line: int
    """Its first line in the response."""
    path: str | None
    """The path as the response has it."""
    message: str
    """The reason why it cannot be read."""
    text: str
    """Its lines in the response."""
    repair: RepairReport | None
    """Null if it is not plain which line it lacks."""


class RootReport(Struct, frozen=True):
    """A beginning of absolute paths that was found to stand for the root."""

    prefix: str
    """The beginning, as the response writes it."""
    block: int
    """The number of the block whose text was found."""
    path: str
    """The file that has it."""


class CommandReport(Struct, frozen=True):
    """A command that the response wants to be run. It is never run."""

    lines: Span
    """Its lines in the response."""
    text: str
    """The command, of one line or several."""


class FileReport(Struct, frozen=True):
    """A file that was changed, or would be."""

    path: str
    """The path after the run."""
    path_from: str | None
    """The path before it was moved."""
    change: ChangeKind
    """`added`, `modified`, `deleted` or `renamed`."""
    additions: int
    """Lines added."""
    deletions: int
    """Lines removed."""
    applied: int
    """Blocks applied to it."""
    failed: int
    """Blocks on it that failed."""
    strategies: list[str]
    """The strategies of its applied blocks."""
    staged: bool
    """It was staged."""


class ReportData(Struct, frozen=True):
    """The report as programs read it."""

    schema: int
    """The version of these fields."""
    root: str
    """The folder that paths are relative to: always `.`."""
    dry_run: bool
    """Nothing was written, and accepted blocks count as `validated`."""
    counts: dict[str, int]
    """The number of `blocks`, and of those with each status."""
    strategies: dict[str, int]
    """Applied blocks by strategy, and `failed` ones."""
    blocks: list[BlockReport]
    """Every block, in the order of the response."""
    offers: list[BlockReport]
    """Edits that the response may not mean. Nothing above counts them."""
    commands: list[CommandReport]
    """Commands that the response wants to be run."""
    problems: list[ProblemReport]
    """Malformed blocks."""
    files: list[FileReport]
    """The files that were changed, or would be."""
    files_auto_added: list[str]
    """Files that the model edited without having seen them."""
    roots: list[RootReport]
    """Beginnings of absolute paths that were found to stand for the root."""


class Report(Struct, frozen=True):
    """The outcome of a review."""

    record: ReportData
    """The report with types: the same fields as attributes."""
    counts: Counter[Status]
    """Blocks by status."""
    blocks: int
    """All blocks."""
    problems: int
    """Malformed blocks."""
    files: int
    """Files that were, or would be, changed."""
    left: int
    """Blocks that should have been applied and were not."""
    dry_run: bool
    """Nothing was written."""
    offers: int = 0
    """Offers that were not accepted. Nothing else counts them."""
    accepted: int = 0
    """Undecided blocks that the user accepted, but that were not applied."""
    oddity: str | None = None
    """A reason why the response has no edits; None if it is text."""

    @property
    def data(self) -> "dict[str, Json]":
        """The report as JSON: see the reference for its fields."""
        data: dict[str, Json] = to_builtins(self.record)
        return data

    @property
    def exit_status(self) -> int:
        """0 if every block was applied, would be, or had nothing left to do; else 1."""
        return 1 if self.left or self.problems or not self.blocks else 0

    def summary(self) -> str:
        """One line for users."""
        if not self.blocks and not self.problems:
            offers = f", but {counted(self.offers, 'offer')} to look at in a review" if self.offers else ""
            return f"no edits found{offers}{f': {self.oddity}' if self.oddity and not offers else ''}"
        counts = self.counts - Counter({Status.UNDECIDED: self.accepted})
        parts = [f"{counts[status]} {status.replace('_', ' ')}" for status in Status if counts[status]]
        if self.accepted:
            parts.append(f"{self.accepted} accepted but not applied")
        if self.problems:
            parts.append(f"{self.problems} malformed")
        is_any_done = any(status.is_done for status in self.counts)
        where = f" in {counted(self.files, 'file')}" if is_any_done else ""
        return f"{counted(self.blocks, 'block')}: {', '.join(parts)}{where}"


def make_report(review: Review, *, dry_run: bool = False) -> Report:
    """The report of a review as it stands.

    Args:
        review: The review, after `write` or, in a dry run, `prepare`.
        dry_run: Count accepted blocks as validated.
    """
    review.not_found.of_all(review.proposals)
    statuses = {p.number: status_of(review, p, dry_run=dry_run) for p in review.proposals}
    offers = [p for p in review.proposals if review.is_offer(p)]
    proposals = [p for p in review.proposals if not review.is_offer(p)]
    counts = Counter(statuses[p.number] for p in proposals)
    failed = Counter(p.path for p in proposals if statuses[p.number] is Status.FAILED)
    files = [_file(review, plan, statuses, failed) for plan in review.outcomes(pending=dry_run)]
    strategies = Counter(_strategy(p, statuses[p.number]) for p in proposals)
    record = ReportData(
        schema=REPORT_VERSION,
        root=".",
        dry_run=dry_run,
        counts={"blocks": len(proposals), **{status.value: counts[status] for status in Status}},
        strategies={name: count for name, count in strategies.items() if name},
        blocks=[_block(review, p, statuses[p.number]) for p in proposals],
        offers=[_offer(review, p, statuses[p.number]) for p in offers],
        commands=[CommandReport(list(c.lines), c.text) for c in review.commands],
        problems=[_problem(problem) for problem in review.problems],
        files=files,
        files_auto_added=not_shown(review),
        roots=[RootReport(root.prefix, root.block, root.path) for root in review.roots],
    )
    accepted = sum(statuses[p.number] is Status.UNDECIDED for p in review.accepted())
    return Report(
        record,
        counts,
        len(proposals),
        len(review.problems),
        len(files),
        len(not_applied(review, dry_run=dry_run)),
        dry_run,
        len(offers),
        accepted,
        None if proposals or offers else review.responses.oddity,
    )


def not_applied(review: Review, *, dry_run: bool) -> list[int]:
    """The numbers of the blocks that should be applied and are not; in a dry run, that would not be."""
    blocks = (p for p in review.proposals if not (review.is_offer(p) or p.is_done_already))
    return [p.number for p in blocks if not status_of(review, p, dry_run=dry_run).is_done]


def not_shown(review: Review) -> list[str]:
    """The files that the model has to see first, because edits of them were not attempted."""
    deferred = (p for p in review.proposals if p.reason is Reason.NOT_IN_CONTEXT and not review.is_offer(p))
    return sorted({p.path for p in deferred if p.path})


def _strategy(proposal: Proposal, status: Status) -> str | None:
    if status.is_done:
        return proposal.strategy
    return "failed" if status is Status.FAILED else None


def _block(review: Review, proposal: Proposal, status: Status) -> BlockReport:
    block = proposal.block
    decision = review.decision(proposal)
    matches = proposal.candidates.matches if proposal.candidates else ()
    in_file = not proposal.depends_on
    absence = review.not_found.of(proposal)
    why = explain(review, proposal, status)
    near = Nearness() if absence is None else absence.near
    return BlockReport(
        index=block.number,
        format=block.format,
        operation=proposal.operation,
        path=proposal.path,
        path_written=block.path_written,
        response_lines=list(block.lines),
        status=status,
        tier=proposal.tier,
        strategy=proposal.strategy,
        score=proposal.chosen[0].score if proposal.chosen else None,
        lines=_span(proposal.lines if in_file else None),
        matches=[
            MatchReport(
                _span(match.lines if in_file else None),
                match.tier,
                list(match.strategies),
                match.score,
                match.label,
            )
            for match in matches
        ],
        reason=why.reason,
        detail=why.detail,
        message=why.message,
        warnings=[_warning(warning) for warning in proposal.warnings],
        marks=[_warning(mark) for mark in proposal.marks],
        rows=RowsReport(len(proposal.rows or ()), proposal.row_count) if proposal.is_part else None,
        edited=proposal.unedited is not None,
        note=notes_in_words(decision) or None,
        depends_on=list(proposal.depends_on),
        near_match=None if near.best is None else _near_match(proposal.path, near.best),
        other_near_matches=[
            WindowReport(proposal.path, list(window.lines), round(window.score, 3)) for window in near.others
        ],
        elsewhere=[
            ElsewhereReport(other.path, list(other.lines))
            for other in (() if absence is None else absence.elsewhere)
        ],
    )


def _offer(review: Review, proposal: Proposal, status: Status) -> BlockReport:
    """The report of an offer: the fields of a block, and its kind."""
    block = _block(review, proposal, status)
    offer = proposal.block.offer
    assert offer is not None
    return replace(block, offer=offer.kind)


def _problem(problem: Problem) -> ProblemReport:
    plain = problem.repair
    repair = None if plain is None else RepairReport(plain.added, plain.line)
    return ProblemReport(problem.line, problem.path_written, problem.message, problem.text, repair)


def _warning(warning: BlockWarning) -> WarningReport:
    lines = None if warning.line is None else [warning.line, warning.line]
    return WarningReport(warning.kind, warning.message, lines, warning.is_old)


def _span(lines: LineRange | None) -> Span | None:
    return list(lines) if lines else None


def _near_match(path: str | None, near: NearMatch) -> NearMatchReport:
    differences = [DifferenceReport(d.line, d.expected, d.found) for d in near.differences]
    return NearMatchReport(path, list(near.lines), round(near.score, 3), differences)


def _file(
    review: Review, plan: FilePlan, statuses: dict[int, Status], failed: Counter[str | None]
) -> FileReport:
    alignment = Alignment(plan.index.lines, plan.change)
    done = [proposal for proposal in plan.proposals if statuses[proposal.number].is_done]
    path = plan.path_after
    return FileReport(
        path=path,
        path_from=plan.path if plan.path_to else None,
        change=plan.kind,
        additions=alignment.additions,
        deletions=alignment.deletions,
        applied=len(done),
        failed=failed[plan.path],
        strategies=sorted({proposal.strategy for proposal in done if proposal.strategy}),
        staged=path in review.workspace.staged_ever,
    )


_CONTEXT = 3
_SPECIAL = {
    "\t": "\\t",
    "\n": "\\n",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\v": "\\v",
}


def make_patch(plans: Iterable[FilePlan], folder: str = "") -> bytes:
    """One patch of all files that can be in a text patch.

    Args:
        plans: The files before and after.
        folder: The path of the root, relative to the folder where the patch is applied: empty, or with a
            slash at its end.
    """
    return b"".join(
        _file_patch(each, folder)
        for plan in plans
        if can_be_patched(plan)
        for each in (*_replaced(plan), plan)
    )


def can_be_patched(plan: FilePlan) -> bool:
    """True if git can read the lines of a file, and of one that a move replaces: not in UTF-16 or UTF-32."""
    return all("\n".encode(each.before.codec.name) == b"\n" for each in (*_replaced(plan), plan))


def _replaced(plan: FilePlan) -> Iterator[FilePlan]:
    """The deletion of the file that a move replaces: git moves no file onto another one."""
    there = plan.replaced
    if there is not None:
        change = Change((Splice(0, len(there.text), ""),)) if there.text else NO_CHANGE
        yield FilePlan(there.path, there, FileIndex(there.text), (), frozenset(), change, is_removed=True)


def _file_patch(plan: FilePlan, folder: str) -> bytes:
    is_new = isinstance(plan.before, Absent)
    if is_new and plan.is_removed:
        return b""
    path_from, path_to = f"{folder}{plan.path}", f"{folder}{plan.path_after}"
    if is_new:
        path_from = path_to
    codec = plan.before.codec
    old, new = _quoted(f"a/{path_from}"), _quoted(f"b/{path_to}")
    head = [f"diff --git {old} {new}\n", *_extended_headers(plan, path_from, path_to)]
    body = b"".join(_hunks(_alignment(plan, codec), codec))
    if body:
        # Without a tab after it, the end of a name with a space is unknown.
        sides = [name + "\t" * (" " in name) for name in (old, new)]
        head.append(f"--- {'/dev/null' if is_new else sides[0]}\n")
        head.append(f"+++ {'/dev/null' if plan.is_removed else sides[1]}\n")
    return "".join(head).encode("utf-8", "surrogateescape") + body


def _extended_headers(plan: FilePlan, path_from: str, path_to: str) -> list[str]:
    """The extended header lines."""
    if isinstance(plan.before, Absent):
        # If the file has no lines, only the hash of nothing shows that the patch is complete.
        return ["new file mode 100644\n", *["index 0000000..e69de29\n"] * (not plan.after)]
    if plan.is_removed:
        is_executable = plan.before.mode & 0o100
        return [f"deleted file mode 100{'755' if is_executable else '644'}\n"]
    if path_from != path_to:
        return [f"rename from {_quoted(path_from)}\n", f"rename to {_quoted(path_to)}\n"]
    return []


def _alignment(plan: FilePlan, codec: Codec) -> Alignment:
    """As git sees the file: lines end at line feeds only, and a byte order mark is part of the first."""
    if not codec.bom:
        return Alignment(Lines(plan.before.text, "\n"), plan.change)
    moved = (Splice(s.start + 1, s.end + 1, s.text) for s in plan.change.splices)
    removed = [Splice(0, 1, "")] if plan.removes_mark else []
    return Alignment(Lines(BYTE_ORDER_MARK + plan.before.text, "\n"), Change((*removed, *moved)))


def _quoted(path: str) -> str:
    """A path as git writes it: with special characters, it is in quotes and has C escapes."""
    if all(32 <= ord(c) < 127 and c not in '"\\' for c in path):
        return path
    escaped = "".join(_SPECIAL.get(c) or (c if 32 <= ord(c) < 127 else _octal(c)) for c in path)
    return f'"{escaped}"'


def _octal(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


def _hunks(alignment: Alignment, codec: Codec) -> Iterator[bytes]:
    for group in _groups(alignment.hunks):
        top = max(group[0].old - _CONTEXT, 0)
        bottom = min(group[-1].old_end + _CONTEXT, len(alignment.lines))
        new_top = top + group[0].new - group[0].old
        lines: list[tuple[str, str]] = []
        at = top
        for hunk in group:
            lines += ((" ", alignment.lines[i]) for i in range(at, hunk.old))
            lines += (("-", alignment.lines[i]) for i in range(hunk.old, hunk.old_end))
            lines += (("+", line) for line in hunk.lines)
            at = hunk.old_end
        lines += ((" ", alignment.lines[i]) for i in range(at, bottom))
        removed = sum(1 for sign, _ in lines if sign != "+")
        added = sum(1 for sign, _ in lines if sign != "-")
        yield f"@@ -{_hunk_range(top, removed)} +{_hunk_range(new_top, added)} @@\n".encode()
        for sign, line in lines:
            yield sign.encode() + _encoded(line, codec)


def _groups(hunks: tuple[Hunk, ...]) -> list[list[Hunk]]:
    groups: list[list[Hunk]] = []
    for hunk in hunks:
        if groups and hunk.old - groups[-1][-1].old_end <= 2 * _CONTEXT:
            groups[-1].append(hunk)
        else:
            groups.append([hunk])
    return groups


def _hunk_range(first: int, count: int) -> str:
    start = first + 1 if count else first
    return str(start) if count == 1 else f"{start},{count}"


def _encoded(line: str, codec: Codec) -> bytes:
    data = line.encode(codec.name, "surrogateescape")
    return data if line.endswith("\n") else data + b"\n\\ No newline at end of file\n"
