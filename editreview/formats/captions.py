"""Paths below their fences.

Every other path is read as that of the fence below it. If each path is a caption instead, the code of the
first fence has no path, each further fence gets that of the one above it, and the last path is left over:

    ```python
    a = 1
    ```
    `a.py`

    ```python
    b = 1
    ```
    `b.py`

Nothing else tells the two apart, so the edits below the first fence are withheld then. All captions have the
same words around their path, so there is none if the last path is in `Then rerun src/main.py`.
"""

from collections.abc import Sequence

from msgspec import Struct, field

from editreview.blocks import base_name
from editreview.file_kinds import family_of
from editreview.first_use import lazy_pattern
from editreview.formats.edit_words import begins_with_verb
from editreview.formats.path_names import files_mentioned, names_a_file, path_alone, without_links
from editreview.formats.spec import FENCE_START
from editreview.text import nonblank_lines

_FENCE = lazy_pattern(rf"[ \t]*(?:{FENCE_START})")
_WORD = lazy_pattern(r"[^\W\d_]+")
_NUMBER = lazy_pattern(r"\d+")
_MAX_WORDS = 3
"""The most words of a caption in addition to its path: `Save this as`, `Listing 1`."""
_MAX_KEPT = 400
"""Characters below a fence in which its caption begins."""


class _Fenced(Struct):
    """A fence with code that may be an edit."""

    first: int
    """Its first line in the response."""
    language: str
    between: Sequence[str]
    """The lines above it, down from the fence before."""
    is_named: bool = False
    """True if all its edits have a path, and it has some."""
    blocks: list[int] = field(default_factory=list)


class _Caption(Struct, frozen=True):
    """A line below a fence that names its file."""

    path: str
    around: str
    """The rest of the line, without numbers."""


class Captions:
    """Finds the edits of a response whose paths are likely captions of the code above them."""

    def __init__(self) -> None:
        self._fences: list[_Fenced] = []
        self._below = ""
        """The beginning of the text below the last fence."""
        self._are_none = False
        """True if what was read shows that the paths are no captions."""

    def add(
        self, first: int, language: str, above: Sequence[str], blocks: Sequence[int], *, named: bool
    ) -> None:
        """Record what a fence holds.

        Args:
            first: The line of the fence.
            language: Its info string.
            above: The lines above it.
            blocks: The numbers of its edits.
            named: True if these have a path.
        """
        self._below = ""
        if self._are_none:
            return
        if not self._fences or self._fences[-1].first != first:
            self._are_none = not self._may_be_captions()
            if self._are_none:
                # The rest of a long response is not kept.
                self._fences.clear()
                return
            self._fences.append(_Fenced(first, language.lower(), _back_to_fence(above), named))
        last = self._fences[-1]
        last.is_named &= named
        last.blocks += blocks

    def read(self, text: str) -> None:
        """Record lines of prose."""
        if self._fences and len(self._below) < _MAX_KEPT and not _FENCE.match(text):
            self._below += f"{text[:_MAX_KEPT]}\n"

    def _may_be_captions(self) -> bool:
        """False if the fence that was read last has a path, as the first one, or has none, as another."""
        if len(self._fences) == 1:
            return not self._fences[0].is_named and _path_in(self._fences[0].between) is None
        return not self._fences or self._fences[-1].is_named

    def end(self) -> tuple[int, ...]:
        """The numbers of the edits that likely have the paths of other ones."""
        if len(self._fences) <= 1 or not self._may_be_captions():
            return ()
        _, *others = self._fences
        below = nonblank_lines(self._below)
        spaces = [each.between for each in others]
        found = [_caption(space) for space in (*spaces, below[:1])]
        captions = [caption for caption in found if caption is not None]
        if len(captions) < len(found) or any(map(_is_title, spaces)):
            return ()
        paths = {caption.path for caption in captions}
        around = {caption.around for caption in captions}
        # Beside a single file, the first fence is more often an output or the code at fault.
        has_words = any(map(_WORD.search, around))
        if len(paths) < len(captions) or len(around) > 1 or (has_words and len(others) == 1):
            return ()
        fits = all(
            _fits(each.language, caption.path) for each, caption in zip(self._fences, captions, strict=True)
        )
        return tuple(number for each in others for number in each.blocks) if fits else ()


def _back_to_fence(above: Sequence[str]) -> Sequence[str]:
    """The lines above a fence, down from the end of another fence, without its own line."""
    lines = list(above)
    if lines and _FENCE.match(lines[-1]):
        lines.pop()
    start = next((at for at in reversed(range(len(lines))) if _FENCE.match(lines[at])), -1)
    return lines[start + 1 :]


def _path_in(lines: Sequence[str]) -> str | None:
    """A file that some lines mention."""
    mentions = (mention.path for line in lines for mention in files_mentioned(without_links(line)))
    return next((path for path in mentions if names_a_file(path)), None)


def _caption(lines: Sequence[str]) -> _Caption | None:
    """The first of some lines, if that is a path and a few words; None if others name files too."""
    text = [line for line in lines if line.strip()]
    if not text or text[0].lstrip().startswith("#") or _path_in(text[1:]) is not None:
        return None
    line = without_links(text[0].strip().lstrip("> "))
    paths = {mention.path for mention in files_mentioned(line)}
    if (alone := path_alone(line)) is not None and names_a_file(alone):
        paths = {alone}
    if len(paths) != 1 or line.rstrip("*_` ").endswith(":"):
        return None
    (path,) = paths
    around = line.replace(path, "").strip()
    words = _WORD.findall(around)
    if len(words) > _MAX_WORDS or (words and words[0].lower() != "save" and begins_with_verb(around)):
        return None
    return _Caption(path, _NUMBER.sub("", around))


def _is_title(between: Sequence[str]) -> bool:
    """True if a line is directly above a fence and not directly below the one before."""
    text = [line for line in between if line.strip()]
    return len(text) == 1 and not between[0].strip() and bool(between[-1].strip())


def _fits(language: str, path: str) -> bool:
    """True if a path is that of a file in the language of a fence."""
    extension = base_name(path).lower().rpartition(".")[2]
    return language == extension or language in family_of(extension)
