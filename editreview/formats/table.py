"""The table of dialects: which module reads a block that begins so.

A module is imported when a line begins as it says, since most responses hold one format
and all of them together take longer to import than a response takes to read.
"""

import re
from functools import cache
from importlib import import_module

from msgspec import Struct

from editreview.formats import fences
from editreview.formats.dialect import Dialect


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
    Listed("artifact", "<", r"<boltA"),
    Listed("apply_patch", "*a", r"\*\*\* ?[ABDU]|apply_patch "),
    Listed(
        "unified_diff",
        "d-+@`~",
        r"diff --(?:git|cc|combined) |--- |[+]{3} |@@ (?:-\d|\.\.\. @@)"
        r"|(?:`{3,}|~{3,})[ \t]*(?i:diff|git|patch|udiff|unidiff)",
    ),
    Listed("tool_json", "{[", r'[{\[][ \t]*(?:["{}\[\]]|$)'),
    Listed("line_call", "e", r"edit_lines[ \t]*\("),
    Listed("structural_call", "e", r"edit[ \t]*\("),
    Listed("tool_xml", "<", rf"<(?:(?:{_CALLS})>|(?:\w+:)?invoke|function|old_text)"),
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
