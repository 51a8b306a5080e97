"""`editreview stats`: figures of earlier runs, which each review and `apply` records."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

import click
from msgspec import Struct

from editreview.commands.tables import columns
from editreview.errors import UsageError
from editreview.headless import hand_over, say
from editreview.matching import Tier
from editreview.review import (
    BlockFigures,
    Review,
    RunFigures,
    Status,
    decode_figures,
    encode_figures,
    figures_of,
)
from editreview.settings import Config, options
from editreview.text import counted
from editreview.workspace import log_of_runs

_SCHEMA = 1
_RETRY_S = 3600
"""Seconds after a failed edit of a file in which the next edit of it is a retry."""
_WIDTH = 30
"""Cells of a bar."""
_DONE = frozenset({Status.APPLIED, Status.VALIDATED})


def record_run(
    review: Review, command: str, config: Config, *, model: str | None, no_stats: bool, id: str | None = None
) -> None:
    """Record the figures of a run; see `figures_of`. Never fails: a message says why nothing was recorded."""
    if no_stats or not config.stats.record:
        return
    try:
        figures = figures_of(review, command, model=model, id=id, with_paths=config.stats.paths)
        if figures.blocks or figures.malformed:
            log_of_runs().append(encode_figures(figures))
    except OSError as error:
        say(f"statistics are not recorded: {error.strerror} (--no-stats does without)")
    except Exception as error:
        # Nothing depends on them: a bug here must not turn a review that ended well into a failure.
        say(f"statistics are not recorded: {type(error).__name__}: {error} (--no-stats does without)")


@click.command(epilog="Example: editreview stats --by format")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--by",
    "by",
    type=click.Choice(["format", "path", "model", "day"]),
    help="Blocks by format, file, model or day. Paths are recorded only with `[stats] paths = true`.",
)
@click.option("--clear", is_flag=True, help="Delete all figures that were recorded.")
@options("debug")
def stats(as_json: bool, by: str | None, clear: bool) -> int:
    """Print how well edits were applied in earlier runs, beside the usual targets.

    Each review and `apply` records its figures in a file that only you can read. They are never sent
    anywhere, hold no text and, unless you want them, no paths; the oldest are dropped.
    """
    log = log_of_runs()
    try:
        if clear:
            log.clear()
            say("all figures deleted")
            return 0
        lines = list(log.lines())
    except OSError as error:
        raise UsageError(f"cannot {'delete' if clear else 'read'} the figures: {error.strerror}") from error
    runs = latest(run for line in lines if (run := decode_figures(line)) is not None)
    measures = measured(runs)
    groups = grouped(runs, by) if by is not None else []
    if as_json:
        hand_over(_as_json(runs, measures, groups, by).encode())
    elif not runs:
        say("no runs are recorded yet")
    else:
        hand_over(_as_text(runs, measures, groups, by).encode("utf-8", "surrogatepass"))
    return 0


def latest(runs: Iterable[RunFigures]) -> list[RunFigures]:
    """The runs, where of those of one saved review the last one stands for all."""
    found: dict[object, RunFigures] = {}
    for at, run in enumerate(runs):
        key: object = at if run.review is None else run.review
        earlier = found.pop(key, None)
        found[key] = run if earlier is None else _continued(earlier, run)
    return list(found.values())


def _continued(earlier: RunFigures, run: RunFigures) -> RunFigures:
    from msgspec.structs import replace

    return replace(
        run,
        model=run.model or earlier.model,
        decisions=earlier.decisions + run.decisions,
        decision_s=earlier.decision_s + run.decision_s,
    )


class Measure(Struct, frozen=True):
    """A share in percent, with its target."""

    name: str
    part: int
    """The number of what counts."""
    of: int
    """The number of all."""
    target: float
    """In percent."""
    is_limit: bool = False
    """True if the target is the most that there should be, and not the least."""

    @property
    def percent(self) -> float | None:
        """None if there is nothing to count."""
        return 100 * self.part / self.of if self.of else None

    @property
    def is_met(self) -> bool:
        value = self.percent
        return value is None or (value < self.target if self.is_limit else value > self.target)


def measured(runs: Sequence[RunFigures]) -> list[Measure]:
    """The figures that have a target."""
    edits = list(_edits(runs))
    first = [block for edit in edits if not edit.is_retry for block in edit.blocks]
    blocks = [block for run in runs for block in run.blocks]
    malformed = sum(run.malformed for run in runs)
    applied = [block for block in blocks if block.status in _DONE]
    failed = sum(run.malformed > 0 or any(_has_failed(block) for block in run.blocks) for run in runs)
    succeeded = sum(block.status in _DONE for block in first)
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
        Measure("output saved against whole files", saved, sum(run.file_lines for run in runs), 50),
    ]


def _has_failed(block: BlockFigures) -> bool:
    return block.status is Status.FAILED


class _Edit(Struct, frozen=True):
    """The blocks of one response for one file."""

    blocks: tuple[BlockFigures, ...]
    is_retry: bool
    """True if the edit of this file before failed, a short time ago."""


def _edits(runs: Sequence[RunFigures]) -> Iterator[_Edit]:
    failed_at: dict[str, int] = {}
    for run in sorted(runs, key=lambda run: run.at):
        files: dict[tuple[int, str], list[BlockFigures]] = defaultdict(list)
        for block in run.blocks:
            files[block.response, block.file].append(block)
        for (_, file), blocks in sorted(files.items(), key=lambda each: each[0]):
            yield _Edit(tuple(blocks), bool(file) and run.at - failed_at.pop(file, -_RETRY_S) < _RETRY_S)
            if any(map(_has_failed, blocks)):
                failed_at[file] = run.at


class GroupFigures(Struct, frozen=True):
    """Blocks of one format, file, model or day."""

    name: str
    blocks: int
    applied: int
    exact: int
    failed: int
    rejected: int


def grouped(runs: Sequence[RunFigures], by: str) -> list[GroupFigures]:
    """The blocks in groups: days in order, others the largest first."""
    blocks: dict[str, list[BlockFigures]] = defaultdict(list)
    for run in runs:
        for block in run.blocks:
            blocks[_NAMES[by](run, block)].append(block)
    groups = [
        GroupFigures(
            name,
            len(found),
            sum(block.status in _DONE for block in found),
            sum(block.status in _DONE and block.tier is Tier.EXACT for block in found),
            sum(map(_has_failed, found)),
            sum(block.status is Status.REJECTED for block in found),
        )
        for name, found in blocks.items()
    ]
    return sorted(groups, key=(lambda g: g.name) if by == "day" else (lambda g: (-g.blocks, g.name)))


_NAMES: dict[str, Callable[[RunFigures, BlockFigures], str]] = {
    "format": lambda run, block: block.format,
    "path": lambda run, block: run.paths.get(block.file, "(not recorded)"),
    "model": lambda run, block: run.model or "(not named)",
    "day": lambda run, block: time.strftime("%Y-%m-%d", time.localtime(run.at)),
}


def _as_json(
    runs: Sequence[RunFigures], measures: Sequence[Measure], groups: Sequence[GroupFigures], by: str | None
) -> str:
    data = {
        "schema": _SCHEMA,
        "runs": len(runs),
        "blocks": sum(len(run.blocks) for run in runs),
        "since": min((run.at for run in runs), default=None),
        "decisions": sum(run.decisions for run in runs),
        "seconds_per_decision": _seconds_per_decision(runs),
        "measures": [
            {
                "name": each.name,
                "percent": None if each.percent is None else round(each.percent, 1),
                "part": each.part,
                "of": each.of,
                "target": each.target,
                "target_is": "below" if each.is_limit else "above",
            }
            for each in measures
        ],
        "by": by,
        "groups": [{name: getattr(each, name) for name in each.__struct_fields__} for each in groups],
    }
    return json.dumps(data, indent=2) + "\n"


def _seconds_per_decision(runs: Sequence[RunFigures]) -> float | None:
    decisions, seconds = sum(run.decisions for run in runs), sum(run.decision_s for run in runs)
    return round(seconds / decisions, 1) if decisions else None


def _as_text(
    runs: Sequence[RunFigures], measures: Sequence[Measure], groups: Sequence[GroupFigures], by: str | None
) -> str:
    from editreview.tui.display import terminals_display

    signs = "#.|" if terminals_display(no_color=True, is_ascii=False).is_ascii else "█·│"
    since = time.strftime("%Y-%m-%d", time.localtime(min(run.at for run in runs)))
    blocks = counted(sum(len(run.blocks) for run in runs), "block")
    head = f"{counted(len(runs), 'run')}, {blocks} since {since}\n"
    if (seconds := _seconds_per_decision(runs)) is not None:
        head += f"{seconds} seconds per decision\n"
    rows = [
        (
            each.name,
            _percent(each.part, each.of),
            _bar(each.part, each.of, signs, each.target),
            f"target {'<' if each.is_limit else '>'} {each.target:g} %{'' if each.is_met else ', missed'}",
        )
        for each in measures
    ]
    text = f"{head}\n{columns(rows)}"
    if by is not None:
        table: list[tuple[str, ...]] = [(by, "blocks", "applied", "exact", "failed", "rejected", "")]
        for group in groups:
            exact = _percent(group.exact, group.applied)
            numbers = (group.blocks, group.applied, exact, group.failed, group.rejected)
            bar = _bar(group.applied, group.blocks, signs, measures[0].target)
            table.append((group.name, *(str(number).rjust(5) for number in numbers), bar))
        text += f"\n{columns(table)}"
    return text


def _percent(part: int, of: int) -> str:
    return f"{100 * part / of:4.0f} %" if of else "   -"


def _bar(part: int, of: int, signs: str, target: float) -> str:
    """A bar from 0 to 100 percent, with a line at the target."""
    full, empty, line = signs[0], signs[1], signs[2]
    filled = round(_WIDTH * part / of) if of else 0
    cells = [full] * filled + [empty] * (_WIDTH - filled)
    cells.insert(round(_WIDTH * target / 100), line)
    return "".join(cells)
