"""Every dialect, in the order in which they are asked, and every format with an example."""

from collections.abc import Collection, Mapping

from editreview.formats import (
    apply_patch,
    artifact,
    edit_protocol,
    line_call,
    search_replace,
    structural_call,
    tool_json,
    tool_xml,
    unified_diff,
    whole_file,
)
from editreview.formats.dialect import Dialect

DIALECTS: tuple[Dialect, ...] = (
    search_replace.DIALECT,
    edit_protocol.DIALECT,
    artifact.DIALECT,
    apply_patch.DIALECT,
    unified_diff.DIALECT,
    tool_json.DIALECT,
    line_call.DIALECT,
    structural_call.DIALECT,
    tool_xml.DIALECT,
    whole_file.DIALECT,
)


def examples() -> Mapping[str, str]:
    """A response that holds one good edit, which people can read, by the name of its format."""
    return {name: text for dialect in DIALECTS for name, text in _named(dialect)}


def dialects_of(formats: Collection[str]) -> tuple[Dialect, ...]:
    """The dialects in which edits of these formats come."""
    return tuple(dialect for dialect in DIALECTS if any(name in formats for name, _ in _named(dialect)))


def _named(dialect: Dialect) -> list[tuple[str, str]]:
    return [(dialect.name, dialect.example), *dialect.also]
