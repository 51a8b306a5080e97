"""Entries that blocks add to a list which has them a few lines away, and lines beside another version.

The model knew an older state of the file, or lost the sign of a removed line. Entries are imports,
requirements, patterns of files to ignore, columns and fields, properties of a stylesheet, attributes of a tag
over lines, items that are strings. Those of one list have the same indentation, and no less indented line is
between them.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from editreview.file_kinds import PROSE, TAGGED, YAML
from editreview.first_use import lazy_pattern
from editreview.matching import Content, content_of, is_comment, language_of, name_set, rows_in_strings
from editreview.review.checks.blocks import changed_lines, written_lines
from editreview.review.file_plan import FilePlan
from editreview.review.warnings import BlockWarning
from editreview.text import MAX_OUTLINED_TEXT, begins_import, indentation, split_lines

_MAX_ENTRIES = 500
"""The most new lines of a file that are compared with others."""
_MAX_AWAY = 200
"""The most lines between two entries of a list."""
_MIN_OTHERS = 2
"""The fewest entries of a list that show that none of them is there twice."""


class _Kind(Struct, frozen=True):
    """Lists of one kind."""

    ends: tuple[str, ...]
    """Ends of the names of files, in lower case."""
    entry: re.Pattern[str]
    """Matches an entry, with its name."""
    head: re.Pattern[str] | None = None
    """Matches the less indented line above the list; None if any is."""
    divider: re.Pattern[str] | None = None
    """Matches a line between two lists of the same indentation."""
    may_be_neighbours: bool = False
    """True if an entry may be below another one of its name, which is then its fallback."""
    is_exact: bool = True
    """False if upper and lower case, `-` and `_` are the same in names."""


_STRINGS = lazy_pattern(
    r"(?P<name>(?P<quote>[\"'`])(?!-)(?:(?!(?P=quote))\S| :: )+(?P=quote)),?\s*(?:(?://|#).*)?$"
)
"""Matches a string alone, without spaces: those with spaces may be steps that recur."""
_KINDS = (
    _Kind(
        ("requirements.txt", "requirements.in", "constraints.txt"),
        lazy_pattern(r"(?P<name>[A-Za-z\d][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:[=<>!~@][^;]*|\s#.*)?$"),
        is_exact=False,
    ),
    _Kind(("ignore",), lazy_pattern(r"(?P<name>[^#\s].*)$"), divider=lazy_pattern("!")),
    _Kind((".env", ".properties"), lazy_pattern(r"(?:export\s+)?(?P<name>[A-Za-z_][\w.]*)\s*=")),
    _Kind(
        ("dockerfile", ".dockerfile", "containerfile"),
        lazy_pattern(r"(?P<name>(?:ENV|ARG|LABEL)\s+[\w.]+)(?=[ =]|$)(?!.*\$)"),
        divider=lazy_pattern(r"(?i:FROM)\b"),
    ),
    _Kind(
        (".sql",),
        lazy_pattern(
            r"(?i)(?!(?:constraint|primary|foreign|unique|check|key|index|exclude|like)\b)"
            r"(?P<name>[\"`\[]?\w+[\"`\]]?)\s+[a-z]"
        ),
        head=lazy_pattern(r"(?i)create\s.*\btable\b"),
        is_exact=False,
    ),
    _Kind(
        (".go",), lazy_pattern(r"(?P<name>[A-Za-z_]\w*)\s+[\w*\[(]"), head=lazy_pattern(r".*\bstruct\s*\{$")
    ),
    _Kind((".prisma",), lazy_pattern(r"(?P<name>[A-Za-z_]\w*)\s+\w"), head=lazy_pattern(r"(?:model|type)\s")),
    _Kind((".proto",), lazy_pattern(r".*\s(?P<name>\w+)\s*=\s*\d+\s*[;\[]"), head=lazy_pattern(r"message\s")),
    _Kind(
        (".graphql", ".gql"),
        lazy_pattern(r"(?P<name>\w+)\s*[:(]"),
        head=lazy_pattern(r"(?:extend\s+)?(?:type|input|interface)\s"),
    ),
    _Kind(
        (".css", ".less", ".scss", ".tcss"),
        lazy_pattern(r"(?P<name>[\w-]+)\s*:\s*[^{};]+;"),
        may_be_neighbours=True,
    ),
    _Kind(
        (*TAGGED, ".jsx", ".tsx"),
        lazy_pattern(r"(?P<name>[\w:@.#-]+)(?:=[^>]*|\s*)$"),
        head=lazy_pattern(r".*<[A-Za-z][\w.:-]*(?:\s[^<>]*)?$"),
    ),
    _Kind(YAML, lazy_pattern(r"-\s+(?P<name>[^\s:{\[-][^\s{\[]*(?<!:))$")),
    _Kind(
        (".go", ".json", ".json5", ".jsonc", ".toml", ".py", ".js", ".jsx", ".mjs", ".ts", ".tsx"), _STRINGS
    ),
)
"""One row for each kind of list: `requests[socks]==2.0`, `ENV A=1`, `name text,`, `color: red;`, `- item`."""
_SET_AGAIN = (".bash", ".mk", ".sh", ".zsh", "makefile")
"""Ends of the names of files of code in which a name may well be set twice in a row."""
_CLOSES = lazy_pattern(r"[)\]}>]|/>|</|#(?:if|el|endif)")
"""Matches a line that ends a list, or begins a part that is there under a condition."""


def doubled_entries(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that add an entry that its list has, or keep a line beside its new version.

    Lists that had an entry twice before may have it again.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after.lower()
    kinds = [kind for kind in _KINDS if path.endswith(kind.ends)]
    language = None if path.endswith(PROSE) else language_of(path)
    is_code = language is not None and content_of(path) is Content.CODE and not path.endswith(_SET_AGAIN)
    is_examined = not plan.is_removed and plan.before.text.strip() and len(plan.after) <= MAX_OUTLINED_TEXT
    if not is_examined:
        return {}
    added = {number - 1 for number, _ in changed_lines(plan.index, plan.change).added}
    separator = plan.index.lines.separator
    lines = split_lines(plan.after, separator) if added else []
    others: dict[int, int] = {}
    versions: set[int] = set()
    for row in sorted(added)[:_MAX_ENTRIES]:
        text = lines[row].strip()
        if is_comment(text, path):
            continue
        found = [_other(kind, lines, row, added, path) for kind in kinds if kind.entry.match(text)]
        if language is not None and begins_import(text):
            found.append(_same_import(lines, row, added))
        others.update((row, other) for other in found if other is not None)
        if language is not None and row not in others:
            version = _old_version(lines, row, added, is_code=is_code)
            if version is not None:
                others[row] = version
                versions.add(row)
    if language is not None:
        others = {
            row: other
            for row, other in others.items()
            if not rows_in_strings(plan.after, (row, other), language, separator)
        }
    warnings: dict[int, BlockWarning] = {}
    for row, line in written_lines(plan, others).items() if others else ():
        is_version = row in versions
        warnings.update(line.beside_version(others[row]) if is_version else line.doubled(others[row]))
    return warnings


def _same_import(lines: Sequence[str], row: int, added: Collection[int]) -> int | None:
    """The row of the only import beside one that is equal; None without one, or if it goes on below."""
    text = lines[row].strip()
    if text.endswith((",", "\\")) or sum(map(text.count, "([{")) > sum(map(text.count, ")]}")):
        return None
    rows = [at for at in _list_around(lines, row) if lines[at].strip() == text and at not in added]
    return rows[0] if len(rows) == 1 else None


def _old_version(lines: Sequence[str], row: int, added: Collection[int], *, is_code: bool) -> int | None:
    """The row of a line that stays directly beside a new one, another version of it; None without one.

    So it is if a diff lacks the sign of a removed line.
    """
    for at in (row - 1, row + 1):
        if not 0 <= at < len(lines) or at in added or indentation(lines[at]) != indentation(lines[row]):
            continue
        old, new = lines[at].strip(), lines[row].strip()
        if _are_of_one_action(old, new) or (begins_import(old) and _imports_more(old, new)):
            return at
        if is_code and _set_one_name(lines[min(at, row)], lines[max(at, row)]):
            return at
    return None


_SETS = frozenset({"=", ":="})
_ACTION = lazy_pattern(r"(?:-\s+)?uses:\s*(?P<name>[^@\s]+)@\S+")
_WORDS = lazy_pattern(r"[\w@./\\:-]+")
"""The words of an import. A path is one of them: `a.b`, `std::io`."""
_MIN_WORDS = 3
"""The fewest words of an import that names a part of a module: `from a import b`, not `import a`."""


def _are_of_one_action(first: str, second: str) -> bool:
    """True for two steps of a workflow that use the same action: `uses: a/b@v1`, `uses: a/b@v2`."""
    one, other = _ACTION.fullmatch(first), _ACTION.fullmatch(second)
    return one is not None and other is not None and one["name"] == other["name"] and first != second


def _imports_more(old: str, new: str) -> bool:
    """True if a line imports what another one does, and more: `from a import b`, `from a import b, c`.

    A second name for the same may be beside the first: `from a import b as c`.
    """
    words, more = Counter(_WORDS.findall(old)), Counter(_WORDS.findall(new))
    is_renamed = "as" in more and "as" not in words
    return begins_import(new) and len(words) >= _MIN_WORDS and words < more and not is_renamed


def _set_one_name(first: str, second: str) -> bool:
    """True if two lines, one below the other, set a name to results of one function: `a = f(1)`, `a = f(2)`.

    The second does not use the name.
    """
    one, other = name_set(first), name_set(second)
    if one is None or other is None or one.name != other.name or not {one.operator, other.operator} <= _SETS:
        return False
    called, _, values = first[one.value :].partition("(")
    also_called, _, other_values = second[other.value :].partition("(")
    is_used = re.search(rf"(?<![\w.]){re.escape(one.name)}\b", second[other.value :]) is not None
    return bool(values.strip()) and called == also_called and values != other_values and not is_used


def _other(kind: _Kind, lines: Sequence[str], row: int, added: Collection[int], path: str) -> int | None:
    """The row of the entry of a list that has the name of a new one; None without one.

    Also None if some entry is there twice: such lists may have the same one again.
    """
    if kind.head is not None:
        depth = len(indentation(lines[row]))
        above = (lines[at] for at in range(row - 1, max(row - 1 - _MAX_AWAY, -1), -1))
        head = next((line for line in above if line.strip() and len(indentation(line)) < depth), "")
        if kind.head.match(head.strip()) is None:
            return None
    names: dict[int, str] = {}
    for at in _list_around(lines, row, kind.divider):
        found = None if is_comment(lines[at], path) else kind.entry.match(lines[at].strip())
        if found is not None and (at == row or at not in added):
            names[at] = found["name"] if kind.is_exact else found["name"].lower().replace("_", "-")
    name = names.pop(row)
    same = [at for at, each in names.items() if each == name]
    if len(names) < _MIN_OTHERS or len(set(names.values())) < len(names) or not same:
        return None
    first, last = sorted((row, same[0]))
    are_neighbours = not any(lines[at].strip() for at in range(first + 1, last))
    return None if kind.may_be_neighbours and are_neighbours else same[0]


def _list_around(lines: Sequence[str], row: int, divider: re.Pattern[str] | None = None) -> Iterator[int]:
    """The rows of the lines that are as indented as one, itself too, up to the ends of its list."""
    depth = indentation(lines[row])
    yield row
    for rows in (range(row - 1, -1, -1), range(row + 1, len(lines))):
        for at in rows[:_MAX_AWAY]:
            text = lines[at].strip()
            if not text:
                continue
            if len(indentation(lines[at])) < len(depth) or (divider is not None and divider.match(text)):
                break
            if indentation(lines[at]) == depth:
                if _CLOSES.match(text):
                    break
                yield at
