"""Resolves the path of a block: the file as written, or the only file that can be meant.

Models omit folders, double them, or write the root as `/`, `/workspace/` or `path/to/`. A path is corrected
only if nothing exists there, exactly one file fits, and that file has the text to replace or, for a whole
file, a third of its lines. Every correction is a warning. A path that exists outside the root is never
corrected.

Agents that ran elsewhere write `/workspace/src/a.py` or `C:/Users/u/proj/src/a.py`: absolute paths of another
machine. If the text of such a block is found in a file of the tree, and the written path ends with the path
of that file, the rest of it stands for the root, in all paths that begin with it. It does not if one of these
exists outside the tree.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    Delete,
    EditBlock,
    FormatName,
    Move,
    Naming,
    Replace,
    Rewrite,
    Sketch,
    Snippet,
    Write,
    is_structural,
    plain_interpretation,
    puts_text_only,
)
from editreview.errors import Reason, Refused
from editreview.file_kinds import JSON, PROSE, YAML
from editreview.first_use import lazy_pattern
from editreview.formats import says_edit, says_update, title_in_comment
from editreview.matching import FileIndex, Mismatch
from editreview.review.decisions import Decision, Verdict
from editreview.review.match_block import first_match, match_block, match_block_loosely
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import begins_import, indentation, informative_lines, is_informative, nonblank_lines
from editreview.workspace import Workspace, path_of_uri

_DRIVE = lazy_pattern(r"[A-Za-z]:$")
_BEGINNING = lazy_pattern(
    r"\s*+(?!(?:elif|else|for|from|if|import|return|try|use|using|while)\b|//|#|--|/?\*)([^({=:;,\n]*\w[^({=:;,\n]*)"
)
"""The beginning of a line that may name what it defines: `def load(path):`."""
_MIN_PARTS_OF_ROOT = 2
"""The fewest parts of a prefix: `/` or `~` alone would stand for every path."""
_KEY_OF_ROOT = "root "
"""The beginning of the keys of decisions on prefixes."""

Parts = tuple[str, ...]
_ROOTS = (
    ("/",),
    ("/", "workspace"),
    ("/", "workspaces"),
    ("/", "home", "project"),
    ("/", "app"),
)
"""Placeholders for the root that models write, as parts of a path."""
_NAMES_ROOT = lazy_pattern(r"file:$|[$%{<].*(?:project|root|repo|workspace|pwd|cwd)", re.IGNORECASE)
"""First parts of a path that stand for the root: `file:`, `<project>`, `$PWD`."""


class ForeignRoot(Struct, frozen=True):
    """A prefix of absolute paths that stands for the root."""

    prefix: str
    """As the response writes it, with slashes."""
    block: int
    """The number of the block whose text was found."""
    path: str
    """The file that has it, relative to the root."""

    @property
    def confirmation(self) -> dict[str, Decision]:
        """The decision that confirms it, by key. Without the warning about it, its blocks may be safe."""
        return {_root_key(self.prefix): Decision(Verdict.ACCEPTED)}

    @property
    def message(self) -> str:
        """The conclusion as a sentence."""
        return f"{self.prefix} stands for the root: the text of block {self.block} is in {self.path}"


class LocalPath(Struct, frozen=True):
    """A written path without the prefix that stands for the root."""

    path: str
    prefix: str | None = None
    """The prefix; None if none applies."""
    is_certain: bool = False
    """True if the user said that the prefix stands for the root."""


class ForeignRoots:
    """The prefixes that stand for the root.

    Args:
        strip: Prefixes that the user named. They may be relative too.
    """

    def __init__(self, strip: Iterable[str]) -> None:
        self._strip = tuple(filter(None, map(_parts_of, strip)))
        self._found: dict[Parts, ForeignRoot] = {}
        """The prefixes of blocks whose text was found."""
        self._settled: dict[Parts, ForeignRoot] = {}

    @property
    def settled(self) -> tuple[ForeignRoot, ...]:
        """The prefixes that stand for the root, in addition to those that the user named."""
        return tuple(self._settled.values())

    def record_found(self, written: str, path: str, block: int) -> None:
        """Record that the text of a block is in a file.

        Args:
            written: The path of the block.
            path: The file, relative to the root.
            block: The number of the block.
        """
        prefix = prefix_of(written, path)
        if prefix is not None:
            self._found.setdefault(_parts_of(prefix), ForeignRoot(prefix, block, path))

    def settle(self, written: Iterable[str], exists_outside: Callable[[str], bool]) -> None:
        """Decide which prefixes found so far stand for the root. A positive decision is final.

        Args:
            written: Every path of the responses so far.
            exists_outside: Returns True if a path exists outside the tree.
        """
        paths = [(path, parts) for path in dict.fromkeys(written) if (parts := _absolute_parts(path))]
        self._settled |= {
            prefix: root
            for prefix, root in self._found.items()
            if not any(_begins_with(parts, prefix) and exists_outside(path) for path, parts in paths)
        }

    def is_below(self, written: str) -> bool:
        """True if a written path begins with a prefix that stands for the root."""
        return self.local(written).prefix is not None

    def local(self, written: str) -> LocalPath:
        """A written path relative to the root; as written if no prefix applies, or several disagree."""
        parts = _parts_of(written)
        if ".." in parts:
            return LocalPath(written)
        for prefix in sorted(self._strip, key=len, reverse=True):
            if _begins_with(parts, prefix):
                return LocalPath("/".join(parts[len(prefix) :]), _path_of_parts(prefix), is_certain=True)
        matching = [prefix for prefix in self._settled if _begins_with(parts, prefix)]
        if len(matching) != 1:
            return LocalPath(written)
        (prefix,) = matching
        return LocalPath("/".join(parts[len(prefix) :]), self._settled[prefix].prefix)


def prefix_of(written: str, path: str) -> str | None:
    """The beginning of an absolute path before the relative path of a file; None if it ends otherwise."""
    parts, end = _absolute_parts(written), PurePosixPath(path).parts
    prefix = parts[: -len(end)]
    return _path_of_parts(prefix) if len(prefix) >= _MIN_PARTS_OF_ROOT and parts[-len(end) :] == end else None


def _root_key(prefix: str) -> str:
    """The key of the user's decision that a prefix stands for the root."""
    return f"{_KEY_OF_ROOT}{prefix}"


def is_confirmed(prefix: str, decisions: Mapping[str, Decision]) -> bool:
    """True if the user confirmed that a prefix stands for the root."""
    decision = decisions.get(_root_key(prefix))
    return decision is not None and decision.verdict is Verdict.ACCEPTED


def prefix_of_key(key: str) -> str | None:
    """The prefix that a decision is about; None for the key of a block."""
    return key.removeprefix(_KEY_OF_ROOT) if key.startswith(_KEY_OF_ROOT) else None


@lru_cache(maxsize=4096)
def _parts_of(written: str) -> Parts:
    plain = written.replace("\\", "/")
    parts = PurePosixPath(path_of_uri(plain) or plain).parts
    # A drive letter means the same in either case.
    return (parts[0].upper(), *parts[1:]) if parts and _DRIVE.match(parts[0]) else parts


def _absolute_parts(written: str) -> Parts:
    """The parts of a path that is absolute, or begins with `~` or a drive; empty for any other path."""
    parts = _parts_of(written)
    is_absolute = bool(parts) and (parts[0] in ("/", "~") or _DRIVE.match(parts[0]) is not None)
    return parts if is_absolute and ".." not in parts else ()


def _begins_with(parts: Parts, prefix: Parts) -> bool:
    return len(parts) > len(prefix) and parts[: len(prefix)] == prefix


def _path_of_parts(parts: Parts) -> str:
    return PurePosixPath(*parts).as_posix()


_STANDS_FOR_ROOT = "the first part stands for the root"
_HOLDS_TEXT = "the only file of this name with this text"
_HOLDS_SIMILAR = "the only file of this name with text like this"
_IS_EMPTY = "the only file of this name, and it is empty"
_SHARES_LINES = "the only file of this name with many of these lines"
_ONE_SHARED_IN = 3
"""A new version shares at least one line in three with the old one."""
_IS_ONLY = "the only file of this name, and the response says that it exists"
_IS_ONLY_WITH_REST = "the only file of this name, and the block leaves out parts of a file that exists"
_DIFFERS_IN_CASE = "the only file that differs from it in its spelling alone"
_DEFINES = "the only file of this name, and it defines the same"
_TYPES = "class|enum|interface|object|protocol|record|struct|trait"
_METHOD_OF_CLASS = lazy_pattern(r"^[\w:<>*&, ]*?\b([A-Z]\w*)::~?\w+\(", re.MULTILINE)
"""The beginning of a method of C++ outside of its class: `void Board::move(`."""
_IS_BESIDE = "the response puts it next to {}"
_BESIDE = lazy_pattern(
    r"\b(?:next to|beside|alongside|in the same (?:directory|folder|package) as)"
    r" [`*\"]*(?P<path>[\w@-][\w./@-]*\.\w+)[`*\"]*",
    re.IGNORECASE,
)
"""The file beside which a new one goes: `theme.js (new, next to index.html)`."""
_HOLDS_ALL = "the only file of its folder and extension with the text of all its blocks"
MIN_INFORMATIVE = 12
"""The fewest letters and digits of a text that can identify another file."""
_HEADS = ("package ", "namespace ", "<?php")
"""Lines at the top of a whole file, except for its imports, which a part of a file often lacks."""
_COPIES = lazy_pattern(
    r"\b(?:cop(?:y|ies|ied)|duplicate[ds]?|clone[ds]?|move[ds]?|rename[ds]?|convert(?:ed|s)?|migrate[ds]?"
    r"|port(?:ed|s)?)\b.{1,60}?\b(?:as|from|into|of|to)\b",
    re.IGNORECASE,
)
"""Words that say that a new file is made from another one: `a copy of`, `converted to`."""
_SHARED_BY_COPY = (3, 4)
"""A new file with this share of the lines of another one, or more, may be meant as a new version of it."""
_MIN_COPIED = 6
"""The fewest lines that two files must share for that: small files are often alike."""
_LANGUAGE = lazy_pattern(r"[a-z]{2}(?:[-_][A-Za-z]{2})?")
"""A folder of translations: `de`, `pt-BR`."""
_SUFFIXES = (
    frozenset({".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"}),
    frozenset({".yml", ".yaml"}),
    frozenset({".md", ".mdx", ".markdown", ".rst", ".txt"}),
    frozenset({".css", ".scss", ".sass", ".less"}),
    frozenset({".sh", ".bash", ".zsh"}),
    frozenset({".c", ".cc", ".cpp", ".cxx", ".c++"}),
    frozenset({".h", ".hh", ".hpp", ".hxx"}),
    frozenset({".cfg", ".conf", ".ini", ".toml"}),
    frozenset({".rs", ".rust"}),
)
"""Suffixes that are mistaken for each other. Those that begin with the other one are mistaken too."""
_LINES_OF_NAME = 3
"""The first lines of a file that may have its own path."""
_MAX_BESIDE = 200
"""The most files of a folder that are searched for all blocks of a missing one."""
MAX_FILES_READ = 20
"""The most files searched for one block."""
MAX_FILES_NAMED = 3
"""The most files that a message names."""
SEARCH_TIMEOUT_S = 1.0
"""Seconds to search all files; a repository of 5,000 files takes a tenth of that."""


class ResolvedPath(Struct, frozen=True):
    """The file that a block means."""

    path: str
    """Relative to the root, links resolved."""
    warnings: tuple[BlockWarning, ...] = ()
    is_found: bool = False
    """True if it was chosen because it has the block's text."""


class PathResolver:
    """Resolves the paths of blocks.

    Args:
        workspace: The tree.
        roots: The prefixes that stand for its root.
    """

    def __init__(self, workspace: Workspace, roots: ForeignRoots) -> None:
        self._workspace = workspace
        self._roots = roots
        self._located: dict[str, str] | None = None
        """Paths as written, and as located during `one_look`."""

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Take the tree as unchanged for a while: each path is located once."""
        self._located = {}
        try:
            yield
        finally:
            self._located = None

    def locate(self, block: EditBlock, known: Callable[[str], bool]) -> ResolvedPath:
        """The file of a block.

        Args:
            block: A block of the response.
            known: True for a path that the blocks before leave no doubt about, though it need not exist.

        Raises:
            Refused: It may not be edited.
        """
        comparison = self._workspace.comparison
        if comparison is not None and (block.path_written or "") in comparison:
            return ResolvedPath(block.path_written or "")
        local = self.local(block.path_written or "", is_new=makes_file(block))
        resolved = self._resolve(replace(block, path_written=local.path), known)
        if local.prefix is None or local.is_certain:
            return resolved
        why = f"{local.prefix} stands for the root"
        warning = correction_warning(str(block.path_written), resolved.path, why)
        return replace(resolved, warnings=(warning, *resolved.warnings))

    def local(self, written: str, *, is_new: bool) -> LocalPath:
        """A written path without a prefix that stands for the root, unless it means another file.

        Args:
            written: As the response has it.
            is_new: True if the file is to be created.
        """
        local = self._roots.local(written)
        if local.prefix is None:
            return local
        try:
            path = self._workspace.locate(written)
        except Refused as error:
            is_outside = error.reason in (Reason.OUTSIDE_ROOT, Reason.PLACEHOLDER)
            if not is_outside or self._workspace.is_elsewhere(written, is_new=is_new):
                return LocalPath(written)
            return local
        # A path below the root needs no correction, nor does a relative path that exists.
        is_there = prefix_of(written, path) is not None or self._workspace.exists(path)
        return LocalPath(written) if is_there else local

    def _resolve(self, block: EditBlock, known: Callable[[str], bool]) -> ResolvedPath:
        """The file of a block whose path has no prefix to strip. The first of these decides:

        1. The response gives several paths: `_one_of` them.
        2. A file is at the path, or blocks before make it.
        3. `_correction`: one file has the block's text, or the first part of the path stands for the root.
        4. The block is a sketch, and one file of the tree has the name.
        5. The words above the block put the file next to another one.
        6. One file of the name shares lines with a new text, or alone defines something that it defines, or
           has other methods of its class.
        7. The path may not be edited: `Refused`, as `locate` raises it.
        8. The response says that the file exists, and one file of the tree has the name.
        9. The path is right. A warning names the files that may be meant instead.
        """
        if len(named := self.names(block)) > 1:
            return self._one_of(named, block, known)
        written = block.path_written or ""
        refused: Refused | None = None
        path = ""
        try:
            path = self._locate(written)
        except Refused as error:
            if error.reason not in (Reason.OUTSIDE_ROOT, Reason.PLACEHOLDER):
                raise
            if self._workspace.is_elsewhere(written, is_new=makes_file(block)):
                raise
            refused = error
        if (
            refused is None
            and isinstance(block.operation, Delete | Move)
            and self._workspace.is_link(written)
        ):
            message = f"{written} is a link to {path}, and links are neither deleted nor moved"
            raise Refused(Reason.PROTECTED, message)
        if refused is None and (known(path) or self._workspace.exists(path)):
            return self._unless_mentioned(block, path)
        parts = _parts_below_root(written, is_refused=refused is not None)
        # A path that leaves the root by `..` is not a misspelling.
        correction = None if ".." in parts else self._correction(block, parts)
        if correction is not None:
            return _corrected(written, *correction)
        namesakes = self._namesakes(block, parts, refused)
        if isinstance(block.operation, Sketch) and len(namesakes) == 1:
            return _corrected(written, namesakes[0], _IS_ONLY_WITH_REST)
        if (neighbour := self._neighbour(block, parts)) is not None:
            path = PurePosixPath(neighbour).with_name(parts[0]).as_posix()
            return _corrected(written, path, _IS_BESIDE.format(neighbour))
        # A file that the response calls new is not in the tree yet.
        is_new = _is_called_new(block)
        likely = [] if is_new else namesakes
        is_bare = len(parts) == 1
        sharing = [path for path in likely if self._shares(path, block, is_bare=is_bare)]
        if len(sharing) == 1:
            return _corrected(written, sharing[0], _SHARES_LINES)
        defining = [path for path in likely if self._defines(path, block)]
        if is_bare and len(defining) == 1 and not sharing:
            return _corrected(written, defining[0], _DEFINES)
        if len(likely) == 1 and self._goes_on_class(likely[0], block):
            return _corrected(written, likely[0], _DEFINES)
        if refused is not None:
            raise refused
        if len(namesakes) == 1 and not is_new and _is_update(block):
            return _corrected(written, namesakes[0], _IS_ONLY)
        namesakes = namesakes or ([] if is_new else self.wholes_of(path, block))
        namesakes = namesakes or self.in_folders_above(path, block) or self.copied_by(path, block)
        if namesakes:
            return ResolvedPath(path, (unsure_warning(path, namesakes),))
        return self._unless_spelled_otherwise(block, path)

    def names(self, block: EditBlock) -> list[str]:
        """The path of a block and the others that the response gives for its file, relative to the root."""
        found: dict[str, None] = {}
        if block.other_names and not isinstance(block.operation, Delete | Move):
            for written in (block.path_written or "", *block.other_names):
                with suppress(Refused):
                    found[self._locate(self._roots.local(written).path)] = None
        return list(found)

    def _one_of(self, named: Sequence[str], block: EditBlock, known: Callable[[str], bool]) -> ResolvedPath:
        """The file of a block for which the response gives several paths. Raises as `locate`.

        Args:
            named: These paths; the first is that of the block.
            block: The block.
            known: As for `locate`.
        """
        there = [path for path in named if known(path) or self._workspace.exists(path)]
        path, is_sure = self._likeliest(named, there, block)
        resolved = self._resolve(replace(block, path_written=path, other_names=()), known)
        if is_sure or any(warning.kind is WarningKind.PATH_UNSURE for warning in resolved.warnings):
            return resolved
        message = f"the response gives it several paths: {' and '.join(named)}"
        return replace(
            resolved, warnings=(*resolved.warnings, BlockWarning(WarningKind.PATH_UNSURE, message))
        )

    def _likeliest(self, named: Sequence[str], there: Sequence[str], block: EditBlock) -> tuple[str, bool]:
        """The likeliest of several paths for a block, and True if no other one can be meant.

        Args:
            named: The paths; the first is that of the block.
            there: Those of existing files.
            block: The block.
        """
        if len({each.lower() for each in named}) == 1:
            # Only its case differs; some file systems have a file in any case.
            exact = [each for each in there if each in self._named(each.rpartition("/")[2])]
            if len(there) < 2 or len(exact) == 1:
                return (*exact, *there, named[0])[0], True
        is_new = _is_called_new(block)
        is_part = not puts_text_only(block.operation)
        holding = [path for path in there if is_part and self._has_text(path, block)]
        short, long = min(named, key=len), max(named, key=len)
        if not all(_ends_in(long, [each]) for each in named):
            if isinstance(block.operation, Replace) and len(holding) == 1:
                return holding[0], holding == [named[0]]
            # A file may begin with the name of another one.
            begins = named[0] in there and any(self._begins_with(named[0], each) for each in named[1:])
            return (there[0] if len(there) == 1 and not is_new else named[0]), begins
        top = long.partition("/")[0]
        has_top = top.startswith(".") or self._workspace.exists(top)
        if len(there) > 1:
            return (holding[0], True) if len(holding) == 1 else (named[0], False)
        if there and is_new:
            return (short if there == [long] else long), False
        if there == [short]:
            return short, not has_top
        if there or has_top:
            return long, True
        has_folder = "/" in short and self._workspace.exists(short.partition("/")[0])
        return short, has_folder or self._is_named_beside(short, long.removesuffix(short))

    def _is_named_beside(self, path: str, folders: str) -> bool:
        """True if a file in the folder of a path begins with its own path below other folders."""
        parent, suffix = PurePosixPath(path).parent, PurePosixPath(path).suffix
        plain = (PurePosixPath(each) for each in self._all_paths if each.endswith(suffix))
        beside = islice((each for each in plain if each.parent == parent), MAX_FILES_READ)
        return any(self._begins_with(str(each), f"{folders}{each}") for each in beside)

    def _begins_with(self, path: str, name: str) -> bool:
        """True if one of the first lines of a file is a comment with only a path."""
        found = self._workspace.read_if_there(path)
        lines = () if found is None else found.text.split("\n", _LINES_OF_NAME)[:_LINES_OF_NAME]
        titles = (title_in_comment(line) for line in lines if name in line)
        return any(title is not None and title.path == name for title in titles)

    def _unless_spelled_otherwise(self, block: EditBlock, path: str) -> ResolvedPath:
        """A path without a file, unless a file or a folder of the tree differs from it in its spelling alone.

        Systems that ignore case have one file for both.
        """
        other = self.spelled_otherwise(path)
        if other is not None and makes_file(block):
            return ResolvedPath(path, (unsure_warning(path, [other]),))
        if other is not None and isinstance(block.operation, Replace) and self._has_match(other, block):
            message = f"{block.path_written} → {other}: {_DIFFERS_IN_CASE}"
            return ResolvedPath(other, (BlockWarning(WarningKind.PATH_CORRECTED, message),))
        return ResolvedPath(path)

    def spelled_otherwise(self, path: str) -> str | None:
        """The path as the tree spells it, if only case, outer blanks or the encoding of accents differ.

        Args:
            path: A path without a file. Its folder may have another spelling too.
        """
        for end in (path, *map(str, PurePosixPath(path).parents)):
            known = self._spellings.get(_folded(end), ())
            if end in known or len(known) > 1:
                return None
            if known:
                return f"{known[0]}{path[len(end) :]}"
        return None

    @cached_property
    def _folders(self) -> list[str]:
        """The folders of the tree that have files, and the root as a dot."""
        folders = (str(folder) for path in self._all_paths for folder in PurePosixPath(path).parents)
        return list(dict.fromkeys(folders))

    @cached_property
    def _spellings(self) -> dict[str, list[str]]:
        """The files and the folders of the tree, by their paths as systems that ignore case have them."""
        found: dict[str, list[str]] = {}
        for path in dict.fromkeys((*self._all_paths, *self._folders)):
            found.setdefault(_folded(path), []).append(path)
        return found

    def in_folders_above(self, path: str, block: EditBlock) -> list[str]:
        """The files that a block may mean by its path in a folder that the words above it name.

        Args:
            path: The path of the block, relative to the root.
            block: The block. If it makes a new file, the folder suffices; else the file there has its text.
        """
        folders = [folder.replace("\\", "/").removeprefix("./") for folder in block.folders_above]
        ends = [f"{folder.rstrip('/')}/{path}" for folder in folders if not _is_in(path, folder)]
        name = path.rpartition("/")[2]
        named = [each for each in self._named(name) if _ends_in(each, ends)] if ends else []
        if not makes_file(block) or (isinstance(block.operation, Write) and self._workspace.exists(path)):
            return [each for each in named[:MAX_FILES_READ] if self._has_text(each, block)]
        if named or self._workspace.exists(path):
            return named
        known = [f"{each}/{path}" for each in self._folders if _ends_in(f"{each}/{path}", ends)]
        # A slash shows that a new folder is meant.
        called = (folder for folder in folders if folder.endswith("/") and not _is_in(path, folder))
        return known or [f"{folder}{path}" for folder in called]

    def _unless_mentioned(self, block: EditBlock, path: str) -> ResolvedPath:
        """The file of the block before, unless the words above a block mention one that has its text too.

        Args:
            block: The block.
            path: The existing file of the block before, or the file that the block itself names.
        """
        if block.folders_above and (others := self.in_folders_above(path, block)):
            message = (
                f"it names {path}, and the words above it a folder: {' or '.join(others[:MAX_FILES_NAMED])}"
            )
            return ResolvedPath(path, (BlockWarning(WarningKind.PATH_UNSURE, message),))
        if block.file_above is not None and (other := self._only_file(block.file_above, path)) is not None:
            message = f"it names {path}, and the words above it {other}, which has its text too"
            if self._has_match(other, block):
                return ResolvedPath(path, (BlockWarning(WarningKind.PATH_UNSURE, message),))
        holding = [
            other for other in self.mentioned(block) if other != path and self._has_match(other, block)
        ]
        if not holding:
            return ResolvedPath(path)
        chosen = path if self._has_match(path, block) else holding[0]
        message = f"the block before is of {path}, and the words above this one mention {holding[0]}"
        return ResolvedPath(chosen, (BlockWarning(WarningKind.PATH_UNSURE, message),))

    def mentioned(self, block: EditBlock) -> list[str]:
        """The existing files that the words above a block mention; none if it names its own."""
        found: dict[str, None] = {}
        for written in block.mentions:
            named = self.named_alike(written) if "." in written else self._with_stem(written)
            with suppress(Refused):
                path = self._locate(written)
                named = [path] if self._workspace.exists(path) else named
            found.update(dict.fromkeys(named if len(named) == 1 else ()))
        return list(found)

    def _only_file(self, written: str, path: str) -> str | None:
        """The existing file that words name, unless it is that at a path; None if several fit."""
        with suppress(Refused):
            other = self._locate(written)
            named = [other] if self._workspace.exists(other) else self.named_alike(written)
            return named[0] if len(named) == 1 and named[0] != path else None
        return None

    def _with_stem(self, name: str) -> list[str]:
        """The files whose names are a word and an extension."""
        return [path for path in self._all_paths if PurePosixPath(path).stem == name]

    def _locate(self, written: str) -> str:
        """`Workspace.locate`, which takes a dozen system calls, while most files have several blocks."""
        path = None if self._located is None else self._located.get(written)
        if path is None:
            path = self._workspace.locate(written)
            if self._located is not None:
                self._located[written] = path
        return path

    def file_named(self, name: str) -> str | None:
        """The file with exactly this name at the root or, if it has a dot, the only one in the tree."""
        named = self._named(name)
        if self._workspace.exists(name) and name in named:
            return name
        return named[0] if "." in name and len(named) == 1 else None

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each matching file if it is a structural edit of a folder.

        A pattern without metavariables is replaced at every match. If no file of the folder matches, the
        block is returned as it is, and fails with that reason.
        """
        operation = block.operation
        if not is_structural(operation):
            return [block]
        local = self.local(block.path_written or "", is_new=False)
        if not self._workspace.is_folder(local.path):
            return [block]
        from editreview.matching import LANGUAGES, language_named, language_of

        folder = PurePosixPath(local.path).as_posix()
        language: str | None = None
        if isinstance(operation, Replace):
            operation = replace(operation, is_everywhere=True)
        elif operation.language:
            language = language_named(operation.language)
        inside = "" if folder == "." else f"{folder.removesuffix('/')}/"
        block_of_each = replace(block, operation=operation)
        paths = [
            path
            for path in self._workspace.paths()
            if path.startswith(inside)
            and language_of(path) in ({language} if language else LANGUAGES)
            and self._holds(path, block_of_each)
        ]
        # The prefix that stands for the root stays, so that each file gets the warning.
        start = "" if local.prefix is None else f"{local.prefix.rstrip('/')}/"
        return [replace(block_of_each, path_written=f"{start}{path}") for path in paths] or [block]

    def corrected_together(self, path: str, blocks: Sequence[EditBlock]) -> tuple[str, BlockWarning] | None:
        """The only file of the same folder and extension in which all blocks of a missing file have matches.

        Args:
            path: The missing file, relative to the root.
            blocks: Its blocks. All of them search for text.

        Returns:
            The file, and the warning for its blocks; None if there is none, or their text says too little.
        """
        searches = (plain_interpretation(block.operation).search for block in blocks)
        if not is_informative("".join(searches), MIN_INFORMATIVE):
            return None
        missing = _folder_and_extension(path)
        beside = [other for other in self._all_paths if _folder_and_extension(other) == missing]
        holding = [other for other in beside[:_MAX_BESIDE] if all(self._has_match(other, b) for b in blocks)]
        if len(holding) != 1 or len(beside) > _MAX_BESIDE:
            return None
        return holding[0], correction_warning(str(blocks[0].path_written), holding[0], _HOLDS_ALL)

    def _has_match(self, path: str, block: EditBlock) -> bool:
        """True if a block has a match in a file that is not just similar text."""
        found = self._workspace.read_if_there(path)
        return found is not None and first_match(FileIndex(found.text), block, path) is not None

    def _has_text(self, path: str, block: EditBlock) -> bool:
        """True if a file has a match of a block or, for code without old text, one of its definitions.

        Code without old text fits in many files.
        """
        if not isinstance(block.operation, Sketch | Snippet | Write):
            return self._has_match(path, block)
        found = self._workspace.read_if_there(path)
        return found is not None and not _beginnings(block.operation.text).isdisjoint(
            _beginnings(found.text, is_all=True)
        )

    def _correction(self, block: EditBlock, parts: Sequence[str]) -> tuple[str, str] | None:
        """The existing file that is meant, and the reason; None if there is none."""
        operation = block.operation
        if not makes_file(block):
            is_sought = isinstance(operation, Replace | Rewrite | Sketch)
            named = [part for part in parts if part != "/"] if is_sought else []
            if (path := self._holding(named, lambda each: self._holds(each, block))) is not None:
                return path, _HOLDS_TEXT
            path = self._holding(named, lambda each: self._resembles(each, block))
            return (path, _HOLDS_SIMILAR) if path is not None else None
        if (path := self._below_root(parts)) is not None:
            return path, _STANDS_FOR_ROOT
        is_absolute = bool(parts) and (parts[0] == "/" or parts[0].endswith(":"))
        path = self._empty(parts) if is_absolute and isinstance(operation, Replace) else None
        return (path, _IS_EMPTY) if path is not None else None

    def _namesakes(self, block: EditBlock, parts: Sequence[str], refused: Refused | None) -> list[str]:
        """The files whose paths end with the path of a whole or lazy file, unless its folder exists."""
        if not (may_omit_folders(block) or isinstance(block.operation, Sketch)) or ".." in parts:
            return []
        if refused is not None and refused.reason is Reason.PLACEHOLDER:
            return list(self._named(parts[-1])[:MAX_FILES_READ])
        if refused is not None or (len(parts) > 1 and self._workspace.exists(parts[0])):
            return []
        return self.named_alike("/".join(parts))

    def named_alike(self, path: str) -> list[str]:
        """Files of the tree that a path may mean: either path ends with the other."""
        named = self._named(path.rpartition("/")[2])
        return [each for each in named if each.endswith(f"/{path}") or _is_below(path, each)][:MAX_FILES_READ]

    def wholes_of(self, path: str, block: EditBlock) -> list[str]:
        """The files in other folders that have the name of a new file and seem to contain a fence."""
        if not may_omit_folders(block):
            return []
        text = plain_interpretation(block.operation).replace
        named = self._named(path.rpartition("/")[2])[:MAX_FILES_READ]
        read = ((each, self._workspace.read_if_there(each)) for each in named if each != path)
        return [each for each, found in read if found is not None and _is_part_of(text, found.text, path)]

    def is_part_of(self, path: str, block: EditBlock) -> bool:
        """True if a block that would make a new file seems to be a part of the file at a path."""
        found = self._workspace.read_if_there(path)
        if found is None or not may_omit_folders(block):
            return False
        return _is_part_of(plain_interpretation(block.operation).replace, found.text, path)

    def copied_by(self, path: str, block: EditBlock) -> list[str]:
        """The files that a new file seems to be a new version of, under a path that is nearly theirs.

        Args:
            path: The path of the new file, relative to the root.
            block: The block that makes it.
        """
        if not makes_file(block) or _COPIES.search(block.words) is not None:
            return []
        lines = informative_lines(plain_interpretation(block.operation).replace)
        if lines.total() < _MIN_COPIED:
            return []
        is_new = _is_called_new(block)
        stems = self._by_stem.get(_stem_of(path), ())
        alike = [each for each in stems if _is_nearly(path, each, in_folders=not is_new)]
        names = () if is_new else self._named(path.rpartition("/")[2])
        named = [each for each in names if not _are_siblings(path, each)]
        others = (each for each in (*alike, *named) if each != path and not _is_translation(path, each))
        read = ((each, self._workspace.read_if_there(each)) for each in dict.fromkeys(others))
        return [
            each for each, found in islice(read, MAX_FILES_READ) if found and _has_most(lines, found.text)
        ]

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        """The files of the tree by `_stem_of`."""
        found: dict[str, list[str]] = {}
        for path in self._all_paths:
            found.setdefault(_stem_of(path), []).append(path)
        return found

    def _neighbour(self, block: EditBlock, parts: Sequence[str]) -> str | None:
        """The file in whose folder the response puts a new one that it names without a folder."""
        is_bare = len(parts) == 1 and may_omit_folders(block) and not self._named(parts[0])
        found = _BESIDE.search(block.words) if is_bare else None
        named = [] if found is None else self.named_alike(found["path"])
        return named[0] if len(named) == 1 else None

    def _shares(self, path: str, block: EditBlock, *, is_bare: bool) -> bool:
        """True if a text seems to be a new version of a file; under a bare name, words may make it a part."""
        found, text = self._workspace.read_if_there(path), plain_interpretation(block.operation).replace
        if found is None or _shares_lines(found.text, text):
            return found is not None
        # What is to be ignored is alike in all folders.
        is_hidden = path.rpartition("/")[2].startswith(".")
        return is_bare and not is_hidden and says_edit(block.words) and _has_half(found.text, text)

    def _defines(self, path: str, block: EditBlock) -> bool:
        """True if a text has the type that a file is named after, or begins a block as the file does.

        The latter counts only for text without imports and the like, if the file has some, or words edit it.
        """
        from editreview.matching import match_definitions, opens_block

        found = self._workspace.read_if_there(path)
        if found is None:
            return False
        text = plain_interpretation(block.operation).replace
        title = re.compile(rf"\b(?:{_TYPES})\s+{re.escape(PurePosixPath(path).stem)}\b")
        if title.search(found.text) is not None and title.search(text) is not None:
            return not isinstance(match_definitions(FileIndex(found.text), text, path), Mismatch)
        is_headless = not _has_head(text) and (_has_head(found.text) or says_edit(block.words))
        first = next((line for line in map(str.strip, text.splitlines()) if opens_block(line)), "")
        return is_headless and bool(first) and first in map(str.strip, found.text.splitlines())

    def _goes_on_class(self, path: str, block: EditBlock) -> bool:
        """True if a text has nothing but methods of C++, of a class of which a file has other ones."""
        found, text = self._workspace.read_if_there(path), plain_interpretation(block.operation).replace
        if found is None or _has_head(text):
            return False
        own, others = (set(_METHOD_OF_CLASS.findall(each)) for each in (text, found.text))
        return bool(own) and own <= others

    def _below_root(self, parts: Sequence[str]) -> str | None:
        """The path relative to the root, if it is written with a placeholder for the root."""
        for root in sorted(_ROOTS, key=len, reverse=True):
            rest = parts[len(root) :]
            if tuple(parts[: len(root)]) != root or not rest:
                continue
            if len(rest) == 1 or self._workspace.exists(rest[0]):
                return self._workspace.locate("/".join(rest))
        return None

    def _empty(self, parts: Sequence[str]) -> str | None:
        """The only file of this name, if it is empty, for a block without old text."""
        named = self._named(parts[-1])
        is_end = len(named) == 1 and "/".join(parts).endswith(f"/{named[0]}")
        return named[0] if is_end and self._is_empty(named[0]) else None

    def _is_empty(self, path: str) -> bool:
        found = self._workspace.read_if_there(path)
        return found is not None and not found.text

    def _holding(self, parts: Sequence[str], holds: Callable[[str], bool]) -> str | None:
        """The only file with a block's text, of those whose paths share the longest end with the path."""
        for first in range(len(parts)):
            tail = "/".join(parts[first:])
            fitting = [path for path in self._named(parts[-1]) if f"/{path}".endswith(f"/{tail}")]
            if fitting:
                holding = [path for path in fitting[:MAX_FILES_READ] if holds(path)]
                return holding[0] if len(holding) == 1 and len(fitting) <= MAX_FILES_READ else None
        return None

    @cached_property
    def _all_paths(self) -> list[str]:
        return self._workspace.paths()

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """The files of the tree by their names."""
        found: dict[str, list[str]] = {}
        for path in self._all_paths:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def _named(self, name: str) -> Sequence[str]:
        return self._by_name.get(name, ())

    def _holds(self, path: str, block: EditBlock) -> bool:
        found = self._workspace.read_if_there(path)
        return found is not None and bool(match_block(FileIndex(found.text), block, path).search.matches)

    def _resembles(self, path: str, block: EditBlock) -> bool:
        """True if a file has text similar to the old text of a block, or its parts where it has dots."""
        found = self._workspace.read_if_there(path)
        loosely = None if found is None else match_block_loosely(FileIndex(found.text), block, path)
        return loosely is not None and bool(loosely.search.matches)


def _has_head(text: str) -> bool:
    """True if a text has the top of a whole file."""
    return any(line.startswith(_HEADS) or begins_import(line) for line in text.splitlines())


def correction_warning(written: str, path: str, why: str) -> BlockWarning:
    """The warning that a block changes another file than the one it names."""
    return BlockWarning(WarningKind.PATH_CORRECTED, f"{written} → {path}: {why}")


def unsure_warning(path: str, others: Sequence[str]) -> BlockWarning:
    """The warning that a new file may be meant for other paths."""
    message = f"{path} may be a new file, or mean {' or '.join(others[:MAX_FILES_NAMED])}"
    return BlockWarning(WarningKind.PATH_UNSURE, message)


def _corrected(written: str, path: str, why: str) -> ResolvedPath:
    return ResolvedPath(path, (correction_warning(written, path, why),), is_found=why == _HOLDS_TEXT)


def _folder_and_extension(path: str) -> tuple[str, str]:
    """The folder and the extension of a path, ignoring case."""
    plain = PurePosixPath(path.casefold())
    return plain.parent.as_posix(), plain.suffix


def _is_below(written: str, path: str) -> bool:
    """True if a written path is the path of a file below a folder that does not exist."""
    return "/" in path and written.endswith(f"/{path}")


def _parts_below_root(written: str, *, is_refused: bool) -> tuple[str, ...]:
    """The parts of a path. In a refused one, a first part that stands for the root becomes `/`."""
    parts = PurePosixPath(written.replace("\\", "/")).parts
    return ("/", *parts[1:]) if is_refused and parts and _NAMES_ROOT.match(parts[0]) else parts


_MAY_BEGIN_INDENTED = (*PROSE, *JSON, *YAML, ".cfg", ".ini", ".toml")
"""Ends of names of files that are no code."""


def _shares_lines(one: str, other: str) -> bool:
    """True if two texts share a third of the lines of each; lines without a letter or digit do not count."""
    lines, others = map(informative_lines, (one, other))
    return _ONE_SHARED_IN * (lines & others).total() >= max(lines.total(), others.total(), 1)


def _has_half(text: str, part: str) -> bool:
    """True if a text has half of the lines of another one, two or more; see `_shares_lines`."""
    lines, shared = informative_lines(part), informative_lines(part) & informative_lines(text)
    return 2 * shared.total() >= lines.total() and shared.total() > 1


def _is_part_of(part: str, whole: str, path: str) -> bool:
    """True if a text is likely a part of another one.

    It is code that begins indented, or other text that does and shares a line. Or its first definition and
    half of its lines are there, and that one is twice as long: settings are often so similar in two folders.
    """
    from editreview.matching import scope_at

    lines = nonblank_lines(part)
    scopes = ((line.strip(), scope_at(line, path)) for line in lines)
    kinds = ((line, scope) for line, scope in scopes if scope is not None)
    defined = (line for line, scope in kinds if not scope.is_value and not scope.is_title)
    first, (own, others) = next(defined, None), map(informative_lines, (part, whole))
    if lines and indentation(lines[0]):
        return not path.lower().endswith(_MAY_BEGIN_INDENTED) or bool(own & others)
    return first in others and 2 * (own & others).total() >= own.total() and others.total() >= 2 * own.total()


def _is_in(path: str, folder: str) -> bool:
    """True if a folder is among those of a path."""
    return f"/{folder.strip('/')}/" in f"/{path}"


def _ends_in(path: str, ends: Iterable[str]) -> bool:
    """True if a path is one of others, or ends with one below a folder."""
    return f"/{path}".endswith(tuple(f"/{end}" for end in ends))


def _has_most(lines: Counter[str], text: str) -> bool:
    """True if some lines have most of those of a text."""
    others, (numerator, denominator) = informative_lines(text), _SHARED_BY_COPY
    shared = (lines & others).total()
    return shared >= _MIN_COPIED and denominator * shared >= numerator * others.total()


def _plain_part(part: str) -> str:
    """A part of a path without what is easily mistaken in it: dashes, underscores, case, a plural."""
    return part.casefold().replace("-", "").replace("_", "").rstrip("s")


def _stem_of(path: str) -> str:
    return _plain_part(PurePosixPath(path).stem)


def _are_siblings(path: str, other: str) -> bool:
    """True if two paths are as deep, and differ in one folder or below their first one: `a/x`, `b/x`."""
    folders, others = (PurePosixPath(each).parts[:-1] for each in (path, other))
    if len(folders) != len(others) or not folders:
        return False
    return folders[0] == others[0] or sum(one != two for one, two in zip(folders, others, strict=True)) == 1


def _is_translation(path: str, other: str) -> bool:
    """True if a text has one folder more than another one, and that is named like a language."""
    folders, others = (Counter(PurePosixPath(each).parts[:-1]) for each in (path, other))
    added = [*(folders - others)]
    is_text = path.lower().endswith(PROSE) and not others - folders
    return is_text and len(added) == 1 and _LANGUAGE.fullmatch(added[0]) is not None


def _is_nearly(path: str, other: str, *, in_folders: bool) -> bool:
    """True if two paths, of files with the same stem, differ in spelling alone.

    Args:
        path: One path.
        other: The other one.
        in_folders: True if folders may be left out, too.
    """
    one, two = PurePosixPath(path), PurePosixPath(other)
    if not _are_suffixes_alike(one.suffix.lower(), two.suffix.lower()):
        return False
    folders, others = (list(map(_plain_part, each.parts[:-1])) for each in (one, two))
    if not in_folders:
        return folders == others
    shorter, longer = sorted((folders, others), key=len)
    rest = iter(longer)
    return all(part in rest for part in shorter)


def _are_suffixes_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    is_start = bool(one and other) and (one.startswith(other) or other.startswith(one))
    return is_start or any({one, other} <= known for known in _SUFFIXES)


def _is_called_new(block: EditBlock) -> bool:
    """True if the response calls the file of a block new."""
    return isinstance(block.operation, Write) and block.operation.creates


def _is_update(block: EditBlock) -> bool:
    """True if the response says that the file which a block writes exists, or asks for a change of it."""
    if not isinstance(block.operation, Write):
        return False
    from editreview.matching import names_place_beside

    is_part = block.naming is Naming.PART
    return block.operation.updates or is_part or says_update(block.words) or names_place_beside(block.words)


def may_omit_folders(block: EditBlock) -> bool:
    """True for whole files in fences, as chat models write them."""
    return block.format == FormatName.WHOLE_FILE and isinstance(block.operation, Write)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path.strip()).casefold()


def _beginnings(text: str, *, is_all: bool = False) -> set[str]:
    """The beginnings of the outermost lines of code, as `def f` of `def f(x):`; or of all lines."""
    lines = [line for line in text.splitlines() if _BEGINNING.match(line)]
    least = min((len(indentation(line)) for line in lines), default=0)
    outer = (line for line in lines if is_all or len(indentation(line)) == least)
    return {found[1].strip() for line in outer if (found := _BEGINNING.match(line)) is not None}


def makes_file(block: EditBlock) -> bool:
    """True for blocks that can make a file that is not there."""
    return isinstance(block.operation, Write) or puts_text_only(block.operation)
