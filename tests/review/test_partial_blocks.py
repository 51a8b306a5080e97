"""A block of which the user includes some rows, or whose text they edit."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review import (
    Decision,
    Proposal,
    Review,
    Verdict,
    WarningKind,
    line_with_all_rows,
    make_report,
)
from editreview.review.feedback import make_feedback
from editreview.review.report import Json
from editreview.review.user_edits import Excerpt, can_be_parted, excerpt, merge_edited_text, with_edited_text
from tests.builders import block, files_of, make_tree, review_of
from tests.patches import applied_by_git, patch_lines

WORDS = st.sampled_from(["alpha one", "alpha two", "beta", "gamma three", "gamma four", "    }", "}"])
TEXT = "alpha = 1\nbeta = 2\ngamma = 3\n"
EDIT = block(TEXT, "alpha = 10\nbeta = 2\ngamma = 30\nlast = 4\n")


def said(review: Review, decision: Decision, number: int = 1) -> None:
    """Decide on a block, and plan anew what that concerns."""
    for path in review.decide({proposal(review, number).key: decision}):
        review.replan(path)


def proposal(review: Review, number: int = 1) -> Proposal:
    return review.proposals[number - 1]


def typed(review: Review, text: str, number: int = 1) -> None:
    """Edit a block as the user would, to this text."""
    now = proposal(review, number)
    begun = excerpt(now)
    assert begun is not None
    decision = with_edited_text(review.log[now.key], now, begun, text)
    assert decision is not None
    said(review, decision, number)


def accept(review: Review, number: int = 1) -> None:
    said(review, review.acceptance(proposal(review, number)), number)


def reported(review: Review) -> dict[str, Json]:
    """The report's entry for the first block."""
    blocks = make_report(review).data["blocks"]
    assert isinstance(blocks, list)
    assert isinstance(blocks[0], dict)
    return blocks[0]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that many trials share."""
    folder = tmp_path_factory.mktemp("rows")
    subprocess.run(["git", "init", "--quiet", "--template="], cwd=folder, check=True)
    return folder


class TestRows:
    @given(
        st.lists(WORDS, min_size=1, max_size=8),
        st.lists(WORDS, min_size=1, max_size=8),
        st.sampled_from(["\n", "\r\n"]),
        st.booleans(),
        st.data(),
    )
    def test_the_result_equals_git_apply_of_the_selected_rows(
        self, match: Path, old: list[str], new: list[str], end: str, is_open: bool, data: st.DataObject
    ) -> None:
        """Whatever the line ends are, and whether the last line has one."""
        text = "".join(f"{line}{end}" for line in ["top", *old, "bottom"])
        text = text.removesuffix(end) if is_open else text
        search = "".join(f"{line}\n" for line in ["top", *old, "bottom"])
        replaced = "".join(f"{line}\n" for line in ["top", *new, "bottom"])
        (match / "a.txt").write_text(text, newline="")
        review = review_of(match, block(search, replaced))
        first = proposal(review)
        if not can_be_parted(first):
            assert old == new
            return
        whole = first.whole_alignment()
        taken = frozenset(data.draw(st.sets(st.integers(0, whole.row_count - 1), min_size=1)))
        expected = applied_by_git(match / "file", text, list(patch_lines(whole, taken)))

        said(review, review.accept_rows(first, taken))
        accept(review)

        if expected != text:
            assert [1] == review.write()
        assert expected == (match / "a.txt").read_bytes().decode()

    def test_all_rows_of_a_block_can_still_be_selected(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        whole = proposal(review).change

        said(review, review.accept_rows(proposal(review), frozenset({0})))

        assert (whole, (1, 3)) == (proposal(review).whole, (len(proposal(review).rows or ()), 3))
        assert Verdict.ACCEPTED is review.verdict(proposal(review))
        assert proposal(review).is_part

    def test_accepting_applies_to_the_selected_rows(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        said(review, review.accept_rows(proposal(review), frozenset({0, 2})))

        assert [1] == [p.number for p in review.accepted()]
        review.write()

        assert {"a.txt": b"alpha = 10\nbeta = 2\ngamma = 3\nlast = 4\n"} == files_of(tmp_path)

    def test_selecting_no_row_rejects_the_block(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        accept(review)

        said(review, review.accept_rows(proposal(review), frozenset()))

        assert Decision(Verdict.REJECTED) == review.log[proposal(review).key]

    def test_an_accepted_block_stays_accepted_when_a_row_is_excluded(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        accept(review)

        said(review, review.accept_rows(proposal(review), frozenset({1, 2})))
        assert [1] == [p.number for p in review.accepted()]
        review.write()

        assert {"a.txt": b"alpha = 1\nbeta = 2\ngamma = 30\nlast = 4\n"} == files_of(tmp_path)

    def test_each_step_can_be_undone(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        for rows in ({0}, {0, 1}, {1}):
            said(review, review.accept_rows(proposal(review), frozenset(rows)))

        seen = []
        while paths := review.undo():
            for path in paths:
                review.replan(path)
            seen.append(proposal(review).rows)

        assert [{0, 1}, {0}, None] == seen

    def test_a_selection_ends_when_its_text_changes(self, tmp_path: Path) -> None:
        """The block is undecided again, and all of it is shown."""
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        said(review, review.acceptance(proposal(review), frozenset({0})))
        make_tree(tmp_path, {"a.txt": TEXT.replace("gamma = 3\n", "gamma = 3  \n")})

        review.refresh()

        assert Verdict.UNDECIDED is review.verdict(proposal(review))
        assert (None, None) == (proposal(review).rows, review.chosen_rows(proposal(review)))

    def test_a_selection_survives_a_change_elsewhere(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": f"{TEXT}far\noff\nbelow\nit\nends\n"}), EDIT)
        said(review, review.acceptance(proposal(review), frozenset({0})))
        make_tree(tmp_path, {"a.txt": f"{TEXT}far\noff\nbelow\nit\nENDS\n"})

        review.refresh()
        review.write()

        text = TEXT.replace("alpha = 1", "alpha = 10")
        assert {"a.txt": f"{text}far\noff\nbelow\nit\nENDS\n".encode()} == files_of(tmp_path)

    def test_a_part_widened_to_whole_lines_may_conflict_with_another_block(self, tmp_path: Path) -> None:
        """Both change words of one line, which goes as long as neither takes the line as a whole."""
        call = (
            '{{"type": "tool_use", "name": "str_replace_based_edit_tool", "input": '
            '{{"command": "str_replace", "path": "a.txt", "old_str": "{}", "new_str": "{}"}}}}\n'
        )
        response = call.format("red = 1", "blue = 1") + call.format(
            "green = 2\\nthird line", "brown = 2\\nlast line"
        )
        review = review_of(make_tree(tmp_path, {"a.txt": "red = 1, green = 2\nthird line\n"}), response)
        assert [None, None] == [p.reason for p in review.proposals]

        said(review, review.accept_rows(proposal(review, 2), frozenset({0})), 2)

        assert Reason.CONFLICT is proposal(review, 2).reason
        assert "as edited, it changes the same lines as block 1" == proposal(review, 2).message

    def test_a_file_is_deleted_as_a_whole(self, tmp_path: Path) -> None:
        response = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n"
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), response)

        assert not can_be_parted(proposal(review))

    def test_the_report_counts_the_included_rows(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        said(review, review.acceptance(proposal(review), frozenset({0, 2})))
        review.write()

        found = reported(review)

        assert {"accepted": 2, "of": 3} == found["rows"]

    def test_the_feedback_names_the_excluded_rows(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        said(review, review.acceptance(proposal(review), frozenset({0, 2})))
        review.write()

        assert (
            "Your edits are in the files. The user's notes on them:\n\n"
            "## On block 1: a.txt\n\n"
            "Only a part of it was applied. These rows of its diff were not:\n\n"
            "````diff\n-gamma = 3\n+gamma = 30\n````\n"
        ) == make_feedback(review)


class TestEdits:
    def test_the_editor_opens_the_new_side_of_the_block(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "above\n    one\n    two\nbelow\n"}),
            block("one\ntwo\n", "one\nTWO\nthree\n"),
        )
        begun = excerpt(proposal(review))

        assert begun is not None
        assert ("    one\n    TWO\n    three\n", 1, 3) == (begun.text, begun.first, begun.end)

    def test_the_edited_text_is_shown_and_written_after_accepting_it(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        accept(review)

        typed(review, "alpha = 11\ngamma = 30\n")
        assert Verdict.UNDECIDED is review.verdict(proposal(review))
        accept(review)
        review.write()

        assert {"a.txt": b"alpha = 11\ngamma = 30\n"} == files_of(tmp_path)
        found = reported(review)
        assert found["edited"]

    def test_an_edit_can_be_edited_again_and_undone(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        typed(review, "first\n")
        begun = excerpt(proposal(review))
        assert begun is not None
        assert "first\n" == begun.text

        typed(review, "second\n")
        for path in review.undo():
            review.replan(path)
        assert "first\n" == proposal(review).change.apply(TEXT)
        typed(review, "alpha = 10\nbeta = 2\ngamma = 30\nlast = 4\n")

        assert (None, None) == (proposal(review).unedited, review.log[proposal(review).key].edited)

    def test_some_rows_of_an_edit_can_be_accepted(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        typed(review, "alpha = 11\nbeta = 2\ngamma = 33\n")

        said(review, review.acceptance(proposal(review), frozenset({1})))
        review.write()

        assert {"a.txt": b"alpha = 1\nbeta = 2\ngamma = 33\n"} == files_of(tmp_path)

    def test_an_edit_applies_only_to_the_lines_that_were_edited(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        typed(review, "alpha = 11\n")
        accept(review)
        make_tree(tmp_path, {"a.txt": TEXT.replace("beta = 2\n", "beta = 2  \n")})

        review.refresh()

        assert Verdict.UNDECIDED is review.verdict(proposal(review))
        assert WarningKind.EDIT_LEFT_OUT in [warning.kind for warning in proposal(review).warnings]
        assert [] == review.write()

    def test_it_follows_its_lines(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": f"1\n2\n3\n4\n{TEXT}"}), EDIT)
        typed(review, "alpha = 11\n")
        accept(review)
        make_tree(tmp_path, {"a.txt": f"0\n1\n2\n3\n4\n{TEXT}"})

        review.refresh()
        review.write()

        assert {"a.txt": b"0\n1\n2\n3\n4\nalpha = 11\n"} == files_of(tmp_path)

    def test_an_edit_that_overlaps_another_block_is_a_conflict(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\nc\n"}), block("a\n", "A\n") + block("a\nb\nc\n", "a\nb\nC\n")
        )
        assert [None, None] == [p.reason for p in review.proposals]

        typed(review, "changed too\nb\nC\n", 2)

        assert Reason.CONFLICT is proposal(review, 2).reason

    def test_an_edit_back_to_the_files_text_leaves_no_change(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)

        typed(review, TEXT)

        assert Reason.NO_CHANGE is proposal(review).reason
        begun = excerpt(proposal(review))
        assert begun is not None
        assert begun.text == TEXT

    def test_hidden_characters_in_an_edit_have_a_warning(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)

        typed(review, "alpha\u202e = 1\n")

        assert [WarningKind.HIDDEN_CHARACTERS] == [w.kind for w in proposal(review).warnings]

    def test_a_new_file_can_be_edited_before_it_is_created(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {}), block("", "new\n"))

        typed(review, "newer\nstill\n")
        accept(review)
        review.write()

        assert {"a.txt": b"newer\nstill\n"} == files_of(tmp_path)

    def test_the_feedback_shows_the_edited_text(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), EDIT)
        typed(review, "alpha = 11\nbeta = 2\ngamma = 3\n")
        accept(review)
        said(review, replace(review.log[proposal(review).key], note="count from 11"))
        review.write()

        assert (
            "Your edits are in the files. The user's notes on them:\n\n"
            "## On block 1: a.txt\n\ncount from 11\n\n"
            "The user edited it first. Applied instead:\n\n"
            "````diff\n-alpha = 1\n+alpha = 11\n````\n"
        ) == make_feedback(review)


ENDINGS = st.sampled_from(["\n", "\r\n"])


class TestTyping:
    @given(st.lists(WORDS, min_size=1, max_size=6), st.lists(ENDINGS, min_size=6, max_size=6), st.booleans())
    def test_an_editor_with_its_own_line_ends_changes_nothing(
        self, match: Path, bodies: list[str], ends: list[str], is_open: bool
    ) -> None:
        """Nor does one that ends the last line of every file."""
        text = "".join(body + end for body, end in zip(bodies, ends, strict=False))
        text = text.rstrip("\r\n") if is_open else text
        (match / "a.txt").write_text(text, newline="")
        now = proposal(review_of(match, block("no such line\n", "x\n")))
        begun = Excerpt(0, len(bodies), text, "")

        for saved in (text, text.replace("\r\n", "\n"), text.rstrip("\r\n") + "\n"):
            assert merge_edited_text(now, begun, saved) is None

    @pytest.mark.parametrize(
        ("file", "edit", "written"),
        [
            ("a\r\nb\r\n", "A\nmore\nb\n", "A\r\nmore\r\nb\r\n"),
            ("a\nb", "A\nb\n", "A\nb"),
            ("a\nb", "A\nb\nc\n", "A\nb\nc"),
            ("a\nb\n", "A\nb", "A\nb"),
            ("a\nb\nrest\n", "A", "A\nrest\n"),
            ("a\nb\nrest\n", "", "rest\n"),
        ],
    )
    def test_line_ends_are_the_files(self, tmp_path: Path, file: str, edit: str, written: str) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": file}), block("a\nb\n", "x\nb\n"))

        typed(review, edit)
        accept(review)
        review.write()

        assert written.encode() == files_of(tmp_path)["a.txt"]


@pytest.mark.parametrize("rows", [{0}, {1}, {2}, {0, 2}, {1, 2}, {0, 1}])
def test_a_line_of_the_included_rows_is_found_among_all_rows(tmp_path: Path, rows: set[int]) -> None:
    """Except for a line that stays because its row is excluded."""
    review = review_of(make_tree(tmp_path, {"a.txt": f"above\n{TEXT}below\n"}), EDIT)
    said(review, replace(review.acceptance(proposal(review)), rows=frozenset(rows)))
    part = proposal(review)
    assert part.is_part
    assert part.base is not None
    whole = part.whole_alignment()
    kept = TEXT.splitlines(keepends=True)

    for number, line in enumerate(part.change.apply(part.base.text).splitlines(keepends=True)):
        found = line_with_all_rows(part, number)
        assert line in kept if found is None else line == whole.new_line(found)
