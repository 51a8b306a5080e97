"""A repository as git writes it, without the processes: they take longer than many a test.

The format is that of git's documentation: gitformat-index(5), and "Git Internals - Git Objects".
"""

import os
import stat
import struct
from collections.abc import Iterable, Sequence
from hashlib import sha1
from itertools import groupby
from pathlib import Path
from time import time
from typing import NamedTuple
from zlib import compress

_SETTINGS = ("repositoryformatversion = 0", "filemode = true", "bare = false", "logallrefupdates = true")


IDENTITY = {f"GIT_{role}_{what}" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
"""The variables that name the one who commits."""


def write_repository(folder: Path) -> None:
    """Make a folder a repository with one commit of all its files, with git's default settings."""
    inside = folder / ".git"
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = sorted(
        (os.fsencode(path.relative_to(folder).as_posix()), path)
        for path in paths
        if inside not in path.parents
    )
    entries = [_Entry(name, path, _store(inside, b"blob", _content(path))) for name, path in names]
    tree = _store_tree(inside, [(entry.name.split(b"/"), entry) for entry in entries])
    who = f"{{}} <{{}}> {int(time())} +0000".format
    author, committer = (
        who(os.environ[f"GIT_{role}_NAME"], os.environ[f"GIT_{role}_EMAIL"])
        for role in ("AUTHOR", "COMMITTER")
    )
    text = f"tree {tree.hex()}\nauthor {author}\ncommitter {committer}\n\nbefore\n"
    commit = _store(inside, b"commit", text.encode()).hex()
    log = f"{'0' * 40} {commit} {committer}\tcommit (initial): before\n"
    for name in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "logs/refs/heads"):
        (inside / name).mkdir(parents=True, exist_ok=True)
    (inside / "HEAD").write_text("ref: refs/heads/main\n")
    (inside / "config").write_text("\n\t".join(("[core]", *_SETTINGS)) + "\n")
    (inside / "refs/heads/main").write_text(f"{commit}\n")
    for name in ("HEAD", "refs/heads/main"):
        (inside / "logs" / name).write_text(log)
    (inside / "COMMIT_EDITMSG").write_text("before\n")
    (inside / "index").write_bytes(_index_of(entries))


class _Entry(NamedTuple):
    """A file in the index."""

    name: bytes
    path: Path
    object: bytes

    @property
    def mode(self) -> int:
        mode = self.path.lstat().st_mode
        return 0o120000 if stat.S_ISLNK(mode) else 0o100755 if mode & 0o100 else 0o100644


def _content(path: Path) -> bytes:
    return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()


def _store(inside: Path, kind: bytes, data: bytes) -> bytes:
    """Write an object of git's. Returns its id."""
    whole = b"%s %d\0%s" % (kind, len(data), data)
    name = sha1(whole)
    target = inside / "objects" / name.hexdigest()[:2] / name.hexdigest()[2:]
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        target.write_bytes(compress(whole, 1))
        target.chmod(0o444)
    return name.digest()


def _store_tree(inside: Path, entries: Iterable[tuple[list[bytes], _Entry]]) -> bytes:
    """Write the tree of some files, by the parts of their names, and those below it. Returns its id."""
    found: dict[bytes, tuple[bytes, bytes]] = {}
    for (first, is_file), below in groupby(entries, lambda each: (each[0][0], len(each[0]) == 1)):
        inner = list(below)
        if is_file:
            found[first] = (b"%o" % inner[0][1].mode, inner[0][1].object)
        else:
            found[first + b"/"] = (
                b"40000",
                _store_tree(inside, [(rest[1:], entry) for rest, entry in inner]),
            )
    # Folders stand as if their names ended with a slash.
    lines = (b"%s %s\0%s" % (mode, name.rstrip(b"/"), id) for name, (mode, id) in sorted(found.items()))
    return _store(inside, b"tree", b"".join(lines))


def _index_of(entries: Sequence[_Entry]) -> bytes:
    """The index of some files in order, as they are on disk."""
    parts = [struct.pack(">4sLL", b"DIRC", 2, len(entries))]
    for entry in entries:
        found = entry.path.lstat()
        times = (part for each in (found.st_ctime_ns, found.st_mtime_ns) for part in divmod(each, 10**9))
        numbers = (found.st_dev, found.st_ino, entry.mode, found.st_uid, found.st_gid, found.st_size)
        fixed = struct.pack(">10L", *(number & 0xFFFFFFFF for number in (*times, *numbers)))
        line = fixed + entry.object + struct.pack(">H", min(len(entry.name), 0xFFF)) + entry.name
        # At least one null, up to a multiple of eight bytes.
        parts.append(line + b"\0" * (8 - len(line) % 8))
    whole = b"".join(parts)
    return whole + sha1(whole).digest()
