"""Ranks the files that code without a file may belong to: a last resort, only for offers.

Evidence for a file: words above the code that name it by its stem or its kind, names that they quote, and
names and lines of the code itself. Each counts more, the fewer files have it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from editreview.blocks import Code
from editreview.matching import named_spans, names_set, possible_places
from editreview.patterns import lazy_pattern
from editreview.review.tree_files import (
    FileTree,
    TreeFile,
    informative_lines,
    is_named,
    names_of,
    words_of_name,
)

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
_DEFINES = 1.0
"""The weight of a definition of several lines in the file whose name the words mention."""
_LIKE_LINES = 1.5
"""The most that it counts if lines of the file are like the code."""
_MAX_COMPARED = 3
"""The most files whose lines are compared with the code."""
_MIN_SCORE, _MIN_OF_FENCE = 1.0, 0.5
"""The lowest score of the likeliest file: for code in a sentence, and for code in a fence."""
_MARGIN = 1.02
"""The lowest score of the likeliest file, as a multiple of the score of the next one."""
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
QUOTED_CODE = lazy_pattern(r"`+([^`\n]+)`+")
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
    files = tree.readable(code)
    if not files:
        return None
    same = next((file for file in files if file.path == previous), None)
    if same is not None and not code.mentions and _SAME_FILE.search(code.words):
        return same
    if len(files) == 1 and code.language and code.is_requested:
        # No other file can have it.
        return files[0]
    scores = _scores(files, code, previous)
    files = sorted(files, key=lambda file: -scores[file.path])[:_MAX_COMPARED]
    for file in files if len(files) > 1 and code.text.strip() and not code.is_in_words else ():
        scores[file.path] += _LIKE_LINES * _likeness(file, code)
    best, *others = sorted(files, key=lambda file: -scores[file.path])
    is_alone = not others or scores[best.path] > _MARGIN * scores[others[0].path]
    least = _MIN_SCORE if code.is_in_words or code.is_shown else _MIN_OF_FENCE
    return best if is_alone and scores[best.path] >= least else None


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
    quoted = {name for span in QUOTED_CODE.findall(code.words) for name in names_of(span)}
    evidence: tuple[tuple[float, Iterable[str], Sequence[frozenset[str]]], ...] = (
        (_SPOKEN, spoken, words_of_files),
        (_SPOKEN, spoken.intersection(words[-_LAST_WORDS:]), words_of_files),
        (_QUOTED, quoted, names),
        (_SHARED_NAMES, names_of(code.text), names),
        (_SETS, names_set(code.text), [file.names_set for file in files]),
        (_SHARED_LINES, informative_lines(code.text), [file.lines for file in files]),
    )
    for weight, texts, having in evidence:
        for path, share in _shares(files, texts, having):
            scores[path] += weight * share
    return scores


def _likeness(file: TreeFile, code: Code) -> float:
    """The score of the lines of a file that are most like the code."""
    places = possible_places(file.index, code.text, file.path)
    return max((each.score for each in places if each.replaces_lines), default=0.0)


def is_named_in_words(path: str, code: Code) -> bool:
    """True if the words above some code name a file or its kind."""
    return _by_words(path, code) >= 2 * _CALLED


def _shares(
    files: Sequence[TreeFile], wanted: Iterable[str], having: Sequence[frozenset[str]]
) -> Iterable[tuple[str, float]]:
    """By path: the share of some texts that the file has. Each counts more, the fewer files have it."""
    texts = frozenset(wanted)
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
