"""Prompts: the instructions for a model, and the files it is shown."""

from pathlib import Path

import pytest

from editreview.errors import UsageError
from editreview.formats import descriptions, parse
from editreview.prompts import prompt, show
from editreview.workspace import Workspace
from tests.builders import make_tree

FILES = {"a.py": "one\ntwo\nthree\n", "docs/fence.md": "````\n```\n", "end.txt": "no end"}


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.chdir(make_tree(tmp_path, FILES))
    return Workspace.open(tmp_path)


class TestPrompt:
    @pytest.mark.parametrize("format", descriptions())
    def test_every_format_has_its_own_rules_and_example(self, workspace: Workspace, format: str) -> None:
        text = prompt(workspace, format, [])

        assert descriptions()[format].example.strip() in text
        assert "\n- " in text

    def test_a_response_like_the_example_is_read(self, workspace: Workspace) -> None:
        formats = {name: parse(each.example).blocks[0].format for name, each in descriptions().items()}

        assert {name: each.read_as or name for name, each in descriptions().items()} == formats

    def test_files_are_included_with_their_paths(self, workspace: Workspace) -> None:
        text = prompt(workspace, "search-replace", ["a.py", "end.txt"])

        assert text.endswith("\na.py\n\n```py\none\ntwo\nthree\n```\n\nend.txt\n\n```txt\nno end\n```\n")

    def test_a_fence_in_a_file_does_not_end_it(self, workspace: Workspace) -> None:
        assert prompt(workspace, "lazy", ["docs/fence.md"]).endswith("`````md\n````\n```\n`````\n")

    def test_for_a_format_that_names_lines_files_have_line_numbers(self, workspace: Workspace) -> None:
        assert "1 | one\n2 | two\n3 | three\n" in prompt(workspace, "line-edit", ["a.py"])

    def test_a_file_named_twice_is_included_once(
        self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir("docs")

        assert 1 == prompt(workspace, "lazy", ["fence.md", "docs/fence.md"]).count("docs/fence.md")

    def test_missing_files_are_relative_to_the_root(
        self, tmp_path: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_tree(tmp_path, {"docs/a.py": "another\n"})
        monkeypatch.chdir(tmp_path / "docs")

        assert prompt(workspace, "bolt", [], ["a.py"]).endswith("\na.py\n\n```py\none\ntwo\nthree\n```\n")
        assert "another" in prompt(workspace, "bolt", ["a.py"])

    def test_any_number_of_backticks_is_handled(self, tmp_path: Path, workspace: Workspace) -> None:
        ticks = "`" * 1_000_000
        make_tree(tmp_path, {"ticks": ticks})

        assert prompt(workspace, "bolt", ["ticks"]).endswith(f"\n{ticks}`\n{ticks}\n{ticks}`\n")

    @pytest.mark.parametrize(
        ("format", "name", "why"),
        [
            ("poem", "a.py", r"unknown format poem. Formats: search-replace, "),
            ("lazy", "b.py", "no file b.py in"),
            ("lazy", "docs", "Path is a directory, not a file: docs"),
            ("lazy", "../x", "leads out of"),
        ],
    )
    def test_a_missing_file_is_named(self, workspace: Workspace, format: str, name: str, why: str) -> None:
        with pytest.raises(UsageError, match=why):
            prompt(workspace, format, [name])


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
