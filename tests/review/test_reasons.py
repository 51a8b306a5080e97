"""Every block that is not applied has a reason and a sentence, whatever the response and the decisions."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editreview.errors import Detail, Reason
from editreview.headless import Outputs, run_headless
from editreview.matching import Tier
from editreview.review import (
    Decision,
    Review,
    Verdict,
    explain,
    make_feedback,
    make_report,
    related_blocks,
    status_of,
)
from tests.builders import block, check_reasons, files_of, make_tree, review_of
from tests.case_folders import CASES
from tests.streams import mutated

FILES: dict[str, str | bytes] = {
    "a.py": "def f():\n    return 1\n\ndef g():\n    return 1\n",
    "b.txt": "alpha\nbeta\ngamma\nbeta\n",
    "empty.txt": "",
    "image.bin": b"\0\1",
}
SEARCHES = (
    "def f():\n    return 1\n",
    "    return 1\n",
    "beta\n",
    "alpha\nbeta\n",
    "alpha\ngamma\n",
    "alp\n",
    "delta\n",
    "alhpa\nbeta\n",
    "  alpha\n",
    "new\n",
    "",
)
REPLACES = (
    "new\n",
    "print(\n",
    "# ... existing code ...\n",
    "zero\u200bwidth\n",
    "alpha\nbeta\n",
    "",
    "a\\nb\n",
    "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
)
PATHS = (
    "a.py",
    "b.txt",
    "empty.txt",
    "missing.py",
    "image.bin",
    "../out.txt",
    ".git/config",
    "/w/r/b.txt",
    "src",
)
OTHERS = (
    "b.txt\n\n```\nalpha\nBETA\n```\n",
    "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n",
    "*** Begin Patch\n*** Update File: b.txt\n*** Move to: a.py\n@@\n-alpha\n+ALPHA\n*** End Patch\n",
    "*** Begin Patch\n*** Update File: b.txt\n@@\n-alpha\n+ALPHA\n"
    "*** Update File: a.py\n@@\n-nowhere\n+x\n*** End Patch\n",
    'edit_lines(command="replace", path="b.txt", start_line=9, end_line=12, new_content="x")\n',
    "<think>\nb.txt\n<<<<<<< SEARCH\nalpha\n=======\nomega\n>>>>>>> REPLACE\n</think>\n",
    "b.txt\n<<<<<<< SEARCH\nalpha\n=======\n",
)
BLOCKS = st.builds(block, st.sampled_from(SEARCHES), st.sampled_from(REPLACES), st.sampled_from(PATHS))
RESPONSES = st.lists(st.one_of(BLOCKS, st.sampled_from(OTHERS)), min_size=1, max_size=5).map("\n".join)


@settings(max_examples=150, deadline=None)
@given(RESPONSES, st.sampled_from(list(Tier)), st.booleans(), st.booleans())
def test_after_a_run_without_a_screen(response: str, tier: Tier, atomic: bool, dry_run: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        review = review_of(make_tree(Path(folder, "r"), FILES), response)
        run_headless(review, tier, Outputs(False, False, None), atomic=atomic, dry_run=dry_run)

        check_reasons(make_report(review, dry_run=dry_run))


@settings(max_examples=100, deadline=None)
@given(RESPONSES, st.lists(st.sampled_from(list(Verdict)), min_size=9, max_size=9), st.booleans())
def test_after_any_decisions(response: str, verdicts: list[Verdict], writes: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        review = review_of(make_tree(Path(folder, "r"), FILES), response)
        for proposal, verdict in zip(review.proposals, verdicts, strict=False):
            if verdict is Verdict.REJECTED:
                decision = Decision().rejected("no")
            elif verdict is Verdict.ACCEPTED and proposal.is_ready:
                decision = review.acceptance(proposal)
            else:
                continue
            for path in review.decide({proposal.key: decision}):
                review.replan(path)
        if writes:
            review.write()

        check_reasons(make_report(review))


CHATS = sorted(
    case for kind in ("chat", "everyday", "lazy", "snippet", "envelope") for case in (CASES / kind).iterdir()
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CHATS), st.integers(0, 2**32), st.booleans(), st.sampled_from(list(Tier)))
def test_after_a_damaged_response_on_damaged_files(
    case: Path, seed: int, is_damaged: bool, tier: Tier
) -> None:
    """Snippets, sentences and envelopes, whatever is left of them, are read, placed and reported."""
    before = files_of(case / "before") if (case / "before").exists() else {}
    files: dict[str, str | bytes] = {
        path: mutated(data.decode(), seed + 1) if is_damaged else data for path, data in before.items()
    }
    with tempfile.TemporaryDirectory() as folder:
        response = mutated((case / "response.md").read_bytes().decode(), seed)
        review = review_of(make_tree(Path(folder, "r"), files), response)
        run_headless(review, tier, Outputs(False, False, None), atomic=False, dry_run=False)

        check_reasons(make_report(review))
        make_feedback(review)


def why(review: Review, number: int = 1) -> tuple[Reason | None, Detail | None, str | None]:
    proposal = review.proposals[number - 1]
    review.not_found.of(proposal)
    explained = explain(review, proposal, status_of(review, proposal))
    return explained.reason, explained.detail, explained.message


class TestOrder:
    """The most specific cause comes first."""

    def test_the_rejected_block_that_it_needs(self, tmp_path: Path) -> None:
        response = block("alpha\n", "omega one\n", "b.txt") + block("omega one\n", "omega two\n", "b.txt")
        review = review_of(make_tree(tmp_path, FILES), response)
        for path in review.decide({review.proposals[0].key: Decision().rejected()}):
            review.replan(path)

        assert (Reason.NOT_FOUND, Detail.PARENT_REJECTED, "needs block 1, which you rejected") == why(
            review, 2
        )

    def test_the_conflicting_block_that_it_needs(self, tmp_path: Path) -> None:
        response = "".join(
            block(search, text, "b.txt")
            for search, text in (("alpha\n", "one\n"), ("alpha\n", "two\n"), ("two\n", "three\n"))
        )
        review = review_of(make_tree(tmp_path, FILES), response)
        first = review.proposals[0]
        for path in review.decide({first.key: review.acceptance(first)}):
            review.replan(path)

        message = "needs block 2, which conflicts with block 1"
        assert (Reason.NOT_FOUND, Detail.PARENT_REJECTED, message) == why(review, 3)
        assert [2] == related_blocks(review, review.proposals[2])

    def test_the_rejected_block_that_creates_the_file(self, tmp_path: Path) -> None:
        response = block("", "omega one\n", "n.txt") + block("omega one\n", "omega two\n", "n.txt")
        review = review_of(make_tree(tmp_path, FILES), response)
        for path in review.decide({review.proposals[0].key: Decision().rejected()}):
            review.replan(path)

        assert (Reason.FILE_MISSING, Detail.PARENT_REJECTED) == why(review, 2)[:2]

    @pytest.mark.parametrize(
        ("files", "search", "detail", "message"),
        [
            (
                {"a.txt": ""},
                "one two three four\n",
                Detail.EMPTY_FILE,
                "SEARCH not found in a.txt, which is empty",
            ),
            (
                {
                    "a.txt": "x = one two three four;\ny = one two three four;\n",
                    "b.txt": "one two three four\n",
                },
                "one two three four\n",
                Detail.PART_OF_LINE,
                "its SEARCH is in lines 1, 2 of a.txt, as part of each line",
            ),
            (
                {
                    "a.txt": "one two three four\nx\nx\nfour five\n",
                    "b.txt": "one two three four\nfour five\n",
                },
                "one two three four\nfour five\n",
                Detail.IN_PIECES,
                "all lines of its SEARCH are in a.txt, but not together: "
                "`one two three four` at line 1, `four five` at line 4 (2 lines further down)",
            ),
            (
                {"a.txt": "x\n", "b.txt": "one two three four\n"},
                "one two three four\n",
                Detail.OTHER_FILE,
                "SEARCH not found in a.txt, but in b.txt at line 1",
            ),
            (
                {"a.txt": "x\n"},
                "one two three four\n",
                None,
                "SEARCH not found in a.txt, and nothing similar",
            ),
        ],
    )
    def test_causes_in_the_file_come_before_other_files(
        self, tmp_path: Path, files: dict[str, str | bytes], search: str, detail: Detail | None, message: str
    ) -> None:
        review = review_of(make_tree(tmp_path, files), block(search, "y\n"))

        assert (Reason.NOT_FOUND, detail, message) == why(review)


class TestUndecided:
    def test_a_block_of_an_atomic_group_names_the_one_that_fails(self, tmp_path: Path) -> None:
        edits = '[{"old_string": "alpha", "new_string": "x"}, {"old_string": "nowhere", "new_string": "y"}]'
        call = f'{{"name": "MultiEdit", "input": {{"file_path": "b.txt", "edits": {edits}}}}}\n'
        review = review_of(make_tree(tmp_path, FILES), call)
        review.accept()

        assert (Reason.DEPENDS_ON, None, "belongs with block 2, which cannot be applied") == why(review)

    def test_a_block_whose_file_is_moved_names_the_move_that_needs_a_decision(self, tmp_path: Path) -> None:
        response = (
            "*** Begin Patch\n*** Update File: b.txt\n*** Move to: taken.txt\n@@\n-alpha\n+x\n*** End Patch\n"
        )
        review = review_of(make_tree(tmp_path, {**FILES, "taken.txt": "other\n"}), response)
        review.accept()

        assert (Reason.DEPENDS_ON, None, "belongs with block 2, which needs a decision") == why(review)

    def test_the_rest_of_an_atomic_run_names_the_block_that_fails(self, tmp_path: Path) -> None:
        response = block("alpha\n", "x\n", "b.txt") + block("nowhere\n", "x\n", "b.txt")
        review = review_of(make_tree(tmp_path, FILES), response)
        run_headless(review, Tier.TOLERANT, Outputs(False, False, None), atomic=True, dry_run=False)

        message = "--atomic applies all blocks or none, and block 2 cannot be applied"
        assert (Reason.DEPENDS_ON, None, message) == why(review)

    def test_a_block_beyond_the_accepted_tier_says_so(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("  alpha\n", "  x\n", "b.txt"))
        review.accept(Tier.EXACT)

        assert (Reason.INEXACT, None, "its match is tolerant, and only exact matches were accepted") == why(
            review
        )

    def test_an_accepted_block_that_is_not_applied_says_so(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("alpha\n", "x\n", "b.txt"))
        review.accept()

        assert (Reason.UNDECIDED, None, "accepted, and not applied yet") == why(review)

    def test_a_block_whose_file_changed_since_it_was_accepted_says_so(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("  alpha\n", "  x\n", "b.txt"))
        review.accept()
        (tmp_path / "b.txt").write_text("  alpha\n")
        review.refresh()

        message = "no longer the change that you accepted"
        assert (Reason.UNDECIDED, None, message) == why(review)

    def test_a_block_that_nobody_decided_on_says_so(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("alpha\n", "x\n", "b.txt"))

        assert (Reason.UNDECIDED, None, "nobody decided on it") == why(review)


class TestRejected:
    def test_a_failed_block_keeps_its_reason(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("nowhere\n", "x\n", "b.txt"))
        review.decide({review.proposals[0].key: Decision().rejected("not now")})

        assert (Reason.NOT_FOUND, None, "not now; SEARCH not found in b.txt, and nothing similar") == why(
            review
        )

    @pytest.mark.parametrize(("said", "message"), [("keep it", "keep it"), (None, "you rejected it")])
    def test_a_ready_one_has_the_users_reason(self, tmp_path: Path, said: str | None, message: str) -> None:
        review = review_of(make_tree(tmp_path, FILES), block("alpha\n", "x\n", "b.txt"))
        review.decide({review.proposals[0].key: Decision().rejected(said)})

        assert (Reason.REJECTED, None, message) == why(review)


@pytest.mark.parametrize(("path", "where"), [("pkg", "below pkg"), (".", "of the tree")])
def test_a_pattern_that_no_file_of_its_folder_has_is_not_found(tmp_path: Path, path: str, where: str) -> None:
    make_tree(tmp_path, {"pkg/a.py": "one\n"})
    review = review_of(tmp_path, f'edit(pattern="absent", rewrite="x", path="{path}")\n')

    assert (Reason.NOT_FOUND, f"its pattern matches nothing in the files {where}") == (
        review.proposals[0].reason,
        review.proposals[0].message,
    )
