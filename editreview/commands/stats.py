"""`editreview stats`: figures of earlier runs, which each review and `apply` records."""

import json
import shutil

import click
from msgspec.structs import asdict

from editreview.errors import UsageError
from editreview.options import options
from editreview.review import (
    GROUPINGS,
    Statistics,
    statistics_of,
)
from editreview.streams import hand_over, is_terminal, say
from editreview.workspace import log_of_runs

_SCHEMA = 1
_WIDTH = 100
"""Cells of a line where there is no terminal."""


@click.command(epilog="Example: editreview stats --by format")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--by",
    "by",
    type=click.Choice(GROUPINGS),
    help="Blocks by format, file, model or day. Paths are recorded only with `[stats] paths = true`.",
)
@click.option("--clear", is_flag=True, help="Delete all figures that were recorded.")
@options("debug")
def stats(as_json: bool, by: str | None, clear: bool) -> int:
    """Print how well edits were applied in earlier runs.

    The figures are shown beside the usual targets. Each review and `apply` records its figures in a file that
    only you can read. They are never sent anywhere. They contain no text and, unless you want them, no
    paths; the oldest are dropped.
    """
    log = log_of_runs()
    try:
        if clear:
            log.clear()
            say("all figures deleted")
            return 0
        statistics = statistics_of(log.lines())
    except OSError as error:
        raise UsageError(
            f"cannot {'delete' if clear else 'read'} the figures in {log.folder}: {error.strerror}"
        ) from error
    if as_json:
        hand_over(_as_json(statistics, by).encode())
    elif not statistics.runs:
        say("no runs are recorded yet")
    else:
        hand_over(_as_text(statistics, by).encode("utf-8", "surrogatepass"))
    return 0


def _as_json(statistics: Statistics, by: str | None) -> str:
    groups = [] if by is None else statistics.groups(by)
    data = {
        "schema": _SCHEMA,
        "runs": len(statistics.runs),
        "blocks": statistics.blocks,
        "since": statistics.since,
        "decisions": statistics.decisions,
        "seconds_per_decision": statistics.seconds_per_decision,
        "measures": [
            {
                "name": each.name,
                "percent": None if each.percent is None else round(each.percent, 1),
                "part": each.part,
                "of": each.of,
                "target": each.target,
                "target_is": "below" if each.is_limit else "above",
                "best": each.best,
                "is_met": each.is_met,
            }
            for each in statistics.measures
        ],
        "by": by,
        "groups": [asdict(each) for each in groups],
    }
    return json.dumps(data, indent=2) + "\n"


def _as_text(statistics: Statistics, by: str | None) -> str:
    from editreview.tui import glyphs
    from editreview.tui.charts import statistics_lines
    from editreview.tui.display import terminals_display

    display = terminals_display(no_color=True, is_ascii=False)
    glyphs.use(is_ascii=display.is_ascii, escapes=display.escapes)
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if is_terminal(1) else _WIDTH
    lines = statistics_lines(statistics, by, width)
    return "".join(f"{glyphs.ui_text(''.join(text for text, _ in parts)).rstrip()}\n" for parts in lines)
