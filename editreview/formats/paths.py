"""Where responses write the path of the file they edit.

The habits are those of aider's `find_filename` (Apache-2.0) and of chat models: a line of
its own above the block or its fence, decorated in many ways, or the fence's info string.
"""

import re
from collections.abc import Sequence

_FENCE = re.compile(
    r"(?:`{3,}|~{3,})\s*(?P<info>[^`]*)$|<(?:source|code|pre|codeblock|sourcecode)>(?P<tag>.*)$"
)
_DECORATION = re.compile(r"(?:(?:[#>*+-]+|//+|\d+[.)])\s+|#+)*")
_LABEL = re.compile(
    r"(?:\*\*|__)?(?:file ?(?:name|path)?|path)(?:\s*:\s*(?:\*\*|__)?|(?:\*\*|__)\s*:)\s*", re.IGNORECASE
)
_QUOTED = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\"([^\"]+)\"")
_EXTENSION = re.compile(r"[^/\\]\.\w[\w-]*$|^\.\w[\w.-]*$|[/\\]\.\w[\w.-]*$")
_LANGUAGE = re.compile(r"[A-Za-z][\w+#-]+")
_BARE_NAMES = frozenset(
    """
    authors brewfile build caddyfile changelog changes codeowners containerfile contributors copying
    dockerfile earthfile fastfile gemfile gnumakefile guardfile install jenkinsfile justfile licence
    license makefile news notice pipfile podfile procfile rakefile readme tiltfile todo vagrantfile
    version workspace
    """.split()  # noqa: SIM905
)
_LONGEST = 250


def is_path(text: str) -> bool:
    """Whether a word can only be meant as the name of a file."""
    if not 0 < len(text) <= _LONGEST or not text.isprintable() or any(c in text for c in '<>|"?*`'):
        return False
    if "://" in text or text != text.strip() or text.endswith((".", ",", ";", "/", "\\")):
        return False
    if text.lower() in _BARE_NAMES:
        return True
    if " " in text:
        return bool(_EXTENSION.search(text)) and ("/" in text or "\\" in text or text.count(" ") < 2)
    return bool(_EXTENSION.search(text)) or (("/" in text or "\\" in text) and any(c.isalnum() for c in text))


def path_in_line(line: str) -> str | None:
    """The path a line of its own names: plain, or in bold, back-quotes, a heading or a sentence."""
    text = line.strip()
    plain = _unmarked(_DECORATION.sub("", text, count=1))
    plain = _unmarked(_LABEL.sub("", plain, count=1) if _LABEL.match(plain) else plain).rstrip("*`:")
    if is_path(plain) and (" " not in plain or len(text) == len(plain)):
        return plain
    quoted = [word for match in _QUOTED.finditer(text) for word in match.groups() if word and is_path(word)]
    words = quoted or [
        word for word in text.rstrip(":.").split() if is_path(word) and _EXTENSION.search(word)
    ]
    return words[0] if len(set(words)) == 1 else None


def _unmarked(text: str) -> str:
    """The text without the quotes and emphasis all around it, and without a colon after it."""
    plain = text.rstrip(":").strip()
    for mark in ("**", "__", "`", '"', "'", "*"):
        if plain.startswith(mark) and plain.endswith(mark) and len(plain) > 2 * len(mark):
            return _unmarked(plain[len(mark) : -len(mark)])
    return plain


def path_in_fence(info: str) -> str | None:
    """The path in a fence's info string: `src/a.py`, `python src/a.py`, `python:src/a.py`."""
    words = info.replace("{", " ").replace("}", " ").split()
    if not words:
        return None
    language, _, named = words[0].partition(":")
    candidates = [
        named if _LANGUAGE.fullmatch(language) else "",
        words[-1].partition("=")[2] or words[-1],
        words[0],
    ]
    return next((path for word in candidates if is_path(path := word.strip("\"'"))), None)


def path_above(above: Sequence[str]) -> str | None:
    """The path written just above a line: over blank lines and at most one opening fence."""
    fence_seen = False
    for line in reversed(above):
        text = line.strip()
        if not text:
            continue
        fence = _FENCE.match(text)
        if fence is None and not text.isprintable() and len(text.split()) == 1:
            # Someone's idea of a path: it will be refused as such, and not fall to another file.
            return text
        if fence is None:
            return path_in_line(text)
        if fence_seen:
            return None
        fence_seen = True
        named = path_in_fence(fence["info"] or fence["tag"] or "")
        if named:
            return named
    return None
