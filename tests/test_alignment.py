"""Two sides of a change, line by line, and what accepting some of the rows makes of it."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from editreview.alignment import Alignment, RowKind, change_lines, line_opcodes
from editreview.text import Change, Lines, Splice, split_lines
from tests.patches import applied_by_git, patch_lines
from tests.strategies import LINES, changed_texts

WORDS = st.sampled_from(["alpha one", "alpha two", "beta", "gamma three", "gamma four", "", "}", "    }"])


def aligned(old: str, new: str) -> Alignment:
    """Two texts side by side."""
    lines = Lines(old)
    return Alignment(lines, change_lines(lines, 0, len(lines), split_lines(new, lines.separator)))


def rows(alignment: Alignment) -> list[tuple[RowKind, str | None, str | None]]:
    """Every row with the lines themselves."""
    return [
        (
            row.kind,
            None if row.old is None else alignment.lines[row.old],
            None if row.new is None else alignment.new_line(row.new),
        )
        for hunk in range(len(alignment.hunks))
        for row in alignment.rows(hunk)
    ]


class TestAlignment:
    @given(changed_texts())
    def test_its_new_lines_are_the_lines_of_the_changed_text(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        lines = Lines(base)
        alignment = Alignment(lines, change)

        shown = [alignment.new_line(i) for i in range(alignment.new_length)]

        assert split_lines(change.apply(base), lines.separator) == shown

    @given(changed_texts())
    def test_its_hunks_have_only_changed_lines(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        lines = Lines(base)
        alignment = Alignment(lines, change)
        text, at = "", 0

        for hunk in alignment.hunks:
            old = lines.slice(hunk.old, hunk.old_end)
            assert old != list(hunk.lines)
            text += "".join(lines.slice(at, hunk.old)) + "".join(hunk.lines)
            at = hunk.old_end

        assert change.apply(base) == text + "".join(lines.slice(at, len(lines)))

    @given(changed_texts())
    def test_the_rows_keep_the_order_of_both_sides(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        alignment = Alignment(Lines(base), change)

        for number, hunk in enumerate(alignment.hunks):
            found = alignment.rows(number)
            assert list(range(hunk.old, hunk.old_end)) == [r.old for r in found if r.old is not None]
            assert list(range(hunk.new, hunk.new_end)) == [r.new for r in found if r.new is not None]

    def test_similar_lines_share_a_row(self) -> None:
        alignment = aligned(
            "total = price\nreturn total\n", "count = 1\ntotal = price * count\nreturn total\n"
        )

        assert [
            (RowKind.ADDED, None, "count = 1\n"),
            (RowKind.CHANGED, "total = price\n", "total = price * count\n"),
        ] == rows(alignment)

    def test_different_lines_do_not_share_a_row(self) -> None:
        assert [
            (RowKind.REMOVED, "aaaa\n", None),
            (RowKind.ADDED, None, "zzzz\n"),
        ] == rows(aligned("aaaa\n", "zzzz\n"))

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            # One good pair rather than two poor ones.
            (
                "total = price * count\nreturn round(total, 2)\n",
                "count = max(count, 0)\ntotal = price * count * rate\nreturn total\n",
                "+ r r",
            ),
            # Words that differ make two lines of the same signs others.
            ("// Scroll the current list item into view\n", "// No longer scrolling into view\n", "- +"),
            # The names decide, not the shape.
            ("from x import a, b\n", "from x import (\n    a,\n    b,\n)\n", "r + + +"),
            ("}\n", "};\n", "r"),
            ("a\n\nb = 1\n", "c\n\nb = 2\n", "- +"),
        ],
    )
    def test_lines_share_a_row_if_their_characters_and_words_are_alike(
        self, old: str, new: str, expected: str
    ) -> None:
        """The sum of the squares of likeness decides; lines too different to mark anything do not pair."""
        kinds = {RowKind.CHANGED: "r", RowKind.REMOVED: "-", RowKind.ADDED: "+"}
        alignment = aligned(old, new)
        assert expected == " ".join(kinds[row.kind] for row in alignment.rows(0))

    @given(st.lists(WORDS, max_size=8), st.lists(WORDS, max_size=8))
    def test_lines_that_share_a_row_have_something_in_common(self, old: list[str], new: list[str]) -> None:
        """No blank line shares one, and no line stands beside one that shares nothing with it."""
        for kind, before, after in rows(aligned("\n".join(old), "\n".join(new))):
            if kind is RowKind.CHANGED:
                assert before is not None
                assert after is not None
                assert before.strip()
                assert after.strip()
                assert set(before.split()) & set(after.split())

    def test_the_rows_of_a_large_hunk_pair_lines_by_position(self) -> None:
        old, new = [f"old {i}\n" for i in range(60)], [f"new {i}\n" for i in range(70)]
        alignment = aligned("".join(old), "".join(new))

        found = rows(alignment)

        assert [(RowKind.CHANGED, a, b) for a, b in zip(old, new, strict=False)] == found[:60]
        assert [(RowKind.ADDED, None, b) for b in new[60:]] == found[60:]

    @given(changed_texts())
    def test_rows_are_numbered_across_hunks(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        alignment = Alignment(Lines(base), change)

        found = [
            alignment.row_at(hunk, *line)
            for hunk in range(len(alignment.hunks))
            for row in alignment.rows(hunk)
            for line in ((row.old, None), (None, row.new))
            if line != (None, None)
        ]

        assert list(range(alignment.row_count)) == list(dict.fromkeys(found))

    @pytest.mark.parametrize(("count", "numbers"), [(3, [2, 6]), (60, [59, 60])])
    def test_a_line_without_a_row_has_no_number(self, count: int, numbers: list[int]) -> None:
        """Also not in a hunk whose rows are only made when asked for."""
        alignment = aligned("a\n" * count, "b\n" * (count + 1))

        assert numbers == [alignment.row_at(0, count - 1, None), alignment.row_at(0, None, count)]
        for line in ((count + 1, None), (None, count + 1), (None, -1)):
            with pytest.raises(LookupError):
                alignment.row_at(0, *line)

    def test_it_counts_additions_and_deletions(self) -> None:
        alignment = aligned("a\nb\nc\nd\n", "a\nB\nBB\nd\n")

        assert (2, 2) == (alignment.additions, alignment.deletions)

    def test_text_appended_to_an_open_last_line_changes_that_line(self) -> None:
        assert [
            (RowKind.CHANGED, "last line", "last line\n"),
            (RowKind.ADDED, None, "more"),
        ] == rows(aligned("last line", "last line\nmore"))

    def test_a_new_file_is_all_added(self) -> None:
        assert [(RowKind.ADDED, None, "a\n"), (RowKind.ADDED, None, "b")] == rows(aligned("", "a\nb"))


@pytest.fixture(scope="module")
def patched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("patched") / "file"


class TestTakingRows:
    @given(changed_texts())
    def test_all_rows_are_the_change_and_no_rows_are_none(self, made: tuple[str, list[Change]]) -> None:
        base, (change,) = made
        alignment = Alignment(Lines(base), change)
        every = frozenset(range(len(rows(alignment))))

        assert change.apply(base) == alignment.with_rows(every).apply(base)
        assert Change() == alignment.with_rows(frozenset())

    def test_a_whole_hunk_keeps_its_minimal_splices(self) -> None:
        """Another block may change the rest of its lines."""
        change = Change((Splice(0, 1, "A"), Splice(6, 7, "D")))

        taken = Alignment(Lines("a b\nc\nd e\n"), change).with_rows(frozenset({0}))

        assert Change((Splice(0, 1, "A"),)) == taken

    @given(st.lists(WORDS, max_size=9), st.lists(WORDS, max_size=9), st.booleans(), st.booleans(), st.data())
    def test_some_rows_give_the_same_result_as_git_apply(
        self,
        patched: Path,
        old_lines: list[str],
        new_lines: list[str],
        old_is_open: bool,
        new_is_open: bool,
        data: st.DataObject,
    ) -> None:
        old = "".join(line + "\n" for line in old_lines).removesuffix("\n" if old_is_open else "")
        new = "".join(line + "\n" for line in new_lines).removesuffix("\n" if new_is_open else "")
        alignment = aligned(old, new)
        taken = frozenset(data.draw(st.sets(st.integers(0, max(len(rows(alignment)) - 1, 0)))))

        expected = applied_by_git(patched, old, list(patch_lines(alignment, taken)))

        assert expected == alignment.with_rows(taken).apply(old)

    def test_an_open_line_that_is_followed_by_another_gets_an_end(self) -> None:
        alignment = aligned("a\r\nlast", "a\r\nlast\r\nmore")

        assert "a\r\nlast\r\nmore" == alignment.with_rows(frozenset({1})).apply("a\r\nlast")


def rebuilt(old: list[str], new: list[str]) -> list[str]:
    """The new lines, made of the old ones and what the opcodes take from the new."""
    made: list[str] = []
    at = 0
    for a1, a2, b1, b2 in line_opcodes(old, new):
        made += old[at:a1] + new[b1:b2]
        at = a2
    return made + old[at:]


class TestLineOpcodes:
    @given(st.lists(WORDS, max_size=60), st.lists(WORDS, max_size=60))
    def test_they_rebuild_the_new_lines(self, old: list[str], new: list[str]) -> None:
        assert new == rebuilt(old, new)

    @given(st.lists(WORDS, max_size=20), st.lists(WORDS, max_size=20))
    def test_they_are_ordered_and_disjoint(self, old: list[str], new: list[str]) -> None:
        found = line_opcodes(old, new)

        assert all(a1 < a2 or b1 < b2 for a1, a2, b1, b2 in found)
        assert all(x[1] < y[0] and x[3] < y[2] for x, y in pairwise(found))

    @given(st.lists(WORDS, max_size=20), st.lists(WORDS, max_size=20))
    def test_they_are_the_smallest(self, old: list[str], new: list[str]) -> None:
        found = line_opcodes(old, new)

        assert Indel.distance(old, new) == sum(a2 - a1 + b2 - b1 for a1, a2, b1, b2 in found)

    @given(st.integers(0, 2_000), st.integers(0, 3), st.integers(0, 3), st.integers(0, 2_000))
    def test_one_hunk_in_a_long_text_is_minimal(
        self, before: int, removed: int, added: int, after: int
    ) -> None:
        head, tail = [str(i) for i in range(before)], [str(-i) for i in range(after)]
        old = [*head, *["old"] * removed, *tail]
        new = [*head, *["new"] * added, *tail]

        expected = [(before, before + removed, before, before + added)] if removed or added else []

        assert expected == line_opcodes(old, new)

    @pytest.mark.parametrize("length", [20_000, 30_000])
    def test_they_rebuild_a_long_text_with_scattered_edits(self, length: int) -> None:
        random_ = random.Random(length)
        old = [f"line {i % (length // 3)}" for i in range(length)]
        new = [line for line in old if random_.random() > 0.002]
        for i in random_.sample(range(len(new)), 40):
            new[i] += " changed"

        assert new == rebuilt(old, new)

    def test_they_rebuild_a_long_text_of_equal_lines(self) -> None:
        assert ["}"] * 20_000 == rebuilt(["}"] * 21_000, ["}"] * 20_000)

    def test_they_rebuild_a_completely_rewritten_long_text(self) -> None:
        old, new = [f"old {i}" for i in range(4_000)], [f"new {i}" for i in range(4_000)]

        assert [(0, 4_000, 0, 4_000)] == line_opcodes(old, new)

    def test_a_line_that_occurs_once_on_both_sides_is_kept(self) -> None:
        filler = ["}"] * 60

        assert [(0, 0, 0, 1), (121, 121, 122, 123)] == line_opcodes(
            [*filler, "anchor", *filler], ["new", *filler, "anchor", *filler, "new"]
        )


class TestChangeLines:
    @given(st.lists(LINES, max_size=10), st.lists(LINES, max_size=6), st.data())
    def test_it_replaces_lines(self, base: list[str], new: list[str], data: st.DataObject) -> None:
        lines = Lines("".join(base), "\n")
        first = data.draw(st.integers(0, len(base)))
        end = data.draw(st.integers(first, len(base)))

        change = change_lines(lines, first, end, new)

        assert "".join([*base[:first], *new, *base[end:]]) == change.apply(lines.text)

    def test_it_does_not_touch_unchanged_lines(self) -> None:
        change = change_lines(Lines("a\nb\nc\nd\n"), 0, 4, ["a\n", "B\n", "c\n", "d\n", "e\n"])

        assert [(2, 4, "B\n"), (8, 8, "e\n")] == [(s.start, s.end, s.text) for s in change.splices]
