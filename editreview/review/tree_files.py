"""The files of a tree, searched and ranked for code that names no file. Each is read once.

A rank is a last resort, only for offers. Evidence for a file: words above the code that name it by its stem
or its kind, names that they quote, and names and lines of the code itself. Each counts more, the fewer files
have it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import PurePosixPath
from time import monotonic

from msgspec import Struct

from editreview.blocks import Code, base_name
from editreview.first_use import lazy_pattern
from editreview.formats import is_for_named_files, may_be_named_for
from editreview.matching import SCRIPT_LANGUAGES, FileIndex, named_spans, names_set, possible_places
from editreview.review.path_resolver import SEARCH_TIMEOUT_S
from editreview.text import QUOTED_CODE, informative_lines, is_informative, words_of_name
from editreview.workspace import Workspace

_MAX_READ = 400
"""The most files that are read for one piece of code."""
_SHELLS = frozenset(("bash", "ksh", "sh", "shell", "zsh"))
_RUN_BY_SHELL = lazy_pattern(r"#!.*\b(?:ba|da|k|z)?sh\b")
_PAGES = frozenset(("astro", "ejs", "erb", "hbs", "j2", "jinja", "svelte", "twig", "vue"))
_OF_PAGES = frozenset(("css", "html", "javascript", "typescript"))
"""Extensions of pages, and the languages of their parts."""
_FAMILIES = (
    frozenset(SCRIPT_LANGUAGES),
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
        return _names_of(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of these names, in lower case."""
        return frozenset(word for name in self.names for word in words_of_name(name))

    @cached_property
    def names_set(self) -> frozenset[str]:
        """The names that its lines set or declare."""
        return names_set(self.text)


Fits = Callable[[TreeFile], bool]


class FileTree:
    """The files of a tree, each read once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._files: dict[str, TreeFile] = {}
        self._found: dict[str, list[str]] = {}
        """The files with each name that was searched for."""
        self._searched_s = 0.0

    @cached_property
    def _paths(self) -> list[str]:
        return self._workspace.paths()

    def may_hold(self, path: str, language: str) -> bool:
        """True if a file may be written in the language of a fence, as the first line of a script may say."""
        is_shell = language.lower() in _SHELLS
        return may_hold(path, language) or (is_shell and path in self.shell_scripts)

    @cached_property
    def shell_scripts(self) -> frozenset[str]:
        """The files without an extension whose first line says that a shell runs them."""
        bare = [path for path in self._paths if "." not in base_name(path)][:_MAX_READ]
        return frozenset(path for path in bare if _RUN_BY_SHELL.match(self.file(path).text) is not None)

    def only_file(self, code: Code, fits: Fits) -> str | None:
        """The first file mentioned above the code that fits; else the only file that does.

        No other file takes the place of one that the words name.
        """
        return self.mentioned(code, fits) or self.only_other(code, fits)

    def mentioned(self, code: Code, fits: Fits) -> str | None:
        """The first file mentioned above the code that fits; None if none does.

        Of several files of this name, only one may fit, or be in a folder that the words name.
        """
        for mention in code.mentions:
            paths = [
                path
                for path in self._named(mention)
                if self.may_hold(path, code.language)
                or (_has_no_parser(code.language) and not is_for_named_files(code.language))
            ]
            fitting = [path for path in paths[:_MAX_COMPARED] if fits(self.file(path))]
            if len(fitting) > 1:
                spoken = frozenset(_WORD.findall(code.words.lower()))
                fitting = [path for path in fitting if _own_folders(path, fitting) & spoken]
            if len(fitting) == 1 and len(paths) <= _MAX_COMPARED:
                return fitting[0]
        return None

    def only_named(self, name: str) -> str | None:
        """The only file of the tree at a path, or below a folder at it; None without one."""
        paths = self._named(name)
        return paths[0] if len(paths) == 1 else None

    def _named(self, name: str) -> list[str]:
        """The files of the tree at a path, or below a folder at it."""
        end = _path_end(name)
        return [path for path in self._paths if f"/{path}".endswith(end)]

    def without_ruled_out(self, files: list[TreeFile], code: Code) -> list[TreeFile]:
        """The files that some code may be for: if the words name files of the tree, only those."""
        if not self.is_file_named(code):
            return files
        return [file for file in files if any(is_named(file.path, each) for each in code.mentions)]

    def is_file_named(self, code: Code) -> bool:
        """True if the words name a file of the tree for some code; other words may be far above a fence."""
        own = (each for each in code.mentions if code.is_in_words or each in code.words)
        return any(map(self._named, own))

    def lacks(self, mentions: Sequence[str]) -> bool:
        """True if the mentions name files and the tree has none of them."""
        return bool(mentions) and not any(map(self.only_named, mentions))

    def only_other(self, code: Code, fits: Fits) -> str | None:
        """The only file of the tree that fits; None if none does, or more than one, or words name others."""
        if self.is_file_named(code):
            return None
        paths = [path for path in self._paths if self.may_hold(path, code.language)]
        if len(paths) > _MAX_READ:
            # A definition mostly keeps its first line.
            first = next((line.strip() for line in code.text.splitlines() if any(map(str.isalnum, line))), "")
            having = frozenset(self._workspace.holding([first], SEARCH_TIMEOUT_S)) if first else frozenset()
            paths = [path for path in paths if path in having][: _MAX_READ + 1]
        if len(paths) > _MAX_READ:
            return None
        fitting = [file.path for file in self._sharing(code, paths) if fits(file)]
        return fitting[0] if len(fitting) == 1 else None

    def readable(self, code: Code) -> list[TreeFile]:
        """The files that may have some code; of a large tree, those with the names that the words quote."""
        paths = [path for path in self._paths if self.may_hold(path, code.language)]
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
            self._found[name] = self._workspace.holding([name], SEARCH_TIMEOUT_S) if is_affordable else []
            self._searched_s += monotonic() - begin
        return self._found[name]

    def _sharing(self, code: Code, paths: Sequence[str]) -> list[TreeFile]:
        """The files with rare lines of the code, those with most of these lines first."""
        lines = distinct_lines(code.text)
        shared = [(file, lines & file.lines) for file in map(self.file, paths)]
        counts = Counter(line for _, both in shared for line in both)
        rare = {line for line, count in counts.items() if count <= _MAX_SHARING}
        found = [(len(both & rare), file) for file, both in shared if not both.isdisjoint(rare)]
        found.sort(key=lambda each: -each[0])
        return [file for _, file in found[:_MAX_COMPARED]]

    def file(self, path: str) -> TreeFile:
        if path not in self._files:
            text = ""
            with suppress(OSError):
                found = self._workspace.read_if_there(path)
                text = found.text if found is not None else ""
            self._files[path] = TreeFile(path, text, distinct_lines(text))
        return self._files[path]


def is_named(path: str, name: str) -> bool:
    """True if a written name is the path of a file, or the end of it."""
    return f"/{path}".endswith(_path_end(name))


def _own_folders(path: str, others: Sequence[str]) -> frozenset[str]:
    """The folders of a path, in lower case, that not all of some paths have."""
    folders = [frozenset(PurePosixPath(other.lower()).parts[:-1]) for other in others]
    return frozenset(PurePosixPath(path.lower()).parts[:-1]) - frozenset.intersection(*folders)


def _path_end(name: str) -> str:
    return "/" + name.replace("\\", "/").removeprefix("./")


def may_hold(path: str, language: str) -> bool:
    """True if a file may be written in the language of a fence."""
    from editreview.matching import language_named, language_of

    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if not language or language.lower() == ending:
        return True
    if is_for_named_files(language):
        return may_be_named_for(path, language)
    # Neither Markdown nor TOML has a parser.
    named, known = language_named(language), language_of(path)
    if named is None and known is not None:
        return f".{language.lower()}" in PurePosixPath(path).suffixes
    if known is None and ending in _PAGES:
        return named in _OF_PAGES
    return named == known or any(named in family and known in family for family in _FAMILIES)


def _has_no_parser(language: str) -> bool:
    """True if the info string of a fence does not name a language that has a parser."""
    from editreview.matching import language_named

    return language_named(language) is None


def distinct_lines(text: str) -> frozenset[str]:
    """The distinct lines of a text that have a letter or digit, stripped."""
    return frozenset(informative_lines(text))


def _names_of(text: str) -> frozenset[str]:
    """The distinct words of a text that may be identifiers."""
    return frozenset(_NAME.findall(text))


_MENTIONED, _NAMED, _CALLED, _PREVIOUS = 4.0, 3.0, 1.2, 0.5
"""The weights of words that name the file by its path, its name, or a word of its name; and of an edit of it
directly above."""
_SPOKEN = 0.8
"""The most that words count which are names in the file, or parts of such names."""
_LAST_WORDS = 4
"""Words directly above the code, which count twice: `Add to the container:`."""
_QUOTED, _SHARED_NAMES, _SHARED_LINES = 1.5, 2.0, 2.0
"""The most that it counts if the file has names that the words quote, or names or lines of the code."""
_SETS = 2.5
"""The most that it counts if lines of the file set names that lines of the code set."""
_FOLDERS = 2.0
"""The most that it counts if words of the code are names of the folders of the file, and of few others."""
_DEFINES = 1.0
"""The weight of a definition of several lines in the file whose name the words mention."""
_MIN_INFORMATIVE = 12
"""The fewest letters and digits of a line that tells much if a file has it."""
_LIKE_LINES = 1.5
"""The most that it counts if lines of the file are like the code."""
_MAX_LIKELY = 3
"""The most files whose lines are compared with the code."""
_MIN_SCORE, _MIN_OF_FENCE = 1.0, 0.5
"""The lowest score of the likeliest file: for code in a sentence, and for code in a fence."""
_MARGIN = 1.02
"""The lowest score of the likeliest file, as a multiple of the score of the next one."""
_FAR = 4.0
"""The score, as a multiple of that of the file of the edit above, from which another file is meant."""
_MIN_WORD = 3
"""The fewest letters of a word that may name a file."""

_WORD = lazy_pattern(r"[A-Za-z_]\w*")
_CLASS = lazy_pattern(r"\b([A-Z]\w*)(?:\.|::)\w")
"""A class before one of its members, in an expression such as `Orders.find`."""
_SAME_FILE = lazy_pattern(
    r"\b(?:at|in|into|of|to) (?:that|the|the same|this) file\b|\bfile's\b|\b(?:del|de este|al) archivo\b"
    r"|\b(?:der|dieser|die) datei\b|\b(?:du|ce|le) fichier\b",
    re.IGNORECASE,
)
"""Words for the file of the edit above."""
_KINDS = {
    "workflow": (".github/workflows/",),
    "pipeline": (".github/workflows/", ".gitlab-ci.yml"),
    "compose": ("docker-compose", "compose."),
    "docker": ("dockerfile",),
    "stylesheet": (".css", ".scss"),
    "style": (".css", ".scss"),
    "header": (".h", ".hpp"),
    "source": (".c", ".cc", ".cpp"),
    "template": (".html", ".erb", ".twig", ".jinja", ".blade.php"),
    "migration": ("migrations/",),
    "schema": ("schema",),
    "requirements": ("requirements",),
}
"""Extensions, or other parts of paths, that a word for a kind of file stands for."""


def likeliest_file(tree: FileTree, code: Code, previous: str | None) -> TreeFile | None:
    """The file with the most evidence; None if there is too little for any.

    Args:
        tree: The tree.
        code: The code.
        previous: The file of the edit above the code.
    """
    files = tree.without_ruled_out(tree.readable(code), code)
    if not files:
        return None
    same = next((file for file in files if file.path == previous), None)
    if same is not None and not code.mentions and _SAME_FILE.search(code.words):
        return same
    if len(files) == 1 and code.language and code.is_requested:
        # No other file can have it.
        return files[0]
    scores = _scores(files, code, previous)
    files = sorted(files, key=lambda file: -scores[file.path])[:_MAX_LIKELY]
    for file in files if len(files) > 1 and code.text.strip() and not code.is_in_words else ():
        scores[file.path] += _LIKE_LINES * _likeness(file, code)
    best, *others = sorted(files, key=lambda file: -scores[file.path])
    is_alone = not others or scores[best.path] > _MARGIN * scores[others[0].path]
    least = _MIN_SCORE if code.is_in_words or code.is_shown else _MIN_OF_FENCE
    if is_alone and scores[best.path] >= least:
        return best
    # Words that ask for an edit and name no file go on with that of the edit above.
    is_continued = same is not None and code.is_requested and not code.mentions and not code.is_in_words
    return same if is_continued else None


def is_far_likelier(tree: FileTree, code: Code, path: str, previous: str) -> bool:
    """True if there is several times as much evidence for a file as for that of the edit above the code."""
    scores = _scores(tree.readable(code), code, previous)
    return scores.get(path, 0.0) >= _FAR * scores.get(previous, 0.0)


def _scores(files: Sequence[TreeFile], code: Code, previous: str | None) -> dict[str, float]:
    """By path: the evidence that a file is that of the code. See `likeliest_file`."""
    scores = dict.fromkeys((file.path for file in files), 0.0)
    for file in files:
        scores[file.path] += _by_words(file.path, code) + _PREVIOUS * (file.path == previous)
        last = [re.split(r"[.:]+", name)[-1] for name in code.names]
        if not file.names.isdisjoint(last):
            # Of an expression such as `store.Get`, the name before the dot may be a module.
            spans = named_spans(file.index, [name for name in code.names if name in last], file.path)
            scores[file.path] += _DEFINES * any(end - first > 1 for first, end in spans)
    words = _WORD.findall(QUOTED_CODE.sub(" ", code.words).lower())
    words_of_files, names = [file.words for file in files], [file.names for file in files]
    spoken = {word for word in words if len(word) > _MIN_WORD} & frozenset().union(*words_of_files)
    quoted = {name for span in QUOTED_CODE.findall(code.words) for name in _names_of(span)}
    evidence: tuple[tuple[float, Iterable[str], Sequence[frozenset[str]]], ...] = (
        (_SPOKEN, spoken, words_of_files),
        (_SPOKEN, spoken.intersection(words[-_LAST_WORDS:]), words_of_files),
        (_QUOTED, quoted, names),
        (_SHARED_NAMES, _names_of(code.text), names),
        (_SETS, names_set(code.text), [file.names_set for file in files]),
        (_SHARED_LINES, distinct_lines(code.text), [file.lines for file in files]),
        (_FOLDERS, _WORD.findall(code.text.lower()), [_folders(file.path) for file in files]),
    )
    for weight, texts, having in evidence:
        for path, share in _shares(files, texts, having):
            scores[path] += weight * share
    return scores


def _folders(path: str) -> frozenset[str]:
    """The names of the folders around a file, in lower case."""
    return frozenset(part for part in PurePosixPath(path.lower()).parts[:-1] if len(part) >= _MIN_WORD)


def _likeness(file: TreeFile, code: Code) -> float:
    """The score of the lines of a file that are most like the code, or equal to some of it."""
    if any(is_informative(line, _MIN_INFORMATIVE) for line in distinct_lines(code.text) & file.lines):
        return 1.0
    places = possible_places(file.index, code.text, file.path)
    return max((each.score for each in places if each.replaces_lines), default=0.0)


def is_named_in_words(path: str, code: Code) -> bool:
    """True if the words above some code name a file or its kind."""
    return _by_words(path, code) >= 2 * _CALLED


def _shares(
    files: Sequence[TreeFile], queries: Iterable[str], having: Sequence[frozenset[str]]
) -> Iterable[tuple[str, float]]:
    """By path: the share of some texts that the file has. Each counts more, the fewer files have it."""
    texts = frozenset(queries)
    counts = Counter(text for each in having for text in texts & each)
    whole = sum(1 / counts[text] if text in counts else 0.5 for text in texts)
    if not whole:
        return
    for file, each in zip(files, having, strict=True):
        yield file.path, sum(1 / counts[text] for text in texts & each) / whole


def _is_kind(path: str, part: str) -> bool:
    return path.endswith(part) if part.startswith(".") and "/" not in part else part in path


def _by_words(path: str, code: Code) -> float:
    """The part of a file's score that comes from the words above the code."""
    if any(is_named(path, mention) for mention in code.mentions):
        return _MENTIONED
    words = code.words.lower()
    name = PurePosixPath(path).name.lower()
    stem = name.partition(".")[0] or name.lstrip(".")
    if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", words):
        return _NAMED
    quoted = {span.strip().lower() for span in QUOTED_CODE.findall(code.words)}
    # Of an expression such as `store.Get`, no part names a file.
    spoken = {word.lower() for word in _WORD.findall(QUOTED_CODE.sub(" ", code.words))} | quoted
    if any(PurePosixPath(path).stem in _CLASS.findall(name) for name in code.names):
        return _NAMED
    if len(stem) >= _MIN_WORD and stem in spoken:
        return _NAMED if stem in quoted else 2 * _CALLED
    kinds = [ends for kind, ends in _KINDS.items() if kind in spoken or f"{kind}s" in spoken]
    if any(_is_kind(path.lower(), end) for ends in kinds for end in ends):
        return 2 * _CALLED
    title = PurePosixPath(path).name.partition(".")[0]
    parts = {word for word in words_of_name(title) if len(word) >= _MIN_WORD}
    plural = spoken | {word.removesuffix("s") for word in spoken} | {f"{word}s" for word in spoken}
    return _CALLED * len(parts & plural) / len(parts) if parts else 0.0
