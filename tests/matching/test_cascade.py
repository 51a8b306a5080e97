"""The strategies of the cascade, and the search through them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.matching import CASCADE, FileIndex, Match, Tier, search, strategies, strategy_title
from editreview.text import split_lines
from tests.strategies import texts


def matches(text: str, expected: str, new: str = "new\n") -> list[tuple[str, tuple[int, int] | None]]:
    """The strategy and the lines of every match."""
    return [
        (p.strategies[0], p.lines) for p in search(FileIndex(text), Interpretation(expected, new)).matches
    ]


def only_match(text: str, expected: str, new: str) -> Match:
    (match,) = search(FileIndex(text), Interpretation(expected, new)).matches
    return match


def test_no_two_strategies_have_the_same_title() -> None:
    titles = [strategy_title(strategy.name) for strategy in strategies()]

    assert len(titles) == len(set(titles))


class TestExact:
    @pytest.mark.parametrize(
        ("text", "expected", "lines"),
        [
            ("a\nb\nc\n", "a\n", (1, 1)),
            ("a\nb\nc\n", "b\nc\n", (2, 3)),
            ("a\nb\nc", "c\n", (3, 3)),
            ("a\n\nb\n", "\n", (2, 2)),
            ("a\n", "a\n", (1, 1)),
            ("a\u2028b\n", "a\u2028b\n", (1, 1)),
            ("é \t\n", "é \t\n", (1, 1)),
        ],
    )
    def test_it_finds_the_same_lines(self, text: str, expected: str, lines: tuple[int, int]) -> None:
        assert [("exact", lines)] == matches(text, expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("foobar\n", "foo\n"),
            ("foobar\n", "bar\n"),
            ("foo\nbar\n", "foobar\n"),
            ("a\nb\nc\n", "a\nc\n"),
            ("a\n", "a\na\n"),
            ("Foo\n", "foo\n"),
            ("int a\n", "inta\n"),
            ("", "a\n"),
            ("", "\n"),
        ],
    )
    def test_it_does_not_find_parts_of_lines_or_lines_that_are_not_adjacent(
        self, text: str, expected: str
    ) -> None:
        assert [] == matches(text, expected)

    def test_it_finds_all_matches_including_overlapping_ones(self) -> None:
        assert [("exact", (1, 2)), ("exact", (2, 3))] == matches("x\nx\nx\ny\n", "x\nx\n")

    @given(texts(), st.data())
    def test_any_lines_of_a_text_are_found_at_their_position(self, text: str, data: st.DataObject) -> None:
        lines = split_lines(text)
        if "\n" not in text:
            return
        first = data.draw(st.integers(0, len(lines) - 1))
        end = data.draw(st.integers(first + 1, len(lines)))
        expected = "".join(lines[first:end])

        found = matches(text, expected if expected.endswith("\n") else expected + "\n")

        assert (first + 1, end) in [where for _, where in found]


class TestLineEnds:
    def test_it_ignores_carriage_returns_on_either_side(self) -> None:
        assert [("line-ends", (2, 3))] == matches("a\r\nb\r\nc\r\n", "b\nc\n")
        assert [("line-ends", (2, 3))] == matches("a\nb\nc\n", "b\r\nc\r\n")
        assert [("line-ends", (1, 3))] == matches("a\r\nb\nc\r\n", "a\nb\nc\n")

    def test_an_exact_match_stays_exact_in_a_file_with_carriage_returns_elsewhere(self) -> None:
        assert [("exact", (2, 2))] == matches("a\r\nb\nc\r\n", "b\n")

    def test_it_does_not_ignore_a_carriage_return_within_a_line(self) -> None:
        assert [] == matches("a\rb\n", "ab\n")

    def test_carriage_returns_alone_separate_lines(self) -> None:
        assert [("exact", (2, 2))] == matches("a\rb\rc\r", "b\n")


class TestTrailingWhitespace:
    def test_it_ignores_whitespace_at_line_ends_on_either_side(self) -> None:
        assert [("trailing-whitespace", (1, 2))] == matches("a  \nb\t\n", "a\nb\n")
        assert [("trailing-whitespace", (1, 2))] == matches("a\nb\n", "a  \nb\t\n")
        assert [("trailing-whitespace", (2, 2))] == matches("a\n   \nb\n", "\n")

    def test_it_does_not_ignore_whitespace_within_a_line(self) -> None:
        assert [("whitespace", (1, 1))] == matches("a  b\n", "a b\n")


class TestIndentation:
    @pytest.mark.parametrize(
        ("text", "expected", "adjusted"),
        [
            ("    if a:\n        b\n", "if a:\n    b\n", "shifted +4 spaces"),
            ("if a:\n    b\n", "  if a:\n      b\n", "shifted -2 spaces"),
            ("\tif a:\n\t\tb\n", "if a:\n\tb\n", "shifted +1 tab"),
            ("if a:\n\tb\n", "\t\tif a:\n\t\t\tb\n", "shifted -2 tabs"),
            (" a\n", "a\n", "shifted +1 space"),
            ("    a\n\n    b\n", "a\n\nb\n", "shifted +4 spaces"),
            ("    a\n    \n    b\n", "a\n\nb\n", "shifted +4 spaces"),
        ],
    )
    def test_it_ignores_the_same_whitespace_before_every_line(
        self, text: str, expected: str, adjusted: str
    ) -> None:
        match = only_match(text, expected, "")

        assert (("indentation",), adjusted) == (match.strategies, match.adjusted)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("    if a:\n    b\n", "if a:\n    b\n"),
            ("  a\n    b\n", "    a\n  b\n"),
        ],
    )
    def test_it_does_not_ignore_different_nesting(self, text: str, expected: str) -> None:
        assert [("line-trimmed", (1, 2))] == matches(text, expected, expected)

    def test_a_blank_line_alone_has_no_match(self) -> None:
        assert [] == matches("a\nb\n", "    \n")

    def test_new_lines_that_already_have_the_files_depth_are_not_shifted(self) -> None:
        assert [("indentation", (1, 1))] == matches("a\n", "    a\n", "b\n")

    def test_a_match_that_the_new_lines_do_not_fit_still_counts_as_a_match(self) -> None:
        text = "def a():\n  foo()\n\ndef b():\n        foo()\n"

        assert [] == matches(text, "    foo()\n", "    foo()\n bar()\n")
        assert 2 == len(matches(text, "    foo()\n", "    foo()\n    bar()\n"))


class TestSearch:
    def test_it_stops_at_the_first_strategy_that_finds_anything(self) -> None:
        found = search(FileIndex("a  \n    a\na  \n"), Interpretation("a\n", "b\n"))

        assert [("trailing-whitespace", 2)] == [(v.strategy, v.matches) for v in found.verdicts if v.matches]
        assert ["exact", "line-ends", "trailing-whitespace"] == [v.strategy for v in found.verdicts]

    def test_several_exact_matches_are_never_resolved_by_a_looser_strategy(self) -> None:
        assert [("exact", (1, 1)), ("exact", (3, 3))] == matches("a\nb\na\n  a\n", "a\n")

    def test_a_copy_at_another_depth_does_not_win_over_most_lines_of_the_block_at_its_own(self) -> None:
        block = "  first(1)\n  second(2)\n  third(3)\n"
        copy, changed = block.replace("  ", "    "), block.replace("second(2)", "second(2, 3)")

        assert [("indentation", (1, 3))] == matches(copy, block)
        # Only the first line of the block lacks its indentation, as calls quote it.
        assert [("indentation", (1, 3))] == matches(f"{block}x\n{changed}", block.lstrip(" "))
        assert [("indentation", (1, 3)), ("fuzzy", (5, 7))] == matches(f"{copy}x\n{changed}", block)
        assert [("fuzzy", (1, 2)), ("indentation", (4, 6))] == matches(
            f"{block.replace('  second(2)', '')}x\n{copy}".replace("\n\n", "\n"), block
        )

    def test_a_copy_at_another_depth_does_not_win_over_a_version_of_all_of_the_block(self) -> None:
        """However short: equal lines, and one that has changed since."""
        rule = "  color: red;\n  margin: 8px;\n"
        nested = "  .card {\n    color: red;\n    margin: 7px;\n  }\n"

        assert [("fuzzy", (2, 3)), ("indentation", (7, 8))] == matches(
            f".card {{\n{rule}}}\n@media print {{\n{nested}}}\n",
            "  color: red;\n  margin: 7px;\n",
        )
        assert 1 == len(
            matches(f".other {{\n  color: red;\n  float: left;\n}}\n{nested}", rule.replace("8", "7"))
        )

    @pytest.mark.parametrize(
        ("text", "line", "count"),
        [
            ("LIMIT = 5\nclass A:\n    LIMIT = 3\n", "LIMIT = 3\n", 2),
            ("class A:\n    LIMIT = 3\nLIMIT = 5\n", "LIMIT = 3\n", 2),
            ("port: 3\nweb:\n  port: 1\n", "port: 1\n", 2),
            ("class A:\n    LIMIT = 3\n    OTHER = 3\n", "LIMIT = 3\n", 1),
            ("LIMITS = 5\nclass A:\n    LIMIT = 3\n", "LIMIT = 3\n", 1),
            ("x == 5\nif a:\n    x == 3\n", "x == 3\n", 1),
            ("const limit = 5;\nclass A {\n  const limit = 3;\n}\n", "const limit = 3;\n", 2),
            ("final int n = 5;\nclass A {\n  final int n = 3;\n}\n", "final int n = 3;\n", 2),
            ("n => 5\nf(\n  n => 3\n)\n", "n => 3\n", 1),
        ],
    )
    def test_a_setting_at_another_depth_does_not_win_over_that_of_its_name_at_its_own(
        self, text: str, line: str, count: int
    ) -> None:
        found = search(FileIndex(text), Interpretation(line, "new\n"))

        assert count == len(found.matches)

    def test_all_strategies_are_reported_when_nothing_is_found(self) -> None:
        found = search(FileIndex("a\n"), Interpretation("b\n", "c\n"), tiers=tuple(Tier))

        assert [s.name for s in CASCADE] == [verdict.strategy for verdict in found.verdicts]
        assert () == found.matches

    def test_only_the_exact_strategy_has_the_exact_tier(self) -> None:
        assert {"exact": Tier.EXACT} == {s.name: s.tier for s in CASCADE if s.tier is Tier.EXACT}

    def test_a_match_keeps_its_key_when_the_file_changes_elsewhere(self) -> None:
        expected = Interpretation("a\nb\n", "c\n")

        before = search(FileIndex("x\n1\n2\na\nb\n3\n4\ny\n"), expected).matches
        after = search(FileIndex("x\nmore\n1\n2\na\nb\n3\n4\nz\n"), expected).matches

        assert [p.key for p in before] == [p.key for p in after]

    def test_matches_with_the_same_text_have_different_keys(self) -> None:
        found = search(FileIndex("a\na\na\n"), Interpretation("a\n", "b\n")).matches

        assert 3 == len({match.key for match in found})

    def test_fewer_matches_of_a_long_block_are_examined(self) -> None:
        found = search(FileIndex("pass\n" * 2_000), Interpretation("pass\n" * 1_000, "done\n"))

        assert (50, True) == (len(found.matches), found.is_cut_short)

    @pytest.mark.parametrize(("runs", "found"), [(20, [("indentation", (1, 1_000))]), (200, [])])
    def test_a_single_match_counts_as_the_only_one_only_if_every_run_was_examined(
        self, runs: int, found: list[tuple[str, tuple[int, int]]]
    ) -> None:
        """For a block of a thousand lines, fifty runs are examined; here only the first has one depth."""
        assert found == matches("  a\n" * 1_000 + "a\n" * runs, "    a\n" * 1_000, "    b\n")

    def test_at_most_a_thousand_matches_are_returned(self) -> None:
        assert 1_000 == len(search(FileIndex("a\n" * 5_000), Interpretation("a\n", "b\n")).matches)
