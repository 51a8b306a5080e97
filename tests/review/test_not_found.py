"""The reasons why a block has no match, in the words that users and models read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from editreview.review import Proposal, Review, failure_of, make_report
from tests.builders import block, git, make_repository, make_tree, review_of

PRICES = """def total(cart):
    price = cart.price
    return price

def tax(cart):
    rate = cart.rate
    return rate * 2
"""


def message(review: Review) -> str | None:
    """The message about the first block once it was diagnosed."""
    proposal = review.proposals[0]
    review.nearest(proposal)
    return known_message(review, proposal)


def known_message(review: Review, proposal: Proposal) -> str | None:
    failure = failure_of(review, proposal)
    return None if failure is None else failure.message


def said(folder: Path, search: str, path: str = "a.py", **files: str) -> str | None:
    """The message about a block on a.py, or on another path."""
    tree = {name.replace("_py", ".py").replace("__", "/"): text for name, text in files.items()}
    return message(review_of(make_tree(folder, {"a.py": PRICES, **tree}), block(search, "x\n", path)))


class TestInItsFile:
    @pytest.mark.parametrize(("there", "sign"), [("\t", "→"), (" ", "·"), ("\u00a0", "⍽")])
    def test_every_kind_of_whitespace_is_made_visible(self, tmp_path: Path, there: str, sign: str) -> None:
        make_tree(tmp_path, {"a.txt": f"first\n  rate{there}= cart.rate\n"})

        assert (
            "its SEARCH differs from line 2 of a.txt in whitespace only: "
            f"··rate=·cart.rate where line 2 has ··rate{sign}=·cart.rate"
        ) == message(review_of(tmp_path, block("  rate= cart.rate\n", "x\n")))

    def test_pieces_are_named_with_their_lines(self, tmp_path: Path) -> None:
        expected = "`return rate * 2` at line 7, `def total(cart):` at lines 1–2"
        assert f"all lines of its SEARCH are in a.py, but not together: {expected}" == said(
            tmp_path, "    return rate * 2\ndef total(cart):\n    price = cart.price\n"
        )

    def test_the_first_missing_line_is_named(self, tmp_path: Path) -> None:
        assert ("2 of 4 SEARCH lines found at lines 5–7 of a.py; first missing: look_up(customer)") == said(
            tmp_path, "def tax(cart):\n    look_up(customer)\n    log(country)\n    return rate * 2\n"
        )

    def test_text_without_a_near_match_is_reported_as_such(self, tmp_path: Path) -> None:
        assert "SEARCH not found in a.py, and nothing similar" == said(tmp_path, "SELECT 1 FROM x;\n")

    def test_a_line_that_only_resembles_one_is_missing(self, tmp_path: Path) -> None:
        assert "SEARCH not found in a.py" == said(tmp_path, "    price = cart.prize\n")

    def test_a_search_that_was_cut_short_is_reported(self, tmp_path: Path) -> None:
        line = ", ".join(map(str, range(40_000))) + "\n"

        assert ("SEARCH not found in a.py (the file is too large to compare all of it)") == said(
            tmp_path, line.replace("77", "78"), a_py=line
        )


class TestInAnotherFile:
    SEARCH = "    share = look_up(country)\n    return round(share, 2)\n"

    @pytest.mark.parametrize("make", [make_tree, make_repository])
    def test_the_file_and_the_lines_are_named(
        self, tmp_path: Path, make: Callable[[Path, dict[str, str]], Path]
    ) -> None:
        make(tmp_path, {"a.py": PRICES, "shop/b.py": f"# tax\n{self.SEARCH}"})
        review = Review.open(tmp_path)
        review.read(block(self.SEARCH, "x\n", "a.py"))

        assert "SEARCH not found in a.py, but in shop/b.py at lines 2–3" == message(review)

    def test_it_is_found_with_tolerant_strategies(self, tmp_path: Path) -> None:
        moved = "".join(f"    {line}  \n" for line in self.SEARCH.splitlines())

        assert "SEARCH not found in a.py, but in b.py at lines 1–2" == said(tmp_path, self.SEARCH, b_py=moved)

    def test_a_file_that_has_its_lines_only_apart_is_not_named(self, tmp_path: Path) -> None:
        apart = self.SEARCH.replace("\n", "\nx = 1\n")

        assert "b.py" not in (said(tmp_path, self.SEARCH, b_py=apart) or "")

    def test_the_likeliest_of_several_is_named(self, tmp_path: Path) -> None:
        make_tree(tmp_path, dict.fromkeys(["a/notes.txt", "b/tax.py", "c/tax.py"], self.SEARCH))

        assert (
            "shop/tax.py does not exist; its SEARCH is in b/tax.py at lines 1–2 and 2 other files"
        ) == said(tmp_path, self.SEARCH, "shop/tax.py")

    def test_short_text_is_not_searched_for_in_other_files(self, tmp_path: Path) -> None:
        assert "SEARCH not found in a.py, and nothing similar" == said(tmp_path, "pass\n", b_py="pass\n")

    def test_a_file_that_git_ignores_is_not_named(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.py": PRICES, ".gitignore": "build/\n"})
        make_tree(tmp_path, {"build/b.py": self.SEARCH})
        review = Review.open(tmp_path)
        review.read(block(self.SEARCH, "x\n", "a.py"))

        assert "build" not in (message(review) or "")

    def test_a_block_without_a_path_gets_the_file_with_its_text(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"b.py": self.SEARCH})
        review = review_of(tmp_path, block(self.SEARCH, "x\n", None))

        assert (message(review) or "").endswith("; its SEARCH is in b.py at lines 1–2")


class TestMissingFile:
    def test_similar_paths_are_named_those_of_the_same_name_first(self, tmp_path: Path) -> None:
        files = dict.fromkeys(
            ["src/shop/config.py", "lib/settings/deep/confg.py", "src/shop/confg.pyi"], "x\n"
        )
        review = review_of(
            make_tree(tmp_path, files), block("quite another line\n", "x\n", "src/shop/confg.py")
        )

        assert (
            "src/shop/confg.py does not exist; similar: "
            "lib/settings/deep/confg.py, src/shop/confg.pyi, src/shop/config.py"
        ) == message(review)

    def test_without_similar_paths_nothing_is_added(self, tmp_path: Path) -> None:
        assert "zzz/q does not exist" == said(tmp_path, "quite another line\n", "zzz/q")

    def test_a_file_that_an_earlier_block_deletes_has_no_similar_paths(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": PRICES, "ab.py": PRICES})
        patch = "*** Begin Patch\n*** Delete File: a.py\n*** End Patch\n"
        review = review_of(tmp_path, patch + block("quite another line\n", "x\n", "a.py"))
        proposal = review.proposals[-1]
        review.nearest(proposal)

        assert "block 1 deletes a.py" == known_message(review, proposal)


class TestHistory:
    OLD = "def levy(basket):\n    share = look_up(basket)\n    return share\n"

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        """A tree in which a commit changed a text."""
        make_repository(tmp_path, {"a.py": f"import x\n{self.OLD}"})
        make_tree(tmp_path, {"a.py": PRICES})
        git(tmp_path, "commit", "--quiet", "--all", "--message=rates by country")
        return tmp_path

    @pytest.fixture
    def review(self, root: Path) -> Review:
        """A block on the text before that."""
        review = Review.open(root)
        review.read(block(self.OLD, "x\n", "a.py"))
        return review

    def test_the_commit_that_removed_it_is_found(self, review: Review) -> None:
        older = review.not_found.older(review.proposals[0])

        assert older is not None
        assert ("rates by country", True) == (older.commit.subject, older.is_whole)

    def test_it_is_looked_up_only_on_request(self, review: Review) -> None:
        assert "commit" not in (message(review) or "")

    def test_it_is_looked_up_on_request(self, root: Path) -> None:
        review = Review.open(root, searches_history=True)
        review.read(block(self.OLD, "x\n", "a.py"))

        told = message(review) or ""

        assert "; it was there until commit " in told
        assert told.endswith(" (rates by country)")

    def test_a_single_line_is_looked_up_if_the_whole_never_existed(self, root: Path) -> None:
        review = Review.open(root, searches_history=True)
        review.read(block("    share = look_up(basket)\n    yield None\n", "x\n", "a.py"))
        proposal = review.proposals[-1]
        review.nearest(proposal)

        assert "; its line share = look_up(basket) was last changed by commit " in str(
            known_message(review, proposal)
        )

    def test_without_git_no_commit_is_found(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": PRICES}), block(self.OLD, "x\n", "a.py"))

        assert None is review.not_found.older(review.proposals[0])


def test_planning_does_not_search_history(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.py": PRICES, "b.py": "quite another line\n"}),
        block("quite another line\n", "x\n", "a.py"),
    )

    assert None is review.not_found.known(review.proposals[0])
    assert "SEARCH not found in a.py" == known_message(review, review.proposals[0])


def test_a_report_looks_up_every_block(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.py": PRICES}), block("x9\n", "x\n", "a.py") * 2)

    make_report(review, dry_run=True)

    assert all(review.has_looked(proposal) for proposal in review.proposals)
