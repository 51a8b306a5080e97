"""Fenced code that names no file: the edits it may be, as offers.

Its content has to show the file: the code reads like a new version of it, has definitions of it, or
replaces old code that is above it in the response. Files that the words above mention are tried first;
else exactly one file of the tree must fit.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from textwrap import indent

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.blocks import (
    Code,
    Delete,
    EditBlock,
    FormatName,
    Hints,
    Insert,
    Interpretation,
    Move,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    Sketch,
    Snippet,
    Wording,
    WordingKind,
    Write,
    base_name,
    plain_interpretation,
)
from editreview.first_use import lazy_pattern
from editreview.formats import says_whole_file
from editreview.matching import (
    DEFINITION,
    PART_OF_LINE,
    UNCHANGED_LINES,
    Match,
    Mismatch,
    language_of,
    named_spans,
    search,
)
from editreview.review.match_block import (
    match_block,
    match_block_loosely,
    match_changed_lines,
    match_snippet,
)
from editreview.review.tree_files import (
    FileTree,
    TreeFile,
    distinct_lines,
    is_far_likelier,
    is_named,
    is_named_in_words,
    likeliest_file,
    may_hold,
)
from editreview.text import (
    QUOTED_CODE,
    TOKEN,
    begins_import,
    first_nonblank_line,
    indentation,
    is_informative,
    nonblank_lines,
    sentences_in,
    stripped_lines,
)
from editreview.vocabulary import CREATE, PAIRED_TITLES, REPLACE, any_of, english, in_other_languages
from editreview.workspace import Workspace

_MIN_DISTINCT_LINES = 6
"""The fewest different lines that identify a file."""
_SHARED = 0.6
"""The share of all lines of code and file, from which lines in both make the code a new version."""
_SHARED_IF_MENTIONED = 0.3
"""The share of lines in both, if the words above the code mention the file."""
_SHARED_IF_CHANGED = 0.4
_MIN_SHARED = 2
"""The share and the number of lines of code that a file must have for the others to be changed lines."""
_FACTOR = 2
"""An older version of the code is at most this many times as long, or as short."""
_MIN_QUOTED = 6
"""The letters and digits from which code in words tells whether other code shows it."""
_SESSION = lazy_pattern(r"\s*(?:>>>|\$|>|%) |\s*In \[\d")
"""The beginning of a session of an interpreter or a shell."""
_ASKS_FOR_NEW = lazy_pattern(
    lambda: r"\b(?:add|creat|mak|need|new|put|sav|writ)(?:e|s|ing)?\b|" + in_other_languages(CREATE),
    re.IGNORECASE,
)
"""Words for creating a file."""
_IS_UNSEEN = lazy_pattern(
    r"\b(?:didn['’]t|did not|haven['’]t|have not)"
    r" (?:(?:past|post|provid|shar|includ)(?:e|ed)?|see|seen|shown?)\b"
    r"|\b(?:can['’]t|cannot|can not) see\b|\bdon['’]t have (?:access|the code|your)\b|\bsomething like\b",
    re.IGNORECASE,
)
"""Words about files that exist, but were not shown: `You didn't paste `src/list.rs`.`"""
_GUESSES = lazy_pattern(
    r"\b(?:ha[sv]e|did|do|ca)(?:n['’]t| not|nnot) (?:know|seen?)\b[^.:]*\bsomething (?:along|like|similar)\b"
    r"|\bnicht (?:gesehen|kenne|sehen)\b[^.:]*\b(?:etwa so|so etwas|so ähnlich|ungefähr)\b"
    r"|\b(?:pas vu|vois pas|connais pas)\b[^.:]*\bquelque chose (?:comme|du genre)\b"
    r"|\bno (?:he visto|veo|conozco)\b[^.:]*\balgo (?:así|como|parecido)\b"
    r"|\bnão (?:vi|vejo|conheço)\b[^.:]*\balgo (?:assim|como|parecido)\b"
    r"|\bnon (?:ho visto|vedo|conosco)\b[^.:]*\bqualcosa (?:come|del genere|di simile)\b"
    r"|не (?:видел|вижу)[^.:]*(?:примерно|что-то вроде)|没有?(?:看到|见过)[^。：]*(?:类似|大概)",
    re.IGNORECASE,
)
"""Words above code for a file that was not shown: `I haven't seen your loop, but it'll be something like`."""
_BEFORE_NEW_CODE = lazy_pattern(
    r"[\s*_]*(?:(?:with|by|to|into|durch|zu|in|auf|par|en|por|para|con|door|met|naar|przez|на)\b|をに?|改为|改成|替换为"
    r"|替换成|换成)[^`:：]{0,40}[:：]?[\s*_]*$",
    re.IGNORECASE,
)
"""The end of a sentence behind the old code, before the new code below it: ` with this:`."""
_IN_LIST = lazy_pattern(
    r"[\s,，、]*(?:and|und|et|y|e|и|і|i|oraz|en|och|og|和|及|と)?\s*(?:(?:the|die|les|las|as|le)\s)?"
)
"""The words between two pieces of code of one list: ` and the `."""
_OPEN_REPLACEMENT = lazy_pattern(
    lambda: rf"\b(?:exchange|{any_of(english(REPLACE))})\b(?:(?!\b(?:by|for|to|with)\b)[^:])*$", re.IGNORECASE
)
"""Words that do not say what old code is replaced with."""
_WITH = lazy_pattern(r"\W*(?:by|for|to|with)\b", re.IGNORECASE)
_TITLE = lazy_pattern(r"(?:^|[^\w\s])\s*(?P<title>[^\W\d_]+(?: [^\W\d_]+){0,2})\W*$")
"""Up to three words at the end of those above code, set apart from the others."""
_BESIDE_IT = lazy_pattern(r"\b(above|after|before|below|beneath|under) (?:it|that)\b", re.IGNORECASE)
_DEFINITION = lazy_pattern(r"\b(?:class|def|fn|func|function|interface|struct|type)\s+(?P<name>\w+)")
"""A definition with its name: `def load`."""
_RULE = lazy_pattern(r"^\s*(?P<name>[.#]?[\w-]+)\s*\{\s*$", re.MULTILINE)
"""The first line of a rule of styles: `.search {`."""
_STYLES = frozenset(("css", "less", "scss"))
_SUBJECT = lazy_pattern(
    r"(?:(?:also|and|finally|so|the|then),? )*[*_]*`(?P<path>[^`\s]+/[^`\s]+)`[*_]* \w", re.IGNORECASE
)
"""The beginning of a sentence about a file."""
_PLAIN = frozenset(["", "console", "log", "output", "plaintext", "text", "txt"])
"""Languages of fences whose text need not be code."""
_MIN_LETTERS = 4
"""The fewest letters and digits of code that may be a part of the likeliest file."""
_MIN_COMMAND_LIKENESS = 0.75
"""The likeness from which a command is a version of a line of a script."""
_MIN_LONG_COMMAND = 40
"""Characters. A command this long that a script has too belongs to the script."""
_SETS_IN_SCRIPT = lazy_pattern(
    r"(?:(?:declare|export|local|readonly|typeset)\s+(?:-\w+\s+)?)?[A-Za-z_]\w*="
    # Not `A=1 command`.
    r"(?=(?:[^\s\"'`$]|\$\([^()]*\)|\$\{[^{}]*\}|\$\w|\"[^\"]*\"|'[^']*')*\s*(?:#.*)?$)"
    r"|set\s+-(?=\w+(?:\s+[\w-]+)*$)"
)
"""The beginning of a line of a script that sets a variable for those below it, or options."""
_IN_SCRIPTS = lazy_pattern(
    r"^(?:\w+=\S*$|(?:case|elif|for|if|local|until|while) |(?:fi|esac|done|else|shift)$|[^\s()]+\)$|\[ )"
    r"|;;$|\b(?:then|do)$"
)
"""A line of a script that is hardly a command for the user."""
_MIN_OLD_CODE_LIKENESS = 0.5
"""The likeness from which code is another version of the code above it."""
_MIN_PARTS = 2
"""The fewest parts in which code that is to be removed may be in its file."""
_MAX_OFFERS = 20
"""The most pieces of code, and the most sentences, for which a file is searched."""
_MAX_LINES_TO_NEXT = 2
"""The most lines from the end of an edit to code that is directly below it."""
_NEEDS_IMPORT = lazy_pattern(
    r"\b(?:add|need|needs|requires?|new|additional|more|extra|following)\b", re.IGNORECASE
)
"""Words that ask for imports, and do not quote one: `You need one more import`."""
_MODULE_IMPORTED = lazy_pattern(r"\s*(?:from|import)\s+(?P<from>\w+(?:\.\w+)*)")
_MAX_LINES_BETWEEN = 6
"""The most lines from the end of old code to the new code for it."""


class _ResponseContext(Struct):
    """The tree, and what the response has above and around the code that is examined."""

    tree: FileTree
    fenced: Sequence[Code]
    """All fenced code."""
    blocks: Mapping[str, Sequence[EditBlock]]
    """The blocks of the response, by path."""
    ends: list[tuple[int, str]]
    """The last line of each edit so far, and its file."""
    described: list[EditBlock]
    """The edits that the words so far describe."""

    def edits_of(self, path: str | None) -> Sequence[EditBlock]:
        """The blocks of a file."""
        return self.blocks.get(path or "", ())

    def fence_above(self, code: Code) -> Code | None:
        """The fenced code above some code."""
        return next((each for each in reversed(self.fenced) if each.lines[1] < code.lines[0]), None)

    def file_above(self, code: Code) -> str | None:
        """The file of the last edit above some code, apart from those that the code imports from."""
        above = sorted((each for each in self.ends if each[0] < code.lines[0]), reverse=True)
        return next((path for _, path in above if not _imports_from(path, code)), None)

    def file_below(self, code: Code) -> str | None:
        """The file of the first block below some code."""
        below = [
            (each.lines[0], path)
            for path, edits in self.blocks.items()
            for each in edits
            if each.lines[0] > code.lines[1]
        ]
        return min(below)[1] if below else None

    def is_described(self, block: EditBlock) -> bool:
        """True if words so far describe the same edit."""
        edit = (block.path_written, block.operation)
        return any((each.path_written, each.operation) == edit for each in self.described)


def offers_in_code(
    workspace: Workspace, found: Sequence[Code], blocks: Mapping[str, Sequence[EditBlock]]
) -> Iterator[EditBlock]:
    """A block for each piece of code whose content shows which file it edits.

    Args:
        workspace: The tree.
        found: The code, in the order of the response.
        blocks: The blocks of the response, by path. Code above a block of its file only explains that one,
            as does code that the block has too.
    """
    tree = FileTree(workspace)
    found = [part for code in found if not code.is_example for part in _parts_removed(tree, code)]
    fenced = [code for code in found if not code.is_in_words]
    pairs = [(old, new, _replacing(tree, old, new)) for old, new in pairwise(fenced) if _replaces(new, old)]
    replaced_by = {new.lines: block for _, new, block in pairs}
    # Old code that no file has as it is shown is still none to write.
    replaced = {old.lines for old, _, block in pairs if block is not None or old.is_old}
    ends = [(each.lines[1], path) for path, edits in blocks.items() for each in edits]
    context = _ResponseContext(tree, fenced, blocks, ends, [])
    for code in _limited(found):
        if code.is_in_words:
            edits = _edits_in_words(context, code)
            context.described += edits
            yield from edits
            continue
        if code.lines in replaced:
            continue
        block = replaced_by.get(code.lines)
        if block is None:
            is_edit = code.lines in replaced_by or code.is_requested
            block = _replacing_block(context, code)
            block = block or _edit_in_fence(context, _with_name(context, code), is_edit=is_edit)
        if block is None or _is_left_to_remove(tree, code, block):
            continue
        if not any(_explains(code, each, fenced) for each in context.edits_of(block.path_written)):
            context.ends.append((code.lines[1], block.path_written or ""))
            yield block


def _is_left_to_remove(tree: FileTree, code: Code, block: EditBlock) -> bool:
    """True if words ask to remove something, and a file has all lines of the code below: it is not done."""
    if code.edit_in_words is not WordingKind.REMOVE or not isinstance(block.operation, Write):
        return False
    file = tree.file(block.path_written or "")
    if not distinct_lines(code.text) <= file.lines:
        return False
    matched = match_snippet(file.index, code.text, file.path, code.names)
    return not isinstance(matched, Mismatch) and not any(match.change for match in matched)


def _with_name(context: _ResponseContext, code: Code) -> Code:
    """The code with the name of the definition above it in its words, for `just above it` and the like."""
    above = context.fence_above(code)
    begins = _RULE if above is not None and above.language in _STYLES else _DEFINITION
    found = None if above is None else begins.search(above.text)
    if above is None or found is None or code.lines[0] - above.lines[1] > _MAX_LINES_BETWEEN:
        return code
    return replace(code, words=_BESIDE_IT.sub(rf"\1 `{found['name']}`", code.words))


def _edits_in_words(context: _ResponseContext, code: Code) -> list[EditBlock]:
    """The edits that words state or describe. See `offers_in_code`."""
    block = None if _removes_lines(code) else _in_words(context, code)
    if block is not None:
        return [block]
    sentence = _as_sentence(code)
    return [] if sentence is None else list(_described(context, sentence))


def _edit_in_fence(context: _ResponseContext, code: Code, *, is_edit: bool) -> EditBlock | None:
    """The edit that fenced code may be; None if its content shows no file.

    Args:
        context: The tree, and the rest of the response.
        code: The fenced code.
        is_edit: True if the words say that it is one.
    """
    tree = context.tree
    if not is_edit and _is_output(context, code):
        return None
    if code.mentions and tree.lacks(code.mentions) and _IS_UNSEEN.search(code.words):
        return None
    if not code.mentions and _GUESSES.search(code.words) is not None:
        return None
    if _is_for_missing_file(tree, code):
        return _new_file(tree, code)
    if (block := _quoted_lines(context, code)) is not None:
        return block
    if code.is_command and not is_edit and not _is_like_script(tree, code) and not _edits_script(tree, code):
        return None
    if code.operation is not None:
        block = _certain(tree, code) or _in_likely_file(tree, code)
        if (
            block is None
            and isinstance(code.operation, Replace)
            and (new := code.operation.new_code) is not None
        ):
            sketch = new if isinstance(new, Sketch) else None
            return _edit_in_fence(context, replace(code, operation=None, sketch=sketch), is_edit=is_edit)
        return block
    if code.is_removed or code.may_be_removed:
        block = _left_by_removal(context, code) if code.may_be_removed else None
        block = block or _removal(tree, code)
        if block is not None or code.is_removed:
            return block
    if (block := _imports_of_section(context, code)) is not None:
        return block
    if (block := _imports(tree, code, context.file_above(code))) is not None:
        return block
    if code.may_be_file and (block := _whole_above(context, code)) is not None:
        return block
    # A few lines are a part of a file rather than all of it.
    readings = (_new_version, _part) if code.may_be_file else (_with_gaps, _part, _new_version)
    for reading in readings:
        if (block := reading(tree, code)) is not None:
            return block
    return (
        _new_file(tree, code)
        or _changed_lines(tree, code, context.file_above(code))
        or _continued(context, code)
        or _likely(tree, code, context.file_above(code))
        or _imports_of_next(context, code)
    )


def _quoted_lines(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit that replaces the lines which the words above quote: ``replace `a` and `b` with:``.

    They are next to each other in the file that the words mention, else in that of the edit above, and
    nowhere else in it. None if words quote no such lines.
    """
    if code.edit_in_words is not WordingKind.CHANGE or code.sketch is not None or code.operation is not None:
        return None
    quoted = _quotes_before_new_code(sentences_in(code.words)[-1])
    previous = context.file_above(code)
    mentions = code.mentions or ((previous,) if previous is not None else ())
    named = (context.tree.only_named(each) for each in mentions) if quoted else ()
    paths = {path for path in named if path is not None}
    spans = [
        (path, lines, at)
        for path in paths
        for lines in [context.tree.file(path).text.splitlines()]
        for at in range(len(lines) - len(quoted) + 1)
        if [line.strip() for line in lines[at : at + len(quoted)]] == quoted
    ]
    if len(spans) != 1:
        return None
    ((path, lines, at),) = spans
    old = "".join(f"{line}\n" for line in lines[at : at + len(quoted)])
    depth = min((len(indentation(line)) for line in code.text.splitlines() if line.strip()), default=0)
    new = code.text if depth else indent(code.text, indentation(lines[at]))
    return _block(FormatName.SEARCH_REPLACE, path, code, Replace((Interpretation(old, new),)), Naming.LABEL)


def _quotes_before_new_code(sentence: str) -> list[str]:
    """The code of a list at the end of a sentence that leads to the new code below it; none without one."""
    quotes = list(QUOTED_CODE.finditer(sentence))
    if not quotes or _BEFORE_NEW_CODE.match(sentence, quotes[-1].end()) is None:
        return []
    first = len(quotes) - 1
    while first > 0 and _IN_LIST.fullmatch(sentence, quotes[first - 1].end(), quotes[first].start()):
        first -= 1
    return [each[1].strip() for each in quotes[first:]]


def _is_for_missing_file(tree: FileTree, code: Code) -> bool:
    """True if the subject of the words directly above some code is a file that the tree lacks.

    `tests/test_a.py` has to import it from `lib`:
    """
    sentences = sentences_in(code.words)
    subject = _SUBJECT.match(sentences[-1]) if sentences else None
    path = None if subject is None else subject["path"]
    return path is not None and path in code.mentions and tree.lacks([path])


def _imports(tree: FileTree, code: Code, previous: str | None) -> EditBlock | None:
    """The imports of the file of the edit above, if the code has nothing else and that file imports the same.

    An imported module may be a file too, which words such as `the model import` seem to name.
    """
    if previous is None or code.mentions or not _has_only_imports(code):
        return None
    file = tree.file(previous)
    matched = match_snippet(file.index, code.text, previous, code.names)
    is_changed = not isinstance(matched, Mismatch) and any(_replaces_text(file, match) for match in matched)
    return _part_of(previous, code) if is_changed else None


def _imports_from(path: str, code: Code) -> bool:
    """True if code imports from the module that a file is, which that file itself does not do."""
    if not path.endswith((".py", ".pyi")):
        return False
    stem = path.rpartition(".")[0]
    dotted = stem.removeprefix("src/").replace("/", ".").removesuffix(".__init__")
    return any(
        found["from"] == dotted
        for line in code.text.splitlines()
        if (found := _MODULE_IMPORTED.match(line)) is not None
    )


def _imports_of_section(context: _ResponseContext, code: Code) -> EditBlock | None:
    """New imports directly below a heading, as imports of the file of the next code in that section.

    The edit above belongs to another section. None if the next code shows no other file than that edit.
    """
    above = context.file_above(code)
    if above is None or code.mentions or not code.words.startswith("#") or not _has_only_imports(code):
        return None
    following = next((each for each in context.fenced if each.lines[0] > code.lines[1]), None)
    if following is None or following.words.startswith("#") or _has_only_imports(following):
        return None
    block = _edit_in_fence(context, following, is_edit=following.is_requested)
    path = None if block is None else block.path_written
    return None if path is None or path == above else _imports_in(context.tree, code, path)


def _imports_of_next(context: _ResponseContext, code: Code) -> EditBlock | None:
    """New imports above the first edit of a response, as imports of the file of that edit."""
    if context.file_above(code) is not None or code.is_shown or not _has_only_imports(code):
        return None
    if not code.is_requested and _NEEDS_IMPORT.search(code.words) is None:
        return None
    path = context.file_below(code) or _file_of_next(context, code)
    return None if path is None else _imports_in(context.tree, code, path)


def _imports_in(tree: FileTree, code: Code, path: str) -> EditBlock | None:
    """The edit that adds imports to a file; None if the tree lacks it, or it has them all."""
    if tree.lacks([path]):
        return None
    matched = match_snippet(tree.file(path).index, code.text, path, code.names)
    is_changed = not isinstance(matched, Mismatch) and any(match.change for match in matched)
    return _part_of(path, code) if is_changed else None


def _file_of_next(context: _ResponseContext, code: Code) -> str | None:
    """The file of the next fenced code that is more than imports; None if its content shows none."""
    below = (each for each in context.fenced if each.lines[0] > code.lines[1] and not each.is_example)
    following = next((each for each in below if not _has_only_imports(each)), None)
    block = None if following is None else _edit_in_fence(context, following, is_edit=following.is_requested)
    return None if block is None else block.path_written


def _has_only_imports(code: Code) -> bool:
    lines = nonblank_lines(code.text)
    return bool(lines) and all(map(begins_import, map(str.strip, lines)))


def _is_output(context: _ResponseContext, code: Code) -> bool:
    """True if text is the output of a command: it is directly below it, without words of its own.

    A text that shares half of its lines with a file is more likely a version of these lines.
    """
    if code.words or code.language.lower() not in _PLAIN:
        return False
    above = context.fence_above(code)
    if above is None or not above.is_command or code.lines[0] - above.lines[1] > _MAX_LINES_TO_NEXT:
        return False
    lines = distinct_lines(code.text)
    return all(2 * len(lines & file.lines) < len(lines) for file in context.tree.readable(code))


def _is_like_script(tree: FileTree, code: Code) -> bool:
    """True if commands are a part of a script rather than commands for the user.

    They are if a script has a long line of them but not all lines, or half of their lines with one that is
    hardly a command, or if each is a version of a line of the script, or sets what one line of it sets.
    """
    lines = distinct_lines(code.text)
    scripts = [file.lines for file in tree.readable(code) if not lines <= file.lines]
    shared = [lines & own for own in scripts]
    if any(len(line) >= _MIN_LONG_COMMAND for both in shared for line in both):
        return True
    if any(2 * len(both) >= len(lines) and any(map(_IN_SCRIPTS.search, both)) for both in shared):
        return True
    if any(_sets_again(lines, own) for own in scripts):
        return True
    return any(
        all(
            any(likeness.normalized_similarity(line, other) >= _MIN_COMMAND_LIKENESS for other in own)
            for line in lines
        )
        for own in scripts
    )


def _sets_again(lines: Collection[str], own: Collection[str]) -> bool:
    """True if each of some commands sets a variable or options that just one line of a script sets."""
    heads = [_SETS_IN_SCRIPT.match(line) for line in lines if not line.startswith("#")]
    return bool(heads) and all(
        head is not None and sum(line.startswith(head[0]) for line in own) == 1 for head in heads
    )


def _edits_script(tree: FileTree, code: Code) -> bool:
    """True if words ask to change or add something in a script, or where one has the code that they quote.

    So do words for a place in it: ``In `run.sh`, below `#!/bin/sh```. A heading alone may name a script
    without an extension.
    """
    named = [each.strip("#*` :") for each in (*QUOTED_CODE.findall(code.words), code.words)]
    scripts = [path for path in tree.shell_scripts if any(is_named(path, name) for name in named)]
    is_edit = code.edit_in_words is not None or not code.words.strip("#*` :").count(" ")
    if not scripts or not is_edit:
        named_in_full = (tree.only_named(each) for each in code.mentions if language_of(each) == "bash")
        scripts += [path for path in named_in_full if path is not None]
        is_edit = _names_place_in(tree, scripts, code.words)
    if scripts and is_edit:
        return not any(
            base_name(path) in line.split("#")[0] for path in scripts for line in code.text.splitlines()
        )
    is_asked = code.edit_in_words in (WordingKind.CHANGE, WordingKind.ADD)
    quoted = QUOTED_CODE.findall(code.words) if is_asked else []
    return any(span in file.text for file in tree.readable(code) for span in quoted)


def _names_place_in(tree: FileTree, scripts: Sequence[str], words: str) -> bool:
    """True if words quote code of a script beside which other code goes."""
    # Imported on first use: slow to import, and few responses have commands below such words.
    from editreview.matching import names_place_beside

    texts = [tree.file(path).text for path in scripts]

    def code_of_script(quoted: re.Match[str]) -> str:
        return quoted[0] if any(quoted[1] in text for text in texts) else " "

    return bool(texts) and names_place_beside(QUOTED_CODE.sub(code_of_script, words))


def _explains(code: Code, block: EditBlock, fenced: Sequence[Code]) -> bool:
    """True if a block has some code, or is below it and edits the same lines, or all of its file.

    So does a block below code if a later fence has another version of that.
    """
    pair = plain_interpretation(block.operation)
    if _is_in(code.text, pair.replace):
        # ``Change `g` in the same way:`` asks for an edit elsewhere.
        is_elsewhere = code.is_requested and bool(code.names)
        return not is_elsewhere or any(name in pair.replace for name in code.names)
    if code.lines[1] >= block.lines[0]:
        return False
    if isinstance(block.operation, Write) and block.naming is not Naming.PART:
        return True
    lines, others = distinct_lines(code.text), distinct_lines(f"{pair.search}\n{pair.replace}")
    first = first_nonblank_line(code.text)
    later = (each for each in fenced if each.lines[0] > code.lines[1])
    if any(first in map(str.strip, each.text.splitlines()) for each in later):
        return True
    return pair.replace.lstrip().startswith(first) or 2 * len(lines & others) >= len(lines)


def _replaces(new: Code, old: Code) -> bool:
    is_shown = old.is_shown and not new.is_shown and old.is_command == new.is_command
    # Without words that say so, new code is a version of the old code.
    is_version = is_shown and new.operation is None and _is_similar_code(new.text, old.text)
    is_near = 0 < new.lines[0] - old.lines[1] <= _MAX_LINES_BETWEEN
    # `replace the rule`, and below it `with a shorter one:`
    is_said = _OPEN_REPLACEMENT.search(old.words) is not None and _WITH.match(new.words) is not None
    titles = [found["title"].lower() if (found := _TITLE.search(each.words)) else "" for each in (old, new)]
    is_said |= titles[1] in PAIRED_TITLES.get(titles[0], ())
    return is_near and (new.replaces_code_above or is_said or is_version)


def _is_similar_code(new: str, old: str) -> bool:
    shared = distinct_lines(new) & distinct_lines(old)
    return bool(shared) or likeness.normalized_similarity(new, old) >= _MIN_OLD_CODE_LIKENESS


def _replacing(tree: FileTree, old: Code, new: Code) -> EditBlock | None:
    """The edit that replaces old code, in the only file that has it, or else similar code."""
    interpretation = Interpretation(old.text, new.text)
    block = _block(FormatName.SEARCH_REPLACE, "", new, Replace((interpretation,)), Naming.LABEL)

    def has_similar(file: TreeFile) -> bool:
        found = match_block_loosely(file.index, block, file.path)
        return found is not None and bool(found.search.matches)

    path = tree.only_file(old, lambda file: bool(search(file.index, interpretation, file.path).matches))
    path = path or tree.only_file(old, has_similar)
    if path is None:
        return None
    # The words above the old code say where it is.
    return replace(
        block, path_written=path, names=(*new.names, *old.names), words=f"{old.words} {new.words}".strip()
    )


def _replacing_block(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit that replaces the code of the block above, if that is the file's: the block only shows it."""
    above = [
        (block, path)
        for path, edits in context.blocks.items()
        for block in edits
        if 0 < code.lines[0] - block.lines[1] <= _MAX_LINES_BETWEEN
    ]
    if not code.replaces_code_above or not above:
        return None
    old, path = max(above, key=lambda each: each[0].lines)
    named = context.tree.only_named(path)
    if named is None or not isinstance(old.operation, Write | Snippet) or not old.operation.text.strip():
        return None
    if code.is_command or not _is_similar_code(code.text, old.operation.text):
        return None
    if context.tree.file(named).text.count(old.operation.text) != 1:
        return None
    pair = Interpretation(old.operation.text, code.text)
    return _block(FormatName.SEARCH_REPLACE, named, code, Replace((pair,)), Naming.LABEL)


def _certain(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit whose old text is known, in the only file that has it once."""
    operation = code.operation or Replace((Interpretation(code.text, ""),))
    block = _block(FormatName.SEARCH_REPLACE, "", code, operation, Naming.LABEL)

    def has_it_once(file: TreeFile) -> bool:
        if len(match_block(file.index, block, file.path).search.matches) == 1:
            return True
        # Words often name only a part of a line.
        loosely = match_block_loosely(file.index, block, file.path) if code.is_in_words else None
        return loosely is not None and [m.strategies[0] for m in loosely.search.matches] == [
            PART_OF_LINE.name
        ]

    if code.is_in_words and tree.lacks(code.mentions):
        return None
    # The file has the old text, not the new one.
    old = plain_interpretation(operation).search
    path = tree.only_file(replace(code, text=old or code.text), has_it_once)
    if path is None:
        return None
    if code.is_removed:
        block = _with_blank_lines(tree.file(path), block)
    return replace(block, path_written=path)


def _in_likely_file(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit whose old text is known, in the file that words name, or that alone has it.

    The file may have the old text several times, or lines like it: the user chooses the match.
    """
    if not isinstance(code.operation, Replace):
        return None
    block = _block(FormatName.SEARCH_REPLACE, "", code, code.operation, Naming.LABEL)

    def has_it(file: TreeFile) -> bool:
        return bool(match_block(file.index, block, file.path).search.matches)

    named = {path for each in code.mentions if (path := tree.only_named(each)) is not None}
    old = plain_interpretation(code.operation).search
    path = next(iter(named)) if len(named) == 1 else tree.only_file(replace(code, text=old), has_it)
    return None if path is None or not old.strip() else replace(block, path_written=path)


def _removal(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit that removes code; None if the end of the block would be left behind."""
    block = _certain(tree, replace(code, is_removed=True))
    if block is None or block.path_written is None or not code.may_be_removed:
        return block
    file = tree.file(block.path_written)
    lines = file.text.splitlines()
    spans = [match.lines for match in match_block(file.index, block, file.path).search.matches]
    return None if any(span is not None and _cuts_block(lines, *span) for span in spans) else block


def _parts_removed(tree: FileTree, code: Code) -> list[Code]:
    """The parts of code that is to be removed, if one file has each of them once, and not all in one piece.

    They are the parts between its blank lines, or else its statements.
    """
    if not code.is_removed or code.operation is not None or code.sketch is not None:
        return [code]
    if len(nonblank_lines(code.text)) < _MIN_PARTS or _certain(tree, code) is not None:
        return [code]
    for starts in (_paragraphs(code.text), _statements(code.text)):
        parts = _cut(code, starts) if len(starts) >= _MIN_PARTS else []
        paths = {block and block.path_written for part in parts for block in [_certain(tree, part)]}
        if len(paths) == 1 and None not in paths:
            return parts
    return [code]


def _statements(text: str) -> list[int]:
    """The lines at which statements at the least depth begin, 0-based."""
    lines = text.splitlines()
    depth = min((len(indentation(line)) for line in lines if line.strip()), default=0)
    starts: list[int] = []
    open_brackets = 0
    for at, line in enumerate(lines):
        is_outer = bool(line.strip()) and len(indentation(line)) == depth
        if is_outer and open_brackets <= 0 and line.strip()[0] not in ")]}":
            starts.append(at)
        open_brackets += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
    return starts


def _paragraphs(text: str) -> list[int]:
    """The lines at which parts between blank lines begin, 0-based, at the least depth."""
    lines = text.splitlines()
    return [at for nth, at in enumerate(_statements(text)) if nth == 0 or not lines[at - 1].strip()]


def _cut(code: Code, starts: Sequence[int]) -> list[Code]:
    """Some code as the parts that begin at the given lines."""
    lines = code.text.splitlines()
    first, last = code.lines
    if last - first > len(lines):
        # The first line is that of the fence.
        first += 1
    parts: list[Code] = []
    for start, end in pairwise((*starts, len(lines))):
        text = "\n".join(lines[start:end]).rstrip() + "\n"
        parts.append(replace(code, text=text, lines=(first + start, first + start + text.count("\n") - 1)))
    return parts


def _cuts_block(lines: Sequence[str], first: int, last: int) -> bool:
    """True if lines, 1-based, begin a block that goes on below them: by its indentation or its braces."""
    own = [line for line in lines[first - 1 : last] if line.strip()]
    below = next((line for line in lines[last:] if line.strip()), "")
    depth = min((len(indentation(line)) for line in own), default=0)
    is_deeper = bool(below) and len(indentation(below)) > depth
    return is_deeper or sum(line.count("{") - line.count("}") for line in own) > 0


def _left_by_removal(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit that makes a part of a file what a removal leaves of it; None if the code is no such rest.

    So it is if the one thing that the edit does is to take words away.
    """
    if code.sketch is not None:
        return None
    paths = [each.path_written for each in reversed(context.described)]
    nearest = (context.file_above(code), *paths)
    mentions = (*code.mentions, *(path for path in nearest if path is not None))

    def only_loses(file: TreeFile) -> bool:
        matches = match_snippet(file.index, code.text, file.path, code.names)
        if isinstance(matches, Mismatch) or len(matches) != 1 or not matches[0].change:
            return False
        before, after = (
            Counter(TOKEN.findall(text)) for text in (file.text, matches[0].change.apply(file.text))
        )
        return after < before

    path = context.tree.only_file(replace(code, mentions=mentions), only_loses)
    return None if path is None else _part_of(path, code)


def _with_blank_lines(file: TreeFile, block: EditBlock) -> EditBlock:
    """A removal of lines, and of the blank ones above them if blank ones are below them too."""
    (match, *others) = match_block(file.index, block, file.path).search.matches
    if others or match.lines is None:
        return block
    lines = file.text.splitlines()
    first, end = match.lines[0] - 1, match.lines[1]
    if end < len(lines) and lines[end].strip():
        return block
    while first > 0 and not lines[first - 1].strip():
        first -= 1
    while first == 0 and end < len(lines) and not lines[end].strip():
        end += 1
    old = "".join(f"{line}\n" for line in lines[first:end])
    return replace(block, operation=Replace((Interpretation(old, ""),)))


def _in_words(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit that words state, unless a block makes it, or words above describe the same one."""
    tree = context.tree
    if code.operation is None:
        return None
    if isinstance(code.operation, Replace) and code.operation.is_everywhere:
        path = tree.only_named(code.mentions[0])
        is_there = path is not None and plain_interpretation(code.operation).search in tree.file(path).text
        block = (
            _block(FormatName.SEARCH_REPLACE, path or "", code, code.operation, Naming.LABEL)
            if is_there
            else None
        )
    elif isinstance(code.operation, Replace):
        # A number alone may be anywhere: the words say in which definition.
        is_number = plain_interpretation(code.operation).search.strip().isdecimal()
        block = None if is_number else _certain(tree, _with_replaced_part(code))
        path = None if block is None else block.path_written
    else:
        path = tree.only_named(code.mentions[0])
        operation = code.operation
        if path is None and isinstance(operation, Insert):
            # A command that appends creates the file as well.
            operation = Write(operation.text)
        if path is None and isinstance(operation, Write):
            path = code.mentions[0]
        is_done = isinstance(operation, Move) and tree.only_named(operation.to) is not None
        is_possible = path is not None and not is_done
        format = FormatName.LINE_EDIT if isinstance(operation, Insert) else FormatName.WHOLE_FILE
        block = _block(format, path or "", code, operation, Naming.LABEL) if is_possible else None
        if block is not None and isinstance(operation, Insert):
            block = replace(block, hints=Hints(is_at_end=True))
    if block is not None and path is not None and _leaves_file(code, path):
        return None
    if block is None or path is None:
        return None
    if context.is_described(block) or any(_makes(each, code) for each in context.edits_of(path)):
        return None
    return replace(block, offer=Offer(OfferKind.WORDS))


def _removes_lines(code: Code) -> bool:
    """True if words remove lines: only the tree shows the blank lines around them."""
    operation = code.operation
    return (
        isinstance(operation, Replace)
        and not operation.is_everywhere
        and not plain_interpretation(operation).replace
    )


def _leaves_file(code: Code, path: str) -> bool:
    """True if the words of a replacement say that it leaves the file."""
    from editreview.review.edits_in_words import leaves_file

    if not isinstance(code.operation, Replace):
        return False
    return leaves_file(code, path, plain_interpretation(code.operation).search.removesuffix("\n"))


def _with_replaced_part(code: Code) -> Code:
    """An edit in words, with only the part of its old code that its new code replaces."""
    from editreview.review.edits_in_words import replaced_part

    assert code.operation is not None
    pair = plain_interpretation(code.operation)
    old, new = pair.search.removesuffix("\n"), pair.replace.removesuffix("\n")
    part = replaced_part(old, new)
    if part == old:
        return code
    return replace(code, operation=Replace((Interpretation(f"{part}\n", f"{new}\n"),)))


def _as_sentence(code: Code) -> Code | None:
    """Words as a sentence whose old code is in the tree; None if they are about a whole file."""
    if code.wording is not None:
        return code
    if not isinstance(code.operation, Replace) or code.operation.is_everywhere:
        return None
    pair = plain_interpretation(code.operation)
    codes = tuple(text for each in (pair.search, pair.replace) if (text := each.strip()))
    if len(codes) > 1 and codes[1].isidentifier() and not codes[0].isidentifier():
        # `Set a = 1 in the b function`
        wording = Wording(WordingKind.CHANGE, codes[:1])
    else:
        kind = WordingKind.CHANGE if len(codes) > 1 else WordingKind.REMOVE
        # Without the old code in the file, the new code goes nowhere else.
        wording = Wording(kind, codes, is_report=True)
    return replace(code, text="", operation=None, wording=wording)


def _limited(found: Sequence[Code]) -> Iterator[Code]:
    """The code to examine: only the first pieces of fenced code, and the first sentences."""
    counts: Counter[bool] = Counter()
    for code in found:
        counts[code.wording is None] += 1
        if counts[code.wording is None] <= _MAX_OFFERS:
            yield code


def _described(context: _ResponseContext, code: Code) -> Iterator[EditBlock]:
    """The edits that a sentence may describe, unless blocks, code or sentences above show them."""
    # Few responses need it.
    from editreview.review.edits_in_words import asks_beside, edits_described

    described = ((each.lines[1], each.path_written) for each in context.described if each.path_written)
    edits = sorted((*context.ends, *described))
    paths = [path for end, path in edits if end <= code.lines[0]]
    for block in edits_described(context.tree, code, paths):
        pair = plain_interpretation(block.operation)
        old, new = pair.search.strip(), pair.replace.strip()
        own = [each.operation for each in context.edits_of(block.path_written)]
        may_be_made = bool(old) or not (begins_import(new) or asks_beside(code))
        if may_be_made and any(
            isinstance(each, Write) or old in plain_interpretation(each).search for each in own
        ):
            # A block makes this edit, or another one of the same code.
            continue
        replacements = [plain_interpretation(each).replace for each in own]
        is_everywhere = isinstance(block.operation, Replace) and block.operation.is_everywhere
        if not is_everywhere or code.wording is None or code.wording.is_report:
            # Code for another file may use the new name, but its imports are no others'.
            others = {end for end, path in context.ends if path != block.path_written}
            is_import = begins_import(new) and not old
            replacements += [e.text for e in context.fenced if not (is_import and e.lines[1] in others)]
        wording = None if is_everywhere else code.wording
        quoted = wording.codes if wording is not None and wording.kind is WordingKind.CHANGE else ()
        # Another layout of the line may show what the words quote.
        names = (each for each in quoted if is_informative(each, _MIN_QUOTED))
        named = (each for each in names if each in new and each not in old)
        shown = [new, *named] if new else []
        if block.hints.scopes:
            # Code for another part of the file may have the same line.
            replacements = [_part_below(text, block.hints.scopes[0]) for text in replacements]
        is_shown = any(each in text for each in shown for text in replacements)
        if not is_shown and not context.is_described(block):
            yield block


def _part_below(text: str, head: str) -> str:
    """The lines in the block that a line of a text begins; all of the text if it has no such line."""
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.strip() == head.strip()), None)
    if at is None:
        return text
    depth = len(indentation(lines[at]))
    below = takewhile(lambda line: not line.strip() or len(indentation(line)) > depth, lines[at + 1 :])
    return "\n".join(below)


def _makes(block: EditBlock, code: Code) -> bool:
    """True if a block makes the edit that words describe."""
    if isinstance(code.operation, Insert):
        return code.operation.text.strip() in plain_interpretation(block.operation).replace
    if not isinstance(code.operation, Replace):
        return isinstance(block.operation, Move | Delete | Write)
    if code.operation.is_everywhere:
        # The block may make it in one of its places only.
        return block.operation == code.operation
    return code.text.strip() in plain_interpretation(block.operation).replace


def _whole_above(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit that writes all of the file of the edit above, if words say so: `The complete script:`."""
    previous = context.file_above(code)
    if previous is None or code.mentions or not says_whole_file(code.words):
        return None
    return _new_version(context.tree, replace(code, mentions=(previous,)))


def _new_version(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit that writes a new version of a file."""
    lines, size = distinct_lines(code.text), len(code.text)
    if code.sketch is not None:
        return None

    def shares(file: TreeFile, least: float) -> bool:
        is_as_long = size <= _FACTOR * len(file.text) and len(file.text) <= _FACTOR * size
        return is_as_long and len(lines & file.lines) >= least * len(lines | file.lines)

    path = tree.mentioned(code, lambda file: shares(file, _SHARED_IF_MENTIONED))
    if path is None and code.may_be_file and len(lines) >= _MIN_DISTINCT_LINES:
        path = tree.only_other(code, lambda file: shares(file, _SHARED))
    return None if path is None else _block(FormatName.WHOLE_FILE, path, code, Write(code.text), Naming.LABEL)


def _new_file(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit that creates the file which the words directly above the code name, if it does not exist."""
    path = next((mention for mention in code.mentions if mention in code.words), None)
    if path is None or code.is_command or code.sketch is not None:
        return None
    # `First, a migration (db/migrate/1_add_slug.rb):`
    is_title = "/" in path and not code.words.rpartition(path)[2].strip("`*\"'():. ")
    if not tree.lacks([path]) or not may_hold(path, code.language):
        return None
    if not is_title and not _ASKS_FOR_NEW.search(code.words):
        return None
    return _block(FormatName.WHOLE_FILE, path, code, Write(code.text), Naming.LABEL)


def _with_gaps(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit by code with gaps, of a file that the words above it mention, else the only one that fits."""
    if code.sketch is None:
        return None
    block = _block(FormatName.LAZY, "", code, code.sketch, Naming.SENTENCE)
    path = tree.only_file(
        code,
        lambda file: any(match.change for match in match_block(file.index, block, file.path).search.matches),
    )
    return None if path is None else replace(block, path_written=path)


def _part(tree: FileTree, code: Code) -> EditBlock | None:
    """The edit that replaces definitions of a file with those of the code, or adds lines between its own."""
    if code.sketch is not None:
        # Its gaps would be written.
        return None
    # Few responses need it, and it is slow to import.
    from editreview.matching import match_additions, match_definitions

    def has_definitions(file: TreeFile) -> bool:
        matches = match_definitions(file.index, code.text, file.path)
        return not isinstance(matches, Mismatch) and any(match.change for match in matches)

    def only_adds(file: TreeFile) -> bool:
        matches = match_additions(file.index, code.text)
        return not isinstance(matches, Mismatch) and len(matches) == 1

    def replaces_definitions(file: TreeFile) -> bool:
        matches = match_definitions(file.index, code.text, file.path)
        return not isinstance(matches, Mismatch) and any(_replaces_text(file, match) for match in matches)

    path = tree.mentioned(code, has_definitions) or tree.only_other(code, replaces_definitions)
    path = path or tree.mentioned(code, only_adds)
    if path is None:
        return None
    block = _part_of(path, code)
    # Code that begins like its file may be all of it.
    is_top = first_nonblank_line(code.text) == first_nonblank_line(tree.file(path).text)
    return replace(block, naming=Naming.SENTENCE) if is_top and code.may_be_file else block


def _replaces_text(file: TreeFile, match: Match) -> bool:
    """True if a match changes definitions instead of only adding some."""
    return match.change.takes_text(file.text) or (bool(match.change) and not match.only_adds)


def _changed_lines(tree: FileTree, code: Code, previous: str | None) -> EditBlock | None:
    """The edit that changes lines of a file that the words mention, else of the file of the edit above."""

    def changes(file: TreeFile) -> bool:
        lines = distinct_lines(code.text)
        shared = len(lines & file.lines)
        is_known = shared >= _MIN_SHARED and shared >= _SHARED_IF_CHANGED * len(lines)
        return is_known and match_changed_lines(file.index, code.text, file.path, code.names) is not None

    if code.is_shown and not code.is_requested:
        return None
    mentions = code.mentions or ((previous,) if previous is not None else ())
    path = None if code.sketch is not None else tree.mentioned(replace(code, mentions=mentions), changes)
    return None if path is None else _part_of(path, code)


def _continued(context: _ResponseContext, code: Code) -> EditBlock | None:
    """The edit of the file that the words above mention, else of the file of the edit above.

    Code that shares nothing with the file is an edit only if the words request one, or if it is directly
    below another one.
    """
    if code.is_shown and code.language.lower() in _PLAIN:
        return None
    tree, previous = context.tree, context.file_above(code)
    is_next = any(
        0 < code.lines[0] - end <= _MAX_LINES_TO_NEXT for end, path in context.ends if path == previous
    )
    is_requested = code.is_requested or is_next

    def fits(file: TreeFile) -> bool:
        matches = match_snippet(file.index, code.text, file.path, code.names)
        if isinstance(matches, Mismatch) or not any(match.change for match in matches):
            return False
        strategy = matches[0].strategies[0]
        is_named = bool(code.names and code.mentions) and strategy == DEFINITION.name
        return is_requested or is_named or len(matches) == 1 or strategy == UNCHANGED_LINES.name

    if code.sketch is not None or _is_for_another(tree, code, previous):
        return None
    mentions = code.mentions if previous is None else (*code.mentions, previous)
    path = tree.mentioned(replace(code, mentions=mentions), fits)
    return None if path is None else _part_of(path, code)


def _is_for_another(tree: FileTree, code: Code, previous: str | None) -> bool:
    """True if the words above some code mean another file than that of the edit above."""
    if previous is None or code.mentions:
        return False
    likely = likeliest_file(tree, code, previous)
    if likely is None or likely.path == previous:
        return False
    is_impossible = not tree.may_hold(previous, code.language)
    return (
        is_impossible
        or is_named_in_words(likely.path, code)
        or is_far_likelier(tree, code, likely.path, previous)
    )


def _likely(tree: FileTree, code: Code, previous: str | None) -> EditBlock | None:
    """The edit of the likeliest file, at one of the likeliest places in it: a last resort."""
    if code.is_shown or _SESSION.match(code.text) or not is_informative(code.text, _MIN_LETTERS):
        return None
    # Few responses need them, and they are slow to import.
    from editreview.matching import gap_lines, match_definitions, possible_places

    file = likeliest_file(tree, code, previous)
    if file is None or (_is_in(code.text, file.text) and not _is_missing_in_named(file, code)):
        return None
    if code.sketch is not None:
        block = _block(FormatName.LAZY, file.path, code, code.sketch, Naming.SENTENCE)
        if code.is_requested or match_block(file.index, block, file.path).search.matches:
            return block
        # Without a match the user places it, if it is a version of what the file defines.
        found = match_definitions(file.index, code.text, file.path, gap_lines(code.sketch))
        return block if isinstance(found, Mismatch) and found.has_definitions else None
    if not possible_places(file.index, code.text, file.path, code.names, code.words):
        return None
    return _part_of(file.path, code)


def _is_missing_in_named(file: TreeFile, code: Code) -> bool:
    """True if words ask to add code to the only definition that they name, and that lacks it.

    Others may have it: ``In `load`, close the file after the check``.
    """
    if code.edit_in_words is not WordingKind.ADD:
        return False
    spans = named_spans(file.index, code.names, file.path)
    lines = file.text.splitlines()
    return len(spans) == 1 and not _is_in(code.text, "\n".join(lines[spans[0][0] : spans[0][1]]))


def _is_in(code: str, text: str) -> bool:
    """True if a text has the lines of some code in a row, apart from whitespace around them."""
    lines, others = stripped_lines(code), stripped_lines(text)
    return f"\n{chr(10).join(lines)}\n" in f"\n{chr(10).join(others)}\n"


def _part_of(path: str, code: Code) -> EditBlock:
    """The edit that adds code to a file, at a place that the plan finds."""
    return _block(FormatName.WHOLE_FILE, path, code, Write(code.text, updates=True), Naming.PART)


def _block(format: str, path: str, code: Code, operation: Operation, naming: Naming) -> EditBlock:
    offer = code.retraction or Offer(OfferKind.LIKENESS)
    return EditBlock(
        0, format, path, code.lines, operation, offer=offer, naming=naming, names=code.names, words=code.words
    )
