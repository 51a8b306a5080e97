"""`editreview changes`: a review of what is on disk already, as agents leave it; `editreview snapshot`."""

import os
from tempfile import TemporaryFile

import click
from msgspec.structs import replace

from editreview.commands.stats import record_run
from editreview.errors import UsageError
from editreview.headless import Outputs
from editreview.matching import Tier
from editreview.on_screen import Shown, conclude, show_review
from editreview.review import FileVersions, Review, diff_of
from editreview.settings import ReviewOptions, options
from editreview.text import counted
from editreview.workspace import Comparison, Workspace, compare

_MAX_NAMED = 5


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
    feedback_to: str | None,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    model: str | None,
    no_stats: bool,
) -> int:
    """Review what the tree has beside a commit, as an agent left it.

    BASE is a commit. Without it, the tree is compared with the snapshot that `editreview snapshot` took, or
    with what is staged, or else with HEAD; files that git does not track are included. Accepted changes are
    staged, rejected ones are taken out of the files, and what is undecided stays as it is.
    """
    outputs = Outputs.of(as_json, diff, feedback_to)
    review_options = ReviewOptions.of(root, (), None, (), (), (), config, None, allow, uses_servers)
    left: dict[str, str] = {}

    def opening() -> tuple[Review, int]:
        review, text, comparison = open_changes(review_options, base)
        left.update(comparison.left)
        return review, _descriptor(text)

    shown = Shown(
        accept=Tier(accept),
        layout=layout,
        theme=theme,
        no_color=no_color,
        is_ascii=is_ascii,
        command=review_options.command(run_command),
    )
    _, ended = show_review(opening, review_options, shown)
    if ended.crash is None:
        record_run(ended.review, "changes", review_options.config, model=model, no_stats=no_stats)
    ended.messages += _sentences(left)
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
    text = _diff(comparison)
    # Read once beforehand: a file whose blocks do not add up to what is on disk is left alone.
    trial = review_options.open(only_looks=True)
    trial.workspace.comparison = comparison
    trial.read(text)
    wrong = trial.not_as_on_disk()
    for path in wrong:
        reasons = (p.message for p in trial.proposals if p.path == path and p.message)
        comparison.leave(path, next(reasons, "its changes cannot be told apart"))
    text = _diff(comparison) if wrong else text
    if not text:
        raise UsageError(" ".join([f"nothing differs from {comparison.name}.", *_sentences(comparison.left)]))
    review.workspace.comparison = comparison
    return review, text, comparison


def compared(workspace: Workspace, base: str | None) -> Comparison:
    """Compare a tree with a commit, or else with the index, or if nothing differs from that with HEAD.

    Raises:
        UsageError: There is no repository, or no such commit.
    """
    repository = workspace.repository
    if repository is None:
        raise UsageError(
            f"{workspace.root.folder} is not in a git repository: there is nothing to compare with"
        )
    if base is not None:
        return compare(workspace.root, repository, base)
    found = compare(workspace.root, repository, "", "what is staged")
    if found.paths or found.left or not repository.staged():
        return found
    return compare(workspace.root, repository, "HEAD")


def _diff(comparison: Comparison) -> str:
    files = (FileVersions(path, comparison.before(path), comparison.now(path)) for path in comparison.paths)
    text, left = diff_of(files)
    for path, why in left.items():
        comparison.leave(path, why)
    return text


def _sentences(left: dict[str, str]) -> list[str]:
    """Say which files were left as they are, and why."""
    named = [f"{path} ({why})" for path, why in list(left.items())[:_MAX_NAMED]]
    more = len(left) - len(named)
    if not named:
        return []
    rest = f" and {counted(more, 'more file')}" if more else ""
    return [f"left as they are: {', '.join(named)}{rest}" if len(left) > 1 else f"left as it is: {named[0]}"]


def _descriptor(text: str) -> int:
    with TemporaryFile() as file:
        file.write(text.encode("utf-8", "surrogateescape"))
        file.seek(0)
        return os.dup(file.fileno())
