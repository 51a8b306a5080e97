"""The sections of the page about the library, made from signatures and docstrings."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from enum import EnumType
from typing import Any

import editreview
from editreview import errors
from editreview.commands.config import described

_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Reading", ("parse", "Parsed", "EditBlock", "Problem", "Command")),
    ("Reviewing", ("Review", "Rules", "EmptySearch", "Proposal", "Tier", "BlockWarning")),
    ("Outcomes", ("status_of", "Status", "make_report", "Report", "make_feedback")),
    ("Committing", ("CommitRequest", "CommitResult")),
    ("Errors", ("EditreviewError", "UsageError", "TreeError", "ChangedOnDisk", "GitFailed")),
)
"""Public names in the order of the page."""
ELSEWHERE = {"Reason", "WarningKind"}
"""Names whose members other pages list."""
MEMBERS = {
    "EditBlock": ("number", "format", "path_written", "lines", "operation", "warnings", "offer"),
    "Problem": ("line", "message", "text", "path_written"),
    "Review": (
        *("open", "read", "feed", "close", "begin", "problems", "proposals", "check", "verdict"),
        *("accept", "accept_block", "reject_block", "write", "stage", "apply", "commit"),
    ),
    "Proposal": (
        *(
            "block",
            "number",
            "path",
            "operation",
            "lines",
            "tier",
            "strategy",
            "is_ready",
            "reason",
            "sentence",
        ),
        *("warnings", "marks", "withheld", "depends_on", "is_offer"),
    ),
    "Report": (
        *("data", "record", "counts", "blocks", "problems", "files", "left", "dry_run", "offers", "accepted"),
        *("oddity", "exit_status", "summary"),
    ),
}
"""Of these, only some members are for users of the library."""
_WIDTH = 110
"""Characters of a line with a signature."""
_MODULE = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])|'|\"|typing\.|collections\.abc\.")


def api() -> str:
    """All sections."""
    return "\n".join(
        f"## {title}\n\n{''.join(map(_section, names))}".rstrip() + "\n" for title, names in _SECTIONS
    )


def names() -> set[str]:
    """The names that have a section, and those that other pages list."""
    return {name for _, names in _SECTIONS for name in names} | ELSEWHERE


def _section(name: str) -> str:
    value = getattr(editreview, name)
    if not isinstance(value, type):
        return f"### `{name}`\n\n{_signature(name, value)}{_text(value)}\n"
    if issubclass(value, Exception):
        return f"### `{name}`\n\n{_of_error(value)}\n\n"
    parts = [
        f"### `{name}`\n\n{_text(value)}\n",
        *(f"{_member(value, each)}\n" for each in _members(value)),
        "\n",
    ]
    for each in MEMBERS.get(name, ()):
        method = getattr(value, each)
        if inspect.isroutine(method):
            called = f"{name}.{each}"
            parts.append(f"#### `{called}`\n\n{_signature(called, method)}{_text(method)}\n")
    return "".join(parts)


def _of_error(error: type[Exception]) -> str:
    """The words about an error: its own, or those in the tree of the module's docstring."""
    if error.__doc__ is not None:
        return _line(inspect.cleandoc(error.__doc__))
    lines = (errors.__doc__ or "").splitlines()
    words = next(
        re.split(r" {2,}", line.strip())[-1] for line in lines if re.search(rf"\b{error.__name__} ", line)
    )
    words = re.sub(r"^exit \d+: ", "", words)
    status = getattr(error, "exit_status", 1)
    return f"{words[:1].upper()}{words[1:]}. The exit status is {status}."


def _members(kind: type) -> list[str]:
    """The fields, properties and members that have a row."""
    if isinstance(kind, EnumType):
        return list(kind.__members__)
    every = tuple(_annotations(kind)) if hasattr(kind, "__struct_fields__") else ()
    return [
        each for each in MEMBERS.get(kind.__name__, every) if not inspect.isroutine(getattr(kind, each, None))
    ]


def _member(kind: type, name: str) -> str:
    """A list item about a field, a property or a member."""
    if isinstance(kind, EnumType):
        return f"- `{kind.__members__[name].value}`: {described(kind)[name]}"
    value = inspect.getattr_static(kind, name, None)
    if isinstance(value, property):
        assert value.fget is not None
        annotation = inspect.signature(value.fget).return_annotation
        return f"- `{name}: {_type(annotation)}`: {_line(inspect.getdoc(value))}"
    return f"- `{name}: {_annotations(kind)[name]}`: {described(kind)[name]}"


def _annotations(kind: type) -> dict[str, str]:
    """The types of a struct's fields, as the source has them."""
    (definition,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    return {
        statement.target.id: ast.unparse(statement.annotation)
        for statement in definition.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def _line(text: str | None) -> str:
    return " ".join((text or "").split())


def _signature(name: str, function: Callable[..., object]) -> str:
    """A call of a function, as a block of code: one parameter a line if all are too long for one."""
    signature = inspect.signature(function)
    parts: list[str] = []
    for each in signature.parameters.values():
        if each.name == "self":
            continue
        if each.kind is each.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if each.default is each.empty else f" = {_default(each.default)}"
        parts.append(f"{each.name}: {_type(each.annotation)}{default}")
    returned = signature.return_annotation
    arrow = "" if returned in (None, "None") else f" -> {_type(returned)}"
    line = f"    {name}({', '.join(parts)}){arrow}\n\n"
    if len(line) <= _WIDTH:
        return line
    return "".join([f"    {name}(\n", *(f"        {part},\n" for part in parts), f"    ){arrow}\n\n"])


def _default(value: object) -> str:
    if isinstance(value, str):
        return repr(str(value))
    return repr(value) if value is None or isinstance(value, int | tuple) else "…"


def _type(annotation: Any) -> str:
    """A type without the modules of its names."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _MODULE.sub("", text)


_HEADS = ("Args:", "Returns:", "Raises:")
_SAME = "See `__init__`."


def _text(value: object) -> str:
    """A docstring as Markdown: its parts as lists."""
    return "".join(_paragraphs(inspect.getdoc(value) or ""))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        head, _, rest = paragraph.partition("\n")
        if head not in _HEADS:
            yield f"{_line(paragraph)}\n\n"
            continue
        items = _items(rest)
        if head == "Returns:":
            yield f"Returns: {' '.join(items)}\n\n"
            continue
        yield f"{head}\n\n"
        for item in items:
            name, _, words = item.partition(": ")
            if words == _SAME:
                yield from _as_in_init(name.split(", "))
            else:
                yield f"- `{name}`: {words}\n"
        yield "\n"


def _items(text: str) -> list[str]:
    """The items of a part of a docstring, whose later lines are indented."""
    items: list[str] = []
    for line in inspect.cleandoc(text).split("\n"):
        if line.startswith(" ") and items:
            items[-1] += f" {line.strip()}"
        else:
            items.append(line)
    return items


def _as_in_init(parameters: list[str]) -> Iterator[str]:
    """The items about these parameters of `Review`."""
    part = (inspect.getdoc(editreview.Review.__init__) or "").partition("Args:\n")[2].partition("\n\n")[0]
    found = dict(item.split(": ", 1) for item in _items(part))
    yield from (f"- `{name}`: {found[name]}\n" for name in parameters)
