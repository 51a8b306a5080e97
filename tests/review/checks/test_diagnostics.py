"""Findings of language servers about the files after the blocks become warnings on the blocks to blame."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from editreview.language_servers import Diagnosis, Finding, LanguageServers
from editreview.review import Review, Verdict, WarningKind, make_report
from editreview.review.decisions import is_safe
from tests.builders import NO_SERVERS, block, make_tree, review_of

FAKE = str(Path(__file__).parents[2] / "language_servers" / "fake_server.py")
TIMEOUT_S = 30.0
LINES = "".join(f"line {n}\n" for n in range(1, 21))


def said(review: Review) -> list[list[tuple[str, int | None]]]:
    """The diagnostics of each block: message and line."""
    return [
        [(w.message, w.line) for w in p.warnings if w.kind is WarningKind.DIAGNOSTIC]
        for p in review.proposals
    ]


def show_findings(review: Review, *findings: Finding, path: str = "a.py") -> bool:
    return review.show_diagnosis(review.question(), Diagnosis({path: findings}), NO_SERVERS)


def error(line: int, message: str = "wrong") -> Finding:
    """An error at a line, 1-based."""
    return Finding(line - 1, message, True, "E1", "Fake")


class TestCauses:
    @pytest.fixture
    def review(self, tmp_path: Path) -> Review:
        """Line 5 becomes two lines, and line 10, then 11, becomes another."""
        response = block("line 5\n", "five\nmore\n", "a.py") + block("line 10\n", "new_name\n", "a.py")
        return review_of(make_tree(tmp_path, {"a.py": LINES}), response)

    @pytest.mark.parametrize(
        ("line", "index"), [(5, 0), (6, 0), (7, 0), (10, 0), (11, 1), (12, 1), (20, 1), (1, 0)]
    )
    def test_it_is_the_block_that_changed_the_line_or_the_nearest_one_above(
        self, review: Review, line: int, index: int
    ) -> None:
        show_findings(review, error(line))

        # The line is that of the block's own diff, which does not have the line that the first block adds.
        own = line - index
        expected = [(f"line {own}: wrong (Fake E1)", own)]
        assert ([expected, []] if index == 0 else [[], expected]) == said(review)

    def test_at_other_lines_it_is_the_one_that_changes_a_name_of_the_message(self, review: Review) -> None:
        show_findings(review, error(1, "`new_name` is redefined"))

        assert [[], [("line 1: `new_name` is redefined (Fake E1)", 1)]] == said(review)

    def test_of_blocks_that_build_on_each_other_it_is_the_last_to_write_the_line(
        self, tmp_path: Path
    ) -> None:
        response = block("line 5\n", "five\nmore\n", "a.py") + block("five\n", "fifth\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), response)

        show_findings(review, error(5), error(6, "worse"))

        assert [[("line 6: worse (Fake E1)", 6)], [("line 5: wrong (Fake E1)", 5)]] == said(review)

    def test_many_findings_of_a_block_are_counted(self, review: Review) -> None:
        show_findings(review, *(error(5, f"wrong {n}") for n in range(9)))

        messages = [message for message, _ in said(review)[0]]
        assert 5 == len(messages)
        assert "and 5 more findings" == messages[-1]


class TestWarnings:
    @pytest.fixture
    def review(self, tmp_path: Path) -> Review:
        return review_of(make_tree(tmp_path, {"a.py": LINES}), block("line 5\n", "five\n", "a.py"))

    def test_the_block_may_be_accepted_without_the_user_but_is_not_safe(self, review: Review) -> None:
        show_findings(review, error(5))

        (proposal,) = review.proposals
        assert proposal.withheld is None
        assert is_safe(proposal, proposal.tier, warned=True)  # type: ignore[arg-type]  # it has a match
        assert not is_safe(proposal, proposal.tier, warned=False)  # type: ignore[arg-type]

    def test_the_next_answer_replaces_it(self, review: Review) -> None:
        assert show_findings(review, error(5))
        assert not show_findings(review, error(5))
        assert show_findings(review)
        assert [[]] == said(review)

    def test_a_second_one_reopens_the_block_that_was_accepted_with_the_first(self, review: Review) -> None:
        show_findings(review, error(5))
        review.decide({p.key: review.acceptance(p) for p in review.proposals})
        assert [Verdict.ACCEPTED] == [review.verdict(p) for p in review.proposals]

        show_findings(review, error(5), error(5, "worse"))

        assert [Verdict.UNDECIDED] == [review.verdict(p) for p in review.proposals]

    def test_it_stays_while_other_blocks_change_and_goes_with_its_own(self, tmp_path: Path) -> None:
        response = block("line 5\n", "five\n", "a.py") + block("line 10\n", "ten\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), response)
        show_findings(review, error(5), error(10))
        first, second = review.proposals

        for path in review.decide({second.key: review.log[second.key].rejected()}):
            review.replan(path)

        assert [("line 5: wrong (Fake E1)", 5)] == said(review)[0]
        assert first.outcome == review.proposals[0].outcome

    def test_a_block_with_a_syntax_error_has_no_others(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": "a = 1\n"}), block("a = 1\n", "a = (\n", "a.py"))
        review.check()
        show_findings(review, error(1))

        assert [[]] == said(review)

    def test_the_report_has_it(self, review: Review) -> None:
        show_findings(review, error(5))

        (warning,) = make_report(review).record.blocks[0].warnings
        assert ("diagnostic", "line 5: wrong (Fake E1)", [5, 5]) == (
            warning.kind,
            warning.message,
            warning.lines,
        )


class TestAccepting:
    """With a server, `accept` waits for it."""

    @pytest.fixture
    def servers(self, tmp_path: Path) -> Iterator[LanguageServers]:
        opened = LanguageServers(tmp_path, {"python": (sys.executable, FAKE, "versions")}, TIMEOUT_S)
        yield opened
        opened.close()

    def test_a_block_with_a_finding_is_applied_and_says_so(
        self, tmp_path: Path, servers: LanguageServers
    ) -> None:
        response = block("line 5\n", "bad\n", "a.py") + block("line 6\n", "good\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), response)
        review.use_checkers((servers,))

        review.accept()
        review.write()

        assert [[("line 5: bad bad (E1)", 5)], []] == said(review)
        assert {1, 2} == review.applied

    def test_files_are_judged_as_the_accepted_blocks_leave_them(
        self, tmp_path: Path, servers: LanguageServers
    ) -> None:
        """The first block is not applied, so its line is not bad."""
        response = block("line 5\n", "bad \u202e\n", "a.py") + block("line 6\n", "bad too\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), response)
        review.use_checkers((servers,))

        review.accept()

        assert [[], [("line 6: bad bad too (E1)", 6)]] == said(review)

    def test_an_import_of_a_file_that_a_block_creates_is_not_missed(
        self, tmp_path: Path, servers: LanguageServers
    ) -> None:
        response = block("", "x = 1\n", "new.py") + block("line 5\n", "import new\nimport old\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), response)
        review.use_checkers((servers,))

        review.accept()

        assert [[], [("line 6: Cannot find module (2307)", 6)]] == said(review)

    def test_a_moved_file_is_compared_with_itself(self, tmp_path: Path, servers: LanguageServers) -> None:
        edits = "*** Update File: a.py\n*** Move to: b.py\n@@\n bad\n-one\n+bad2\n"
        response = f"*** Begin Patch\n{edits}*** End Patch\n"
        review = review_of(make_tree(tmp_path, {"a.py": "bad\none\n"}), response)
        review.use_checkers((servers,))

        review.accept()

        assert ["line 2: bad bad2 (E1)"] == [message for each in said(review) for message, _ in each]

    def test_a_server_that_crashes_changes_nothing_and_is_named(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": LINES}), block("line 5\n", "bad\n", "a.py"))
        servers = LanguageServers(tmp_path, {"python": (sys.executable, FAKE, "a crash")}, TIMEOUT_S)
        review.use_checkers((servers,))

        review.accept()
        review.write()
        servers.close()

        assert {1} == review.applied
        assert [[]] == said(review)
        (problem,) = review.checker_problems
        assert problem.endswith("ended")
