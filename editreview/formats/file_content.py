"""What a file shall hold, as an envelope of tags has it.

bolt.diy (MIT) strips the content, ends it with a newline, takes a fence off around it and turns
`&lt;` and `&gt;` into `<` and `>`, Markdown aside. All of that is right for what models get wrong
and wrong for some files: here it is done only where the file can't have been meant as written,
and where it may have been, a warning says so.
"""

import re

from editreview.formats import fences

MARKDOWN = (".md", ".markdown", ".mdx")
_PROSE = (*MARKDOWN, ".rst", ".adoc", ".txt")
"""Files that may begin with a fence."""
_MARKUP = (".html", ".htm", ".xhtml", ".xml", ".svg", ".vue", ".svelte", ".astro")
"""Files that have no line without tags around it."""
_ESCAPING = (*_MARKUP, *_PROSE, ".jsx", ".tsx", ".php", ".erb", ".ejs", ".hbs", ".jinja", ".j2")
"""Files in which an entity is nothing unusual."""
_ESCAPED_CODE = re.compile(r"^[^\"'`]*(?:=&gt;|-&gt;|#include &lt;)", re.MULTILINE)
"""Operators outside of strings."""
_BARE_AMPERSAND = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#39);)")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"


def file_content(path: str, written: str, indent: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and warnings of what is doubtful in it.

    Args:
        written: All between the tags.
        indent: The blanks before the opening tag: content that is as deep throughout loses them.
    """
    lines = _without_blank_ends(_without_cdata(written.split("\n")))
    lines, doubt = _without_fence(path.lower(), _dedented(lines, indent))
    if not lines:
        return "", doubt
    text, doubts = _unescaped(path.lower(), "\n".join(lines).rstrip() + "\n")
    return text, doubt + doubts


def _without_blank_ends(lines: list[str]) -> list[str]:
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _without_cdata(lines: list[str]) -> list[str]:
    inner = _without_blank_ends(lines)
    if not inner or not inner[0].lstrip().startswith(_CDATA) or not inner[-1].rstrip().endswith(_CDATA_END):
        return lines
    inner[0] = inner[0].lstrip().removeprefix(_CDATA)
    inner[-1] = inner[-1].rstrip().removesuffix(_CDATA_END)
    return inner


def _without_fence(path: str, lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The lines without a fence around all of them, which no program can begin with."""
    fence = fences.opening(lines[0]) if lines else None
    if fence is None:
        return lines, ()
    is_around = len(lines) > 1 and fence.is_closed_by(lines[-1])
    if path.endswith(_PROSE):
        is_doubtful = is_around and not any(map(fence.is_closed_by, lines[1:-1])) and _is_prose(fence.info)
        return lines, ("all of it is in a code fence, which is kept",) if is_doubtful else ()
    if not is_around:
        return lines, ("it begins with a code fence that does not end, which is kept",)
    return _dedented(_without_blank_ends(lines[1:-1]), fence.indent), ()


def _dedented(lines: list[str], indent: str) -> list[str]:
    if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
        return lines
    return [line.removeprefix(indent) for line in lines]


def _is_prose(info: str) -> bool:
    return info.lower() in ("", "markdown", "md", "mdx", "text", "txt", "rst")


def _unescaped(path: str, text: str) -> tuple[str, tuple[str, ...]]:
    """The text with its brackets, if they were written as entities throughout."""
    if "&lt;" not in text and "&gt;" not in text:
        return text, ()
    if not path.endswith(_PROSE) and "<" not in text and ">" not in text and _is_escaped(path, text):
        text_with_brackets = text.replace("&lt;", "<").replace("&gt;", ">")
        if not _BARE_AMPERSAND.search(text):
            text_with_brackets = text_with_brackets.replace("&quot;", '"').replace("&amp;", "&")
        return text_with_brackets, ("repaired: < and > were written as &lt; and &gt;",)
    return text, () if path.endswith(_ESCAPING) else ("holds &lt; or &gt;, which are kept as written",)


def _is_escaped(path: str, text: str) -> bool:
    """Whether a text without any bracket is code in which there should be some."""
    if path.endswith(_MARKUP):
        return text.lstrip().startswith("&lt;")
    return _ESCAPED_CODE.search(text) is not None
