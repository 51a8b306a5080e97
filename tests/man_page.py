"""The man page, made from the help of the commands. `make docs` writes it."""

from collections.abc import Iterator

import click

from editreview.cli import cli

_STATUSES = (
    ("0", "every block was applied, would be, or had nothing left to do"),
    ("1", "something was not applied, or a requested output could not be written"),
    ("2", "the command line or a file of settings is wrong"),
    ("3", "the tree changed or could not be written; nothing was written, or the next run restores what was"),
    ("70", "a bug in editreview"),
    ("130", "interrupted"),
)


def man_page() -> str:
    """The page in the macros of man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    review = cli.commands["review"]
    # Without a date and a version, which would make every page stale.
    yield '.TH EDITREVIEW 1 "" "editreview" "User Commands"'
    yield ".SH NAME"
    yield "editreview \\- review the edits in the response of a language model"
    yield ".SH SYNOPSIS"
    for command in cli.commands.values():
        name = "" if command.hidden else f" {command.name}"
        yield f".B editreview{_escaped(name)}"
        yield _escaped(" ".join(["[OPTIONS]", *_arguments(command)]))
        yield ".br"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(cli.help or "")
    yield ".SH OPTIONS"
    yield from _options(review)
    yield ".SH COMMANDS"
    for name, command in cli.commands.items():
        if command.hidden:
            continue
        yield f".SS {_escaped(' '.join([name, *_arguments(command)]))}"
        yield from _paragraphs(command.help or "")
        if command.epilog:
            yield from (".PP", _escaped(command.epilog))
        yield from _options(command)
    yield ".SH EXIT STATUS"
    for status, meaning in _STATUSES:
        yield from (".TP", f".B {status}", _escaped(meaning))
    yield ".SH FILES"
    yield from (".TP", ".I ~/.config/editreview/config.toml")
    yield "Your configuration: see editreview config."
    yield from (".TP", ".I .editreview.toml")
    yield "The rules of a repository for its files, which can only ask and deny."
    yield ".SH ENVIRONMENT"
    for name, meaning in (
        ("EDITREVIEW_CONFIG, EDITREVIEW_THEME, EDITREVIEW_LAYOUT, EDITREVIEW_ASCII", "As the options."),
        ("VISUAL, EDITOR", "The editor for texts and files."),
        ("NO_COLOR", "If it is not empty, no colours."),
        ("XDG_CONFIG_HOME, XDG_STATE_HOME", "The folders for the configuration and for your own state."),
    ):
        yield from (".TP", f".B {name}", meaning)


def _arguments(command: click.Command) -> list[str]:
    context = click.Context(command)
    return [each.make_metavar(context) for each in command.params if isinstance(each, click.Argument)]


def _options(command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=command.name)
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None:
            names, help = record
            yield from (".TP", f".B {_escaped(names)}", _escaped(help))


def _paragraphs(text: str) -> Iterator[str]:
    for at, paragraph in enumerate(text.split("\n\n")):
        if at:
            yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _escaped(text: str) -> str:
    """Text that roff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{text}" if text.startswith((".", "'")) else text
