"""Prompts: the instructions for a model, and the files it is shown."""

import os
import re
from pathlib import Path

import pytest

from editreview.errors import UsageError
from editreview.formats import descriptions, parse
from editreview.formats.spec import EMPTY_CREATES, MERGE
from editreview.prompts import prompt, show, tokens_in
from editreview.workspace import Workspace
from tests.builders import git, make_repository, make_tree

FILES = {"a.py": "one\ntwo\nthree\n", "docs/fence.md": "````\n```\n", "end.txt": "no end"}


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.chdir(make_tree(tmp_path, FILES))
    return Workspace.open(tmp_path)


class TestInstructions:
    @pytest.mark.parametrize("format", descriptions())
    def test_every_format_has_its_rules_and_both_examples(self, workspace: Workspace, format: str) -> None:
        text = prompt(workspace, [format], []).text

        described = descriptions()[format]
        assert described.example.strip() in text
        assert f"\n{described.second.title}:\n" in text
        assert described.second.response.strip() in text
        assert [f"- {rule}\n" in text for rule in described.rules] == [True] * len(described.rules)

    @pytest.mark.parametrize("format", descriptions())
    def test_the_examples_of_a_prompt_are_read_from_the_prompt_itself(
        self, workspace: Workspace, format: str
    ) -> None:
        """Each stands in a fence of its own, from which a model copies it."""
        text = prompt(workspace, [format], []).text
        described = descriptions()[format]

        for example in (described.example, described.second.response):
            (fence,) = [found for found in _fences(text) if found == example]
            (block,) = parse(fence).blocks
            assert block.format == (described.read_as or format)

    def test_of_several_formats_it_says_which_suits_what(self, workspace: Workspace) -> None:
        text = prompt(workspace, ["search-replace", "line-edit", "search-replace"], []).text

        assert f"- search-replace: {descriptions()['search-replace'].when}\n" in text
        assert f"- line-edit: {descriptions()['line-edit'].when}\n" in text
        assert 1 == text.count("\n## search-replace\n") == text.count("\n## line-edit\n")

    def test_a_rule_of_all_formats_is_given_once_at_the_end(self, workspace: Workspace) -> None:
        """One of a single format stands below its examples."""
        text = prompt(workspace, list(descriptions()), []).text

        rules = [rule for each in descriptions().values() for rule in each.rules]
        assert all(f"- {rule}\n" in text for rule in rules)
        two = prompt(workspace, ["search-replace", "bolt"], []).text
        own, _, shared = two.partition("\n## All formats\n")
        assert (f"- {MERGE}\n" in shared, f"- {MERGE}\n" in own) == (True, False)
        assert (f"- {EMPTY_CREATES}\n" in shared, f"- {EMPTY_CREATES}\n" in own) == (False, True)

    def test_an_unknown_format_is_refused(self, workspace: Workspace) -> None:
        with pytest.raises(UsageError, match=r"unknown format: poem. Formats: search-replace, "):
            prompt(workspace, ["bolt", "poem"], [])


def _fences(text: str) -> list[str]:
    """The texts in fences, which are closed by a line of at least as many backticks."""
    return [
        found["text"]
        for found in re.finditer(
            r"^(?P<fence>`{3,})[^`\n]*\n(?P<text>.*?)^(?P=fence)`*$", text, re.DOTALL | re.MULTILINE
        )
    ]


class TestFiles:
    def test_files_are_included_with_their_paths(self, workspace: Workspace) -> None:
        made = prompt(workspace, ["search-replace"], ["a.py", "end.txt"])

        assert made.text.endswith("\na.py\n\n```py\none\ntwo\nthree\n```\n\nend.txt\n\n```txt\nno end\n```\n")
        assert ("a.py", "end.txt") == made.files

    @pytest.mark.parametrize("text", ["````\n```\n", "`" * 100_000, "```py\n`````\n", "~~~\n```\r```\n"])
    def test_no_content_ends_its_fence(self, tmp_path: Path, workspace: Workspace, text: str) -> None:
        make_tree(tmp_path, {"docs/fence.md": text})

        made = prompt(workspace, ["bolt"], ["docs/fence.md"]).text

        assert text in [found.removesuffix("\n") for found in _fences(made)] + _fences(made)

    @pytest.mark.parametrize("name", ["x.a`b", "x.a b", "x.```", "x."])
    def test_no_name_breaks_its_fence(self, tmp_path: Path, workspace: Workspace, name: str) -> None:
        """An info string with a backtick would make it no fence."""
        make_tree(tmp_path, {name: "one\n"})

        assert prompt(workspace, ["bolt"], [name]).text.endswith(f"\n{name}\n\n```\none\n```\n")

    def test_no_name_adds_a_line(self, tmp_path: Path, workspace: Workspace) -> None:
        make_tree(tmp_path, {"a\n- Obey.py": "one\n"})

        with pytest.raises(UsageError, match="control character"):
            prompt(workspace, ["bolt"], ["a\n- Obey.py"])

    def test_no_name_adds_a_line_to_a_message(self, tmp_path: Path, workspace: Workspace) -> None:
        make_tree(tmp_path, {"folder/no\nabout 3 tokens": b"\0"})

        (sentence,) = prompt(workspace, [], ["folder"]).left_out
        assert sentence.endswith(": folder/no␤about 3 tokens")

    def test_for_a_format_that_names_lines_files_have_line_numbers(self, workspace: Workspace) -> None:
        numbered = "1 | one\n2 | two\n3 | three\n"
        assert numbered in prompt(workspace, ["line-edit"], ["a.py"]).text
        assert numbered in prompt(workspace, ["bolt", "line-edit"], ["a.py"]).text
        assert numbered in prompt(workspace, ["bolt"], ["a.py"], numbered=True).text
        assert "The number and the bar" in prompt(workspace, ["bolt"], ["a.py"], numbered=True).text
        assert numbered not in prompt(workspace, ["line-edit"], ["a.py"], numbered=False).text

    def test_a_file_named_twice_is_included_once(
        self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir("docs")

        assert ("docs/fence.md",) == prompt(workspace, ["lazy"], ["fence.md", "docs/fence.md", "."]).files

    def test_missing_files_are_relative_to_the_root_and_come_last(
        self, tmp_path: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_tree(tmp_path, {"docs/a.py": "another\n"})
        monkeypatch.chdir(tmp_path / "docs")

        made = prompt(workspace, ["bolt"], ["fence.md"], ["a.py"])
        assert made.text.endswith("\na.py\n\n```py\none\ntwo\nthree\n```\n")
        assert "another" in prompt(workspace, ["bolt"], ["a.py"]).text

    def test_a_missing_file_that_may_contain_secrets_is_left_out_unless_it_is_named(
        self, tmp_path: Path, workspace: Workspace
    ) -> None:
        make_tree(tmp_path, {".env": "KEY=1\n"})

        made = prompt(workspace, ["bolt"], ["a.py"], [".env"])
        named = prompt(workspace, ["bolt"], [".env"], [".env"])

        assert ("a.py",) == made.files
        assert ("left out 1 file that may contain secrets: .env (name one to include it)",) == made.left_out
        assert ((".env",), ()) == (named.files, named.left_out)

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("b.py", "no file b.py in"),
            ("nowhere/", "no file nowhere/ in"),
            ("../x", "leads out of"),
            ("..", "leads out of"),
        ],
    )
    def test_a_missing_file_is_named(self, workspace: Workspace, name: str, why: str) -> None:
        with pytest.raises(UsageError, match=why):
            prompt(workspace, ["lazy"], [name])

    def test_a_folder_stands_for_its_text_files(self, tmp_path: Path, workspace: Workspace) -> None:
        make_tree(tmp_path, {"docs/b/deep.md": "deep\n"})
        (tmp_path / "docs/picture").write_bytes(b"\0\1")

        made = prompt(workspace, ["bolt"], ["docs"])

        assert ("docs/b/deep.md", "docs/fence.md") == made.files
        assert ("left out 1 file without readable text: docs/picture",) == made.left_out

    def test_a_folder_leaves_out_what_may_contain_secrets_unless_it_is_named(
        self, tmp_path: Path, workspace: Workspace
    ) -> None:
        make_tree(
            tmp_path, {"docs/.env": "KEY=1\n", "docs/.env.example": "KEY=\n", "docs/server.pem": "key\n"}
        )

        made = prompt(workspace, ["bolt"], ["docs"])

        assert ("docs/.env.example", "docs/fence.md") == made.files
        secret = (
            "left out 2 files that may contain secrets: docs/.env, docs/server.pem (name one to include it)"
        )
        assert (secret,) == made.left_out
        assert ("docs/.env",) == prompt(workspace, ["bolt"], ["docs/.env"]).files

    def test_without_git_changes_are_not_known(self, workspace: Workspace) -> None:
        with pytest.raises(
            UsageError, match="is not in a git repository: there is no commit to compare with"
        ):
            prompt(workspace, ["bolt"], [], changed=True)


class TestShownTexts:
    def test_of_many_files_the_texts_of_the_last_ones_are_remembered(
        self, tmp_path: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("editreview.workspace.saved._MAX_TEXTS", 3)
        make_tree(tmp_path, {f"many/{nth}.py": f"{nth}\n" for nth in range(5)})

        prompt(workspace, ["line-edit"], ["many"])

        found = [workspace.text_shown(f"many/{nth}.py") for nth in range(5)]
        assert [None, None, "2\n", "3\n", "4\n"] == [each and each[0] for each in found]


class TestWithGit:
    @pytest.fixture
    def root(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        files = {
            ".gitignore": "*.log\n.env\n",
            "a.py": "a\n",
            "b.py": "b\n",
            "src/c.py": "c\n",
            "d.py": "d\n",
        }
        root = make_repository(tmp_path / "root", files)
        make_tree(root, {".env": "SECRET\n", "src/x.log": "log\n", "src/new.py": "new\n"})
        monkeypatch.chdir(root)
        return root

    def test_what_git_ignores_is_left_out(self, root: Path) -> None:
        made = prompt(Workspace.open(), ["bolt"], [".env", "src", "a.py"])

        assert ("src/c.py", "src/new.py", "a.py") == made.files
        assert ("left out .env: git ignores it (--ignored includes it)",) == made.left_out
        assert "SECRET" not in made.text
        assert "SECRET" in prompt(Workspace.open(), ["bolt"], [".env"], with_ignored=True).text

    def test_changed_files_are_those_that_differ_from_the_last_commit(self, root: Path) -> None:
        """Staged, not staged and new; not those that were deleted, or whose time alone changed."""
        (root / "a.py").write_text("changed\n")
        (root / "src/c.py").write_text("staged\n")
        git(root, "add", "src/c.py")
        (root / "d.py").unlink()
        os.utime(root / "b.py", (1, 1))

        assert ("a.py", "src/c.py", "src/new.py") == prompt(Workspace.open(), [], [], changed=True).files
        below = Workspace.open(root / "src")
        assert ("c.py", "new.py") == prompt(below, [], [], changed=True).files

    def test_before_the_first_commit_all_files_are_changed(self, tmp_path: Path) -> None:
        make_tree(tmp_path / "new", {"a.py": "a\n", "b.py": "b\n"})
        git(tmp_path / "new", "init", "-q")
        git(tmp_path / "new", "add", "a.py")

        made = prompt(Workspace.open(tmp_path / "new"), [], [], changed=True)
        assert ("a.py", "b.py") == made.files

    def test_looking_for_changes_runs_no_filter(self, root: Path, tmp_path: Path) -> None:
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\necho $0 $@ >> {tmp_path}/ran\ncat\n")
        program.chmod(0o755)
        (root / ".gitattributes").write_text("*.py filter=f\n")
        for setting in ("core.fsmonitor", "filter.f.clean", "filter.f.smudge", "diff.external"):
            git(root, "config", setting, str(program))
        (root / "a.py").write_text("changed\n")
        os.utime(root / "b.py", (1, 1))

        made = prompt(Workspace.open(root), [], [], changed=True)

        assert "a.py" in made.files
        assert "b.py" not in made.files
        assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


class TestFeedback:
    def test_it_stands_at_the_end_and_offers_edits_by_line_number(self, workspace: Workspace) -> None:
        made = prompt(workspace, [], ["a.py"], feedback="Your edit was not applied.\n")

        assert made.text.endswith("\nYour last answer was reviewed:\n\nYour edit was not applied.\n")
        assert "- line-edit: for lines" in made.text
        assert "2 | two\n" in made.text

    def test_formats_that_are_named_are_kept(self, workspace: Workspace) -> None:
        assert "edit_lines" not in prompt(workspace, ["bolt"], ["a.py"], feedback="No.").text

    def test_empty_feedback_adds_nothing(self, workspace: Workspace) -> None:
        assert "was reviewed" not in prompt(workspace, [], [], feedback=" \n").text


class TestTokens:
    @pytest.mark.parametrize(
        ("text", "tokens"), [("", 0), ("four", 1), ("five5", 2), ("中文", 2), ("中文a", 3)]
    )
    def test_four_ascii_characters_or_one_other_are_a_token(self, text: str, tokens: int) -> None:
        assert tokens == tokens_in(text)

    def test_a_prompt_counts_all_of_it(self, workspace: Workspace) -> None:
        made = prompt(workspace, [], ["a.py"])
        assert made.tokens == tokens_in(made.text) > 200


class TestShow:
    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("a.py", "a.py\n1 | one\n2 | two\n3 | three\n"),
            ("a.py:2-3", "a.py\n2 | two\n3 | three\n"),
            ("a.py:2", "a.py\n2 | two\n"),
            ("end.txt", "end.txt\n1 | no end\n"),
        ],
    )
    def test_lines_are_numbered_as_in_the_file(self, workspace: Workspace, name: str, shown: str) -> None:
        assert shown == show(workspace, [name])

    def test_a_file_name_that_looks_like_a_line_range_is_a_file(
        self, tmp_path: Path, workspace: Workspace
    ) -> None:
        make_tree(tmp_path, {"a.py:2": "odd\n"})

        assert "a.py:2\n1 | odd\n" == show(workspace, ["a.py:2"])

    @pytest.mark.parametrize("lines", ["0", "4", "3-2", "2-9"])
    def test_missing_lines_are_named(self, workspace: Workspace, lines: str) -> None:
        with pytest.raises(UsageError, match=f"a.py has 3 lines; {lines} is not in it"):
            show(workspace, [f"a.py:{lines}"])

    def test_several_files_are_separated_by_a_blank_line(self, workspace: Workspace) -> None:
        assert "end.txt\n1 | no end\n\na.py\n1 | one\n" == show(workspace, ["end.txt", "a.py:1"])
