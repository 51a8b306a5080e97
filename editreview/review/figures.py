"""Figures of a run, for statistics: the outcome of each block, without any of its text."""

import json
import time
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from editreview.matching import Tier
from editreview.review.outcome import Status, status_of
from editreview.review.proposal import Proposal
from editreview.review.review import Review
from editreview.review.warnings import WarningKind

VERSION = 1
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
    blocks = tuple(_block(review, proposal, root) for proposal in proposals)
    plans = [plan for plan in review.outcomes() if not plan.is_removed]
    written = {number for plan in plans for number in plan.members}
    paths = {_digest(root, p.path): p.path for p in proposals if p.path is not None} if with_paths else {}
    pauses = () if command in _WITHOUT_SCREEN else review.log.pauses
    return RunFigures(
        VERSION,
        int(time.time()),
        command,
        blocks,
        len(review.problems),
        model or review.responses.model,
        id,
        sum(len(plan.after.splitlines()) for plan in plans),
        sum(_lines(p) for p in proposals if p.number in written),
        len(pauses),
        round(sum((min(pause, _MAX_PAUSE_S) for pause in pauses), 0.0), 1),
        paths,
    )


def _block(review: Review, proposal: Proposal, root: str) -> BlockFigures:
    block = proposal.block
    return BlockFigures(
        block.format,
        status_of(review, proposal),
        proposal.tier,
        proposal.strategy,
        _digest(root, proposal.path) if proposal.path is not None else "",
        review.responses.number_of(block),
        _lines(proposal),
        any(warning.kind is WarningKind.SYNTAX_ERROR for warning in proposal.warnings),
    )


def _lines(proposal: Proposal) -> int:
    first, last = proposal.block.lines
    return last - first + 1


def _digest(root: str, path: str) -> str:
    return sha256(f"{root}\0{path}".encode("utf-8", "surrogatepass")).hexdigest()[:8]


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
    return figures if figures.version == VERSION else None
