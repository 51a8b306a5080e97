"""SEARCH/REPLACE blocks as models really write them."""

from html import escape

import pytest

from editreview.blocks import NO_HINTS, FormatName, Interpretation, Write
from editreview.formats import parse
from tests.builders import block, interpretations_of, is_read

HEAD = "<<<<<<< SEARCH"
PARTS = "old\n=======\nnew\n>>>>>>> REPLACE\n"
BODY = f"{HEAD}\n{PARTS}"
HEADS = ("------- SEARCH", "--- SEARCH", "  <<<<<<< SEARCH", "<<<<<<< HEAD\n=======\n>>>>>>> x", "\\=======")


def read(text: str) -> list[tuple[str | None, str, str]]:
    """Path, search and replace of every block, by the preferred interpretation."""
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


def interpretations(text: str) -> list[tuple[str, str]]:
    """Search and replace in every interpretation of the only block."""
    (found,) = parse(text).blocks
    return [(interpretation.search, interpretation.replace) for interpretation in interpretations_of(found)]


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
    def test_whitespace_and_text_around_markers_are_ignored(self, head: str, divider: str, end: str) -> None:
        assert [("a.py", "old\n", "new\n")] == read(f"a.py\n{head}\nold\n{divider}\nnew\n{end}\n")

    @pytest.mark.parametrize(
        "line", ["<<<<<<< HEAD", "<<<<<<< SEARCHING", "x <<<<<<< SEARCH", "<<<<<<< search"]
    )
    def test_lines_that_only_resemble_a_head_open_no_block(self, line: str) -> None:
        parsed = parse(f"a.py\n{line}\n{PARTS}")

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_the_end_of_the_response_may_lack_a_line_end(self) -> None:
        assert [("a.py", "old\n", "new\n")] == read(f"a.py\n{BODY}".removesuffix("\n"))

    def test_line_ends_of_the_response_are_not_part_of_the_text(self) -> None:
        text = f"Prose\n\na.py\n{BODY}"

        assert read(text) == read(text.replace("\n", "\r\n"))

    def test_the_indentation_of_the_markers_is_stripped_from_the_text(self) -> None:
        text = (
            "1. Change a.py\n   ```\n   <<<<<<< SEARCH\n   if a:\n       b\n\n"
            "   =======\n   c\n   >>>>>>> REPLACE\n   ```\n"
        )

        assert [("a.py", "if a:\n    b\n\n", "c\n")] == read(text)

    def test_content_with_less_indentation_than_the_markers_is_kept(self) -> None:
        assert [("a.py", "old\n", "  new\n")] == read(
            "a.py\n  <<<<<<< SEARCH\nold\n  =======\n  new\n  >>>>>>> REPLACE\n"
        )

    def test_spaces_and_tabs_of_the_content_are_kept(self) -> None:
        assert [("a.py", "\told  \n\n  \n\t\n", " new\t\n  \n")] == read(
            f"a.py\n{HEAD}\n\told  \n\n  \n\t\n=======\n new\t\n  \n>>>>>>> REPLACE\n"
        )

    def test_an_empty_search_or_replace_has_no_lines(self) -> None:
        assert [("a.py", "", "new\n")] == read(f"a.py\n{HEAD}\n=======\nnew\n>>>>>>> REPLACE\n")
        assert [("a.py", "old\n", "")] == read(f"a.py\n{HEAD}\nold\n=======\n>>>>>>> REPLACE\n")

    def test_blank_lines_at_the_ends_of_either_side_are_kept(self) -> None:
        assert [("a.py", "\nold\n\n", "new\n")] == read(
            f"a.py\n{HEAD}\n\nold\n\n=======\nnew\n>>>>>>> REPLACE\n"
        )
        assert [("a.py", "old\n", "\nnew\n\n")] == read(
            f"a.py\n{HEAD}\nold\n=======\n\nnew\n\n>>>>>>> REPLACE\n"
        )

    def test_a_search_of_blank_lines_only_is_empty(self) -> None:
        assert [("a.py", "", "new\n")] == read(f"a.py\n{HEAD}\n\n=======\nnew\n>>>>>>> REPLACE\n")
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

    def test_a_path_may_be_on_the_head_marker(self) -> None:
        assert [("src/a.py", "old\n", "new\n")] == read(f"other.py\n{HEAD} src/a.py\n{PARTS}")

    def test_several_blocks_may_be_below_one_path(self) -> None:
        text = f"a.py\n```\n{BODY}{BODY}```\n\nThen:\n\n```python\n{BODY}```\n"

        assert ["a.py"] * 3 == [path for path, _, _ in read(text)]

    def test_a_new_path_applies_from_there_on(self) -> None:
        assert ["a.py", "b.py", "b.py"] == [p for p, _, _ in read(f"a.py\n{BODY}b.py\n{BODY}\n{BODY}")]

    def test_a_block_without_any_path_has_none(self) -> None:
        assert [(None, "old\n", "new\n")] == read(f"Here it is:\n\n```python\n{BODY}```\n")

    def test_the_language_of_a_fence_is_not_a_path(self) -> None:
        for language in ("python", "markdown", "c++", "diff", "search-replace"):
            assert [(None, "old\n", "new\n")] == read(f"```{language}\n{BODY}")

    def test_prose_that_names_two_files_names_none(self) -> None:
        assert [(None, "old\n", "new\n")] == read(f"Move it from a.py to b.py:\n{BODY}")

    def test_a_block_after_a_malformed_one_has_the_path_of_that_one(self) -> None:
        """The path of the malformed block counts: its file is the one that was last spoken of."""
        text = f"a.py\n{BODY}\nb.py\n{HEAD}\nno divider\n>>>>>>> REPLACE\n{BODY}"

        assert ["a.py", "b.py"] == [path for path, _, _ in read(text)]


class TestOptions:
    @pytest.mark.parametrize(
        ("words", "option"),
        [
            ("### Option A: a flag", "Option A"),
            ("**Approach 2**\n\nUse a flag:", "Approach 2"),
            ("Alternatively, use a flag:", "Alternatively"),
            ("It is done. If you prefer a flag, apply this:", "If you prefer a flag, apply this:"),
            ("We could leave it. Now use a flag:", None),
            ("Add the option `a`:", None),
        ],
    )
    def test_words_that_leave_an_edit_to_the_user_are_a_warning(self, words: str, option: str | None) -> None:
        (found,) = parse(f"{words}\n\na.py\n```\n{BODY}```\n").blocks

        expected = () if option is None else (f"the words above it leave it to you: {option}",)
        assert expected == found.warnings

    @pytest.mark.parametrize(
        ("words", "title"),
        [
            ("Do not do this:", "Do not do this:"),
            ("It loses text. Never write it like this:", "Never write it like this:"),
            ("Compare the two.\n\n❌ Wrong:", "❌ Wrong:"),
            ("### Bad example (do not copy)", "### Bad example (do not copy)"),
            ("Don't forget this:", None),
            ("Do not use a flag. Write this:", None),
            ("The wrong flag was set:", None),
            ("Do not apply this. It breaks the build:", "Do not apply this."),
            ("The check uses `<`. This is wrong. This fixes it:", None),
            ("This is incorrect. It should be `2`:", None),
            ("This would break. It needs 2:", None),
            ("First, I wrote this, and then checked it:", None),
            ("I first tried this, and it failed:", "I first tried this, and it failed:"),
            ("Here is an example of the new syntax:", None),
        ],
    )
    def test_a_title_that_rejects_an_edit_is_a_warning(self, words: str, title: str | None) -> None:
        (found,) = parse(f"{words}\n\na.py\n```\n{BODY}```\n").blocks

        assert (title, ()) == (found.rejection, found.warnings)


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
    def test_the_missing_marker_is_named_with_the_line_of_the_block(
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
        assert [("old\n", "new\n")] == [
            (r.search, r.replace) for b in parsed.blocks for r in interpretations_of(b)
        ]

    def test_a_path_after_a_cut_off_block_belongs_to_the_next_block(self) -> None:
        text = f"a.py\n{HEAD}\nold\n=======\nnew\n```\n\nsrc/b.py\n```\n{BODY}"

        assert [("src/b.py", "old\n", "new\n")] == read(text)


class TestDividersInContent:
    def test_one_divider_gives_one_plain_interpretation(self) -> None:
        assert [(Interpretation("old\n", "new\n"),)] == [
            interpretations_of(b) for b in parse(f"a.py\n{BODY}").blocks
        ]

    def test_each_divider_gives_an_interpretation_the_longest_search_first(self) -> None:
        assert [("a\n=======\nb\n", "c\n"), ("a\n", "b\n=======\nc\n")] == interpretations(
            f"a.txt\n{HEAD}\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n"
        )

    def test_a_divider_directly_before_the_end_marker_is_dropped(self) -> None:
        """Unless the file holds all of the block, which then is text to delete."""
        assert [("a\n", "b\n"), ("a\n=======\nb\n", "")] == interpretations(
            f"a.py\n{HEAD}\na\n=======\nb\n=======\n>>>>>>> REPLACE\n"
        )

    def test_in_markdown_it_may_underline_a_heading_and_is_kept_first(self) -> None:
        text = f"a.md\n{HEAD}\na\n=======\nTitle\n=======\n>>>>>>> REPLACE\n"

        assert [("a\n", "Title\n=======\n"), ("a\n", "Title\n")] == interpretations(text)[:2]

    def test_in_markdown_after_a_blank_line_it_underlines_nothing(self) -> None:
        text = f"a.md\n{HEAD}\na\n=======\nText\n\n=======\n>>>>>>> REPLACE\n"

        assert [("a\n", "Text\n\n"), ("a\n", "Text\n\n=======\n")] == interpretations(text)[:2]

    def test_a_heading_in_the_search_is_tried_as_text_first(self) -> None:
        text = f"a.md\n{HEAD}\nTitle\n=======\ntext\n=======\nother\n>>>>>>> REPLACE\n"

        assert [
            ("Title\n=======\ntext\n", "other\n"),
            ("Title\n", "text\n=======\nother\n"),
        ] == interpretations(text)

    def test_only_dividers_with_the_heads_indentation_count_if_there_are_any(self) -> None:
        assert [("a\n    =======\nb\n", "c\n")] == interpretations(
            f"a.py\n{HEAD}\na\n    =======\nb\n=======\nc\n>>>>>>> REPLACE\n"
        )

    def test_a_divider_with_another_indentation_counts_if_there_is_no_other(self) -> None:
        assert [("a\n", "b\n")] == interpretations(f"a.py\n{HEAD}\na\n  =======\nb\n>>>>>>> REPLACE\n")

    def test_a_merge_conflict_in_the_search_is_tried_as_text_first(self) -> None:
        conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n"

        assert (conflict, "ours\n") == interpretations(
            f"a.py\n{HEAD}\n{conflict}=======\nours\n>>>>>>> REPLACE\n"
        )[0]

    def test_a_block_with_more_than_a_hundred_dividers_is_a_problem(self) -> None:
        def text(count: int) -> str:
            dividers = "=======\nx\n" * count
            return f"a.py\n{HEAD}\na\n{dividers}>>>>>>> REPLACE\n"

        assert 100 == len(interpretations(text(100)))
        assert ["More than 100 lines may divide the block at line 2"] == [
            problem.message for problem in parse(text(101)).problems
        ]

    def test_an_interpretation_has_the_divider_that_ends_its_search_if_more_follow(self) -> None:
        (found,) = parse(f"a.py\n{HEAD}\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n").blocks

        assert [None, "======="] == [interpretation.divider for interpretation in interpretations_of(found)]

    def test_an_interpretation_has_the_text_by_which_a_longer_one_extends_its_search(self) -> None:
        """A file that holds these lines was quoted: then the interpretation cuts the search in its middle."""
        (found,) = parse(f"a.py\n{HEAD}\na\n=======\nb\n\n=======\nc\n>>>>>>> REPLACE\n").blocks

        assert ["", "=======\nb\n\n"] == [
            interpretation.beyond for interpretation in interpretations_of(found)
        ]

    def test_the_last_divider_is_kept_if_the_search_has_one_too(self) -> None:
        text = f"a.txt\n{HEAD}\nOld\n=======\n=======\nNew\n=======\n>>>>>>> REPLACE\n"

        assert [
            ("Old\n=======\n", "New\n=======\n"),
            ("Old\n", "New\n"),
            ("Old\n", "=======\nNew\n"),
        ] == interpretations(text)[:3]

    def test_the_last_divider_is_dropped_if_replace_has_another_one(self) -> None:
        text = f"a.txt\n{HEAD}\nA\n=======\n=======\nB\n=======\nb\n=======\n>>>>>>> REPLACE\n"

        assert [("A\n=======\n", "B\n=======\nb\n"), ("A\n=======\n", "B\n=======\nb\n=======\n")] == [
            pair for pair in interpretations(text) if pair[0] == "A\n=======\n"
        ]

    def test_a_ruler_longer_than_a_marker_is_text(self) -> None:
        assert [("==========\n", "new\n")] == interpretations(
            f"a.py\n{HEAD}\n==========\n=======\nnew\n>>>>>>> REPLACE\n"
        )

    def test_the_divider_in_a_merge_conflict_is_text_if_there_is_another(self) -> None:
        conflict = "<<<<<<< HEAD\nours\n||||||| base\nwas\n=======\ntheirs\n>>>>>>> branch\n"
        text = f"a.py\n{HEAD}\n{conflict}=======\n{conflict}>>>>>>> REPLACE\n"

        assert [(conflict, conflict)] == interpretations(text)

    def test_half_of_a_merge_conflict_is_ignored(self) -> None:
        text = f"a.py\n{HEAD}\n<<<<<<< HEAD\na\n=======\n=======\nb\n>>>>>>> x\n>>>>>>> REPLACE\n"

        searches = ["<<<<<<< HEAD\na\n=======\n", "<<<<<<< HEAD\na\n", "<<<<<<< HEAD\na\n"]
        assert searches == [search for search, _ in interpretations(text)]

    def test_a_part_of_a_merge_conflict_can_be_deleted(self) -> None:
        text = f"a.py\n{HEAD}\n=======\ntheirs\n>>>>>>> branch\n=======\n>>>>>>> REPLACE\n"

        assert ("=======\ntheirs\n>>>>>>> branch\n", "") in interpretations(text)

    def test_only_dividers_as_long_as_the_head_count_if_there_are_any(self) -> None:
        """The rulers under headings are as long as their titles."""
        text = f"a.rst\n{HEAD}\nUsage\n=====\n\nText\n=======\nUse\n=====\n\nText\n>>>>>>> REPLACE\n"

        assert [("Usage\n=====\n\nText\n", "Use\n=====\n\nText\n")] == interpretations(text)

    def test_a_ruler_before_the_end_of_another_length_than_the_head_is_text(self) -> None:
        text = f"a.md\n{HEAD}\nUsage\n=====\n=======\nUse it\n======\n>>>>>>> REPLACE\n"

        assert [("Usage\n=====\n", "Use it\n======\n")] == interpretations(text)

    def test_a_block_with_more_indentation_in_the_text_is_text(self) -> None:
        """As in tests and prompts of programs that read such blocks."""
        inner = "    <<<<<<< SEARCH\n    old\n    =======\n    new\n    >>>>>>> REPLACE\n"
        text = f"a.py\n{HEAD}\n{inner}=======\ndone\n{inner}>>>>>>> REPLACE\n"

        assert [(inner, f"done\n{inner}")] == interpretations(text)

    @pytest.mark.parametrize(
        "inner",
        [
            "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n",
            "<<<<<<< ORIGINAL\nold\n=======\nnew\n>>>>>>> UPDATED\n",
        ],
    )
    def test_a_block_of_another_spelling_in_the_text_is_text(self, inner: str) -> None:
        text = f"a.md\n{HEAD}\n{inner}=======\ndone\n{inner}>>>>>>> REPLACE\n"

        assert [(inner, f"done\n{inner}")] == interpretations(text)


class TestSpellings:
    @pytest.mark.parametrize(
        ("head", "divider", "end"),
        [
            ("<<<<<<< ORIGINAL", "=======", ">>>>>>> UPDATED"),
            ("------- SEARCH", "=======", "+++++++ REPLACE"),
            ("--- SEARCH", "===", "+++ REPLACE"),
            ("---- SEARCH>", "=====", "+++++++ REPLACE>"),
            ("---------- SEARCH", "==========", "++++++++++ REPLACE"),
            ("<<< SEARCH", "===", ">>> REPLACE"),
            ("<<<< SEARCH", "=======", ">>>>>>> REPLACE"),
            ("<<<<<<<<<< SEARCH", "==========", ">>>>>>>>>> REPLACE"),
        ],
    )
    def test_spellings_of_other_tools_are_read(self, head: str, divider: str, end: str) -> None:
        text = f"a.py\n{head}\nold\n{divider}\nnew\n{end}\n"
        (found,) = parse(text).blocks

        assert [("a.py", "old\n", "new\n")] == read(text)
        assert () == found.warnings

    @pytest.mark.parametrize(
        ("head", "end"),
        [
            ("<<<<<<< SEARCH", "+++++++ REPLACE"),
            ("------- SEARCH", ">>>>>>> REPLACE"),
            ("<<<<<<< ORIGINAL", ">>>>>>> REPLACE"),
            ("<<<<<<< SEARCH", ">>>>>>> UPDATED"),
        ],
    )
    def test_mixed_spellings_are_read(self, head: str, end: str) -> None:
        """See cline's issue 4011."""
        text = f"a.py\n{head}\nold\n=======\nnew\n{end}\n"
        (found,) = parse(text).blocks

        assert [("a.py", "old\n", "new\n")] == read(text)
        assert (f"the block begins with {head} and ends with {end}",) == found.warnings

    def test_three_signs_divide_only_if_the_head_may_have_three(self) -> None:
        text = f"a.md\n{HEAD}\nold\n===\n=======\nnew\n===\n>>>>>>> REPLACE\n"

        assert [("old\n===\n", "new\n===\n")] == interpretations(text)
        assert ["Missing ======= divider for the block at line 2"] == [
            problem.message for problem in parse(f"a.md\n{HEAD}\nold\n===\nnew\n>>>>>>> REPLACE\n").problems
        ]

    def test_below_a_head_of_three_signs_both_lengths_can_divide(self) -> None:
        text = "a.md\n--- SEARCH\nold\n===\n=======\nnew\n+++ REPLACE\n"

        assert [("old\n===\n", "new\n"), ("old\n", "=======\nnew\n")] == interpretations(text)

    def test_a_divider_of_seven_signs_is_preferred_to_one_of_three(self) -> None:
        text = "a.md\n------- SEARCH\nold\n===\n=======\nnew\n===\n+++++++ REPLACE\n"

        assert [("old\n===\n", "new\n===\n")] == interpretations(text)

    @pytest.mark.parametrize(
        "line", ["-------", "---", "- item", "+++++++", "+ REPLACE", "------- SEARCH it"]
    )
    def test_rulers_and_lists_are_text_inside_and_outside_of_blocks(self, line: str) -> None:
        text = f"{line}\na.md\n------- SEARCH\n{line}\nold\n=======\n{line}\nnew\n+++++++ REPLACE\n{line}\n"

        assert (f"{line}\nold\n", f"{line}\nnew\n") == interpretations(text)[0]

    @pytest.mark.parametrize(
        ("head", "missing"),
        [
            ("<<<<<<< SEARCH", ">>>>>>> REPLACE"),
            ("<<<<<<< ORIGINAL", ">>>>>>> UPDATED"),
            ("------- SEARCH", "+++++++ REPLACE"),
        ],
    )
    def test_what_is_missing_is_named_in_the_spelling_of_the_block(self, head: str, missing: str) -> None:
        """A new path and head end the block, and the path is that of the next one."""
        cut = f"a.py\n{head}\nold\n=======\nnew\n\nb.py\n"
        parsed = parse(f"{cut}{head}\nx\n=======\ny\n{missing}\n")

        assert [f"Missing {missing} for the block at line 2"] == [p.message for p in parsed.problems]
        assert ["b.py"] == [block.path_written for block in parsed.blocks]

    @pytest.mark.parametrize("path", ["b.py", "**`b.py`**", "### b.py", "b.py\n```python", "\n```b.py"])
    def test_a_path_above_the_head_that_ends_a_block_belongs_to_the_next_one(self, path: str) -> None:
        parsed = parse(f"a.py\n{HEAD}\nold\n{path}\n{BODY}")

        assert ["Missing ======= divider for the block at line 2"] == [p.message for p in parsed.problems]
        assert ["b.py"] == [block.path_written for block in parsed.blocks]


class TestProse:
    @pytest.mark.parametrize(
        "text",
        [
            "Write `<<<<<<< SEARCH`, then the text, then `=======` and `>>>>>>> REPLACE`.\n",
            "`------- SEARCH`\n`=======`\n`+++++++ REPLACE`\n",
            "<<<<<<< SEARCH opens a block, ======= divides it, and so on.\n",
            "- <<<<<<< SEARCH begins it\n- ======= divides it\n- >>>>>>> REPLACE ends it\n",
            "Results\n-------\nSEARCH\n=======\nREPLACE\n+++++++\n",
            "```lua\n--- SEARCH\nlocal function find() end\n```\n",
            "--- SEARCH",
            "<<< SEARCH\nthe site\n",
            "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> REPLACE\n```\n",
            ":start_line:12\n-------\n=======\n",
        ],
    )
    def test_prose_about_markers_is_not_an_edit(self, text: str) -> None:
        parsed = parse(f"a.py is the file.\n\n{text}")

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_a_line_that_only_looks_like_a_short_head_swallows_no_block(self) -> None:
        text = (
            f"```lua\n--- SEARCH\nlocal x\n```\n\na.py\n{BODY}\n--- SEARCH\n\nb.py\n------- SEARCH\n{PARTS}"
        )

        assert ["a.py", "b.py"] == [path for path, _, _ in read(text)]
        assert () == parse(text).problems


class TestLineNumbers:
    @pytest.mark.parametrize(
        ("below", "line"),
        [
            (":start_line:12\n-------\n", 12),
            (":start_line:12\n:end_line:14\n-------\n", 12),
            (":start_line:12\n:end_line:14\n", 12),
            (":start_line:12\n", 12),
            (":start_line: 12\n-------\n", 12),
            (":start_line:5-------\n", 5),
            (":start_line:5 -------\n", 5),
            (":start_line:5:end_line:7-------\n", 5),
            (":start_line:5 :end_line:7\n-------\n", 5),
            (":end_line:14\n-------\n", None),
            (":start_line:0\n-------\n", None),
            ("  :start_line:12\n  -------\n", 12),
        ],
    )
    def test_line_numbers_below_the_head_are_hints(self, below: str, line: int | None) -> None:
        """As Roo writes them, and as models write them for Roo."""
        text = f"a.py\n{HEAD}\n{below}{PARTS}"
        (found,) = parse(text).blocks

        assert line == found.hints.line
        assert [("old\n", "new\n")] == interpretations(text)

    @pytest.mark.parametrize(
        ("below", "search"),
        [
            (":start_line:x\n", ":start_line:x\nold\n"),
            (":start_line:12 x\n", ":start_line:12 x\nold\n"),
            (":start_line:\n", ":start_line:\nold\n"),
            ("\n:start_line:12\n", "\n:start_line:12\nold\n"),
            ("text\n:start_line:12\n-------\n", "text\n:start_line:12\n-------\nold\n"),
            (f":start_line:{'1' * 5000}\n", f":start_line:{'1' * 5000}\nold\n"),
            (":start_line:12\n---\n", "---\nold\n"),
            (":start_line:12\n\n", "\nold\n"),
        ],
    )
    def test_other_lines_below_the_head_are_text(self, below: str, search: str) -> None:
        assert [(search, "new\n")] == interpretations(f"a.py\n{HEAD}\n{below}{PARTS}")

    def test_a_ruler_without_line_numbers_may_be_text(self) -> None:
        assert [("-------\nold\n", "new\n"), ("old\n", "new\n")] == interpretations(
            f"a.md\n{HEAD}\n-------\n{PARTS}"
        )

    def test_a_ruler_that_replace_has_too_is_text(self) -> None:
        text = f"a.md\n{HEAD}\n-------\nold\n=======\n-------\nnew\n>>>>>>> REPLACE\n"

        assert [("-------\nold\n", "-------\nnew\n")] == interpretations(text)

    def test_line_numbers_below_the_divider_are_a_problem(self) -> None:
        parsed = parse(f"a.py\n{HEAD}\nold\n=======\n:start_line:5\n-------\nnew\n>>>>>>> REPLACE\n")

        assert () == parsed.blocks
        assert ["Line numbers at line 5 are below the ======= of the block at line 2, not above it"] == [
            problem.message for problem in parsed.problems
        ]

    @pytest.mark.parametrize(
        ("rest", "path", "line"),
        [
            ("line=42", "a.py", 42),
            ('line="42"', "a.py", 42),
            ("line=42 src/b.py", "src/b.py", 42),
            ("src/b.py line=42", "src/b.py", 42),
            ("line=0", "a.py", None),
            ("line=x", "a.py", None),
            (f"line={'9' * 5000}", "a.py", None),
        ],
    )
    def test_the_line_may_be_on_the_head(self, rest: str, path: str, line: int | None) -> None:
        """As Zed asks for."""
        (found,) = parse(f"a.py\n{HEAD} {rest}\n{PARTS}").blocks

        assert (path, line) == (found.path_written, found.hints.line)

    def test_a_block_without_line_numbers_has_no_hints(self) -> None:
        assert [NO_HINTS] == [block.hints for block in parse(f"a.py\n{BODY}").blocks]


class TestEscapes:
    ESCAPED = "\\<<<<<<< HEAD\nours\n\\=======\ntheirs\n\\>>>>>>> branch\n\\-------\n\\:start_line:3\n"
    PLAIN = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n-------\n:start_line:3\n"

    def test_markers_are_unescaped_if_line_numbers_show_that_the_block_is_roos(self) -> None:
        text = (
            f"a.txt\n{HEAD}\n:start_line:1\n-------\n{self.ESCAPED}=======\nx\n\\=======\n>>>>>>> REPLACE\n"
        )

        assert [(self.PLAIN, "x\n=======\n"), (self.ESCAPED, "x\n\\=======\n")] == interpretations(text)

    def test_elsewhere_a_backslash_is_text_first(self) -> None:
        text = f"a.txt\n{HEAD}\n{self.ESCAPED}=======\nx\n>>>>>>> REPLACE\n"

        assert [(self.ESCAPED, "x\n"), (self.PLAIN, "x\n")] == interpretations(text)

    def test_an_escape_only_in_the_new_text_counts_in_roos_blocks(self) -> None:
        text = f"a.txt\n{HEAD}\n:start_line:1\n-------\nold\n=======\n\\=======\n>>>>>>> REPLACE\n"

        assert [("old\n", "=======\n")] == interpretations(text)

    @pytest.mark.parametrize("line", ["\\n", "\\======", "x \\=======", " \\=======", "\\\\=======", "\\<<<"])
    def test_other_backslashes_are_text(self, line: str) -> None:
        text = f"a.txt\n{HEAD}\n:start_line:1\n-------\n{line}\n=======\nx\n>>>>>>> REPLACE\n"

        assert [(f"{line}\n", "x\n")] == interpretations(text)

    def test_an_escaped_head_opens_no_block_and_ends_none(self) -> None:
        text = f"a.txt\n{HEAD}\n\\<<<<<<< SEARCH\n\\=======\n\\>>>>>>> REPLACE\n=======\nx\n>>>>>>> REPLACE\n"

        assert 1 == len(parse(f"\\{HEAD}\n{text}").blocks)


class TestSize:
    @pytest.mark.parametrize(
        "line",
        [*"+-<=>", HEAD, *HEADS, *(line.strip() for line in PARTS.splitlines()), "+++++++ REPLACE"],
    )
    def test_thousands_of_markers_are_read(self, line: str) -> None:
        for head in (f"a.py\n{HEAD}\n", "a.py\n--- SEARCH\nold\n=======\n"):
            assert is_read(head + f"{line}\n" * 3_000 + PARTS)

    def test_a_line_of_a_million_characters_is_read(self) -> None:
        for sign in ("<", ":start_line:1", "line=1 ", "\\"):
            long = sign * (1_000_000 // len(sign))

            assert is_read(f"a.py\n{HEAD} {long}\n{long}\nold\n=======\n{long}\n>>>>>>> REPLACE{long}\n")

    def test_a_long_block_with_many_dividers_is_a_problem(self) -> None:
        long = "text\n" * 200_000
        parsed = parse(f"a.py\n{HEAD}\n{long}" + "=======\nx\n" * 90 + ">>>>>>> REPLACE\n")

        assert ["90 lines may divide the block at line 2, which is too long to try them all"] == [
            problem.message for problem in parsed.problems
        ]


class TestEscapedBlocks:
    """Blocks as the source of a page has them."""

    @pytest.mark.parametrize("path", ["a.py", "README.md"])
    @pytest.mark.parametrize("above", ["{}\n```\n", "{}\n```python\n", "```\n{}\n"])
    def test_they_are_read_with_their_characters(self, path: str, above: str) -> None:
        plain = block("if a < b && c:\n", 'x = "&lt;"\n', None)

        (found,) = parse(f"{above.format(path)}{escape(plain)}```\n").blocks

        assert (path, FormatName.SEARCH_REPLACE) == (found.path_written, found.format)
        (only,) = interpretations_of(found)
        assert ("if a < b && c:\n", 'x = "&lt;"\n') == (only.search, only.replace)

    @pytest.mark.parametrize(
        "text",
        [
            f"<pre>\n{escape(BODY)}</pre>\n",
            "&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\n&lt;b&gt;\n",
        ],
    )
    def test_a_page_that_shows_a_part_of_one_is_text(self, text: str) -> None:
        (found,) = parse(f"a.html\n```html\n{text}```\n").blocks

        assert Write(text) == found.operation

    def test_one_in_prose_changes_nothing_below_it(self) -> None:
        text = "It prints `&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH`.\n&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\n\n"

        (found,) = parse(f"{text}a.html\n```html\n&lt;b&gt;\n```\n").blocks
        assert Write("&lt;b&gt;\n") == found.operation

    def test_entities_outside_of_them_are_text(self) -> None:
        (found,) = parse("a.html\n```html\n&lt;&lt;&lt;&lt;&lt; SEARCHES\n&lt;b&gt;\n```\n").blocks

        assert Write("&lt;&lt;&lt;&lt;&lt; SEARCHES\n&lt;b&gt;\n") == found.operation
