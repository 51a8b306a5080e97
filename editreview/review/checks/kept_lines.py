"""Lines that an edit keeps, but that with it cannot run, belong to another unit, lack an import or a use.

Models quote the beginning of a function and write all of its new body, so the rest of the old body stays
below a new `return`. Or they insert a unit too early, so what was left of another one becomes part of it, or
its end comes after the new unit. Or they quote the head of the unit below and do not repeat it, so its lines
go to the unit above. Or they replace an import that other lines use. Or they write something that resembles a
part of the file, and mean to add it: what only the old part used is left without a use. Or they write a
function as they remember it, without a parameter that calls give by its name.
"""

import builtins
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from editreview.alignment import Alignment, kept_lines
from editreview.blocks import written_whole
from editreview.first_use import lazy_pattern
from editreview.matching import (
    SCRIPT_LANGUAGES,
    Content,
    Scope,
    content_of,
    enclosing,
    in_strings,
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
    starts = Lines(text, separator).starts
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
