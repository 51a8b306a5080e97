"""One edit, written in each of the formats."""

import json
from collections.abc import Callable, Sequence

from msgspec import Struct

from tests.benchmarks.inputs import text
from tests.builders import block

_LANGUAGE = "python"


class Edit(Struct, frozen=True):
    """Lines of a file before and after."""

    path: str
    at: int
    """1-based."""
    old: Sequence[str]
    new: Sequence[str]


def _search_replace(edit: Edit) -> str:
    inner = block(text(edit.old), text(edit.new), None)
    return f"{edit.path}\n```{_LANGUAGE}\n{inner}```\n"


def _edit_protocol(edit: Edit) -> str:
    return f"{edit.path}\n««« EDIT\n{text(edit.old)}═══════ REPL\n{text(edit.new)}»»» EDIT END\n"


def _bolt(edit: Edit) -> str:
    inner = block(text(edit.old), text(edit.new), edit.path)
    return (
        f'<boltArtifact id="change" title="A change">\n<boltAction type="edit">\n{inner}</boltAction>\n'
        "</boltArtifact>\n"
    )


def _apply_patch(edit: Edit) -> str:
    return f"*** Begin Patch\n*** Update File: {edit.path}\n@@\n{_patch_lines(edit)}*** End Patch\n"


def _unified_diff(edit: Edit) -> str:
    numbers = f"-{edit.at},{len(edit.old)} +{edit.at},{len(edit.new)}"
    names = f"--- a/{edit.path}\n+++ b/{edit.path}\n"
    return f"```diff\n{names}@@ {numbers} @@\n{_patch_lines(edit)}```\n"


def _bare_diff(edit: Edit) -> str:
    return _unified_diff(edit).removeprefix("```diff\n").removesuffix("```\n")


def _tool_call(edit: Edit) -> str:
    call = {"filePath": edit.path, "oldString": text(edit.old), "newString": text(edit.new)}
    return f"```json\n{json.dumps(call, indent=2)}\n```\n"


def _xml_tool_call(edit: Edit) -> str:
    inner = block(text(edit.old), text(edit.new), None).replace("<<<<<<< S", "------- S")
    inner = inner.replace(">>>>>>> R", "+++++++ R")
    return f"<replace_in_file>\n<path>{edit.path}</path>\n<diff>\n{inner}</diff>\n</replace_in_file>\n"


def _line_edit(edit: Edit) -> str:
    return (
        f'```\nedit_lines(\n    command="replace",\n    path="{edit.path}",\n    start_line={edit.at},\n'
        f"    end_line={edit.at + len(edit.old) - 1},\n    new_content='''{text(edit.new)}''',\n)\n```\n"
    )


def _structural(edit: Edit) -> str:
    # A pattern is a part of what it stands for; a metavariable is what makes it one.
    pattern = [*edit.old[:-1], "$LAST"]
    return (
        f"```python\nedit(\n    pattern='''{text(pattern)}''',\n    rewrite='''{text(edit.new)}''',\n"
        f'    path="{edit.path}",\n)\n```\n'
    )


def whole_file(edit: Edit) -> str:
    """The lines afterwards, as all there is in the file."""
    return f"{edit.path}\n```{_LANGUAGE}\n{text(edit.new)}```\n"


def lazy(edit: Edit) -> str:
    """The same, with a gap at both ends."""
    gap = "# ... existing code ..."
    return whole_file(Edit(edit.path, edit.at, edit.old, [gap, *edit.new, gap]))


def _patch_lines(edit: Edit) -> str:
    """The edit as lines with signs: one that both sides begin or end with is context."""
    old, new = list(edit.old), list(edit.new)
    above = 0
    while above < min(len(old), len(new)) - 1 and old[above] == new[above]:
        above += 1
    below = 0
    while below < min(len(old), len(new)) - above - 1 and old[-1 - below] == new[-1 - below]:
        below += 1
    inner = slice(above, -below or None)
    signed = [*_with(" ", old[:above]), *_with("-", old[inner]), *_with("+", new[inner])]
    return text([*signed, *_with(" ", old[len(old) - below :])])


def _with(sign: str, lines: Sequence[str]) -> list[str]:
    return [sign + line for line in lines]


PARTIAL: dict[str, Callable[[Edit], str]] = {
    "search-replace": _search_replace,
    "edit-protocol": _edit_protocol,
    "bolt": _bolt,
    "apply-patch": _apply_patch,
    "unified-diff": _unified_diff,
    "unified-diff without a fence": _bare_diff,
    "tool-call": _tool_call,
    "xml-tool-call": _xml_tool_call,
    "line-edit": _line_edit,
    "structural": _structural,
}
"""The ways to write a part of a file, by format."""
