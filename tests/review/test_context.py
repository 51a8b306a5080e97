"""Edits of files that the model was not shown."""

from pathlib import Path

import pytest

from editreview.errors import Reason, UsageError
from editreview.headless import store_for_prompt
from editreview.review import (
    Review,
    Status,
    Verdict,
    files_for_prompt,
    make_feedback,
    make_report,
    status_of,
)
from editreview.workspace import Workspace
from tests.builders import block, files_of, make_repository, make_tree

FILES = {"seen.txt": "one\n", "unseen.txt": "one\n", "sub/also.txt": "one\n"}
RESPONSE = block("one\n", "1\n", "seen.txt") + block("one\n", "1\n", "unseen.txt")


def review_with_context(folder: Path, response: str, *context: str) -> Review:
    review = Review.open(folder, context=context)
    review.read(response)
    return review


def test_only_edits_of_files_that_were_shown_are_attempted(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")

    review.accept()
    report = review.apply()

    assert {**{name: text.encode() for name, text in FILES.items()}, "seen.txt": b"1\n"} == files_of(tmp_path)
    assert {Status.APPLIED: 1, Status.NOT_IN_CONTEXT: 1} == dict(report.counts)
    assert ["unseen.txt"] == report.data["files_auto_added"]
    assert 1 == report.exit_status


def test_without_a_list_every_file_counts_as_shown(tmp_path: Path) -> None:
    review = Review.open(make_tree(tmp_path, FILES))
    review.read(RESPONSE)

    assert [None, None] == [proposal.reason for proposal in review.proposals]


@pytest.mark.parametrize(
    "response",
    [
        block("", "new\n", "new.txt"),
        "*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n",
        "new.txt\n```\nnew\n```\n",
    ],
)
def test_a_new_file_is_created_whatever_was_shown(tmp_path: Path, response: str) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), response, "seen.txt")

    assert [None] == [proposal.reason for proposal in review.proposals]


@pytest.mark.parametrize(
    "response",
    [
        "*** Begin Patch\n*** Delete File: unseen.txt\n*** End Patch\n",
        "unseen.txt\n```\nall of it\n```\n",
        "*** Begin Patch\n*** Update File: unseen.txt\n*** Move to: b.txt\n@@\n-one\n+1\n*** End Patch\n",
    ],
)
def test_a_file_that_was_not_shown_is_neither_removed_nor_overwritten_nor_moved(
    tmp_path: Path, response: str
) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), response, "seen.txt")

    assert {Reason.NOT_IN_CONTEXT} == {proposal.reason for proposal in review.proposals}


def test_edits_of_a_file_that_an_earlier_block_creates_are_attempted(tmp_path: Path) -> None:
    response = block("", "new\n", "new.txt") + block("new\n", "newer\n", "new.txt")
    review = review_with_context(make_tree(tmp_path, FILES), response, "seen.txt")

    assert [None, None] == [proposal.reason for proposal in review.proposals]


def test_the_user_can_include_a_block_and_undo_that(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")
    for path in review.include(review.proposals[1]):
        review.replan(path)

    included = review.proposals[1]
    review.decide({included.key: review.acceptance(included)})
    accepted = review.verdict(included)
    review.undo()
    for path in review.undo():
        review.replan(path)

    assert (None, Verdict.ACCEPTED) == (included.reason, accepted)
    assert Status.NOT_IN_CONTEXT is status_of(review, review.proposals[1])


def test_a_rejection_keeps_a_block_included(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")
    review.include(review.proposals[1])

    assert review.log[review.proposals[1].key].is_included


def test_an_edit_that_is_not_attempted_takes_no_match_from_an_equal_one(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE.replace("unseen", "seen"), "unseen.txt")

    assert [Reason.NOT_IN_CONTEXT] * 2 == [proposal.reason for proposal in review.proposals]


def test_the_model_is_told_which_files_to_ask_for(tmp_path: Path) -> None:
    text = make_feedback(review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt"), dry_run=True)

    assert "## Block 2: unseen.txt\n\nNot attempted: you have not been shown this file.\n" in text
    assert text.endswith("send these edits again once you have seen it.\n\n- unseen.txt\n")


def test_files_the_model_has_to_see_are_kept_until_the_next_response(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")
    store_for_prompt(review)
    kept = files_for_prompt(review.workspace)
    without = Review.open(tmp_path)
    without.read(RESPONSE)
    store_for_prompt(without)
    still_kept = files_for_prompt(review.workspace)
    store_for_prompt(review_with_context(tmp_path, RESPONSE, "seen.txt", "unseen.txt"))

    assert (["unseen.txt"], ["unseen.txt"], []) == (kept, still_kept, files_for_prompt(review.workspace))


def test_a_missing_file_that_was_removed_is_not_requested(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")
    store_for_prompt(review)
    (tmp_path / "unseen.txt").unlink()

    assert [] == files_for_prompt(review.workspace)


@pytest.mark.parametrize("kept", [b"", b"5", b"[[1]]", b"{", b'["../../etc/passwd", "sub", "\\u0000"]'])
def test_files_that_no_run_recorded_are_not_requested(tmp_path: Path, kept: bytes) -> None:
    workspace = Workspace.open(make_tree(tmp_path, FILES))
    workspace.keep("wanted.json", kept)

    assert [] == files_for_prompt(workspace)


def test_a_missing_file_is_the_same_for_any_root_of_the_next_prompt(tmp_path: Path) -> None:
    make_repository(tmp_path, {**FILES, "sub/shown.txt": ""})
    store_for_prompt(review_with_context(tmp_path / "sub", block("one\n", "1\n", "also.txt"), "shown.txt"))

    assert ["sub/also.txt"] == files_for_prompt(Workspace.open(tmp_path))
    assert ["also.txt"] == files_for_prompt(Workspace.open(tmp_path / "sub"))


def test_a_folder_may_begin_as_the_way_up_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tree(tmp_path, {"..odd/a.txt": "one\n", "sub/b.txt": ""})
    monkeypatch.chdir(tmp_path / "sub")

    review = review_with_context(tmp_path, block("one\n", "1\n", "..odd/a.txt"), "../..odd/a.txt")
    assert [None] == [proposal.reason for proposal in review.proposals]


def test_names_are_from_the_current_folder_or_from_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_tree(tmp_path, FILES)
    monkeypatch.chdir(tmp_path / "sub")

    for name in ("also.txt", "sub/also.txt", str(tmp_path / "sub/also.txt"), "../sub/also.txt"):
        review = review_with_context(tmp_path, block("one\n", "1\n", "sub/also.txt"), name)
        assert [None] == [proposal.reason for proposal in review.proposals], name


@pytest.mark.parametrize(
    ("name", "why"),
    [("typo.txt", "no such file"), ("/etc/hosts", "leads out of"), ("sub", "directory")],
)
def test_an_invalid_name_is_a_usage_error(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(UsageError, match=f"--context {name}: .*{why}"):
        Review.open(make_tree(tmp_path, FILES), context=[name])


def test_the_block_shows_its_text_and_not_its_effect(tmp_path: Path) -> None:
    proposal = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt").proposals[1]

    assert not proposal.is_ready
    assert "unseen.txt is not among the files that the model was shown" == proposal.message
    assert (None, ()) == (proposal.outcome, proposal.chosen)


def test_the_report_of_a_dry_run_says_so_too(tmp_path: Path) -> None:
    review = review_with_context(make_tree(tmp_path, FILES), RESPONSE, "seen.txt")
    review.accept()

    counts = make_report(review, dry_run=True).counts

    assert {Status.VALIDATED: 1, Status.NOT_IN_CONTEXT: 1} == dict(counts)
