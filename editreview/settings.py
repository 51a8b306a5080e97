"""The person's own configuration: a TOML file, never one that a repository brings.

[matching]
without = ["tokens", "fuzzy"]      # strategies that are not used

[context]
files = ["src/app.py"]             # what the model was shown, if no --context says so

[view]
theme = "colour-blind"             # a theme, or a pair of which the terminal's ground picks one
layout = "auto"                    # or "split", "unified"
ascii = false                      # signs and borders of ASCII only

[commit]
trailers = ["Assisted-by: a model"]  # lines below the message of a commit

[keys]
"block.accept" = "y,ctrl+y"        # of an action on screen, by its id; "" for none
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import click
from msgspec import Struct

from editreview.errors import UsageError
from editreview.matching import Tier
from editreview.review import EmptySearch, Review, TakenUp, take_up
from editreview.workspace import Workspace

FILE_NAME = "config.toml"
_TRAILER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*: *\S[^\r\n]*")
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Matching(Struct, frozen=True, forbid_unknown_fields=True):
    """How blocks are matched."""

    without: frozenset[str] = frozenset()
    """Strategies that are not used."""


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """The files that the model has seen."""

    files: tuple[str, ...] | None = None
    """Files that the model has seen, from the current folder or the root. Default: all."""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """How a review is drawn, where the command line says nothing else."""

    theme: str | None = None
    """A theme, or a pair of which the background of the terminal picks one."""
    layout: Literal["auto", "split", "unified"] = "auto"
    """`auto`, `split` or `unified`."""
    ascii: bool = False
    """Draw signs and borders in ASCII."""


class Commit(Struct, frozen=True, forbid_unknown_fields=True):
    """How commits are made."""

    trailers: tuple[str, ...] = ()
    """Lines below the message of a commit, each `Word: text`."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be configured."""

    matching: Matching = Matching()
    context: Shown = Shown()
    view: Look = Look()
    commit: Commit = Commit()
    keys: dict[str, str | tuple[str, ...]] = {}
    """Keys by the name of an action. The screen checks them."""


def load(path: str | None, environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration of a file, or of the person's own if none is named and there is one.

    Raises:
        UsageError: The file is not there, or says something that is not known.
    """
    file = file_of(path, environment)
    if path is None and not file.is_file():
        return Config()
    # Only those who have a configuration pay for reading one.
    import tomllib

    import msgspec

    try:
        config = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Config)
    except OSError as error:
        raise UsageError(f"cannot read the configuration {file}: {error.strerror}") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"the configuration {file} cannot be read: {error}") from error
    check_strategies(config.matching.without, f"the configuration {file}")
    for trailer in config.commit.trailers:
        if not _TRAILER.fullmatch(trailer):
            raise UsageError(f"the configuration {file} has a trailer that is no `Word: text`: {trailer!r}")
    return config


def check_strategies(names: frozenset[str], where: str) -> None:
    """See that there are strategies of these names.

    Raises:
        UsageError: There are none.
    """
    if not names:
        return
    from editreview.matching import CASCADE

    known = [strategy.name for strategy in CASCADE]
    for name in sorted(names.difference(known)):
        raise UsageError(f"{where} names a strategy that is not there: {name}. These are: {', '.join(known)}")


def file_of(path: str | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The file that is named, or else the person's own, whether or not it is there."""
    return Path(path) if path is not None else _own(environment)


def _own(environment: Mapping[str, str]) -> Path:
    """Where the person's configuration is.

    The places are those of platformdirs, which takes as long to import as all else that a check needs.
    """
    home = Path(environment.get("HOME") or os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "editreview"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "editreview" / FILE_NAME


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
        help="The folder to edit. Default: the git work tree around the current folder, or that folder.",
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
        help="How well a block must match to be applied without asking.",
    ),
    "empty_search": click.option(
        "--empty-search",
        type=click.Choice([way.value for way in EmptySearch]),
        help="What an empty SEARCH means for a file with text. Default: ask; without a screen, fail.",
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
        help="A file that the model has seen; repeatable, @LIST reads names. Edits of others are left out.",
    ),
    "config": click.option(
        "--config", metavar="FILE", help="Read this configuration instead of your own config.toml."
    ),
    "atomic": click.option("--atomic", is_flag=True, help="Apply all blocks, or none."),
    "resume": click.option("--resume", is_flag=True, help="Resume the last unfinished review."),
    "again": click.option("--redo", "again", is_flag=True, help="Redo the run that was undone last."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print the report as JSON."),
    "diff": click.option("--diff", is_flag=True, help="Print the outcome as a patch."),
    "feedback": click.option(
        "--feedback",
        "feedback_to",
        metavar="FILE",
        help="Write the message for the model to FILE, or to standard output if it is '-'.",
    ),
    "history": click.option(
        "--history", is_flag=True, help="For SEARCH text not found, look up the commit that removed it."
    ),
    "dry_run": click.option("--dry-run", is_flag=True, help="Write nothing, like check."),
    "stage": click.option("--no-stage", is_flag=True, help="Write files, but leave the index alone."),
    "commit": click.option("--commit", is_flag=True, help="Commit what this run staged."),
    "message": click.option("-m", "--message", metavar="TEXT", help="The message of that commit."),
    "amend": click.option("--amend", is_flag=True, help="Amend the last commit instead of making one."),
    "sign_off": click.option("--signoff", "sign_off", is_flag=True, help="Sign that commit off."),
    "no_verify": click.option("--no-verify", is_flag=True, help="Skip the hooks that check a commit."),
    "layout": click.option(
        "--layout",
        type=click.Choice(["auto", "split", "unified"]),
        help="Old and new text side by side, or below each other. Default: by width and line length.",
    ),
    "theme": click.option(
        "--theme",
        metavar="NAME",
        help="`textual`, `colour-blind` or another theme. Default: by the background of the terminal.",
    ),
    "color": click.option("--no-color", is_flag=True, help="Send no colours."),
    "ascii": click.option("--ascii", "is_ascii", is_flag=True, help="Draw signs and borders in ASCII."),
    # Read where a crash is reported, whatever the command.
    "debug": click.option(
        "--debug", is_flag=True, expose_value=False, help="Print the traceback of a crash."
    ),
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


class Asked(Struct, frozen=True):
    """What the options and the configuration say of a review."""

    root: str | None
    formats: tuple[str, ...]
    empty_search: str | None
    without: frozenset[str]
    context: tuple[str, ...] | None
    config: Config
    config_file: Path
    """Where that is, or would be."""

    @classmethod
    def of(
        cls,
        root: str | None,
        formats: tuple[str, ...],
        empty_search: str | None,
        without: tuple[str, ...],
        context: tuple[str, ...],
        config: str | None,
    ) -> "Asked":
        """Options go before the configuration.

        Raises:
            UsageError: One of them cannot be.
        """
        named = frozenset(without)
        check_strategies(named, "--without")
        configured = load(config)
        shown = named_files(context) if context else configured.context.files
        without_all = named | configured.matching.without
        return cls(root, formats, empty_search, without_all, shown, configured, file_of(config))

    def take_up(self) -> TakenUp:
        """The last review that was left.

        Raises:
            UsageError: There is none.
        """
        return take_up(Workspace.open(None if self.root is None else Path(self.root)))

    def open(self, *, only_looks: bool = False) -> Review:
        """A new review; see `Review.open`."""
        return Review.open(
            self.root, self.formats, self.empty_search, self.without, self.context, only_looks=only_looks
        )
