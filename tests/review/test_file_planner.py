"""The blocks of one file are planned together."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from editreview.errors import Reason
from editreview.matching import Tier, near_matches
from editreview.review import Decision, Proposal, Review, Verdict, WarningKind, file_planner, with_matches
from editreview.review.file_plan import FilePlan
from tests.builders import block, files_of, make_tree, review_of

NOWHERE = "a.txt is not empty, and an empty SEARCH does not say where its text goes"


_NEW_TWIN = "def load_slow(url):\n    timeout = 30\n    return get(url, timeout, True)\n\n\n"
_LOAD = "def load(url):\n    timeout = 30\n    return get(url, timeout)\n\n\ndef main():\n    run()\n"
_ADDS_TWIN = block("def main():\n", f"{_NEW_TWIN}def main():\n")
_CHANGES_LINE = block("    timeout = 30\n", "    timeout = 300\n")


def planned(folder: Path, text: str | None, *blocks: str) -> Review:
    """A review of blocks on `a.txt`, which holds a text or is not there."""
    return review_of(make_tree(folder, {} if text is None else {"a.txt": text}), "".join(blocks))


def accepted(review: Review, *numbers: int) -> None:
    """Accept these blocks as they are shown."""
    chosen = [proposal for proposal in review.proposals if proposal.number in numbers]
    for path in review.decide({proposal.key: review.acceptance(proposal) for proposal in chosen}):
        review.replan(path)


def rejected(review: Review, *numbers: int) -> None:
    chosen = [proposal for proposal in review.proposals if proposal.number in numbers]
    for path in review.decide({proposal.key: Decision(Verdict.REJECTED) for proposal in chosen}):
        review.replan(path)


def shown(review: Review) -> str:
    """The text that the blocks make of the file, as far as none is rejected."""
    (plan,) = review.plans
    return plan.after


def findings(review: Review) -> list[tuple[Reason | None, str | None]]:
    """Reason and message of every block."""
    return [(proposal.reason, proposal.message) for proposal in review.proposals]


def reasons(review: Review) -> list[Reason | None]:
    return [proposal.reason for proposal in review.proposals]


def proposal(review: Review, number: int) -> Proposal:
    return review.proposals[number - 1]


class TestBlocksOfOneFile:
    def test_blocks_are_matched_against_the_original_file_in_any_order(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "a\nb\nc\n", block("c\n", "C\n"), block("a\n", "A\nAA\n"), block("b\n", "")
        )

        assert "A\nAA\nC\n" == shown(review)
        assert [(), (), ()] == [p.depends_on for p in review.proposals]
        assert [(3, 3), (1, 1), (2, 2)] == [p.lines for p in review.proposals]

    def test_search_parts_may_overlap_if_the_changes_do_not(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "a\nb\nc\nd\n", block("a\nb\nc\n", "A\nb\nc\n"), block("b\nc\nd\n", "b\nc\nD\n")
        )

        assert [None, None] == reasons(review)
        assert [(), ()] == [p.depends_on for p in review.proposals]
        assert "A\nb\nc\nD\n" == shown(review)

    @pytest.mark.parametrize(
        ("nth", "after"),
        [(0, "x = 3\nb\nx = 2\n"), (1, "x = 2\nb\nx = 3\n")],
        ids=["the new one", "that of the file"],
    )
    def test_text_that_an_earlier_block_writes_too_is_left_to_the_user(
        self, tmp_path: Path, nth: int, after: str
    ) -> None:
        """The later block may be a revision of the earlier one, and that of the file a twin."""
        blocks = block("x = 1\n", "x = 2\n"), block("x = 2\n", "x = 3\n")
        review = planned(tmp_path, "x = 1\nb\nx = 2\n", *blocks)

        assert [None, Reason.AMBIGUOUS] == [p.reason for p in review.proposals]
        key, candidates = review.proposals[1].key, review.proposals[1].candidates
        assert candidates is not None
        review.decide({key: with_matches(review.log[key], [candidates.matches[nth]])})
        review.replan("a.txt")
        assert after == shown(review)

    def test_lines_that_two_blocks_insert_are_inserted_once(self, tmp_path: Path) -> None:
        """The later block has the insertion, and changes the line beside it too."""
        for blocks in (
            [block("a\nb\n", "a\nlong line\nb\n"), block("b\nc\n", "long line\nB\nc\n")],
            [block("b\nc\n", "b\nlong line\nc\n"), block("a\nb\n", "a\nB\nlong line\n")],
        ):
            review = planned(tmp_path, "a\nb\nc\n", *blocks)

            expected = [Reason.CONFLICT] * 2
            assert expected == [proposal.withheld for proposal in review.proposals]
            assert 1 == shown(review).count("long line")

    def test_of_blocks_that_change_the_same_lines_the_later_is_shown_and_names_the_other(
        self, tmp_path: Path
    ) -> None:
        review = planned(tmp_path, "a\nb\nc\n", block("a\nb\n", "a\nX\n"), block("b\nc\n", "Y\nc\n"))

        assert [(None, None)] * 2 == findings(review)
        assert ["block 1 changes the same lines differently: accept one of them"] == [
            warning.message for warning in review.proposals[1].warnings
        ]
        assert "a\nY\nc\n" == shown(review)

    def test_a_later_version_names_every_block_it_is_one_of(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "a\nb\nc\nd\n",
            block("a\n", "A\n"),
            block("b\n", "B\n"),
            block("d\n", "D\n"),
            block("a\nb\nc\n", "1\n2\nc\n"),
        )

        assert ["blocks 1 and 2 change the same lines differently: accept one of them"] == [
            warning.message for warning in review.proposals[3].warnings
        ]

    def test_a_conflict_ends_when_the_other_block_is_rejected(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\nc\n", block("b\n", "X\n"), block("b\nc\n", "Y\nc\n"))

        rejected(review, 1)

        assert [None, None] == reasons(review)
        assert "a\nY\nc\n" == shown(review)

    def test_insertions_at_one_point_build_on_each_other_in_order(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", block("a\n", "a\nx\n"), block("b\n", "y\nb\n"))

        assert "a\nx\ny\nb\n" == shown(review)
        assert [(), (1,)] == [p.depends_on for p in review.proposals]


def test_a_blank_line_becomes_the_last_line_of_a_file_that_ends_without_a_line_end(tmp_path: Path) -> None:
    review = planned(tmp_path, "a\n\nb", block("a\n\nb\n", "a\n\n"))

    assert "a\n" == shown(review)


def test_of_two_dividers_one_below_the_other_the_user_chooses_and_the_split_that_changes_less_is_first(
    tmp_path: Path,
) -> None:
    heading, next_heading = "=======\nUse\n", "=======\nTests\n"
    review = planned(tmp_path, f"{heading}a\n{next_heading}", block(f"{heading}a\n", f"{heading}b\n"))

    assert [Reason.AMBIGUOUS] == reasons(review)
    (proposal,) = review.proposals
    assert proposal.candidates is not None
    texts = [match.change.apply(f"{heading}a\n{next_heading}") for match in proposal.candidates.matches]
    assert [f"{heading}b\n{next_heading}", "Use\nb\nTests\n"] == texts


@pytest.mark.parametrize(
    "body",
    ["-    x = 1\n+    x = 2\n     return x\n", "     x = 1\n+    y = 1\n     return x\n"],
    ids=["replaced", "added"],
)
@pytest.mark.parametrize(
    ("header", "first"),
    [("-6,2 +6,2 @@ def h():", None), ("-10,2 +10,2 @@ def f():", 10), ("-60,2 +60,2 @@ def h():", 10)],
    ids=["another function", "the function above", "a wrong number"],
)
def test_a_heading_decides_between_equal_lines_unless_the_line_number_says_another_one(
    tmp_path: Path, header: str, first: int | None, body: str
) -> None:
    text = "\n".join(f"def {name}():\n    x = 1\n    return x\n" for name in "fgh")
    review = planned(tmp_path, text, f"--- a/a.txt\n+++ b/a.txt\n@@ {header}\n{body}")
    (proposal,) = review.proposals

    assert (first is not None, first) == (proposal.is_ready, proposal.lines and proposal.lines[0])


@pytest.mark.parametrize(
    ("text", "hunk", "after"),
    [
        ("f() {\n  a();\n}\n", " f() {\n  a();\n+  b();\n }\n", "f() {\n  a();\n  b();\n}\n"),
        ("f() {\n    a();\n}\n", " f() {\n-    a();\n+    b();\n }\n", "f() {\n    b();\n}\n"),
        ("a:\n  - x\n  - y\n", " a:\n  - x\n+  - z\n  - y\n", "a:\n  - x\n  - z\n  - y\n"),
        (" f() {\n a();\n}\n", "  f() {\n  a();\n+ b();\n }\n", " f() {\n a();\n b();\n}\n"),
    ],
)
def test_context_of_a_diff_that_lacks_its_signs_where_it_is_indented_is_read_as_it_is(
    tmp_path: Path, text: str, hunk: str, after: str
) -> None:
    review = planned(tmp_path, text, f"```diff\n--- a/a.txt\n+++ b/a.txt\n@@ @@\n{hunk}```\n")

    assert [Tier.EXACT] == [proposal.tier for proposal in review.proposals]
    assert after == shown(review)


class TestQuotesOfEarlierBlocks:
    """A block may quote its lines as an earlier one leaves them, though it fits the original file too."""

    BODY = "def f():\n    a()\n    b()\n    return 1\n"
    NEXT = block("        b()\n", "        b()\n        c()\n")
    WRAPPED = block("    a()\n    b()\n", "    with lock:\n        a()\n        b()\n")

    def test_new_lines_are_as_deep_as_the_lines_that_an_earlier_block_indents(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, self.BODY, self.WRAPPED, block("        b()\n", "        b()\n        c()\n")
        )

        assert self.BODY.replace(
            "    a()\n    b()\n", "    with lock:\n        a()\n        b()\n        c()\n"
        ) == shown(review)
        assert [(), (1,)] == [p.depends_on for p in review.proposals]

    def test_they_follow_the_file_if_that_block_is_rejected(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, self.BODY, self.WRAPPED, block("        b()\n", "        b()\n        c()\n")
        )

        rejected(review, 1)

        assert self.BODY.replace("    b()\n", "    b()\n    c()\n") == shown(review)

    def test_new_lines_go_with_a_line_that_an_earlier_block_moves(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "top\na\nb\n", block("top\na\nb\n", "top\nb\na\n"), block("b\n", "b\nx\n"))

        assert "top\nb\nx\na\n" == shown(review)

    def test_without_another_outcome_a_block_depends_on_none(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\nc\n", block("a\nb\n", "A\nb\n"), block("b\nc\n", "b\nC\n"))

        assert "A\nb\nC\n" == shown(review)
        assert [(), ()] == [p.depends_on for p in review.proposals]

    def test_hunks_of_one_diff_quote_the_original_file(self, tmp_path: Path) -> None:
        diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n top\n+b\n a\n@@ -3,1 +4,2 @@\n b\n+x\n"
        review = planned(tmp_path, "top\na\nb\n", f"```diff\n{diff}```\n")

        assert "top\nb\na\nb\nx\n" == shown(review)

    def test_lines_elsewhere_that_an_earlier_block_adds_and_that_fit_better_are_a_warning(
        self, tmp_path: Path
    ) -> None:
        review = planned(
            tmp_path,
            "top\n    mark()\nend\n",
            block("end\n", "end\n  mark()\n"),
            block("  mark()\n", "  mark(1)\n"),
        )

        assert [None, Reason.AMBIGUOUS] == [p.withheld for p in review.proposals]
        assert ["the lines that block 1 adds fit better than these"] == [
            warning.message for warning in review.proposals[1].warnings
        ]


@pytest.mark.parametrize("is_call", [False, True])
def test_lines_that_are_indented_like_the_new_text_of_a_block_may_have_been_so_by_it(
    tmp_path: Path, is_call: bool
) -> None:
    head = "def send(x):\n    check_page(x)\ndef page(x):\n    x = x + 1\n\ndef file(x):\n    check_user(x)\n"
    old, new = "    log(x)\n    close_page(x)\n", "        log(x)\n        close_page(x)\n"
    edit = {"name": "edit", "arguments": {"filePath": "a.txt", "oldString": old, "newString": new}}
    call = f"```json\n{json.dumps(edit)}\n```\n"
    review = planned(tmp_path, head + new, call if is_call else block(old, new))

    assert [] == review.accept()


class TestReversals:
    BLOCKS = block("b\n", "B\n"), block("B\n", "b\n")

    def test_a_block_that_takes_an_earlier_one_back_waits_and_so_does_that_one(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", *self.BLOCKS)

        assert [Reason.CONFLICT] * 2 == [proposal.withheld for proposal in review.proposals]
        assert [] == review.accept()

    def test_without_it_the_earlier_one_is_safe(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", *self.BLOCKS)

        rejected(review, 2)

        assert [None, None] == [proposal.withheld for proposal in review.proposals]
        assert "a\nB\n" == shown(review)

    @pytest.mark.parametrize(
        ("text", "is_reversed"),
        [("a\nb\n", True), ("A\nb\n", True), ("a\nB\n", False), ("A\nB\n", False), ("a\n", False)],
    )
    def test_a_whole_file_without_the_change_of_an_earlier_block_waits(
        self, tmp_path: Path, text: str, is_reversed: bool
    ) -> None:
        whole = f"The whole file:\n\na.txt\n```\n{text}```\n"
        review = planned(tmp_path, "a\nb\n", self.BLOCKS[0], whole)

        expected = Reason.CONFLICT if is_reversed else None
        assert [expected] * 2 == [proposal.withheld for proposal in review.proposals]

    def test_a_hunk_that_takes_a_block_back_is_not_taken_for_an_applied_one(self, tmp_path: Path) -> None:
        """The file has its new text at its line, but not below the block before."""
        diff = "```diff\n--- a/a.txt\n+++ b/a.txt\n{}```\n"
        review = planned(
            tmp_path,
            "one\ntwo\nthree\nfour\nfive\n",
            diff.format("@@ -3,3 +3,2 @@\n three\n-four\n five\n"),
            diff.format("@@ -3,2 +3,3 @@\n three\n+four\n five\n"),
        )

        assert [Reason.CONFLICT, Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]

    def test_hunks_out_of_order_are_found_by_their_numbers(self, tmp_path: Path) -> None:
        """The file has two places for the second hunk, and only the later one is below the first hunk's."""
        lines = [f"{number}\n" for number in range(1, 21)]
        lines[4] = lines[14] = "twin\n"
        diff = (
            "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -10 +10 @@\n-10\n+ten\n@@ -{} +{} @@\n-twin\n+pair\n```\n"
        )
        exact = planned(tmp_path / "exact", "".join(lines), diff.format(5, 5))
        near = planned(tmp_path / "near", "".join(lines), diff.format(4, 4))

        assert [(10, 10), (5, 5)] == [p.lines for p in exact.proposals]
        assert [None, Reason.AMBIGUOUS] == [p.reason for p in near.proposals]

    @pytest.mark.parametrize("title", ["[alpha]", "## alpha"])
    def test_text_in_another_section_than_the_hunk_names_waits(self, tmp_path: Path, title: str) -> None:
        other = title.replace("alpha", "bravo")
        text = f"{title}\nlevel = debug\ntimeout = 10\n\n{other}\nlevel = info\ntimeout = 10\n"
        patch = f"@@ {title}\n level = info\n-timeout = 10\n+timeout = 20\n"
        review = planned(tmp_path, text, f"*** Begin Patch\n*** Update File: a.txt\n{patch}*** End Patch\n")

        assert [Reason.AMBIGUOUS] == [proposal.reason for proposal in review.proposals]

    def test_a_line_among_new_ones_is_no_twin_of_the_only_one_in_the_file(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "def a(x):\n    validate(x)\n",
            block("def a(x):\n", "def b(x):\n    validate(x)\n\n\ndef a(x):\n"),
            block("    validate(x)\n", "    validate(x, 2)\n"),
        )

        assert "def b(x):\n    validate(x)\n\n\ndef a(x):\n    validate(x, 2)\n" == shown(review)
        assert [None, None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        "words",
        [
            "And in `load_slow`, wait longer:",
            "The timeout of load_slow is longer:",
            "Then adjust the new one:",
            "In the function that was just added:",
            "Danach in der neuen Funktion `load_slow`:",
        ],
    )
    def test_a_line_waits_if_words_are_about_one_that_an_earlier_block_adds(
        self, tmp_path: Path, words: str
    ) -> None:
        review = planned(tmp_path, _LOAD, _ADDS_TWIN, f"\n{words}\n\n{_CHANGES_LINE}")

        assert [None, Reason.AMBIGUOUS] == [p.reason for p in review.proposals]
        candidates = review.proposals[1].candidates
        assert candidates is not None
        assert [2, 7] == [match.lines[0] for match in candidates.matches if match.lines]

    def test_the_line_of_the_named_function_is_shown_first(self, tmp_path: Path) -> None:
        words = "\nAnd in `load_slow`, wait longer:\n\n"
        review = planned(tmp_path, _LOAD, _ADDS_TWIN, words + _CHANGES_LINE)

        assert 1 == review.proposals[1].suggested

    def test_words_about_code_of_the_file_leave_a_line_there(self, tmp_path: Path) -> None:
        about_file = (
            "",
            "\nAnd in `load`:\n\n",
            "\nThen wait longer:\n\n",
            "\nUse the new value in `load`:\n\n",
        )
        for number, words in enumerate(about_file):
            review = planned(tmp_path / str(number), _LOAD, _ADDS_TWIN, words + _CHANGES_LINE)

            assert [None, None] == [p.reason for p in review.proposals]
            assert [2] == [p.lines[0] for p in review.proposals[1:] if p.lines]

    def test_a_call_waits_if_an_earlier_one_adds_its_text_again(self, tmp_path: Path) -> None:
        """Agents make calls one after the other: then the text is there twice."""
        pairs = [
            ("def main():\n", f"{_NEW_TWIN}def main():\n"),
            ("    timeout = 30\n", "    timeout = 300\n"),
        ]
        calls = [
            {"name": "Edit", "input": {"file_path": "a.txt", "old_string": old, "new_string": new}}
            for old, new in pairs
        ]
        review = planned(tmp_path, _LOAD, *(f"```json\n{json.dumps(each)}\n```\n" for each in calls))

        assert [None, Reason.AMBIGUOUS] == [p.reason for p in review.proposals]

    def test_a_scope_or_a_number_of_new_lines_counts_too(self, tmp_path: Path) -> None:
        """The second diff is of the file with the first one."""
        first = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -6 +6,6 @@\n{}```\n"
        added = "".join(f"+{line}\n" for line in _NEW_TWIN.splitlines()) + " def main():\n"
        second = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ {} @@{}\n-    timeout = 30\n+    timeout = 300\n```\n"
        for at, (numbers, scope) in enumerate((("-7 +7", ""), ("...", " def load_slow(url):"))):
            review = planned(tmp_path / str(at), _LOAD, first.format(added), second.format(numbers, scope))

            now = review.proposals[1]
            assert now.reason is Reason.AMBIGUOUS or now.lines == (7, 7)

    def test_what_one_block_moves_another_may_remove(self, tmp_path: Path) -> None:
        """Or put other code in its place: it is no revision of the first one."""
        moved = "def helper(x):\n    return check(x)\n"
        for instead in ("", "def other_name(*all):\n    log(all)\n"):
            review = planned(
                tmp_path / str(len(instead)),
                f"import os\nlast = 0\n\n{moved}\nend = 1\n",
                block("import os\n", f"import os\n{moved}"),
                block(moved, instead),
            )

            assert [None, None] == [proposal.reason for proposal in review.proposals]
            assert f"import os\n{moved}last = 0\n\n{instead}\nend = 1\n" == shown(review)

    def test_two_lines_may_be_swapped(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "b\nB\n", *self.BLOCKS)

        assert "B\nb\n" == shown(review)
        assert [None, None] == [proposal.withheld for proposal in review.proposals]

    def test_a_further_response_may_take_a_block_back(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", self.BLOCKS[0])
        review.begin()
        review.read(self.BLOCKS[1])

        assert None is review.proposals[-1].withheld


class TestDependence:
    def test_a_block_that_only_fits_after_an_earlier_one_depends_on_it(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", block("a\n", "x\ny\n"), block("y\nb\n", "y\nB\n"))

        assert [(), (1,)] == [p.depends_on for p in review.proposals]
        assert "x\ny\nB\n" == shown(review)

    def test_it_fails_when_that_one_is_rejected_and_returns_with_it(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", block("a\n", "x\ny\n"), block("y\nb\n", "y\nB\n"))

        rejected(review, 1)
        assert [None, Reason.NOT_FOUND] == reasons(review)

        for path in review.undo():
            review.replan(path)
        assert [None, None] == reasons(review)

    def test_it_depends_only_on_the_blocks_it_builds_on(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "a\nb\nc\n", block("c\n", "C\n"), block("a\n", "x\n"), block("x\nb\n", "x\nB\n")
        )

        assert [(), (), (2,)] == [p.depends_on for p in review.proposals]

    def test_it_depends_on_a_block_whose_match_it_shares_with_other_text(self, tmp_path: Path) -> None:
        """Only the order of the two insertions at one point is that block's."""
        review = planned(
            tmp_path,
            "a\nb\nc\n",
            block("c\n", "C\n"),
            block("a\n", "a\nx\n"),
            block("b\n", "y\nb\n"),
        )

        assert [(), (), (2,)] == [p.depends_on for p in review.proposals]
        assert "a\nx\ny\nb\nC\n" == shown(review)

    def test_it_depends_on_the_block_that_left_it_one_match(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "a\nb\na\nc\n", block("c\n", "C\n"), block("a\nb\n", "x\nb\n"), block("a\n", "y\n")
        )

        assert [(), (), (2,)] == [p.depends_on for p in review.proposals]
        assert "x\nb\ny\nC\n" == shown(review)

    def test_it_depends_on_every_block_that_it_would_clash_with(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "a\nb\nc\n",
            block("a\n", "x\n"),
            block("b\n", "b\ny\n"),
            block("x\nb\n", "x\nb\nz\n"),
        )

        assert [(), (), (1, 2)] == [p.depends_on for p in review.proposals]
        assert "x\nb\nz\ny\nc\n" == shown(review)

    def test_a_chain_is_carried_through_to_its_end(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "one\n", block("one\n", "two\n"), block("two\n", "three\n"), block("three\n", "four\n")
        )

        assert [(), (1,), (1, 2)] == [p.depends_on for p in review.proposals]
        assert "four\n" == shown(review)

    def test_a_block_that_is_accepted_without_what_it_builds_on_is_refused(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", block("a\n", "x\ny\n"), block("y\nb\n", "y\nB\n"))

        accepted(review, 2)

        assert [] == review.prepare()
        assert (Reason.DEPENDS_ON, "it builds on block 1, which is not accepted") == (
            review.refused[2].reason,
            str(review.refused[2]),
        )

    def test_of_several_matches_the_one_that_an_earlier_block_left_is_used(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\na\n", block("a\nb\n", "x\nb\n"), block("a\n", "y\n"))

        assert [None, None] == reasons(review)
        assert "x\nb\ny\n" == shown(review)

    def test_a_block_after_one_that_was_carried_past_it_keeps_its_match(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path, "a\nb\nc\n", block("a\n", "1\n2\n3\n"), block("3\nb\n", "3\nB\n"), block("c\n", "C\n")
        )

        assert "1\n2\n3\nB\nC\n" == shown(review)
        assert [(), (1,), ()] == [p.depends_on for p in review.proposals]


class TestIdenticalBlocks:
    def test_a_repeat_of_a_block_with_one_match_is_already_applied(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", *[block("a\n", "A\n")] * 3)

        assert [
            (None, None),
            (Reason.ALREADY_APPLIED, "same as block 1"),
            (Reason.ALREADY_APPLIED, "same as block 1"),
        ] == findings(review)

    def test_the_repeat_counts_when_the_first_is_rejected(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\n", *[block("a\n", "A\n")] * 2)

        rejected(review, 1)

        assert [None, None] == reasons(review)
        assert "A\nb\n" == shown(review)

    @pytest.mark.parametrize(("number", "text"), [(1, "a\n-\nA\n-\nA\n"), (2, "A\n-\na\n-\nA\n")])
    def test_the_others_keep_their_matches_when_one_of_as_many_is_rejected(
        self, tmp_path: Path, number: int, text: str
    ) -> None:
        review = planned(tmp_path, "a\n-\na\n-\na\n", *[block("a\n", "A\n")] * 3)

        rejected(review, number)
        accepted(review, *{1, 2, 3} - {number})

        assert [(1, 1), (3, 3), (5, 5)] == [p.lines for p in review.proposals]
        assert 2 == len(review.write())
        assert text.encode() == files_of(tmp_path)["a.txt"]

    def test_the_remaining_share_the_matches_when_one_too_many_is_rejected(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\n-\na\n", *[block("a\n", "A\n")] * 3)

        rejected(review, 2)

        assert "A\n-\nA\n" == shown(review)

    def test_as_many_blocks_as_matches_get_one_each_with_a_warning(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\n-\na\n-\na\n", *[block("a\n", "A\n")] * 3)

        assert "A\n-\nA\n-\nA\n" == shown(review)
        assert [(1, 1), (3, 3), (5, 5)] == [p.lines for p in review.proposals]
        assert [
            (
                WarningKind.IDENTICAL_BLOCKS,
                "blocks 1, 2 and 3 are identical and have 3 matches; this one gets match 1",
            ),
            (
                WarningKind.IDENTICAL_BLOCKS,
                "blocks 1, 2 and 3 are identical and have 3 matches; this one gets match 2",
            ),
            (
                WarningKind.IDENTICAL_BLOCKS,
                "blocks 1, 2 and 3 are identical and have 3 matches; this one gets match 3",
            ),
        ] == [(w.kind, w.message) for p in review.proposals for w in p.warnings]

    def test_fewer_blocks_than_matches_are_ambiguous(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\na\na\n", *[block("a\n", "A\n")] * 2)

        assert [Reason.AMBIGUOUS, Reason.AMBIGUOUS] == reasons(review)


class TestNewFiles:
    def test_an_empty_search_creates_a_missing_file(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("", "one\ntwo\n"))

        assert [(None, None)] == findings(review)
        assert ("write", True, None) == (
            proposal(review, 1).operation,
            proposal(review, 1).creates,
            proposal(review, 1).lines,
        )
        assert "one\ntwo\n" == shown(review)

    def test_an_empty_search_fills_a_file_that_is_empty(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "", block("", "one\n"))

        assert [(None, None)] == findings(review)
        assert not proposal(review, 1).creates
        assert "one\n" == shown(review)

    def test_a_new_file_may_be_edited_further_down(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("", "one\ntwo\n"), block("two\n", "three\n"))

        assert [(), (1,)] == [p.depends_on for p in review.proposals]
        assert "one\nthree\n" == shown(review)

    def test_an_edit_above_the_block_that_creates_its_file_has_no_file(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("two\n", "three\n"), block("", "one\ntwo\n"))

        assert [(Reason.FILE_MISSING, "a.txt does not exist"), (None, None)] == findings(review)

    def test_an_edit_of_a_file_that_nothing_creates_has_none(self, tmp_path: Path) -> None:
        assert [(Reason.FILE_MISSING, "a.txt does not exist")] == findings(
            planned(tmp_path, None, block("a\n", "b\n"))
        )

    def test_an_edit_fails_with_the_block_that_creates_its_file(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("", "one\n"), block("one\n", "two\n"))

        rejected(review, 1)

        assert [None, Reason.FILE_MISSING] == reasons(review)

    def test_an_empty_search_has_no_match_in_a_file_with_content(self, tmp_path: Path) -> None:
        assert [(Reason.FILE_EXISTS, NOWHERE)] == findings(planned(tmp_path, "old\n", block("", "new\n")))

    def test_a_second_text_for_one_new_file_has_no_match(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("", "one\n"), block("", "two\n"))

        assert [(None, None), (Reason.FILE_EXISTS, NOWHERE)] == findings(review)

    def test_the_same_text_for_one_new_file_is_already_applied(self, tmp_path: Path) -> None:
        review = planned(tmp_path, None, block("", "one\n"), block("", "one\n"))

        assert [(None, None), (Reason.ALREADY_APPLIED, "same as block 1")] == findings(review)

    def test_a_file_with_exactly_the_new_text_is_already_applied(self, tmp_path: Path) -> None:
        assert [(Reason.ALREADY_APPLIED, "a.txt already has this text")] == findings(
            planned(tmp_path, "one\n", block("", "one\n"))
        )

    def test_an_empty_search_fills_a_file_that_an_earlier_block_emptied(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "one\ntwo\n", block("one\ntwo\n", ""), block("", "three\n"))

        assert [(None, None)] * 2 == findings(review)
        assert [(), (1,)] == [p.depends_on for p in review.proposals]
        assert "three\n" == shown(review)

        review.accept()
        review.write()
        assert {"a.txt": b"three\n"} == files_of(tmp_path)

    def test_it_has_no_match_when_that_block_is_rejected(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "one\ntwo\n", block("one\ntwo\n", ""), block("", "three\n"))

        rejected(review, 1)

        assert [None, Reason.FILE_EXISTS] == reasons(review)

    def test_a_new_file_may_have_a_line_that_looks_like_a_divider(self, tmp_path: Path) -> None:
        """An empty SEARCH is an interpretation where no other has a place."""
        review = planned(tmp_path, None, block("", "Title\n=======\ntext\n"))

        assert [(None, None)] == findings(review)
        assert "Title\n=======\ntext\n" == shown(review)


class TestNothingToDo:
    def test_the_same_text_on_both_sides_is_no_change(self, tmp_path: Path) -> None:
        assert [(Reason.NO_CHANGE, "SEARCH and REPLACE are the same")] == findings(
            planned(tmp_path, "a\n", block("a\n", "a\n"))
        )

    def test_a_replacement_equal_to_the_file_is_no_change(self, tmp_path: Path) -> None:
        assert [(Reason.NO_CHANGE, "the file already has this text")] == findings(
            planned(tmp_path, "a\n", block("a  \n", "a\n"))
        )

    def test_new_text_in_a_file_without_the_old_is_already_applied(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "x\nnew_name = 1\ny\n", block("old_name = 1\n", "new_name = 1\n"))

        assert [(Reason.ALREADY_APPLIED, "its new text is in the file, and its old text is not")] == findings(
            review
        )

    def test_new_text_in_a_file_too_long_to_compare_is_not_called_already_applied(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The old text may be elsewhere in it, with changes."""
        monkeypatch.setattr(near_matches, "_MAX_CELLS", 100)
        text = "old_name = 10\n" + "x\n" * 100 + "new_name = 1\n"

        assert [Reason.NOT_FOUND] == reasons(
            planned(tmp_path, text, block("old_name = 1\n", "new_name = 1\n"))
        )

    def test_short_new_text_proves_nothing(self, tmp_path: Path) -> None:
        assert [Reason.NOT_FOUND] == reasons(planned(tmp_path, "x\n}\ny\n", block("old_name = 1\n", "}\n")))

    @pytest.mark.parametrize(
        ("text", "old", "new"),
        [
            ("    if a:\n        b\n", "        print(a, b, c)\n", "    print(a, b, c)\n"),
            ("x\n", "a  =  1\nb = 22222\n", "a  =  1\nb = 22222\ncalled(a)\n"),
            ("x\n", "print('a')  # ’\n", "print('a')  # ’\nprint('bb')  # ’\n"),
            ("x\n", "27| a = 11\n28| b = 22\n", "27| a = 11\n28| b = 22\n29| called(a)\n"),
        ],
    )
    def test_an_applied_edit_is_not_applied_again_by_a_tolerant_strategy(
        self, tmp_path: Path, text: str, old: str, new: str
    ) -> None:
        plain = re.sub(r"(?m)^\d+\| ", "", old).replace("  =  ", " = ").replace("’", "'")
        once = shown(planned(tmp_path, text + plain, block(old, new)))
        again = planned(tmp_path, once, block(old, new))

        assert text + plain != once
        assert [Reason.ALREADY_APPLIED] == reasons(again)

    def test_lines_that_only_resemble_the_old_text_are_not_called_already_applied(
        self, tmp_path: Path
    ) -> None:
        """The new lines stand around them by chance: rows repeat each other."""
        text = "- item\n- item\nz item\n- item\n- item\nz item\n"
        review = planned(tmp_path, text, block("- item\n" * 3, "- item\n" * 4))

        assert [None] == reasons(review)
        assert [Reason.AMBIGUOUS] == [p.withheld for p in review.proposals]

    def test_similar_old_text_is_left_to_the_user_if_the_new_is_elsewhere(self, tmp_path: Path) -> None:
        old, new = "print(sum(1, 2))\n", "print(sum(1, 2, 3333))  # all of them\n"
        review = planned(tmp_path, f"    {old}{new}", block(old, new))

        assert [] == review.accept("fuzzy")
        assert [Reason.AMBIGUOUS] == [p.withheld for p in review.proposals]

    @pytest.mark.parametrize(
        ("text", "old", "new"),
        [
            ("deny()\nprepare_it(x)\n", "allow_everybody()\nprepare_it(x)\n", "prepare_it(x)\n"),
            ("a\n    return total\n", "    return total  # approximately\n", "    return total\n"),
            ("x = 1\nlog.setup(y)\n\nz\nlog.setup(y)\n", "log_begin(y)\n", "log.setup(y)\n"),
            (
                "def f():\n    log.start(f, 1)\n    stop()\n\ndef g():\n    log.begin(g, 1)\n    run()\n",
                "def g():\n    log.open(g, 1)\n    run()\n",
                "    log.start(f, 1)\n",
            ),
        ],
        ids=["deletion", "deletion in a line", "several matches", "like the old text elsewhere"],
    )
    def test_an_uncertain_edit_is_not_called_applied(
        self, tmp_path: Path, text: str, old: str, new: str
    ) -> None:
        """A part of the old text is no proof, nor is new text that may have stood there before."""
        assert [Reason.ALREADY_APPLIED] != reasons(planned(tmp_path, text, block(old, new)))

    def test_unique_old_text_is_not_applied_whatever_line_its_hunk_names(self, tmp_path: Path) -> None:
        both = "    port = 80\n    host = ''\n"
        text = f"one:\n{both}\ntwo:\n    secure = False\n{both}"
        hunk = "--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,2 @@\n-    secure = False\n" + "".join(
            f" {line}" for line in both.splitlines(keepends=True)
        )
        review = planned(tmp_path, text, f"```diff\n{hunk}```\n")

        assert [1] == review.accept()
        assert text.replace("    secure = False\n", "") == shown(review)

    def test_hunks_that_name_different_lines_are_different_edits(self, tmp_path: Path) -> None:
        row = "<row>\n  <cell/>\n</row>\n"
        made = row.replace("<cell/>\n", "<cell/>\n  <extra/>\n")
        hunks = "".join(
            f"@@ -{3 * n + 1},3 +{3 * n + 1 + at},4 @@\n <row>\n   <cell/>\n+  <extra/>\n </row>\n"
            for at, n in enumerate((2, 6))
        )
        review = planned(tmp_path, 8 * row, f"```diff\n--- a/a.txt\n+++ b/a.txt\n{hunks}```\n")

        assert [1, 2] == review.accept()
        assert row * 2 + made + row * 3 + made + row == shown(review)

    def test_blank_lines_are_not_added_twice(self, tmp_path: Path) -> None:
        once = planned(tmp_path, "a = 1\nb = 2\n", block("a = 1\nb = 2\n", "a = 1\n\nb = 2\n"))
        again = planned(tmp_path, shown(once), block("a = 1\nb = 2\n", "a = 1\n\nb = 2\n"))

        assert "a = 1\n\nb = 2\n" == shown(again)

    def test_blank_lines_in_existing_new_text_do_not_count(self, tmp_path: Path) -> None:
        text = "total = sum(prices)\n\nprint(total, count)\n"

        review = planned(tmp_path, text, block("total = sum(prices)\ngone = 1\n", text.replace("\n\n", "\n")))

        assert [Reason.ALREADY_APPLIED] == reasons(review)

    @pytest.mark.parametrize("way", ["as lines", "as text"])
    def test_new_text_unrelated_to_the_old_one_proves_nothing(self, tmp_path: Path, way: str) -> None:
        """The old text may be there, changed beyond likeness; the new one has its own reasons to be."""
        text = "def a():\n    validate(request, strict)\n\ndef b():\n    pass\n"
        old, new = "    do_the_old_thing()", "    validate(request, strict)"
        call = {"file_path": "a.txt", "old_string": old.strip(), "new_string": new.strip()}
        response = block(f"{old}\n", f"{new}\n")
        if way == "as text":
            response = json.dumps({"name": "Edit", "input": call})

        assert [Reason.NOT_FOUND] == reasons(planned(tmp_path, text, response))

    def test_a_removal_is_not_applied_while_its_lines_exist(self, tmp_path: Path) -> None:
        old = "class Shop:\n    name: str\n\ngoods = {}\nprices = {1: 2}\n"
        text = "class Shop:\n    name: str\n\ngoods = {3: 4}\nx = 1\nprices = {1: 2}\n"

        review = planned(tmp_path, text, block(old, "class Shop:\n    name: str\n"))

        assert Reason.ALREADY_APPLIED not in reasons(review)

    def test_new_text_proves_nothing_if_text_like_the_old_one_is_elsewhere(self, tmp_path: Path) -> None:
        text = "def total(rows):\n    return sum(rows, begin)\n\ndef other():\n    return rows_of(1)\n"
        wrong = "def total(rows):\n    return sum(rows, begni)\n"

        review = planned(tmp_path, text, block(wrong, "    return rows_of(1)\n"))

        assert [(None, "fuzzy")] == [(p.reason, p.strategy) for p in review.proposals]

    def test_new_text_added_by_an_earlier_block_is_already_applied(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "alpha = 1\nbeta = 2\n",
            block("alpha = 1\nbeta = 2\n", "gamma = 12345\n"),
            block("delta = 4\n", "gamma = 12345\n"),
        )

        assert (Reason.ALREADY_APPLIED, "an earlier block makes the same change") == findings(review)[1]

    @pytest.mark.parametrize(
        ("search", "replace"),
        [
            ("import os\n", "import os\nimport sys as system\n"),
            ("import os\n", "import sys as system\nimport os\n"),
            ("run()\n", "try:\n    run()\nexcept OSError as error:\n    print(error)\n"),
            ('"a",\n', '"a",\n"b",\n'),
            ("foo()\n", "if x:\n    foo()\n"),
            ("def f():\n", "@c\ndef f():\n"),
        ],
    )
    @pytest.mark.parametrize("depth", ["", "    ", "\t"])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_lines_are_not_added_a_second_time(
        self, tmp_path: Path, search: str, replace: str, depth: str, end: str
    ) -> None:
        """Not even where no journal shows a first run."""
        text = f"first{end}{depth}{search.strip()}{end}last{end}"
        once = shown(planned(tmp_path, text, block(search, replace)))

        assert text != once
        assert [(Reason.ALREADY_APPLIED, "its new text is already there")] == findings(
            planned(tmp_path, once, block(search, replace))
        )

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("more", ["\n", "\n\n"])
    def test_existing_blank_lines_prove_nothing(self, tmp_path: Path, end: str, more: str) -> None:
        """The user decides: the response does not tell if one more is wanted."""
        text = f"first(){end}last_of_all(){end}{end}"
        call = {"file_path": "a.txt", "old_string": "last_of_all()", "new_string": f"last_of_all(){more}"}
        review = planned(
            tmp_path, text, f"```json\n{json.dumps({'name': 'replace', 'arguments': call})}\n```\n"
        )

        assert Reason.ALREADY_APPLIED not in [reason for reason, _ in findings(review)]
        assert [[WarningKind.REPEATED]] == [[w.kind for w in p.warnings] for p in review.proposals]

    def test_lines_are_not_added_a_second_time_at_an_end_without_line_end(self, tmp_path: Path) -> None:
        """The blank line below has no line end either, so it is not there."""
        once = shown(planned(tmp_path, "first()\nlast()", block("last()\n", "before_last()\nlast()\n\n")))

        assert [(Reason.ALREADY_APPLIED, "its new text is already there")] == findings(
            planned(tmp_path, once, block("last()\n", "before_last()\nlast()\n\n"))
        )

    def test_an_edit_at_one_of_several_matches_is_not_called_applied_for_the_line_that_it_names(
        self, tmp_path: Path
    ) -> None:
        """Another match, below which nothing was added, may be the one."""
        hunk = "--- a/a.txt\n+++ b/a.txt\n@@ -2 +2,2 @@\n import os\n+import sys as system\n"
        review = planned(
            tmp_path, "x\nimport os\nimport sys as system\ny\nimport os\nz\n", f"```diff\n{hunk}```\n"
        )

        assert [Reason.AMBIGUOUS] == [p.reason or p.withheld for p in review.proposals]

    def test_an_edit_is_not_applied_if_blank_lines_of_its_new_text_are_missing(self, tmp_path: Path) -> None:
        edit = block("Two ways:\n     - log in\n     - a key\n", "Two ways:\n\n   - log in\n   - a key\n")
        review = planned(tmp_path, "Two ways:\n   - log in\n   - a key\n", edit)

        assert [Reason.ALREADY_APPLIED] != reasons(review)

    @pytest.mark.parametrize(
        ("text", "search", "replace"),
        [
            ("if a:\n    one()\n", "          one()\n", "            one()\n"),
            ("a {\n  b('c')\n}\n", "b(‘c’)\n", "  b(‘c’)\n"),
            (
                "}\n\n    let mut bar = vec![x];\n\n        let foo = x;\n        if foo {\n}\n",
                "\n    let mut bar = vec![x];\n\n        let foo = x;\n        if foo {\n}\n",
                "\nlet mut bar = vec![x];\n\n    let foo = x;\n    if foo {\n}\n",
            ),
            (
                '// the end\n}\n    return one && two;\n  return <Both x="x" />;\n}\n',
                '}\n    return one && two;\n  return <Both x=\\"x\\" />;\n',
                '  also(x)\n}\n  return one && two;\nreturn <Both x=\\"x\\" />;\n',
            ),
        ],
        ids=["shifted", "look-alikes", "unevenly", "below something new"],
    )
    def test_lines_that_may_have_been_reindented_before_are_left_to_the_user(
        self, tmp_path: Path, text: str, search: str, replace: str
    ) -> None:
        """A depth that is not the block's may be the one they had, or the one they got."""
        again = planned(
            tmp_path, shown(planned(tmp_path, text, block(search, replace))), block(search, replace)
        )

        assert [] == again.accept("fuzzy")
        (reason,) = [p.withheld or p.reason for p in again.proposals]
        assert reason in (Reason.AMBIGUOUS, Reason.ALREADY_APPLIED, Reason.UNSEEN)

    def test_lines_that_cannot_have_been_reindented_before_are_reindented(self, tmp_path: Path) -> None:
        """They have the shape of the old text, and not that of the new one."""
        text = "a {\n    b {\n        c\n    }\n}\n"
        review = planned(tmp_path, text, block("b {\n    c\n}\n", "b {\nc\n}\n"))

        assert [1] == review.accept()
        assert "a {\n    b {\n    c\n    }\n}\n" == shown(review)

    def test_lines_that_exist_only_elsewhere_are_added(self, tmp_path: Path) -> None:
        text = "def f():\n    start()\n    log_start()\n\ndef g():\n    begin()\n    start()\n"
        review = planned(
            tmp_path, text, block("    begin()\n    start()\n", "    begin()\n    start()\n    log_start()\n")
        )

        assert [None] == reasons(review)
        assert text + "    log_start()\n" == shown(review)

    @pytest.mark.parametrize("line", ["}\n", "\n"])
    def test_a_trivial_line_is_added_if_it_is_missing(self, tmp_path: Path, line: str) -> None:
        review = planned(
            tmp_path,
            f"first_thing()\n{line}second_thing()\nthird_thing()\n",
            block("second_thing()\n", f"second_thing()\n{line}"),
        )

        assert f"first_thing()\n{line}second_thing()\n{line}third_thing()\n" == shown(review)

    def test_a_closing_brace_is_added_next_to_another(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "if (a) {\n  b();\n}\n", block("  b();\n", "  b();\n}\n"))

        assert "if (a) {\n  b();\n}\n}\n" == shown(review)


class TestNoMatch:
    def test_a_missing_text_names_the_file_that_was_searched(self, tmp_path: Path) -> None:
        assert [(Reason.NOT_FOUND, "SEARCH not found in a.txt")] == findings(
            planned(tmp_path, "a\n", block("b\n", "d\n"))
        )

    def test_several_matches_are_named_by_their_lines(self, tmp_path: Path) -> None:
        assert [(Reason.AMBIGUOUS, "its text has 2 matches: lines 1, 3")] == findings(
            planned(tmp_path, "a\nb\na\n", block("a\n", "A\n"))
        )
        assert [(Reason.AMBIGUOUS, "its text has 8 matches: lines 1, 2, 3, 4, 5, 6, …")] == findings(
            planned(tmp_path, "a\n" * 8, block("a\n", "A\n"))
        )

    def test_a_search_of_a_blank_line_in_an_empty_file_is_an_empty_search(self, tmp_path: Path) -> None:
        assert [None] == reasons(planned(tmp_path, "", block("\n", "a\n")))

    def test_a_search_of_blank_lines_does_not_match_the_only_blank_line(self, tmp_path: Path) -> None:
        assert [Reason.FILE_EXISTS] == reasons(planned(tmp_path, "a\n\nb\n", block("\n", "c\n")))


class TestChosenMatches:
    def test_a_chosen_match_is_used(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\na\n", block("a\n", "A\n"))
        ambiguous = proposal(review, 1)
        assert ambiguous.candidates is not None

        for path in review.decide(
            {ambiguous.key: Decision(matches=frozenset({ambiguous.candidates.matches[1].key}))}
        ):
            review.replan(path)

        assert [(None, None)] == findings(review)
        assert (3, 3) == proposal(review, 1).lines
        assert "a\nb\nA\n" == shown(review)

    def test_several_matches_may_be_chosen(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\na\nb\na\n", block("a\n", "A\nAA\n"))
        ambiguous = proposal(review, 1)
        assert ambiguous.candidates is not None
        keys = frozenset(match.key for match in ambiguous.candidates.matches[1:])

        for path in review.decide({ambiguous.key: Decision(matches=keys)}):
            review.replan(path)

        assert "a\nb\nA\nAA\nb\nA\nAA\n" == shown(review)

    def test_overlapping_matches_cannot_both_be_chosen(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\na\na\n", block("a\na\n", "b\nc\n"))
        ambiguous = proposal(review, 1)
        assert ambiguous.candidates is not None
        keys = frozenset(match.key for match in ambiguous.candidates.matches)

        for path in review.decide({ambiguous.key: Decision(matches=keys)}):
            review.replan(path)

        assert [(Reason.CONFLICT, "the chosen matches overlap")] == findings(review)

    def test_new_code_of_several_blocks_may_go_to_one_place_in_their_order(self, tmp_path: Path) -> None:
        file = "class Shop\n  def open\n    1\n  end\nend\n"
        new = [f"def {name}\n  {name} + 1\nend\n" for name in ("close", "sell")]
        fences = "\n".join(f"Add to `shop.rb`:\n\n```ruby\n{code}```\n" for code in new)
        review = review_of(make_tree(tmp_path, {"shop.rb": file}), fences)

        for number in (1, 2):
            candidates = proposal(review, number).candidates
            assert candidates is not None
            key = next(m.key for m in candidates.matches if (m.label or "").endswith("of class `Shop`"))
            for path in review.decide({proposal(review, number).key: Decision(matches=frozenset({key}))}):
                review.replan(path)

        inner = [f"\n  def {name}\n    {name} + 1\n  end\n" for name in ("close", "sell")]
        assert [None, None] == reasons(review)
        assert [(), (1,)] == [each.depends_on for each in review.proposals]
        assert file.replace("1\n  end\n", f"1\n  end\n{''.join(inner)}") == shown(review)

        rejected(review, 1)

        assert file.replace("1\n  end\n", f"1\n  end\n{inner[1]}") == shown(review)

    def test_a_choice_survives_a_change_elsewhere_in_the_file(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "a\nb\na\n", block("a\n", "A\n"))
        ambiguous = proposal(review, 1)
        assert ambiguous.candidates is not None
        review.decide({ambiguous.key: Decision(matches=frozenset({ambiguous.candidates.matches[1].key}))})
        make_tree(tmp_path, {"a.txt": "new\na\nb\na\n"})

        review.refresh()

        assert (4, 4) == proposal(review, 1).lines


class TestRows:
    def test_some_rows_of_a_block_may_be_accepted(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "alpha = 1\nbeta = 2\ngamma = 3\n",
            block("alpha = 1\nbeta = 2\ngamma = 3\n", "alpha = 10\nbeta = 2\ngamma = 30\nlast = 4\n"),
        )

        self._accept_rows(review, 0, 2)
        review.write()

        assert {"a.txt": b"alpha = 10\nbeta = 2\ngamma = 3\nlast = 4\n"} == files_of(tmp_path)

    def test_blocks_after_it_see_the_rows_that_were_accepted(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "alpha = 1\nomega = 9\n",
            block("alpha = 1\nomega = 9\n", "alpha = 10\nomega = 90\n"),
            block("omega = 90\n", "omega = 900\n"),
        )
        assert [(), (1,)] == [p.depends_on for p in review.proposals]

        self._accept_rows(review, 0)

        assert Reason.NOT_FOUND is proposal(review, 2).reason
        assert "alpha = 10\nomega = 9\n" == shown(review)

    @staticmethod
    def _accept_rows(review: Review, *rows: int) -> None:
        first = proposal(review, 1)
        for path in review.decide({first.key: review.acceptance(first, frozenset(rows))}):
            review.replan(path)
        assert Verdict.ACCEPTED is review.verdict(proposal(review, 1))


class TestInterpretations:
    HEADING = "Title\n=======\ntext\n"

    def test_the_file_decides_which_divider_is_right(self, tmp_path: Path) -> None:
        in_search = planned(tmp_path / "1", self.HEADING, block(self.HEADING, "other\n"))
        in_replace = planned(tmp_path / "2", "Title\n", block("Title\n", self.HEADING))

        assert "other\n" == shown(in_search)
        assert self.HEADING == shown(in_replace)

    def test_the_longest_search_with_exactly_one_match_wins(self, tmp_path: Path) -> None:
        review = planned(tmp_path, f"{self.HEADING}end\n", block(self.HEADING, "other\n"))

        assert "other\nend\n" == shown(review)
        assert () == proposal(review, 1).warnings

    def test_a_merge_conflict_can_be_resolved(self, tmp_path: Path) -> None:
        conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"

        assert "a\nboth\nz\n" == shown(planned(tmp_path, f"a\n{conflict}z\n", block(conflict, "both\n")))

    @pytest.mark.parametrize("rule", ["=======", "===", "==========", "=======  "])
    @pytest.mark.parametrize("before", ["", "Project\n"])
    def test_a_search_is_not_cut_at_a_line_that_the_file_continues_with(
        self, tmp_path: Path, rule: str, before: str
    ) -> None:
        readme = f"{before}Project\n{rule}\n\nSome text here.\nMore.\n"
        nearly = "Project\n=======\n\nSome text there.\n"
        review = planned(tmp_path, readme, block(nearly, "Project\n=======\n\nNew text.\n"))

        assert [Reason.NOT_FOUND] == reasons(review)

    def test_a_nearly_matching_conflict_is_fuzzy_and_names_lost_lines(self, tmp_path: Path) -> None:
        conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"

        review = planned(tmp_path, conflict, block(conflict.replace("theirs", "others"), "both\n"))

        assert Tier.FUZZY is proposal(review, 1).tier
        assert [(WarningKind.OTHER_TEXT, "replaces lines that differ from its search text: line 4")] == [
            (warning.kind, warning.message) for warning in proposal(review, 1).warnings
        ]

    def test_a_search_that_is_found_tolerantly_wins_over_one_that_is_cut(self, tmp_path: Path) -> None:
        review = planned(
            tmp_path,
            "Project\n=======\n\nSome text.  \nMore.\n",
            block("Project\n=======\n\nSome text.\n", "Project\n=======\n\nNew text.\n"),
        )

        assert [None] == reasons(review)
        assert "Project\n=======\n\nNew text.  \nMore.\n" == shown(review)

    def test_a_ruler_at_the_end_of_both_parts_stays(self, tmp_path: Path) -> None:
        review = planned(tmp_path, "Old\n=======\ntext\n", block("Old\n=======\n", "New\n=======\n"))

        assert "New\n=======\ntext\n" == shown(review)
        assert () == proposal(review, 1).warnings

    def test_two_interpretations_that_fit_equally_well_are_a_warning(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.md": "intro\n"}),
            block("intro\n", "Intro:\n=======\n", "a.md").replace(
                ">>>>>>> REPLACE", "=======\n>>>>>>> REPLACE"
            ),
        )

        (found,) = review.proposals
        assert [WarningKind.READING] == [warning.kind for warning in found.warnings]


def test_an_unchanged_proposal_is_the_same_object(tmp_path: Path) -> None:
    """So that nobody need look at it again."""
    review = planned(
        tmp_path, "1\n2\n3\n", block("1\n", "one\n"), block("2\n", "two\n"), block("one\n", "I\n")
    )
    before = review.proposals

    rejected(review, 1)

    assert [True, True, False] == [old is new for old, new in zip(before, review.proposals, strict=True)], (
        "the last one built on the first"
    )
    review.workspace.root.folder.joinpath("a.txt").write_text("0\n1\n2\n3\n")
    review.refresh()
    assert (3, 3) == proposal(review, 2).lines


def test_rejecting_a_block_replans_only_its_file(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}),
        block("a\n", "A\n") + block("b\n", "B\n", "b.txt"),
    )

    assert ["b.txt"] == review.decide({proposal(review, 2).key: Decision(Verdict.REJECTED)})
    assert [] == review.decide({proposal(review, 1).key: review.acceptance(proposal(review, 1))})


@pytest.mark.parametrize("spelling", ["./a.txt", "sub/../a.txt", ".\\a.txt", "link.txt", "folder/a.txt"])
def test_one_file_has_one_plan_in_any_spelling_of_its_path(tmp_path: Path, spelling: str) -> None:
    make_tree(tmp_path, {"a.txt": "a\nb\n", "sub/x": ""})
    (tmp_path / "link.txt").symlink_to("a.txt")
    (tmp_path / "folder").symlink_to(".")

    review = review_of(tmp_path, block("a\n", "A\n") + block("b\n", "B\n", spelling))

    assert ["a.txt"] == [plan.path for plan in review.plans]
    assert "A\nB\n" == shown(review)


def test_an_absolute_path_under_the_root_is_its_file(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n"})

    review = review_of(tmp_path, block("a\n", "A\n", str(tmp_path / "a.txt")))

    assert ["a.txt"] == [p.path for p in review.proposals]


def test_a_plan_requested_while_a_block_is_matched_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen asks on one thread while another adds a block: the block is in the next plan."""
    review = planned(tmp_path, "a\nb\n", block("a\n", "A\n"))
    review.begin()
    review.replan("a.txt")
    make = FilePlan

    def slow(*args: Any, **named: Any) -> FilePlan:
        monkeypatch.setattr(file_planner, "FilePlan", make)
        review.feed(block("b\n", "B\n"))
        return make(*args, **named)

    monkeypatch.setattr(file_planner, "FilePlan", slow)
    assert [1] == [p.number for p in review.proposals]
    assert [1, 2] == [p.number for p in review.proposals]


PROJECT = """\
[project]
name = "posting"
version = "1.1.0"
description = "The modern API client that lives in your terminal."
authors = [
    { name = "Darren Burns" }
]
"""


def test_a_numbered_match_that_new_lines_do_not_fit_is_not_already_applied(
    tmp_path: Path,
) -> None:
    other = PROJECT.replace("Burns", "Other").removesuffix("]\n")
    text = f"{other}\n\n{PROJECT}"
    root = make_tree(tmp_path / "root", {"a.toml": text})
    old = PROJECT.removesuffix("]\n").replace('name = "p', 'nage = "p').replace("desc", "besc")
    new = PROJECT.removesuffix("]\n").replace("1.1.0", "1.2.0")
    response = (
        f"a.toml\n<edits>\n<old_text line=1>\n{old.replace('authors', 'authnrs')}</old_text>\n"
        f"<new_text>\n{new}</new_text>\n</edits>\n"
    )

    review = review_of(root, response)
    review.accept("fuzzy")

    assert [Reason.AMBIGUOUS] == [proposal.reason for proposal in review.proposals]


def test_new_text_next_to_lines_like_the_old_text_is_not_already_applied(tmp_path: Path) -> None:
    text = "watch_env_files:xfalse\n\nwatch_env_files: false\nwatch_collections: false\n\n"
    root = make_tree(tmp_path / "root", {"a.yaml": text})
    edit = block(
        "watch_env_files: false\n\n", "watch_env_files: false\nwatch_collections: false\n\n", "a.yaml"
    )

    review = review_of(root, edit)

    assert [(None, Reason.UNSEEN)] == [(p.reason, p.withheld) for p in review.proposals]


def test_an_edit_of_blank_lines_alone_is_not_already_applied_next_to_others(tmp_path: Path) -> None:
    root = make_tree(tmp_path / "root", {"a.txt": "first\n\n\n\nsecond\n\nthird\n"})

    review = review_of(root, block("first\n\nsecond\nthird\n", "first\nsecond\nthird\n"))

    assert Reason.ALREADY_APPLIED not in [proposal.reason for proposal in review.proposals]


class TestPartsThatLookWhole:
    """A fence under a path that holds most of a file, where no parser can tell."""

    FILE = (
        "# Licence\nrepos:\n  - repo: one\n    rev: 1\n    hooks:\n"
        "      - id: a\n      - id: b\n      - id: c\n"
    )

    def fenced(self, folder: Path, text: str) -> Proposal:
        return proposal(
            review_of(make_tree(folder, {"a.yaml": self.FILE}), f"a.yaml\n```yaml\n{text}```\n"), 1
        )

    @pytest.mark.parametrize(
        "text",
        [
            "hooks:\n  - id: a\n  - id: b\n  - id: c\n  - id: d\n",
            "    hooks:\n      - id: a\n      - id: b\n      - id: c\n      - id: d\n",
        ],
        ids=["less indented", "without the beginning"],
    )
    def test_the_user_chooses_its_place_or_the_whole_file(self, tmp_path: Path, text: str) -> None:
        found = self.fenced(tmp_path, text)

        assert Reason.AMBIGUOUS is found.reason
        assert found.candidates is not None
        first, *_, last = found.candidates.matches
        assert (5, 8) == first.lines
        assert "replace the whole file" == last.label

    def test_a_shorter_one_that_lacks_most_and_the_end_is_left_to_the_user(self, tmp_path: Path) -> None:
        text = "from m import f, g\n\n\ndef test_f():\n    f()\n\n\ndef test_g():\n    g(1)\n"
        root = make_tree(tmp_path, {"a.py": text})

        review = review_of(root, "a.py\n```python\nfrom m import h, g\n\n\ndef test_h():\n    h()\n```\n")

        assert [] == review.accept("fuzzy")
        assert str(proposal(review, 1).message).endswith("or replace the whole file")

    def test_one_that_begins_with_what_only_begins_files_is_first_a_new_version(self, tmp_path: Path) -> None:
        text = '# A comment.\nFROM python:3.15\nWORKDIR /app\nRUN pip wheel .\nENTRYPOINT ["a"]\n'
        root = make_tree(tmp_path, {"Dockerfile": "FROM python:3.14\n\nCOPY . /app\nCMD a\n"})

        review = review_of(root, f"## 1. `Dockerfile`\n\nIt is smaller:\n\n```dockerfile\n{text}```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert "replace the whole file" == candidates.matches[0].label

    def test_a_whole_document_that_shares_a_few_lines_with_the_file_is_first_a_new_version(
        self, tmp_path: Path
    ) -> None:
        file = "FROM node:16\n\nWORKDIR /app\n\nCOPY . .\n\nENV PORT=80\n\nEXPOSE 80\n\nCMD npm start\n"
        text = "FROM node:22 AS a\nRUN npm ci\n\nFROM node:22\nENV PORT=80\nEXPOSE 80\nCMD node a.js\n"
        root = make_tree(tmp_path, {"Dockerfile": file})

        review = review_of(
            root, f"## `Dockerfile`\n\nThe second stage keeps it small:\n\n```dockerfile\n{text}```\n"
        )

        assert [] == review.accept("fuzzy")
        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert text == candidates.matches[0].change.apply(file)

    LONG = (
        "import { a } from './a';\nimport { b } from './b';\n\nexport function one(x) {\n"
        + "".join(f"  const x{n} = a(b(x), {n});\n" for n in range(12))
        + "}\n\nexport function two(x) {\n  return a(x);\n}\n"
    )

    def test_a_shorter_one_that_lacks_only_imports_it_does_not_use_is_first_a_new_version(
        self, tmp_path: Path
    ) -> None:
        text = (
            "import { a } from './a';\n\nexport function one(x) {\n  return a(x);\n}\n\n"
            "export function two(x) {\n  return a(x);\n}\n"
        )
        root = make_tree(tmp_path, {"a.ts": self.LONG})

        review = review_of(root, f"`a.ts` queda así:\n\n```ts\n{text}```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        whole, part = (match.change.apply(self.LONG) for match in candidates.matches)
        assert text == whole
        assert text.replace("\n\n", "\nimport { b } from './b';\n\n", 1) == part

    @pytest.mark.parametrize(
        ("words", "may_be_whole"),
        [
            ("`a.ts` queda así:", True),
            ("`a.ts` looks like this now:", True),
            ("`a.ts` sieht jetzt so aus:", True),
            ("`a.ts` devient :", True),
            ("`a.ts` 变成：", True),
            ("Update `one` in `a.ts`:", False),
        ],
    )
    def test_words_may_say_that_a_file_becomes_one_without_some_of_its_definitions(
        self, tmp_path: Path, words: str, may_be_whole: bool
    ) -> None:
        text = "import { a } from './a';\n\nexport function one(x) {\n  return a(x);\n}\n"
        root = make_tree(tmp_path, {"a.ts": self.LONG})

        review = review_of(root, f"{words}\n\n```ts\n{text}```\n")

        found = proposal(review, 1)
        labels = [match.label for match in found.candidates.matches] if found.candidates else []
        assert may_be_whole == (labels[-1:] == ["replace the whole file"])

    def test_a_definition_of_another_name_first_replaces_the_one_that_the_words_ask_to_replace(
        self, tmp_path: Path
    ) -> None:
        old = "def sha1(text):\n    return hashlib.sha1(text)\n"
        new = "def sha256(data):\n    return hashlib.sha256(data)\n"
        file = f"import hashlib\n\n\n{old}\n\ndef other(text):\n    return text\n"
        root = make_tree(tmp_path, {"a.py": file})

        review = review_of(root, f"In `a.py`:\n\nReplace `sha1` with\n\n```python\n{new}```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert file.replace(old, new) == candidates.matches[0].change.apply(file)

    @pytest.mark.parametrize(
        "words",
        [
            "Replace the class `A` and the function `make_a` with:",
            "Ersetze `A` und `make_a` durch:",
            "Remplacez `A` et `make_a` par :",
            "把 `A` 和 `make_a` 替换为：",
        ],
    )
    def test_adjacent_definitions_that_the_words_ask_to_replace_go_together(
        self, tmp_path: Path, words: str
    ) -> None:
        old = "class A:\n    x = 1\n\n\ndef make_a():\n    return A()\n"
        file = f"import os\n\n\n{old}\n\ndef other():\n    return 0\n"
        root = make_tree(tmp_path, {"a.py": file})

        review = review_of(root, f"## `a.py`\n\n{words}\n\n```python\nclass A:\n    y = 2\n```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert file.replace(old, "class A:\n    y = 2\n") == candidates.matches[0].change.apply(file)

    @pytest.mark.parametrize("words", ["Replace `A` and `other` with:", "Replace `A` with:"])
    def test_other_definitions_stay_between_or_beside_them(self, tmp_path: Path, words: str) -> None:
        file = "class A:\n    x = 1\n\n\ndef make_a():\n    return A()\n\n\ndef other():\n    return 0\n"
        root = make_tree(tmp_path, {"a.py": file})

        review = review_of(root, f"## `a.py`\n\n{words}\n\n```python\nclass A:\n    x = 2\n```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert file.replace("x = 1", "x = 2") == candidates.matches[0].change.apply(file)

    def test_a_new_member_beside_one_that_the_words_name_is_first_an_addition(self, tmp_path: Path) -> None:
        file = (
            "class Options {\n    static bool shows_types() {\n        return state().types;\n    }\n\n"
            "    static bool shows_names() {\n        return state().names;\n    }\n};\n"
        )
        text = "    static bool shows_defaults() { return state().defaults; }\n"
        root = make_tree(tmp_path, {"a.h": file})

        review = review_of(root, f"In `a.h`, the getter after `shows_names()`:\n\n```cpp\n{text}```\n")

        candidates = proposal(review, 1).candidates
        assert candidates is not None
        assert file.replace("};\n", f"{text}}};\n") == candidates.matches[0].change.apply(file)

    def test_one_that_begins_and_ends_as_the_file_does_is_first_a_new_version(self, tmp_path: Path) -> None:
        old = "// Up to GB.\n\nconst f = (n) => {\n  if (n < 1) {\n    return 1\n  }\n  if (n < 2) {\n"
        old += "    return 2\n  }\n  return n\n}\n\nmodule.exports = f\n"
        new = "const U = [1, 2]\n\nconst f = (n) => {\n  let v = n\n  do {\n    v--\n"
        new += "  } while (v > U)\n  return v\n}\n\nmodule.exports = f\n"
        old, new = (f"// Bytes.\n{text}" for text in (old, f"// Up to TB.\n\n{new}"))
        response = f"Here's a version of `a.js` with a loop instead:\n\n```js\n{new}```\n"

        found = proposal(review_of(make_tree(tmp_path, {"lib/a.js": old}), response), 1)

        assert found.candidates is not None
        assert new == found.candidates.matches[0].change.apply(old)

    def test_a_new_version_in_a_list_is_written_without_the_margin(self, tmp_path: Path) -> None:
        new = self.FILE.replace("id: c", "id: d")
        found = self.fenced(tmp_path, "".join(f"   {line}" for line in new.splitlines(keepends=True)))

        assert found.base is not None
        assert new == found.change.apply(found.base.text)
        assert found.withheld is None

    def test_the_comment_with_which_a_file_names_itself_stays(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"src/a.py": "# src/a.py\nx = 1\n"})
        found = proposal(review_of(root, "src/a.py\n```python\n# a.py\nx = 2\n```\n"), 1)

        assert found.base is not None
        assert "# src/a.py\nx = 2\n" == found.change.apply(found.base.text)


class TestLinesThatAreThereAlready:
    """A line that a block adds directly beside the same line of the file."""

    FILE = "first step here\nsecond step here\nthird step here\nlast step here\n"

    @pytest.mark.parametrize(
        ("search", "replacement", "line"),
        [
            ("third step here\n", "second step here\nthird step here now\n", 3),
            ("second step here\n", "second step here now\nthird step here\n", 3),
            ("second step here\n", "second step now\n    third step here\n    last step here\n", 3),
        ],
        ids=["above", "below", "several"],
    )
    def test_it_is_left_to_the_user_with_its_line(
        self, tmp_path: Path, search: str, replacement: str, line: int
    ) -> None:
        review = planned(tmp_path, self.FILE, block(search, replacement))
        (warning,) = proposal(review, 1).warnings

        assert (WarningKind.REPEATED, line) == (warning.kind, warning.line)
        assert [] == review.accept(Tier.FUZZY)

    @pytest.mark.parametrize("is_edited", [False, True], ids=["as it is", "edited"])
    @pytest.mark.parametrize("first", range(5))
    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_it_is_found_between_the_old_lines_and_other_new_ones(
        self, tmp_path: Path, first: int, count: int, is_edited: bool
    ) -> None:
        """The old text ends too early or begins too late, and the new one goes on over the next lines."""
        lines = [f"{n} step here\n" for n in ("first", "second", "third", "fourth", "fifth", "last")]
        old = lines[first]
        new = old.replace("here", "there") if is_edited else old
        for beside, put in (
            (
                lines[first + 1 : first + 1 + count],
                [new, *lines[first + 1 : first + 1 + count], "an added one\n"],
            ),
            (
                lines[max(first - count, 0) : first],
                ["an added one\n", *lines[max(first - count, 0) : first], new],
            ),
        ):
            if not beside:
                continue
            review = planned(tmp_path, "".join(lines), block(old, "".join(put)))

            assert [WarningKind.REPEATED] == [w.kind for w in proposal(review, 1).warnings]
            assert [] == review.accept(Tier.TOLERANT)

    @pytest.mark.parametrize(
        ("path", "file", "search", "replacement", "line"),
        [
            (
                "a.py",
                "X = [\n    1,\n    22222,\n    333,\n]\n",
                "    1,\n",
                "    1,\n    22222,\n    333,\n    4,\n",
                3,
            ),
            (
                "a.ts",
                'import "a1";\nimport "b1";\nrun();\n',
                'import "a1";\n',
                'import "a1";\nimport "b1";\nimport "c1";\n',
                2,
            ),
            (
                "a.css",
                ".a {\n  top: 1;\n}\n\n.b {\n  left: 2;\n}\n\n.z {\n}\n",
                "  top: 1;\n}\n",
                "  top: 1;\n}\n\n.b {\n  left: 2;\n}\n\n.c {\n}\n",
                5,
            ),
            (
                "a.md",
                "- alpha item\n- bravo item\n- charlie item\n",
                "- alpha item\n",
                "- alpha item\n- bravo item\n- delta item\n",
                2,
            ),
            (
                "Dockerfile",
                "FROM a\nRUN pip install x\nCMD run\n",
                "FROM a\n",
                "FROM a\nRUN pip install x\nRUN pip install y\n",
                2,
            ),
            (
                "a.py",
                "def f():\n    first_step()\n    two_steps()\n",
                "def f():\n",
                "def f(x):\n    first_step()\n    new(x)\n",
                2,
            ),
            (
                "a.py",
                "def f():\n    first_step()\n    return 1\n",
                "    return 1\n",
                "    new()\n    first_step()\n    return 1\n",
                4,
            ),
        ],
        ids=["list", "imports", "rules", "items", "image", "below an edited head", "above"],
    )
    def test_it_is_found_there_in_files_of_all_kinds(
        self, tmp_path: Path, path: str, file: str, search: str, replacement: str, line: int
    ) -> None:
        review = review_of(make_tree(tmp_path, {path: file}), block(search, replacement, path))
        (warning,) = proposal(review, 1).warnings

        assert (WarningKind.REPEATED, line) == (warning.kind, warning.line)

    PARTS = "first() {\n  one\n}\n\n\nsecond() {\n  one\n  two\n  three\n  four\n  five\n}\n\nlast() {\n}\n"

    @pytest.mark.parametrize(
        ("search", "replacement", "line"),
        [
            ("first", "first() {\n  one more\n}\n\n{second}", 5),
            ("last", "{second}\nlast() {\n  six\n}\n", 14),
        ],
        ids=["below", "above"],
    )
    def test_whole_parts_are_found_beyond_blank_lines(
        self, tmp_path: Path, search: str, replacement: str, line: int
    ) -> None:
        """Though the last line of both texts may be the same, as the brackets of code are."""
        parts = {part.split("(")[0].strip(): f"{part.strip()}\n" for part in self.PARTS.split("\n\n")}
        new = replacement.replace("{second}", parts["second"])
        review = planned(tmp_path, self.PARTS, block(parts[search], new))
        (warning,) = proposal(review, 1).warnings

        assert (WarningKind.REPEATED, line) == (warning.kind, warning.line)
        assert [] == review.accept(Tier.TOLERANT)

    @pytest.mark.parametrize("signs", ["{", "(", "+----+", "======", "| --- |"])
    def test_a_bracket_that_opens_a_block_and_a_ruler_are_left_to_the_user(
        self, tmp_path: Path, signs: str
    ) -> None:
        """Models end the old text one line early."""
        edit = block("intro here\nhead of a\n", f"intro there\nhead of b\n{signs}\n")
        review = planned(tmp_path, f"intro here\nhead of a\n{signs}\nbody\n", edit)

        assert (WarningKind.REPEATED, 3) in [(w.kind, w.line) for w in proposal(review, 1).warnings]

    def test_brackets_that_close_blocks_may_follow_each_other(self, tmp_path: Path) -> None:
        edit = block("intro here\nhead of a\n", "intro there\nhead of b\n}\n")
        review = planned(tmp_path, "{\n{\nintro here\nhead of a\n}\nbody\n", edit)

        assert WarningKind.REPEATED not in [warning.kind for warning in proposal(review, 1).warnings]

    @pytest.mark.parametrize(
        ("path", "file", "search", "replacement", "line"),
        [
            (
                "a.json5",
                "a: {\n  b: 'c',\n},\nimages: {\n  d: 'e',\n}\n",
                "  b: 'c',\n",
                "  b: 'f',\n},\nimages: {\n",
                3,
            ),
            ("a.txt", "One step\n\n## Usage\n\nText\n", "One step\n", "One step more\n\n## Usage\n", 3),
            ("a.yml", 'py:\n  - "3.12"\n  - "3.11"\n', '  - "3.12"\n', '  - "3.13"\n  - "3.11"\n', 3),
            ("a.yml", 'py:\n  - "3.12"\n  - "3.11"\n', '  - "3.11"\n', '  - "3.12"\n  - "3.10"\n', 3),
            ("a.tcss", "a {\n  b: c;\n}\n", "  b: c;\n", "  b: d;\n}\n", 3),
            ("a.txt", "a=1\nb=2\n", "a=1\n", "a=3\nb=4\n", 2),
            ("a.txt", "a=1\nb=2\n", "b=2\n", "a=3\nb=4\n", 2),
            (
                "a.py",
                "for x in y:\n    f(x)\n    log('one more', x)\n    total += x.price\n",
                "    f(x)\n",
                "    g(x)\n    log('one more', x)\n    total += x.price * 2\n",
                3,
            ),
        ],
        ids=[
            *("bracket first", "beyond a blank line", "short", "short, above", "closing bracket"),
            *(
                "other value",
                "other value, above",
                "other version of a statement",
            ),
        ],
    )
    def test_at_the_same_depth_they_may_begin_with_a_bracket_be_short_or_be_another_version(
        self, tmp_path: Path, path: str, file: str, search: str, replacement: str, line: int
    ) -> None:
        review = review_of(make_tree(tmp_path, {path: file}), block(search, replacement, path))

        assert (WarningKind.REPEATED, line) in [(w.kind, w.line) for w in proposal(review, 1).warnings]
        assert [] == review.accept(Tier.TOLERANT)

    @pytest.mark.parametrize(
        ("path", "line", "other"),
        [
            ("a.java", "final int limit = 5;", "final int limit = 6;"),
            ("a.kt", "val limits: List<Int> = some", "val limits: List<Int> = others"),
            ("a.ts", "const limit: number = 5;", "const limit: number = 6;"),
            ("a.go", "limit := 5", "limit := 6"),
            ("a.c", "this->limit = 5;", "this->limit = 6;"),
            ("a.rb", "@limit = 5", "@limit = 6"),
        ],
    )
    def test_another_value_of_a_name_is_known_however_it_is_declared(
        self, tmp_path: Path, path: str, line: str, other: str
    ) -> None:
        root = make_tree(tmp_path, {path: f"first\n{line}\nlast\n"})
        review = review_of(root, block("first\n", f"first\n{other}\n", path))

        assert [(WarningKind.REPEATED, 2)] == [(w.kind, w.line) for w in proposal(review, 1).warnings]

    @pytest.mark.parametrize("line", ["--mount=a", "'a' => 1,", "color: red;", "limit == 5"])
    def test_options_and_keys_may_follow_themselves(self, tmp_path: Path, line: str) -> None:
        root = make_tree(tmp_path, {"a.txt": f"first\n{line}\nlast\n"})
        edit = block("first\n", f"first\n{line[:-2]}2{line[-1]}\n", "a.txt")

        assert () == proposal(review_of(root, edit), 1).warnings

    @pytest.mark.parametrize(
        ("path", "file", "search", "replacement"),
        [
            ("a.py", "x = 1\ny = 1\n", "x = 1\n", "x = 1\ny = 2\nz = y\n"),
            ("a.py", "s = 'a'\nt = 1\n", "t = 1\n", "s = s.strip()\nt = 1\n"),
            ("a.py", "s = 'a'\ns += 'b'\n", "s = 'a'\n", "s = 'a'\ns += 'c'\n"),
            ("a.css", "a {\n  display: flex;\n}\n", "a {\n", "a {\n  display: -webkit-box;\n"),
            ("a.txt", "- 1\n- 1\n- 2\n", "- 2\n", "- 1\n- 3\n"),
            ("a.txt", "if a\n  b\nend\nend\n", "  b\n", "  b\n  end\n"),
            (
                "a.js",
                "f(\n  { kind: 'a', at: 1 },\n  { kind: 'a', at: 2 },\n);\n",
                "  { kind: 'a', at: 1 },\n",
                "  { kind: 'a', at: 1 },\n  { kind: 'a', at: 3 },\n",
            ),
            (
                "a.js",
                "f([\n  {\n    kind: 'one kind',\n    at: 1,\n  },\n]);\n",
                "f([\n",
                "f([\n  {\n    kind: 'one kind',\n    at: 0,\n  },\n",
            ),
            (
                "a.py",
                "r = c.get('/a')\nassert r.status == 200\ndone()\n",
                "done()\n",
                "r = c.get('/b')\nassert r.status == 200\ndone()\n",
            ),
            ("a.py", "total = first()\nsend(1)\n", "send(1)\n", "total = second()\nsend(1)\n"),
            (
                "a.md",
                "Install it with pip if you have no other way.\n\nMore.\n",
                "More.\n",
                "Install it with npm if you have no other way.\n\nMore.\n",
            ),
            ("a.ini", "[a]\nlisten = 1\nx = 2\n", "x = 2\n", "listen = 2\nx = 2\n"),
            (
                "a.service",
                "ExecStartPre=/a\nExecStart=/c\n",
                "ExecStart=/c\n",
                "ExecStartPre=/b\nExecStart=/c\n",
            ),
            ("a.sh", "A=1\nB=2\n", "B=2\n", "A=3\nB=2\n"),
            (
                "a.py",
                "def f():\n    prepare_it()\n    one()\n",
                "def f():\n",
                "def g():\n    prepare_it()\n    two()\n\n\ndef f():\n",
            ),
            (
                "a.js",
                "one();\n\nif (all_is_ready) {\n  run(1);\n}\n",
                "one();\n",
                "one();\n\nif (all_is_ready) {\n  stop();\n}\n",
            ),
            (
                "a.py",
                "x = 1\n\n@cached_once\ndef f(): ...\n",
                "x = 1\n",
                "x = 1\n\n@cached_once\ndef another(a, b): ...\n\n",
            ),
        ],
        ids=[
            *("used", "itself", "added up", "fallback", "numbers", "ends", "item", "item of several lines"),
            *("other literal", "result of a call", "sentence", "list of INI", "list of systemd", "shell"),
            *("in a new function", "head of another block", "annotation"),
        ],
    )
    def test_lines_that_may_be_below_each_other_are_written(
        self, tmp_path: Path, path: str, file: str, search: str, replacement: str
    ) -> None:
        review = review_of(make_tree(tmp_path, {path: file}), block(search, replacement, path))

        assert [1] == review.accept(Tier.TOLERANT)

    def test_a_line_that_the_old_text_has_there_is_no_copy(self, tmp_path: Path) -> None:
        file = "same step here\nsame step here\nlast step here\n"
        review = planned(tmp_path, file, block("same step here\nlast step here\n", "same step here\nend\n"))

        assert () == proposal(review, 1).warnings


class TestAddedLinesWithoutPosition:
    def test_a_diff_without_numbers_and_context_waits_for_the_user(self, tmp_path: Path) -> None:
        diff = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ ... @@\n+new\n```\n"
        review = review_of(make_tree(tmp_path, {"a.txt": "one\ntwo\n"}), diff)

        assert [] == review.accept(Tier.FUZZY)
        assert Reason.AMBIGUOUS == proposal(review, 1).withheld

    def test_a_line_number_alone_is_named_by_line(self, tmp_path: Path) -> None:
        diff = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +2 @@\n+new\n```\n"
        review = review_of(make_tree(tmp_path, {"a.txt": "one\ntwo\n"}), diff)

        assert [(WarningKind.BY_LINE_NUMBER, 2)] == [(w.kind, w.line) for w in proposal(review, 1).warnings]


class TestMembersWithDots:
    """A sketch with comments that end in dots, beside a placeholder."""

    def test_a_member_of_the_file_stays_with_a_warning(self, tmp_path: Path) -> None:
        new = "    fn new() {\n        a();\n    }\n"
        size = "\n    fn size() {\n        b();\n    }\n}\n\n"
        file = f"impl A {{\n{new}{size}fn c() {{}}\n"
        lazy = f"impl A {{\n    // fn new() ...\n{size.replace('b()', 'd()')}// ... existing code ...\n"
        root = make_tree(tmp_path, {"a.rs": file})
        review = review_of(root, f"a.rs\n```rust\n{lazy}```\n")

        assert file.replace("b()", "d()") == shown(review)
        assert WarningKind.UNSEEN in {warning.kind for warning in proposal(review, 1).warnings}

    @pytest.mark.parametrize("words", ["Get user...", "open connection...", "lookup(p) ..."])
    def test_words_replace_the_line_as_written(self, tmp_path: Path, words: str) -> None:
        old, kept = "    conn = connect(p)\n    user = conn.user()\n", "\n\ndef lookup(p):\n    return 1\n"
        new = f"    # {words}\n    user = find(p).user()\n"
        root = make_tree(tmp_path, {"a.py": f"def f(p):\n{old}    return user\n{kept}"})
        lazy = f"def f(p):\n{new}    return user\n\n\n# ... existing code ...\n"
        review = review_of(root, f"a.py\n```python\n{lazy}```\n")

        assert f"def f(p):\n{new}    return user\n{kept}" == shown(review)


class TestTwins:
    """Two classes with the same method, of which the words name one."""

    LOAD = "  load(id) {\n    const answer = ask(id);\n    this.items = answer.items;\n  }\n"
    FILE = f"class First {{\n{LOAD}}}\n\nclass Second {{\n{LOAD}}}\n"
    CHECK = "    if (!answer.ok) throw answer;\n"
    NEW = LOAD.replace("ask(id);\n", f"ask(id);\n{CHECK}")
    AFTER = FILE.replace(f"Second {{\n{LOAD}", f"Second {{\n{NEW}")

    @pytest.mark.parametrize("words", ["change the `load` method of `Second`", "in `Second`, update `load`"])
    @pytest.mark.parametrize("dots", ["// ... existing code ...", "// rest unchanged"])
    def test_a_lazy_method_goes_into_the_class_that_the_words_name(
        self, tmp_path: Path, words: str, dots: str
    ) -> None:
        lazy = self.NEW.replace("    this.items = answer.items;\n", f"    {dots}\n")
        root = make_tree(tmp_path, {"a.js": self.FILE})
        review = review_of(root, f"In `a.js`, {words}:\n\n```js\n{lazy}```\n")

        review.accept(Tier.FUZZY)
        review.write()

        assert self.AFTER == (root / "a.js").read_text()

    def test_without_the_class_the_user_chooses(self, tmp_path: Path) -> None:
        lazy = self.NEW.replace("    this.items = answer.items;\n", "    // ...\n")
        root = make_tree(tmp_path, {"a.js": self.FILE})
        review = review_of(root, f"In `a.js`, change `load`:\n\n```js\n{lazy}```\n")

        assert Reason.AMBIGUOUS == proposal(review, 1).reason

    def test_places_in_it_come_first(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.js": self.FILE})
        words = "In `a.js`, in `load` of `Second`, add below `const answer = ask(id);`:"
        review = review_of(root, f"{words}\n\n```js\n{self.CHECK.strip()}\n```\n")

        found = proposal(review, 1)
        assert found.base is not None
        assert found.candidates is not None
        assert self.AFTER == found.candidates.matches[0].change.apply(found.base.text)


class TestFirstPlace:
    """The place of a new definition that is shown first."""

    def results(self, root: Path, name: str, file: str, words: str, code: str) -> list[str]:
        response = f"{words}\n\n```{name.rpartition('.')[2]}\n{code}```\n"
        (found,) = review_of(make_tree(root, {name: file}), response).proposals
        assert Reason.AMBIGUOUS is found.reason
        assert found.candidates is not None
        return [match.change.apply(file) for match in found.candidates.matches]

    def test_before_a_method_is_above_it_and_not_inside(self, tmp_path: Path) -> None:
        file = (
            "class Queue:\n    def get(self):\n        return self._get()\n\n"
            "    def put(self, item):\n        self._put(item)\n\n\n"
            "class Stack:\n    def put(self, item):\n        self._push(item)\n"
        )
        new = "    def peek(self):\n        return self.items[0]\n"
        words = "In `a.py`, add a method `peek` to `Queue` before `put`:"

        first, second, *_ = self.results(tmp_path, "a.py", file, words, new)

        assert file.replace("    def put", f"{new}\n    def put", 1) == first
        assert file.replace("._put(item)\n", f"._put(item)\n\n{new}", 1) == second

    def test_new_tests_below_an_import_that_the_file_has_may_go_to_its_end(self, tmp_path: Path) -> None:
        tests = (f"def test_{n}():\n    x = net.{n}()\n    x.add(1)\n    assert x.{n} == 1\n" for n in "abcd")
        file = "\n\n".join(("import net\n", *tests))
        new = "def test_e():\n    assert net.e()\n"

        results = self.results(
            tmp_path, "test_net.py", file, "In `test_net.py`, add these tests:", f"import net\n\n\n{new}"
        )

        assert f"{file}\n\n{new}" in results
