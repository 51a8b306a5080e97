"""Shell commands of a session that undo the edits of files."""

import pytest

from editreview.formats.tool_calls.tools import paths_undone


@pytest.mark.parametrize(
    ("script", "paths"),
    [
        ("git checkout a.py", ["a.py"]),
        ("git checkout -- a.py src", ["a.py", "src"]),
        ("git checkout HEAD~1 -- a.py", ["a.py"]),
        ("cd /r && git checkout src/a.py && ls", ["src/a.py"]),
        ("git -C /r checkout .", ["."]),
        ("git restore a.py b.py", ["a.py", "b.py"]),
        ("git restore --source main a.py", ["a.py"]),
        ("git restore --staged --worktree a.py", ["a.py"]),
        ("git reset --hard HEAD", ["."]),
        ("python tmp.py; rm -f tmp.py", ["tmp.py"]),
        ("rm -rf 'my folder'\nls", ["my folder"]),
        ("git commit -m 'say; do' && rm a.py", ["a.py"]),
    ],
)
def test_the_paths_are_those_of_the_command(script: str, paths: list[str]) -> None:
    assert paths == paths_undone(script)


@pytest.mark.parametrize(
    "script",
    [
        "git checkout main",
        "git checkout -b fix/a.py",
        "git checkout -p a.py",
        "git restore --staged a.py",
        "git reset a.py",
        "git status a.py",
        "echo rm a.py",
        "cat > a.sh <<'EOF'\nrm a.py\nEOF\n",
        'git commit -m "one\nrm a.py\ntwo"',
        "git checkout 'a",
        "",
    ],
)
def test_other_commands_undo_nothing(script: str) -> None:
    assert [] == paths_undone(script)
