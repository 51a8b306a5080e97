"""The options of the commands: one table, from which each command takes its own."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from editreview.errors import UsageError
from editreview.matching import Tier
from editreview.review import EmptySearch

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _known_formats(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    if value:
        # Looked up only when one is given.
        from editreview.formats import examples

        names = examples().keys()
        unknown = [name for name in value if name not in names]
        if unknown:
            raise click.BadParameter(f"there is no format {unknown[0]}. These are: {', '.join(names)}")
    return value


_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "response": click.argument("response", required=False),
    "clipboard": click.option("--clipboard", is_flag=True, help="Read the response from the clipboard."),
    "root": click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="The tree to edit. Default: the git work tree around the current folder, or that folder.",
    ),
    "format": click.option(
        "--format",
        "formats",
        multiple=True,
        callback=_known_formats,
        metavar="NAME",
        help="Look only for edits in this format; repeatable. `editreview formats` names them.",
    ),
    "accept": click.option(
        "--accept",
        type=click.Choice([tier.value for tier in Tier]),
        default=Tier.TOLERANT.value,
        show_default=True,
        help="How much a match may forgive to go by itself.",
    ),
    "empty_search": click.option(
        "--empty-search",
        type=click.Choice([way.value for way in EmptySearch]),
        help="What an empty SEARCH on a file that has text means. Default: asked, or the block fails.",
    ),
    "without": click.option(
        "--without",
        multiple=True,
        metavar="STRATEGY",
        help="Do not use this strategy; repeatable. `editreview formats` names them.",
    ),
    "context": click.option(
        "--context",
        multiple=True,
        metavar="FILE",
        help="A file the model was shown; repeatable, @LIST reads names. Edits of others are not attempted.",
    ),
    "config": click.option(
        "--config", metavar="FILE", help="Read this configuration instead of your own config.toml."
    ),
    "atomic": click.option("--atomic", is_flag=True, help="All blocks or nothing."),
    "resume": click.option(
        "--resume", is_flag=True, help="Take up the last review that was left, and decided in part."
    ),
    "again": click.option("--redo", "again", is_flag=True, help="Do again what was undone last."),
    "json": click.option("--json", "as_json", is_flag=True, help="The report on standard output."),
    "diff": click.option("--diff", is_flag=True, help="A patch of the outcome on standard output."),
    "feedback": click.option(
        "--feedback", "feedback_to", metavar="FILE", help="The message for the model, in FILE or on '-'."
    ),
    "history": click.option(
        "--history", is_flag=True, help="Ask git since when a text that has no place is gone."
    ),
    "dry_run": click.option("--dry-run", is_flag=True, help="As check: write nothing."),
    "stage": click.option("--no-stage", is_flag=True, help="Write, but leave the index alone."),
    "commit": click.option("--commit", is_flag=True, help="Commit what this run staged."),
    "message": click.option("-m", "--message", metavar="TEXT", help="The message of that commit."),
    "amend": click.option("--amend", is_flag=True, help="Amend the last commit instead of making one."),
    "sign_off": click.option("--signoff", "sign_off", is_flag=True, help="Sign that commit off."),
    "no_verify": click.option("--no-verify", is_flag=True, help="Commit without the hooks that look at it."),
    "layout": click.option(
        "--layout",
        type=click.Choice(["auto", "split", "unified"]),
        help="Old and new side by side, or below each other. Default: what suits width and lines.",
    ),
    "theme": click.option(
        "--theme",
        metavar="NAME",
        help="`textual`, `colour-blind` or another theme. Default: what suits the terminal.",
    ),
    "color": click.option("--no-color", is_flag=True, help="Signs and words only."),
    "ascii": click.option("--ascii", "is_ascii", is_flag=True, help="Signs and borders of ASCII only."),
    # Read where a crash is reported, whatever the command.
    "debug": click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of a crash."),
}


def options(*names: str) -> Callable[[_Command], _Command]:
    """Give a command these parameters, in this order."""

    def decorate(command: _Command) -> _Command:
        for name in reversed(names):
            command = _OPTIONS[name](command)
        return command

    return decorate


def named_files(given: Iterable[str]) -> tuple[str, ...]:
    """Names of files as options give them: themselves, or `@LIST` for a file that has one on each line.

    Raises:
        UsageError: A list cannot be read.
    """
    names: list[str] = []
    for name in given:
        if not name.startswith("@"):
            names.append(name)
            continue
        try:
            text = Path(name[1:]).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            raise UsageError(f"cannot read the list {name[1:]}: {error.strerror}") from error
        names += (line.strip() for line in text.splitlines() if line.strip())
    return tuple(names)
