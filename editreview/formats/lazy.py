"""Lazy snippets: a file of which parts are left out, with a line that says so in their place.

    # ... existing code ...

The habits are those that Cursor, Continue, Morph and ChatGPT made usual, and those that
plandex and gemini-cli look for. What is left out is never guessed here: a sketch says only
what was written and where the gaps are.
"""

import re
from collections.abc import Sequence

from editreview.blocks import Sketch
from editreview.texts import split_lines

_DOTS = r"(?:\.{3,}|…)"
_COMMENT = re.compile(
    r"(?P<open>//+|#+|--+|;+|%+|/\*+|\*|<!--+|\{/\*+|\"\"\"|''')\s*(?P<text>.*?)\s*(?:\*+/|--+>|\*+/\}|\"\"\"|''')?$"
)
_TRAILING = re.compile(r"\s(?://|#|--)\s*(?P<line>[^/#]*)$|(?:/\*|<!--)\s*(?P<span>.*?)\s*(?:\*/|-->)")
_WHOLE_OF = re.compile(rf"{_DOTS}.*\w.*{_DOTS}$")
_THINGS = (
    r"(?:attributes|body|class(?:es)?|code|constants|content|contents|declarations|definitions|elements|endpoints"
    r"|exports|fields|file|functions?|handlers|html|implementation|imports|items|lines|logic|markup|methods?"
    r"|module|options|properties|props|routes|rules|script|sections?|settings|setup|styles|tests?|text|types"
    r"|variables)"
)
_REST = (
    rf"(?:the )?(?:rest|remainder) of (?:the |your |this |its )?(?:[\w.`'-]+ ){{0,3}}?[\w.`'()-]+"
    rf"|(?:all )?(?:the |your )?(?:existing|original|other|previous|remaining|unchanged) (?:[\w-]+ ){{0,2}}?{_THINGS}"
    rf"|(?:existing|other|previous|remaining|unchanged|same) {_THINGS}"
)
_STAYS = (
    r"(?:(?:is |are |goes |go |remains? |stays? )?(?:here|unchanged|omitted|elided|truncated|the same|same)"
    r"(?: here| as (?:before|above|is))?|(?:remains?|stays?) as (?:before|is))"
)
_SAID = re.compile(
    rf"(?:(?:{_REST})[,:]? (?:for brevity|{_STAYS})|(?:no changes|unchanged|nothing changed|same as (?:before|above))"
    rf"(?: here| below| above)?|(?:code|content|implementation|file) (?:unchanged|omitted)(?: for brevity)?"
    r"|(?:the )?rest of (?:the |your )?(?:\w+ )?(?:class|code|component|file|function|implementation|method|module)"
    rf"|(?:omitted|truncated)(?: for brevity)?|{_THINGS} (?:remains?|stays?) (?:unchanged|the same))[.]?$",
    re.IGNORECASE,
)
_HINT = re.compile(
    rf"\b(?:existing|unchanged|omitted|elided|truncated|remain(?:s|ing)?|rest of|remainder|as before|same as|"
    rf"(?:more|other|previous|your) {_THINGS}|keep|start of|end of)\b",
    re.IGNORECASE,
)
_STARTS = re.compile(
    rf"(?:{_REST}|unchanged|no changes|same as (?:before|above)|keep (?:the )?existing\b.*)", re.IGNORECASE
)
_WORDS = re.compile(r"[\w\s.…,'’`()-]+")
_EMPTY = frozenset(["{{ ... }}", "{{...}}", "{{ … }}"])
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_LONGEST = 200


def is_placeholder(line: str) -> bool:
    """Whether a line stands for code that is left out. Dots alone do not, nor does a comment of dots."""
    text = line.strip()
    if not 0 < len(text) <= _LONGEST:
        return False
    comment = _COMMENT.fullmatch(text)
    if comment is not None:
        return _speaks(comment["text"])
    inner = _unbracketed(text)
    return _is_bare(inner) or (inner != text and (_speaks(inner) or text in _EMPTY))


def sketch(text: str) -> Sketch | None:
    """The text as a sketch, if a part of it is left out.

    In a text, a comment of dots alone counts too, and so does a placeholder behind code, at
    which the text is not cut: taken literally, either may delete what it stands for.
    """
    if not any(sign in text for sign in ("...", "…")) and not _SIGNS.search(text):
        return None
    lines = split_lines(text, "\n")
    certain = [is_placeholder(line) for line in lines]
    gaps = [sure or _is_dots(line, bare=any(certain)) for sure, line in zip(certain, lines, strict=True)]
    if any(gaps):
        return Sketch(text, tuple(_pieces(lines, gaps)))
    return Sketch(text, (text,)) if any(map(holds_placeholder, lines)) else None


def holds_placeholder(line: str) -> bool:
    """Whether a comment behind or within code stands for code that is left out: `def f(): ...  # unchanged ...`."""
    if len(line) > _LONGEST or not ("..." in line or "…" in line):
        return False
    found = _TRAILING.search(line.strip())
    text = found and (found["line"] or found["span"])
    return bool(text and re.search(_DOTS, text) and _speaks(text.strip()))


_SIGNS = re.compile(r"unchanged|omitted|truncated|same|here|for brevity|as is", re.IGNORECASE)


def _pieces(lines: Sequence[str], gaps: Sequence[bool]) -> list[str]:
    """What is between the gaps; gaps with only blank lines between them are one."""
    pieces = [""]
    for line, is_gap in zip(lines, gaps, strict=True):
        if not is_gap:
            pieces[-1] += line
        elif len(pieces) == 1 or pieces[-1].strip():
            pieces.append("")
        else:
            pieces[-1] = ""
    return [piece if piece.strip() else "" for piece in pieces]


def _speaks(text: str) -> bool:
    """Whether a comment's words say that something is left out."""
    inner = _unbracketed(text)
    if _SAID.match(inner):
        return True
    plain = inner.strip(" .…")
    starts, ends = inner.startswith(("...", "…")), inner.endswith(("...", "…"))
    if not plain or not (starts or ends):
        return False
    if starts and ends:
        return True
    return bool(
        _HINT.search(plain) if starts else _STARTS.fullmatch(_unbracketed(plain)) or _SAID.match(plain)
    )


def _unbracketed(text: str) -> str:
    plain = text.strip()
    while len(plain) > 1 and _BRACKETS.get(plain[0]) == plain[-1]:
        plain = plain[1:-1].strip()
    return plain


def _is_dots(line: str, *, bare: bool) -> bool:
    """Whether a line is a comment of dots alone or, in a text that is a sketch anyway, just dots at its margin."""
    text = line.strip()
    comment = _COMMENT.fullmatch(text) if len(text) <= _LONGEST else None
    inner = comment["text"] if comment and comment["open"] not in ('"""', "'''", "*") else None
    return bool(inner and re.fullmatch(_DOTS, inner)) or (bare and bool(re.fullmatch(_DOTS, line.rstrip())))


def _is_bare(text: str) -> bool:
    """Whether words that are no comment say it: between dots, or after dots and a blank. A JavaScript spread has none."""
    is_dotted = _WHOLE_OF.match(text) or re.match(rf"{_DOTS}(?: |\w+ (?:code|of)\b)", text)
    return bool(is_dotted and _HINT.search(text) and _WORDS.fullmatch(text))
