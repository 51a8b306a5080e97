"""Changes that are on disk already: `editreview changes`, `editreview snapshot` and `editreview diff`.

`changes` reviews what agents leave there. `snapshot` remembers the files as they are before an agent runs.
`diff` shows two versions of files in the view of a review, or as a patch without a terminal.
"""

import re
import time
from pathlib import Path

import click
from msgspec.structs import replace

from editreview.errors import TreeError, UsageError
from editreview.headless import Outputs, record_run
from editreview.matching import Tier
from editreview.on_screen import ScreenOptions, agent_of, conclude, show_review
from editreview.options import options, source_of
from editreview.review import DiffLayout, Review, diff_on_disk, keep_decisions
from editreview.settings import ReviewOptions, read_config
from editreview.streams import hand_over, is_terminal, say, unnamed_file
from editreview.terminal import take_over, visible_line
from editreview.text import counted
from editreview.workspace import (
    Comparison,
    VersionDiff,
    Workspace,
    current_folder,
    drop_snapshot,
    has_lost_snapshot,
    last_snapshot,
    take_snapshot,
)

_MAX_NAMED_FILES = 5
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
    "no_color",
    "ascii",
    "model",
    "no_stats",
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
    changes are staged, rejected ones are reverted in the files, and undecided ones stay as they are.
    """
    outputs = Outputs.of(as_json, diff, feedback_file)
    review_options = ReviewOptions.of(root=root, allow=allow, config=config, uses_servers=uses_servers)
    sentences: list[str] = []

    def opening() -> tuple[Review, int]:
        review, text, comparison = open_changes(review_options, base)
        sentences.extend(_sentences(comparison))
        return review, unnamed_file(text)

    screen = ScreenOptions(
        accept=Tier(accept),
        layout=layout,
        theme=theme,
        theme_option=source_of("theme", "--theme"),
        no_color=no_color,
        is_ascii=is_ascii,
        command=review_options.command(run_command),
        agent=agent_of(feedback_command, root),
        otherwise="`git diff` shows the changes.",
    )
    _, ended = show_review(opening, review_options, screen)
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
    sentences = [f"compared with {comparison.name}", keep_decisions(review, trial), *_sentences(comparison)]
    review.opening_note = "; ".join(filter(None, sentences))
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
    snapshot = None if repository is None else last_snapshot(repository)
    if snapshot is not None:
        at = time.strftime("%H:%M on %d %b", time.localtime(snapshot.time))
        return workspace.compare(snapshot.tree, f"the snapshot taken at {at}", is_snapshot=True)
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
        for path, why in list(left.items())[:_MAX_NAMED_FILES]
    ]
    sentences = (
        [f"left as {'they are' if len(left) > 1 else 'it is'}: {_listed(named, len(left))}"] if left else []
    )
    if modes := comparison.other_modes:
        sentences.append(f"permissions are left as they are: {_listed(modes[:_MAX_NAMED_FILES], len(modes))}")
    return sentences


def _listed(named: list[str], count: int) -> str:
    more = f" and {counted(count - len(named), 'more file')}" if count > len(named) else ""
    return f"{', '.join(map(visible_line, named))}{more}"


@click.command(epilog="Example: editreview snapshot; your-agent; editreview changes")
@click.option("--drop", "drops", is_flag=True, help="Forget the snapshot that was taken last.")
@options("root", "debug")
def snapshot(drops: bool, root: str | None) -> int:
    """Remember the files as they are, before an agent runs.

    `editreview changes` compares with them. Files that git does not track are included. The snapshot stays
    until the next one, at most 13 days, and follows what you accept. The index and the branches stay as
    they are.
    """
    workspace = Workspace.open(None if root is None else Path(root))
    repository = workspace.repository
    if repository is None:
        raise UsageError(f"{workspace.root.folder} is not in a git repository, which a snapshot needs")
    try:
        if drops:
            say("the snapshot is forgotten" if drop_snapshot(repository) else "there was no snapshot")
            return 0
        take_snapshot(repository)
    except OSError as error:
        raise TreeError(f"the snapshot cannot be stored: {error.strerror}") from error
    say("snapshot taken: run the agent, then `editreview changes`")
    return 0


_PATHS_GIVEN = "paths"


class _SeparatingCommand(click.Command):
    """Keeps what follows `--`, which click would join with what is before it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[_PATHS_GIVEN] = args[at + 1 :]
        return super().parse_args(ctx, args[:at])


@click.command(cls=_SeparatingCommand, epilog="Example: editreview diff main HEAD -- src")
@click.argument("names", nargs=-1, metavar="[A] [B] [-- PATH …]", type=click.Path())
@click.option("--staged", "--cached", "is_staged", is_flag=True, help="Compare with what is staged.")
@options("layout", "theme", "no_color", "ascii", "config", "debug")
def diff(
    names: tuple[str, ...],
    is_staged: bool,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    config: str | None,
) -> int:
    """Show how two versions differ, in the view of a review.

    Nothing can be changed there. A and B are commits, or two files or folders. With one commit, the other
    version is the work tree; with none, what is not staged is shown, as `git diff` does. Without a terminal
    to print to, prints a patch.
    """
    context = click.get_current_context()
    paths: list[str] = context.meta[_PATHS_GIVEN]
    configured, source = read_config(config)
    comparison = VersionDiff.of_versions(current_folder(), names, paths, is_staged=is_staged)
    if not is_terminal(1):
        hand_over(comparison.patch())
        return 0
    if not comparison.files:
        say("no differences")
        return 0
    with take_over("Piped into another program, `editreview diff` prints a patch."):
        from editreview.tui.comparing import run_comparison
        from editreview.tui.keys import keymap_in_force
        from editreview.tui.parts import terminals_display
        from editreview.tui.terminal_app import Settings
        from editreview.tui.themes import check_theme

        look = configured.view
        check_theme(theme or look.theme, "--theme" if theme else source)
        settings = Settings(
            layout=DiffLayout(layout or look.layout),
            theme=theme or look.theme,
            display=terminals_display(no_color=no_color, is_ascii=is_ascii or look.ascii),
            keys=keymap_in_force(configured.keys, source),
        )
        words = [*["--staged"] * is_staged, *names, *(["--", *paths] if paths else [])]
        return run_comparison(comparison, " ".join(words) or "not staged", settings)
