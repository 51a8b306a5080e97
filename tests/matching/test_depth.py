"""Indentation units, and maps from the depths of a block to those of a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.matching.depth import convert, depth_map, depth_unit

UNITS = st.sampled_from(["\t", "  ", "    ", "   ", "        "])


def lines(text: str) -> list[str]:
    return text.splitlines()


class TestUnit:
    @pytest.mark.parametrize(
        ("text", "unit"),
        [
            ("a:\n    b\nc\n", "    "),
            ("a {\n  b {\n    c\n  }\n}\n", "  "),
            ("a {\n\tb\n}\n", "\t"),
            ("a {\n\tb(c,\n\t  d)\n}\n", "\t"),
            ("        b\n    c\n", "    "),
            ("a {\n\n            b\n        c\n", "    "),
            ("        b\na {\n            b\n", "    "),
            ('{\n "a": {\n  "b": 1\n }\n}\n', " "),
            ("a:\n    b(c,\n      d)\n    e:\n        f\n", "    "),
        ],
    )
    def test_it_is_the_most_common_step_between_lines(self, text: str, unit: str) -> None:
        assert unit == depth_unit(lines(text))

    @pytest.mark.parametrize("text", ["", "a\nb\n", "    a\n    b\n", "\n\n"])
    def test_lines_of_one_depth_have_no_unit(self, text: str) -> None:
        assert None is depth_unit(lines(text))

    def test_tabs_among_spaces_are_not_one_column(self) -> None:
        text = "a(\n    b,\n    c)\nd(\n\te,\n\tf)\ng(\n\th)\ni(\n    j,\n    k,\n    l)\n"
        assert "    " == depth_unit(lines(text))

    def test_a_tab_before_every_line_is_the_unit(self) -> None:
        assert "\t" == depth_unit(["\ta", "\tb"])

    def test_comments_are_ignored(self) -> None:
        text = "/**\n * a\n * b\n */\nc {\n    /*\n     * d\n     */\n    e\n}\n"

        assert "    " == depth_unit(lines(text))

    def test_multi_line_docstrings_are_ignored(self) -> None:
        text = 'def a():\n    """b\n\n  c\n    d\n  e\n    f\n    """\n    g\n'

        assert "    " == depth_unit(lines(text))

    def test_code_after_a_one_line_docstring_counts(self) -> None:
        assert "  " == depth_unit(lines('def a():\n  """b"""\n  if c:\n    d\n'))

    def test_aligned_lines_are_not_a_unit(self) -> None:
        text = "def a(b,\n      c):\n    if d:\n        e(f,\n          g)\n    h\n"

        assert "    " == depth_unit(lines(text))

    @given(UNITS, st.lists(st.integers(0, 5), min_size=5, max_size=30))
    def test_the_unit_of_any_code_is_detected(self, unit: str, steps: list[int]) -> None:
        depths, depth = [0], 0
        for step in steps:
            depth = step if step < depth else depth + 1
            depths.append(depth)

        assert unit == depth_unit([unit * depth + "x" for depth in depths])


class TestConvert:
    def test_levels_are_converted_to_the_other_unit(self) -> None:
        assert "\t\t" == convert("        ", "    ", "\t")
        assert "    " == convert("\t\t", "\t", "  ")

    def test_whitespace_that_aligns_stays(self) -> None:
        assert "\t   " == convert("       ", "    ", "\t")
        assert "      " == convert("\t  ", "\t", "    ")

    @given(UNITS, UNITS, st.integers(0, 5))
    def test_converting_back_gives_the_original(self, old: str, new: str, levels: int) -> None:
        assert old * levels == convert(convert(old * levels, old, new), new, old)


class TestUniform:
    @pytest.mark.parametrize(
        ("expected", "found", "described"),
        [
            ("a\n    b", "    a\n        b", "+4 spaces"),
            ("    a\n        b", "a\n    b", "-4 spaces"),
            ("a\n\tb", "\ta\n\t\tb", "+1 tab"),
            ("a\n\n  b", " a\n   \n   b", "+1 space"),
            ("a\n  b", "a\n  b", "unchanged"),
        ],
    )
    def test_the_same_whitespace_before_every_line_is_one_shift(
        self, expected: str, found: str, described: str
    ) -> None:
        map_ = depth_map(lines(expected), lines(found))

        assert map_ is not None
        assert described == map_.describe()
        assert [line.rstrip() for line in lines(found)] == [map_.fit(line) for line in lines(expected)]

    def test_a_line_with_less_indentation_than_is_removed_does_not_fit(self) -> None:
        map_ = depth_map(["    a"], ["a"])

        assert map_ is not None
        assert (None, "b") == (map_.fit("  b"), map_.fit("    b"))

    def test_blank_lines_are_not_changed(self) -> None:
        map_ = depth_map(["a"], ["    a"])

        assert map_ is not None
        assert ("", "  ") == (map_.fit(""), map_.fit("  "))

    def test_blank_lines_alone_have_no_depth(self) -> None:
        assert None is depth_map(["", "  "], ["  ", ""])


class TestByUnit:
    @pytest.mark.parametrize(
        ("expected", "found", "line", "fitted", "described"),
        [
            ("a\n    b", "a\n\tb", "        c", "\t\tc", "4 spaces → tab"),
            ("a\n\tb", "a\n  b", "\t\tc", "    c", "tab → 2 spaces"),
            ("a\n  b", "a\n    b", "      c", "            c", "2 spaces → 4 spaces"),
            ("a\n    b", "\ta\n\t\tb", "        c", "\t\t\tc", "4 spaces → tab, +1 level"),
            ("    a\n        b", "a\n\tb", "            c", "\t\tc", "4 spaces → tab, -1 level"),
            ("a:\n    b(c,\n      d)", "a:\n\tb(c,\n\t  d)", "     e", "\t e", "4 spaces → tab"),
        ],
    )
    def test_levels_are_converted_to_the_units_of_the_file(
        self, expected: str, found: str, line: str, fitted: str, described: str
    ) -> None:
        map_ = depth_map(lines(expected), lines(found))

        assert map_ is not None
        assert (fitted, described) == (map_.fit(line), map_.describe())

    def test_a_line_less_deep_than_the_removed_levels_does_not_fit(self) -> None:
        map_ = depth_map(["    a", "        b"], ["a", "\tb"])

        assert map_ is not None
        assert None is map_.fit("c")

    def test_lines_of_one_depth_are_mapped_by_the_units_of_the_whole_texts(self) -> None:
        map_ = depth_map(["    a"], ["\ta"], block_unit="    ", file_unit="\t")

        assert map_ is not None
        assert ("\t\tb", "b") == (map_.fit("        b"), map_.fit("b"))

    def test_a_line_one_unit_deeper_is_one_unit_of_the_file_deeper(self) -> None:
        map_ = depth_map(["a"], ["    a"], block_unit="    ", file_unit="  ")

        assert map_ is not None
        assert "      b" == map_.fit("    b")

    @given(UNITS, UNITS, st.lists(st.integers(0, 4), min_size=2), st.integers(0, 3))
    def test_any_two_units_and_any_shift_are_mapped(
        self, block: str, file: str, depths: list[int], shift: int
    ) -> None:
        expected = [block * depth + "x" for depth in depths]
        found = [file * (depth + shift) + "x" for depth in depths]
        map_ = depth_map(expected, found, block, file)

        assert map_ is not None
        assert found == [map_.fit(line) for line in expected]
        assert file * (5 + shift) + "y" == map_.fit(block * 5 + "y")


class TestFirstLine:
    def test_a_first_line_that_lost_its_indentation_gets_it_back(self) -> None:
        expected = lines("if a:\n        b\n    else:\n        c")
        map_ = depth_map(expected, lines("    if a:\n        b\n    else:\n        c"))

        assert map_ is not None
        assert ("    if d:", "        e", "first line only") == (
            map_.fit("if d:"),
            map_.fit("        e"),
            map_.describe(),
        )

    def test_lines_that_the_first_one_does_not_open_are_not_nested_in_it(self) -> None:
        assert None is not depth_map(["a = 1", "    b = 2"], ["    a = 1", "    b = 2"])

    def test_nesting_that_the_file_lacks_is_not_lost_indentation(self) -> None:
        assert None is depth_map(["if a:", "    b"], ["    if a:", "    b"])


class TestUneven:
    def test_each_depth_is_mapped_to_its_depth_in_the_file(self) -> None:
        map_ = depth_map(lines("a:\n    b:\n        c"), lines("a:\n   b:\n        c"))

        assert map_ is not None
        assert ("   d", "        d", "uneven") == (map_.fit("    d"), map_.fit("        d"), map_.describe())

    def test_a_deeper_line_keeps_its_distance(self) -> None:
        map_ = depth_map(lines("a:\n    b:\n        c"), lines("a:\n   b:\n        c"), "    ", "    ")

        assert map_ is not None
        assert "            d" == map_.fit("            d")

    def test_a_line_less_deep_than_all_others_does_not_fit(self) -> None:
        map_ = depth_map(lines("  a:\n    b:\n      c"), lines("a:\n   b:\n    c"))

        assert map_ is not None
        assert None is map_.fit("d")

    def test_a_line_that_would_exceed_the_next_depth_does_not_fit(self) -> None:
        map_ = depth_map(lines("a:\n        b:\n          c"), lines("a:\n    b:\n          c"))

        assert map_ is not None
        assert None is map_.fit("      d")

    @pytest.mark.parametrize(
        ("expected", "found"),
        [
            ("a\n    b\n    c", "a\n    b\n     c"),
            ("  a\n    b", "    a\n  b"),
            ("a\nb", "a\n    b"),
            ("if a:\n    b", "    if a:\n    b"),
        ],
    )
    def test_lines_with_different_nesting_have_no_map(self, expected: str, found: str) -> None:
        assert None is depth_map(lines(expected), lines(found))
