"""The table of dialects: which module reads a block that begins so.

A module is imported when a line begins as it says, since most responses hold one format
and all of them together take longer to import than a response takes to read.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module

from msgspec import Struct

from editreview.formats import fences
from editreview.formats.spec import Dialect


class Listed(Struct, frozen=True):
    """A line of the table."""

    module: str
    """In this package; its `DIALECT` is what is listed."""
    signs: str
    """The characters that an opening line can begin with, after blanks."""
    first: str
    """How an opening line begins, after blanks: a regular expression without groups that capture.
    All else is passed over quickly."""

    @property
    def dialect(self) -> Dialect:
        return _loaded(self.module)

    def may_open(self, line: str) -> bool:
        return line.lstrip(" \t")[:1] in self.signs and _beginning(self.first).match(line) is not None


_CALLS = (
    "replace_in_file|apply_diff|write_to_file|search_and_replace|insert_content|str_replace_editor"
    "|str_replace_based_edit_tool|edit_file|execute_command"
)

SEARCH_REPLACE = Listed("search_replace", "<-", r"<{3,}+[ \t]*(?:SEARCH|ORIGINAL)|-{3,}+[ \t]*SEARCH")

DIALECTS: tuple[Listed, ...] = (
    SEARCH_REPLACE,
    Listed("edit_protocol", "«🟧", r"««« EDIT|🟧🟧🟧 (?:EDIT|AGENT)"),
    Listed("bolt", "<", r"<boltA"),
    Listed("apply_patch", "*a", r"\*\*\* ?[ABDU]|apply_patch "),
    Listed(
        "unified_diff",
        "d-+@`~",
        r"diff --(?:git|cc|combined) |--- |[+]{3} |@@ (?:-\d|\.\.\. @@)"
        r"|(?:`{3,}|~{3,})[ \t]*(?i:diff|git|patch|udiff|unidiff)",
    ),
    Listed("tool_calls.json", "{[", r'[{\[][ \t]*(?:["{}\[\]]|$)'),
    Listed("tool_calls.python", "e", r"edit_lines[ \t]*\("),
    Listed("structural_calls", "e", r"edit[ \t]*\("),
    Listed("tool_calls.xml", "<", rf"<(?:(?:{_CALLS})>|(?:\w+:)?invoke|function|old_text)"),
    Listed("whole_file", "`~<", rf"{fences.FIRST}|<(?:source|code|pre|codeblock|sourcecode)>"),
)
"""The first that opens at a line gets it."""


@cache
def _loaded(module: str) -> Dialect:
    dialect = import_module(f"{__package__}.{module}").DIALECT
    assert isinstance(dialect, Dialect)
    return dialect


@cache
def _beginning(first: str) -> re.Pattern[str]:
    return re.compile(rf"[ \t]*(?:{first})")


# Every format by its name, with an example that people can read and the reader understands.


def examples() -> Mapping[str, str]:
    """A response that holds one good edit, which people can read, by the name of its format."""
    return {name: text for listed in DIALECTS for name, text, _ in _named(listed.dialect)}


def summaries() -> Mapping[str, str]:
    """The syntax of each format in half a sentence of Markdown, by its name."""
    return {name: text for listed in DIALECTS for name, _, text in _named(listed.dialect)}


def dialects_of(formats: Collection[str]) -> tuple[Listed, ...]:
    """The dialects in which edits of these formats come."""
    return tuple(listed for listed in DIALECTS if any(name in formats for name, *_ in _named(listed.dialect)))


def _named(dialect: Dialect) -> list[tuple[str, str, str]]:
    return [(dialect.name, dialect.example, dialect.summary), *dialect.also]
