"""An empty SEARCH on a file that holds text: nobody knows where its text goes until somebody says so."""

from pathlib import Path

import pytest

from editreview.blocks import Interpretation, Replace
from editreview.errors import Reason
from editreview.review import Decision, EmptySearch, Proposal, Review, WarningKind
from tests.builders import block, files_of, make_tree, review_of
from tests.review.operations import review_of_operations

OLD = "one\ntwo\n"
WAYS = {"append": "one\ntwo\nnew\n", "overwrite": "new\n", "top": "new\none\ntwo\n"}


def planned(folder: Path, *blocks: str, way: str | None = None, text: str = OLD) -> Review:
    return review_of(make_tree(folder, {"a.txt": text}), "".join(blocks), way)


def choose(review: Review, number: int, *ways: str) -> Proposal:
    """Choose places of a block by their names. Returns the block as it is placed then."""
    decision = Decision(matches=frozenset(ways))
    for path in review.decide({review.proposals[number - 1].key: decision}):
        review.replan(path)
    return review.proposals[number - 1]


def shown(review: Review) -> str:
    (plan,) = review.plans
    return plan.after


def kinds(proposal: Proposal) -> list[WarningKind]:
    return [warning.kind for warning in proposal.warnings]


class TestWithoutOption:
    def test_it_fails_and_says_what_the_block_lacks(self, tmp_path: Path) -> None:
        review = planned(tmp_path, block("", "new\n"))
        (found,) = review.proposals

        assert [] == review.accept("fuzzy")
        assert Reason.FILE_EXISTS is found.reason
        assert "an empty SEARCH does not say where its text goes" in str(found.message)
        assert OLD == shown(review)

    def test_it_has_a_candidate_for_each_meaning(self, tmp_path: Path) -> None:
        (found,) = planned(tmp_path, block("", "new\n")).proposals

        assert found.is_ambiguous
        assert found.candidates is not None
        assert list(WAYS.values()) == [match.change.apply(OLD) for match in found.candidates.matches]

    @pytest.mark.parametrize(
        ("response", "suggested"),
        [
            (block("", "new\n"), 0),
            ("a.txt\n------- SEARCH\n=======\nnew\n+++++++ REPLACE\n", 1),
            (
                "<replace_in_file>\n<path>a.txt</path>\n<diff>\n<<<<<<< SEARCH\n=======\nnew\n"
                ">>>>>>> REPLACE\n</diff>\n</replace_in_file>\n",
                1,
            ),
        ],
        ids=["aider", "cline", "cline's call"],
    )
    def test_the_meaning_in_the_formats_own_tools_is_preselected(
        self, tmp_path: Path, response: str, suggested: int
    ) -> None:
        (found,) = planned(tmp_path, response).proposals

        assert (Reason.FILE_EXISTS, suggested) == (found.reason, found.suggested)

    def test_a_patch_for_a_new_file_never_edits_another(self, tmp_path: Path) -> None:
        patch = "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+new\n"
        (found,) = planned(tmp_path, f"```diff\n{patch}```\n", way="append").proposals

        assert Reason.FILE_EXISTS is found.reason
        assert not found.is_ambiguous

    @pytest.mark.parametrize("way", [None, *WAYS])
    def test_a_file_that_is_missing_or_empty_is_filled(self, tmp_path: Path, way: str | None) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": ""}), block("", "new\n") + block("", "new\n", "b.txt"), way
        )

        assert [1, 2] == review.accept()
        assert [(), ()] == [proposal.warnings for proposal in review.proposals]


class TestOption:
    @pytest.mark.parametrize("way", WAYS)
    def test_the_option_decides_with_a_warning(self, tmp_path: Path, way: str) -> None:
        review = planned(tmp_path, block("", "new\n"), way=way)

        assert WarningKind.EMPTY_SEARCH in kinds(review.proposals[0])
        assert (WarningKind.OVERWRITES in kinds(review.proposals[0])) == (way == "overwrite")
        assert [1] == review.accept()
        assert [1] == review.write()
        assert {"a.txt": WAYS[way].encode()} == files_of(tmp_path)

    @pytest.mark.parametrize("way", WAYS)
    def test_a_second_run_changes_nothing(self, tmp_path: Path, way: str) -> None:
        review = planned(tmp_path, block("", "new\n"), way=way, text=WAYS[way])

        assert [Reason.ALREADY_APPLIED] == [proposal.reason for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("text", "after"), [("one\r\ntwo", "one\r\ntwo\r\nnew"), ("\ufeffone\n", "\ufeffone\nnew\n")]
    )
    def test_line_ends_of_the_file_are_kept(self, tmp_path: Path, text: str, after: str) -> None:
        review = planned(tmp_path, block("", "new\n"), way="append", text=text)
        review.accept()
        review.write()

        assert {"a.txt": after.encode()} == files_of(tmp_path)

    def test_text_of_a_call_is_whole_lines(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": OLD})
        operation = Replace((Interpretation("", "new"),), is_text=True)
        review = review_of_operations(tmp_path, [("a.txt", operation)])

        choose(review, 1, "top")

        assert WAYS["top"] == shown(review)

    @pytest.mark.parametrize(
        ("way", "after"), [("append", "one\ntwo\na\nb\n"), ("top", "b\na\none\ntwo\n"), ("overwrite", "b\n")]
    )
    def test_two_of_them_build_on_each_other(self, tmp_path: Path, way: str, after: str) -> None:
        review = planned(tmp_path, block("", "a\n"), block("", "b\n"), way=way)

        assert [(), (1,)] == [proposal.depends_on for proposal in review.proposals]
        assert after == shown(review)

    @pytest.mark.parametrize("way", ["append", "top"])
    def test_other_blocks_of_the_file_stay_independent(self, tmp_path: Path, way: str) -> None:
        review = planned(tmp_path, block("one\n", "1\n"), block("", "new\n"), block("two\n", "2\n"), way=way)

        assert [(), (), ()] == [proposal.depends_on for proposal in review.proposals]
        assert WAYS[way].replace("one", "1").replace("two", "2") == shown(review)

    def test_a_new_file_can_be_added_to(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {}), block("", "one\n") + block("", "two\n"), "append")

        assert [1, 2] == review.accept()
        assert "one\ntwo\n" == shown(review)


class TestChoice:
    @pytest.mark.parametrize("way", WAYS)
    def test_the_user_decides_where_the_text_goes(self, tmp_path: Path, way: str) -> None:
        review = planned(tmp_path, block("", "new\n"))

        found = choose(review, 1, way)

        assert found.is_ready
        assert [way] == [match.key for match in found.chosen]
        assert WAYS[way] == shown(review)
        assert kinds(found) == ([WarningKind.OVERWRITES] if way == "overwrite" else [])

    def test_another_meaning_can_be_chosen_instead(self, tmp_path: Path) -> None:
        review = planned(tmp_path, block("", "new\n"), way="append")

        for way in ("top", "overwrite", "append"):
            choose(review, 1, way)
            assert WAYS[way] == shown(review)

    def test_two_meanings_cannot_be_chosen(self, tmp_path: Path) -> None:
        review = planned(tmp_path, block("", "new\n"))

        assert choose(review, 1, *EmptySearch).is_ambiguous

    def test_the_accepted_text_is_written(self, tmp_path: Path) -> None:
        review = planned(tmp_path, block("", "new\n"), block("one\n", "1\n"))
        found = choose(review, 1, "top")
        review.decide({found.key: review.acceptance(found)})

        assert [1] == review.write()
        assert {"a.txt": WAYS["top"].encode()} == files_of(tmp_path)
