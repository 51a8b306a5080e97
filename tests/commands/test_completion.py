"""`editreview completion`: the scripts in the shells themselves, and the words that they offer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import make_repository
from tests.programs import run

BASH = """
{script}
COMP_WORDS=({line}); COMP_CWORD=$(({count} - 1))
_editreview_completion editreview
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
ZSH = """
compdef() {{}}
compadd() {{ print -l -- $completions }}
_describe() {{ print -l -- ${{completions_with_descriptions%%:*}} }}
_path_files() {{ print files }}
{script}
words=({line}); CURRENT={count}
_editreview_completion
"""
FISH = """
{script}
complete -C "{line}"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", {"a.txt": "a\n"})


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program on the path, as it is installed."""
    file = tmp_path / "bin/editreview"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m editreview "$@"\n')
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{file.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    return file


def words(root: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The completions of the last word of a line, as a shell gets them."""
    monkeypatch.setenv("_EDITREVIEW_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    return run(root).out.splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("editreview ch", {"changes", "check"}),
        ("editreview --theme colour-blind-d", {"colour-blind-dark"}),
        ("editreview apply --without tok", {"tokens"}),
    ],
)
def test_the_shell_completes_the_line(
    tmp_path: Path, root: Path, program: Path, shell: str, line: str, offered: set[str]
) -> None:
    executable = shutil.which(shell)
    if executable is None:
        pytest.skip(f"{shell} is not installed")
    script = run(root, "completion", shell).out
    template = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell]
    text = template.format(script=script, line=line, count=len(line.split()))
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]

    done = subprocess.run(
        [executable, *options, "-c", text], cwd=root, capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip

    # Fish offers the values of an option with the option itself, and its help after a tab.
    printed = {line.partition("\t")[0].rpartition("=")[2] for line in done.stdout.splitlines()}
    assert offered == printed - {"files"}, done.stderr


class TestWords:
    def test_the_first_word_is_a_command_or_a_file_or_an_option_of_a_review(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = words(root, "editreview ", monkeypatch)
        assert "file," == first[0]
        assert {"plain,apply", "plain,check", "plain,config", "plain,undo"} < set(first)
        assert "plain,review" not in first
        options = words(root, "editreview --", monkeypatch)
        assert {"plain,--theme", "plain,--resume", "plain,--version"} < set(options)
        assert len(options) == len(set(options))

    @pytest.mark.parametrize(
        ("line", "offered"),
        [
            ("editreview --json ans", ["file,ans"]),
            ("editreview --format ap", ["plain,apply-patch"]),
            ("editreview --format=ap", ["plain,apply-patch"]),
            ("editreview check --without fuz", ["plain,fuzzy"]),
            ("editreview --accept t", ["plain,tolerant"]),
            ("editreview --layout s", ["plain,split"]),
            ("editreview --root ", ["dir,"]),
            ("editreview apply --context ", ["file,"]),
            ("editreview prompt bo", ["file,bo", "plain,bolt"]),
            ("editreview prompt bolt bo", ["file,bo"]),
            ("editreview show ", ["file,"]),
            ("editreview config ", ["plain,edit", "plain,keys"]),
            ("editreview completion z", ["plain,zsh"]),
            ("editreview undo --re", ["plain,--redo"]),
        ],
    )
    def test_each_place_has_its_words(
        self, root: Path, line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert offered == words(root, line, monkeypatch)


def test_an_unknown_shell_is_an_error(root: Path) -> None:
    ended = run(root, "completion", "tcsh")
    assert (2, True) == (ended.status, "unknown value: tcsh. Values: bash, zsh, fish" in ended.err)
