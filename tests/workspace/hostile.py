"""A work tree that is made to be broken out of, and the paths that try."""

import contextlib
import os
import socket
from pathlib import Path

from editreview.errors import Reason
from tests.builders import make_repository, make_tree

OUTSIDE, PROTECTED, FOLDER = Reason.OUTSIDE_ROOT, Reason.PROTECTED, Reason.IS_DIRECTORY
MISSING, DENIED, PLACEHOLDER = Reason.FILE_MISSING, Reason.DENIED, Reason.PLACEHOLDER
REFUSED: dict[str, Reason] = {
    # Out of the root.
    "../out.txt": OUTSIDE,
    "../secret/out.txt": OUTSIDE,
    "a/../../out.txt": OUTSIDE,
    "./../out.txt": OUTSIDE,
    "a/b/../../../out.txt": OUTSIDE,
    "..\\out.txt": OUTSIDE,
    "a\\..\\..\\out.txt": OUTSIDE,
    "..": OUTSIDE,
    "/": OUTSIDE,
    "/etc/passwd": OUTSIDE,
    "/root/../etc/passwd": OUTSIDE,
    "\\etc\\passwd": OUTSIDE,
    "../root-beside/x": OUTSIDE,
    "//server/share/x": OUTSIDE,
    "\\\\server\\share\\x": OUTSIDE,
    "\\\\?\\C:\\x": OUTSIDE,
    "//./pipe/x": OUTSIDE,
    "C:/x": OUTSIDE,
    "C:\\x": OUTSIDE,
    "c:\\Windows\\..\\x": OUTSIDE,
    "Z:": OUTSIDE,
    "link-out": OUTSIDE,
    "link-out-folder/x": OUTSIDE,
    "link-out-folder/new/deep.txt": OUTSIDE,
    "link-to-link-out": OUTSIDE,
    "link-to-nothing-outside": OUTSIDE,
    "a/link-up/out.txt": OUTSIDE,
    "/proc/self/root/etc/passwd": OUTSIDE,
    # Git's own, in any spelling that some file system takes for it.
    ".git/config": PROTECTED,
    ".git": PROTECTED,
    "a/.git/hooks/pre-commit": PROTECTED,
    "./.git/config": PROTECTED,
    "a/../.git/config": PROTECTED,
    ".git/../a.txt": PROTECTED,
    ".git\\config": PROTECTED,
    ".GIT/config": PROTECTED,
    ".Git/HEAD": PROTECTED,
    "git~1/config": PROTECTED,
    "GIT~1/config": PROTECTED,
    ".git./config": PROTECTED,
    ".git /config": PROTECTED,
    ".git. ./config": PROTECTED,
    ".git::$INDEX_ALLOCATION/config": PROTECTED,
    ".g\u200cit/config": PROTECTED,
    "\u206a.git/config": PROTECTED,
    ".git\ufeff/config": PROTECTED,
    "．git/config": PROTECTED,
    ".ｇｉｔ/config": PROTECTED,
    "link-to-git/config": PROTECTED,
    "submodule/a.txt": PROTECTED,
    "submodule/deep/new.txt": PROTECTED,
    "worktree/a.txt": PROTECTED,
    # No file to edit.
    ".": FOLDER,
    "./": FOLDER,
    "a": FOLDER,
    "a/": FOLDER,
    "a/b/..": FOLDER,
    "link-to-folder": FOLDER,
    "fifo": PROTECTED,
    "a.txt/b": PROTECTED,
    "a.txt/b/c.txt": PROTECTED,
    "fifo/x": PROTECTED,
    "loop": DENIED,
    "loop/x": DENIED,
    "n" * 256: PROTECTED,
    "é" * 128 + ".txt": PROTECTED,
    "a/" + "n" * 300 + "/b": PROTECTED,
    "long/" * 900 + "x": DENIED,
    "fifo/../fifo": PROTECTED,
    "socket": PROTECTED,
    # What stands for a folder makes none.
    "~": OUTSIDE,
    "~/x": OUTSIDE,
    "~\\x": OUTSIDE,
    "~somebody/x": OUTSIDE,
    "$HOME/x": OUTSIDE,
    "${HOME}/x": OUTSIDE,
    "%USERPROFILE%\\x": OUTSIDE,
    "file:///nowhere/x": OUTSIDE,
    "file://x/y": OUTSIDE,
    "file:x/y": OUTSIDE,
    "file:///a%00b": PROTECTED,
    "https://example.com/x.py": OUTSIDE,
    "vscode-remote://host/x.py": OUTSIDE,
    "src/<module>/x": PLACEHOLDER,
    "<filename>.py": PLACEHOLDER,
    ".../x": PLACEHOLDER,
    "src/…/x": PLACEHOLDER,
    "path/to/x.py": PLACEHOLDER,
    "/path/to/x.py": PLACEHOLDER,
    "your/path/to/x.py": PLACEHOLDER,
    "your-project/src/x.py": PLACEHOLDER,
    "your_file.py": PLACEHOLDER,
    "link-to-null": OUTSIDE,
    "/dev/null": OUTSIDE,
    # What Windows would take for a device.
    "CON": PROTECTED,
    "nul": PROTECTED,
    "Aux.py": PROTECTED,
    "new/lpt1.txt": PROTECTED,
    "com¹": PROTECTED,
    "con/x.txt": PROTECTED,
    "prn .txt": PROTECTED,
    # No name at all, or one that no editor shows as it is.
    "": MISSING,
    "  ": MISSING,
    "\t\n": MISSING,
    "a\0b": PROTECTED,
    "a\nb": PROTECTED,
    "a\x1b[2Jb": PROTECTED,
    "a\x7fb": PROTECTED,
    "a\x9bb": PROTECTED,
    "a\udc80b": PROTECTED,
    "link-to-odd-name": PROTECTED,
}


def make_hostile_root(base: Path) -> Path:
    """A work tree with links, pipes and other repositories in it, beside what must not be reached."""
    make_tree(base, {"out.txt": "", "secret/out.txt": "", "root-beside/x": ""})
    root = make_repository(
        base / "root", {"a.txt": "", "a/b/c.txt": "", "with\\backslash": "", "aux.h": "", "<kept>/a": ""}
    )
    make_repository(root / "submodule", {"a.txt": ""})
    make_tree(root, {"worktree/.git": "gitdir: elsewhere\n", "worktree/a.txt": ""})
    links = {
        "link-out": "../out.txt",
        "link-out-folder": "../secret",
        "link-to-link-out": "link-out",
        "link-to-nothing-outside": "../nothing.txt",
        "a/link-up": "../..",
        "link-to-git": ".git",
        "link-to-folder": "a/b",
        "link-in": "a.txt",
        "link-to-nothing": "not-there-yet.txt",
        "link-to-odd-name": "odd\nname",
        "link-to-null": "/dev/null",
        "loop": "loop",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    os.mkfifo(root / "fifo")
    with contextlib.chdir(root), socket.socket(socket.AF_UNIX) as bound:
        # A socket's whole path may not be long.
        bound.bind("socket")
    return root
