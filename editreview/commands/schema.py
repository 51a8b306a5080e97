"""`editreview schema`: JSON Schema of the report and of the configuration, made from their structs."""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from typing import Any, get_args

import click
import msgspec

from editreview.options import options
from editreview.settings import PATTERN_ENTRY, Config
from editreview.streams import hand_over

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command(epilog="Example: editreview schema config > editreview.schema.json")
@click.argument("what", type=click.Choice(["report", "config"]), default="report")
@options("debug")
def schema(what: str) -> int:
    """Print the JSON Schema of the report, or of the configuration.

    Programs validate the output of --json with it, and editors complete and check config.toml.
    """
    made = report_schema() if what == "report" else config_schema()
    hand_over((json.dumps(made, indent=2, ensure_ascii=False) + "\n").encode())
    return 0


def report_schema() -> dict[str, Any]:
    """The schema of what --json prints.

    It allows further fields: a minor version may add some.
    """
    from editreview.review import REPORT_VERSION, ReportData

    made = _schema_of(ReportData, f"urn:editreview:report:{REPORT_VERSION}")
    made["$defs"]["ReportData"]["properties"]["schema"]["const"] = REPORT_VERSION
    return made


def config_schema() -> dict[str, Any]:
    """The schema of config.toml, with the names that it can use."""
    from editreview.matching import strategies
    from editreview.review import kinds_of_checks
    from editreview.tui.keymap import entries
    from editreview.tui.keys import IN_REVIEW
    from editreview.tui.themes import theme_names

    made = _schema_of(Config, "urn:editreview:config")
    names: dict[tuple[str, str], list[str]] = {
        ("MatchingSection", "without"): [strategy.name for strategy in strategies()],
        ("ChecksSection", "off"): [kind.value for kind in kinds_of_checks()],
        ("ViewSection", "theme"): theme_names(),
    }
    for (section, entry), known in names.items():
        described = made["$defs"][section]["properties"][entry]
        # Those of a list, or of what may be missing.
        holder = described["items"] if "items" in described else described["anyOf"][0]
        holder["enum"] = known
    section = made["$defs"]["ChecksSection"]
    # A pattern of files is an entry like those in `commands`.
    section["patternProperties"] = {PATTERN_ENTRY: section["properties"]["commands"]["additionalProperties"]}
    ids = [key.id for where in IN_REVIEW for key in entries(where)]
    made["$defs"]["Config"]["properties"]["keys"]["propertyNames"] = {"enum": ids}
    return made


def _schema_of(kind: type, id: str) -> dict[str, Any]:
    """The schema of a struct, with the docstrings of its fields."""
    made = msgspec.json.schema(kind)
    for struct in dict.fromkeys(_structs(kind)):
        properties = made["$defs"][struct.__name__]["properties"]
        for name, text in described(struct).items():
            if text and name in properties:
                properties[name] = {"description": text, **properties[name]}
    return {"$schema": _DIALECT, "$id": id, **made}


def _structs(kind: Any) -> Iterator[type]:
    """A struct and all those in its fields."""
    if hasattr(kind, "__struct_fields__"):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type)
    for argument in get_args(kind):
        yield from _structs(argument)


def described(kind: type) -> dict[str, str]:
    """The docstrings of a class's members or fields, by name; empty for one that has none.

    Python does not keep them: they are read from the source.

    Raises:
        OSError: The source is not installed.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    (definition,) = tree.body
    assert isinstance(definition, ast.ClassDef)
    found: dict[str, str] = {}
    last: str | None = None
    for statement in definition.body:
        name, last = last, None
        match statement:
            case ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target):
                last = target.id
                found[last] = ""
            case ast.Expr(value=ast.Constant(value=str() as text)) if name is not None:
                found[name] = " ".join(text.split())
    return found
