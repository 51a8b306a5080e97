"""The paths that shell commands of a session take back, or remove: `git checkout -- a.py`, `rm -r tmp`."""

import re
import shlex
from collections.abc import Sequence

_SEPARATORS = "&|; \t\n"
_PARTS = re.compile(r"&&|\|\||[;|\n]")
_CREATES_BRANCH = frozenset({"-b", "-B", "--orphan", "-p", "--patch", "--detach", "-t", "--track"})
_WITH_VALUE = frozenset({"-s", "--source", "-C"})


def paths_undone(script: str) -> list[str]:
    """The files and folders whose edits a script undoes, as it has them; `.` for all.

    Args:
        script: One command or several.
    """
    # A document in the script, as those of `cat > a.sh <<EOF`, is none of its commands.
    script = script.partition("<<")[0]
    found: list[str] = []
    start = 0
    for end in [*(match.start() for match in _PARTS.finditer(script)), len(script)]:
        if not any(script.count(quote, 0, start) % 2 for quote in "\"'"):
            found += _undone_by(_words(script[start:end].strip(_SEPARATORS)))
        start = end
    return found


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _undone_by(words: Sequence[str]) -> list[str]:
    match words:
        case ["rm", *rest]:
            return _arguments(rest)
        case ["git", "-C", _, *rest] | ["git", *rest]:
            return _undone_by_git(rest)
    return []


def _undone_by_git(words: Sequence[str]) -> list[str]:
    match words:
        case ["checkout", *rest] if "--" in rest:
            return list(rest[rest.index("--") + 1 :])
        case ["checkout", *rest] if _CREATES_BRANCH.isdisjoint(rest):
            # A name without a dot or a folder is rather a branch.
            return [path for path in _arguments(rest) if "." in path or "/" in path]
        case ["restore", *rest] if not _is_index_only(rest) and _CREATES_BRANCH.isdisjoint(rest):
            return _arguments(rest)
        case ["reset", *rest] if "--hard" in rest:
            return ["."]
    return []


def _is_index_only(words: Sequence[str]) -> bool:
    return not {"--staged", "-S"}.isdisjoint(words) and {"--worktree", "-W"}.isdisjoint(words)


def _arguments(words: Sequence[str]) -> list[str]:
    """The words that are neither options nor their values."""
    values = {at + 1 for at, word in enumerate(words) if word in _WITH_VALUE}
    return [word for at, word in enumerate(words) if not word.startswith("-") and at not in values]
