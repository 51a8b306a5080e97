"""Response text in, blocks out: one reader, one module for each format.

Nothing outside imports a module of this package. To add a format, write its module with its `SPEC`,
add its name to `blocks.FormatName` and its row to `table.FORMATS`.
"""

from typing import TYPE_CHECKING

from editreview.first_use import on_first_use
from editreview.formats.envelopes import ALL_TURNS, APPLIED, ENVELOPES, Unwrapper, turns_that_edit
from editreview.formats.items import Item
from editreview.formats.leftovers import Leftover, changed_marker, leftover, may_hold_any, paired_leftover
from editreview.formats.path_names import (
    are_named_in,
    is_for_named_files,
    may_be_named_for,
    names_a_file,
    names_code,
    removals_in,
    says_edit,
    says_file_exists,
    says_update,
    says_what_file_becomes,
    says_whole_file,
    title_in_comment,
)
from editreview.formats.reader import Parsed, Reader, parse, read_again
from editreview.formats.table import PATH_SPELLINGS, descriptions, formats_of, read_as

if TYPE_CHECKING:
    from editreview.formats.lazy import (
        begins_with_dots,
        dots_for_code,
        is_placeholder,
        is_stub,
        likely_sketch,
        says_code_stays,
        says_line_stays,
        stands_for_removed,
        with_kept_members,
        without_remark,
    )

__all__ = [
    "ALL_TURNS",
    "APPLIED",
    "ENVELOPES",
    "PATH_SPELLINGS",
    "Item",
    "Leftover",
    "Parsed",
    "Reader",
    "Unwrapper",
    "are_named_in",
    "begins_with_dots",
    "changed_marker",
    "descriptions",
    "dots_for_code",
    "formats_of",
    "is_for_named_files",
    "is_placeholder",
    "is_stub",
    "leftover",
    "likely_sketch",
    "may_be_named_for",
    "may_hold_any",
    "names_a_file",
    "names_code",
    "paired_leftover",
    "parse",
    "read_again",
    "read_as",
    "removals_in",
    "says_code_stays",
    "says_edit",
    "says_file_exists",
    "says_line_stays",
    "says_update",
    "says_what_file_becomes",
    "says_whole_file",
    "stands_for_removed",
    "title_in_comment",
    "turns_that_edit",
    "with_kept_members",
    "without_remark",
]

# Slow to import, and few edits need it.
__getattr__ = on_first_use(
    __name__,
    {
        "lazy": (
            "begins_with_dots",
            "dots_for_code",
            "is_placeholder",
            "is_stub",
            "likely_sketch",
            "says_code_stays",
            "says_line_stays",
            "stands_for_removed",
            "with_kept_members",
            "without_remark",
        )
    },
)
