"""Lines that an edit keeps, but that with it cannot run, belong to another unit, lack an import or a use.

Models quote the beginning of a function and write all of its new body, so the rest of the old body stays
below a new `return`. Or they insert a unit too early, so what was left of another one becomes part of it, or
its end comes after the new unit. Or they quote the head of the unit below and do not repeat it, so its lines
go to the unit above. Or they quote a head without the decorators or the comment above it, and write a unit
between, or remove the unit without them. Or they quote the one statement below an `if` without braces, and
write two. Or they replace an import that other lines use. Or they write something that resembles a
part of the file, and mean to add it: what only the old part used is left without a use. Or they write a
function as they remember it, without a parameter that calls give by its name, or shorten it, without the
statement that sets a name which the rest uses.
"""

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from editreview.alignment import Alignment, Hunk, kept_lines
from editreview.blocks import Insert, written_whole
from editreview.first_use import lazy_pattern
from editreview.matching import (
    SCRIPT_LANGUAGES,
    Content,
    Scope,
    content_of,
    enclosing,
    in_strings,
    indent_width,
    is_comment,
    language_of,
    rows_in_strings,
    scope_at,
)
from editreview.review.checks.blocks import changed_lines, written_lines
from editreview.review.file_plan import FilePlan
from editreview.review.match_block import visible_start
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import (
    MAX_OUTLINED_TEXT,
    MAX_PARSED_TEXT,
    Lines,
    begins_import,
    indentation,
    open_brackets,
    split_lines,
    whole_word,
)

_MAX_STATEMENT = 60
"""The most lines of a statement."""
_MAX_AROUND = 2_000
"""The most lines above and below a line in which the head and the end of its unit are searched."""

_LEAVES = lazy_pattern(r"\s*(?:return|raise|throw|break|continue)\b(?!\s*[=.:,(]?=)")
"""A statement after which nothing runs: `return x`."""
_TRAILING_CONDITION = lazy_pattern(r"\s(?:if|unless|while|until)\s")
"""Makes a statement depend on a condition: `return x if y`."""
_WITH_TRAILING_CONDITIONS = (".rb", ".rake", ".pl", ".pm", ".t", ".cr", ".coffee", ".gemspec")
"""Ends of the names of files in Ruby, Perl and their like."""
_GOES_ON = lazy_pattern(r"(?:[\\+\-*/%&|^?:=.,<>]|\b(?:and|or|not|in|is|if|else|await|new))\s*$")
"""The end of a line whose statement goes on below; brackets tell by themselves."""
_OPENS_TEXT = lazy_pattern(r"\"\"\"|'''|`|<<[~-]?['\"]?[A-Z]|@\"|R\"")
"""The beginning of a string that may go on below."""
_MAY_FOLLOW = lazy_pattern(
    r"[.?:&|+*/<>=,#@;_-]|(?:case|catch|default|do|done|elif|else|elsif|elseif|end\w*|ensure|esac|except|fi|finally"
    r"|rescue|then|until|when|while|yield)\b|\w+(?:\(\))?\s*(?::(?!:)|\(\)\s*\{)"
)
"""The beginning of a line that may follow a statement after which nothing runs: a branch or a label."""
_MAY_BE_DECLARED = {
    "rust": lazy_pattern(
        r"(?:pub |unsafe |async )*(?:const|enum|fn|impl|macro_rules|mod|static|struct|trait|type|use)\b"
    ),
    "javascript": lazy_pattern(r"(?:async )?function\b"),
    "typescript": lazy_pattern(r"(?:async )?function\b|(?:enum|interface|type)\b"),
    "tsx": lazy_pattern(r"(?:async )?function\b|(?:enum|interface|type)\b"),
    "csharp": lazy_pattern(
        r"(?!(?:await|else|fixed|for|foreach|if|lock|new|return|switch|throw|using|while)\b)"
        r"(?:(?:async|static|unsafe) )*[\w<>\[\],?.]+ \w+(?:<[^<>]*>)?"
        r"\([^)]*(?:\)\s*(?:where\b.*)?(?:\{|=>.*)?)?$"
    ),
}
"""By language: a declaration that counts wherever it stands."""
_CLOSES = lazy_pattern(r"[)\]}]|</|(?:else|elif|elsif|end\w*|esac|except|fi|done|finally|rescue|ensure)\b")
"""A line that ends a block, or begins its next part: `}`, `else:`."""
_ENDS = lazy_pattern(r"[)\]}]|</|(?:end|endif|esac|fi|done)\b(?!\s*[=:(.])")
"""A line that ends a block: `}`, `end`."""
_OPENS = lazy_pattern(r"(?:[{(\[]|=>|\b(?:do|then)(?:\s*\|[^|]*\|)?)\s*$")
"""The end of a line that begins a block: `} else {`."""
_BRANCH = lazy_pattern(r"[}\s]*(?:case|catch|default|elif|else|elsif|except|finally|rescue|when)\b")
"""A line that begins another branch of a statement: `case 2:`, `} else if (b) {`."""
_DIRECTIVE = lazy_pattern(
    r"#\s*(?:define|el\w+|end\w+|error|if\w*|include|line|pragma|region|undef|warning)\b"
)
"""A line for a preprocessor, which is in no unit: `#ifdef DEBUG`."""
_VERSION = lazy_pattern(r"\d+\.\d+|\d{4}-\d\d")
"""A release in the title of a section, below which the changes until then go."""
_JOINTS = {
    **dict.fromkeys(
        (
            *(".bash", ".bats", ".c", ".cc", ".cpp", ".dockerfile", ".fish", ".h", ".hpp", ".ksh", ".mk"),
            *(".properties", ".rb", ".service", ".sh", ".tcl", ".yaml", ".yml", ".zsh"),
        ),
        "\\",
    ),
    **dict.fromkeys((".ps1", ".psm1"), "`"),
    **dict.fromkeys((".bat", ".cmd"), "^"),
    ".vb": " _",
}
"""By ending: the sign at the end of a line that goes on below."""


class _Stranded(Struct, frozen=True):
    """A changed line, and a kept line below it whose meaning it changes."""

    row: int
    """Of the new line in the new text, 0-based; of one that goes, in the old text."""
    message: str
    kept: int | None = None
    """Of the kept line in the old text, if all is right where the block quotes it; else None."""


def stranded_lines(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that make kept lines unreachable, or part of a unit that they add.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    if plan.is_removed or not plan.before.text.strip() or len(plan.after) > MAX_OUTLINED_TEXT:
        return {}
    added = [line for _, line in changed_lines(plan.index, plan.change).added]
    is_code = content_of(path) is Content.CODE
    may_leave = is_code and any(_leaves(line, path) for line in added)
    may_take = any(scope_at(line, path) or (is_code and _BRANCH.match(line)) for line in added)
    may_let_in = may_take or any(_ENDS.match(line.strip()) for line in added)
    joint = _joint_of(path)
    if joint is not None and joint not in plan.before.text and joint not in plan.after:
        joint = None
    if not (may_leave or may_take or may_let_in or joint):
        return {}
    old, new, kept = _compared(plan)
    stranded = [*_unreachable(old, new, kept, path)] if may_leave else []
    if may_take:
        stranded += _taken(old, new, kept, path)
    if may_let_in:
        stranded += _let_in(old, new, kept, path)
    if joint:
        is_shell = language_of(path) in ("bash", "yaml")
        stranded += _joined(old, new, kept, joint, is_shell=is_shell)
        stranded += _cut_off(new, kept, joint, is_shell=is_shell)
    if not stranded:
        return {}
    found: dict[int, BlockWarning] = {}
    proposals = {proposal.number: proposal for proposal in plan.proposals}
    written = written_lines(plan, [each.row for each in stranded])
    for each in stranded:
        for number, line in written[each.row].writers.items():
            if written_whole(proposals[number].block.operation) is not None:
                continue
            if each.kept is None or not _quotes(proposals[number], each.kept):
                found.setdefault(number, BlockWarning(WarningKind.STRANDED, each.message, line + 1))
    return found


def _compared(plan: FilePlan) -> tuple[list[str], list[str], dict[int, int]]:
    """The lines before and after a plan, and the rows of those that stay: after it, and before it.

    What is outside of the hunks of the blocks stays. A comparison of the whole texts cannot tell which of two
    equal lines a block wrote.
    """
    separator = plan.index.lines.separator
    old, new = plan.before.text.split(separator), plan.after.split(separator)
    kept: dict[int, int] = {}
    at = new_at = 0
    for hunk in Alignment(plan.index.lines, plan.change).hunks:
        kept.update(zip(range(new_at, hunk.new), range(at, hunk.old), strict=True))
        at, new_at = hunk.old_end, hunk.new_end
        inside = kept_lines(old[hunk.old : at], new[hunk.new : new_at])
        kept.update((hunk.new + row, hunk.old + old_row) for old_row, row in inside.items())
    # The line end of the last line may be new, or gone.
    kept.update(zip(range(new_at, len(new)), range(at, len(old)), strict=False))
    return old, new, kept


def _quotes(proposal: Proposal, row: int) -> bool:
    """True if the old text of a block has a line of the file: its author saw what is above it now."""
    return any(match.lines and match.lines[0] <= row + 1 <= match.lines[1] for match in proposal.chosen)


def _joint_of(path: str) -> str | None:
    """The sign at the end of a line that joins it to the next one, in files whose parsers may not miss it."""
    name = path.rpartition("/")[2].lower()
    if name.startswith(("containerfile", "dockerfile", "justfile", "makefile", "requirements")):
        return "\\"
    return _JOINTS.get(name[name.rfind(".") :])


def _joined(
    old: Sequence[str], new: Sequence[str], kept: dict[int, int], joint: str, *, is_shell: bool
) -> Iterator[_Stranded]:
    """The new lines that join kept ones to them, or no longer do, as the lines above these did."""
    for row, old_row in kept.items():
        if not (row and old_row) or row - 1 in kept or not new[row].strip():
            continue
        above, was = new[row - 1].rstrip("\r"), old[old_row - 1].rstrip("\r")
        if any(not line.strip() or line.lstrip().startswith("#") for line in (above, was, new[row])):
            continue
        if was.endswith(joint) and not above.endswith(joint):
            if is_shell and (above.endswith(("&&", "|")) or was.endswith(("&& \\", "; \\"))):
                # It goes on all the same, or is a command of its own.
                continue
            message = f"cuts line {row + 1} off the line above, which no longer ends in “{joint}”"
            yield _Stranded(row - 1, message)
        elif above.endswith(joint) and not was.endswith(joint):
            message = f"makes line {row + 1} a part of the line above, which ends in “{joint}”"
            yield _Stranded(row - 1, message)


def _cut_off(new: Sequence[str], kept: dict[int, int], joint: str, *, is_shell: bool) -> Iterator[_Stranded]:
    """The ends of commands above new lines that are as deep as the rest of the command.

    `install a &&`, without a backslash, above `install b && \\`.
    """
    first = None
    for row, line in enumerate(new[:-1]):
        text = line.strip()
        if text.endswith(joint):
            first = row if first is None else first
            continue
        start, first = first, None
        if start is None or row + 1 in kept or not text or text.startswith("#"):
            continue
        below = new[row + 1]
        if not below.strip() or below.lstrip().startswith("#") or indentation(below) != indentation(line):
            continue
        if not indentation(line).startswith(indentation(new[start])) or _is_as_deep(line, new[start]):
            continue
        if _OPENS.search(text) or _OPENS_TEXT.search(text) or any(text.count(quote) % 2 for quote in "'\""):
            continue
        if is_shell and text.endswith(("&&", "|")):
            continue
        message = f"cuts line {row + 2} off the line above, which does not end in “{joint}”"
        yield _Stranded(row + 1 if row in kept else row, message)


def _leaves(line: str, path: str) -> bool:
    """True if nothing runs after the statement of a line."""
    if _LEAVES.match(line) is None:
        return False
    return not (path.endswith(_WITH_TRAILING_CONDITIONS) and _TRAILING_CONDITION.search(line))


def _unreachable(
    old: Sequence[str], new: Sequence[str], kept: dict[int, int], path: str
) -> Iterator[_Stranded]:
    """The new lines after which kept ones cannot run."""
    found: dict[int, int] = {}
    for row, line in enumerate(new):
        if row in kept or not _leaves(line, path):
            continue
        below = _statement_below(new, row, path)
        if below is None or below not in kept or _may_follow(new[below].strip(), path):
            continue
        above = _above(old, kept[below], path)
        if above is not None and _leaves(old[above], path) and _is_as_deep(old[above], new[below]):
            continue
        found[row] = below
    rows = [*found, *found.values()]
    quoted = rows_in_strings("\n".join(new), rows, language_of(path) or "") if rows else set()
    for row, below in found.items():
        if quoted.isdisjoint((row, below)):
            message = f"leaves line {below + 1} and those below it unreachable, after “{new[row].strip()}”"
            yield _Stranded(row, message)


def _may_follow(text: str, path: str) -> bool:
    """True if a line may have an effect after a statement after which nothing runs."""
    declared = _MAY_BE_DECLARED.get(language_of(path) or "")
    return _MAY_FOLLOW.match(text) is not None or (declared is not None and declared.match(text) is not None)


def _statement_below(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the statement below that of a row, at the same depth; None without one, or if in doubt."""
    depth = indentation(lines[row])
    if _OPENS_TEXT.search(lines[row]):
        return None
    last = lines[row]
    for below in range(row + 1, min(row + _MAX_STATEMENT, len(lines))):
        line = lines[below]
        text = line.strip()
        if not text or is_comment(line, path):
            continue
        if indentation(line) == depth and not _CLOSES.match(text):
            return None if _GOES_ON.search(last) else below
        if not indentation(line).startswith(depth):
            return None
        last = line
    return None


def _is_as_deep(line: str, other: str) -> bool:
    return indentation(line) == indentation(other)


def _above(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the nearest line of code above a row."""
    rows = range(row - 1, -1, -1)
    return next((at for at in rows if lines[at].strip() and not is_comment(lines[at], path)), None)


def _taken(old: Sequence[str], new: Sequence[str], kept: dict[int, int], path: str) -> Iterator[_Stranded]:
    """The new heads of units and branches that take kept lines from another one."""
    rows_after = {old_row: row for row, old_row in kept.items()}
    is_code = content_of(path) is Content.CODE
    for row, old_row in kept.items():
        line = new[row]
        text = line.strip()
        if not text or _CLOSES.match(text) or not _is_below_added(new, kept, row):
            continue
        if is_comment(line, path) or text.startswith("*"):
            # It belongs to what is below it.
            continue
        if _begins_unit(line, path):
            continue
        if is_code and (branch := _less_indented(new, row)) is not None and branch not in kept:
            other = _less_indented(old, old_row)
            if _BRANCH.match(new[branch]) and other in rows_after:
                message = f"puts line {row + 1} into the branch “{new[branch].strip()}”"
                yield _Stranded(branch, message, old_row)
                continue
        was = [scope for scope in enclosing(old, old_row, path).scopes if scope.line != old_row]
        now = [scope for scope in enclosing(new, row, path).scopes if scope.line != row]
        owners = [rows_after.get(scope.line) for scope in was]
        if None in owners:
            # The head of a unit has changed.
            continue
        depth = next((at for at, scope in enumerate(now) if owners[at : at + 1] != [scope.line]), None)
        if depth is None:
            continue
        head = now[depth]
        if head.line in kept or _VERSION.search(new[head.line]):
            continue
        is_nested = depth == len(was)
        if _is_named(new, kept, head, anywhere=is_nested):
            continue
        owner = "was outside of it" if is_nested else f"belonged to “{was[depth].label}”"
        message = f"puts line {row + 1} into “{head.label}”; it {owner}"
        yield _Stranded(head.line, message, old_row)


def _begins_unit(line: str, path: str) -> bool:
    """True if a line begins a unit at the top level, or a section."""
    begun = None if indentation(line) else scope_at(line, path)
    return begun is not None and (not begun.is_value or line.startswith("["))


def _let_in(old: Sequence[str], new: Sequence[str], kept: dict[int, int], path: str) -> Iterator[_Stranded]:
    """The new units in a kept one that are as deep as itself: the end of that one belongs above them."""
    if content_of(path) is Content.PROSE:
        return
    rows_after = {old_row: row for row, old_row in kept.items()}
    for row, old_row in kept.items():
        line = new[row]
        if not (_ENDS.match(line.strip()) and _is_below_added(new, kept, row)):
            continue
        around, last = _as_deep_above(old, old_row, path), _as_deep_above(new, row, path)
        if around is None or last is None or around not in rows_after or last in kept:
            continue
        inside = _above(old, old_row, path)
        if inside is None or len(indentation(old[inside])) <= len(indentation(line)):
            # What is in the unit is not indented.
            continue
        text = new[last].strip()
        if _ENDS.match(text) and not _OPENS.search(text):
            head = _as_deep_above(new, last, path)
        elif line.strip()[0] in ")]}" and text.endswith((";", "}")) and scope_at(text, path) is not None:
            head = last
        else:
            continue
        if head is not None and head not in kept and not _BRANCH.match(new[head]):
            first = _title_of(new, head)
            added, other = visible_start(new[first]), visible_start(old[_title_of(old, around)])
            message = f"puts “{added}” into “{other}”, which ends in line {row + 1}"
            yield _Stranded(first if first not in kept else head, message)


def _as_deep_above(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the nearest line of code above a row with its indentation or less; None if there is none."""
    depth = len(indentation(lines[row]))
    rows = range(row - 1, -1, -1)
    return next(
        (at for at in rows if len(indentation(lines[at])) <= depth and _is_code(lines[at], path)), None
    )


def _is_code(line: str, path: str) -> bool:
    """True if a line is neither blank, a comment, nor for a preprocessor."""
    return bool(line.strip()) and not is_comment(line, path) and _DIRECTIVE.match(line) is None


def _is_named(lines: Sequence[str], kept: dict[int, int], head: Scope, *, anywhere: bool) -> bool:
    """True if another new line uses a new unit, so part of the old unit became one of its own.

    Args:
        lines: The new lines.
        kept: The rows of lines that are not new.
        head: The first line of the new unit.
        anywhere: True for any new line, False for those above.
    """
    name = whole_word(head.name)
    rows = range(len(lines) if anywhere else head.line)
    return any(name.search(lines[row]) for row in rows if row not in kept and row != head.line)


def _less_indented(lines: Sequence[str], row: int) -> int | None:
    """The row of the nearest line above a row with less indentation; None if there is none."""
    depth = len(indentation(lines[row]))
    rows = range(row - 1, -1, -1) if depth else ()
    return next((at for at in rows if lines[at].strip() and len(indentation(lines[at])) < depth), None)


def _is_below_added(lines: Sequence[str], kept: dict[int, int], row: int) -> bool:
    """True if the nearest line above a row that is not blank is new."""
    above = row - 1
    while above >= 0 and not lines[above].strip():
        above -= 1
    return above >= 0 and above not in kept


def lost_heads(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that remove the head of a unit or a branch whose lines go to another one.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    if plan.is_removed or len(plan.after) > MAX_OUTLINED_TEXT:
        return {}
    if not changed_lines(plan.index, plan.change).removed:
        return {}
    old, new, kept = _compared(plan)
    lost = list(_lost_heads(old, new, kept, path))
    removed = _removed_by(plan) if lost else {}
    proposals = {proposal.number: proposal for proposal in plan.proposals}
    found: dict[int, BlockWarning] = {}
    for each in lost:
        for number, lines in removed.items():
            line, proposal = lines.get(old[each.row].rstrip()), proposals[number]
            if line is None or written_whole(proposal.block.operation) is not None:
                continue
            if each.kept is None or not _quotes(proposal, each.kept):
                found.setdefault(number, BlockWarning(WarningKind.STRANDED, each.message, line, is_old=True))
    return found


def _lost_heads(
    old: Sequence[str], new: Sequence[str], kept: dict[int, int], path: str
) -> Iterator[_Stranded]:
    """The removed heads of units, by their rows in the old text, whose lines are below another kept head."""
    rows_after = {old_row: row for row, old_row in kept.items()}
    removed = {line.strip() for row, line in enumerate(old) if row not in rows_after}
    for first in rows_after:
        if first == 0 or first - 1 in rows_after:
            continue
        old_row = next(_code_from(old, first, path), None)
        if old_row is None or old_row not in rows_after or _begins_unit(old[old_row], path):
            continue
        row, head, above = rows_after[old_row], _head_of(old, old_row, path), _above(old, old_row, path)
        if head is None or head in rows_after or above is None or above in rows_after:
            continue
        now, title, end = _head_of(new, row, path), _title_of(old, head), _end_of(old, head)
        if now is None or now not in kept or title in rows_after:
            continue
        if end is not None and end not in rows_after:
            # The block unwraps what is in the unit.
            continue
        rest = (at for at in _code_from(old, old_row, path) if old[at].strip() not in removed)
        other = next(rest, None)
        if other is None or _head_of(old, other, path) != head:
            # Which of two equal lines stays is arbitrary.
            continue
        message = (
            f"takes out “{visible_start(old[title])}”, but its line {row + 1} stays, and goes to"
            f" “{visible_start(new[_title_of(new, now)])}”"
        )
        is_sure = above == head and other == old_row
        yield _Stranded(title, message, None if is_sure else old_row)


def _code_from(lines: Sequence[str], row: int, path: str) -> Iterator[int]:
    """The rows from a row on, for as many as a statement may have, that are code and no ends of blocks."""
    for at in range(row, min(row + _MAX_STATEMENT, len(lines))):
        if _is_code(lines[at], path) and not _CLOSES.match(lines[at].strip()):
            yield at


def _head_of(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the line that begins the innermost unit around a line; None if it is in none."""
    if content_of(path) is not Content.PROSE and indentation(lines[row]):
        depth = len(indentation(lines[row]))
        rows = range(row - 1, max(row - _MAX_AROUND, 0) - 1, -1)
        return next(
            (at for at in rows if len(indentation(lines[at])) < depth and _is_code(lines[at], path)), None
        )
    scopes = [scope for scope in enclosing(lines, row, path).scopes if scope.line != row]
    return scopes[-1].line if scopes else None


def _title_of(lines: Sequence[str], head: int) -> int:
    """The row of the line that names a unit: the one above its bracket `{` or `):`, if there is one."""
    if any(map(str.isalnum, lines[head])):
        return head
    for row in range(head - 1, max(head - _MAX_STATEMENT, -1), -1):
        if _is_as_deep(lines[row], lines[head]):
            return row if any(map(str.isalnum, lines[row])) else head
        if len(indentation(lines[row])) < len(indentation(lines[head])):
            break
    return head


def _end_of(lines: Sequence[str], head: int) -> int | None:
    """The row of the line that ends a unit with a bracket, a tag or a word; None if there is no such line."""
    depth = len(indentation(lines[head]))
    rows = range(head + 1, min(head + _MAX_AROUND, len(lines)))
    below = (at for at in rows if lines[at].strip() and len(indentation(lines[at])) <= depth)
    end = next(below, None)
    return end if end is not None and _ENDS.match(lines[end].strip()) else None


class _Attached(StrEnum):
    """Kinds of lines that belong to the line of code below them."""

    ANNOTATION = "annotation"
    """A decorator, an attribute, or the parameters of a template."""
    DIRECTIVE = "directive"
    """A comment for a program: `// @ts-expect-error`."""
    DOC = "doc"
    """A documentation comment."""
    COMMENT = "comment"
    """Another comment."""
    CONDITION = "condition"
    """A condition of a preprocessor: `#ifdef DEBUG`."""


_IN_SQUARE = r"[^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+"
_LIKE_JAVA = lazy_pattern(r"(?:@(?!interface\b|file\b)[A-Za-z_][\w.:]*(?:<[^<>]*>)?\s*)+")
"""Annotations: `@Test @Slow`."""
_LIKE_RUST = lazy_pattern(rf"(?:#\[{_IN_SQUARE}\]\s*)+")
"""Attributes: `#[test]`."""
_LIKE_CPP = lazy_pattern(
    r"(?:(?:template\s*+<[^<>]*+(?:<[^<>]*+(?:<[^<>]*+>[^<>]*+)*+>[^<>]*+)*+>"
    rf"|\[\[{_IN_SQUARE}\]\]|__(?:attribute|declspec|device|global|host)\w*+)\s*+)++"
)
"""Attributes and the parameters of a template: `template <typename T>`, `[[nodiscard]]`."""
_ANNOTATION: Mapping[str, tuple[tuple[str, ...], re.Pattern[str]]] = {
    "python": (("@",), lazy_pattern(r"@.*")),
    **dict.fromkeys(
        (*SCRIPT_LANGUAGES, "dart", "groovy", "java", "kotlin", "scala", "swift"), (("@",), _LIKE_JAVA)
    ),
    **dict.fromkeys(("php", "rust"), (("#[",), _LIKE_RUST)),
    **dict.fromkeys(("c", "cpp"), (("template", "[[", "__"), _LIKE_CPP)),
    "csharp": (("[",), lazy_pattern(rf"(?:\[(?!assembly\b|module\b){_IN_SQUARE}\]\s*)+")),
    "elixir": (("@",), lazy_pattern(r"@(?:deprecated|doc|impl|since|spec|tag|typedoc)\b.*")),
    "ruby": (
        ("sig", "mem", "desc", "long_desc", "method_option"),
        lazy_pattern(r"sig(?:\s*\{.*\})?|memoize|memo_wise|(?:desc|long_desc|method_options?)\b.*"),
    ),
}
"""By language, the beginnings of annotations, and those on a line that has nothing else, without their
arguments in parentheses."""
_MODIFIERS = lazy_pattern(
    r"requires\b.*|(?:(?:async|const|constexpr|export|extern|final|inline|private|protected|public|static|virtual)"
    r"\b\s*)+"
)
"""A line that belongs to the declaration below it."""
_IN_PARENTHESES = lazy_pattern(r"\([^()]*\)")
_DIRECTIVE_COMMENT = lazy_pattern(
    r"\W*+(?:[\w:. -]*?\b(?:disable|ignore|skip|suppress)[-_: ]?next\b|ts-(?:expect-error|ignore)\b|go:\w"
    r"|(?:biome|deno-lint|dprint|flow|hadolint|prettier|vite)-?\s?ignore\b|FlowFixMe\b|(?:phpstan|psalm)-\w"
    r"|(?:checkov|lint|phpcs|shellcheck|swiftlint|tfsec|trivy)[: ]\s*(?:disable(?!-)|ignore|skip)"
    r"|noinspection\b|NOLINTNEXTLINE\b|nolint\b|noqa\b|nosec\b|nosemgrep\b|type:\s*ignore|fmt:\s*skip"
    r"|(?:c8|istanbul|v8) ignore\b|ignore:\s|SAFETY:)"
)
"""The beginning of a comment that tells a program, or a reader, something about the line below it."""
_CONDITION = lazy_pattern(r"\s*#\s*(?:elif|elifdef|else|if|ifdef|ifndef)\b")
_WITH_CONDITIONS = ("c", "cpp", "csharp", "swift")
_DOC_LINE = lazy_pattern(r"\s*(?:///(?!/)|---(?!-)|-- \||#'|##(?!#))")
_BEGINS_DOC = ("/**", "/*!")
_ABOUT_MORE = lazy_pattern(
    r"[-=*#~_/]{4}|\b(?:MARK|TODO|FIXME)\b|\bregion\b|\bCopyright\b|\bLicen[cs]e|@(?:file|license|module|package)"
)
"""A sign that a comment is not about the line below it, or not about that alone."""
_CLOSES_OR_OPENS = lazy_pattern(r"\s*[)\]}{]")
_MAX_TITLE = 3
"""The most words of a comment that may be the title of several units."""
_MAX_ATTACHED = 100
"""The most lines above or below a line that may belong together with it."""
_ENDS_ANNOTATION = (")", "]", "}", ">")
_COMMENT_SIGNS = ("#", "//", "/*", "*", "--", ";", "%")


def passed_on(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that pass a decorator or a comment, which they do not quote, to other code.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    if plan.is_removed or len(plan.after) > MAX_OUTLINED_TEXT or content_of(path) is Content.PROSE:
        return {}
    hunks = Alignment(plan.index.lines, plan.change).hunks
    if not any(_may_pass_on(plan.index.lines, hunk, path) for hunk in hunks):
        return {}
    old, new, kept = _compared(plan)
    passed = list(_passed_on(old, new, kept, path))
    language = language_of(path)
    if passed and language is not None:
        rows = [each.above for each in passed]
        quoted = rows_in_strings(plan.before.text, rows, language, plan.index.lines.separator)
        passed = [each for each in passed if each.above not in quoted]
    return _warnings_about(plan, old, passed)


def _may_pass_on(lines: Lines, hunk: Hunk, path: str) -> bool:
    """A fast first test: False if no line that belongs to the one below is directly above a changed one."""
    begins, _ = _annotation_of(path) or ((), None)
    near = [line.strip() for line in lines.slice(max(hunk.old - 2, 0), hunk.old_end)]
    if any(text.startswith((*begins, *_COMMENT_SIGNS)) or text.endswith("*/") for text in near):
        return True
    if not begins or not any(text.endswith(_ENDS_ANNOTATION) for text in near):
        return False
    above = lines.slice(max(hunk.old - _MAX_STATEMENT, 0), max(hunk.old - 2, 0))
    return any(line.lstrip().startswith(begins) for line in above)


class _Misled(Struct, frozen=True):
    """A changed line, and a kept one above it whose meaning it changes, or gets."""

    row: int
    """Of the new line in the new text, 0-based; of one that goes, in the old text."""
    message: str
    above: int
    """The row of the kept line: in the old text if `may_be_quoted`, else in the new one."""
    is_removal: bool = False
    may_be_quoted: bool = True
    """True if all is right where the block quotes the kept line."""


def _warnings_about(plan: FilePlan, old: Sequence[str], misled: Sequence[_Misled]) -> dict[int, BlockWarning]:
    """The warnings of the blocks that write or remove some lines."""
    if not misled:
        return {}
    found: dict[int, BlockWarning] = {}
    proposals = {proposal.number: proposal for proposal in plan.proposals}
    written = written_lines(plan, [each.row for each in misled if not each.is_removal])
    removed = _removed_by(plan) if any(each.is_removal for each in misled) else {}
    for each in misled:
        if each.is_removal:
            text = old[each.row].rstrip()
            at = {number: lines[text] for number, lines in removed.items() if text in lines}
        else:
            at = {number: line + 1 for number, line in written[each.row].writers.items()}
        for number, line in at.items():
            proposal = proposals[number]
            operation = proposal.block.operation
            # An insertion by number quotes nothing.
            is_quoted = each.may_be_quoted and not isinstance(operation, Insert)
            if written_whole(operation) is None and not (is_quoted and _quotes(proposal, each.above)):
                warning = BlockWarning(WarningKind.STRANDED, each.message, line, is_old=each.is_removal)
                found.setdefault(number, warning)
    return found


def _passed_on(old: Sequence[str], new: Sequence[str], kept: dict[int, int], path: str) -> Iterator[_Misled]:
    rows_after = {old_row: row for row, old_row in kept.items()}
    for last, old_last in kept.items():
        if last + 1 == len(new) or kept.get(last + 1) == old_last + 1:
            continue
        row = last
        while row in kept and not new[row].strip():
            row -= 1
        above = kept.get(row)
        if above is None or last - row != old_last - above:
            continue
        attached = _attached_at(old, above, path)
        if attached is None:
            continue
        kind, first = attached
        was, now = _attached_to(old, above + 1, path, kind), _attached_to(new, row + 1, path, kind)
        if was is None or now is None or kept.get(now) == was or _CLOSES.match(new[now].strip()):
            continue
        if not indentation(new[now]).startswith(indentation(old[first])):
            continue
        if not _is_about(kind, old, range(first, above + 1), old[was], new[now], path):
            continue
        text = visible_start(new[row if first == above else row - above + first])
        if now in kept:
            if was in rows_after or kind is _Attached.CONDITION:
                continue
            if _all_attached(new, now, path) != _all_attached(old, kept[now], path):
                message = (
                    f"takes out “{visible_start(old[was])}”, but “{text}” above it stays, and goes to"
                    f" “{visible_start(new[now])}”"
                )
                yield _Misled(was, message, above, is_removal=True)
            continue
        moved = rows_after.get(was, _renewed(old[was], new, kept, now, path))
        if moved is None or (kind is _Attached.CONDITION and not _is_alone(old, was, path)):
            continue
        if moved == now + 1 and _MODIFIERS.fullmatch(new[now].strip()):
            continue
        again = _all_attached(new, moved, path)
        if now == row + 1 and all(line.strip() in again for line in old[first : above + 1]):
            # The block writes it again: the old one is for the new unit.
            continue
        message = f"puts “{visible_start(new[now])}” between “{text}” and “{visible_start(old[was])}”"
        yield _Misled(now, message, above)


def _attached_at(lines: Sequence[str], row: int, path: str) -> tuple[_Attached, int] | None:
    """The kind and the first row of what ends on a row and belongs to the code below it; else None."""
    line, text = lines[row], lines[row].strip()
    rows = range(row, max(row - _MAX_ATTACHED, -1), -1)
    if annotation := _annotation_of(path):
        for at in rows:
            if not lines[at].strip():
                break
            if _annotation_end(lines, at, annotation) == row:
                return _Attached.ANNOTATION, at
            if not text.endswith(_ENDS_ANNOTATION):
                break
    if text.endswith("*/"):
        first = next((at for at in rows if "/*" in lines[at]), None)
        if first is None or not (head := lines[first].strip()).startswith("/*"):
            return None
        if first == row and _DIRECTIVE_COMMENT.match(text):
            return _Attached.DIRECTIVE, first
        return _Attached.DOC if head.startswith(_BEGINS_DOC) else _Attached.COMMENT, first
    if language_of(path) in _WITH_CONDITIONS and _CONDITION.match(line):
        return _Attached.CONDITION, row
    if not is_comment(line, path) or text.startswith(("*", "#!", "//!")):
        return None
    first = row
    while first and _is_as_deep(lines[first - 1], line) and is_comment(lines[first - 1], path):
        if lines[first - 1].rstrip().endswith("*/"):
            break
        first -= 1
    if _DIRECTIVE_COMMENT.match(text) or _DIRECTIVE_COMMENT.match(lines[first]):
        return _Attached.DIRECTIVE, first
    return _Attached.DOC if _DOC_LINE.match(line) else _Attached.COMMENT, first


def _annotation_of(path: str) -> tuple[tuple[str, ...], re.Pattern[str]] | None:
    ending = path[path.rfind(".") + 1 :].lower()
    return _ANNOTATION.get(language_of(path) or {"gradle": "groovy"}.get(ending, ending))


def _annotation_end(
    lines: Sequence[str], row: int, annotation: tuple[tuple[str, ...], re.Pattern[str]]
) -> int | None:
    """The row on which the annotations end that begin on a row; None without any, or if code follows."""
    begins, pattern = annotation
    if not lines[row].lstrip().startswith(begins):
        return None
    text = ""
    for at in range(row, min(row + _MAX_STATEMENT, len(lines))):
        text += f" {_STRING_OR_COMMENT.sub('', lines[at]).strip()}"
        if any(text.count(opening) != text.count(closing) for opening, closing in ("()", "[]", "{}")):
            continue
        without = text.strip()
        for _ in range(2 * _MAX_DEPTH):
            without = _IN_PARENTHESES.sub("", without)
        return at if pattern.fullmatch(without) else None
    return None


def _attached_to(lines: Sequence[str], row: int, path: str, kind: _Attached) -> int | None:
    """The row of the first line of code from a row on, without comments and annotations.

    Args:
        lines: The lines.
        row: The row.
        path: The path of the file.
        kind: The kind of what is above it. Only above some kinds may be blank lines; else the result is None.
    """
    annotation = _annotation_of(path)
    is_apart = kind in (_Attached.ANNOTATION, _Attached.CONDITION)
    at, last = row, min(row + _MAX_ATTACHED, len(lines))
    while at < last:
        line = lines[at]
        text = line.strip()
        if not text and not is_apart:
            return None
        if text.startswith("/*"):
            while at < last and "*/" not in lines[at]:
                at += 1
        elif text and not is_comment(line, path):
            is_skipped = kind is not _Attached.CONDITION and _DIRECTIVE.match(text) is not None
            end = None if annotation is None else _annotation_end(lines, at, annotation)
            if end is None and not is_skipped:
                return at
            at = at if end is None else end
        at += 1
    return None


def _all_attached(lines: Sequence[str], row: int, path: str) -> list[str]:
    """The lines directly above a row that belong to it."""
    first = row
    while first and (attached := _attached_at(lines, first - 1, path)) is not None:
        first = attached[1]
    return [line.strip() for line in lines[first:row]]


def _renewed(line: str, new: Sequence[str], kept: dict[int, int], row: int, path: str) -> int | None:
    """The row of a new line below a new one, if it begins the unit that an old line began; else None."""
    scope, other = scope_at(line, path), scope_at(new[row], path)
    if scope is None or other is None or scope.name == other.name:
        return None
    for at in range(row + 1, min(row + _MAX_AROUND, len(new))):
        if at in kept:
            return None
        if scope.name in new[at] and _is_as_deep(new[at], line):
            found = scope_at(new[at], path)
            if found is not None and found.name == scope.name:
                return at
    return None


def _is_about(kind: _Attached, lines: Sequence[str], rows: range, line: str, other: str, path: str) -> bool:
    """True if what is above a line of code belongs to that line, and not to the other one as well.

    Args:
        kind: The kind of what is above.
        lines: The lines of the file.
        rows: Those of what is above.
        line: The line of code.
        other: The line that gets below it.
        path: The path of the file.
    """
    text = line.strip()
    if kind is _Attached.ANNOTATION:
        return True
    if _DIRECTIVE.match(line) or begins_import(text) or _CLOSES.match(text):
        return False
    if kind in (_Attached.DIRECTIVE, _Attached.CONDITION):
        return True
    comment = "\n".join(lines[rows[0] : rows[-1] + 1])
    if _PACKAGE.match(text) or _ABOUT_MORE.search(comment):
        return False
    scope, new = scope_at(line, path), scope_at(other, path)
    words = {word.lower() for word in _NAME.findall(comment)}
    if scope is not None and not words.isdisjoint(map(str.lower, _NAME.findall(scope.name)[-1:])):
        return True
    if rows[0] == 0 or language_of(path) in (None, "css", "hcl", "html", "json", "nix", "yaml"):
        return False
    if new is not None and not words.isdisjoint(map(str.lower, _NAME.findall(new.name)[-1:])):
        return False
    if kind is _Attached.DOC:
        return True
    begins_unit = scope is not None and (not scope.is_value or text.endswith(("{", "(", "=>")))
    return begins_unit and (len(words) > _MAX_TITLE or comment.rstrip().endswith("."))


def _is_alone(lines: Sequence[str], row: int, path: str) -> bool:
    """True if nothing but the unit that begins on a row is under the condition of a preprocessor above it."""
    nested = 0
    for at in range(row + 1, min(row + _MAX_AROUND, len(lines))):
        line = lines[at]
        if _DIRECTIVE.match(line):
            word = line.strip()[1:].strip()
            if not nested and word.startswith(("el", "end")):
                return True
            nested += word.startswith("if") - word.startswith("end")
        elif _is_as_deep(line, lines[row]) and _is_code(line, path) and not _CLOSES_OR_OPENS.match(line):
            return False
    return False


_UNBRACED = lazy_pattern(
    r"\s*(?:\}\s*)?(?:else\s*$|(?:else\s+)?(?P<word>for(?:each)?|if|while)\b(?:\s+(?:await|constexpr))?\s*\()"
)
"""The beginning of a statement whose body may have no braces: `else if (a`."""
_WITH_UNBRACED = (
    *SCRIPT_LANGUAGES, "c", "cpp", "csharp", "dart", "groovy", "java", "kotlin", "php", "solidity"
)  # fmt: skip
_WITHOUT_SEMICOLONS = (*SCRIPT_LANGUAGES, "groovy", "kotlin")
_CONTINUES = lazy_pattern(r"(?:[.?:&|+*/<>=,)\]%^-]|instanceof\b|in\b|as\b|is\b)")
"""The beginning of a line that goes on with the statement above it."""
_PARTS = lazy_pattern(r"(?:\}\s*)?(?:else|catch|finally|while)\b")
"""The beginning of a line that goes on with the statement of a block."""
_NOT_IN_BODY = lazy_pattern(r"[)\]}{]|(?:case|default|else|catch|finally)\b|\w+\s*:(?!:)|#")
_MAX_ABOVE_BODY = 8
"""The most lines above a change in which the head of a body without braces is searched."""


def unbraced_bodies(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that write a second statement below a head without braces, or take out the one.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    language = language_of(path) or path[path.rfind(".") + 1 :]
    if language not in _WITH_UNBRACED or plan.is_removed or len(plan.after) > MAX_OUTLINED_TEXT:
        return {}
    alignment = Alignment(plan.index.lines, plan.change)
    heads = dict.fromkeys(
        row
        for hunk in alignment.hunks
        for row in range(max(hunk.new - _MAX_ABOVE_BODY, 0), hunk.new_end)
        if _UNBRACED.match(line := alignment.new_line(row)) and not line.rstrip().endswith(("{", ";"))
    )
    if not heads:
        return {}
    old, new, kept = _compared(plan)
    misled = [each for head in heads if (each := _wrong_body(old, new, kept, head, path)) is not None]
    if misled and language_of(path) is not None:
        rows = [each.above for each in misled]
        quoted = rows_in_strings(plan.after, rows, language, plan.index.lines.separator)
        misled = [each for each in misled if each.above not in quoted]
    return _warnings_about(plan, old, misled)


def _wrong_body(
    old: Sequence[str], new: Sequence[str], kept: dict[int, int], head: int, path: str
) -> _Misled | None:
    """A statement that a head without braces has as its body, or not, by mistake; None if all is right."""
    body = _body_of(new, head, path)
    if body is None:
        return None
    was = _body_of(old, kept[head], path) if head in kept else None
    title = visible_start(new[head])
    if not _is_deeper(new[body], new[head]):
        if was is None or kept.get(body) == was or not _is_deeper(old[was], new[head]):
            return None
        is_removal = body in kept
        message = f"makes “{visible_start(new[body])}” the body of “{title}”"
        return _Misled(was if is_removal else body, message, head, is_removal=is_removal, may_be_quoted=False)
    below = _below_body(new, head, body, path)
    if below is None or (head not in kept and below not in kept):
        return None
    row = next((row for row in (body, below, head) if row not in kept), None)
    if row is None or (was is not None and _below_body(old, kept[head], was, path) is not None):
        return None
    message = f"puts “{visible_start(new[below])}” below the body of “{title}”, which has no braces"
    return _Misled(row, message, head, may_be_quoted=False)


def _is_deeper(line: str, other: str) -> bool:
    return indentation(line) != indentation(other) and indentation(line).startswith(indentation(other))


def _body_of(lines: Sequence[str], head: int, path: str) -> int | None:
    """The row of the body of a head without braces; None if it has braces, is no head, or if in doubt."""
    end = _head_end(lines, head)
    body = None if end is None else _code_below(lines, end, path)
    return None if body is None or lines[body].strip().startswith(("{", ")", "]", "}")) else body


def _code_below(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the nearest line of code below a row; None without one, or above a preprocessor's line."""
    is_inside = False
    for at in range(row + 1, min(row + _MAX_STATEMENT, len(lines))):
        text = lines[at].strip()
        if is_inside or text.startswith("/*"):
            is_inside = "*/" not in text
        elif _DIRECTIVE.match(text):
            return None
        elif text and not is_comment(lines[at], path):
            return at
    return None


def _head_end(lines: Sequence[str], row: int) -> int | None:
    """The row on which the head that begins on a row ends, if nothing but a comment follows; else None."""
    text = _without_literals(lines[row])
    found = _UNBRACED.match(text)
    if found is None or (found["word"] == "while" and text.startswith("}")):
        return None
    if found["word"] is None:
        return row
    at, depth = row, 0
    while True:
        for n, sign in enumerate(text):
            depth += (sign == "(") - (sign == ")")
            if sign == ")" and not depth:
                return at if n == len(text) - 1 else None
        at += 1
        if at == len(lines) or at - row == _MAX_STATEMENT:
            return None
        text = _without_literals(lines[at])


def _without_literals(line: str) -> str:
    """A line without comments, what is in its strings, and the backslash at the end of a line of a macro."""
    text = _STRING_OR_COMMENT.sub(lambda found: "" if found[0].startswith("/") else "''", line)
    return text.strip().removesuffix("\\").rstrip()


def _below_body(lines: Sequence[str], head: int, body: int, path: str) -> int | None:
    """The row of a line below the statement of a body that is indented as if it was in it; else None."""
    end = _statement_end(lines, body, path)
    below = None if end is None else _code_below(lines, end, path)
    if below is None or not _is_deeper(lines[below], lines[head]):
        return None
    return None if _NOT_IN_BODY.match(lines[below].strip()) else below


def _statement_end(lines: Sequence[str], row: int, path: str) -> int | None:
    """The row of the last line of the statement that begins on a row; None if in doubt."""
    depth, head_end = 0, _head_end(lines, row)
    at, last = row, min(row + _MAX_STATEMENT, len(lines))
    while at < last:
        text = _without_literals(lines[at])
        depth += open_brackets(text)
        below = _code_below(lines, at, path)
        if depth < 0 or text.count("`") % 2 or text.count('"""') % 2:
            # The lines below are those of a string.
            return None
        if head_end is not None and at >= head_end:
            # What is below is its body.
            head_end = None if below is None else _head_end(lines, below)
        elif not depth and head_end is None and below is not None:
            next_text = lines[below].strip()
            if _PARTS.match(next_text) and not _is_deeper(lines[row], lines[below]):
                head_end = _head_end(lines, below)
            elif text.endswith((";", "}")) or _ends_without_sign(text, lines[below], lines[row], path):
                return at
        if below is None:
            return None
        at = below
    return None


def _ends_without_sign(text: str, below: str, first: str, path: str) -> bool:
    """True if a statement ends with a text without a semicolon, as the line below it shows."""
    if (language_of(path) or "groovy") not in _WITHOUT_SEMICOLONS or _GOES_ON.search(text):
        return False
    return not (_is_deeper(below, first) or _CONTINUES.match(below.strip()) or text.endswith(("{", "=>")))


_NAME = lazy_pattern(r"[\w$]+")
_BINDINGS: Mapping[str, re.Pattern[str]] = {
    "python": lazy_pattern(
        r"(?:from\s+(?!__future__)[\w.]+\s+)?import\s+(?P<names>[\w., ]+?|\([\w, ]+\))\s*(?:#.*)?$"
    ),
    "javascript": lazy_pattern(r"import\s+(?:type\s+)?(?P<names>[\w$*{}, ]+?)\s+from\s*['\"]"),
    "java": lazy_pattern(r"import\s+(?!java\.lang\.\w+;)[\w.]+\.(?P<names>\w+);$"),
    "kotlin": lazy_pattern(r"import\s+(?!kotlin\.)[\w.]+\.(?P<names>\w+(?: as \w+)?)$"),
    "php": lazy_pattern(r"use\s+(?:[\w\\]+\\)?(?P<names>\w+(?: as \w+)?);$"),
    "rust": lazy_pattern(r"use\s+(?:\w+::)+(?P<names>\w+(?: as \w+)?);$"),
}
"""By language, an import on one line, with the names that it binds."""
_STAR = lazy_pattern(r"\bimport\s+\*|\.\*;?$|::\*|\bglobals\(\)|\b__getattr__\b", re.MULTILINE)
"""An import that may bind any name."""
_GLOBALS = {
    "python": frozenset(dir(builtins)),
    "javascript": frozenset(
        """
        AbortController AbortSignal BigInt Blob Buffer Event EventTarget File FormData Headers Intl Map
        MessageChannel Promise Proxy React ReadableStream Reflect Request Response Set String Symbol
        TextDecoder TextEncoder TransformStream URL URLSearchParams WeakMap WebSocket Worker WritableStream
        after afterAll afterEach assert atob before beforeAll beforeEach btoa clearInterval clearTimeout
        console context crypto describe document expect fetch global globalThis it jest localStorage navigator
        performance process queueMicrotask sessionStorage setImmediate setInterval setTimeout structuredClone
        suite test vi window
        """.split()
    ),
    "rust": frozenset("FromIterator Option Result String TryFrom TryInto Vec".split()),
}
"""By language: names that are there without an import."""
_PACKAGE = lazy_pattern(r"(?:package|namespace)\s")
"""A line that names the package of a file, whose own names need no import."""


def lost_imports(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that remove an import whose name is used, and bound by nothing else.

    Args:
        plan: The plan of a file.
    """
    language = language_of(plan.path_after)
    family = "javascript" if language in SCRIPT_LANGUAGES else language or ""
    pattern = _BINDINGS.get(family)
    if pattern is None or plan.is_removed or len(plan.after) > MAX_PARSED_TEXT:
        return {}
    changed = changed_lines(plan.index, plan.change)
    if any(_PACKAGE.match(line) for _, line in changed.added):
        return {}
    kept = set(_NAME.findall("\n".join(line for _, line in changed.added)))
    lost = {
        name: line
        for _, line in changed.removed
        if not line[:1].isspace()
        for name in _names_bound(line, pattern)
        if name not in kept and name not in _GLOBALS.get(family, ())
    }
    if not lost or _STAR.search(plan.after) is not None:
        return {}
    # A block that is not accepted yet may bind the name, or remove its uses.
    open_words = _words_of_others(plan)
    removed = _removed_by(plan)
    found: dict[int, BlockWarning] = {}
    for name, line in lost.items():
        if name in open_words or plan.members <= found.keys():
            continue
        row = _use_of(plan.after, plan.index.lines.separator, name, language or "")
        if row is None:
            continue
        message = f"removes the import of “{name}”, which the file still uses (line {row + 1})"
        for block, numbers in removed.items():
            if (at := numbers.get(line.rstrip())) is not None:
                found.setdefault(block, BlockWarning(WarningKind.STRANDED, message, at, is_old=True))
    return found


def _removed_by(plan: FilePlan) -> dict[int, dict[str, int]]:
    """By block, the lines that it removes, each with the number of the first such line."""
    return {
        p.number: {line.rstrip(): n for n, line in reversed(changed_lines(p.base, p.change).removed)}
        for p in plan.proposals
        if p.number in plan.members and p.base is not None
    }


_LOCAL = lazy_pattern(
    r"[ \t]+(?:(?:const|let|var)\s+(?:mut\s+)?|(?:async\s+)?function\s+)(?P<name>[A-Za-z_$][\w$]{3,})\s*[:=(]"
)
"""A line that defines a name which only its block can use: `    const toggle = () => {`."""
_NAME_USED = lazy_pattern(r"(?<![\w$.])[A-Za-z_$][\w$]{3,}")
_STRING_OR_COMMENT = lazy_pattern(r"\"[^\"\n]*\"|'[^'\n]*'|//.*$|/\*.*")
_WITH_LOCALS = frozenset((*SCRIPT_LANGUAGES, "rust"))
_MAX_LOST_NAMES = 100


def lost_uses(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that remove the last use of a local name whose definition they keep.

    None of 460 real changes does. Of parts that resemble each other, one may have taken the place of another.

    Args:
        plan: The plan of a file.
    """
    if (
        language_of(plan.path_after) not in _WITH_LOCALS
        or plan.is_removed
        or len(plan.after) > MAX_PARSED_TEXT
    ):
        return {}
    changed = changed_lines(plan.index, plan.change)
    written = set(_NAME.findall("\n".join(line for _, line in changed.added)))
    removed = dict.fromkeys(name for _, line in changed.removed for name in _names_used(line))
    gone = [name for name in removed if name not in written]
    defined = {name: row for name in gone[:_MAX_LOST_NAMES] if (row := _only_defined(plan, name)) is not None}
    if defined:
        # A block that is not accepted yet may use the name.
        open_words = _words_of_others(plan)
        defined = {name: row for name, row in defined.items() if name not in open_words}
    found: dict[int, BlockWarning] = {}
    for proposal in plan.proposals if defined else ():
        if proposal.number not in plan.members or proposal.base is None:
            continue
        for number, line in changed_lines(proposal.base, proposal.change).removed:
            name = next((name for name in _names_used(line) if name in defined), None)
            if name is not None:
                message = f"removes the last use of “{name}”, which line {defined[name] + 1} still defines"
                warning = BlockWarning(WarningKind.STRANDED, message, number, is_old=True)
                found.setdefault(proposal.number, warning)
    return found


_TYPED_LOCAL = (
    r"(?!(?:await|case|delete|else|goto|new|return|throw|yield)\b)(?:(?:const|final|static)\s+)*"
    r"[A-Za-z_][\w.:]*+(?:<[^=;()]{0,80}>)?(?:\[\])*+[?&*]*\s+[&*]*(?P<name>[A-Za-z_]\w{2,})\s*=(?!=)"
)
_BOUND_LOCAL = r"\s+(?:mut\s+)?(?P<name>[A-Za-z_$][\w$]{2,})\s*(?::[^=]{1,80})?=(?![=>])"
_LOCALS_SET: Mapping[str, re.Pattern[str]] = {
    "python": lazy_pattern(r"(?P<name>[A-Za-z_]\w{2,})\s*(?::[^=]{1,60})?=(?!=)"),
    "go": lazy_pattern(r"(?P<name>[A-Za-z_]\w{2,})(?:,\s*\w+)*\s*:="),
    **dict.fromkeys(("kotlin", "rust", "swift"), lazy_pattern(rf"(?:let|val|var){_BOUND_LOCAL}")),
    **dict.fromkeys(("c", "cpp", "csharp", "java"), lazy_pattern(_TYPED_LOCAL)),
    **dict.fromkeys(SCRIPT_LANGUAGES, lazy_pattern(rf"(?:const|let|var){_BOUND_LOCAL}")),
}
"""By language, the beginning of a statement that gives a local name its first value."""


def lost_locals(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that remove the statement which sets a local name, and keep or write its uses.

    Only if nothing else in the block of the statement, nor around that, may set the name.

    Args:
        plan: The plan of a file.
    """
    pattern = _LOCALS_SET.get(language_of(plan.path_after) or "")
    if pattern is None or plan.is_removed or len(plan.after) > MAX_PARSED_TEXT:
        return {}
    lost = {
        line: match["name"]
        for _, line in changed_lines(plan.index, plan.change).removed
        if line[:1].isspace() and (match := pattern.match(line.strip())) is not None
    }
    if not lost or len(lost) > _MAX_LOST_NAMES:
        return {}
    open_words, removed = _words_of_others(plan), _removed_by(plan)
    old, new, kept = _compared(plan)
    staying = {old_row: row for row, old_row in kept.items()}
    found: dict[int, BlockWarning] = {}
    for at, line in enumerate(old):
        name = lost.get(line.rstrip("\r"))
        if name is None or at in staying or name in open_words:
            continue
        above = next((staying[n] for n in range(at - 1, -1, -1) if n in staying), -1)
        row = _use_of_local(plan, new, above + 1, indent_width(line), name)
        if row is None:
            continue
        message = f"removes the line that sets “{name}”, which line {row + 1} still uses"
        for block, numbers in removed.items():
            if (number := numbers.get(line.rstrip())) is not None:
                found.setdefault(block, BlockWarning(WarningKind.STRANDED, message, number, is_old=True))
    return found


def _use_of_local(plan: FilePlan, lines: Sequence[str], at: int, depth: int, name: str) -> int | None:
    """The row of the first use of a local name in the rest of a block; None if something may set the name.

    Args:
        plan: The plan of a file.
        lines: The lines after it.
        at: The row below which the name was set.
        depth: The indentation of that statement.
        name: The name.
    """
    word = re.escape(name)
    is_outside = [bool(line.strip()) and indent_width(line) < depth for line in lines]
    first = next((n + 1 for n in range(at - 1, -1, -1) if is_outside[n]), 0)
    end = next((n for n in range(at, len(lines)) if is_outside[n]), len(lines))
    mentions = re.compile(rf"(?<![\w.$]){word}(?![\w$])")
    # The parameters of a function may be on lines of their own, as deep as its body.
    head = max(first - 1, 0)
    while head and lines[head].lstrip()[:1] in (")", "]", "{"):
        width = indent_width(lines[head])
        head = next(
            (n for n in range(head - 1, 0, -1) if lines[n].strip() and indent_width(lines[n]) <= width), 0
        )
    around = (line for n, line in enumerate(lines) if is_outside[n] or head <= n < first)
    if any(mentions.search(line) for line in around):
        return None
    binds = re.compile(
        rf"(?<![\w.$]){word}\s*(?::[^=(]{{1,80}})?[:|+]?=(?!=)|\b{word}\s*,[^=()]*:?=(?!=)|\b{word}\b[^()]*\)?\s*=>"
        rf"|\b(?:as|catch|class|def|except|fn|for|foreach|from|fun|func|function|global|import|lambda|nonlocal|out"
        rf"|struct|use|using)\b[^=]*\b{word}\b|\b(?:auto|const|final|let|val|var)\b[^=]*\b{word}\b|\|[^|]*\b{word}\b[^|]*\|"
        rf"|[\w>\]*&]\s+[*&]*{word}\s*;"
    )
    rows = [row for row in range(first, end) if name in lines[row]]
    if any(binds.search(lines[row]) for row in rows):
        return None
    uses = re.compile(rf"(?<![\w.$\"'`/\\#@-]){word}(?![\w$\"'`/-]|\s*(?::(?!:)|=(?!=)))")
    language = language_of(plan.path_after) or ""
    below = (row for row in rows if row >= at)
    return _first_in_code(plan.after, plan.index.lines.separator, uses, below, language)


def _names_used(line: str) -> list[str]:
    """The names in a line of code, without strings, comments and what is a part of something else."""
    return _NAME_USED.findall(_STRING_OR_COMMENT.sub(" ", line))


def _words_of_others(plan: FilePlan) -> set[str]:
    """The words in the lines that blocks change which are no members of a plan."""
    others = (
        changed_lines(p.base, p.change)
        for p in plan.proposals
        if p.number not in plan.members and p.base is not None and p.is_ready
    )
    return {
        word for lines in others for _, line in (*lines.added, *lines.removed) for word in _NAME.findall(line)
    }


def _only_defined(plan: FilePlan, name: str) -> int | None:
    """The row of the definition of a local name in the text after a plan, if the name is nowhere else in it.

    The text before has the line of the definition as well.
    """
    if plan.after.count(name) != 1:
        return None
    start = plan.after.rfind("\n", 0, plan.after.index(name)) + 1
    line = plan.after[start:].partition("\n")[0]
    match = _LOCAL.match(line)
    is_kept = match is not None and match["name"] == name and line in plan.before.text
    return plan.after.count("\n", 0, start) if is_kept else None


def _names_bound(line: str, pattern: re.Pattern[str]) -> list[str]:
    match = pattern.match(line.rstrip()) if begins_import(line) else None
    if match is None:
        return []
    parts = re.split(r"[,{}()]", match["names"])
    names = (part.split()[-1] for part in parts if part.strip())
    return [name for name in names if name.isidentifier() and name != "default"]


def _use_of(text: str, separator: str, name: str, language: str) -> int | None:
    """The row of the first use of a name in a text; None without one, or if a line may bind it."""
    word = re.escape(name)
    binds = re.compile(
        rf"^\s*(?:import|from|use)\b.*\b{word}\b|^\s*{word}(?: as \w+)?\s*,?\s*[)}}]?\s*$"
        rf"|\bas\s+{word}\b|(?<![\w.]){word}\s*(?::[^=(]+)?=(?!=)"
        rf"|\b(?:class|def|enum|fn|fun|func|function|global|interface|mod|object|struct|trait|type)\s+{word}\b"
        rf"|\b(?:const|except|for|lambda|let|nonlocal|val|var)\b[^=]*\b{word}\b|\b{word}\s*,[^=()]*=(?!=)"
        rf"|\b{word}\b[^()]*\)?\s*=>|[(,]\s*\**{word}\s*(?:[,)=?]|:(?!:))",
    )
    uses = re.compile(
        rf"(?<![\w.$\"'`/\\#@-]){word}(?=\.\w|[(\[]|::\w|<\w)|<{word}(?=[ />])|(?:: |-> ){word}\b(?! *[:=])"
    )
    lines = split_lines(text, separator)
    rows = [row for row, line in enumerate(lines) if name in line]
    if any(binds.search(lines[row]) for row in rows):
        return None
    return _first_in_code(text, separator, uses, rows, language)


def _first_in_code(
    text: str, separator: str, uses: re.Pattern[str], rows: Iterable[int], language: str
) -> int | None:
    """The first of some rows of a text in which a pattern matches outside of comments and strings."""
    lines, starts = split_lines(text, separator), Lines(text, separator).starts
    places = {
        starts[row] + match.start(): row
        for row in rows
        if not lines[row].lstrip().startswith(("#", "//", "*", "/*"))
        and (match := uses.search(lines[row])) is not None
        and not re.search(r"(?:#|//)\s", lines[row][: match.start()])
    }
    quoted = in_strings(text, language, places)
    return next((row for place, row in places.items() if place not in quoted), None)


_SIGNATURE = {
    "python": (r"def\s+", "="),
    "ruby": (r"def\s+(?:self\.)?", ":"),
    "kotlin": (r"fun\s+", "="),
    "swift": (r"func\s+", ":"),
}
"""By language in which calls give arguments by name: the beginning of a signature, and the sign between name
and value."""
_PARAMETERS = r"(?P<name>\w+)\s*\((?P<rest>[^()]*+(?:\([^()]*+\)[^()]*+)*+)\)"
"""The rest of a signature: `load(path: str)`."""
_PARAMETER = lazy_pattern(r"(?:^|,)\s*(?P<name>\w+)(?=\s*(?:[:=,]|$))")
_IN_BRACKETS = r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}"
_TYPES = lazy_pattern(rf"{_IN_BRACKETS}|<[^<>]*>")
"""What may have commas in a parameter: `[str, int]`, `<String, Int>`."""
_MAX_DEPTH = 4
"""The most brackets in each other in a parameter."""
_MAX_ARGUMENTS = 300
"""The most characters, or groups in brackets, between the name of a function and an argument of its call."""


def lost_parameters(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that take out a parameter which calls in the file still give by its name.

    Args:
        plan: The plan of a file.
    """
    head, sign = _SIGNATURE.get(language_of(plan.path_after) or "", ("", ""))
    if not head or plan.is_removed or len(plan.after) > MAX_PARSED_TEXT:
        return {}
    pattern = re.compile(rf"\b{head}{_PARAMETERS}")
    before, after = (_parameters(pattern, text) for text in (plan.index.text, plan.after))
    lost = [
        (function, name)
        for function, names in before.items()
        if function in after
        for name in names
        if name not in after[function]
    ]
    if not lost:
        return {}
    open_words = _words_of_others(plan)
    without_signatures = pattern.sub(lambda signature: " " * len(signature[0]), plan.after)
    found: dict[int, BlockWarning] = {}
    for function, name in lost:
        call = re.search(
            rf"(?:(?<![\w.])|\b(?:self|this)\.){function}\("
            rf"(?:(?:[^()\[\]{{}}]|{_IN_BRACKETS}){{0,{_MAX_ARGUMENTS}}}?,)?\s*{name}\s*{sign}(?![=:])",
            without_signatures,
        )
        if call is None or function in open_words:
            continue
        row = plan.after.count(plan.index.lines.separator, 0, call.end())
        message = f"takes out the parameter “{name}” of “{function}”, which line {row + 1} gives by its name"
        for block, numbers in _removed_by(plan).items():
            at = next((at for line, at in numbers.items() if name in _NAME.findall(line)), None)
            if at is not None:
                found.setdefault(block, BlockWarning(WarningKind.STRANDED, message, at, is_old=True))
    return found


def _parameters(pattern: re.Pattern[str], text: str) -> dict[str, list[str]]:
    """The parameters of the functions of a text that take no other keywords and whose names are unique."""
    found: dict[str, list[str]] = {}
    others: set[str] = set()
    for signature in pattern.finditer(text):
        if signature["name"] in found or "**" in signature["rest"]:
            others.add(signature["name"])
        rest = signature["rest"]
        for _ in range(_MAX_DEPTH):
            rest = _TYPES.sub("", rest)
        found[signature["name"]] = [each["name"] for each in _PARAMETER.finditer(rest)]
    return {name: parameters for name, parameters in found.items() if name not in others}
