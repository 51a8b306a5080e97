"""Fenced shell code: commands for a person to copy, never run here.

The languages are those that aider and AC-DC lift out of replies.
"""

from editreview.formats.paths import is_source

_SESSIONS = frozenset(["console", "shell-session", "shellsession", "terminal"])
SHELLS = _SESSIONS | frozenset(
    "bash bat batch cmd csh fish ksh powershell ps1 pwsh sh shell tcsh zsh".split()  # noqa: SIM905
)
_NO_PROGRAMS = frozenset(["conf", "cfg", "ini", "properties", "txt"])
_SCRIPTS = frozenset(["bash", "bat", "cmd", "csh", "fish", "ksh", "ps1", "psm1", "sh", "tcsh", "zsh"])
_MOST_LINES = 3


def language(info: str) -> str:
    """The language that a fence's info string begins with, in lower case."""
    if info.isalnum():
        return info.lower()
    word = info.replace("{", " ").replace("}", " ").lstrip(" .").partition(" ")[0]
    return word.partition(":")[0].lower()


def can_hold(shell: str, path: str) -> bool:
    """Whether shell code can be what the file at the path is made of, rather than a command about it."""
    if shell in _SESSIONS:
        return False
    extension = path.rpartition(".")[2].lower()
    return extension in _SCRIPTS or extension in _NO_PROGRAMS or not is_source(path)


def runs(text: str, path: str) -> bool:
    """Whether shell code runs the script at the path, and so is not the script."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return not text.startswith("#!") and name in text and text.count("\n") <= _MOST_LINES
