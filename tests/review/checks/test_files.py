"""Files that the user should look at twice."""

from pathlib import Path

import pytest

from editreview.blocks import Delete, Move, Write
from editreview.matching import Tier
from editreview.review import Review, WarningKind
from editreview.review.auto_accept import is_safe
from editreview.workspace import Workspace
from tests.builders import block, make_repository, make_tree, review_of
from tests.review.test_operations import review_of as review_with

SECRETS = [
    ".env",
    "app/.env",
    ".env.local",
    "prod.env",
    ".npmrc",
    ".ssh/config",
    "keys/server.PEM",
    "keys/id_rsa",
]
LOCKS = ["package-lock.json", "uv.lock", "Cargo.lock", "web/yarn.lock", "go.sum", ".terraform.lock.hcl"]
RUN = [
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    "Jenkinsfile",
    "a/.husky/pre-commit",
    ".circleci/config.yml",
]
STARTED = [
    ".vscode/tasks.json",
    "web/.vscode/settings.json",
    ".gitattributes",
    "sub/.gitattributes",
    ".gitmodules",
    "Makefile",
    "lib/GNUmakefile",
    "rules.mk",
    "build.rs",
    ".devcontainer/devcontainer.json",
]
PLAIN = ["a.txt", "src/makefile.py", "docs/Makefile.md", "vscode/tasks.json",
         ".env.example", "environment.py", "lock.py", ".github/CODEOWNERS", "src/workflows/x.yml",
         "id_rsa.pub", "blocks.py", "config.env.template"]  # fmt: skip


def warned(review: Review, kind: WarningKind) -> list[str]:
    return [w.message for proposal in review.proposals for w in proposal.warnings if w.kind is kind]


class TestDelicatePaths:
    @pytest.mark.parametrize(
        ("path", "why"),
        [(path, "may contain secrets") for path in SECRETS]
        + [(path, "is written by a package manager, which may undo the edit") for path in LOCKS]
        + [(path, "runs automatically (CI or git hook)") for path in RUN]
        + [(path, "can run programs when the project is opened, built or checked out") for path in STARTED],
    )
    def test_an_edit_of_one_is_not_accepted_with_all_others(
        self, tmp_path: Path, path: str, why: str
    ) -> None:
        review = review_of(make_tree(tmp_path, {path: "a\n"}), block("a\n", "b\n", path))

        assert [f"{path} {why}"] == warned(review, WarningKind.DELICATE_PATH)
        assert not is_safe(review.proposals[0], Tier.TOLERANT, warned=False)
        assert [1] == review.accept()

    @pytest.mark.parametrize("path", PLAIN)
    def test_other_files_have_no_warning(self, tmp_path: Path, path: str) -> None:
        review = review_of(make_tree(tmp_path, {path: "a\n"}), block("a\n", "b\n", path))

        assert [] == warned(review, WarningKind.DELICATE_PATH)

    def test_a_new_one_and_a_move_to_one_have_the_warning_too(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_with(tmp_path, [(".env", Write("A=1\n")), ("a.txt", Move(".github/workflows/a.yml"))])

        assert [
            ".env may contain secrets",
            ".github/workflows/a.yml runs automatically (CI or git hook)",
        ] == warned(review, WarningKind.DELICATE_PATH)


class TestOtherNames:
    def test_a_hard_link_that_keeps_the_old_text_is_mentioned(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        (tmp_path / "other").hardlink_to(tmp_path / "a.txt")
        review = review_of(tmp_path, block("a\n", "b\n"))

        assert ["a.txt has another name (hard links), which keep the old text"] == warned(
            review, WarningKind.HARD_LINK
        )
        review.accept()
        review.write()
        assert (b"b\n", b"a\n") == ((tmp_path / "a.txt").read_bytes(), (tmp_path / "other").read_bytes())


class TestIgnored:
    def test_an_ignored_file_is_mentioned_at_the_end_of_the_response(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {".gitignore": "*.log\n/build/\n", "kept.log": "a\n", "a.txt": "a\n"})
        make_tree(tmp_path, {"b.log": "a\n"})
        review = Review(Workspace.open(tmp_path))
        review.read(
            block("a\n", "b\n", "b.log")
            + block("", "new\n", "build/x.txt")
            + block("a\n", "b\n", "kept.log")
            + block("a\n", "b\n", "a.txt")
        )

        assert [
            f"git ignores {path}: the change will be in no commit and no diff"
            for path in ("b.log", "build/x.txt")
        ] == warned(review, WarningKind.IGNORED)

    def test_a_run_that_writes_nothing_does_not_query_git(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {".gitignore": "*.log\n"})
        make_tree(tmp_path, {"b.log": "a\n"})
        review = Review.open(tmp_path, only_looks=True)
        review.read(block("a\n", "b\n", "b.log"))

        assert [] == warned(review, WarningKind.IGNORED)


class TestLosses:
    def test_overwriting_deleting_and_moving_show_what_they_destroy(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\nb\n", "b.txt": "c\n", "c.txt": "d\n"})
        review = review_with(
            tmp_path, [("a.txt", Write("new\n")), ("b.txt", Delete()), ("c.txt", Move("d.txt"))]
        )

        kinds = [[warning.kind for warning in proposal.warnings] for proposal in review.proposals]
        assert [[WarningKind.OVERWRITES], [WarningKind.DELETES], [WarningKind.MOVES]] == kinds
        overwritten, deleted, moved = review.proposals
        assert overwritten.base is not None and deleted.base is not None and moved.base is not None
        assert "new\n" == overwritten.change.apply(overwritten.base.text)
        assert ("c\n", "") == (deleted.base.text, deleted.change.apply(deleted.base.text))
        assert "d\n" == moved.change.apply(moved.base.text)
