"""Earlier runs: `editreview sessions` and `editreview stats`.

`sessions` lists the saved and finished reviews of all trees, and resumes or deletes one. `stats` prints
figures, which each review and `apply` records.
"""

import json
import shutil
import time
from pathlib import Path

import click
from msgspec.structs import asdict

from editreview.errors import TreeError, UsageError
from editreview.options import OneOf, options
from editreview.review import (
    GROUPINGS,
    SavedSummary,
    Statistics,
    saved_review,
    saved_summaries,
    statistics_of,
)
from editreview.streams import columns, hand_over, is_terminal, say
from editreview.text import counted
from editreview.user_folders import home
from editreview.workspace import Workspace, log_of_runs, saved_reviews_everywhere

_GONE = "gone"
"""Instead of an ID: all reviews of trees that are gone."""
_UNKNOWN = "-"
"""Stands for a response without a name and a file."""


def _saved_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The IDs that complete the beginning of one."""
    found = saved_reviews_everywhere(Workspace.open())
    return [saved.id for _, saved in found if saved.id.startswith(incomplete)]


@click.command(epilog="Example: editreview sessions --resume 3f9a")
@click.option(
    "--resume",
    "resumed",
    metavar="ID",
    shell_complete=_saved_ids,
    help="Resume this review, in its own tree.",
)
@click.option(
    "--delete",
    "deleted",
    metavar="ID",
    multiple=True,
    shell_complete=_saved_ids,
    help="Delete this review; repeatable. `gone`: all those of trees that are gone.",
)
@options("root", "debug")
def sessions(resumed: str | None, deleted: tuple[str, ...], root: str | None) -> int:
    """List the saved and the finished reviews, the newest first.

    Those of all trees are listed, this one first, each with its response and the first file of that. An ID
    can be shortened to four characters. A finished review has nothing left to do and is resumed by its ID
    only. Reviews are deleted after 30 days, and all but the last 20 saved and 10 finished ones of a tree.
    """
    if resumed is not None and deleted:
        raise UsageError("--resume cannot be used with --delete")
    if resumed is not None:
        program = click.get_current_context().find_root()
        assert isinstance(program.command, click.Group)
        # As on a command line of its own, so that the environment counts.
        words = [f"--resume={resumed}", *([] if root is None else [f"--root={root}"])]
        review = program.command.commands["review"]
        with review.make_context("review", words, program) as context:
            return int(review.invoke(context))
    workspace = Workspace.open(None if root is None else Path(root))
    if deleted:
        gone = [each for each in saved_summaries(workspace) if each.is_gone] if _GONE in deleted else []
        _delete([*gone, *(saved_review(id, workspace) for id in deleted if id != _GONE)])
        return 0
    found = saved_summaries(workspace)
    tree = workspace.journal.tree
    listed = sorted(
        (each for each in found if not each.is_gone), key=lambda each: not each.root.is_relative_to(tree)
    )
    hand_over(columns([_saved_row(each) for each in listed]).encode("utf-8", "surrogateescape"))
    if len(listed) < len(found):
        hidden = counted(len(found) - len(listed), "review")
        say(f"not listed: {hidden} of trees that are gone; `sessions --delete {_GONE}` deletes them")
    elif not found:
        say("no saved or finished reviews")
    return 0


def _delete(reviews: list[SavedSummary]) -> None:
    """Delete saved reviews.

    Raises:
        UsageError: One is open in another run.
        TreeError: One cannot be deleted.
    """
    for each in reviews:
        try:
            is_free = each.saved.hold()
        except OSError as error:
            raise TreeError(f"the review {each.saved.id} cannot be deleted: {error.strerror}") from error
        if not is_free:
            raise UsageError(f"the review {each.saved.id} is open in another run: end it there first")
        each.saved.discard()
        say(f"deleted {each.saved.id} of {each.root}")


def _saved_row(each: SavedSummary) -> tuple[str, ...]:
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.saved.began_ms / 1000))
    decided = [
        f"{each.accepted} accepted" * bool(each.accepted),
        f"{each.rejected} rejected" * bool(each.rejected),
    ]
    blocks = "" if each.blocks is None else ", ".join([counted(each.blocks, "block"), *filter(None, decided)])
    return each.saved.id, began, _short_folder(each.root), each.subject or _UNKNOWN, blocks, each.state.value


def _short_folder(folder: Path) -> str:
    """A folder with `~` for the user's home."""
    if home() != Path("/") and folder.is_relative_to(home()):
        return str(Path("~") / folder.relative_to(home()))
    return str(folder)


_STATS_SCHEMA = 1
_STATS_WIDTH = 100
"""Cells of a line where there is no terminal."""


@click.command(epilog="Example: editreview stats --by format")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--by",
    "by",
    type=OneOf(GROUPINGS),
    help="Blocks by format, file, model or day. Paths are recorded only with `[stats] paths = true`.",
)
@click.option("--clear", is_flag=True, help="Delete all figures that were recorded.")
@options("debug")
def stats(as_json: bool, by: str | None, clear: bool) -> int:
    """Print how well edits were applied in earlier runs.

    The figures are shown with the usual targets. Each review and `apply` records its figures in a file that
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
        hand_over(_statistics_as_json(statistics, by).encode())
    elif not statistics.runs:
        say("no runs are recorded yet")
    else:
        hand_over(_statistics_as_text(statistics, by).encode("utf-8", "surrogatepass"))
    return 0


def _statistics_as_json(statistics: Statistics, by: str | None) -> str:
    groups = [] if by is None else statistics.groups(by)
    data = {
        "schema": _STATS_SCHEMA,
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


def _statistics_as_text(statistics: Statistics, by: str | None) -> str:
    from editreview.tui.charts import statistics_lines
    from editreview.tui.parts import terminals_display, ui_text, use_characters

    display = terminals_display(no_color=True, is_ascii=False)
    use_characters(is_ascii=display.is_ascii, escapes=display.escapes)
    width = shutil.get_terminal_size((_STATS_WIDTH, 24)).columns if is_terminal(1) else _STATS_WIDTH
    lines = statistics_lines(statistics, by, width)
    return "".join(f"{ui_text(''.join(text for text, _ in line)).rstrip()}\n" for line in lines)
