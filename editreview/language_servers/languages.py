"""The languages that a server may be named for, and the servers that are looked for on the PATH."""

import os
import shutil
from pathlib import PurePosixPath

Command = tuple[str, ...]

LANGUAGES: dict[str, dict[str, str]] = {
    "bash": {".sh": "shellscript", ".bash": "shellscript"},
    "c": {".c": "c", ".h": "c"},
    "cpp": {".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp"},
    "csharp": {".cs": "csharp"},
    "css": {".css": "css", ".scss": "scss", ".less": "less"},
    "dart": {".dart": "dart"},
    "elixir": {".ex": "elixir", ".exs": "elixir"},
    "go": {".go": "go"},
    "haskell": {".hs": "haskell"},
    "html": {".html": "html", ".htm": "html"},
    "java": {".java": "java"},
    "javascript": {
        ".js": "javascript",
        ".cjs": "javascript",
        ".mjs": "javascript",
        ".jsx": "javascriptreact",
    },
    "json": {".json": "json", ".jsonc": "jsonc"},
    "kotlin": {".kt": "kotlin", ".kts": "kotlin"},
    "lua": {".lua": "lua"},
    "php": {".php": "php"},
    "python": {".py": "python", ".pyi": "python"},
    "ruby": {".rb": "ruby"},
    "rust": {".rs": "rust"},
    "scala": {".scala": "scala"},
    "svelte": {".svelte": "svelte"},
    "swift": {".swift": "swift"},
    "toml": {".toml": "toml"},
    "typescript": {
        ".ts": "typescript",
        ".cts": "typescript",
        ".mts": "typescript",
        ".tsx": "typescriptreact",
    },
    "vue": {".vue": "vue"},
    "yaml": {".yaml": "yaml", ".yml": "yaml"},
    "zig": {".zig": "zig"},
}
"""By the name of a language: the extensions of its files, and the name that the protocol has for each."""

DEFAULTS: dict[str, tuple[Command, ...]] = {
    "python": (("ruff", "server"), ("pyright-langserver", "--stdio"), ("pylsp",)),
    "c": (("clangd",),),
    "cpp": (("clangd",),),
}
"""By language, the servers that are looked for; the first one found is used unless the user names another."""

RUNS_CODE: dict[str, Command] = {
    "python": ("basedpyright-langserver", "--stdio"),
    "go": ("gopls",),
    "rust": ("rust-analyzer",),
    "javascript": ("typescript-language-server", "--stdio"),
    "typescript": ("typescript-language-server", "--stdio"),
}
"""Servers that run code of the repository: its `.venv/bin/python`, its macros, its compiler, what its build
needs. They are used only if the user names them."""


def language_of_file(path: str) -> str | None:
    """The language of a file by its extension; None if there is none."""
    return _BY_EXTENSION.get(_extension(path))


def id_of_file(path: str) -> str:
    """The name in the protocol for a file in one of the languages."""
    extension = _extension(path)
    return LANGUAGES[_BY_EXTENSION[extension]][extension]


def found_on_path() -> dict[str, Command]:
    """The default servers that are installed, by language, with the whole paths of the programs."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    # Relative folders could be the repository's.
    absolute = os.pathsep.join(folder for folder in folders if os.path.isabs(folder))
    found: dict[str, Command] = {}
    for language, commands in DEFAULTS.items():
        for program, *arguments in commands:
            path = shutil.which(program, path=absolute) if absolute else None
            if path is not None:
                found[language] = (path, *arguments)
                break
    return found


def _extension(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


_BY_EXTENSION = {extension: name for name, endings in LANGUAGES.items() for extension in endings}
