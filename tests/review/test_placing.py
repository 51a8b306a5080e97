"""Blocks that the user places: in another file, on lines, below a line, or as a whole file."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.blocks import Code
from editreview.errors import Reason, Refused
from editreview.review import (
    WHOLE_FILE,
    ManualPlacement,
    PlacementKind,
    Review,
    Verdict,
    WarningKind,
    placement_below,
    placement_on,
    text_to_place,
)
from editreview.review.storage import SessionStore, resume
from editreview.workspace import Workspace
from tests.builders import block, make_repository, make_tree, review_of

TEXT = "one\ntwo\nthree\nfour\n"
CODE = "Do it so:\n\n```python\nx = 1\ny = 2\n```\n"


def apply_all(review: Review) -> None:
    """Accept every ready block, as the user does one by one, and write."""
    for proposal in review.proposals:
        if proposal.is_ready:
            review.decide({proposal.key: review.acceptance(proposal)})
    review.write()


def replan(review: Review, paths: list[str]) -> None:
    for path in paths:
        review.replan(path)


def code_of(review: Review) -> Code:
    (code,) = review.unnamed
    return code


class TestLines:
    def test_a_failed_block_replaces_the_lines_that_the_user_marked(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), block("nowhere\n", "new\n"))
        (proposal,) = review.proposals
        assert Reason.NOT_FOUND is proposal.reason

        replan(review, review.place(proposal, placement_on(review.open_file("a.txt").index, 2, 3)))

        (placed,) = review.proposals
        assert (True, (2, 3)) == (placed.is_ready, placed.lines)
        assert ["placed by you on lines 2–3"] == [warning.message for warning in placed.warnings]
        apply_all(review)
        assert "one\nnew\nfour\n" == (tmp_path / "a.txt").read_text()

    def test_it_is_inserted_below_a_line_or_at_the_top(self, tmp_path: Path) -> None:
        response = block("nowhere\n", "new\n") + block("never\n", "top\n")
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), response)
        first, second = review.proposals
        index = review.open_file("a.txt").index

        replan(review, review.place(first, placement_below(index, 4)))
        replan(review, review.place(second, placement_below(index, 0)))

        apply_all(review)
        assert f"top\n{TEXT}new\n" == (tmp_path / "a.txt").read_text()

    def test_new_lines_are_indented_like_the_lines_around_them(self, tmp_path: Path) -> None:
        text = "def f():\n    if x:\n        return 1\n    return 2\n"
        review = review_of(
            make_tree(tmp_path, {"a.py": text}), block("gone()\n", "log(x)\nreturn 3\n", "a.py")
        )

        replan(review, review.place(review.proposals[0], placement_on(review.open_file("a.py").index, 3, 3)))

        apply_all(review)
        assert (
            "def f():\n    if x:\n        log(x)\n        return 3\n    return 2\n"
            == (tmp_path / "a.py").read_text()
        )

    def test_the_lines_are_found_again_by_their_text(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), block("nowhere\n", "new\n"))
        replan(review, review.place(review.proposals[0], placement_on(review.open_file("a.txt").index, 2, 2)))
        (tmp_path / "a.txt").write_text(f"zero\n{TEXT}")

        assert ["a.txt"] == review.refresh()

        assert (3, 3) == review.proposals[0].lines

    def test_lines_that_changed_are_not_replaced(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), block("nowhere\n", "new\n"))
        replan(review, review.place(review.proposals[0], placement_on(review.open_file("a.txt").index, 2, 2)))
        (tmp_path / "a.txt").write_text(TEXT.replace("two", "TWO"))

        review.refresh()

        (proposal,) = review.proposals
        assert Reason.BAD_LINE_NUMBER is proposal.reason
        assert "the lines that you placed it on have changed; place it again" == proposal.message

    def test_a_block_that_changes_the_same_lines_is_another_version_of_them(self, tmp_path: Path) -> None:
        response = block("two\n", "TWO\n") + block("nowhere\n", "new\n")
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), response)

        replan(review, review.place(review.proposals[1], placement_on(review.open_file("a.txt").index, 1, 2)))

        first, second = review.proposals
        assert [WarningKind.SUPERSEDED] == [warning.kind for warning in first.warnings]
        assert [WarningKind.CHOSEN, WarningKind.OTHER_VERSION] == [
            warning.kind for warning in second.warnings
        ]

    @pytest.mark.parametrize("is_sent", [False, True])
    def test_blocks_are_as_before_once_the_placing_of_a_later_version_is_undone(
        self, tmp_path: Path, is_sent: bool
    ) -> None:
        response = block("two\n", "TWO\n") + block("nowhere\n", "new\n", "b.txt" if is_sent else "a.txt")
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT, "b.txt": "b\n"}), response)
        first, second = review.proposals
        replan(review, review.decide({first.key: review.acceptance(first)}))
        file = review.open_file("a.txt")
        on = placement_on(file.index, 1, 2)

        replan(review, review.send([second], file, on) if is_sent else review.place(second, on))
        assert [WarningKind.SUPERSEDED] == [each.kind for each in review.proposals[0].warnings]
        replan(review, review.undo())

        assert (first.warnings, Verdict.ACCEPTED) == (
            review.proposals[0].warnings,
            review.verdict(review.proposals[0]),
        )

    def test_a_syntax_error_is_a_warning_as_ever(self, tmp_path: Path) -> None:
        response = block("nowhere\n", "print(\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": "x = 1\ny = 2\n"}), response)
        replan(review, review.place(review.proposals[0], placement_on(review.open_file("a.py").index, 2, 2)))

        review.check()

        kinds = [warning.kind for warning in review.proposals[0].warnings]
        assert [WarningKind.CHOSEN, WarningKind.SYNTAX_ERROR] == kinds

    def test_it_is_one_step_of_undo(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), block("nowhere\n", "new\n"))
        replan(review, review.place(review.proposals[0], placement_on(review.open_file("a.txt").index, 2, 3)))

        replan(review, review.undo())

        assert Reason.NOT_FOUND is review.proposals[0].reason
        replan(review, review.redo())
        assert review.proposals[0].is_ready

    @pytest.mark.parametrize(
        ("response", "expected"),
        [
            ("*** Begin Patch\n*** Add File: a.txt\n+new\n*** End Patch\n", "one\nnew\nfour\n"),
            ('edit_lines(command="insert", path="a.txt", insert_line=99, new_content="new\\n")\n', None),
            ("a.txt\n\n```\nnew\n```\n", "one\nnew\nfour\n"),
        ],
    )
    def test_any_operation_with_a_text_can_be_placed(
        self, tmp_path: Path, response: str, expected: str | None
    ) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), response)
        (proposal,) = review.proposals

        replan(review, review.place(proposal, placement_on(review.open_file("a.txt").index, 2, 3)))

        apply_all(review)
        assert (expected or "one\nnew\nfour\n") == (tmp_path / "a.txt").read_text()

    def test_one_without_a_text_cannot(self, tmp_path: Path) -> None:
        response = "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n"
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), response)

        assert text_to_place(review.proposals[0].block.operation) is None

    @pytest.mark.parametrize(("first", "last"), [(0, 1), (3, 2), (4, 5)])
    def test_lines_that_do_not_exist_cannot_be_chosen(self, tmp_path: Path, first: int, last: int) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), "")

        with pytest.raises(ValueError, match="the file has 4 lines"):
            placement_on(review.open_file("a.txt").index, first, last)


class TestFiles:
    def test_all_blocks_of_a_path_go_to_another_file(self, tmp_path: Path) -> None:
        files: dict[str, str | bytes] = {"b.txt": TEXT, "c.txt": "x\n"}
        response = block("two\n", "TWO\n", "gone.md") + block("four\n", "FOUR\n", "gone.md")
        review = review_of(make_tree(tmp_path, files), response + block("x\n", "y\n", "c.txt"))
        siblings = review.siblings(review.proposals[0])
        assert [1, 2] == [p.number for p in siblings]

        replan(review, review.send(siblings, review.open_file("b.txt")))

        assert ["b.txt", "b.txt", "c.txt"] == [p.path for p in review.proposals]
        assert "gone.md → b.txt: chosen by you" == review.proposals[0].warnings[0].message
        apply_all(review)
        assert "one\nTWO\nthree\nFOUR\n" == (tmp_path / "b.txt").read_text()

    def test_a_block_outside_the_root_goes_to_a_file_and_back(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path / "r", {"b.txt": TEXT}), block("two\n", "TWO\n", "../x.txt"))
        (proposal,) = review.proposals
        assert Reason.OUTSIDE_ROOT is proposal.reason

        replan(review, review.send([proposal], review.open_file("b.txt")))

        assert ("b.txt", True) == (review.proposals[0].path, review.proposals[0].is_ready)
        replan(review, review.undo())
        assert Reason.OUTSIDE_ROOT is review.proposals[0].reason
        replan(review, review.redo())
        apply_all(review)
        assert TEXT.replace("two", "TWO") == (tmp_path / "r/b.txt").read_text()

    def test_it_can_go_on_to_a_third_one(self, tmp_path: Path) -> None:
        files: dict[str, str | bytes] = {"b.txt": TEXT, "c.txt": TEXT}
        review = review_of(make_tree(tmp_path / "r", files), block("two\n", "TWO\n", "../x.txt"))

        replan(review, review.send(review.proposals, review.open_file("b.txt")))
        replan(review, review.send(review.proposals, review.open_file("c.txt")))

        (proposal,) = review.proposals
        assert ("c.txt", 1) == (proposal.path, len(proposal.warnings))

    def test_a_block_outside_the_root_can_be_placed_in_the_same_step(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path / "r", {"b.txt": TEXT}), block("nowhere\n", "new\n", "../x.txt")
        )

        file = review.open_file("b.txt")
        replan(review, review.send(review.proposals, file, placement_below(file.index, 1)))

        apply_all(review)
        assert "one\nnew\ntwo\nthree\nfour\n" == (tmp_path / "r/b.txt").read_text()

    @pytest.mark.parametrize("to", ["../out.txt", ".git/config", "folder"])
    def test_a_file_that_may_not_be_edited_is_refused_at_once(self, tmp_path: Path, to: str) -> None:
        make_tree(tmp_path / "r", {"b.txt": TEXT, "folder/c.txt": ""})
        review = review_of(tmp_path / "r", block("two\n", "TWO\n", "gone.txt"))

        with pytest.raises(Refused):
            review.send(review.proposals, review.open_file(to))

        assert 0 == len(review.log)

    def test_a_binary_file_is_refused_at_once(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"b.bin": b"a\0b"}), block("two\n", "TWO\n", "gone.txt"))

        with pytest.raises(Refused, match="is a binary file"):
            review.send(review.proposals, review.open_file("b.bin"))


class TestUnnamedFences:
    def test_it_is_no_block_until_the_user_says_so(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": TEXT}), CODE)

        assert [] == review.proposals
        assert ("x = 1\ny = 2\n", "python") == (code_of(review).text, code_of(review).language)

    def test_as_the_whole_file_it_creates_one(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": TEXT}), CODE)

        replan(review, review.adopt(code_of(review), review.open_file("new.py"), WHOLE_FILE))

        (proposal,) = review.proposals
        assert proposal == review.adopted(code_of(review))
        assert ("write", "new.py", True) == (proposal.operation, proposal.path, proposal.creates)
        apply_all(review)
        assert "x = 1\ny = 2\n" == (tmp_path / "new.py").read_text()

    def test_as_the_whole_of_a_longer_file_it_says_how_much_would_be_lost(self, tmp_path: Path) -> None:
        text = "".join(f"line {number}\n" for number in range(30))
        review = review_of(make_tree(tmp_path, {"a.py": text}), CODE)

        replan(review, review.adopt(code_of(review), review.open_file("a.py"), WHOLE_FILE))

        (proposal,) = review.proposals
        kinds = {warning.kind for warning in proposal.warnings}
        assert {WarningKind.CHOSEN, WarningKind.OVERWRITES, WarningKind.SNIPPET} <= kinds
        assert proposal.is_ready

    @pytest.mark.parametrize(
        ("kind", "expected"),
        [
            (PlacementKind.LINES, "one\nx = 1\ny = 2\nfour\n"),
            (PlacementKind.BELOW, "one\ntwo\nx = 1\ny = 2\nthree\nfour\n"),
        ],
    )
    def test_it_replaces_lines_or_is_inserted(
        self, tmp_path: Path, kind: PlacementKind, expected: str
    ) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), CODE)
        index = review.open_file("a.txt").index
        placement = placement_on(index, 2, 3) if kind is PlacementKind.LINES else placement_below(index, 2)

        replan(review, review.adopt(code_of(review), review.open_file("a.txt"), placement))

        apply_all(review)
        assert expected == (tmp_path / "a.txt").read_text()

    def test_undone_it_is_no_block_any_more(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), CODE)
        replan(review, review.adopt(code_of(review), review.open_file("a.txt"), WHOLE_FILE))

        replan(review, review.undo())

        assert [] == review.proposals
        replan(review, review.redo())
        assert ["a.txt"] == [p.path for p in review.proposals]

    def test_undone_it_is_no_later_version_of_another_block(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": TEXT}), block("two\n", "TWO\n") + CODE)
        (first,) = review.proposals
        replan(review, review.decide({first.key: review.acceptance(first)}))
        file = review.open_file("a.txt")
        replan(review, review.adopt(code_of(review), file, placement_on(file.index, 2, 2)))
        adopted = review.proposals[1]
        replan(review, review.decide({adopted.key: review.acceptance(adopted)}))

        for _ in range(2):
            replan(review, review.undo())

        (left,) = review.proposals
        assert ((), Verdict.ACCEPTED) == (left.warnings, review.verdict(left))

    def test_a_resumed_review_has_it_again(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "r", {"a.txt": TEXT})
        workspace = Workspace.open(root)
        review = Review(workspace)
        store = SessionStore(review, workspace.saved_reviews.begin(), lambda error: None)
        store.begin(CODE)
        review.read(CODE)
        placement = placement_on(review.open_file("a.txt").index, 1, 1)
        replan(review, review.adopt(code_of(review), review.open_file("a.txt"), placement))
        review.decide({review.proposals[0].key: review.acceptance(review.proposals[0])})
        store.end(is_finished=False)

        resumed = resume(Workspace.open(root)).review
        resumed.read(CODE)

        (proposal,) = resumed.proposals
        assert ("a.txt", Verdict.ACCEPTED) == (proposal.path, resumed.verdict(proposal))
        assert ManualPlacement(PlacementKind.LINES, 1, "one\n") == resumed.decision(proposal).placement


@given(
    st.lists(st.sampled_from(["one", "two", "three", ""]), min_size=1, max_size=8),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.data(),
)
def test_just_the_chosen_lines_are_replaced(
    bodies: list[str], end: str, is_closed: bool, data: st.DataObject
) -> None:
    """Every other byte of the file stays, whatever its line ends."""
    text = end.join(bodies) + (end if is_closed else "")
    count = len(text.splitlines())
    assume(count > 0)
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    with tempfile.TemporaryDirectory() as folder:
        review = review_of(make_tree(Path(folder, "r"), {"a.txt": text}), block("nowhere at all\n", "new\n"))
        placement = placement_on(review.open_file("a.txt").index, first, last)
        replan(review, review.place(review.proposals[0], placement))
        apply_all(review)

        lines = text.splitlines(keepends=True)
        new = "new" if last == count and not text.endswith(end) else f"new{end}"
        expected = "".join([*lines[: first - 1], new, *lines[last:]])
        assert expected.encode() == (Path(folder, "r") / "a.txt").read_bytes()


def test_what_drops_keys_of_json_is_never_the_first_candidate(tmp_path: Path) -> None:
    text = '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}\n'
    make_tree(tmp_path, {"a.json": text})
    review = review_of(tmp_path, 'Add x:\n\n`a.json`\n```json\n{\n  "x": 1\n}\n```\n')

    candidates = review.proposals[0].candidates
    assert candidates is not None
    assert '"c": 2' in candidates.matches[0].change.apply(text)


SCHEMA = "CREATE INDEX idx_a ON a (id);\n\nCREATE VIEW totals AS\nSELECT id\nFROM a;\n"


@pytest.mark.parametrize(
    ("words", "is_at_end"),
    [
        ("At the bottom of `schema.sql`:", True),
        ("This goes at the end of `schema.sql`:", True),
        ("Na końcu pliku `schema.sql`:", True),
        ("In `schema.sql`, change the index at the end of the file:", False),
        ("Update `schema.sql`:", False),
    ],
)
def test_a_statement_for_the_end_of_the_file_changes_none_that_it_resembles(
    tmp_path: Path, words: str, is_at_end: bool
) -> None:
    make_tree(tmp_path, {"schema.sql": SCHEMA})
    new = "CREATE INDEX idx_b ON b (id);\n"
    review = review_of(tmp_path, f"{words}\n\n```sql\n{new}```\n")

    candidates = review.proposals[0].candidates
    assert candidates is not None
    assert is_at_end is candidates.matches[0].change.apply(SCHEMA).endswith(f";\n{new}")


def test_a_block_around_a_line_is_chosen_before_the_places_beside_it(tmp_path: Path) -> None:
    text = "def remind(order):\n    mailer.send(order)\n\n\n" + "".join(
        f"def other_{n}(x):\n    return x + {n}\n\n\n" for n in range(9)
    )
    make_tree(tmp_path, {"a.py": text})
    new = "try:\n    mailer.send(order)\nexcept MailError:\n    log()\n"
    review = review_of(tmp_path, f"In `a.py`, wrap the call to `mailer.send`:\n\n```python\n{new}```\n")

    candidates = review.proposals[0].candidates
    assert candidates is not None
    assert (2, 2) == candidates.matches[0].lines
    assert candidates.matches[0].replaces_lines
