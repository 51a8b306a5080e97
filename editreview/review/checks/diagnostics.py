"""Warnings about what language servers and commands find in the files after the blocks and not before.

All files of a review are judged together, since code in one uses names of another.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from editreview.patterns import lazy_pattern
from editreview.review.checks.lines import line_in_diff
from editreview.review.file_plan import FilePlan
from editreview.review.formatting import Formatting, formattings
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind, WarningsOfBlocks
from editreview.text import Absent, Lines, counted

if TYPE_CHECKING:
    from editreview.language_servers import Diagnosis, Finding, Texts

_MAX_WARNINGS = 5
"""The most findings of a block that become separate warnings."""
_NAMES = lazy_pattern(r"[`'\"“‘](\w[\w.]*)[`'\"”’]")


class Checker(Protocol):
    """One or more programs that find faults in files."""

    def diagnose(self, before: "Texts", after: "Texts") -> "Diagnosis":
        """The new findings after a change. This may take long. A program that fails raises nothing."""

    def close(self, *, at_once: bool = False) -> None:
        """End all programs. After that, `diagnose` finds nothing."""


class Question(Struct, frozen=True, eq=False):
    """Plans whose files are checked together."""

    plans: tuple[FilePlan, ...]

    def is_about(self, plans: Sequence[FilePlan]) -> bool:
        """True if these are the same plans, unchanged."""
        return len(plans) == len(self.plans) and all(map(lambda a, b: a is b, self.plans, plans))

    @property
    def before(self) -> "Texts":
        """The text of each file on disk, by its current and its future path."""
        texts = ((plan, plan.before.text) for plan in self.plans if not isinstance(plan.before, Absent))
        return {path: text for plan, text in texts for path in (plan.path, _path(plan))}

    @property
    def after(self) -> "Texts":
        """The text of each file afterwards."""
        return {_path(plan): plan.after for plan in self.plans if not plan.is_removed}

    def warnings(self, diagnosis: "Diagnosis") -> list[tuple[FilePlan, WarningsOfBlocks]]:
        """Each plan with the warnings about its blocks."""
        return [(plan, warnings_of(plan, diagnosis.findings.get(_path(plan), ()))) for plan in self.plans]

    def formattings(self, diagnosis: "Diagnosis") -> dict[str, dict[int, Formatting]]:
        """The formattings of blocks by number, by path of the plan."""
        formatted = diagnosis.formatted
        return {p.path: formattings(p, formatted[_path(p)]) for p in self.plans if _path(p) in formatted}


def _path(plan: FilePlan) -> str:
    return plan.path_to or plan.path


def warnings_of(plan: FilePlan, findings: "Sequence[Finding]") -> WarningsOfBlocks:
    """The warnings about the blocks of a file.

    Args:
        plan: The plan of the file.
        findings: The findings about the text after it, most important first.
    """
    if not findings or not plan.change_groups:
        return {}
    blocks = _ChangedLines(plan)
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        for number in blocks.causes(finding):
            found.setdefault(number, []).append(finding)
    return {number: tuple(_warnings(plan, number, each)) for number, each in found.items()}


def _warnings(plan: FilePlan, number: int, findings: "list[Finding]") -> list[BlockWarning]:
    listed = findings if len(findings) <= _MAX_WARNINGS else findings[: _MAX_WARNINGS - 1]
    proposal = next((p for p in plan.proposals if p.number == number), None)
    warnings = [_warning(plan, proposal, finding) for finding in listed]
    if more := len(findings) - len(listed):
        warnings.append(BlockWarning(WarningKind.DIAGNOSTIC, f"and {counted(more, 'more finding')}"))
    return warnings


def _warning(plan: FilePlan, proposal: Proposal | None, finding: "Finding") -> BlockWarning:
    """The warning about a finding, with its line in the diff of the block."""
    name = " ".join(filter(None, (finding.source, finding.code)))
    text = f"{finding.message} ({name})" if name else finding.message
    if finding.line < 0:
        return BlockWarning(WarningKind.DIAGNOSTIC, text)
    line = None if proposal is None else line_in_diff(plan, proposal, finding.line)
    if line is None:
        # The diff of the block does not have the other blocks.
        message = f"line {finding.line + 1} with the other blocks: {text}"
        return BlockWarning(WarningKind.DIAGNOSTIC, message)
    return BlockWarning(WarningKind.DIAGNOSTIC, f"line {line + 1}: {text}", line + 1)


class _Changed(Struct, frozen=True):
    """Lines of the text after a plan, 0-based, that some blocks changed."""

    first: int
    last: int
    members: tuple[int, ...]


class _ChangedLines:
    """The lines that each block of a plan changed."""

    def __init__(self, plan: FilePlan) -> None:
        self._proposals = {p.number: p for p in plan.proposals}
        self._lines = Lines(plan.after)
        self._changed = [
            _Changed(self._lines.at(start), self._lines.at(max(end - 1, start)), members)
            for (start, end), members in plan.written_spans()
        ]

    def causes(self, finding: "Finding") -> Sequence[int]:
        """The numbers of the blocks that may cause a finding: one, or all if it is about the whole file.

        The block on whose line it is; else one that adds or removes the name that it quotes; else the nearest
        block above, or below.
        """
        line = finding.line
        for changed in self._changed:
            if changed.first <= line <= changed.last:
                return (self._step(changed.members, line),)
        named = self._naming(finding)
        if named is not None:
            return (named,)
        if line < 0:
            return sorted({number for changed in self._changed for number in changed.members})
        above = [changed for changed in self._changed if changed.last < line]
        nearest = max(above, key=lambda c: c.last) if above else min(self._changed, key=lambda c: c.first)
        return (nearest.members[-1],)

    def _step(self, members: tuple[int, ...], line: int) -> int:
        """Of blocks that build on each other, the last one that wrote a line."""
        text = self._lines[line].strip() if line < len(self._lines) else ""
        for number in reversed(members):
            proposal = self._proposals.get(number)
            if proposal is not None and any(text in splice.text for splice in proposal.change.splices):
                return number
        return members[-1]

    def _naming(self, finding: "Finding") -> int | None:
        """The first block that adds or removes a name that a finding quotes."""
        names = _NAMES.findall(finding.message)
        members = dict.fromkeys(number for changed in self._changed for number in changed.members)
        for number in members if names else ():
            proposal = self._proposals.get(number)
            if proposal is not None and any(name in _touched(proposal) for name in names):
                return number
        return None


def _touched(proposal: Proposal) -> str:
    """All text that a block adds or removes."""
    base = "" if proposal.base is None else proposal.base.text
    return "\n".join(
        part for splice in proposal.change.splices for part in (base[splice.start : splice.end], splice.text)
    )
