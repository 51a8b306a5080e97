"""Adjusting a block to its match: only the lines and characters that it changes are changed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, search
from editreview.text import line_body, line_end, split_lines

BODIES = st.sampled_from(["alpha", "beta", "gamma", "delta", ""])
ENDS = st.sampled_from(["\n", "\r\n"])


def after(text: str, expected: str, new: str) -> str:
    """The file after a block with one match."""
    (match,) = search(FileIndex(text), Interpretation(expected, new)).matches
    return match.change.apply(text)


class TestIndentation:
    def test_new_lines_get_the_depth_of_the_file(self) -> None:
        assert "class A:\n    def f(self):\n        if x:\n            return 2\n" == after(
            "class A:\n    def f(self):\n        return 1\n",
            "def f(self):\n    return 1\n",
            "def f(self):\n    if x:\n        return 2\n",
        )

    def test_new_lines_lose_indentation_that_the_file_lacks(self) -> None:
        assert "def f():\n    return 2\n" == after(
            "def f():\n    return 1\n",
            "        def f():\n            return 1\n",
            "        def f():\n            return 2\n",
        )

    def test_tabs_are_added_and_removed_as_tabs(self) -> None:
        assert "\tif a:\n\t\tc\n" == after("\tif a:\n\t\tb\n", "if a:\n\tb\n", "if a:\n\tc\n")
        assert "if a:\n\tc\n" == after("if a:\n\tb\n", "\tif a:\n\t\tb\n", "\tif a:\n\t\tc\n")

    def test_blank_lines_stay_blank(self) -> None:
        assert "    a\n\n    b\n" == after("    a\n", "a\n", "a\n\nb\n")

    def test_unchanged_lines_keep_the_files_indentation_and_whitespace(self) -> None:
        assert "    a  \n    B\n    c\t\n" == after("    a  \n    b\n    c\t\n", "a\nb\nc\n", "a\nB\nc\n")


class TestAdjustments:
    """Adjustments are recorded line by line, so that they can be shown."""

    @pytest.mark.parametrize("line", ['x = "[\'’]" + b', 'x = "[’\']" + b', "x = \"['’]’'\" + b"])
    def test_a_new_line_spelled_as_the_file_keeps_its_characters(self, line: str) -> None:
        """Although SEARCH has curly quotes throughout, of which some are the file's own."""
        curly = line.translate({ord("'"): "’", ord('"'): "“"})
        new = line.replace("+ b", "+ c")

        assert f"a = 1\n{new}\n" == after(f"a = 1\n{line}\n", f"a = 1\n{curly}\n", f"a = 1\n{new}\n")

    @pytest.mark.parametrize(
        ("text", "expected", "new", "adjusted"),
        [
            ("a\nb\n", "a\nb\n", "a\nc\nd\n", {}),
            ("  a\n  b\n", "a\nb\n", "a\nc\nd\n", {1: "depth", 2: "depth"}),
            ("x\n“a” b\n", 'x\n"a" b\n', 'x\nnew\n"a" c\n', {2: "characters"}),
            ("a  \nb\n", "a\nb\n", "c\nb\n", {0: "characters"}),
        ],
    )
    def test_new_lines_that_differ_from_the_block_are_recorded_by_number(
        self, text: str, expected: str, new: str, adjusted: dict[int, str]
    ) -> None:
        (match,) = search(FileIndex(text), Interpretation(expected, new)).matches

        assert adjusted == dict(match.adjustments)


class TestLineEnds:
    def test_new_lines_of_a_crlf_file_end_in_crlf(self) -> None:
        assert "a\r\nB\r\nBB\r\nc\r\n" == after("a\r\nb\r\nc\r\n", "b\n", "B\nBB\n")

    def test_new_lines_of_an_lf_file_have_no_carriage_return(self) -> None:
        assert "a\nB\nc\n" == after("a\nb\nc\n", "b\r\n", "B\n")

    def test_a_file_with_mixed_line_ends_keeps_them(self) -> None:
        assert "a\r\nB\nc\r\nd\n" == after("a\r\nb\nc\r\nd\n", "a\nb\nc\n", "a\nB\nc\n")

    def test_a_new_line_gets_the_line_end_of_the_line_it_replaces(self) -> None:
        assert "a\nB\r\nc\n" == after("a\nb\r\nc\n", "b\n", "B\n")

    def test_an_inserted_line_gets_the_line_end_of_the_line_above(self) -> None:
        assert "a\r\nnew\r\nb\n" == after("a\r\nb\n", "a\nb\n", "a\nnew\nb\n")

    def test_a_line_inserted_at_the_top_gets_the_line_end_of_the_line_below(self) -> None:
        assert "new\r\na\r\nb\n" == after("a\r\nb\n", "a\n", "new\na\n")

    def test_a_file_with_cr_line_ends_keeps_them(self) -> None:
        assert "a\rB\rBB\rc\r" == after("a\rb\rc\r", "b\n", "B\nBB\n")


class TestEndOfFile:
    def test_a_file_without_a_final_newline_stays_without(self) -> None:
        assert "a\nB" == after("a\nb", "b\n", "B\n")
        assert "A\nb" == after("a\nb", "a\n", "A\n")

    def test_a_line_added_after_an_open_last_line_is_the_new_open_last_line(self) -> None:
        assert "a\nb\nc" == after("a\nb", "b\n", "b\nc\n")
        assert "a\r\nb\r\nc" == after("a\r\nb", "b\n", "b\nc\n")

    def test_the_last_lines_can_be_deleted(self) -> None:
        assert "a\n" == after("a\nb\nc\n", "b\nc\n", "")
        assert "a\n" == after("a\nb\nc\n", "a\nb\nc\n", "a\n")

    def test_a_file_shortened_at_its_open_end_stays_without_a_final_newline(self) -> None:
        assert "a" == after("a\nb", "a\nb\n", "a\n")

    def test_all_lines_of_a_file_can_be_deleted(self) -> None:
        assert "" == after("a\nb\n", "a\nb\n", "")

    def test_a_blank_line_at_the_end_can_be_added_and_removed(self) -> None:
        assert "a\n\n" == after("a\n", "a\n", "a\n\n")
        assert "a\n" == after("a\n\n", "a\n\n", "a\n")


class TestUntouchedLines:
    def test_trailing_whitespace_that_the_block_does_not_change_is_kept(self) -> None:
        assert "a  \nB \nc\t\n" == after("a  \nb \nc\t\n", "a\nb\nc\n", "a\nB\nc\n")

    def test_trailing_whitespace_that_the_block_adds_is_written(self) -> None:
        assert "a  \nb\n" == after("a\nb\n", "a\n", "a  \n")

    @pytest.mark.parametrize("blanks", ["    ", "\t", " \t"])
    def test_the_whitespace_of_a_blank_line_is_not_that_of_words_in_its_place(self, blanks: str) -> None:
        assert "a\nb\nc\n" == after(f"a\n{blanks}\nc\n", "a\n\nc\n", "a\nb\nc\n")
        assert "  a\n  b\n    c\n" == after(f"  a\n{blanks}\n    c\n", "a\n\n  c\n", "a\nb\n  c\n")

    def test_characters_special_to_regular_expressions_are_plain_text(self) -> None:
        new = "$& $1 $$ \\1 \\n {0} %s ${x}\n"

        assert new == after("a\n", "a\n", new)

    @given(
        st.lists(st.tuples(BODIES, st.sampled_from(["", " ", "\t"]), ENDS), min_size=1, max_size=8),
        st.lists(st.one_of(BODIES, st.sampled_from(["new", "    deep"])), min_size=1, max_size=8),
        st.sampled_from(["", "    ", "\t"]),
        st.booleans(),
    )
    def test_the_result_has_the_blocks_text_whatever_the_files_line_ends_whitespace_and_depth(
        self, lines: list[tuple[str, str, str]], new: list[str], depth: str, is_open: bool
    ) -> None:
        current = [f"{depth}{body}{blanks}{end}" if body else f"{blanks}{end}" for body, blanks, end in lines]
        if is_open:
            current[-1] = line_body(current[-1])
            current[-1] = current[-1] if current[-1].strip() else ""
        # A blank line without an end is no line.
        # Beside old text at the margin, new text that is as deep as the file is right as it is.
        assume(next((line for line in new if line), "") != "    deep")
        # Its unit is written as the file's.
        assume(depth != "\t" or "    deep" not in new)
        assume(current[-1] and any(body for body, _, _ in lines) and not (is_open and new[-1:] == [""]))
        text = "first\n" + "".join(current)
        expected = "".join(f"{body}\n" for body, _, _ in lines)
        found = search(
            FileIndex(text), Interpretation(expected, "".join(f"{line}\n" for line in new))
        ).matches
        # A guess is said to be one.
        assume(len(found) == 1 and not found[0].warnings)

        kept = split_lines(found[0].change.apply(text))

        assert "first\n" == kept.pop(0)
        assert [f"{depth}{line}" if line else "" for line in new] == [
            line_body(line).rstrip() for line in kept
        ]
        assert [True] * (len(kept) - 1) + [not is_open] == [bool(line_end(line)) for line in kept]


@pytest.mark.parametrize("depth", ["", "  ", "\t", "\t\t", "    "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_block_with_another_depth_and_line_end_changes_only_its_line(depth: str, end: str) -> None:
    lines = ["def f():", "    a = 1", "", "    return a", "# last"]
    text = "".join(f"{depth}{line}{end}" if line else end for line in lines)

    outcome = after(text, "def f():\n    a = 1\n\n    return a\n", "def f():\n    a = 2\n\n    return a\n")

    assert text.replace("a = 1", "a = 2") == outcome
