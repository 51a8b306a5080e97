"""SEARCH/REPLACE blocks as models really write them."""

import pytest

from editreview.blocks import Reading
from editreview.formats import parse
from tests.builders import readings_of

HEAD = "<<<<<<< SEARCH"
PARTS = "old\n=======\nnew\n>>>>>>> REPLACE\n"
BODY = f"{HEAD}\n{PARTS}"


def read(text: str) -> list[tuple[str | None, str, str]]:
    """Path, search and replace of every block, by the preferred reading."""
    return [(b.path_written, readings_of(b)[0].search, readings_of(b)[0].replace) for b in parse(text).blocks]


def readings(text: str) -> list[tuple[str, str]]:
    """Search and replace in every reading of the only block."""
    (found,) = parse(text).blocks
    return [(reading.search, reading.replace) for reading in readings_of(found)]


class TestMarkers:
    @pytest.mark.parametrize("count", [5, 6, 7, 8, 9])
    def test_five_to_nine_characters_make_a_marker(self, count: int) -> None:
        text = f"a.py\n{'<' * count} SEARCH\nold\n{'=' * count}\nnew\n{'>' * count} REPLACE\n"

        assert [("a.py", "old\n", "new\n")] == read(text)

    @pytest.mark.parametrize(
        ("head", "divider", "end"),
        [
            ("<<<<<<< SEARCH>", "=======", ">>>>>>> REPLACE"),
            ("<<<<<<<SEARCH", "=======", ">>>>>>>REPLACE"),
            ("<<<<<<< SEARCH  ", "=======  ", ">>>>>>> REPLACE  "),
            ("<<<<<<< SEARCH (before)", "=======", ">>>>>>> REPLACE (after)"),
            ("<<<<<<< SEARCH", "=======\t", ">>>>>>> REPLACE>"),
            ("<<<<< SEARCH", "=========", ">>>>>> REPLACE"),
        ],
    )
    def test_blanks_and_text_around_markers_are_passed_over(self, head: str, divider: str, end: str) -> None:
        assert [("a.py", "old\n", "new\n")] == read(f"a.py\n{head}\nold\n{divider}\nnew\n{end}\n")

    @pytest.mark.parametrize(
        "line", ["<<<<<<< HEAD", "<<<<<<< SEARCHING", "x <<<<<<< SEARCH", "<<<<<<< search"]
    )
    def test_what_only_resembles_a_head_opens_no_block(self, line: str) -> None:
        parsed = parse(f"a.py\n{line}\n{PARTS}")

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_the_end_of_the_response_may_lack_a_line_end(self) -> None:
        assert [("a.py", "old\n", "new\n")] == read(f"a.py\n{BODY}".removesuffix("\n"))

    def test_line_ends_of_the_response_are_no_part_of_the_text(self) -> None:
        text = f"Prose\n\na.py\n{BODY}"

        assert read(text) == read(text.replace("\n", "\r\n"))

    def test_an_indented_block_loses_the_indentation_of_its_markers(self) -> None:
        text = (
            "1. Change a.py\n   ```\n   <<<<<<< SEARCH\n   if a:\n       b\n\n"
            "   =======\n   c\n   >>>>>>> REPLACE\n   ```\n"
        )

        assert [("a.py", "if a:\n    b\n\n", "c\n\n")] == read(text)

    def test_content_that_is_less_deep_than_its_markers_stays_as_it_is(self) -> None:
        assert [("a.py", "old\n", "  new\n")] == read(
            "a.py\n  <<<<<<< SEARCH\nold\n  =======\n  new\n  >>>>>>> REPLACE\n"
        )

    def test_blanks_and_tabs_of_the_content_stay(self) -> None:
        assert [("a.py", "\told  \n\n  \n\t\n", " new\t\n  \n")] == read(
            f"a.py\n{HEAD}\n\told  \n\n  \n\t\n=======\n new\t\n  \n>>>>>>> REPLACE\n"
        )

    def test_an_empty_search_and_an_empty_replace_are_no_lines(self) -> None:
        assert [("a.py", "", "new\n")] == read(f"a.py\n{HEAD}\n=======\nnew\n>>>>>>> REPLACE\n")
        assert [("a.py", "old\n", "")] == read(f"a.py\n{HEAD}\nold\n=======\n>>>>>>> REPLACE\n")

    def test_a_blank_line_before_the_divider_is_not_meant_to_go(self) -> None:
        assert [("a.py", "old\n\n", "new\n\n")] == read(
            f"a.py\n{HEAD}\nold\n\n=======\nnew\n>>>>>>> REPLACE\n"
        )

    def test_a_blank_line_that_is_all_of_either_side_is_meant(self) -> None:
        assert [("a.py", "\n", "new\n")] == read(f"a.py\n{HEAD}\n\n=======\nnew\n>>>>>>> REPLACE\n")
        assert [("a.py", "old\n\n", "\n")] == read(f"a.py\n{HEAD}\nold\n\n=======\n\n>>>>>>> REPLACE\n")


class TestPaths:
    @pytest.mark.parametrize(
        "above",
        [
            "src/a.py\n",
            "src/a.py\n\n",
            "src/a.py:\n",
            "  src/a.py  \n",
            "**src/a.py**\n",
            "**src/a.py:**\n",
            "**src/a.py**:\n",
            "`src/a.py`\n",
            "`src/a.py`:\n",
            "**`src/a.py`**\n",
            '"src/a.py"\n',
            "*src/a.py*\n",
            "### src/a.py\n",
            "### `src/a.py`\n",
            "#src/a.py\n",
            "- src/a.py\n",
            "1. src/a.py\n",
            "1. **`src/a.py`**\n",
            "> src/a.py\n",
            "File: src/a.py\n",
            "file: `src/a.py`\n",
            "**File:** src/a.py\n",
            "Filename: src/a.py\n",
            "Path: src/a.py\n",
            "In `src/a.py`, rename the loop variable:\n",
            "Next, update src/a.py:\n",
            "src/a.py\n```python\n",
            "src/a.py\n\n```\n",
            "src/a.py\n````python\n",
            "src/a.py\n~~~\n",
            "src/a.py\n<source>\n",
            "src/a.py\n<code>\n",
            "**src/a.py**\n\n```python\n\n",
            "```python\nsrc/a.py\n",
            "```\n# src/a.py\n",
            "<source>\nsrc/a.py\n",
            "```src/a.py\n",
            "```python src/a.py\n",
            "```python:src/a.py\n",
            "```python title=src/a.py\n",
            "```{python} src/a.py\n",
            "```\n```src/a.py\n",
            "Some prose.\n\nsrc/a.py\n```python\n",
        ],
    )
    def test_the_path_is_found_above_the_block_and_its_fence(self, above: str) -> None:
        assert [("src/a.py", "old\n", "new\n")] == read(f"{above}{BODY}")

    @pytest.mark.parametrize(
        "path",
        ["src\\a.py", "./src/a.py", "/abs/a.py", "a b/c.py", "Makefile", ".gitignore", "dir/name", "é.txt"],
    )
    def test_a_path_is_kept_as_written(self, path: str) -> None:
        assert [(path, "old\n", "new\n")] == read(f"{path}\n{BODY}")

    def test_a_path_may_stand_on_the_head_marker(self) -> None:
        assert [("src/a.py", "old\n", "new\n")] == read(f"other.py\n{HEAD} src/a.py\n{PARTS}")

    def test_several_blocks_may_stand_under_one_path(self) -> None:
        text = f"a.py\n```\n{BODY}{BODY}```\n\nThen:\n\n```python\n{BODY}```\n"

        assert ["a.py"] * 3 == [path for path, _, _ in read(text)]

    def test_a_new_path_counts_from_there_on(self) -> None:
        assert ["a.py", "b.py", "b.py"] == [p for p, _, _ in read(f"a.py\n{BODY}b.py\n{BODY}\n{BODY}")]

    def test_a_block_without_any_path_has_none(self) -> None:
        assert [(None, "old\n", "new\n")] == read(f"Here it is:\n\n```python\n{BODY}```\n")

    def test_the_language_of_a_fence_is_no_path(self) -> None:
        for language in ("python", "markdown", "c++", "diff", "search-replace"):
            assert [(None, "old\n", "new\n")] == read(f"```{language}\n{BODY}")

    def test_prose_that_names_two_files_names_none(self) -> None:
        assert [(None, "old\n", "new\n")] == read(f"Move it from a.py to b.py:\n{BODY}")

    def test_a_block_after_a_malformed_one_is_not_put_into_the_file_before(self) -> None:
        """The path of the malformed block counts: its file is the one that was last spoken of."""
        text = f"a.py\n{BODY}\nb.py\n{HEAD}\nno divider\n>>>>>>> REPLACE\n{BODY}"

        assert ["a.py", "b.py"] == [path for path, _, _ in read(text)]


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            (
                f"a.py\n{HEAD}\nold\n>>>>>>> REPLACE\n",
                2,
                "Missing ======= divider for the block at line 2",
            ),
            (f"\n\na.py\n{HEAD}\nold\n", 4, "Missing ======= divider for the block at line 4"),
            (f"a.py\n{HEAD}", 2, "Missing ======= divider for the block at line 2"),
            (
                f"a.py\n{HEAD}\nold\n=======\nnew\n```\nThat is all.\n",
                2,
                "Missing >>>>>>> REPLACE for the block at line 2",
            ),
            (
                f"a.py\n{HEAD}\nold\n=======\nnew\n>>>>>>>",
                2,
                "Missing >>>>>>> REPLACE for the block at line 2",
            ),
        ],
    )
    def test_what_is_missing_is_named_with_the_line_of_the_block(
        self, text: str, line: int, message: str
    ) -> None:
        parsed = parse(text)

        assert () == parsed.blocks
        assert [(line, message)] == [(p.line, p.message) for p in parsed.problems]

    def test_the_text_of_a_malformed_block_is_kept(self) -> None:
        text = f"{HEAD}\nold\nmore\n>>>>>>> REPLACE\n"

        assert [text] == [p.text for p in parse(f"a.py\n{text}rest\n").problems]

    def test_blocks_around_a_malformed_one_are_kept(self) -> None:
        text = f"a.py\n{BODY}b.py\n{HEAD}\nno divider\n>>>>>>> REPLACE\nc.py\n{BODY}"

        assert [("a.py", "old\n", "new\n"), ("c.py", "old\n", "new\n")] == read(text)
        assert [8] == [p.line for p in parse(text).problems]

    @pytest.mark.parametrize(
        ("begun", "message"),
        [
            ("old\n", "Missing ======= divider for the block at line 2"),
            ("old\n=======\nnew\n", "Missing >>>>>>> REPLACE for the block at line 2"),
        ],
    )
    def test_a_head_inside_an_open_block_ends_it_and_begins_the_next(self, begun: str, message: str) -> None:
        parsed = parse(f"a.py\n{HEAD}\n{begun}{BODY}")

        assert [message] == [p.message for p in parsed.problems]
        assert [("old\n", "new\n")] == [(r.search, r.replace) for b in parsed.blocks for r in readings_of(b)]

    def test_a_path_between_a_cut_off_block_and_the_next_is_the_next_ones(self) -> None:
        text = f"a.py\n{HEAD}\nold\n=======\nnew\n```\n\nsrc/b.py\n```\n{BODY}"

        assert [("src/b.py", "old\n", "new\n")] == read(text)


class TestDividersInContent:
    def test_one_divider_makes_one_plain_reading(self) -> None:
        assert [(Reading("old\n", "new\n"),)] == [readings_of(b) for b in parse(f"a.py\n{BODY}").blocks]

    def test_each_divider_makes_a_reading_and_the_longest_search_comes_first(self) -> None:
        assert [("a\n=======\nb\n", "c\n"), ("a\n", "b\n=======\nc\n")] == readings(
            f"a.txt\n{HEAD}\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n"
        )

    def test_a_divider_just_before_the_end_marker_is_a_stray_and_dropped(self) -> None:
        """Unless the file holds all of the block, which then is text to delete."""
        assert [("a\n", "b\n"), ("a\n=======\nb\n", "")] == readings(
            f"a.py\n{HEAD}\na\n=======\nb\n=======\n>>>>>>> REPLACE\n"
        )

    def test_in_markdown_it_may_underline_a_heading_and_is_kept_first(self) -> None:
        text = f"a.md\n{HEAD}\na\n=======\nTitle\n=======\n>>>>>>> REPLACE\n"

        assert [("a\n", "Title\n=======\n"), ("a\n", "Title\n")] == readings(text)[:2]

    def test_in_markdown_after_a_blank_line_it_underlines_nothing(self) -> None:
        text = f"a.md\n{HEAD}\na\n=======\nText\n\n=======\n>>>>>>> REPLACE\n"

        assert [("a\n", "Text\n\n"), ("a\n", "Text\n\n=======\n")] == readings(text)[:2]

    def test_a_heading_in_the_search_part_is_read_as_such_first(self) -> None:
        text = f"a.md\n{HEAD}\nTitle\n=======\ntext\n=======\nother\n>>>>>>> REPLACE\n"

        assert [("Title\n=======\ntext\n", "other\n"), ("Title\n", "text\n=======\nother\n")] == readings(
            text
        )

    def test_only_dividers_as_deep_as_the_head_count_where_there_are_any(self) -> None:
        assert [("a\n    =======\nb\n", "c\n")] == readings(
            f"a.py\n{HEAD}\na\n    =======\nb\n=======\nc\n>>>>>>> REPLACE\n"
        )

    def test_a_divider_of_another_depth_counts_where_there_is_no_other(self) -> None:
        assert [("a\n", "b\n")] == readings(f"a.py\n{HEAD}\na\n  =======\nb\n>>>>>>> REPLACE\n")

    def test_a_merge_conflict_in_the_search_part_is_read_whole_first(self) -> None:
        conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"

        assert (conflict, "ours\n") == readings(f"a.py\n{HEAD}\n{conflict}=======\nours\n>>>>>>> REPLACE\n")[
            0
        ]

    def test_a_hundred_dividers_are_the_most_and_none_is_passed_over(self) -> None:
        def text(count: int) -> str:
            dividers = "=======\nx\n" * count
            return f"a.py\n{HEAD}\na\n{dividers}>>>>>>> REPLACE\n"

        assert 100 == len(readings(text(100)))
        assert ["More than 100 lines may divide the block at line 2"] == [
            problem.message for problem in parse(text(101)).problems
        ]

    def test_a_reading_knows_the_divider_that_ends_its_search_if_more_follow(self) -> None:
        (found,) = parse(f"a.py\n{HEAD}\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n").blocks

        assert [None, "======="] == [reading.divider for reading in readings_of(found)]

    def test_a_reading_knows_what_a_longer_one_has_in_its_search_besides(self) -> None:
        """A file that holds these lines was quoted: then the reading cuts the search in its middle."""
        (found,) = parse(f"a.py\n{HEAD}\na\n=======\nb\n\n=======\nc\n>>>>>>> REPLACE\n").blocks

        assert ["", "=======\nb\n\n"] == [reading.beyond for reading in readings_of(found)]

    def test_the_last_divider_is_kept_where_it_answers_one_in_the_search_part(self) -> None:
        text = f"a.txt\n{HEAD}\nOld\n=======\n=======\nNew\n=======\n>>>>>>> REPLACE\n"

        assert [("Old\n=======\n", "New\n=======\n"), ("Old\n", "=======\nNew\n")] == readings(text)[:2]

    def test_the_last_divider_is_a_stray_where_another_answers_the_one_in_the_search_part(self) -> None:
        text = f"a.txt\n{HEAD}\nA\n=======\n=======\nB\n=======\nb\n=======\n>>>>>>> REPLACE\n"

        assert [("A\n=======\n", "B\n=======\nb\n"), ("A\n=======\n", "B\n=======\nb\n=======\n")] == [
            pair for pair in readings(text) if pair[0] == "A\n=======\n"
        ]

    def test_a_ruler_that_is_longer_than_a_marker_is_text(self) -> None:
        assert [("==========\n", "new\n")] == readings(
            f"a.py\n{HEAD}\n==========\n=======\nnew\n>>>>>>> REPLACE\n"
        )
