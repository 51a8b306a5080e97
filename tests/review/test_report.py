"""The report as programs read it."""

from pathlib import Path
from typing import Any

import pytest

from editreview.review import Decision, Report, Review, Verdict, make_report
from editreview.review.report import RepairReport
from tests.builders import block, make_repository, make_tree, review_of

COMMON: dict[str, object] = {
    "format": "search-replace",
    "warnings": [],
    "marks": [],
    "rows": None,
    "edited": False,
    "note": None,
    "depends_on": [],
    "near_match": None,
    "other_near_matches": [],
    "elsewhere": [],
    "detail": None,
}
EXACT: dict[str, object] = {
    **COMMON,
    "index": 1,
    "operation": "replace",
    "path": "src/a.py",
    "path_written": "src/a.py",
    "response_lines": [4, 10],
    "status": "applied",
    "tier": "exact",
    "strategy": "exact",
    "score": 1.0,
    "lines": [1, 2],
    "matches": [{"lines": [1, 2], "tier": "exact", "strategies": ["exact"], "score": 1.0, "label": None}],
    "reason": None,
    "message": None,
}
TOLERANT: dict[str, object] = {
    **COMMON,
    "index": 2,
    "operation": "replace",
    "path": "src/a.py",
    "path_written": "src/a.py",
    "response_lines": [12, 16],
    "status": "applied",
    "tier": "tolerant",
    "strategy": "indentation",
    "score": 1.0,
    "lines": [3, 3],
    "matches": [
        {"lines": [3, 3], "tier": "tolerant", "strategies": ["indentation"], "score": 1.0, "label": None}
    ],
    "reason": None,
    "message": None,
}
AMBIGUOUS: dict[str, object] = {
    **COMMON,
    "index": 3,
    "operation": "replace",
    "path": "b.py",
    "path_written": "b.py",
    "response_lines": [18, 22],
    "status": "failed",
    "tier": None,
    "strategy": None,
    "score": None,
    "lines": None,
    "matches": [
        {"lines": [1, 1], "tier": "exact", "strategies": ["exact"], "score": 1.0, "label": None},
        {"lines": [2, 2], "tier": "exact", "strategies": ["exact"], "score": 1.0, "label": None},
    ],
    "reason": "ambiguous",
    "message": "its text has 2 matches: lines 1, 2",
}
CREATED: dict[str, object] = {
    **COMMON,
    "index": 4,
    "operation": "write",
    "path": "c.py",
    "path_written": "c.py",
    "response_lines": [24, 27],
    "status": "applied",
    "tier": "exact",
    "strategy": "exact",
    "score": 1.0,
    "lines": None,
    "matches": [{"lines": None, "tier": "exact", "strategies": ["exact"], "score": 1.0, "label": None}],
    "reason": None,
    "message": None,
}


def blocks_in(report: Report) -> Any:
    """The blocks of a report as JSON."""
    return report.data["blocks"]


def reported(review: Review, *, dry_run: bool = False) -> Report:
    """The report after accepting what goes by itself."""
    review.accept()
    if dry_run:
        review.prepare()
    else:
        review.write()
    return make_report(review, dry_run=dry_run)


@pytest.fixture
def applied(tmp_path: Path) -> Report:
    """Of two blocks on one file, one with two places, one that makes a file, and one that is cut off."""
    make_repository(tmp_path, {"src/a.py": "def f():\n    a = 1\n    return a\n", "b.py": "x\nx\n"})
    review = Review.open(tmp_path)
    review.read(
        "Prose.\n\n"
        + block("def f():\n    a = 1\n", "def f():\n    a = 2\n", "src/a.py")
        + block("return a\n", "return b\n", "src/a.py")
        + block("x\n", "y\n", "b.py")
        + block("", "new\n", "c.py")
        + "<<<<<<< SEARCH\ncut off\n"
    )
    review.accept()
    return review.apply()


class TestFields:
    def test_the_other_fields(self, applied: Report) -> None:
        parts = ("blocks", "files")

        assert {
            "schema": 2,
            "root": ".",
            "dry_run": False,
            "counts": {
                "blocks": 4,
                "applied": 3,
                "validated": 0,
                "failed": 1,
                "skipped": 0,
                "not_in_context": 0,
                "rejected": 0,
                "undecided": 0,
            },
            "strategies": {"exact": 2, "indentation": 1, "failed": 1},
            "problems": [
                {
                    "line": 28,
                    "path": "c.py",
                    "message": "Missing ======= divider for the block at line 28",
                    "text": "<<<<<<< SEARCH\ncut off\n",
                    "repair": None,
                }
            ],
            "offers": [],
            "commands": [],
            "files_auto_added": [],
            "roots": [],
        } == {name: value for name, value in applied.data.items() if name not in parts}
        assert set(parts) < applied.data.keys()

    def test_the_files(self, applied: Report) -> None:
        modified = {
            "path": "src/a.py",
            "path_from": None,
            "change": "modified",
            "additions": 2,
            "deletions": 2,
            "applied": 2,
            "failed": 0,
            "strategies": ["exact", "indentation"],
            "staged": True,
        }
        added = {
            "path": "c.py",
            "path_from": None,
            "change": "added",
            "additions": 1,
            "deletions": 0,
            "applied": 1,
            "failed": 0,
            "strategies": ["exact"],
            "staged": True,
        }

        assert [modified, added] == applied.data["files"]

    def test_the_blocks(self, applied: Report) -> None:
        assert [EXACT, TOLERANT, AMBIGUOUS, CREATED] == applied.data["blocks"]


def test_a_block_without_a_match_names_the_nearest(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "first\nthe value is one\nlast\n"})
    report = reported(review_of(tmp_path, block("the value is two\n", "x\n")))

    (found,) = blocks_in(report)
    assert "not-found" == found["reason"]
    assert {
        "path": "a.txt",
        "lines": [2, 2],
        "score": 0.875,
        "differences": [{"line": 2, "expected": "the value is two", "found": "the value is one"}],
    } == found["near_match"]


def test_the_next_nearest_spans_are_listed_too(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "the value is one\n\nthe values are one\n\nthe value was sun\n"})
    report = reported(review_of(tmp_path, block("the value is two\n", "x\n")))

    (found,) = blocks_in(report)
    assert [
        {"path": "a.txt", "lines": [5, 5], "score": 0.727},
        {"path": "a.txt", "lines": [3, 3], "score": 0.706},
    ] == found["other_near_matches"]


def test_other_files_with_the_text_are_listed(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "first\nthe value is two\n"})
    report = reported(review_of(tmp_path, block("the value is two\n", "x\n")))

    (found,) = blocks_in(report)
    assert "SEARCH not found in a.txt, but in b.txt at line 2" == found["message"]
    assert [{"path": "b.txt", "lines": [2, 2]}] == found["elsewhere"]


def test_lines_are_those_before_the_run_and_null_for_dependent_blocks(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\nb\nc\n"})
    review = review_of(tmp_path, block("a\n", "1\n2\n3\n") + block("c\n", "C\n") + block("3\nb\n", "3\nB\n"))
    blocks = reported(review).record.blocks

    assert [([1, 1], []), ([3, 3], []), (None, [1])] == [(found.lines, found.depends_on) for found in blocks]


def test_a_rejected_block_has_its_reason(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "b\n"))
    review.decide({review.proposals[0].key: Decision(Verdict.REJECTED, reason="not like this")})

    (found,) = reported(review).record.blocks

    assert ("rejected", "not like this") == (found.status, found.message)


RESPONSES = {
    "applied": (block("a\n", "A\n"), 0, "1 block: 1 applied in 1 file"),
    "already there": (block("here = 1\n", "here_already = 1\n"), 0, "1 block: 1 skipped"),
    "no change": (block("a\n", "a\n"), 0, "1 block: 1 skipped"),
    "two files": (block("a\n", "A\n") + block("", "n\n", "n.txt"), 0, "2 blocks: 2 applied in 2 files"),
    "not found": (block("q\n", "Q\n") + block("a\n", "A\n"), 1, "2 blocks: 1 applied, 1 failed in 1 file"),
    "ambiguous": (block("x\n", "y\n"), 1, "1 block: 1 failed"),
    "outside the root": (block("a\n", "b\n", "../a.txt"), 1, "1 block: 1 skipped"),
    "no edit": ("Nothing to do.\n", 1, "no edits found"),
    "malformed": (
        block("a\n", "A\n") + "<<<<<<< SEARCH\n",
        1,
        "1 block: 1 applied, 1 malformed in 1 file",
    ),
    "only malformed": ("a.txt\n<<<<<<< SEARCH\n", 1, "0 blocks: 1 malformed"),
}


@pytest.mark.parametrize("name", RESPONSES)
def test_the_exit_status_is_zero_if_nothing_is_left_to_do(tmp_path: Path, name: str) -> None:
    response, status, summary = RESPONSES[name]
    make_tree(tmp_path / "root", {"a.txt": "a\nhere_already = 1\nx\nx\n"})

    report = reported(review_of(tmp_path / "root", response))

    assert (status, summary) == (report.exit_status, report.summary())


@pytest.mark.parametrize("dry_run", [False, True])
def test_the_counts_add_up(tmp_path: Path, dry_run: bool) -> None:
    make_tree(tmp_path / "root", {"a.txt": "a\nhere_already = 1\nx\nx\nb\n"})
    review = review_of(tmp_path / "root", "".join(response for response, _, _ in RESPONSES.values()))
    last = review.proposals[-1]
    review.decide({last.key: Decision(Verdict.REJECTED)})

    numbers = dict(reported(review, dry_run=dry_run).record.counts)

    assert numbers.pop("blocks") == sum(numbers.values())
    assert (numbers["validated"] == 0) != dry_run
    assert (numbers["applied"] == 0) == dry_run


def test_a_dry_run_reports_the_expected_outcome(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n"})

    report = reported(review_of(tmp_path, block("a\n", "A\nB\n")), dry_run=True)

    assert (0, "1 block: 1 validated in 1 file") == (report.exit_status, report.summary())
    assert [
        {
            "path": "a.txt",
            "path_from": None,
            "change": "modified",
            "additions": 2,
            "deletions": 1,
            "applied": 1,
            "failed": 0,
            "strategies": ["exact"],
            "staged": False,
        }
    ] == report.data["files"]


def test_the_line_that_a_malformed_block_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n")
    review = review_of(tmp_path, "a.txt\n```\n<<<<<<< SEARCH\na\n=======\nb\n```\n")
    problems = make_report(review).record.problems

    assert [RepairReport(">>>>>>> REPLACE", 7)] == [problem.repair for problem in problems]


def test_the_summary_tells_accepted_blocks_from_undecided_ones(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\nb\n"})
    review = review_of(tmp_path, block("a\n", "A\n") + block("b\n", "B\n"))
    first = review.proposals[0]
    review.decide({first.key: review.acceptance(first)})

    assert "2 blocks: 1 undecided, 1 accepted but not applied" == make_report(review).summary()
