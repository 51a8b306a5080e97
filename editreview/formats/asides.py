"""Parts of a response that are not its answer: thinking, comments and quotations.

Their lines are prose, and their edits are offers. The offers are yielded at the end of the
response, so that the blocks of the answer come first. An end tag of thinking without an opening
tag means that everything before it was thinking: the templates of some models leave the opening
tag out.

A tag that is only mentioned, in quotes or in a sentence, does not count.
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, Offer, OfferKind
from editreview.formats.items import Item
from editreview.patterns import lazy_pattern

_NAMES = (
    r"(?:[a-z]+:)?(?:think(?:ing)?|thoughts?|thought[-_]process|reasoning|reflection|scratch[-_]?pad"
    r"|(?:inner|internal)[-_]monologue|ant[-_]?thinking|analysis|chain[-_]of[-_]thought|thinking-content-\w+)"
)
_ATTRIBUTES = r"(?:\s[^<>\n]*[^<>\n/])?\s*"


class _Kind(Struct, frozen=True):
    """A pair of tags."""

    offer: OfferKind
    begin: str
    """A regular expression for the opening tag, case-insensitive."""
    end: str
    nests: bool = True
    is_inline: bool = True
    """True if it may begin inside a line, or end on the line where it begins."""
    ends_unopened: bool = False
    """True if an end tag without an opening tag means that all text before it was inside."""


_KINDS = (
    _Kind(
        OfferKind.THINKING,
        rf"<{_NAMES}{_ATTRIBUTES}>|◁think▷|\[think\](?!\()|<\|(?:begin_of_thought|(?:start_)?thinking)\|>"
        r"|<\|channel\|>(?:analysis|thought)(?:<\|message\|>)?",
        rf"</{_NAMES}\s*>|◁/think▷|\[/think\]|<\|(?:end_of_thought|end_thinking|/thinking)\|>"
        r"|<\|channel\|>final(?:<\|message\|>)?",
        ends_unopened=True,
    ),
    _Kind(
        OfferKind.THINKING, r"<details\s[^<>\n]*type=[\"']?reasoning[^<>\n]*>", "</details>", is_inline=False
    ),
    _Kind(OfferKind.COMMENT, "<!--", "-->", nests=False, is_inline=False),
    _Kind(
        OfferKind.QUOTATION,
        rf"<(?:block)?quote{_ATTRIBUTES}>|<examples?>",
        r"</(?:block)?quote\s*>|</examples?\s*>",
        is_inline=False,
    ),
)


def _pattern(text: str) -> re.Pattern[str]:
    return lazy_pattern(text, re.IGNORECASE)


_BEGIN = _pattern("|".join(f"({kind.begin})" for kind in _KINDS))
_TAGS = {kind: _pattern(f"(?P<begin>{kind.begin})|(?P<end>{kind.end})") for kind in _KINDS}
_MARK = lazy_pattern(r"[ \t]*>(?: |$)")
_QUOTES = "`\"'“”‘’«»"
_MENTION = _pattern(r"[ \t]*(?:tags?|blocks?|elements?|sections?|tokens?|markers?)\b")
_WORDS_BEFORE = lazy_pattern(r"[\w,>][ \t]+$")
_WORDS_AFTER = lazy_pattern(r"[ \t]+[a-z]|[,;)]")

FIRST = r">(?: |$)|<!--|(?i:<details\s|<(?:block)?quote|<examples?>)"
"""A regular expression for what opens an aside at the start of a line, after indentation."""
SIGNS = "<>"
"""Its first characters."""
_INLINE = _pattern("|".join(part for kind in _KINDS if kind.is_inline for part in (kind.begin, kind.end)))


def inline_tag(text: str, start: int, end: int) -> int | None:
    """The offset of the first inline tag in a part of a text; None if there is none."""
    found = _INLINE.search(text, start, end) if _has_tag_sign(text, start, end) else None
    return None if found is None else found.start()


def _has_tag_sign(text: str, start: int, end: int) -> bool:
    """True if a part of a text has a character that a tag begins with."""
    # Spelled out instead of looped, because it runs on nearly every piece of prose.
    return (
        text.find("<", start, end) >= 0 or text.find("[", start, end) >= 0 or text.find("◁", start, end) >= 0
    )


class _Tagged:
    """An open part between two tags."""

    def __init__(self, kind: _Kind) -> None:
        self.offer = kind.offer
        self._kind = kind
        self._depth = 1

    def split(self, line: str, start: int) -> tuple[str, int | None]:
        """Split a line at the end of the part.

        Returns:
            The text inside, from offset `start` on, and the offset of the text after it or None.
        """
        for tag in _TAGS[self._kind].finditer(line, start):
            if _is_mention(line, tag):
                continue
            if tag["begin"] is not None:
                self._depth += self._kind.nests
                continue
            self._depth -= 1
            if self._depth == 0:
                return line[start : tag.start()], tag.end()
        return line[start:], None


class _Quotation:
    """An open quotation: lines with `>`, up to the first one without."""

    offer = OfferKind.QUOTATION

    def __init__(self, line: str) -> None:
        self._marks = 0
        while found := _MARK.match(line):
            self._marks += 1
            line = line[found.end() :]

    def split(self, line: str, start: int) -> tuple[str | None, int | None]:
        """The line without its marks, and None; for the first line that is not quoted, None and 0."""
        found = _MARK.match(line)
        if found is None:
            return None, 0
        marks = 1
        while marks < self._marks and (further := _MARK.match(line, found.end())):
            found, marks = further, marks + 1
        return line[found.end() :], None


class _Message:
    """A message of thinking, which ends where the envelope says."""

    offer = OfferKind.THINKING

    def split(self, line: str, start: int) -> tuple[str, int | None]:
        """The text of a line; no text follows it."""
        return line[start:], None


def _is_mention(line: str, tag: re.Match[str]) -> bool:
    """True if a line only mentions a tag, in quotes or as a word of a sentence."""
    before, after = line[: tag.start()], line[tag.end() :]
    if before and after and before[-1] in _QUOTES and after[0] in _QUOTES:
        return True
    if any(before.count(quote) % 2 and quote in after for quote in '`"'):
        return True
    if not before.strip():
        return False
    return _MENTION.match(after) is not None or bool(
        _WORDS_BEFORE.search(before) and _WORDS_AFTER.match(after)
    )


class PartReader(Protocol):
    """Reads parts of a response; see `Reader`."""

    def go_to(self, line: int) -> None:
        """Set the number of lines before the text that is fed next."""

    def feed(self, chunk: str) -> Sequence[Item]:
        """The items that became complete."""

    def close(self) -> Sequence[Item]:
        """End the part. Returns the items that its end completes."""

    def forget(self) -> None:
        """Drop the context read so far."""


class Answer(Struct, frozen=True):
    """The text of a line outside of asides."""

    text: str | None
    """None if all of it is in asides."""
    end_tag: bool = False
    """True if an end tag without an opening tag precedes the text: everything before it was thinking."""


class Asides:
    """Reads the asides of a response apart from its answer.

    Args:
        new_reader: Returns a reader for their text.
    """

    def __init__(self, new_reader: Callable[[], PartReader]) -> None:
        self._open: _Tagged | _Quotation | _Message | None = None
        self._new_reader = new_reader
        self._reader: PartReader | None = None
        self._offers: list[EditBlock] = []

    @property
    def is_open(self) -> bool:
        """True if the next line begins inside an aside."""
        return self._open is not None

    def begin_thinking(self) -> None:
        """Begin a message of thinking, up to `end`."""
        self._open = _Message()

    def take(self, line: str, number: int) -> Answer:
        """Feed a line to the open aside, and to those that it opens.

        Args:
            line: The line.
            number: Its number, 1-based.
        """
        parts: list[str] = []
        end_tag = False
        at: int | None = 0
        while at is not None:
            if self._open is None:
                tag = self._opening(line, at)
                if tag is None:
                    parts.append(line[at:])
                    break
                start, inside, is_stray = tag
                parts.append(line[at:start])
                if is_stray:
                    parts, end_tag, at = [], True, inside
                    continue
                at = inside
            assert self._open is not None
            text, at = self._open.split(line, at)
            if text is not None:
                self._put(text, number - 1)
            if at is not None:
                self.end()
        answer = "".join(parts)
        is_inside = self._open is not None and not answer.strip()
        return Answer(None if is_inside else answer, end_tag)

    def _opening(self, line: str, at: int) -> tuple[int, int, bool] | None:
        """The tag that opens an aside in a line, or a stray end tag.

        Returns:
            Its offset, the offset of the text after it, and True if it is a stray end tag.
        """
        if at == 0 and _MARK.match(line):
            self._open = _Quotation(line)
            return 0, 0, False
        if not _has_tag_sign(line, at, len(line)):
            return None
        stray = next((tag for tag in _STRAY.finditer(line, at) if not _is_mention(line, tag)), None)
        for tag in _BEGIN.finditer(line, at, stray.start() if stray is not None else len(line)):
            assert tag.lastindex is not None
            kind = _KINDS[tag.lastindex - 1]
            if _is_mention(line, tag) or not _may_open(kind, line, tag):
                continue
            self._open = _Tagged(kind)
            return tag.start(), tag.end(), False
        return (stray.start(), stray.end(), True) if stray is not None else None

    def _put(self, text: str, above: int) -> None:
        """Feed lines to the open aside. `above` is the number of lines before them."""
        if self._reader is None:
            self._reader = self._new_reader()
        self._reader.go_to(above)
        self._keep(self._reader.feed(text + "\n"))

    def close(self) -> Sequence[EditBlock]:
        """End the response. Returns the edits in its asides."""
        self.end()
        return self._offers

    def end(self) -> None:
        """End the aside that is open, if one is."""
        if self._open is None:
            return
        if self._reader is not None:
            self._keep(self._reader.close())
            self._reader.forget()
        self._open = None

    def _keep(self, items: Sequence[Item]) -> None:
        assert self._open is not None
        offer = Offer(self._open.offer)
        self._offers += [replace(item, offer=offer) for item in items if isinstance(item, EditBlock)]


_STRAY = _pattern("|".join(kind.end for kind in _KINDS if kind.ends_unopened))


def _may_open(kind: _Kind, line: str, tag: re.Match[str]) -> bool:
    if kind.is_inline:
        return True
    # A comment or quotation of one line contains no edit, and may name the file of the block below.
    return not line[: tag.start()].strip() and not _TAGS[kind].search(line, tag.end())
