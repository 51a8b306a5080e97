"""The parameters of a call in XML-like text: where each of them begins and ends.

Text may hold any tag, the parameter's own end tag too. So an end tag counts only if the next
parameter or nothing at all follows it. Of several such, the last one ends a parameter that
has a tag of its own, since what comes after it is known; a `<parameter name=…>` ends at the
first, since what follows it looks like itself.
"""

import re
from typing import TypeAlias

from editreview.formats.calls import whole_lines

Span: TypeAlias = tuple[int, int]
"""Characters of the call's text, half-open."""

TEXTS = frozenset(
    """
    content diff search replace file_text old_str new_str insert_text args operations
    code_edit instructions
    """.split()  # noqa: SIM905
)
"""The parameters whose blanks count."""
_OTHERS = """
    path line_count start_line end_line use_regex ignore_case line command insert_line view_range
    requires_approval task_progress cwd target_file
    """.split()  # noqa: SIM905
_KNOWN = TEXTS | frozenset(_OTHERS)
_NAMES = "|".join(sorted(_KNOWN))
_TAG = re.compile(r"\s*<(?P<name>[a-z_]+)>")
_AFTER_TAG = re.compile(rf"\s*(?:<(?:{_NAMES})>|$(?!\n))")
_PARAMETER = re.compile(
    r"\s*<(?:\w+:)?parameter(?:[ \t]+name)?[ \t]*=[ \t]*[\"']?(?P<name>[\w.-]+)[\"']?(?:[ \t][^>\n]*)?>"
)
_PARAMETER_END = re.compile(r"</(?:\w+:)?parameter>")
_NOTHING = re.compile(r"\s*\Z")
_CDATA = re.compile(r"\s*<!\[CDATA\[")


class Unfinished(Exception):
    """A parameter without its end; with what is missing."""


def tagged_parameters(text: str) -> dict[str, Span]:
    """The parameters that have tags of their own: `<path>…</path>`.

    Raises:
        Unfinished: One has no end, or what is not a parameter stands between them.
    """
    spans: dict[str, Span] = {}
    at = 0
    while (found := _TAG.match(text, at)) and found["name"] in _KNOWN:
        name, tag = found["name"], f"</{found['name']}>"
        if name in spans:
            raise Unfinished(f"end of <{name}>, which comes twice,")
        end = _last_end(text, tag, found.end(), name not in TEXTS)
        spans[name] = (found.end(), end)
        at = end + len(tag)
    if not _NOTHING.match(text, at):
        raise Unfinished("tag of a parameter")
    return spans


def _last_end(text: str, tag: str, start: int, is_short: bool) -> int:
    end = text.find(tag, start) if is_short else text.rfind(tag, start)
    while end >= 0 and not is_short and not _AFTER_TAG.match(text, end + len(tag)):
        end = text.rfind(tag, start, end)
    if end < 0:
        raise Unfinished(tag)
    return end


def named_parameters(text: str) -> dict[str, Span]:
    """The parameters whose names are attributes: `<parameter name="path">…</parameter>`.

    Raises:
        Unfinished: One has no end.
    """
    spans: dict[str, Span] = {}
    at = 0
    while found := _PARAMETER.match(text, at):
        for end in _PARAMETER_END.finditer(text, found.end()):
            if _PARAMETER.match(text, end.end()) or _NOTHING.match(text, end.end()):
                break
        else:
            raise Unfinished("</parameter>")
        spans[found["name"]] = (found.end(), end.start())
        at = end.end()
    if not _NOTHING.match(text, at):
        raise Unfinished("<parameter>")
    return spans


def without_layout(text: str) -> str:
    """The text between the tags, without one newline at its start and one at its end."""
    return text.removeprefix("\n").removesuffix("\n")


def is_framed(text: str) -> bool:
    """True if the tags stand on lines of their own, around at least one line of text."""
    return len(text) > 1 and text.startswith("\n") and text.endswith("\n")


def as_lines(text: str) -> str:
    """The text between the tags as whole lines: framed lines, blank ones too, or all that there is."""
    return text[1:] if is_framed(text) else whole_lines(without_layout(text))


def unwrapped(text: str, span: Span) -> Span:
    """The span without a CDATA section around it."""
    start, end = span
    if _CDATA.match(text, start) is None:
        return span
    inner = text[start:end]
    bare = inner.strip()
    if not (bare.startswith("<![CDATA[") and bare.endswith("]]>")):
        return span
    start += inner.index("<![CDATA[") + len("<![CDATA[")
    return start, start + len(bare) - len("<![CDATA[]]>")
