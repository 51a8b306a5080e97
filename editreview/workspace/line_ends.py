"""The line end with which git would check out a new file: gitattributes(5), core.autocrlf and core.eol.

The rules are those of git's convert.c. No program of the repository is run.
"""

import os
from functools import cached_property
from pathlib import Path

from editreview.workspace import disk
from editreview.workspace.git import GitProcess

_ATTRIBUTES = ("text", "crlf", "eol")
_SETTINGS = r"^core\.(autocrlf|eol|attributesfile)$"
_TRUE = ("true", "yes", "on", "1", "")
_FILE = ".gitattributes"


class LineEnds:
    """Line ends of new files in one work tree.

    Args:
        git: Runs git in the work tree.
        git_folders: Git's own folders.
    """

    def __init__(self, git: GitProcess, git_folders: tuple[Path, ...]) -> None:
        self._git = git
        self._git_folders = git_folders

    def of(self, path: str) -> str:
        """The line end for a new file, LF or CRLF."""
        said = self._attributes(path) if self._has_attributes(path) else {}
        text = next((said[name] for name in ("text", "crlf") if name in said), None)
        eol = said.get("eol")
        if text == "unset":
            return "\n"
        if eol in ("lf", "crlf"):
            return "\r\n" if eol == "crlf" else "\n"
        if text == "input" or (text is None and self._autocrlf != "true"):
            return "\n"
        return "\r\n" if self._is_crlf else "\n"

    @cached_property
    def _settings(self) -> dict[str, str]:
        done = self._git.ask("config", "-z", "--get-regexp", _SETTINGS)
        lines = os.fsdecode(done.out).split("\0") if done is not None else []
        pairs = (line.partition("\n") for line in lines if line)
        return {name.lower(): value for name, _, value in pairs}

    @cached_property
    def _autocrlf(self) -> str:
        """`true`, `input` or `false`."""
        value = self._settings.get("core.autocrlf", "false").lower()
        return "true" if value in _TRUE else value

    @cached_property
    def _is_crlf(self) -> bool:
        """True if text without an `eol` attribute gets CRLF."""
        if self._autocrlf in ("true", "input"):
            return self._autocrlf == "true"
        eol = self._settings.get("core.eol", "native").lower()
        return eol == "crlf" or (eol == "native" and os.linesep == "\r\n")

    def _has_attributes(self, path: str) -> bool:
        """True if an attributes file exists that may concern the path. In most trees none does, and git
        need not run."""
        folders = (self._git.folder / path).parents
        return self._has_common_attributes or any(
            disk.exists(folder / _FILE) for folder in folders if folder.is_relative_to(self._git.top)
        )

    @cached_property
    def _has_common_attributes(self) -> bool:
        configured = self._settings.get("core.attributesfile")
        home = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config", "git", "attributes")
        files = [Path(configured) if configured is not None else home, Path("/etc/gitattributes")]
        files += (folder / "info" / "attributes" for folder in self._git_folders)
        return any(disk.exists(file.expanduser()) for file in files)

    def _attributes(self, path: str) -> dict[str, str]:
        """The attributes of a path, by name, without unspecified ones."""
        name = b"./" + os.fsencode(path) + b"\0"
        done = self._git.ask("check-attr", "-z", "--stdin", *_ATTRIBUTES, data=name)
        fields = os.fsdecode(done.out).split("\0") if done is not None else []
        pairs = zip(fields[1::3], fields[2::3], strict=False)
        return {attribute: value for attribute, value in pairs if value != "unspecified"}
