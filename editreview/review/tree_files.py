"""The files of a tree, searched for code that names no file. Each is read once."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from time import monotonic

from msgspec import Struct

from editreview.blocks import Code
from editreview.errors import Refused
from editreview.matching import FileIndex
from editreview.patterns import lazy_pattern
from editreview.text import Snapshot
from editreview.workspace import Workspace

_MAX_READ = 400
"""The most files that are read for one piece of code."""
_SEARCH_TIMEOUT_S = 1.0
"""Limit for a search of the tree, in seconds."""
_PAGES = frozenset(("astro", "ejs", "erb", "hbs", "j2", "jinja", "svelte", "twig", "vue"))
_OF_PAGES = frozenset(("css", "html", "javascript", "typescript"))
"""Extensions of pages, and the languages of their parts."""
_FAMILIES = (
    frozenset(("javascript", "typescript", "tsx")),
    frozenset(("c", "cpp")),
)
"""Languages whose names are used for one another."""
_MAX_SEARCHED = 3
"""The most names for which a large tree is searched."""
_ALL_SEARCHES_S = 3.0
"""The most seconds for all searches for names together."""
_MAX_SHARING = 5
"""The most files that may have a line for it to identify one of them."""
_NAME = lazy_pattern(r"[A-Za-z_]\w{2,}")
_WORD_OF_NAME = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MAX_TEXT = 300_000
"""The most characters of a file that is ranked."""
_MAX_COMPARED = 10
"""The most files whose definitions are compared with one piece of code."""


class TreeFile(Struct, frozen=True, dict=True):
    path: str
    text: str
    """Empty if it cannot be read."""
    lines: frozenset[str]
    """Its distinct lines that have a letter or digit, stripped."""

    @cached_property
    def index(self) -> FileIndex:
        return FileIndex(self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """Its distinct words that may be identifiers."""
        return names_of(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of these names, in lower case."""
        return frozenset(word for name in self.names for word in words_of_name(name))

    @cached_property
    def names_set(self) -> frozenset[str]:
        """The names that its lines set or declare."""
        from editreview.matching import names_set

        return names_set(self.text)


Fits = Callable[[TreeFile], bool]


class FileTree:
    """The files of a tree, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._paths = workspace.paths()
        self._files: dict[str, TreeFile] = {}
        self._found: dict[str, list[str]] = {}
        """The files with each name that was searched for."""
        self._searched_s = 0.0

    def only_file(self, code: Code, fits: Fits) -> str | None:
        """The first file mentioned above the code that fits; else the only file that does."""
        return self.mentioned(code, fits) or self.only_other(code, fits)

    def mentioned(self, code: Code, fits: Fits) -> str | None:
        """The first file mentioned above the code that fits; None if none does."""
        for mention in code.mentions:
            path = self.only_named(mention)
            if path is None or not (has_no_parser(code.language) or may_hold(path, code.language)):
                continue
            if fits(self.file(path)):
                return path
        return None

    def only_named(self, name: str) -> str | None:
        """The only file of the tree at a path, or below a folder at it; None without one."""
        end = _path_end(name)
        paths = [path for path in self._paths if f"/{path}".endswith(end)]
        return paths[0] if len(paths) == 1 else None

    def lacks(self, mentions: Sequence[str]) -> bool:
        """True if the mentions name files, none of which the tree has."""
        return bool(mentions) and not any(map(self.only_named, mentions))

    def only_other(self, code: Code, fits: Fits) -> str | None:
        """The only file of the tree that fits; None if none does, or more than one."""
        paths = [path for path in self._paths if may_hold(path, code.language)]
        if len(paths) > _MAX_READ:
            # A definition mostly keeps its first line.
            first = next((line.strip() for line in code.text.splitlines() if any(map(str.isalnum, line))), "")
            having = frozenset(self._workspace.holding([first], _SEARCH_TIMEOUT_S)) if first else frozenset()
            paths = [path for path in paths if path in having][: _MAX_READ + 1]
        if len(paths) > _MAX_READ:
            return None
        fitting = [file.path for file in self._sharing(code, paths) if fits(file)]
        return fitting[0] if len(fitting) == 1 else None

    def readable(self, code: Code) -> list[TreeFile]:
        """The files that may have some code; of a large tree, those with the names that the words quote."""
        paths = [path for path in self._paths if may_hold(path, code.language)]
        if len(paths) > _MAX_READ:
            having: dict[str, None] = {}
            for name in code.names[:_MAX_SEARCHED]:
                having |= dict.fromkeys(self._holding(name))
            named = [path for path in paths if PurePosixPath(path).stem.lower() in code.words.lower()]
            paths = [path for path in dict.fromkeys((*named, *having)) if path in set(paths)][:_MAX_READ]
        files = [self.file(path) for path in paths]
        return [file for file in files if 0 < len(file.text) <= _MAX_TEXT]

    def _holding(self, name: str) -> list[str]:
        """The files that have a name; none once these searches have taken too long."""
        if name not in self._found:
            begin = monotonic()
            is_affordable = self._searched_s < _ALL_SEARCHES_S and name.strip() and "\n" not in name
            self._found[name] = self._workspace.holding([name], _SEARCH_TIMEOUT_S) if is_affordable else []
            self._searched_s += monotonic() - begin
        return self._found[name]

    def _sharing(self, code: Code, paths: Sequence[str]) -> list[TreeFile]:
        """The files with rare lines of the code, those with most of these lines first."""
        lines = informative_lines(code.text)
        shared = [(file, lines & file.lines) for file in map(self.file, paths)]
        counts = Counter(line for _, both in shared for line in both)
        rare = {line for line, count in counts.items() if count <= _MAX_SHARING}
        found = [(len(both & rare), file) for file, both in shared if not both.isdisjoint(rare)]
        found.sort(key=lambda each: -each[0])
        return [file for _, file in found[:_MAX_COMPARED]]

    def file(self, path: str) -> TreeFile:
        if path not in self._files:
            try:
                found = self._workspace.read(self._workspace.locate(path))
            except (OSError, Refused):
                found = None
            text = found.text if isinstance(found, Snapshot) else ""
            self._files[path] = TreeFile(path, text, informative_lines(text))
        return self._files[path]


def is_named(path: str, name: str) -> bool:
    """True if a written name is the path of a file, or the end of it."""
    return f"/{path}".endswith(_path_end(name))


def _path_end(name: str) -> str:
    return "/" + name.replace("\\", "/").removeprefix("./")


def may_hold(path: str, language: str) -> bool:
    """True if a file may be written in the language of a fence."""
    from editreview.matching import language_named, language_of

    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if not language or language.lower() == ending:
        return True
    # Neither Markdown nor TOML has a parser.
    named, known = language_named(language), language_of(path)
    if named is None and known is not None:
        return f".{language.lower()}" in PurePosixPath(path).suffixes
    if known is None and ending in _PAGES:
        return named in _OF_PAGES
    return named == known or any(named in family and known in family for family in _FAMILIES)


def has_no_parser(language: str) -> bool:
    """True if the info string of a fence does not name a language that has a parser."""
    from editreview.matching import language_named

    return language_named(language) is None


def informative_lines(text: str) -> frozenset[str]:
    """The distinct lines of a text that have a letter or digit, stripped."""
    return frozenset(line for each in text.splitlines() if any(map(str.isalnum, line := each.strip())))


def names_of(text: str) -> frozenset[str]:
    """The distinct words of a text that may be identifiers."""
    return frozenset(_NAME.findall(text))


def words_of_name(name: str) -> list[str]:
    """The words of a name, in lower case: `max` and `size` of `MAX_SIZE` or `maxSize`."""
    return [word.lower() for word in _WORD_OF_NAME.findall(name)]
