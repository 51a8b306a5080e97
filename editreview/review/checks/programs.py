"""Checks by other programs: findings in the files with the blocks, and a command on the tree with them.

The findings of language servers and commands that files have after the blocks and not before become warnings
of the blocks; what formatters write becomes a change of the new lines of each block, and of no others. All
files of a review are checked together, since code in one uses names of another.

A project command of the user runs in a temporary work tree; see `workspace.scratch`. If it fails with all
blocks and passes without any, a search finds the blocks to leave out: it adds groups of blocks that pass and
splits those that fail, always with the blocks that they depend on. Unlike delta debugging (Zeller and
Hildebrandt, 2002), which minimises a failing set, this does not blame a block that merely lacks another one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from editreview.alignment import kept_lines, line_opcodes
from editreview.errors import UsageError
from editreview.first_use import lazy_pattern
from editreview.processes import run_shell
from editreview.review.decisions import Decision, binds
from editreview.review.file_plan import FilePlan, line_in_diff
from editreview.review.proposal import Proposal, numbered
from editreview.review.user_edits import Excerpt, excerpt
from editreview.review.warnings import BlockWarning, WarningKind, WarningsOfBlocks
from editreview.text import Absent, Lines, counted, line_body, line_separator, split_lines
from editreview.workspace import scratch_tree

if TYPE_CHECKING:
    from editreview.language_servers import Diagnosis, Finding, Texts
    from editreview.review.review import Review

_MAX_WARNINGS = 5
"""The most findings of a block that become separate warnings."""
_NAMES_IN_FINDING = lazy_pattern(r"[`'\"“‘](\w[\w.]*)[`'\"”’]")


class Formatting(Struct, frozen=True):
    """The formatted text of a block."""

    begun: Excerpt
    """The text that it replaces."""
    text: str
    line: int
    """The first line that changes, 1-based in the text after the plan."""
    count: int
    """The number of new lines that change."""

    @property
    def mark(self) -> BlockWarning:
        message = f"the formatter would change {self.count} of its lines"
        return BlockWarning(WarningKind.FORMAT, message, self.line)


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
        return {path: text for plan, text in texts for path in (plan.path, plan.path_after)}

    @property
    def after(self) -> "Texts":
        """The text of each file afterwards."""
        return {plan.path_after: plan.after for plan in self.plans if not plan.is_removed}

    def warnings(self, diagnosis: "Diagnosis") -> list[tuple[FilePlan, WarningsOfBlocks]]:
        """Each plan with the warnings about its blocks."""
        return [(plan, warnings_of(plan, diagnosis.findings.get(plan.path_after, ()))) for plan in self.plans]

    def formattings(self, diagnosis: "Diagnosis") -> dict[str, dict[int, Formatting]]:
        """The formattings of blocks by number, by path of the plan."""
        formatted = diagnosis.formatted
        return {
            p.path: formattings(p, formatted[p.path_after]) for p in self.plans if p.path_after in formatted
        }


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
    return {number: tuple(_warnings_of_block(plan, number, each)) for number, each in found.items()}


def _warnings_of_block(plan: FilePlan, number: int, findings: "list[Finding]") -> list[BlockWarning]:
    listed = findings if len(findings) <= _MAX_WARNINGS else findings[: _MAX_WARNINGS - 1]
    proposal = next((p for p in plan.proposals if p.number == number), None)
    warnings = [_warning_about(plan, proposal, finding) for finding in listed]
    if more := len(findings) - len(listed):
        warnings.append(BlockWarning(WarningKind.DIAGNOSTIC, f"and {counted(more, 'more finding')}"))
    return warnings


def _warning_about(plan: FilePlan, proposal: Proposal | None, finding: "Finding") -> BlockWarning:
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
        names = _NAMES_IN_FINDING.findall(finding.message)
        members = dict.fromkeys(number for changed in self._changed for number in changed.members)
        for number in members if names else ():
            proposal = self._proposals.get(number)
            if proposal is not None and any(name in _text_touched(proposal) for name in names):
                return number
        return None


def _text_touched(proposal: Proposal) -> str:
    """All text that a block adds or removes."""
    base = "" if proposal.base is None else proposal.base.text
    return "\n".join(
        part for splice in proposal.change.splices for part in (base[splice.start : splice.end], splice.text)
    )


_Hunk = tuple[int, int, Sequence[str]]
"""The first line to replace, 0-based, the line after the last one, and the new lines without their ends."""


def formattings(plan: FilePlan, formatted: str) -> dict[int, Formatting]:
    """The formatting of each block whose new lines a formatter would change, by number.

    Args:
        plan: The plan of a file.
        formatted: The text after it, formatted.
    """
    separator = plan.index.lines.separator
    before, after = _bodies(plan.before.text, separator), _bodies(plan.after, separator)
    # Line ends of the formatter do not count.
    new = _bodies(formatted, line_separator(formatted))
    is_new = [False] * len(after)
    for _, _, first, end in line_opcodes(before, after):
        is_new[first:end] = [True] * (end - first)
    hunks: list[_Hunk] = []
    for hunk in _hunks(after, new):
        first, end, _ = hunk
        # An insertion counts if a line beside it is new.
        if all(is_new[first:end]) if end > first else any(is_new[max(first - 1, 0) : first + 1]):
            hunks.append(hunk)
    if not hunks:
        return {}
    blocks = [p for p in plan.proposals if p.number in plan.members and p.uncut is None]
    writers = _Writers(plan)
    found: dict[int, Formatting] = {}
    for proposal in reversed(blocks):
        # Of blocks that build on each other, the last one has the final lines.
        own = [hunk for hunk in hunks if writers.may_have_written(proposal.number, hunk)]
        formatting, used = _formatting(proposal, own, after) if own else (None, [])
        if formatting is not None:
            found[proposal.number] = formatting
            hunks = [hunk for hunk in hunks if hunk not in used]
    return found


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[_Hunk]:
    """The changes of a formatter, one for each line that keeps its letters and digits."""
    keys, new_keys = ([_key_of_line(line) for line in lines] for lines in (old, new))
    at = new_at = 0
    ends = (len(old), len(old), len(new), len(new))
    for first, end, new_first, new_end in [*line_opcodes(keys, new_keys), ends]:
        for nth in range(first - at):
            if old[at + nth] != new[new_at + nth]:
                yield at + nth, at + nth + 1, new[new_at + nth : new_at + nth + 1]
        if end > first or new_end > new_first:
            yield first, end, new[new_first:new_end]
        at, new_at = end, new_end


def _key_of_line(line: str) -> str:
    return _PUNCTUATION.sub("", line) or line.strip()


_PUNCTUATION = lazy_pattern(r"\W+")


class _Writers:
    """The blocks that wrote each line of the text after a plan."""

    def __init__(self, plan: FilePlan) -> None:
        lines = Lines(plan.after, plan.index.lines.separator)
        self._spans = [
            (lines.at(start), lines.at(max(end - 1, start)), members)
            for (start, end), members in plan.written_spans()
        ]

    def may_have_written(self, number: int, hunk: _Hunk) -> bool:
        first, end, _ = hunk
        # Inserted lines are next to lines of the block.
        return any(
            number in members and start <= max(first, end - 1) and first <= last + (first == end)
            for start, last, members in self._spans
        )


def _formatting(
    proposal: Proposal, hunks: Iterable[_Hunk], after: Sequence[str]
) -> tuple[Formatting | None, list[_Hunk]]:
    """The formatting of a block, and the hunks of it, out of those of the text after the plan."""
    begun = excerpt(proposal)
    if begun is None or proposal.base is None:
        return None, []
    separator = proposal.base.lines.separator
    whole = _bodies(proposal.whole.apply(proposal.base.text), separator)
    text = [line_body(line) for line in split_lines(begun.text, separator)]
    moved = kept_lines(after, whole)
    used: list[_Hunk] = []
    at_end = 0
    lines: list[str] = []
    for first, end, new in hunks:
        at = _position_of(moved, first, end, len(whole))
        if at is None or not begun.first + at_end <= at <= at + end - first <= begun.first + len(text):
            continue
        lines += [*text[at_end : at - begun.first], *new]
        at_end = at - begun.first + end - first
        used.append((first, end, new))
    if not used:
        return None, []
    lines += text[at_end:]
    count = sum(max(end - first, len(new)) for first, end, new in used)
    return Formatting(begun, "".join(f"{line}\n" for line in lines), used[0][0] + 1, count), used


def _position_of(moved: dict[int, int], first: int, end: int, length: int) -> int | None:
    """The index of some adjacent lines in a text; None if the text does not have them."""
    if first == end:
        above, below = moved.get(first - 1), moved.get(first)
        if above is not None:
            return above + 1
        return below if below is not None else (length if first == 0 == length else None)
    places = [moved.get(line) for line in range(first, end)]
    at = places[0]
    return at if at is not None and places == [*range(at, at + end - first)] else None


def _bodies(text: str, separator: str) -> list[str]:
    return [line_body(line) for line in split_lines(text, separator)]


_KEPT_LINES = 200
"""The most lines that are kept from the end of the output of a run."""


class ProjectCommand(Struct, frozen=True):
    """A command of the user whose exit status says if the whole tree is sound."""

    command: str
    share: tuple[str, ...] = ()
    """Ignored folders of the tree that it needs, such as `node_modules`."""


class RunOfCommand(Struct, frozen=True):
    """One run of the command."""

    status: int
    output: tuple[str, ...]
    """The last lines of its output."""

    @property
    def passes(self) -> bool:
        return self.status == 0


class ProjectResult(Struct, frozen=True):
    """The result of the command for a set of blocks."""

    command: str
    first: RunOfCommand
    """The run with all blocks."""
    breaking: frozenset[int] = frozenset()
    """The blocks without which it passes; empty if it passes, or fails without any block too."""
    fails_before: bool = False
    """True if it fails without any block too, so that it says nothing about them."""
    is_flaky: bool = False
    """True if it passed and failed on the same tree."""
    runs: int = 1
    is_cancelled: bool = False
    """True if the search was ended early; `breaking` is empty then."""

    @property
    def passes(self) -> bool:
        return self.first.passes

    @property
    def sentence(self) -> str:
        """The result as a sentence, without a full stop."""
        command = f"`{self.command}`"
        if self.passes:
            return f"{command} passes with the accepted blocks"
        if self.fails_before:
            return f"{command} fails without the blocks too, so it says nothing about them"
        if self.is_flaky:
            return f"{command} passes and fails on the same tree, so it says nothing about the blocks"
        if self.is_cancelled:
            return f"{command} fails with the accepted blocks; the search for the cause was stopped"
        return f"{command} fails with {numbered(self.breaking)} and passes without"


Contents = Callable[[Collection[int], Mapping[str, Decision]], Mapping[str, bytes | None]]
"""Returns the bytes of the changed files, by path, with some of the blocks that decisions accept."""


class _Cancelled(Exception):
    pass


class ProjectCheck:
    """Runs the command on sets of the accepted blocks of a review.

    Args:
        review: The review, with the blocks that are accepted now.
        command: The command.
        on_line: Called, on another thread, with each line of output.
        on_run: Called before each run with its number, from 1, and the number of blocks in the tree.
        is_cancelled: Called often; the search ends when it returns True.
        contents: Returns the files with some of the blocks; None for `Review.contents`.
    """

    def __init__(
        self,
        review: "Review",
        command: ProjectCommand,
        on_line: Callable[[str], None] = lambda _: None,
        on_run: Callable[[int, int], None] = lambda _, __: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        contents: Contents | None = None,
    ) -> None:
        self._review = review
        self._command = command
        self._on_line = on_line
        self._on_run = on_run
        self._is_cancelled = is_cancelled
        self._contents = contents or review.contents
        self._decisions = review.log.snapshot()
        accepted = review.accepted()
        self.blocks = [proposal.number for proposal in accepted]
        self._needs = {p.number: _blocks_needed(p, accepted) for p in accepted}
        self._runs = 0

    def result(self) -> ProjectResult | None:
        """Run the command, and if it fails, find the blocks that break it. None if no block is accepted.

        Raises:
            UsageError: The tree is not a git work tree.
            GitFailed: With git's own message.
            TreeError: The temporary tree cannot be made.
            OSError: The temporary tree cannot be written.
        """
        repository = self._review.workspace.repository
        if not self.blocks:
            return None
        if repository is None:
            raise UsageError("the project command needs a git repository: it runs in a copy of the tree")
        with scratch_tree(repository) as tree:
            tree.share(self._command.share)
            environment = {
                "PYTHONPATH": tree.python_path(),
                "PYTHONDONTWRITEBYTECODE": "1",
                "EDITREVIEW_ROOT": str(self._review.workspace.root.folder),
            }
            known: dict[frozenset[int], RunOfCommand] = {}

            def run(blocks: frozenset[int]) -> RunOfCommand:
                if blocks not in known:
                    self._runs += 1
                    self._on_run(self._runs, len(blocks))
                    tree.put(self._contents(blocks, self._decisions))
                    lines: list[str] = []

                    def hear(line: str) -> None:
                        lines.append(line)
                        del lines[:-_KEPT_LINES]
                        self._on_line(line)

                    status = run_shell(
                        self._command.command,
                        folder=tree.root,
                        environment=environment,
                        on_line=hear,
                        is_cancelled=self._is_cancelled,
                    )
                    if status is None:
                        raise _Cancelled
                    known[blocks] = RunOfCommand(status, tuple(lines))
                return known[blocks]

            every = frozenset(self.blocks)
            try:
                first = run(every)
            except _Cancelled:
                return ProjectResult(self._command.command, RunOfCommand(-1, ()), runs=1, is_cancelled=True)
            found = ProjectResult(self._command.command, first)
            if first.passes:
                return found
            try:
                return self._with_cause(found, run, known)
            except _Cancelled:
                return ProjectResult(self._command.command, first, runs=self._runs, is_cancelled=True)

    def _with_cause(
        self,
        found: ProjectResult,
        run: Callable[[frozenset[int]], RunOfCommand],
        known: dict[frozenset[int], RunOfCommand],
    ) -> ProjectResult:
        """The result of a failing command with the blocks that break it."""
        command, first = found.command, found.first
        if not run(frozenset()).passes:
            # Run it again: a flaky command may fail by chance.
            del known[frozenset()]
            is_flaky = run(frozenset()).passes
            return ProjectResult(
                command, first, fails_before=not is_flaky, is_flaky=is_flaky, runs=self._runs
            )
        left = leave_out(self.blocks, self._needs, lambda blocks: run(blocks).passes)
        return ProjectResult(command, first, left, is_flaky=not left, runs=self._runs)


def _blocks_needed(proposal: Proposal, accepted: Sequence[Proposal]) -> frozenset[int]:
    """The accepted blocks without which a block may not be applied."""
    group = proposal.block.group
    bound = {p.number for p in accepted if binds(p) and p.block.group == group and p is not proposal}
    return frozenset(bound.union(p.number for p in accepted if p.number in proposal.depends_on))


def leave_out(
    blocks: Sequence[int],
    needs: Mapping[int, Set[int]],
    passes: Callable[[frozenset[int]], bool],
) -> frozenset[int]:
    """The blocks to leave out so that the rest passes: few, but perhaps not the fewest.

    Args:
        blocks: The blocks in order. The command fails with all of them and passes without any.
        needs: The blocks that each one depends on.
        passes: Returns True if a set passes. With every block, the set has those that it needs.
    """
    kept: set[int] = set()
    left: list[int] = []

    def closed(group: Sequence[int]) -> set[int]:
        found, open_ = set(), list(group)
        while open_:
            block = open_.pop()
            if block not in found:
                found.add(block)
                open_ += needs.get(block, ())
        return found

    def add(group: Sequence[int], *, fails: bool) -> bool:
        """Keep the blocks of a group that pass; True if all do. `fails`: the group is known to fail."""
        trial = closed(group)
        if trial <= kept:
            return True
        if not fails and trial.isdisjoint(left) and passes(frozenset(kept | trial)):
            kept.update(trial)
            return True
        if len(group) == 1:
            left.append(group[0])
            return False
        middle = len(group) // 2
        is_first_kept = add(group[:middle], fails=False)
        add(group[middle:], fails=is_first_kept and trial.isdisjoint(left))
        return False

    add(blocks, fails=True)
    for block in left:
        # A block may only have lacked one that was added later.
        trial = closed([block])
        if not trial <= kept and len(kept | trial) < len(blocks) and passes(frozenset(kept | trial)):
            kept.update(trial)
    return frozenset(blocks) - kept
