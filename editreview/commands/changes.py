"""`editreview changes`: a review of what is on disk already, as agents leave it; `editreview snapshot`."""

import re
import time

import click
from msgspec.structs import replace

from editreview.errors import UsageError
from editreview.headless import Outputs, record_run
from editreview.matching import Tier
from editreview.on_screen import Shown, agent_of, conclude, show_review
from editreview.options import options, source_of
from editreview.review import Review, diff_on_disk, keep_decisions
from editreview.settings import ReviewOptions
from editreview.streams import unnamed_file
from editreview.terminal import visible_line
from editreview.text import counted
from editreview.workspace import Comparison, Workspace, has_lost_snapshot, last_snapshot

_MAX_NAMED = 5
_COMMITTED = "; if the agent has committed, name the commit before: `editreview changes HEAD~1`"


@click.command(epilog="Example: editreview snapshot; your-agent; editreview changes")
@click.argument("base", required=False)
@options(
    "root",
    "accept",
    "allow",
    "config",
    "run",
    "lsp",
    "json",
    "diff",
    "feedback",
    "feedback_to",
    "layout",
    "theme",
    "color",
    "ascii",
    "model",
    "stats",
    "debug",
)
def changes(
    base: str | None,
    root: str | None,
    accept: str,
    allow: tuple[str, ...],
    config: str | None,
    run_command: str | None,
    uses_servers: bool,
    as_json: bool,
    diff: bool,
    feedback_file: str | None,
    feedback_command: str | None,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    model: str | None,
    no_stats: bool,
) -> int:
    """Review the changes of the tree since a commit.

    They may be those of an agent. BASE is the commit. Without it, the tree is compared with the snapshot of
    `editreview snapshot`, or with what is staged, or else with HEAD; untracked files are included. Accepted
    changes are staged, rejected ones are taken out of the files, and undecided ones stay as they are.
    """
    outputs = Outputs.of(as_json, diff, feedback_file)
    review_options = ReviewOptions.of(root=root, allow=allow, config=config, uses_servers=uses_servers)
    sentences: list[str] = []

    def opening() -> tuple[Review, int]:
        review, text, comparison = open_changes(review_options, base)
        sentences.extend(_sentences(comparison))
        return review, unnamed_file(text)

    shown = Shown(
        accept=Tier(accept),
        layout=layout,
        theme=theme,
        theme_option=source_of("theme", "--theme"),
        no_color=no_color,
        is_ascii=is_ascii,
        command=review_options.command(run_command),
        agent=agent_of(feedback_command, root),
    )
    _, ended = show_review(opening, review_options, shown)
    if ended.crash is None:
        record_run(ended.review, "changes", review_options.config, model=model, no_stats=no_stats)
    ended.messages += sentences
    return conclude(ended, outputs)


def open_changes(review_options: ReviewOptions, base: str | None) -> tuple[Review, str, Comparison]:
    """Open a review of what is on disk.

    Args:
        review_options: The options.
        base: A commit; None for the snapshot, the index, or HEAD.

    Returns:
        The review, the diff for it to read, and the comparison.

    Raises:
        UsageError: There is no repository, no such commit, or nothing to review.
    """
    review_options = replace(review_options, context=None, strip=(), uses_recorded=False)
    review = review_options.open()
    comparison = compared(review.workspace, base)
    text, trial = diff_on_disk(comparison, lambda: review_options.open(only_looks=True))
    if not text:
        is_plain = not (base or comparison.is_snapshot or comparison.left)
        hint = _COMMITTED if is_plain and review.workspace.head() else ""
        raise UsageError(
            " ".join([f"nothing differs from {comparison.name}{hint}.", *_sentences(comparison)])
        )
    review.compare_with(comparison)
    told = [f"compared with {comparison.name}", keep_decisions(review, trial), *_sentences(comparison)]
    review.opening_note = "; ".join(filter(None, told))
    return review, text, comparison


def compared(workspace: Workspace, base: str | None) -> Comparison:
    """Compare a tree with a commit; or else with the snapshot, what is staged, or HEAD.

    What is staged is taken as accepted; if nothing differs from it, all is compared with HEAD.

    Raises:
        UsageError: There is no repository, or no such commit.
    """
    if base is not None:
        return workspace.compare(base)
    repository = workspace.repository
    taken = None if repository is None else last_snapshot(repository)
    if taken is not None:
        at = time.strftime("%H:%M on %d %b", time.localtime(taken.time))
        return workspace.compare(taken.tree, f"the snapshot taken at {at}", is_snapshot=True)
    name = "what is staged"
    if repository is not None and has_lost_snapshot(repository):
        name = f"{name}, as the snapshot is more than 13 days old or gone"
    found = workspace.compare("", name)
    if repository is None or found.paths or found.left or not repository.staged():
        return found
    return workspace.compare("HEAD") if workspace.head() else found


def _sentences(comparison: Comparison) -> list[str]:
    """Say which files were left as they are, and why."""
    left = comparison.left
    named = [
        f"{path} ({re.sub(rf'^{re.escape(path)} ', 'it ', why)})"
        for path, why in list(left.items())[:_MAX_NAMED]
    ]
    sentences = (
        [f"left as {'they are' if len(left) > 1 else 'it is'}: {_listed(named, len(left))}"] if left else []
    )
    if modes := comparison.other_modes:
        sentences.append(f"permissions are left as they are: {_listed(modes[:_MAX_NAMED], len(modes))}")
    return sentences


def _listed(named: list[str], count: int) -> str:
    more = f" and {counted(count - len(named), 'more file')}" if count > len(named) else ""
    return f"{', '.join(map(visible_line, named))}{more}"
