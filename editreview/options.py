"""The parameters of the commands, as click has them.

Not imported for a review without options: click takes a fortieth of the time until its first frame.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from editreview import VARIABLES, likeness
from editreview.agent_sessions import SessionAgent
from editreview.errors import UsageError
from editreview.formats import ALL_TURNS
from editreview.matching import Tier
from editreview.review import DiffLayout, EmptySearch
from editreview.settings import is_trailer

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_Command = TypeVar("_Command", bound=Callable[..., Any])


class OneOf(click.Choice[str]):
    """One of some words; a message about another one suggests the most similar."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            known = list(self.choices)
            named = "the argument"
            if isinstance(param, click.Option):
                named = source_of(param.name or "", param.opts[-1])
            suggestion = likeness.did_you_mean(str(value), known)
            raise UsageError(
                f"{named} has an unknown value: {value}.{suggestion} Values: {', '.join(known)}"
            ) from error


class _Turn(click.ParamType[int]):
    """The number of a turn, or `all`."""

    name = "turn"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "all":
            return ALL_TURNS
        number = click.INT.convert(value, param, ctx)
        assert isinstance(number, int)
        if not number:
            raise UsageError("--turn counts from 1, or from -1 for the last turn")
        return number


def _checked_trailers(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    for trailer in value:
        if not is_trailer(trailer):
            raise UsageError(f"--trailer {trailer!r} is not `Word: text`")
    return value


def _known_formats(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    if value:
        # Imported only when the option is used.
        from editreview.formats import descriptions

        names = list(descriptions())
        for name in value:
            if name not in names:
                suggestion = likeness.did_you_mean(name, names)
                raise UsageError(
                    f"--format names an unknown format: {name}.{suggestion} Formats: {', '.join(names)}"
                )
    return value


def _format_names() -> list[str]:
    from editreview.formats import descriptions

    return list(descriptions())


def _strategy_names() -> list[str]:
    from editreview.matching import strategies

    return [strategy.name for strategy in strategies()]


COMPLETED: dict[str, Callable[[], list[str]]] = {"format": _format_names, "strategy": _strategy_names}
"""The names that options complete. The command line adds those that only the screen knows."""
_Completion = Callable[[click.Context, click.Parameter, str], "list[str] | list[CompletionItem]"]


def _completing(kind: str) -> _Completion:
    """A completion with the names of one kind, which are looked up only when they are needed."""
    return lambda ctx, param, incomplete: [n for n in COMPLETED[kind]() if n.startswith(incomplete)]


def complete_prompt(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The words of `editreview prompt`: formats at first, and files."""
    from click.shell_completion import CompletionItem

    formats, given = _format_names(), ctx.params.get("names") or ()
    names = [name for name in formats if name not in given] if all(map(formats.__contains__, given)) else []
    # Files come first: the script for bash forgets the words before one.
    words = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return [CompletionItem(incomplete, type="file"), *words]


_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "response": click.argument("response", required=False, type=click.Path()),
    "clipboard": click.option("--clipboard", is_flag=True, help="Read the response from the clipboard."),
    "session": click.option(
        "--session",
        type=OneOf([agent.value for agent in SessionAgent]),
        help="Read the last edits of the newest session of this agent in the folder (experimental).",
    ),
    "root": click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="The folder to edit in. Default: the git work tree of the current folder, or the folder itself.",
    ),
    "format": click.option(
        "--format",
        "formats",
        multiple=True,
        callback=_known_formats,
        shell_complete=_completing("format"),
        metavar="NAME",
        help="Read edits in this format only; repeatable. See `editreview formats`.",
    ),
    "accept": click.option(
        "--accept",
        type=OneOf([tier.value for tier in Tier]),
        default=Tier.TOLERANT.value,
        show_default=True,
        help="Loosest match to accept without asking.",
    ),
    "turn": click.option(
        "--turn",
        type=_Turn(),
        metavar="N",
        help="The turn of a transcript to read; -1 is the last, `all` reads all. Default: the last one with "
        "an edit.",
    ),
    "empty_search": click.option(
        "--empty-search",
        type=OneOf([way.value for way in EmptySearch]),
        help="Meaning of an empty SEARCH for a file with content. Default: ask, or fail the block.",
    ),
    "without": click.option(
        "--without",
        multiple=True,
        metavar="STRATEGY",
        shell_complete=_completing("strategy"),
        help="Do not use this strategy; repeatable. See `editreview formats`.",
    ),
    "context": click.option(
        "--context",
        multiple=True,
        type=click.Path(),
        metavar="FILE",
        help="A file the model was shown; repeatable, @LIST reads names. Others are not edited.",
    ),
    "strip": click.option(
        "--strip",
        multiple=True,
        metavar="PREFIX",
        help="A path prefix to remove, such as /workspace: the rest is relative to the root; repeatable.",
    ),
    "allow": click.option(
        "--allow",
        multiple=True,
        metavar="PATTERN",
        help="Files that may be changed without asking, as [permissions] allow; repeatable.",
    ),
    "copy": click.option(
        "--copy",
        multiple=True,
        metavar="PATH",
        help="A file or folder that git ignores, to copy into the agent's tree; repeatable.",
    ),
    "forget": click.option(
        "--forget",
        metavar="RULE",
        help="Remove a rule that you saved with `!` in a review; the list shows its text.",
    ),
    "run": click.option(
        "--run",
        "run_command",
        metavar="COMMAND",
        help="Run COMMAND in a copy of the tree with the accepted blocks. `check` and `apply` then leave out "
        "blocks that make it fail; in a review, a key runs it.",
    ),
    "lsp": click.option(
        "--lsp", "uses_servers", is_flag=True, help="Ask installed language servers about the edits."
    ),
    "config": click.option(
        "--config",
        metavar="FILE",
        type=click.Path(),
        envvar=f"{VARIABLES}CONFIG",
        show_envvar=True,
        help="Use this configuration file instead of your config.toml.",
    ),
    "atomic": click.option("--atomic", is_flag=True, help="Apply all blocks or none."),
    "resume": click.option(
        "--resume",
        is_flag=False,
        flag_value="",
        metavar="[ID]",
        help="Resume the last unfinished review, or the one with this ID; see `editreview sessions`.",
    ),
    "redo": click.option("--redo", is_flag=True, help="Redo what was last undone."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print the report as JSON."),
    "diff": click.option("--diff", is_flag=True, help="Print a patch of the outcome."),
    "feedback": click.option(
        "--feedback",
        "feedback_file",
        metavar="FILE",
        type=click.Path(),
        help="Write the feedback for the model to FILE, or '-' for standard output.",
    ),
    "feedback_to": click.option(
        "--feedback-to",
        "feedback_command",
        metavar="COMMAND",
        help="Send the feedback to COMMAND with a key, and read its output as the next response; `tmux:PANE` "
        "pastes it into a pane of tmux.",
    ),
    "history": click.option(
        "--history", is_flag=True, help="For SEARCH text not found, look up the commit that removed it."
    ),
    "dry_run": click.option("--dry-run", is_flag=True, help="Write nothing; same as `check`."),
    "no_stage": click.option("--no-stage", is_flag=True, help="Write the files, but do not stage them."),
    "commit": click.option("--commit", is_flag=True, help="Commit what this run stages."),
    "message": click.option(
        "-m",
        "--message",
        metavar="TEXT",
        help="The commit message, instead of the proposal.",
    ),
    "trailer": click.option(
        "--trailer",
        "trailers",
        multiple=True,
        metavar="LINE",
        callback=_checked_trailers,
        help="A line such as `Assisted-by: NAME` below the commit message; repeatable.",
    ),
    "amend": click.option("--amend", is_flag=True, help="Amend the last commit instead."),
    "signoff": click.option("--signoff", "sign_off", is_flag=True, help="Add a Signed-off-by trailer."),
    "no_verify": click.option("--no-verify", is_flag=True, help="Skip the pre-commit and commit-msg hooks."),
    "layout": click.option(
        "--layout",
        envvar=f"{VARIABLES}LAYOUT",
        show_envvar=True,
        type=OneOf([layout.value for layout in DiffLayout]),
        help="Old and new side by side or one below the other. Default: what fits the width.",
    ),
    "theme": click.option(
        "--theme",
        metavar="NAME",
        envvar=f"{VARIABLES}THEME",
        show_envvar=True,
        shell_complete=_completing("theme"),
        help="`textual`, `colour-blind` or any Textual theme. Default: dark or light to suit the terminal.",
    ),
    "no_color": click.option("--no-color", is_flag=True, help="No colours: signs and words only."),
    "ascii": click.option(
        "--ascii",
        "is_ascii",
        is_flag=True,
        envvar=f"{VARIABLES}ASCII",
        show_envvar=True,
        help="Signs and borders in ASCII only.",
    ),
    "model": click.option("--model", metavar="NAME", help="The model that answered, for `editreview stats`."),
    "no_stats": click.option("--no-stats", is_flag=True, help="Record no figures of this run."),
    "served": click.option("--served", hidden=True, metavar="IN,OUT", help="Show the review to `serve`."),
    # Read in `cli.run`, where a crash of any command is reported.
    "debug": click.option(
        "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
    ),
}
"""By name, with underscores: the options and arguments of commands. A parameter may have another name."""


OF_READING = (
    "response",
    "clipboard",
    "session",
    "root",
    "format",
    "accept",
    "empty_search",
    "without",
    "context",
    "strip",
    "allow",
    "turn",
    "config",
)
"""The options of every command that reads a response."""
OF_A_REVIEW = (
    *OF_READING,
    "run",
    "lsp",
    "resume",
    "json",
    "diff",
    "feedback",
    "feedback_to",
    "no_stage",
    "layout",
    "theme",
    "no_color",
    "ascii",
    "model",
    "no_stats",
    "debug",
)
"""The options of a review on screen, wherever the screen is."""


def options(*names: str) -> Callable[[_Command], _Command]:
    """Decorate a command with these parameters, in this order."""

    def decorate(command: _Command) -> _Command:
        for name in reversed(names):
            command = _OPTIONS[name](command)
        return command

    return decorate


def source_of(parameter: str, option: str) -> str:
    """The name of the option, or of the environment variable that stands for it, which gave a value."""
    from click.core import ParameterSource

    context = click.get_current_context()
    if context.get_parameter_source(parameter) is ParameterSource.ENVIRONMENT:
        return f"{VARIABLES}{option.removeprefix('--').upper()}"
    return option


class ReadingOptions(TypedDict):
    """The options of a command that are mostly passed on to `ReviewOptions.of`."""

    formats: tuple[str, ...]
    empty_search: str | None
    without: tuple[str, ...]
    context: tuple[str, ...]
    strip: tuple[str, ...]
    allow: tuple[str, ...]
    config: str | None
    uses_servers: bool
