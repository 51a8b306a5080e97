"""Old and new code in one fence, each below a comment that tells them apart.

# Before
total = a + b

# After
total = a + b + c
"""

import re
from collections.abc import Sequence

from editreview.blocks import Interpretation
from editreview.formats import edit_words
from editreview.formats.edit_words import any_of
from editreview.patterns import lazy_pattern

_MAX_LENGTH = 80
"""The most characters of such a comment."""
_COMMENT = lazy_pattern(
    r"\s*(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$"
)
_SIGNS = frozenset("/#-;%<{")
"""The first characters of comments."""
_AROUND = " \t-=~*#_.:…>|❌✅✔✗✘⛔🔴🟢➡→⬇\ufe0f"
_REMARK = lazy_pattern(r"\s*\([^()]*\)$|\s+[-–—]\s.*$|:\s.*$")
_CODE = r"(?:\s+(?:code|implementation|line|lines|version))?"
_OLD = lazy_pattern(
    rf"(?:(?:the )?(?:{any_of(edit_words.OLD)}){_CODE}|change (?:from|this)|from"
    r"|replace (?:this|these lines)|change this:?)",
    re.IGNORECASE,
)
_NEW = lazy_pattern(
    rf"(?:(?:the )?(?:{any_of(edit_words.NEW)}){_CODE}|change to|to|to this|with(?: this)?)",
    re.IGNORECASE,
)


def replacements_in(text: str) -> tuple[Interpretation, ...]:
    """The pairs of old and new code in a fence; none if it has anything else.

    Args:
        text: Whole lines. The first one that is not blank says that old code follows.
    """
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if not _says(_OLD, first):
        return ()
    parts: list[list[str]] = []
    for line in lines[lines.index(first) :]:
        if _says(_NEW if len(parts) % 2 else _OLD, line):
            parts.append([])
        elif _says(_OLD if len(parts) % 2 else _NEW, line) and _is_blank(parts[-1]):
            return ()
        else:
            parts[-1].append(line)
    if len(parts) % 2 or any(map(_is_blank, parts)):
        return ()
    texts = ["".join(f"{line}\n" for line in _without_blank_edges(part)) for part in parts]
    return tuple(Interpretation(old, new) for old, new in zip(texts[::2], texts[1::2], strict=True))


def _says(words: re.Pattern[str], line: str) -> bool:
    """True if a line is a comment of only these words, with or without a remark."""
    may_be_comment = len(line) <= _MAX_LENGTH and line.lstrip()[:1] in _SIGNS
    found = _COMMENT.match(line) if may_be_comment else None
    if found is None:
        return False
    text = found["text"].strip(_AROUND)
    return words.fullmatch(text) is not None or (
        words.fullmatch(_REMARK.sub("", text).strip(_AROUND)) is not None
    )


def _is_blank(lines: Sequence[str]) -> bool:
    return not any(map(str.strip, lines))


def _without_blank_edges(lines: Sequence[str]) -> Sequence[str]:
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1]
