"""The languages that structural edits know, by name and by file extension.

The table is the only way in: the library that parses them ends the program with a panic, and
a trace on the screen, when it is asked for one it has not.
"""

from pathlib import PurePosixPath

_ENDINGS = {
    "bash": "sh bash zsh bats",
    "c": "c h",
    "cpp": "cpp cc cxx c++ hpp hh hxx h++ ino cu",
    "csharp": "cs",
    "css": "css",
    "elixir": "ex exs",
    "go": "go",
    "haskell": "hs",
    "hcl": "hcl tf tfvars",
    "html": "html htm xhtml",
    "java": "java",
    "javascript": "js mjs cjs jsx",
    "json": "json",
    "kotlin": "kt kts",
    "lua": "lua",
    "nix": "nix",
    "php": "php",
    "python": "py pyi py3 bzl",
    "ruby": "rb rbw gemspec rake",
    "rust": "rs",
    "scala": "scala sc sbt",
    "solidity": "sol",
    "swift": "swift",
    "tsx": "tsx",
    "typescript": "ts mts cts",
    "yaml": "yml yaml",
}
KNOWN = frozenset(_ENDINGS)
_OTHER_NAMES = {
    "c#": "csharp",
    "c++": "cpp",
    "golang": "go",
    "python3": "python",
    "shell": "bash",
    "terraform": "hcl",
}
_BY_ENDING = {ending: language for language, endings in _ENDINGS.items() for ending in endings.split()}


def language_of(path: str) -> str | None:
    """The language that a path's extension tells, if structural edits know it."""
    return _BY_ENDING.get(PurePosixPath(path.replace("\\", "/")).suffix.lower().removeprefix("."))


def language_named(name: str) -> str | None:
    """The language that someone calls by this name, or by an extension of its files."""
    known = name.strip().lower().removeprefix(".")
    return known if known in _ENDINGS else _OTHER_NAMES.get(known) or _BY_ENDING.get(known)
