"""Nothing resolves outside the root, and nothing of git's is reached."""

from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.errors import Reason, Refused
from editreview.workspace.root import Root
from tests.workspace.hostile import REFUSED, make_hostile_root

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
    return make_hostile_root(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize("written", REFUSED, ids=lambda written: ascii(written)[:40])
def test_a_protected_path_is_refused(root: Path, written: str) -> None:
    with pytest.raises(Refused) as refused:
        Root(root).locate(written)

    assert REFUSED[written] == refused.value.reason


@pytest.mark.parametrize("written", NAMES_ROOT)
def test_a_path_that_means_the_root_creates_no_folder(root: Path, written: str) -> None:
    with pytest.raises(Refused) as refused:
        Root(root).locate(written)

    assert Reason.PLACEHOLDER == refused.value.reason


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
