"""Definitions and entries of lists that blocks add a second time, and what a new whole file leaves out.

Two definitions of one part of a file count as the same if they begin with the same lines, up to the end of
their parameters, below equal decorators, and if the same line is above them with less indentation. So
overloads, methods of other classes and conditional definitions are others.

The model knew an older state of the file, or lost the sign of a removed line. Entries are imports,
requirements, patterns of files to ignore, columns and fields, properties of a stylesheet, attributes of a
tag over lines, items that are strings. Those of one list have the same indentation, and no less indented
line is between them.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from pathlib import PurePosixPath

from msgspec import Struct

from editreview import likeness
from editreview.alignment import Opcode, line_opcodes
from editreview.blocks import Sketch, Snippet, Write, lines_in_words, written_whole
from editreview.file_kinds import MARKDOWN, PROSE, TAGGED, YAML
from editreview.first_use import lazy_pattern
from editreview.formats import are_named_in
from editreview.grammars import NotRead
from editreview.matching import (
    ANNOTATIONS,
    DEFINITION,
    SCRIPT_LANGUAGES,
    Content,
    FileIndex,
    content_of,
    is_comment,
    language_of,
    name_set,
    outline_language,
    rows_in_strings,
    scope_at,
)
from editreview.review.checks.blocks import changed_lines, written_lines
from editreview.review.file_plan import FilePlan
from editreview.review.match_block import visible_start
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import (
    MAX_OUTLINED_TEXT,
    MAX_PARSED_TEXT,
    QUOTED_CODE,
    Change,
    begins_import,
    indentation,
    open_brackets,
    sentences_in,
    split_lines,
)
from editreview.vocabulary import (
    ADD,
    CHANGE,
    CHANGE_VALUE,
    ENGLISH,
    MOVE,
    REMOVE,
    RENAME,
    REPLACE,
    REWORK,
    SET,
    any_of,
    english,
    forms,
    in_other_languages,
    phrases,
    whole_words,
)

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
_ENTRY_KINDS = (
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
    kinds = [kind for kind in _ENTRY_KINDS if path.endswith(kind.ends)]
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
        found = [_entry_beside(kind, lines, row, added, path) for kind in kinds if kind.entry.match(text)]
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
    if text.endswith((",", "\\")) or open_brackets(text) > 0:
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


_ENTRY_SETS = frozenset({"=", ":="})
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
    if (
        one is None
        or other is None
        or one.name != other.name
        or not {one.operator, other.operator} <= _ENTRY_SETS
    ):
        return False
    called, _, values = first[one.value :].partition("(")
    also_called, _, other_values = second[other.value :].partition("(")
    is_used = re.search(rf"(?<![\w.]){re.escape(one.name)}\b", second[other.value :]) is not None
    return bool(values.strip()) and called == also_called and values != other_values and not is_used


def _entry_beside(
    kind: _Kind, lines: Sequence[str], row: int, added: Collection[int], path: str
) -> int | None:
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


_KINDS = ("def", "defp", "class", "func", "function", "fn", "fun", "struct", "enum", "trait", "protocol")
_LANGUAGES = (
    *SCRIPT_LANGUAGES,
    *("bash", "c", "cpp", "csharp", "go", "java", "kotlin", "lua", "php", "python", "ruby", "rust", "swift"),
)
_MAY_BE_CONTINUED = {"csharp": "partial", "ruby": "class"}
"""By language, the word of a type that may have several definitions."""
MAY_RECUR = frozenset({"_", "init"})
"""Names that several functions or variables may have."""
_MAX_SIGNATURE = 30
"""The most lines of a signature."""
_MAX_HEADS = 50
"""The most new names that are looked for among all lines."""
_MAX_DOUBLED = 50
"""The most lines of a file that are searched for definitions it already has."""
_WITH_SCRIPTS = (".svelte", ".vue")
"""Endings of files whose definitions are those of a script in them."""
_BRANCHES = ("#if", "#el", "#endif")
"""Beginnings of lines between which code is compiled under a condition."""

_WORD = lazy_pattern(r"[\w$]+")
_MANY_LEFT_OUT = 3
"""The fewest lines in a row that are not left out by intention, unless they are the end of the file."""
_MIN_KEPT = 2
"""The fewest lines between two changes that may have nothing to do with each other."""
_MIN_NAME = 2
"""The fewest characters of a word that changes may have in common because they belong together."""
_MAX_USES = 4
"""The most uses of such a word in a file."""
_ON_DEFINITIONS = ("@", "#[", '"""', "'''")
"""Beginnings of lines that belong to a definition next to them, and are not removed by a change of it."""
_SAYS_REMOVAL = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of((*whole_words(REMOVE), 'got rid of', 'no longer', 'unused', 'without'))})\b"
        rf"|{phrases(' '.join(REMOVE[language] for language in REMOVE if language != ENGLISH))}"
    ),
    re.IGNORECASE,
)
_KEEPS_REST = lazy_pattern(
    r"\b(?:(?:every|any)thing else|(?:the )?rest(?: of [^.;:]{1,40})?|all (?:the )?(?:other|remaining) \w+)"
    r" (?:\w+ )?(?:is|are|stays?|remains?|was|were|keeps?|kept|left|has|have)"
    r" (?:\w+ ){0,2}?(?:unchanged|untouched|the same|identical|as (?:it|they) (?:is|are|was|were)|as is)"
    r"|\b(?:no|without(?: any)?|not (?:made|make) any) other changes?"
    r"|\bnothing else (?:\w+ ){0,2}?chang\w+|\b(?:everything else|rest) unchanged"
    r"|\b(?:alles andere|der rest|sonst) (?:\w+ ){0,3}(?:unverändert|gleich)"
    r"|\ble reste (?:\w+ ){0,3}(?:identique|inchangé|tel quel)"
    r"|\b(?:el resto|todo lo demás) (?:\w+ ){0,4}(?:igual|mismo|sin cambios)"
    r"|\bo resto (?:\w+ ){0,4}(?:igual|inalterado|mesmo|sem alterações)"
    r"|\bостальн\w+ (?:\w+ ){0,3}без изменений|其[他余餘][^。]{0,10}(?:不变|不變|未变)",
    re.IGNORECASE,
)
"""Words that say that all but the change is as it was: `Everything else is unchanged.`"""

_LEAVES_REST = lazy_pattern(
    r"\b(?:leav|keep)(?:e|es|s|ing)? (?:(?:every|any)thing else|(?:all )?(?:the )?(?:rest|others?"
    r"|remaining))\b"
    r"|\b(?:not|n['’]t|without|never) (?:chang|touch|modif|alter)\w* (?:anything|the rest|any other)"
    r"|\bnothing else\b|\b(?:lass\w* alles andere|den rest (?:\w+ )?(?:so|unverändert)|sonst nichts)"
    r"|\blaiss\w+ (?:tout )?le reste|\b(?:deja|dejando) (?:el resto|todo lo demás)"
    r"|\b(?:deixe|mantenha) o resto|\blascia\w* (?:tutto )?il resto|остальн\w+ (?:\w+ )?(?:не|остав)"
    r"|其[他余它](?:的|部分|代码)*(?:保持|不变|不动)",
    re.IGNORECASE,
)
"""Words that ask to leave all but the change as it is: `leave everything else alone`."""
_ADDED = frozenset(forms(*english(ADD))) - {
    *forms("declare", "hook", "import", "plug", "register", "wire"),
    "included",
}
_ONLY_ADDS = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of(_ADDED)}|hinzu|additionally|should also|now also|to also|lines? (?:is|are) new"
        r"|new lines?|log(?:s|ging)? (?:in|inside|each|every|when))\b"
        rf"|{in_other_languages(ADD)}"
    ),
    re.IGNORECASE,
)
"""Words that say that code gets more."""
_ONLY = lazy_pattern(
    r"\b(?:only|just|single|one line|one new|nur|lediglich|seulement|juste|sólo|solo|apenas|somente|soltanto"
    r"|только|лишь)\b|只|仅|だけ|のみ",
    re.IGNORECASE,
)
"""Words that say that nothing else changes: `only this line`."""
_BY_ADDING = lazy_pattern(
    r"\b(?:(?:updat|modif|edit|chang|adjust|amend|extend|adapt)\w* (?:[^.;:\n]{1,60}? )?(?:to|so that it|by)"
    r" (?:also )?(?=(?:add|append|insert|includ|introduc|log)\w*)"
    r"|(?:the|your|an?) (?:complete |full |whole )?(?:updated|modified|changed|edited|extended)\b)"
    r"|^\W*(?:update|edit)\b(?=[^.;]*\band (?:add|append|insert)\b)",
    re.IGNORECASE,
)
"""Words for a change that only say that it adds something: `Change it to also log`."""
_CHANGES = frozenset(forms(*english(REPLACE, CHANGE, CHANGE_VALUE, SET, REWORK, RENAME, MOVE, REMOVE))) - {
    *forms("apply", "enhance", "expand", "extend", "improve", "merge", "wrap"),
    "setting",
}
_REALLY_CHANGES = lazy_pattern(
    lambda: (
        rf"\b(?:(?:{any_of(_CHANGES)})s?|instead|no longer|get rid|without|unused|uses?|used|using"
        r"|now (?!also\b)\w+s|(?:extract|split|inlin|convert|cach|memoi|turn|short|clean)\w*"
        r"|rather than|faster|version|async\w*"
        r"|verwende\w*|nutze\w*|statt|utilis\w*|usa|usar|au lieu|en lugar|em vez|invece|вместо"
        r"|используй\w*)\b"
        r"|改用|使用|代替|使う"
        rf"|{in_other_languages(REPLACE, CHANGE, REWORK, RENAME, MOVE, REMOVE)}"
    ),
    re.IGNORECASE,
)
"""Words that say more than that code is added."""
_OUTPUT = r"(?:print\w*|console\.\w+|fmt\.Print\w*|System\.out\.\w+|echo|puts|println!|Debug\.\w+|var_dump)"
_SHOWS_OUTPUT = lazy_pattern(rf"{_OUTPUT}\b")
"""The beginning of a line that prints, in whose place a log may be."""
_LOGS = lazy_pattern(rf"(?:self\.)?_?(?i:log\w*[.(!]|{_OUTPUT})")
_SETS = lazy_pattern(
    r"(?:(?:const|let|var|val|auto|final|mut|my|local|static)\s+)*(?P<name>[\w.$\[\]]+)(?:\s*:[^=]+)?\s*:?=(?![=>])"
)
"""The beginning of a line that gives a name a value."""
_SAME_STATEMENT = frozenset("return if elif while for with raise throw switch match try".split())
_SHORTENS = lazy_pattern(
    r"\b(?:rewr[io]|rework|simplif|short|concis|condens|tight|trim|replac|restructur|ersetz|kürz|kürzer|umschreib"
    r"|réécri|raccourc|remplac|reescr|acort|reemplaz|sustitu|substitu|riscriv|перепи|сократ|замен)|重写|重寫|精简|简化|替换",
    re.IGNORECASE,
)
"""Words for another version of a section, which may be shorter."""
_MIN_PARTS_LOST = 3
"""The fewest lines of a section of prose in a row that are not lost by intention."""

_Definition = tuple[int | None, tuple[str, ...], str]
"""The row of the less indented line above it, its decorators and its signature."""


def doubled_definitions(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that add a definition that the file has already.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    language = language_of(path)
    before, after = plan.before.text, plan.after
    added = changed_lines(plan.index, plan.change).added
    if plan.is_removed or not added:
        return {}
    if len(after) > MAX_OUTLINED_TEXT:
        if outline_language(path) is None and language not in _LANGUAGES:
            return {}
        return _not_examined(plan, f"the file has more than {MAX_OUTLINED_TEXT:,} characters")
    separator = plan.index.lines.separator
    new = split_lines(after, separator)
    found: dict[int, BlockWarning] = {}
    if _may_have_namesakes(new, [number - 1 for number, _ in added], language):
        # Imported on first use: it parses the file, which most edits need not wait for.
        from editreview.review.checks.namesakes import doubled_namesakes

        try:
            found = doubled_namesakes(plan)
        except NotRead as reason:
            # A shorter text that takes too long has the mark of the check of its syntax.
            found = (
                _not_examined(plan, str(reason)) if len(after) > MAX_PARSED_TEXT or language == "yaml" else {}
            )
    if language not in _LANGUAGES or not before.strip():
        return found
    old = split_lines(before, separator)
    was, now = _rows(old), _rows(new)
    heads = (
        (number - 1, head)
        for number, line in added
        if (head := line.rstrip()) in was
        and len(now.get(head, ())) > len(was[head])
        and _may_be_doubled(head, path, language)
    )
    others = {
        row: other
        for row, head in islice(heads, _MAX_DOUBLED)
        if (other := _other((old, was[head]), (new, now[head]), row)) is not None
        and not rows_in_strings(after, (row, other), language, separator)
    }
    for row, line in written_lines(plan, others).items():
        found.update(line.doubled(others[row]))
    return found


def _not_examined(plan: FilePlan, reason: str) -> dict[int, BlockWarning]:
    """Marks for all blocks."""
    message = f"not compared with the other definitions of the file: {reason}"
    return dict.fromkeys(sorted(plan.members), BlockWarning(WarningKind.NOT_CHECKED, message))


_NAME_AHEAD = lazy_pattern(r"\s*(?:- )?(?P<head>[^(:={<\[\n]*)")
_NO_HEAD = lazy_pattern(
    r"\s*(?:[})\]/*]|(?:if|elif|else|for|while|return|with|try|except|finally|catch|match|switch|do|import|from"
    r"|use|using|package|raise|throw|yield|await|assert|del|pass|break|continue)\b)"
)
"""Matches the beginnings of lines of code that define nothing."""
_SETS_VARIABLE = lazy_pattern(r"\s+[a-z_][\w.]*(?:\[[^\]]*\])?\s+(?:[-+*/|&^%]?=)\s")
_HOLDS_MEMBERS = lazy_pattern(r".*(?:\b(?:class|enum|interface|object|struct|trait|type)\b|[=:]\s*\{$)")
"""Matches lines below which variables are members."""


def _may_have_namesakes(lines: Sequence[str], rows: Sequence[int], language: str | None) -> bool:
    """A fast first test: False if no line of some rows names what another line at its depth names too."""
    is_code = language in _LANGUAGES
    heads = {head for row in rows if (head := _head_of(lines, row, is_code=is_code)) is not None}
    if len(heads) > _MAX_HEADS:
        return True
    names = {name for _, name in heads}
    alike = (row for row, line in enumerate(lines) if any(name in line for name in names))
    counts = Counter(head for row in alike if (head := _head_of(lines, row, is_code=False)) in heads)
    return any(count > 1 for count in counts.values())


def _head_of(lines: Sequence[str], row: int, *, is_code: bool) -> tuple[str, str] | None:
    """The depth of a line, and the last word before its first punctuation; None if it names nothing."""
    line = lines[row]
    found = _NAME_AHEAD.match(line)
    words = _WORD.findall(found["head"] if found is not None else "") or [line.strip()]
    if not words[0] or (is_code and (_NO_HEAD.match(line) or _sets_local(lines, row))):
        return None
    return indentation(line), words[-1]


def _sets_local(lines: Sequence[str], row: int) -> bool:
    """True if a line of code sets a variable of a function, which may be set again."""
    if _SETS_VARIABLE.match(lines[row]) is None:
        return False
    depth = len(indentation(lines[row]))
    above = (lines[at] for at in range(row - 1, -1, -1))
    outer = next((line for line in above if line.strip() and len(indentation(line)) < depth), "")
    return _HOLDS_MEMBERS.match(outer) is None


def lost_definitions(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that write a whole file without a definition, lines in a row, or the end of it.

    Also without few lines, if they have nothing to do with the other changes, or the words say that the rest
    of the file is unchanged. Of a lazy file, about definitions only.

    Models lose these when they write a long file again. Nothing is left out if something else is in its
    place, nor if new lines or the words above the block name it: they say what became of it.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    if plan.is_removed or not plan.before.text.strip():
        return {}
    found: dict[int, BlockWarning] = {}
    for proposal in plan.proposals:
        operation = proposal.block.operation
        if proposal.number not in plan.members or proposal.base is None:
            continue
        if written_whole(operation) is None or len(proposal.base.text) + len(plan.after) > MAX_OUTLINED_TEXT:
            continue
        separator = proposal.base.lines.separator
        old, new = split_lines(proposal.base.text, separator), split_lines(plan.after, separator)
        words = _without_path(proposal.block.words, path)
        rows = _definitions_left_out(old, new, path, words)
        if rows:
            more = f", and {len(rows) - 1} more" if len(rows) > 1 else ""
            message = f"leaves out “{old[rows[0]].strip()}” (line {rows[0] + 1}){more}"
        elif isinstance(operation, Sketch) or any(
            warning.kind is WarningKind.OVERWRITES for warning in proposal.warnings
        ):
            # The lines that a sketch leaves out between two others are to go.
            continue
        elif rows := _lines_left_out(old, new, path, words):
            where = lines_in_words((rows[0] + 1, rows[-1] + 1))
            head = old[rows[0]].strip()
            message = (
                f"leaves out {where}, from “{head}” on" if rows[1:] else f"leaves out “{head}” ({where})"
            )
        else:
            continue
        found[proposal.number] = BlockWarning(WarningKind.OVERWRITES, message, rows[0] + 1, is_old=True)
    return found


def lost_statements(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the parts of files that lack lines of the file below words that only add something.

    Models show a function shorter than it is: the lines that they leave out would go. So would the rest of a
    section of Markdown, whatever the words are, unless they are about a removal.

    Args:
        plan: The plan of a file.
    """
    path = plan.path_after
    if plan.is_removed or not plan.before.text.strip():
        return {}
    is_page = path.lower().endswith(MARKDOWN)
    found: dict[int, BlockWarning] = {}
    for proposal in plan.proposals:
        operation, base = proposal.block.operation, proposal.base
        if proposal.number not in plan.members or base is None:
            continue
        if not isinstance(operation, Snippet | Sketch | Write) or len(base.text) > MAX_OUTLINED_TEXT:
            continue
        may_lose = _losses_meant(proposal.block.words, path, is_whole=isinstance(operation, Write))
        if may_lose is _Losses.PARTS:
            is_section = isinstance(operation, Snippet) and proposal.strategy == DEFINITION.name
            may_lose = may_lose if is_page and is_section else None
        if may_lose is None:
            continue
        rows = _statements_lost(plan, base, proposal.change, may_lose)
        if rows:
            more = f", and {len(rows) - 1} more" if len(rows) > 1 else ""
            first = visible_start(base.lines[rows[0]].strip())
            message = f"loses “{first}” (line {rows[0] + 1}){more}, which no words mention"
            found[proposal.number] = BlockWarning(WarningKind.UNSEEN, message, rows[0] + 1, is_old=True)
    return found


class _Losses(StrEnum):
    """The lines that words above a block let go."""

    NONE = "none"
    """None: they only add something."""
    NEAR_CHANGES = "near-changes"
    """Those near other changes: the rest stays."""
    PARTS = "parts"
    """All but a part of a section."""


def _losses_meant(words: str, path: str, *, is_whole: bool) -> _Losses | None:
    """The lines that words let go; None if they may let go any.

    Args:
        words: The words above a block.
        path: The path of its file.
        is_whole: True if it writes a whole file: then more is changed than words say.
    """
    words = QUOTED_CODE.sub(" x ", _without_path(words, path))
    leaves_rest = _KEEPS_REST.search(words) is not None or _LEAVES_REST.search(words) is not None
    adds = _ONLY_ADDS.search(words) is not None
    if adds or leaves_rest:
        rest = _BY_ADDING.sub(" ", _LEAVES_REST.sub(" ", _KEEPS_REST.sub(" ", words)))
        if adds and _REALLY_CHANGES.search(rest) is None:
            return _Losses.NONE if not is_whole or leaves_rest or _ONLY.search(words) else None
        if leaves_rest and not is_whole and _SAYS_REMOVAL.search(rest) is None:
            return _Losses.NEAR_CHANGES
    is_shorter = _SAYS_REMOVAL.search(words) is not None or _SHORTENS.search(words) is not None
    return None if is_whole or is_shorter else _Losses.PARTS


def _statements_lost(plan: FilePlan, base: FileIndex, change: Change, meant: _Losses) -> Sequence[int]:
    """The rows of the lines of a file that a change removes although words do not mean it."""
    path, separator = plan.path_after, base.lines.separator
    old, new = split_lines(base.text, separator), split_lines(change.apply(base.text), separator)
    was = Counter(map(str.strip, old))
    now = Counter(map(str.strip, split_lines(plan.after, separator)))
    changes = line_opcodes(old, new)
    if not any(line.strip() for _, _, first, end in changes for line in new[first:end]):
        return ()
    lost: list[int] = []
    for at, (first, end, new_first, new_end) in enumerate(changes):
        added = [line.strip() for line in new[new_first:new_end] if line.strip()]
        rows = [
            row
            for row in range(first, end)
            if _WORD.search(text := old[row].strip()) and now[text] < was[text] and not begins_import(text)
        ]
        if meant is _Losses.PARTS:
            inner = _not_replaced(old[first:end], new[new_first:new_end]) or ()
            parts = [row for row in rows if row - first in inner]
            lost += parts if len(parts) >= _MIN_PARTS_LOST else []
        elif meant is _Losses.NONE or _is_alone(old, new, changes, at):
            lost += [
                row for row in rows if not (is_comment(old[row], path) or _is_in(added, old[row].strip()))
            ]
    return lost


def _is_in(added: Sequence[str], line: str) -> bool:
    """True if one of some new lines, or all together, may be a version of an old line."""
    if not added:
        return False
    if _SHOWS_OUTPUT.match(line) is not None:
        return True
    words = set(_WORD.findall(line))
    if 2 * len(words.intersection(_WORD.findall("\n".join(added)))) > len(words):
        return True
    # A log of a value is no version of the line that gives it.
    others = "\n".join(other for other in added if _LOGS.match(other) is None)
    if 2 * len(words.intersection(_WORD.findall(others))) >= len(words):
        return True
    sets, first = _SETS.match(line), line.split(maxsplit=1)[0].rstrip(":({")
    for other in added:
        sets_other = _SETS.match(other)
        if sets is not None and sets_other is not None and sets["name"] == sets_other["name"]:
            return True
        if first in _SAME_STATEMENT and other.startswith(first):
            return True
        if likeness.normalized_similarity(line, other) >= likeness.VERSION_LIKENESS:
            return True
    return False


def _without_path(words: str, path: str) -> str:
    """The words without the names of files of the kind of a path, which are no names of code."""
    file = PurePosixPath(path)
    end = re.escape(file.suffix or file.name)
    return re.sub(rf"[\w@./\\-]*{end}(?!\w)", " ", words, flags=re.IGNORECASE)


def _lines_left_out(old: Sequence[str], new: Sequence[str], path: str, words: str) -> Sequence[int]:
    """The rows of the first lines in a row that a text lacks: many, the end of the file, or few alone."""
    was, now = Counter(map(str.strip, old)), Counter(map(str.strip, new))
    changes = line_opcodes(old, new)
    added = [line for _, _, first, end in changes for line in new[first:end]]
    mentioned = {*_WORD.findall("\n".join(added)), *_WORD.findall(words)}
    in_quotes = _WORD.findall(" ".join(QUOTED_CODE.findall(words)))
    quoted = {word for word in in_quotes if not word.isdecimal()}
    keeps_rest = any(map(str.strip, added)) and _KEEPS_REST.search(words) is not None
    for at, (first, end, new_first, new_end) in enumerate(changes):
        inner = _not_replaced(old[first:end], new[new_first:new_end])
        if inner is None:
            continue
        texts = [(first + n, old[first + n].strip()) for n in inner]
        rows = [row for row, text in texts if now[text] < was[text] and _WORD.search(text)]
        if not rows:
            continue
        lost = [old[row] for row in rows]
        is_end = not any(map(str.strip, [*old[first + inner.stop : end], *old[end:]]))
        is_enough = len(rows) >= _MANY_LEFT_OUT or is_end
        if keeps_rest and not is_enough and _is_apart(changes, at, len(old)):
            is_enough = not (_are_unused_imports(lost, new) or _are_imported_anew(lost, added))
        if not is_enough and not _is_alone(old, new, changes, at):
            continue
        depth = min(len(indentation(old[row])) for row in rows)
        heads = [old[row] for row in rows if len(indentation(old[row])) == depth]
        scopes = [scope.name for head in heads if (scope := scope_at(head, path)) is not None]
        is_named = bool(scopes) and mentioned.issuperset(_WORD.findall(" ".join(scopes)))
        is_named = is_named or not quoted.isdisjoint(_WORD.findall("\n".join(heads)))
        if not is_named and not _are_said_to_go(lost, _without_kept(words, new, path)):
            return range(rows[0], rows[-1] + 1)
    return ()


def _without_kept(words: str, new: Sequence[str], path: str) -> str:
    """Words without the names that they quote of what the new text defines: that does not go."""
    kept = {scope.name for line in new if (scope := scope_at(line, path)) is not None}
    return QUOTED_CODE.sub(lambda code: " " if code[1].removesuffix("()") in kept else code[0], words)


def _is_alone(old: Sequence[str], new: Sequence[str], changes: Sequence[Opcode], at: int) -> bool:
    """True if a change only removes lines, and has nothing to do with the other ones, which add some.

    That is, other changes are not next to it, none of them removes the uses of one of its names, and none of
    them adds one.
    """
    first, end, new_first, new_end = changes[at]
    others = [change for n, change in enumerate(changes) if n != at]
    if any(map(str.strip, new[new_first:new_end])):
        return False
    added = [line for _, _, begin, stop in others for line in new[begin:stop]]
    if not any(map(str.strip, added)):
        return False
    is_annotation = all(line.strip().startswith(_ON_DEFINITIONS) for line in old[first:end] if line.strip())
    is_near = not _is_apart(changes, at, len(old))
    if not is_annotation and (is_near or _are_unused_imports(old[first:end], new)):
        return False
    removed = [line for begin, stop, _, _ in others for line in old[begin:stop]]
    words = {word for word in _WORD.findall("\n".join(old[first:end])) if len(word) >= _MIN_NAME}
    gone, come = (words.intersection(_WORD.findall("\n".join(lines))) for lines in (removed, added))
    if not gone and not come:
        return True
    was, now = (Counter(_WORD.findall("\n".join(lines))) for lines in (old, new))
    return not any(2 * now[word] <= was[word] for word in gone) and all(
        was[word] > _MAX_USES for word in come - gone
    )


def _is_apart(changes: Sequence[Opcode], at: int, length: int) -> bool:
    """True if no other change is next to a change of a text of so many lines."""
    first, end, _, _ = changes[at]
    above = changes[at - 1][1] if at else -_MIN_KEPT
    below = changes[at + 1][0] if at + 1 < len(changes) else length + _MIN_KEPT
    return first - above >= _MIN_KEPT and below - end >= _MIN_KEPT


def _are_imported_anew(lines: Sequence[str], added: Sequence[str]) -> bool:
    """True if all lines are imports, and added imports have names of each, perhaps from elsewhere."""
    imports = [line.strip() for line in added if begins_import(line.strip())]
    words = {word for line in imports for word in _WORD.findall(line)[1:] if len(word) >= _MIN_NAME}
    return all(
        begins_import(line.strip()) and not words.isdisjoint(_WORD.findall(line)[1:]) for line in lines
    )


def _are_unused_imports(lines: Sequence[str], new: Sequence[str]) -> bool:
    """True if lines are imports of which a text uses no word besides other imports."""
    lines = [line.strip() for line in lines if line.strip()]
    words = {word for line in lines for word in _WORD.findall(line)[1:] if len(word) >= _MIN_NAME}
    if not words or not all(map(begins_import, lines)):
        return False
    return words.isdisjoint(_WORD.findall("\n".join(line for line in new if not begins_import(line.strip()))))


def _are_said_to_go(lines: Sequence[str], words: str) -> bool:
    """True if a sentence that speaks of a removal has a word of some lines, or the word for their kind."""
    sentences = [each for each in sentences_in(words) if _SAYS_REMOVAL.search(each) is not None]
    return bool(sentences) and are_named_in(lines, sentences)


def _not_replaced(old: Sequence[str], new: Sequence[str]) -> range | None:
    """The old lines in a row for which there are no new ones: the others are versions of the new lines.

    None if a new line is no version of the old one at its place, counted from the first or from the last.
    """
    before = [at for at, line in enumerate(old) if line.strip()]
    after = [line.strip() for line in new if line.strip()]
    if len(after) >= len(before):
        return None
    pairs = enumerate(zip(before, after, strict=False))
    unlike = (
        n
        for n, (at, line) in pairs
        if likeness.normalized_similarity(old[at].strip(), line) < likeness.VERSION_LIKENESS
    )
    above = next(unlike, len(after))
    below = len(after) - above
    rest = zip(before[len(before) - below :], after[above:], strict=True) if below else ()
    if any(
        likeness.normalized_similarity(old[at].strip(), line) < likeness.VERSION_LIKENESS for at, line in rest
    ):
        return None
    inner = before[above : len(before) - below]
    return range(inner[0], inner[-1] + 1)


def _definitions_left_out(old: Sequence[str], new: Sequence[str], path: str, words: str) -> Sequence[int]:
    """The rows of the definitions that a text lacks."""
    if path.endswith(_WITH_SCRIPTS):
        path = f"{path}.js"
    language = language_of(path)
    if language not in _LANGUAGES:
        return []
    changes = line_opcodes(old, new)
    gone = [
        (row, name)
        for first, end, new_first, new_end in changes
        if not any(_name_defined(line, path, language) for line in new[new_first:new_end])
        for row in range(first, end)
        if (name := _name_defined(old[row], path, language)) is not None
    ]
    if not gone:
        return []
    scopes = (scope_at(line, path) for line in new)
    named = {scope.name for scope in scopes if scope is not None}
    added = [line for _, _, first, end in changes for line in new[first:end]]
    named.update(_WORD.findall("\n".join([*added, words])))
    return [row for row, name in gone if name not in named]


def _name_defined(line: str, path: str, language: str) -> str | None:
    """The name of the function or type that begins on a line; None if none does."""
    scope = scope_at(line, path) if _may_be_doubled(line, path, language) else None
    return None if scope is None or scope.is_value else scope.name


def _may_be_doubled(line: str, path: str, language: str) -> bool:
    """True if a line begins a definition that a part of a file has once."""
    scope, text = scope_at(line, path), line.strip()
    if scope is None or scope.is_title or scope.name in MAY_RECUR:
        return False
    if scope.is_value or text.endswith(";"):
        # The latter may only declare something.
        return scope.is_value and language in SCRIPT_LANGUAGES
    kind = scope.label.split()[0]
    if scope.label == scope.name:
        # Elsewhere, a call with a block of code may look like a method without a type.
        return language in (*SCRIPT_LANGUAGES, "bash") or not text.startswith(scope.name)
    return kind in _KINDS and _MAY_BE_CONTINUED.get(language) not in text.split()


def _other(
    before: tuple[Sequence[str], Sequence[int]], after: tuple[Sequence[str], Sequence[int]], row: int
) -> int | None:
    """The row of another definition like the one at a row; None without one, or if the file had a pair.

    Args:
        before: The old lines, and the rows of those that are equal to the line at the row.
        after: The same of the new lines.
        row: The row among the new lines.
    """
    (old, old_rows), (new, new_rows) = before, after
    if any(count > 1 for count in Counter(_definition(old, at) for at in old_rows).values()):
        return None
    this = _definition(new, row)
    for at in new_rows:
        if at != row and _definition(new, at) == this:
            between = new[min(at, row) : max(at, row)]
            return None if any(line.startswith(_BRANCHES) for line in between) else at
    return None


def _rows(lines: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """The rows of each line."""
    rows: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        rows.setdefault(line.rstrip(), []).append(at)
    return rows


def _definition(lines: Sequence[str], row: int) -> _Definition:
    depth = indentation(lines[row])
    first = row
    while first and lines[first - 1].strip().startswith(ANNOTATIONS):
        first -= 1
    parent = next(
        (
            at
            for at in range(first - 1 if depth else -1, -1, -1)
            if lines[at].strip() and len(indentation(lines[at])) < len(depth)
        ),
        None,
    )
    signature = ""
    for line in lines[row : row + _MAX_SIGNATURE]:
        signature += line.strip() + "\n"
        if signature.count("(") <= signature.count(")"):
            break
    return parent, tuple(line.strip() for line in lines[first:row]), signature
