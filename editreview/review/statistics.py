"""Figures of runs, and statistics over many: shares with their targets, and blocks in groups.

The figures of a run are the outcome of each block, without any of its text.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from editreview.matching import Tier
from editreview.review.outcome import Status, status_of
from editreview.review.proposal import Proposal
from editreview.review.review import Review
from editreview.review.warnings import WarningKind
from editreview.text import sha256_of

GROUPINGS = ("format", "path", "model", "day")
"""The ways to group blocks."""
_RETRY_S = 3600
"""Seconds after a failed edit of a file in which the next edit of it is a retry."""
_OF_RUNS = frozenset({"model", "day"})
"""The groupings that keep the blocks of a run, and so its decisions, in one group."""
_VERSION = 1
_MAX_BLOCKS = 1_000
"""The most blocks of a run that are recorded, so that its line stays short."""
Time = Annotated[int, Meta(ge=0, le=253_402_000_000)]
"""Seconds since the epoch, about the end of the year 9999: later times have no date."""
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000_000)]
_MAX_PAUSE_S = 300.0
"""The most seconds that one decision counts: after a longer pause, the user was away."""
_WITHOUT_SCREEN = frozenset({"apply", "acp"})
"""Commands whose decisions are not made on screen."""


class BlockFigures(Struct, frozen=True, array_like=True):
    """A block."""

    format: str
    status: Status
    tier: Tier | None
    strategy: str | None
    file: str
    """A short digest of the root and the path, the same in every run; empty if it has no file."""
    response: Count
    """The number of its response, from 1."""
    lines: Count
    """Its lines in the response."""
    breaks_syntax: bool


class RunFigures(Struct, frozen=True, omit_defaults=True):
    """A run."""

    version: int
    at: Time
    """The time of its end."""
    command: str
    """`review`, `changes`, `agent`, `apply` or `acp`."""
    blocks: tuple[BlockFigures, ...] = ()
    malformed: Count = 0
    model: str | None = None
    review: str | None = None
    """The id of the saved review, if it was or will be resumed: only the last run of that id counts."""
    file_lines: Count = 0
    """Lines of the written files."""
    written_lines: Count = 0
    """Lines of the response that the blocks in these files take."""
    decisions: Count = 0
    decision_s: Seconds = 0.0
    """The sum of the seconds from decision to decision."""
    paths: dict[str, str] = {}
    """Paths relative to the root, by digest, if the user wants them recorded."""


def figures_of(
    review: Review, command: str, *, model: str | None, id: str | None, with_paths: bool
) -> RunFigures:
    """The figures of a review at its end.

    Args:
        review: The review. Offers are left out.
        command: The command that carried it out.
        model: The name of the model; None for the one that the response names, if any.
        id: The id of the saved review; None if it began and ended in this run.
        with_paths: Record the paths.
    """
    proposals = [p for p in review.proposals if not review.is_offer(p)][:_MAX_BLOCKS]
    root = str(review.workspace.root.folder)
    blocks = tuple(_figures_of_block(review, proposal, root) for proposal in proposals)
    plans = [plan for plan in review.outcomes() if not plan.is_removed]
    written = {number for plan in plans for number in plan.members}
    paths = (
        {_digest_of_path(root, p.path): p.path for p in proposals if p.path is not None} if with_paths else {}
    )
    pauses = () if command in _WITHOUT_SCREEN else review.log.pauses
    return RunFigures(
        _VERSION,
        int(time.time()),
        command,
        blocks,
        len(review.problems),
        model or review.responses.model,
        id,
        sum(len(plan.after.splitlines()) for plan in plans),
        sum(_line_count(p) for p in proposals if p.number in written),
        len(pauses),
        round(sum((min(pause, _MAX_PAUSE_S) for pause in pauses), 0.0), 1),
        paths,
    )


def _figures_of_block(review: Review, proposal: Proposal, root: str) -> BlockFigures:
    block = proposal.block
    return BlockFigures(
        block.format,
        status_of(review, proposal),
        proposal.tier,
        proposal.strategy,
        _digest_of_path(root, proposal.path) if proposal.path is not None else "",
        review.responses.number_of(block),
        _line_count(proposal),
        any(warning.kind is WarningKind.SYNTAX_ERROR for warning in proposal.warnings),
    )


def _line_count(proposal: Proposal) -> int:
    first, last = proposal.block.lines
    return last - first + 1


def _digest_of_path(root: str, path: str) -> str:
    return sha256_of(f"{root}\0{path}".encode("utf-8", "surrogatepass"))[:8]


def encode_figures(figures: RunFigures) -> bytes:
    """The figures as a line of JSON in ASCII."""
    return json.dumps(msgspec.to_builtins(figures), ensure_ascii=True, separators=(",", ":")).encode("ascii")


def decode_figures(line: bytes) -> RunFigures | None:
    """The figures in a line; None if it was cut short or damaged, or another version wrote it."""
    try:
        figures = msgspec.json.decode(line, type=RunFigures)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        try:
            # Unlike msgspec, it reads lone surrogates, which stand for bytes that are not UTF-8.
            figures = msgspec.convert(json.loads(line), RunFigures)
        except (ValueError, RecursionError):
            return None
    return figures if figures.version == _VERSION else None


class Measure(Struct, frozen=True):
    """A share in percent, with its target."""

    name: str
    part: int
    """The numerator."""
    of: int
    """The denominator."""
    target: float
    """In percent."""
    is_limit: bool = False
    """True if the target is a maximum, not a minimum."""
    best: float | None = None
    """The upper end of the target, in percent, if it is a range; else None."""

    @property
    def percent(self) -> float | None:
        """None if there is nothing to count."""
        return 100 * self.part / self.of if self.of else None

    @property
    def is_met(self) -> bool:
        value = self.percent
        return value is None or (value < self.target if self.is_limit else value > self.target)


class GroupFigures(Struct, frozen=True):
    """Blocks of one format, file, model or day."""

    name: str
    blocks: int
    applied: int
    exact: int
    failed: int
    rejected: int
    retries: int = 0
    """Edits of a file shortly after a failed edit of it."""
    decisions: int | None = None
    """The user's decisions; None if a decision may belong to several of these groups."""
    seconds_per_decision: float | None = None
    """None without a decision."""


class Statistics:
    """The figures of all runs. Those that take time are computed once, on first use.

    Args:
        runs: The runs, in the order in which they ended.
    """

    def __init__(self, runs: Sequence[RunFigures]) -> None:
        self.runs = runs
        self._groups: dict[str, list[GroupFigures]] = {}

    def compute(self) -> None:
        """Compute everything now."""
        _ = self.measures
        for by in GROUPINGS:
            self.groups(by)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return sum(len(run.blocks) for run in self.runs)

    @property
    def since(self) -> int | None:
        """The time of the first run, in seconds since the epoch; None without runs."""
        return min((run.at for run in self.runs), default=None)

    @property
    def decisions(self) -> int:
        """The number of the user's decisions on screen."""
        return sum(run.decisions for run in self.runs)

    @property
    def seconds_per_decision(self) -> float | None:
        """None without a decision."""
        return _per_decision(self.runs)

    @cached_property
    def measures(self) -> list[Measure]:
        """See `measured`."""
        return measured(self.runs)

    def groups(self, by: str) -> list[GroupFigures]:
        """See `grouped`."""
        if by not in self._groups:
            self._groups[by] = grouped(self.runs, by)
        return self._groups[by]


def statistics_of(lines: Iterable[bytes]) -> Statistics:
    """The statistics of a log of runs; lines that cannot be read are left out."""
    return Statistics(latest(run for line in lines if (run := decode_figures(line)) is not None))


def latest(runs: Iterable[RunFigures]) -> list[RunFigures]:
    """The runs; of those of one saved review only the last one."""
    found: dict[object, RunFigures] = {}
    for at, run in enumerate(runs):
        key: object = at if run.review is None else run.review
        earlier = found.pop(key, None)
        found[key] = run if earlier is None else _continued(earlier, run)
    return list(found.values())


def _continued(earlier: RunFigures, run: RunFigures) -> RunFigures:
    return replace(
        run,
        model=run.model or earlier.model,
        decisions=earlier.decisions + run.decisions,
        decision_s=earlier.decision_s + run.decision_s,
    )


def measured(runs: Sequence[RunFigures]) -> list[Measure]:
    """The figures that have a target."""
    edits = list(_edits(runs))
    first = [block for edit in edits if not edit.is_retry for block in edit.blocks]
    blocks = [block for run in runs for block in run.blocks]
    malformed = sum(run.malformed for run in runs)
    applied = [block for block in blocks if block.status.is_done]
    failed = sum(run.malformed > 0 or any(_has_failed(block) for block in run.blocks) for run in runs)
    succeeded = sum(block.status.is_done for block in first)
    tried = succeeded + sum(map(_has_failed, first)) + malformed
    saved = sum(run.file_lines - min(run.written_lines, run.file_lines) for run in runs)
    return [
        Measure("first-try success", succeeded, tried, 90),
        Measure("exact matches", sum(block.tier is Tier.EXACT for block in applied), len(applied), 70),
        Measure("runs with a failed edit", failed, len(runs), 10, is_limit=True),
        Measure(
            "files edited again after a failure", sum(e.is_retry for e in edits), len(edits), 5, is_limit=True
        ),
        Measure("syntax errors", sum(block.breaks_syntax for block in blocks), len(blocks), 2, is_limit=True),
        Measure("output saved against whole files", saved, sum(run.file_lines for run in runs), 50, best=70),
    ]


def _has_failed(block: BlockFigures) -> bool:
    return block.status is Status.FAILED


class _Edit(Struct, frozen=True):
    """The blocks of one response for one file."""

    run: RunFigures
    blocks: tuple[BlockFigures, ...]
    is_retry: bool
    """True if the edit before of this file failed shortly before."""


def _edits(runs: Sequence[RunFigures]) -> Iterator[_Edit]:
    failed_at: dict[str, int] = {}
    for run in sorted(runs, key=lambda run: run.at):
        files: dict[tuple[int, str], list[BlockFigures]] = defaultdict(list)
        for block in run.blocks:
            files[block.response, block.file].append(block)
        for (_, file), blocks in sorted(files.items(), key=lambda each: each[0]):
            is_retry = bool(file) and run.at - failed_at.pop(file, -_RETRY_S) < _RETRY_S
            yield _Edit(run, tuple(blocks), is_retry)
            if any(map(_has_failed, blocks)):
                failed_at[file] = run.at


def grouped(runs: Sequence[RunFigures], by: str) -> list[GroupFigures]:
    """The blocks in groups: days in order, other groups by size, the largest first."""
    name_of = _NAME_OF_GROUP[by]
    blocks: dict[str, list[BlockFigures]] = defaultdict(list)
    members: dict[str, list[RunFigures]] = defaultdict(list)
    retries: dict[str, int] = defaultdict(int)
    for run in runs:
        for block in run.blocks:
            blocks[name_of(run, block)].append(block)
        if by in _OF_RUNS and run.blocks:
            members[name_of(run, run.blocks[0])].append(run)
    for edit in _edits(runs):
        retries[name_of(edit.run, edit.blocks[0])] += edit.is_retry
    groups = [
        GroupFigures(
            name,
            len(found),
            sum(block.status.is_done for block in found),
            sum(block.status.is_done and block.tier is Tier.EXACT for block in found),
            sum(map(_has_failed, found)),
            sum(block.status is Status.REJECTED for block in found),
            retries[name],
            sum(run.decisions for run in members[name]) if by in _OF_RUNS else None,
            _per_decision(members[name]),
        )
        for name, found in blocks.items()
    ]
    return sorted(groups, key=(lambda g: g.name) if by == "day" else (lambda g: (-g.blocks, g.name)))


_NAME_OF_GROUP: dict[str, Callable[[RunFigures, BlockFigures], str]] = {
    "format": lambda run, block: block.format,
    "path": lambda run, block: run.paths.get(block.file, "(not recorded)"),
    "model": lambda run, block: run.model or "(not named)",
    "day": lambda run, block: time.strftime("%Y-%m-%d", time.localtime(run.at)),
}


def _per_decision(runs: Sequence[RunFigures]) -> float | None:
    decisions, seconds = sum(run.decisions for run in runs), sum(run.decision_s for run in runs)
    return round(seconds / decisions, 1) if decisions else None
