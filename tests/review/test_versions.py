"""Two versions of the same lines in one response are both left to the user, the later one shown."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review import Review, Status, Verdict, WarningKind, make_report
from tests.builders import block, make_tree

TEXT = "one\ntwo\nthree\n"
FIRST, SECOND, THIRD = (block("two\n", f"{new}\n", "a.py") for new in ("A", "B", "C"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path, {"a.py": TEXT})


def read(tree: Path, response: str) -> Review:
    review = Review.open(tree)
    review.read(response)
    return review


def text_of(tree: Path) -> str:
    return (tree / "a.py").read_text()


def take(review: Review, number: int) -> None:
    proposal = next(p for p in review.proposals if p.number == number)
    for path in review.decide({proposal.key: review.acceptance(proposal)}):
        review.replan(path)


def reject(review: Review, number: int) -> None:
    proposal = next(p for p in review.proposals if p.number == number)
    for path in review.decide({proposal.key: review.log[proposal.key].rejected()}):
        review.replan(path)


@pytest.mark.parametrize("tier", ["exact", "tolerant", "fuzzy"])
@pytest.mark.parametrize("between", ["", "\nWait, the correct edit is:\n\n"])
def test_apply_takes_neither(tree: Path, tier: str, between: str) -> None:
    review = read(tree, FIRST + between + SECOND)
    review.accept(tier)
    report = review.apply()

    assert (TEXT, 1, 2) == (text_of(tree), report.exit_status, report.counts[Status.UNDECIDED])
    assert [Reason.CONFLICT] * 2 == [p.withheld for p in review.proposals]


def test_the_later_one_is_shown(tree: Path) -> None:
    review = read(tree, FIRST + SECOND)

    assert "one\nB\nthree\n" == review.plans[0].after
    assert [(True, [WarningKind.SUPERSEDED]), (True, [WarningKind.OTHER_VERSION])] == [
        (p.is_ready, [w.kind for w in p.warnings]) for p in review.proposals
    ]


@pytest.mark.parametrize(("number", "text"), [(1, "A"), (2, "B")])
def test_accepting_works_for_either(tree: Path, number: int, text: str) -> None:
    review = read(tree, FIRST + SECOND)
    take(review, number)
    review.apply()

    assert f"one\n{text}\nthree\n" == text_of(tree)


def test_when_one_is_rejected_the_other_is_an_ordinary_block(tree: Path) -> None:
    for rejected, text in ((1, "B"), (2, "A")):
        review = read(make_tree(tree, {"a.py": TEXT}), FIRST + SECOND)
        reject(review, rejected)
        assert () == review.proposals[2 - rejected].warnings
        review.accept("exact")
        review.write()

        assert f"one\n{text}\nthree\n" == text_of(tree)


def test_accepting_the_first_before_the_second_arrived_does_not_count(tree: Path) -> None:
    review = Review.open(tree)
    review.feed(FIRST)
    take(review, 1)
    review.feed(SECOND)

    assert [Verdict.UNDECIDED] * 2 == [review.verdict(p) for p in review.proposals]
    take(review, 1)
    assert Verdict.ACCEPTED is review.verdict(review.proposals[0])
    assert Reason.CONFLICT is review.proposals[1].reason


def call(old: str, new: str) -> str:
    edit = {"name": "str_replace", "input": {"path": "a.py", "old_str": old, "new_str": new}}
    return f"```json\n{json.dumps(edit)}\n```\n\n"


@pytest.mark.parametrize("as_call", [True, False], ids=["calls", "blocks"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("two\nalpha()", "two\nalpha()\nbravo()"),
        ("alpha()\ntwo", "alpha()\nbravo()\ntwo"),
        ("two\nalpha()\nbravo()", "two\nalpha()\nmore()\nbravo()"),
    ],
    ids=["below", "above", "between"],
)
def test_two_insertions_at_a_line_are_versions_if_one_has_the_lines_of_the_other(
    tree: Path, first: str, second: str, *, as_call: bool
) -> None:
    edits = [call("two", new) if as_call else block("two\n", f"{new}\n", "a.py") for new in (first, second)]
    review = read(tree, "Then more:\n\n".join(edits))

    assert [] == review.accept("fuzzy")
    assert [[WarningKind.SUPERSEDED], [WarningKind.OTHER_VERSION]] == [
        [w.kind for w in p.warnings] for p in review.proposals
    ]


@pytest.mark.parametrize("as_call", [True, False], ids=["calls", "blocks"])
def test_two_insertions_of_other_lines_are_both_made(tree: Path, *, as_call: bool) -> None:
    edits = [
        call("two", f"two\n{new}()") if as_call else block("two\n", f"two\n{new}()\n", "a.py")
        for new in ("alpha", "bravo")
    ]
    review = read(tree, "".join(edits))

    assert [1, 2] == review.accept("tolerant")


def test_an_acceptance_holds_when_the_review_is_resumed(tree: Path) -> None:
    for number in (1, 2):
        review = read(tree, FIRST + SECOND)
        take(review, number)
        again = Review(review.workspace, log=review.log.entries)
        again.read(FIRST + SECOND)

        assert [number] == [p.number for p in again.proposals if again.verdict(p) is Verdict.ACCEPTED]


def test_the_other_one_explains_the_change_of_its_lines(tree: Path) -> None:
    review = read(tree, FIRST + SECOND)
    take(review, 2)
    review.write()
    review.replan("a.py")

    assert (Reason.CONFLICT, "block 2 is a later version of these lines") == (
        review.proposals[0].reason,
        review.proposals[0].message,
    )


def test_of_three_the_last_is_shown(tree: Path) -> None:
    review = read(tree, FIRST + SECOND + THIRD)
    review.accept("fuzzy")

    assert (TEXT, "one\nC\nthree\n") == (text_of(tree), review.plans[0].after)
    assert 3 == make_report(review).counts[Status.UNDECIDED]


def test_parts_of_a_rewritten_region_are_versions_of_it(tree: Path) -> None:
    whole = block(TEXT, "X\nY\nZ\n", "a.py")
    review = read(tree, whole + block("one\n", "1\n", "a.py") + block("three\n", "3\n", "a.py"))
    review.accept("fuzzy")
    review.write()

    assert TEXT == text_of(tree)


@pytest.mark.parametrize(
    ("response", "after"),
    [
        (FIRST + block("A\n", "B\n", "a.py"), "one\nB\nthree\n"),
        (FIRST + FIRST, "one\nA\nthree\n"),
        (block("one\ntwo\n", "one\nA\n", "a.py") + block("two\nthree\n", "two\nC\n", "a.py"), "one\nA\nC\n"),
        (block("two\n", "two\nx\n", "a.py") + block("x\n", "y\n", "a.py"), "one\ntwo\ny\nthree\n"),
    ],
)
def test_blocks_that_build_on_each_other_or_are_adjacent_are_not_versions(
    tree: Path, response: str, after: str
) -> None:
    review = read(tree, response)
    review.accept("tolerant")

    assert (0, after) == (review.apply().exit_status, text_of(tree))


EDITS = st.builds(
    lambda at, n, new: ("\n".join(TEXT.split()[at : at + n]) + "\n", new),
    st.integers(0, 2),
    st.integers(1, 2),
    st.sampled_from(["A\n", "B\n", "A\nB\n", ""]),
)


@given(st.lists(EDITS, min_size=2, max_size=4), st.integers(1, 80))
def test_the_plan_is_the_same_however_the_stream_is_cut(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, str]], size: int
) -> None:
    root = make_tree(tmp_path_factory.mktemp("tree"), {"a.py": TEXT})
    response = "".join(block(old, new, "a.py") for old, new in edits)
    whole, cut = read(root, response), Review.open(root)
    for at in range(0, len(response), size):
        cut.feed(response[at : at + size])
    cut.close()

    assert whole.plans[0].after == cut.plans[0].after
    assert [(p.reason, p.warnings) for p in whole.proposals] == [
        (p.reason, p.warnings) for p in cut.proposals
    ]


INSERTED, INSERTED_OTHERWISE = block("two\n", "two\nx\n", "a.py"), block("two\n", "two\ny\n", "a.py")
CORRECTED = [
    "Wait, the correct edit is:",
    "Actually, it should be:",
    "Correction:",
    "Here is the corrected block:",
    "Sorry, this is the right version:",
    "No, make it this one:",
    "Actually, let's use another text:",
    "On second thought, another one is better:",
]


@pytest.mark.parametrize("said", CORRECTED)
def test_a_correction_is_a_version_even_if_both_could_be_applied(tree: Path, said: str) -> None:
    review = read(tree, f"{INSERTED}\n{said}\n\n{INSERTED_OTHERWISE}")
    review.accept("fuzzy")
    review.write()

    assert (TEXT, "one\ntwo\ny\nthree\n") == (text_of(tree), review.plans[0].after)


def test_a_whole_file_that_is_a_correction_is_a_version_too(tree: Path) -> None:
    first, second = (f"b.py\n```python\nvalue = {n}\n```\n" for n in (1, 2))
    review = read(tree, f"{first}\nWait, the correct version is:\n\n{second}")
    review.accept("fuzzy")
    review.write()

    assert (False, "value = 2\n") == ((tree / "b.py").exists(), review.plans[0].after)


@pytest.mark.parametrize("said", ["", "\nAnd the next one:\n\n", "\nThis fixes the import.\n\n"])
def test_without_announcing_a_correction_two_insertions_at_a_line_are_both_applied(
    tree: Path, said: str
) -> None:
    review = read(tree, INSERTED + said + INSERTED_OTHERWISE)
    review.accept("tolerant")

    assert 0 == review.apply().exit_status


def test_a_block_that_builds_on_the_one_before_is_applied_whatever_the_prose_says(tree: Path) -> None:
    review = read(
        tree, f"{FIRST}\nWait, the right name is B:\n\n{block('A' + chr(10), 'B' + chr(10), 'a.py')}"
    )
    review.accept("tolerant")

    assert (0, "one\nB\nthree\n") == (review.apply().exit_status, text_of(tree))


def test_code_named_only_by_a_comment_conflicts_with_no_other_block(tree: Path) -> None:
    shown = "```python\n# a.py\none\nTWO\nthree\n```\n"
    review = read(tree, f"{shown}\n{SECOND}")
    review.accept("tolerant")
    review.write()

    assert "one\nB\nthree\n" == text_of(tree)


@pytest.mark.parametrize(
    ("finished", "unfinished"),
    [
        (FIRST, "a.py\n<<<<<<< SEARCH\none\ntwo\n=======\none\nB\n"),
        (FIRST, "a.py\n<<<<<<< SEARCH\ntwo\nthr"),
        (FIRST, "a.py\n««« EDIT\none\ntwo\n═══════ REPL\n"),
        (FIRST, "a.py\n<edits>\n<old_text line=1>\none\ntwo\n</old_text>\n<new_text>\none\n"),
        (FIRST, "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@\n one\n-two\n+B\n"),
        (FIRST, "edit_lines(\n    command='delete',\n    path='a.py',\n    start_line=2,\n"),
    ],
)
def test_a_later_version_that_is_cut_off_leaves_the_earlier_one_to_the_user(
    tree: Path, finished: str, unfinished: str
) -> None:
    review = read(tree, finished + "\n" + unfinished)
    review.accept("fuzzy")
    report = review.apply()

    assert (TEXT, 1) == (text_of(tree), report.exit_status)
    assert Reason.CONFLICT is review.proposals[0].withheld


@pytest.mark.parametrize(
    "unfinished",
    [
        "a.py\n<<<<<<< SEARCH\n",
        "a.py\n<<<<<<< SEARCH\nthree\n=======\nfour\n",
        "b.py\n<<<<<<< SEARCH\ntwo\n=======\nB\n",
        "edit_lines(\n    command='delete',\n    path='a.py',\n    start_line=3,\n",
    ],
)
def test_an_edit_of_other_lines_that_is_cut_off_leaves_nothing_to_the_user(
    tree: Path, unfinished: str
) -> None:
    review = read(tree, FIRST + "\n" + unfinished)
    review.accept("exact")
    review.apply()

    assert "one\nA\nthree\n" == text_of(tree)


def test_a_further_response_corrects_a_block_that_was_not_accepted(tree: Path) -> None:
    """The user asked again, so the later version is the one that counts."""
    review = read(tree, FIRST)
    review.begin()
    review.read(SECOND)

    first, second = review.proposals
    assert (Reason.CONFLICT, ()) == (first.withheld, second.warnings)
    review.accept()
    review.write()
    assert "one\nB\nthree\n" == text_of(tree)


def test_a_block_that_was_accepted_is_another_version_for_a_further_response_too(tree: Path) -> None:
    review = read(tree, FIRST)
    take(review, 1)
    review.begin()
    review.read(SECOND)

    assert [WarningKind.OTHER_VERSION] == [warning.kind for warning in review.proposals[1].warnings]


TWINS = "[b]\nsize = 7\nmode = m\n\n[d]\nsize = 7\nmode = m\n"
OF_ONE = block("[b]\nsize = 7\n", "[b]\nsize = 9\n", "a.ini")
OF_EITHER = block("size = 7\nmode = m\n", "size = 11\nmode = m\n", "a.ini")


def test_words_of_revision_leave_a_block_whose_other_match_was_changed_ambiguous(tmp_path: Path) -> None:
    """Without them, both may be edits of calls that are made one after the other."""
    make_tree(tmp_path, {"a.ini": TWINS})

    revised = read(tmp_path, f"{OF_ONE}\nNo wait, make it eleven:\n\n{OF_EITHER}")
    assert Reason.AMBIGUOUS is revised.proposals[1].reason
    assert [None, None] == [p.withheld for p in read(tmp_path, OF_ONE + OF_EITHER).proposals]


@pytest.mark.parametrize("is_written", [False, True])
def test_a_block_of_a_further_response_waits_if_one_before_changed_its_other_match(
    tmp_path: Path, is_written: bool
) -> None:
    make_tree(tmp_path, {"a.ini": TWINS})
    review = read(tmp_path, OF_ONE)
    if is_written:
        review.accept("tolerant")
        review.write()
    review.begin()
    review.read(OF_EITHER)

    proposal = review.proposals[-1]
    assert (Reason.AMBIGUOUS, (6, 7)) == (proposal.withheld, proposal.lines)
    assert ["its text had 2 matches before"] == [w.message[:29] for w in proposal.warnings]


@pytest.mark.parametrize("is_written", [False, True])
def test_the_same_change_of_the_other_match_is_no_revision(tmp_path: Path, is_written: bool) -> None:
    make_tree(tmp_path, {"a.ini": TWINS})
    review = read(tmp_path, block("[b]\nsize = 7\nmode = m\n", "[b]\nsize = 11\nmode = m\n", "a.ini"))
    if is_written:
        review.accept("tolerant")
        review.write()
    review.begin()
    review.read(OF_EITHER)

    assert review.proposals[-1].withheld is None


class TestCreatedTwice:
    """A new file that two blocks create: the second one cannot, and the first may be a draft of it."""

    DRAFT = "a = 1\nb = 2\nc = 3\n"
    FINAL = "a = 1\nb = 2\nc = 4\n"

    @staticmethod
    def added(text: str, form: str) -> str:
        lines = "".join(f"+{line}\n" for line in text.splitlines())
        return {
            "patch": f"*** Begin Patch\n*** Add File: n.py\n{lines}*** End Patch\n\n",
            "diff": f"```diff\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,3 @@\n{lines}```\n\n",
            "empty": block("", text, "n.py"),
            "fence": f"n.py\n```python\n{text}```\n\n",
        }[form]

    @pytest.mark.parametrize("first", ["patch", "diff", "empty", "fence"])
    @pytest.mark.parametrize("second", ["patch", "diff", "empty"])
    def test_both_wait(self, tree: Path, first: str, second: str) -> None:
        review = read(tree, self.added(self.DRAFT, first) + "Final:\n\n" + self.added(self.FINAL, second))
        review.accept()
        review.apply()

        assert not (tree / "n.py").exists()
        assert [WarningKind.SUPERSEDED] == [w.kind for w in review.proposals[0].warnings]

    def test_without_the_first_one_the_second_one_creates_it(self, tree: Path) -> None:
        review = read(tree, self.added(self.DRAFT, "patch") + self.added(self.FINAL, "patch"))
        reject(review, 1)
        review.accept()
        review.apply()

        assert self.FINAL == (tree / "n.py").read_text()

    def test_without_the_second_one_the_first_one_does(self, tree: Path) -> None:
        review = read(tree, self.added(self.DRAFT, "patch") + self.added(self.FINAL, "patch"))
        reject(review, 2)
        review.accept()
        review.apply()

        assert self.DRAFT == (tree / "n.py").read_text()

    def test_an_empty_search_with_other_lines_is_no_version_of_it(self, tree: Path) -> None:
        review = read(tree, self.added(self.DRAFT, "empty") + block("", "x = 1\ny = 2\n", "n.py"))
        review.accept()
        review.apply()

        assert self.DRAFT == (tree / "n.py").read_text()


class TestChosenPlaces:
    """A snippet is chosen for lines that an accepted edit above it changes."""

    TEXT = "<ul>\n  {#each posts as post}\n    <li>{post.title}</li>\n  {/each}\n</ul>\n"
    FIRST = block("  {#each posts as post}\n", "  {#each posts as post (post.id)}\n", "a.svelte")

    def chosen(self, tree: Path, first: str, line: str, at: int = 0) -> tuple[Review, int]:
        """The review with the first edit accepted, and with a place of a snippet with this line chosen."""
        review = read(tree, f"{first}\nThen, in `a.svelte`, use the link:\n\n```svelte\n{line}\n```\n")
        take(review, 1)
        snippet = next(p for p in review.proposals if p.number == 2)
        assert snippet.candidates is not None
        match = snippet.candidates.matches[at]
        decision = replace(review.log[snippet.key], matches=frozenset([match.key]))
        for path in review.decide({snippet.key: decision}):
            review.replan(path)
        return review, 2

    def test_it_goes_over_the_version_of_the_edit_above(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.svelte": self.TEXT})

        review, number = self.chosen(tmp_path, self.FIRST, "  {#each posts as post (post.link)}")
        take(review, number)
        review.write()

        expected = self.TEXT.replace("as post}", "as post (post.link)}")
        assert expected == (tmp_path / "a.svelte").read_text()

    def test_what_goes_elsewhere_in_the_result_stays_a_conflict(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.svelte": self.TEXT})
        gone = block("  {#each posts as post}\n", "  <Loop>\n", "a.svelte")

        review, number = self.chosen(tmp_path, gone, "  {#each posts as post (post.link)}")

        proposal = next(p for p in review.proposals if p.number == number)
        assert Reason.CONFLICT is proposal.reason
