"""Fenced code that names no file: the edits it may be, as offers.

Its content has to show the file: the code reads like a new version of it, has definitions of it, or
replaces old code that stands above it in the response. Files that the words above mention are tried first;
else exactly one file of the tree must fit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Delete,
    EditBlock,
    Interpretation,
    Move,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    Write,
    plain_interpretation,
)
from editreview.errors import Refused
from editreview.matching import DEFINITION, UNCHANGED_LINES, FileIndex, Mismatch, search
from editreview.review.match_block import (
    match_block,
    match_block_loosely,
    match_changed_lines,
    match_snippet,
)
from editreview.text import Snapshot
from editreview.workspace import Workspace

_PART = "part-of-line"
"""The strategy that finds old code inside a line."""
_MIN_DISTINCT_LINES = 6
"""Different lines that tell one file from another."""
_SHARED = 0.6
"""The share of the lines of code and file that both have, from which the code is a new version."""
_SHARED_IF_MENTIONED = 0.3
"""The same for a file that the words above the code mention."""
_SHARED_IF_CHANGED = 0.4
_MIN_SHARED = 2
"""The share and the number of the lines of code that a file has, from which the code changes its others."""
_FACTOR = 2
"""Files that are so much longer or shorter are no older version of the code."""
_MAX_READ = 400
"""Files that are looked into for one piece of code."""
_SEARCH_TIMEOUT_S = 1.0
"""Limit for a search of the tree, in seconds."""
_MAX_SHARING = 5
"""Files that may have a line which tells them from others."""
_MAX_COMPARED = 10
"""Files whose definitions are compared with one piece of code."""
_MAX_OFFERS = 20
"""Pieces of code for which a file is looked for."""
_MAX_LINES_TO_NEXT = 2
"""Lines from the end of an edit to the code directly below it."""
_MAX_LINES_BETWEEN = 6
"""Lines between the end of old code and the beginning of the new code for it."""


class _File(Struct, frozen=True, dict=True):
    path: str
    text: str
    """Empty if it cannot be read."""
    lines: frozenset[str]
    """Its distinct lines that have a letter or digit, stripped."""

    @cached_property
    def index(self) -> FileIndex:
        return FileIndex(self.text)


_Reading = Callable[["_Tree", Code], EditBlock | None]
_Fits = Callable[[_File], bool]


def offered(
    workspace: Workspace, found: Sequence[Code], blocks: Mapping[str, Sequence[EditBlock]]
) -> Iterator[EditBlock]:
    """A block for each piece of code whose content shows which file it edits.

    Args:
        workspace: The tree.
        found: The code, in the order of the response.
        blocks: By path, the blocks of the response. Code above a block of its file only explains that one,
            as does code that the block has too.
    """
    tree = _Tree(workspace)
    fenced = [code for code in found if not code.is_in_words]
    old_of = {new.lines: old for old, new in pairwise(fenced) if _replaces(new, old)}
    described: list[EditBlock] = []
    ends = [(each.lines[1], path) for path, edits in blocks.items() for each in edits]
    for code in found[:_MAX_OFFERS]:
        if code.is_in_words:
            block = _in_words(tree, code, blocks, described)
            if block is not None:
                described.append(block)
                yield block
            continue
        block = _replacing(tree, old_of[code.lines], code) if code.lines in old_of else None
        # A few lines are a part of a file rather than all of it.
        readings: tuple[_Reading, ...] = (_with_gaps, _part, _new_version)
        if code.is_removed or code.operation is not None:
            readings = (_certain,)
        elif code.may_be_file:
            readings = (_new_version, _part)
        block = block or next((edit for reading in readings if (edit := reading(tree, code))), None)
        if block is None and readings != (_certain,):
            block = _changed_lines(tree, code, _nearest(ends, code)) or _continued(tree, code, ends)
        known = () if block is None else blocks.get(block.path_written or "", ())
        if block is not None and not any(_explains(code, each) for each in known):
            ends.append((code.lines[1], block.path_written or ""))
            yield block


def _nearest(ends: Sequence[tuple[int, str]], code: Code) -> str | None:
    """The file of the last edit above the code."""
    _, path = max(((end, path) for end, path in ends if end < code.lines[0]), default=(0, None))
    return path


def _explains(code: Code, block: EditBlock) -> bool:
    return (
        code.lines[1] < block.lines[0] or code.text.strip() in plain_interpretation(block.operation).replace
    )


def _replaces(new: Code, old: Code) -> bool:
    return new.replaces_code_above and 0 < new.lines[0] - old.lines[1] <= _MAX_LINES_BETWEEN


def _replacing(tree: "_Tree", old: Code, new: Code) -> EditBlock | None:
    """The edit that replaces old code, in the only file that has it."""
    interpretation = Interpretation(old.text, new.text)
    path = tree.only_file(old, lambda file: bool(search(file.index, interpretation, file.path).matches))
    operation = Replace((interpretation,))
    return None if path is None else _block("search-replace", path, new, operation, Naming.LABEL)


def _certain(tree: "_Tree", code: Code) -> EditBlock | None:
    """The edit whose old text is known, in the only file that has it once."""
    operation = code.operation or Replace((Interpretation(code.text, ""),))
    block = _block("search-replace", "", code, operation, Naming.LABEL)

    def has_it_once(file: _File) -> bool:
        if len(match_block(file.index, block, file.path).search.matches) == 1:
            return True
        # Words name a part of a line as often as all of it.
        loosely = match_block_loosely(file.index, block, file.path) if code.is_in_words else None
        return loosely is not None and [m.strategies[0] for m in loosely.search.matches] == [_PART]

    path = tree.only_file(code, has_it_once)
    return None if path is None else replace(block, path_written=path)


def _in_words(
    tree: "_Tree", code: Code, blocks: Mapping[str, Sequence[EditBlock]], described: Sequence[EditBlock]
) -> EditBlock | None:
    """The edit that words describe, unless a block makes it, or words above describe the same one."""
    if isinstance(code.operation, Replace):
        block = _certain(tree, code)
        path = None if block is None else block.path_written
    else:
        assert code.operation is not None
        path = tree.only_named(code.mentions[0])
        is_done = isinstance(code.operation, Move) and tree.only_named(code.operation.to) is not None
        is_possible = path is not None and not is_done
        block = _block("whole-file", path or "", code, code.operation, Naming.LABEL) if is_possible else None
    if block is None or path is None:
        return None
    if any((each.path_written, each.operation) == (path, block.operation) for each in described):
        return None
    if any(_makes(each, code) for each in blocks.get(path, ())):
        return None
    return replace(block, offer=Offer(OfferKind.WORDS))


def _makes(block: EditBlock, code: Code) -> bool:
    """True if a block makes the edit that words describe."""
    if not isinstance(code.operation, Replace):
        return isinstance(block.operation, Move | Delete)
    return code.text.strip() in plain_interpretation(block.operation).replace


def _new_version(tree: "_Tree", code: Code) -> EditBlock | None:
    """The edit that writes a new version of a file."""
    lines, size = _informative_lines(code.text), len(code.text)
    if code.sketch is not None:
        return None

    def shares(file: _File, least: float) -> bool:
        is_as_long = size <= _FACTOR * len(file.text) and len(file.text) <= _FACTOR * size
        return is_as_long and len(lines & file.lines) >= least * len(lines | file.lines)

    path = tree.mentioned(code, lambda file: shares(file, _SHARED_IF_MENTIONED))
    if path is None and code.may_be_file and len(lines) >= _MIN_DISTINCT_LINES:
        path = tree.only_other(code, lambda file: shares(file, _SHARED))
    return None if path is None else _block("whole-file", path, code, Write(code.text), Naming.LABEL)


def _with_gaps(tree: "_Tree", code: Code) -> EditBlock | None:
    """The edit that is written with gaps, of a file that the words above it mention."""
    if code.sketch is None:
        return None
    block = _block("lazy", "", code, code.sketch, Naming.SENTENCE)
    path = tree.mentioned(
        code,
        lambda file: any(match.change for match in match_block(file.index, block, file.path).search.matches),
    )
    return None if path is None else replace(block, path_written=path)


def _part(tree: "_Tree", code: Code) -> EditBlock | None:
    """The edit that replaces definitions of a file by those of the code, or adds lines between its own."""
    # Few responses need it, and it is slow to import.
    from editreview.matching import match_additions, match_definitions

    def has_definitions(file: _File) -> bool:
        matches = match_definitions(file.index, code.text, file.path)
        return not isinstance(matches, Mismatch) and any(match.change for match in matches)

    def only_adds(file: _File) -> bool:
        matches = match_additions(file.index, code.text)
        return not isinstance(matches, Mismatch) and len(matches) == 1

    path = tree.only_file(code, has_definitions) or tree.mentioned(code, only_adds)
    operation = Write(code.text, updates=True)
    return None if path is None else _block("whole-file", path, code, operation, Naming.PART)


def _changed_lines(tree: "_Tree", code: Code, previous: str | None) -> EditBlock | None:
    """The edit that changes lines of a file that the words above mention, or else of the file before it."""

    def changes(file: _File) -> bool:
        lines = _informative_lines(code.text)
        shared = len(lines & file.lines)
        is_known = shared >= _MIN_SHARED and shared >= _SHARED_IF_CHANGED * len(lines)
        return is_known and match_changed_lines(file.index, code.text, file.path, code.names) is not None

    mentions = code.mentions or ((previous,) if previous is not None else ())
    path = None if code.sketch is not None else tree.mentioned(replace(code, mentions=mentions), changes)
    operation = Write(code.text, updates=True)
    return None if path is None else _block("whole-file", path, code, operation, Naming.PART)


def _continued(tree: "_Tree", code: Code, ends: Sequence[tuple[int, str]]) -> EditBlock | None:
    """The edit of the file that the words above mention, or else of the file of the edit before it.

    Code that shares nothing with the file is one only if the words request an edit, or if it is directly
    below another one.
    """
    previous = _nearest(ends, code)
    is_next = any(0 < code.lines[0] - end <= _MAX_LINES_TO_NEXT for end, path in ends if path == previous)
    is_requested = code.is_requested or is_next

    def fits(file: _File) -> bool:
        matches = match_snippet(file.index, code.text, file.path, code.names)
        if isinstance(matches, Mismatch) or not any(match.change for match in matches):
            return False
        strategy = matches[0].strategies[0]
        is_named = bool(code.names and code.mentions) and strategy == DEFINITION.name
        return is_requested or is_named or len(matches) == 1 or strategy == UNCHANGED_LINES.name

    if code.sketch is not None:
        return None
    mentions = code.mentions if previous is None else (*code.mentions, previous)
    path = tree.mentioned(replace(code, mentions=mentions), fits)
    operation = Write(code.text, updates=True)
    return None if path is None else _block("whole-file", path, code, operation, Naming.PART)


def _block(format: str, path: str, code: Code, operation: Operation, naming: Naming) -> EditBlock:
    offer = Offer(OfferKind.LIKENESS)
    return EditBlock(0, format, path, code.lines, operation, offer=offer, naming=naming, names=code.names)


class _Tree:
    """The files of a tree, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._paths = workspace.paths()
        self._files: dict[str, _File] = {}

    def only_file(self, code: Code, fits: _Fits) -> str | None:
        """The first file mentioned above the code that fits; else the only file that does."""
        return self.mentioned(code, fits) or self.only_other(code, fits)

    def mentioned(self, code: Code, fits: _Fits) -> str | None:
        """The first file mentioned above the code that fits; None if none does."""
        for mention in code.mentions:
            end = f"/{mention.removeprefix('./')}"
            paths = [path for path in self._paths if f"/{path}".endswith(end)]
            if len(paths) != 1 or not (_has_no_parser(code.language) or _may_hold(paths[0], code.language)):
                continue
            if fits(self._file(paths[0])):
                return paths[0]
        return None

    def only_named(self, name: str) -> str | None:
        """The only file of the tree at a path, or below a folder at it; None without one."""
        end = "/" + name.replace("\\", "/").removeprefix("./")
        paths = [path for path in self._paths if f"/{path}".endswith(end)]
        return paths[0] if len(paths) == 1 else None

    def only_other(self, code: Code, fits: _Fits) -> str | None:
        """The only file of the tree that fits; None if none does, or more than one."""
        paths = [path for path in self._paths if _may_hold(path, code.language)]
        if len(paths) > _MAX_READ:
            # A definition keeps its first line more often than not.
            first = next((line.strip() for line in code.text.splitlines() if any(map(str.isalnum, line))), "")
            having = frozenset(self._workspace.holding([first], _SEARCH_TIMEOUT_S)) if first else frozenset()
            paths = [path for path in paths if path in having][: _MAX_READ + 1]
        if len(paths) > _MAX_READ:
            return None
        fitting = [file.path for file in self._sharing(code, paths) if fits(file)]
        return fitting[0] if len(fitting) == 1 else None

    def _sharing(self, code: Code, paths: Sequence[str]) -> list[_File]:
        """The files with lines of the code that few others have, those with most of them first."""
        lines = _informative_lines(code.text)
        shared = [(file, lines & file.lines) for file in map(self._file, paths)]
        counts = Counter(line for _, both in shared for line in both)
        rare = {line for line, count in counts.items() if count <= _MAX_SHARING}
        found = [(len(both & rare), file) for file, both in shared if not both.isdisjoint(rare)]
        found.sort(key=lambda each: -each[0])
        return [file for _, file in found[:_MAX_COMPARED]]

    def _file(self, path: str) -> _File:
        if path not in self._files:
            try:
                found = self._workspace.read(self._workspace.locate(path))
            except (OSError, Refused):
                found = None
            text = found.text if isinstance(found, Snapshot) else ""
            self._files[path] = _File(path, text, _informative_lines(text))
        return self._files[path]


def _may_hold(path: str, language: str) -> bool:
    """True if a file may be written in the language of a fence."""
    from editreview.matching import language_named, language_of

    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if not language or language.lower() == ending:
        return bool(ending)
    # Neither Markdown nor TOML has a parser.
    return language_named(language) == language_of(path)


def _has_no_parser(language: str) -> bool:
    """True if the info string of a fence names no language that has a parser."""
    from editreview.matching import language_named

    return language_named(language) is None


def _informative_lines(text: str) -> frozenset[str]:
    """The distinct lines of a text that have a letter or digit, stripped."""
    return frozenset(line for each in text.splitlines() if any(map(str.isalnum, line := each.strip())))
