"""Nothing resolves outside the root, and nothing of git's is reached."""

import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.errors import Reason, Refused
from editreview.workspace.root import Root
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

# What stands for the root: a review may take it for that, and says so.
NAMES_ROOT = ["<project>/x", "$PROJECT_ROOT/x", "${workspaceFolder}/x", "$(pwd)/x", "{project}/x"]

ALLOWED: dict[str, str] = {
    "a.txt": "a.txt",
    "./a.txt": "a.txt",
    "a/../a.txt": "a.txt",
    "a/b/c.txt": "a/b/c.txt",
    "a\\b\\c.txt": "a/b/c.txt",
    ".\\a.txt": "a.txt",
    "a//b///c.txt": "a/b/c.txt",
    "nothing/../a.txt": "a.txt",
    "../root/a.txt": "a.txt",
    "{root}/a.txt": "a.txt",
    "{root}/a/../a.txt": "a.txt",
    "link-in": "a.txt",
    "link-to-folder/c.txt": "a/b/c.txt",
    "link-to-nothing": "not-there-yet.txt",
    "new.txt": "new.txt",
    "new/folder/file.txt": "new/folder/file.txt",
    "with\\backslash": "with\\backslash",
    ".gitignore": ".gitignore",
    ".gitattributes": ".gitattributes",
    ".github/workflows/x.yml": ".github/workflows/x.yml",
    "a.git/config": "a.git/config",
    "git/config": "git/config",
    "...": "...",
    "..a": "..a",
    "C:x": "C:x",
    "file://{root}/a/b/c.txt": "a/b/c.txt",
    "file://localhost{root}/a.txt": "a.txt",
    "file://{root}/g%20h.txt": "g h.txt",
    "~backup": "~backup",
    "$id/x": "$id/x",
    "{{cookiecutter.name}}/x": "{{cookiecutter.name}}/x",
    "a/path/to/x": "a/path/to/x",
    "[id]/page.tsx": "[id]/page.tsx",
    "<kept>/x": "<kept>/x",
    "aux.h": "aux.h",
    "console.py": "console.py",
    "größe 日本.txt": "größe 日本.txt",
    "n" * 255: "n" * 255,
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work tree with links, pipes and other repositories in it, beside what must not be reached."""
    base = tmp_path_factory.mktemp("hostile")
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


@pytest.mark.parametrize("written", REFUSED, ids=lambda written: ascii(written)[:40])
def test_a_protected_path_is_refused(root: Path, written: str) -> None:
    with pytest.raises(Refused) as refused:
        Root(root).locate(written)

    assert REFUSED[written] == refused.value.reason


@pytest.mark.parametrize("written", NAMES_ROOT)
def test_a_path_that_means_the_root_creates_no_folder(root: Path, written: str) -> None:
    with pytest.raises(Refused) as refused:
        Root(root).locate(written)

    assert PLACEHOLDER == refused.value.reason


@pytest.mark.parametrize("written", ALLOWED, ids=lambda written: ascii(written)[:40])
def test_a_path_below_the_root_is_found_in_any_spelling(root: Path, written: str) -> None:
    assert ALLOWED[written] == Root(root).locate(written.replace("{root}", str(root)))


def test_a_root_that_is_a_link_is_resolved(root: Path) -> None:
    (root.parent / "link-to-root").symlink_to("root")

    linked = Root(root.parent / "link-to-root")

    assert root == linked.folder
    assert "a.txt" == linked.locate(f"{root}/a.txt")
    assert "a.txt" == linked.locate(f"{root.parent}/link-to-root/a.txt")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("../out.txt", lambda root: f"../out.txt leads out of root: {root.parent}/out.txt"),
        ("C:/x", lambda root: "C:/x is a path on another machine"),
        (".git/config", lambda root: ".git/config is inside git's own folder"),
        ("submodule/a.txt", lambda root: "submodule/a.txt belongs to another repository, at submodule"),
        ("a", lambda root: "Path is a directory, not a file: a"),
        ("fifo", lambda root: "fifo is not a regular file"),
        ("a.txt/b", lambda root: "a.txt/b: a.txt is a file, not a folder"),
        ("a\x1bb", lambda root: "'a\\x1bb' contains control characters"),
        ("", lambda root: "The response names no file for this block"),
        ("n" * 256, lambda root: f"a name in {'n' * 60}… is longer than 255 bytes"),
    ],
)
def test_the_message_says_what_is_wrong_with_the_path(
    root: Path, written: str, message: Callable[[Path], str]
) -> None:
    with pytest.raises(Refused) as refused:
        Root(root).locate(written)

    assert message(root) == str(refused.value)
