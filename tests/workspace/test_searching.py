"""Looking for text in a whole tree and its history, with git and without."""

import os
from pathlib import Path

import pytest

from editreview.workspace import Workspace
from editreview.workspace.root import Root
from tests.builders import git, make_repository, make_tree

FILES: dict[str, str | bytes] = {
    "a.txt": "first line\nsecond line\n",
    "sub/b.txt": "first line\r\nsecond line\r\n",
    "c.txt": "second line\n",
    "d.bin": b"first line\nsecond line\n\0",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path, FILES)


class TestHolding:
    def test_files_with_all_texts_are_found(self, repository: Path) -> None:
        assert ["a.txt", "sub/b.txt"] == Workspace.open(repository).holding(["first line", "second line"], 5)

    def test_files_are_found_without_git(self, tmp_path: Path) -> None:
        workspace = Workspace(Root(make_tree(tmp_path, FILES)), None)

        assert ["a.txt", "d.bin", "sub/b.txt"] == workspace.holding(["first line", "second line"], 5)

    def test_without_git_likely_files_come_first(self, tmp_path: Path) -> None:
        workspace = Workspace(Root(make_tree(tmp_path, FILES)), None)

        assert ["sub/b.txt", "a.txt", "d.bin"] == workspace.holding(["first line"], 5, ["sub/b.txt"])

    def test_without_git_the_search_stops_at_its_time_limit(self, tmp_path: Path) -> None:
        assert [] == Workspace(Root(make_tree(tmp_path, FILES)), None).holding(["first line"], -1)

    def test_only_files_below_the_root_are_searched(self, repository: Path) -> None:
        assert ["b.txt"] == Workspace.open(repository / "sub").holding(["first line"], 5)

    def test_untracked_files_are_searched_and_ignored_ones_are_not(self, repository: Path) -> None:
        make_tree(repository, {"new.txt": "brand new\n", "log.txt": "brand new\n", ".gitignore": "log.txt\n"})

        assert ["new.txt"] == Workspace.open(repository).holding(["brand new"], 5)

    @pytest.mark.parametrize("text", ["-e", ".*", "a\tb", "ä – ö", "\udc80", "'\"$x"])
    def test_texts_are_literal(self, repository: Path, text: str) -> None:
        make_tree(repository, {"new.txt": text.encode("utf-8", "surrogatepass")})

        assert ["new.txt"] == Workspace.open(repository).holding([text], 5)

    @pytest.mark.parametrize(
        "setting",
        ["grep.fullName=true", "grep.patternType=perl", "submodule.recurse=true", "color.grep=always"],
    )
    def test_the_users_git_configuration_changes_nothing(self, repository: Path, setting: str) -> None:
        git(repository, "config", *setting.split("="))

        assert ["b.txt"] == Workspace.open(repository / "sub").holding(["first line"], 5)

    def test_a_named_pipe_in_the_tree_does_not_block(self, tmp_path: Path) -> None:
        os.mkfifo(make_tree(tmp_path, FILES) / "pipe")

        assert "pipe" not in Workspace(Root(tmp_path), None).holding(["second line"], 5, ["pipe"])


class TestHistory:
    def test_the_last_commit_that_changed_the_number_of_occurrences_is_found(self, repository: Path) -> None:
        make_tree(repository, {"a.txt": "first line\nanother line\n"})
        git(repository, "commit", "--quiet", "--all", "--message=another way")
        make_tree(repository, {"a.txt": "another line\n"})
        git(repository, "commit", "--quiet", "--all", "--message=shorter")

        found = Workspace.open(repository).before_losing("second line", "a.txt", 5)

        assert found is not None
        assert ("another way", "first line\nsecond line\n") == (found[0].subject, found[1])
        assert found[0].name == git(repository, "rev-parse", "--short", "HEAD~1").strip()

    def test_a_file_below_the_top_is_found_from_a_root_below_it(self, repository: Path) -> None:
        make_tree(repository, {"sub/b.txt": "short\n"})
        git(repository, "commit", "--quiet", "--all", "--message=shorter")

        found = Workspace.open(repository / "sub").before_losing("first line", "b.txt", 5)

        assert found is not None
        assert found[1].startswith("first line")

    @pytest.mark.parametrize("text", ["never there", "\0", "\ud800"])
    def test_text_that_never_existed_has_no_commit(self, repository: Path, text: str) -> None:
        assert None is Workspace.open(repository).before_losing(text, "a.txt", 5)

    def test_the_lookup_stops_at_its_time_limit(self, repository: Path) -> None:
        make_tree(repository, {"a.txt": "x\n"})
        git(repository, "commit", "--quiet", "--all", "--message=shorter")

        assert None is Workspace.open(repository).before_losing("first line", "a.txt", 0)

    def test_without_git_no_commit_is_found(self, tmp_path: Path) -> None:
        assert None is Workspace(Root(make_tree(tmp_path, FILES)), None).before_losing("x", "a.txt", 5)
