"""The tables of the documentation, made from the tables of the code.

A page says where: `<!-- table: keys -->` and `<!-- end -->` stand around each table. `make docs` writes
them, and a test fails where one is stale.
"""

import html
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click
import msgspec

from editreview.blocks import OfferKind
from editreview.cli import cli
from editreview.commands.config import described
from editreview.errors import Detail, Reason
from editreview.formats import ENVELOPES, PATH_SPELLINGS, descriptions
from editreview.language_servers import DEFAULTS, RUNS_CODE
from editreview.matching.cascade import strategies
from editreview.review import Status, WarningKind
from editreview.review.report import ReportData
from editreview.review.warnings import CONSEQUENCES
from editreview.settings import Config
from editreview.tui.keys import DIALOG_KEYS, KEYS, SHIPPED
from tests.api import api
from tests.man_page import man_page
from tests.mistakes import MISTAKES

ROOT = Path(__file__).parents[1]
MAN_PAGE = ROOT / "docs/editreview.1"
_MARKED = re.compile(r"(?P<head><!-- table: (?P<name>[\w-]+) -->\n).*?(?P<foot><!-- end -->)", re.DOTALL)


def pages() -> list[Path]:
    """Every page of the documentation."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def tables_in(text: str) -> list[str]:
    """The names of the tables that a page has."""
    return [found["name"] for found in _MARKED.finditer(text)]


def with_tables(text: str) -> str:
    """A page whose tables are those of the code.

    Raises:
        KeyError: There is no table of that name.
    """
    return _MARKED.sub(lambda found: f"{found['head']}\n{TABLES[found['name']]()}\n{found['foot']}", text)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _plain(text: str) -> str:
    """Text whose characters Markdown leaves as they are."""
    return html.escape(text, quote=False).replace("\\", "\\\\")


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def _members(kind: type[StrEnum]) -> Iterator[tuple[str, str]]:
    texts = described(kind)
    return ((_code(member.value), texts[member.name]) for member in kind)


def _keys() -> str:
    parts: list[str] = []
    for group in dict.fromkeys(key.group for key in KEYS):
        rows = [
            (_keys_of(key.id), _plain(SHIPPED.help(key.id)), _code(key.id))
            for key in KEYS
            if key.group == group
        ]
        parts.append(f"**{group}**\n\n{_table(('keys', 'action', 'name'), rows)}")
    return "\n".join(parts)


def _keys_of(id: str) -> str:
    return " ".join(_code(label) for label in SHIPPED.labels(id).split()) or "none"


_SHARED_BY = 4
"""The dialogs that have the same key, from which it is listed once for all of them."""


def _other_keys() -> str:
    """The keys of dialogs; those that many dialogs share come first, below the names of these."""
    dialogs: dict[tuple[str, str], list[str]] = {}
    for key in DIALOG_KEYS:
        dialogs.setdefault((_keys_of(key.id), _plain(SHIPPED.help(key.id))), []).append(key.where)
    shared = [(", ".join(each), row) for row, each in dialogs.items() if len(each) >= _SHARED_BY]
    own = [(each, row) for row, all in dialogs.items() if len(all) < _SHARED_BY for each in all]
    titles = [*dict.fromkeys(title for title, _ in shared), *dict.fromkeys(key.where for key in DIALOG_KEYS)]
    parts: list[str] = []
    for title in titles:
        rows = [row for each, row in (*shared, *own) if each == title]
        if rows:
            parts.append(f"**{title}**\n\n{_table(('keys', 'action'), rows)}")
    return "\n".join(parts)


def _commands() -> str:
    """Every command with the first sentence of its help."""
    rows = [
        (_code(f"editreview {usage(command)}"), _help_of(command)[0]) for command in cli.commands.values()
    ]
    return _table(("command", "meaning"), rows)


def _more_of_commands() -> str:
    """A section with the help of each command that says more than a sentence."""
    return "\n".join(
        f"### `editreview {command.name}`\n\n{' '.join(paragraphs)}\n"
        for command in cli.commands.values()
        if len(paragraphs := _help_of(command)) > 1
    )


def usage(command: click.Command) -> str:
    """A command and its arguments, as one writes them."""
    name = "" if command.hidden else command.name or ""
    arguments = [
        parameter.make_metavar(click.Context(command))
        for parameter in command.params
        if isinstance(parameter, click.Argument)
    ]
    return " ".join([name, *arguments]).strip()


def _help_of(command: click.Command) -> list[str]:
    """The paragraphs of a command's help; the first one is a sentence."""
    return [" ".join(paragraph.split()) for paragraph in (command.help or "").split("\n\n")]


def _options() -> str:
    """Every option; one that means something else in another command has a row of its own."""
    commands: dict[tuple[str, str], list[str]] = {}
    for name, command in cli.commands.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                commands.setdefault((_spelled(parameter), parameter.help or ""), []).append(name)
    return _table(
        ("option", "meaning", "commands"), ((*row, ", ".join(names)) for row, names in commands.items())
    )


def _spelled(option: click.Option) -> str:
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    value = "" if option.is_flag else " " + (option.metavar or "|".join(map(str, choices)))
    return (
        " ".join(_code(name) for name in option.opts[:-1])
        + " " * (len(option.opts) > 1)
        + _code(option.opts[-1] + value)
    )


def _envelopes() -> str:
    return _table(["envelope", "shapes"], ENVELOPES)


def _paths() -> str:
    rows = ((kind, " · ".join(f"`` {line} ``" for line in lines)) for kind, lines in PATH_SPELLINGS)
    return _table(["line above the fence", "examples"], rows)


def _formats() -> str:
    return _table(
        ("format", "syntax"), ((_code(each.name), each.summary) for each in descriptions().values())
    )


def _strategies() -> str:
    rows = ((_code(each.name), each.tier.value, _plain(each.ignores)) for each in strategies())
    return _table(("strategy", "tier", "ignores"), rows)


def _warnings() -> str:
    rows = ((*row, _effect(kind)) for row, kind in zip(_members(WarningKind), WarningKind, strict=True))
    return _table(("warning", "meaning", "withheld as"), rows)


def _effect(kind: WarningKind) -> str:
    """The reason for which a warning withholds a block; empty if it does not. A mark is called one."""
    consequence = CONSEQUENCES[kind]
    if consequence.is_mark:
        return "only a mark"
    return "" if consequence.withholds is None else _code(consequence.withholds.reason.value)


def _report() -> str:
    """The fields of the report, each struct below the one that has it."""
    parts = [_table(("field", "type", "meaning"), _fields(ReportData))]
    parts += [
        f"**`{path}`**: {inspect.getdoc(kind)}\n\n{_table(('field', 'type', 'meaning'), _fields(kind))}"
        for path, kind in _nested(ReportData, "")
    ]
    return "\n".join(parts)


def _nested(kind: type, above: str) -> Iterator[tuple[str, type]]:
    seen: set[type] = set()
    for field in msgspec.structs.fields(kind):
        struct = next((each for each in _parts(field.type) if hasattr(each, "__struct_fields__")), None)
        if struct is not None and struct not in seen:
            seen.add(struct)
            path = f"{above}{field.name}{'[]' if get_origin(field.type) is list else ''}"
            yield path, struct
            yield from _nested(struct, f"{path}.")


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for each in get_args(kind):
        yield from _parts(each)


def _fields(kind: type) -> Iterator[tuple[str, str, str]]:
    texts = described(kind)
    for field in msgspec.structs.fields(kind):
        yield _code(field.name), _typed(field.type), texts[field.name]


_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def _typed(kind: Any) -> str:
    """A type in the words of JSON."""
    arguments = get_args(kind)
    if get_origin(kind) is Annotated:
        return _typed(arguments[0])
    if get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, StrEnum)):
        return "string"
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_typed(each) for each in arguments if each is not msgspec.UnsetType)
    if get_origin(kind) in (list, tuple, frozenset):
        return f"array of {_typed(arguments[0])}s"
    if get_origin(kind) is dict:
        return "object"
    return _TYPES.get(kind, "object")


def _configuration() -> str:
    rows: list[tuple[str, str, str]] = []
    for section in msgspec.structs.fields(Config):
        if hasattr(section.type, "__struct_fields__"):
            rows += [(_code(f"[{section.name}]"), name, text) for name, _, text in _fields(section.type)]
        else:
            rows.append((_code(f"[{section.name}]"), "", described(Config)[section.name]))
    return _table(("section", "entry", "meaning"), rows)


def _servers() -> str:
    """The servers that --lsp looks for, and those that it leaves to the configuration."""
    rows = [
        (
            language,
            ", ".join(_code(" ".join(command)) for command in DEFAULTS.get(language, ())) or "none",
            _code(" ".join(RUNS_CODE.get(language, ()))) or "none",
        )
        for language in sorted({*DEFAULTS, *RUNS_CODE})
    ]
    return _table(("language", "with `--lsp`, the first of", "runs code of the repository"), rows)


def _mistakes() -> str:
    """The mistakes of users and machines that a test makes."""
    rows = (
        (each.what, _code(_spelled_out(each.arguments)), _quoted(each.sentence), str(each.status))
        for each in MISTAKES
    )
    return _table(("what is wrong", "for instance", "message", "status"), rows)


def _spelled_out(arguments: tuple[str, ...]) -> str:
    return " ".join(("editreview", *arguments))


def _quoted(sentence: str) -> str:
    """A sentence as code, which may have code in it."""
    return f"`` {sentence} ``" if "`" in sentence else f"`{sentence}`"


TABLES: dict[str, Callable[[], str]] = {
    "keys": _keys,
    "other-keys": _other_keys,
    "commands": _commands,
    "more-of-commands": _more_of_commands,
    "options": _options,
    "formats": _formats,
    "envelopes": _envelopes,
    "paths": _paths,
    "strategies": _strategies,
    "statuses": lambda: _table(("status", "meaning"), _members(Status)),
    "reasons": lambda: _table(("reason", "meaning"), _members(Reason)),
    "details": lambda: _table(("detail", "meaning"), _members(Detail)),
    "warnings": _warnings,
    "offers": lambda: _table(("offer", "meaning"), _members(OfferKind)),
    "report": _report,
    "configuration": _configuration,
    "api": api,
    "servers": _servers,
    "mistakes": _mistakes,
}
"""Every table, by the name that pages call it by."""


def main() -> None:
    """Write the tables of every page, and the man page."""
    for page in pages():
        _write(page, with_tables(page.read_text("utf-8")))
    _write(MAN_PAGE, man_page())


def _write(page: Path, text: str) -> None:
    """Write a page, and print its name, if it has another text."""
    if text != page.read_text("utf-8"):
        page.write_text(text, "utf-8")
        print(page.relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
