"""What git keeps of a file: contents by name, and what a file becomes on its way into git."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace.git_process import GitProcess

_ATTRIBUTES = ("filter", "ident", "working-tree-encoding", "text", "crlf", "eol")
_REWRITING = ("filter", "ident", "working-tree-encoding")
_OFF = ("unspecified", "unset")


class Content(Struct, frozen=True):
    """Bytes as they are in a file."""

    path: str
    data: bytes
    beside: bytes
    """What the index holds at that path: git keeps the line ends that are there."""


class FilterFailed(Exception):
    """What git or a filter said of the one file."""


class Blobs:
    """Reads and writes blobs."""

    def __init__(self, git: GitProcess) -> None:
        self._git = git
        self._attributes: dict[str, dict[str, str]] = {}

    def read(self, names: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs, by their names.

        Raises:
            GitFailed: One is not there.
        """
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return {}
        said = self._git.read("cat-file", "--batch", data="".join(f"{name}\n" for name in wanted).encode())
        found: dict[str, bytes] = {}
        at = 0
        for name in wanted:
            end = said.index(b"\n", at)
            head = said[at:end].split(b" ")
            if head[1:2] != [b"blob"]:
                raise GitFailed(f"git has no blob {name}")
            start = end + 1
            at = start + int(head[2])
            found[name] = said[start:at]
            at += 1
        return found

    def write(self, contents: Sequence[bytes]) -> list[str]:
        """Keep contents as they are. Returns their names.

        Raises:
            GitFailed: With git's own words.
        """
        different = list(dict.fromkeys(contents))
        if not different:
            return []
        with tempfile.TemporaryDirectory(prefix="editreview-") as folder:
            files = [Path(folder, str(number)) for number in range(len(different))]
            for file, content in zip(files, different, strict=True):
                file.write_bytes(content)
            listed = "".join(f"{file}\n" for file in files).encode()
            out, _ = self._git.write("hash-object", "-w", "--no-filters", "--stdin-paths", data=listed)
        names = dict(zip(different, out.split(), strict=True))
        return [names[content] for content in contents]

    def look_up(self, paths: Sequence[str]) -> None:
        """Ask for the attributes of files, all at once."""
        self._attributes = {path: dict.fromkeys(_ATTRIBUTES, "unspecified") for path in paths}
        if not paths:
            return
        # From the folder, where a name that begins so is no option either.
        names = b"".join(f"./{path}\0".encode("utf-8", "surrogateescape") for path in paths)
        said = self._git.read("check-attr", "-z", "--stdin", *_ATTRIBUTES, data=names)
        fields = said.decode("utf-8", "surrogateescape").split("\0")
        for name, attribute, value in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
            self._attributes[name.removeprefix("./")][attribute] = value

    def cleaned(self, content: Content) -> bytes:
        """What git would keep of a file, were it to hold this. `look_up` must have been called for it.

        Raises:
            FilterFailed: A filter does not take it.
        """
        if self._is_kept(content):
            return content.data
        # It would stop at line ends that do not survive, and knows nothing of those in the index.
        settings = ["-c", "core.safecrlf=false"]
        if b"\r\n" in content.beside:
            settings += ["-c", "core.autocrlf=false"]
        try:
            out, err = self._git.write(
                *settings, "hash-object", "-w", f"--path={self._git.from_top(content.path)}", "--stdin",
                data=content.data,
            )  # fmt: skip
        except GitFailed as error:
            raise FilterFailed(str(error)) from error
        if "filter" in err:
            # One that is not required: git goes on without it, with what is no clean content.
            raise FilterFailed(err)
        return self.read([out])[out]

    def _is_kept(self, content: Content) -> bool:
        """Whether git keeps the bytes as they are, whatever its configuration: then it need not be asked."""
        attributes = self._attributes[content.path]
        if any(attributes[name] not in _OFF for name in _REWRITING):
            return False
        if b"\r" not in content.data or attributes["text"] == "unset":
            return True
        # Where git decides by itself, it converts no line end of a file that came in with such ones.
        decides = attributes["text"] == "auto" or _says_nothing(attributes)
        return decides and b"\r\n" in content.beside and b"\0" not in content.beside


def _says_nothing(attributes: Mapping[str, str]) -> bool:
    return all(attributes[name] == "unspecified" for name in ("text", "crlf", "eol"))
