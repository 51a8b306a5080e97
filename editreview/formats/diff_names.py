"""The names of files in a unified diff: prefixes, quotes, time stamps."""

import re
from functools import lru_cache

NOTHING = "/dev/null"
"""The name of a file that is not there."""
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_ESCAPED = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_TIME = re.compile(r" +\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*$")
_REMARK = re.compile(
    r" +\((?:original|modified|old|new|before|after|updated|deleted|created)\)$", re.IGNORECASE
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PREFIXES = frozenset("abciow12")
"""What git writes before names, by its setting `diff.mnemonicPrefix` too."""
_SIMPLE = re.compile(r"[\w./-]+", re.ASCII)
"""Nearly all names, of which nothing has to be taken off."""
_LONGEST = 4_096


def read_name(text: str) -> str:
    """The name after `---` or `+++`, prefix and all."""
    text = text[:_LONGEST].strip()
    if _SIMPLE.fullmatch(text):
        return text
    if quoted := _QUOTED.match(text):
        return _unquoted(quoted[0])
    text = text.partition("\t")[0].rstrip()
    return _REMARK.sub("", _TIME.sub("", text)).strip("`")


def _unquoted(text: str) -> str:
    """A name that git quoted as C does, its bytes in octal."""
    found = bytearray()
    at = 0
    inside = text[1:-1]
    for escape in _ESCAPE.finditer(inside):
        found += inside[at : escape.start()].encode("utf-8", "surrogateescape")
        what = escape[1]
        if what.isdigit():
            found.append(int(what, 8) % 256)
        elif what in _ESCAPED:
            found.append(_ESCAPED[what])
        else:
            found += what.encode("utf-8", "surrogateescape")
        at = escape.end()
    found += inside[at:].encode("utf-8", "surrogateescape")
    return found.decode("utf-8", "surrogateescape")


def git_names(text: str) -> tuple[str, str] | None:
    """The two names after `diff --git`, prefixes and all."""
    text = text[: 2 * _LONGEST].strip()
    if text.startswith('"') or text.endswith('"'):
        words = re.findall(r'"(?:[^"\\]|\\.)*"|\S+', text)
        return (read_name(words[0]), read_name(words[1])) if len(words) == 2 else None
    middle = len(text) // 2
    if text[middle : middle + 1] == " " and text[2:middle] == text[middle + 3 :]:
        # The same name twice: blanks in it do no harm.
        return text[:middle], text[middle + 1 :]
    words = text.split(" ")
    return (words[0], words[1]) if len(words) == 2 else None


@lru_cache(64)
def without_prefixes(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Both names without `a/` and `b/`, if they have them as git writes them."""
    if old is None or new is None or NOTHING in (old, new):
        return _without(old, "a/"), _without(new, "b/")
    first, second = old[:2], new[:2]
    is_mnemonic = first[1:] == second[1:] == "/" and first != second and old[2:] == new[2:]
    if (first, second) == ("a/", "b/") or (is_mnemonic and {first[0], second[0]} <= _PREFIXES):
        return old[2:], new[2:]
    if old == _without(new, "b/"):
        return old, old
    return (old[2:], new) if _without(old, "a/") == new else (old, new)


def _without(name: str | None, prefix: str) -> str | None:
    return name.removeprefix(prefix) if name else name
