"""Characters that nobody sees are written only if the user says so."""

from pathlib import Path

import pytest

from editreview.blocks import Write
from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import Review, Status, WarningKind, make_report, status_of
from tests.builders import block, files_of, make_tree, review_of
from tests.review.operations import accepted_operations

OVERRIDE, NO_WIDTH = "\u202e", "\u200b"


def messages(review: Review, kind: WarningKind) -> list[str]:
    return [w.message for proposal in review.proposals for w in proposal.warnings if w.kind is kind]


def hidden(review: Review) -> list[str]:
    return messages(review, WarningKind.HIDDEN_CHARACTERS)


class TestHiddenCharacters:
    @pytest.mark.parametrize(
        ("before", "response"),
        [
            ("one\ntwo\n", block("two\n", f"two {OVERRIDE}2\n")),
            ("one\n    two\n", block("two\n", f"two {OVERRIDE}2\n")),
            ("one\n", block("one\n", f"one\nif x: {OVERRIDE}# y\n")),
        ],
        ids=["exact", "tolerant", "added line"],
    )
    def test_an_edit_that_adds_one_is_left_to_the_user(
        self, tmp_path: Path, before: str, response: str
    ) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": before}), response)

        assert [] == review.accept("fuzzy")
        assert [Reason.HIDDEN_CHARACTERS] == [proposal.withheld for proposal in review.proposals]
        assert ["adds U+202E RIGHT-TO-LEFT OVERRIDE in line 2, which is invisible"] == hidden(review)

        proposal = review.proposals[0]
        review.decide({proposal.key: review.acceptance(proposal)})
        assert [1] == review.write()
        assert OVERRIDE.encode() in files_of(tmp_path)["a.txt"]

    def test_new_and_overwritten_files_are_checked(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"b.txt": "x\n"})
        review = accepted_operations(
            tmp_path, ("a.txt", Write(f"one\ntwo{NO_WIDTH}\n")), ("b.txt", Write("x\x1b[2J\n"))
        )

        assert {"b.txt": b"x\n"} == files_of(tmp_path)
        assert [
            "adds U+200B ZERO WIDTH SPACE in line 2, which is invisible",
            "adds U+001B ESCAPE in line 1, which is invisible",
        ] == hidden(review)

    def test_characters_that_are_there_already_may_stay_and_move(self, tmp_path: Path) -> None:
        text = f"one{NO_WIDTH}\ntwo\nthree\n"
        review = review_of(
            make_tree(tmp_path, {"a.txt": text}), block(text, f"two\none{NO_WIDTH} more\nthree\n")
        )

        assert [] == hidden(review)
        assert [1] == review.accept()

    def test_each_character_is_counted_separately(self, tmp_path: Path) -> None:
        """To take one away does not pay for another, nor does one pay for two."""
        review = review_of(
            make_tree(tmp_path, {"a.txt": f"one{NO_WIDTH}\n", "b.txt": f"one{NO_WIDTH}\n"}),
            block(f"one{NO_WIDTH}\n", f"one{OVERRIDE}\n")
            + block(f"one{NO_WIDTH}\n", f"one{NO_WIDTH}\n{NO_WIDTH}\n{NO_WIDTH}\n", "b.txt"),
        )

        assert [
            "adds U+202E RIGHT-TO-LEFT OVERRIDE in line 1, which is invisible",
            "adds U+200B ZERO WIDTH SPACE in line 2 and 1 more invisible ones",
        ] == hidden(review)

    def test_a_byte_order_mark_may_begin_a_file(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {}), block("", "\ufeffone\n") + block("", "a\ufeff\n", "b.txt")
        )

        assert [1] == review.accept()
        assert ["adds U+FEFF ZERO WIDTH NO-BREAK SPACE in line 1, which is invisible"] == hidden(review)

    def test_a_path_with_one_is_left_to_the_user(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {}), block("", "one\n", f"a{NO_WIDTH}.txt"))

        assert [] == review.accept()
        assert ["its path contains U+200B ZERO WIDTH SPACE, which is invisible"] == hidden(review)

    def test_the_report_has_the_reason_why_it_was_not_applied(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "a\0\n"))
        review.accept()

        report = make_report(review)

        assert Status.UNDECIDED is status_of(review, review.proposals[0])
        (found,) = report.record.blocks
        assert "hidden-characters" == found.reason
        assert 1 == report.exit_status


class TestConfusableCharacters:
    def test_a_foreign_letter_in_a_latin_word_is_a_warning(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.py": "x = 1\n"}), block("x = 1\n", "y = 0\np\u0430y = 1\n", "a.py")
        )

        said = "the a in p\u0430y only looks Latin: U+0430 CYRILLIC SMALL LETTER A, in line 2"
        assert [said] == messages(review, WarningKind.CONFUSABLE)
        assert [2] == [warning.line for warning in review.proposals[0].warnings]
        assert not review.needs_no_user(review.proposals[0], Tier.TOLERANT)
        assert [1] == review.accept()

    def test_a_word_that_the_file_has_is_not_a_warning(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.py": "p\u0430y = 1\n"}), block("p\u0430y = 1\n", "p\u0430y = 2\n", "a.py")
        )

        assert [] == messages(review, WarningKind.CONFUSABLE)

    def test_an_unusual_space_is_a_warning_unless_the_file_has_such(self, tmp_path: Path) -> None:
        tree = make_tree(tmp_path, {"a.py": "x = 1\n", "b.md": "dit\xa0: oui\n"})
        review = review_of(
            tree, block("x = 1\n", "x =\xa01\n", "a.py") + block("dit\xa0: oui\n", "dit\xa0: non\n", "b.md")
        )

        said = "has an unusual space in line 1: U+00A0 NO-BREAK SPACE"
        assert [said] == messages(review, WarningKind.CONFUSABLE)

    def test_the_path_of_a_new_file_is_checked(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {}), block("", "one\n", "p\u0430y.txt"))

        said = "in its path, the a in p\u0430y only looks Latin: U+0430 CYRILLIC SMALL LETTER A"
        assert [said] == messages(review, WarningKind.CONFUSABLE)
