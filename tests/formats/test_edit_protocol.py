"""The Edit Protocol, as its document and its successor have it, and as models write it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.formats import Reader, formats_of, parse
from editreview.formats.edit_protocol import flaw_of, path_named_by
from tests.builders import block as search_replace
from tests.builders import interpretations_of

OLD = ("««« EDIT", "═══════ REPL", "»»» EDIT END")
NEW = ("🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END")
BOTH = pytest.mark.parametrize("spelling", [OLD, NEW], ids=["original", "successor"])
Spelling = tuple[str, str, str]


def edit(search: str, replace: str, path: str | None = "src/a.py", spelling: Spelling = OLD) -> str:
    """A response of one block. Both parts are whole lines, or empty."""
    head, divider, end = spelling
    above = "" if path is None else f"{path}\n"
    return f"{above}{head}\n{search}{divider}\n{replace}{end}\n"


def read(text: str) -> list[tuple[str | None, str, str]]:
    """Path, search and replace of every block, by the preferred interpretation."""
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


class TestBlocks:
    @BOTH
    def test_a_block_below_a_path_replaces_its_first_part_with_its_second(self, spelling: Spelling) -> None:
        text = "Prose.\n\n" + edit("def f():\n    old\n", "def f():\n    new\n", "src/a.py", spelling)

        (found,) = parse(text).blocks

        assert "edit-protocol" == found.format
        assert "src/a.py" == found.path_written
        assert (4, 10) == found.lines
        assert (Interpretation("def f():\n    old\n", "def f():\n    new\n"),) == interpretations_of(found)

    @BOTH
    def test_an_insertion_has_its_anchor_in_both_parts(self, spelling: Spelling) -> None:
        assert [("src/a.py", "import os\n", "import os\nimport sys\n")] == read(
            edit("import os\n", "import os\nimport sys\n", spelling=spelling)
        )

    @BOTH
    def test_lines_that_the_second_part_lacks_are_deleted(self, spelling: Spelling) -> None:
        assert [("src/a.py", "a\nb\nc\n", "a\nc\n"), ("src/b.py", "x\n", "")] == read(
            edit("a\nb\nc\n", "a\nc\n", spelling=spelling) + edit("x\n", "", "src/b.py", spelling)
        )

    @BOTH
    @pytest.mark.parametrize("blank", ["", "\n", "   \n\n"])
    def test_an_empty_or_blank_first_part_creates_the_file(self, spelling: Spelling, blank: str) -> None:
        assert [("src/a.py", "", "new\n")] == read(edit(blank, "new\n", spelling=spelling))

    @BOTH
    def test_two_empty_parts_create_an_empty_file(self, spelling: Spelling) -> None:
        assert [("pkg/__init__.py", "", "")] == read(edit("", "", "pkg/__init__.py", spelling))

    @BOTH
    def test_the_content_is_exactly_as_written(self, spelling: Spelling) -> None:
        search, replace = "\told  \n\n  \n\t\n", "\n new\t\n```\n&lt;b&gt; \\n\n\n"

        assert [("src/a.py", search, replace)] == read(edit(search, replace, spelling=spelling))

    @BOTH
    def test_the_response_may_end_its_lines_in_any_way(self, spelling: Spelling) -> None:
        text = edit("old\n", "new\n", spelling=spelling)

        assert read(text) == read(text.replace("\n", "\r\n")) == read(text.removesuffix("\n"))

    @BOTH
    def test_whitespace_around_a_marker_is_ignored(self, spelling: Spelling) -> None:
        head, divider, end = spelling

        assert [("src/a.py", "  old\n", "  new\n")] == read(
            f"  src/a.py\n  {head}  \n  old\n\t{divider}\t\n  new\n  {end} \n"
        )

    @pytest.mark.parametrize(
        "head",
        [
            "<<< EDIT",
            "«« EDIT",
            "«««« EDIT",
            "««« edit",
            "««« EDIT:",
            "x ««« EDIT",
            "🟧🟧 EDIT",
            "🟧🟧🟧 EDITS",
        ],
    )
    def test_lines_that_only_resemble_a_head_open_no_block(self, head: str) -> None:
        parsed = parse(f"src/a.py\n{head}\nold\n═══════ REPL\nnew\n»»» EDIT END\n")

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_the_markers_of_the_other_spelling_are_text(self) -> None:
        text = "".join(f"{marker}\n" for marker in NEW)

        assert [("src/a.py", text, "new\n")] == read(edit(text, "new\n", spelling=OLD))

    @BOTH
    def test_several_blocks_follow_each_other(self, spelling: Spelling) -> None:
        text = edit("a\n", "b\n", "a.py", spelling) + edit("c\n", "d\n", "b/c.py", spelling)

        assert [("a.py", "a\n", "b\n"), ("b/c.py", "c\n", "d\n")] == read(text + "\nThat is all.\n")

    def test_both_spellings_and_other_formats_may_be_in_one_response(self) -> None:
        text = (
            edit("a\n", "b\n", "a.py", OLD) + search_replace("x\n", "y\n") + edit("c\n", "d\n", "b.py", NEW)
        )

        assert ["edit-protocol", "search-replace", "edit-protocol"] == [b.format for b in parse(text).blocks]

    @BOTH
    def test_a_block_of_another_format_inside_one_is_its_text(self, spelling: Spelling) -> None:
        inner = search_replace("x\n", "y\n")

        assert [("doc.md", "old\n", inner)] == read(edit("old\n", inner, "doc.md", spelling))

    def test_a_block_inside_one_of_another_format_is_its_text(self) -> None:
        text = search_replace("old\n", edit("x\n", "y\n"))

        assert ["search-replace"] == [b.format for b in parse(text).blocks]


class TestPathRules:
    @pytest.mark.parametrize(
        "line",
        [
            "src/a.py",
            "./src/a.py",
            "/abs/a.py",
            "src\\a.py",
            "dir/name",
            "src/my file.py",
            "a.py",
            "a.test.tsx",
            "[id].tsx",
            "+page.svelte",
            "é.txt",
            ".gitignore",
            ".env.local",
            "Makefile",
            "LICENSE",
            "gradlew",
            "MY-CUSTOM-FILE",
            "a" * 195 + ".py",
        ],
    )
    def test_a_line_with_a_separator_and_a_bare_file_name_are_paths(self, line: str) -> None:
        assert line == path_named_by(line)

    @pytest.mark.parametrize(
        "line", ["`src/a.py`", "`src/a.py`:", '"src/a.py"', "'src/a.py'", "src/a.py:", "`src/a.py:`"]
    )
    def test_quotes_and_a_colon_are_stripped(self, line: str) -> None:
        assert "src/a.py" == path_named_by(line)

    @pytest.mark.parametrize(
        ("line", "flaw"),
        [
            ("", "the line above it is empty"),
            ("a" * 196 + ".py" + "a", "the line above it has 200 characters or more"),
            ("src/" + "a" * 196, "the line above it has 200 characters or more"),
            ("```", "the line above it is a fence"),
            ("```python", "the line above it is a fence"),
            ("~~~", "the line above it is a fence"),
            ("# src/a.py", "the line above it begins like a comment or a list"),
            ("### src/a.py", "the line above it begins like a comment or a list"),
            ("// src/a.py", "the line above it begins like a comment or a list"),
            ("* src/a.py", "the line above it begins like a comment or a list"),
            ("**src/a.py**", "the line above it begins like a comment or a list"),
            ("- src/a.py", "the line above it begins like a comment or a list"),
            ("> src/a.py", "the line above it begins like a comment or a list"),
            ("python", "the line above it is a language"),
            ("html", "the line above it is a language"),
            ("Here is the edit", "the line above it is neither a path nor a file name"),
            ("Change src/a.py", "the line above it is neither a path nor a file name"),
            ("Then/now it is in the right order", "the line above it is neither a path nor a file name"),
            ("Example:", "the line above it is neither a path nor a file name"),
            ("Done.", "the line above it is neither a path nor a file name"),
            ("https://example.com/a.py", "the line above it is neither a path nor a file name"),
            ("...", "the line above it is neither a path nor a file name"),
            ("/", "the line above it is neither a path nor a file name"),
            ("»»» EDIT END", "the line above it is neither a path nor a file name"),
        ],
    )
    def test_any_other_line_is_not_a_path_and_the_reason_is_given(self, line: str, flaw: str) -> None:
        assert flaw == flaw_of(line)
        assert path_named_by(line) is None

    @pytest.mark.parametrize("above", ["src/a.py\n\n", "src/a.py\n```python\n", "src/a.py\nprose here\n"])
    def test_in_the_original_nothing_may_be_between_path_and_head(self, above: str) -> None:
        assert [] == read(above + edit("old\n", "new\n", None, OLD))

    @pytest.mark.parametrize(
        "above",
        [
            "src/a.py\n",
            "src/a.py\n\n",
            "src/a.py\n\n\n",
            "src/a.py\n```\n",
            "src/a.py\n```python\n",
            "src/a.py\n\n~~~\n\n",
            "```python\nsrc/a.py\n",
            "b.py\nsrc/a.py\n",
        ],
    )
    def test_in_the_successor_blank_lines_and_one_opening_fence_may_be_between(self, above: str) -> None:
        assert [("src/a.py", "old\n", "new\n")] == read(above + edit("old\n", "new\n", None, NEW))

    @pytest.mark.parametrize(
        "above",
        ["src/a.py\nprose here\n", "```\nsrc/a.py\n```\n", "src/a.py\n```\n```\n", "src/a.py\n~~~\n```\n"],
    )
    def test_nothing_else_may_be_between(self, above: str) -> None:
        assert [] == read(above + edit("old\n", "new\n", None, NEW))

    @BOTH
    def test_a_path_counts_for_one_block(self, spelling: Spelling) -> None:
        text = edit("a\n", "b\n", "src/a.py", spelling) + edit("c\n", "d\n", None, spelling)

        assert [("src/a.py", "a\n", "b\n")] == read(text)
        assert [7] == [line for line, _ in problems(text)]


class TestHeadsWithoutPath:
    @BOTH
    def test_a_complete_block_without_a_path_is_a_problem_that_says_why(self, spelling: Spelling) -> None:
        text = "**src/a.py**\n" + edit("old\n", "new\n", None, spelling)
        message = "No path above the block at line 2: the line above it begins like a comment or a list"

        assert ([], [(2, message)]) == (read(text), problems(text))

    def test_a_complete_block_that_begins_the_response_has_no_line_above(self) -> None:
        text = edit("old\n", "new\n", None)

        assert [(1, "No path above the block at line 1: the line above it is empty")] == problems(text)

    @pytest.mark.parametrize(
        "text",
        [
            "A block begins with\n««« EDIT\nand that is that.\n",
            "Markers:\n««« EDIT\n═══════ REPL\n»»» EDIT END\n",
            "Markers:\n\n««« EDIT\n\n═══════ REPL\n\n»»» EDIT END\n",
            "```\n««« EDIT\n```\nbegins,\n```\n═══════ REPL\n```\ndivides,\n```\n»»» EDIT END\n```\n",
            "Begin with `««« EDIT` and end with `»»» EDIT END`.\n",
            "- ««« EDIT\n- ═══════ REPL\n- »»» EDIT END\n",
            "src/a.py\n═══════ REPL\nnew\n»»» EDIT END\n",
            "»»» EDIT END\n",
        ],
    )
    def test_prose_that_shows_or_explains_markers_is_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)
        rest = [prose.lines for prose in parsed.prose] + [code.lines for code in parsed.code]
        assert [*range(1, text.count("\n") + 1)] == sorted(n for a, b in rest for n in range(a, b + 1))

    def test_a_head_in_prose_does_not_hide_the_blocks_after_it(self) -> None:
        text = "It begins with this line\n««« EDIT\nas you know.\n\n"
        blocks = edit("a\n", "b\n", "a.py") + search_replace("x\n", "y\n", "b.py")

        assert ["a.py", "b.py"] == [b.path_written for b in parse(text + blocks).blocks]
        assert ["b.py"] == [b.path_written for b in parse(text + search_replace("x\n", "y\n", "b.py")).blocks]


class TestAgents:
    AGENT = "🟧🟧🟧 AGENT\nid: agent-0\ntask: Change it so:\n\n{}\n🟩🟩🟩 AGEND\n"

    def test_a_task_for_an_agent_is_prose_with_the_blocks_in_it(self) -> None:
        text = self.AGENT.format(edit("old\n", "new\n", "src/a.py", NEW))

        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_the_blocks_around_it_are_read(self) -> None:
        text = edit("a\n", "b\n", "a.py", NEW) + self.AGENT.format("x") + edit("c\n", "d\n", "b.py", NEW)

        assert ["a.py", "b.py"] == [path for path, _, _ in read(text)]

    def test_a_task_that_does_not_end_is_a_problem(self) -> None:
        text = "Go.\n🟧🟧🟧 AGENT\nid: agent-0\n" + edit("a\n", "b\n", "a.py", NEW)

        assert [(2, "Missing 🟩🟩🟩 AGEND for the agent block at line 2")] == problems(text)

    def test_the_marker_alone_is_prose(self) -> None:
        text = "🟧🟧🟧 AGENT\n\nbegins a task.\n" + edit("a\n", "b\n", "a.py", NEW)

        assert [("a.py", "a\n", "b\n")] == read(text)
        assert [] == problems(text) == problems("🟧🟧🟧 AGENT")


class TestProblems:
    @BOTH
    def test_the_missing_marker_is_named_with_the_line_of_the_block(self, spelling: Spelling) -> None:
        head, divider, end = spelling

        for rest, missing in (
            ("", divider),
            ("old\n", divider),
            (f"old\n{end}\n", divider),
            (f"old\n{divider}\nnew\n", end),
            (f"old\n{divider}\nnew\n{end[:-1]}", end),
        ):
            message = f"Missing {missing} for the block at line 3"
            assert [(3, message)] == problems(f"\nsrc/a.py\n{head}\n{rest}"), rest
            assert [] == read(f"\nsrc/a.py\n{head}\n{rest}")

    @BOTH
    def test_the_text_of_a_malformed_block_is_kept(self, spelling: Spelling) -> None:
        text = f"{spelling[0]}\nold\n{spelling[2]}\n"

        assert [text] == [problem.text for problem in parse(f"a.py\n{text}rest\n").problems]

    @BOTH
    @pytest.mark.parametrize("divided", [False, True])
    def test_a_head_inside_an_open_block_ends_it_and_the_next_is_read(
        self, spelling: Spelling, divided: bool
    ) -> None:
        head, divider, end = spelling
        begun = f"a.py\n{head}\nold\n" + (f"{divider}\nnew\n" if divided else "")
        text = begun + edit("c\n", "d\n", "b.py", spelling)

        assert [("b.py", "c\n", "d\n")] == read(text)
        assert [(2, f"Missing {end if divided else divider} for the block at line 2")] == problems(text)

    @BOTH
    def test_a_cut_off_block_in_a_fence_ends_at_the_next_head_too(self, spelling: Spelling) -> None:
        head, divider, end = spelling
        text = f"```\na.py\n{head}\nold\n{divider}\nnew\n```\n\n```\n" + edit("c\n", "d\n", "b.py", spelling)

        assert [("b.py", "c\n", "d\n")] == read(text + "```\n")
        assert [(3, f"Missing {end} for the block at line 3")] == problems(text)

    @BOTH
    def test_blocks_around_a_malformed_one_are_kept(self, spelling: Spelling) -> None:
        head, _, end = spelling
        text = edit("a\n", "b\n", "a.py", spelling) + f"b.py\n{head}\nno divider\n{end}\n"
        text += edit("c\n", "d\n", "c.py", spelling)

        assert ["a.py", "c.py"] == [path for path, _, _ in read(text)]
        assert [8] == [line for line, _ in problems(text)]


class TestMarkersInContent:
    @BOTH
    def test_an_example_in_fenced_code_is_text(self, spelling: Spelling) -> None:
        example = "Like this:\n\n```\n" + edit("x\n", "y\n", "src/x.py", spelling) + "```\n"

        assert [("doc.md", example, example + "More.\n")] == read(
            edit(example, example + "More.\n", "doc.md", spelling)
        )

    @BOTH
    def test_a_fenced_block_may_add_an_example_in_fenced_code(self, spelling: Spelling) -> None:
        example = "```text\n" + edit("x\n", "y\n", "src/x.py", spelling) + "```\n"
        text = "````markdown\n" + edit("old\n", example, "doc.md", spelling) + "````\n"

        assert [("doc.md", "old\n", example)] == read(text)

    @BOTH
    def test_each_divider_gives_an_interpretation_the_longest_first_part_first(
        self, spelling: Spelling
    ) -> None:
        divider = spelling[1]
        (found,) = parse(edit(f"a\n{divider}\nb\n", "c\n", spelling=spelling)).blocks

        assert (
            Interpretation(f"a\n{divider}\nb\n", "c\n", "divider 2 of 2"),
            Interpretation("a\n", f"b\n{divider}\nc\n", "divider 1 of 2", divider, f"{divider}\nb\n"),
        ) == interpretations_of(found)

    @BOTH
    def test_a_divider_directly_before_the_end_is_dropped(self, spelling: Spelling) -> None:
        (found,) = parse(edit("a\n", f"b\n{spelling[1]}\n", spelling=spelling)).blocks

        assert [("a\n", "b\n")] == [(r.search, r.replace) for r in interpretations_of(found)]

    def test_at_most_a_hundred_dividers_are_accepted(self) -> None:
        def text(count: int) -> str:
            return edit("a\n", "═══════ REPL\nx\n" * (count - 1))

        assert 100 == len(interpretations_of(parse(text(100)).blocks[0]))
        assert [(2, "101 lines may divide the block at line 2, too many to try them all")] == problems(
            text(101)
        )

    def test_a_long_block_with_many_dividers_is_a_problem(self) -> None:
        text = edit("a\n", ("═══════ REPL\n" + "x" * 1_000_000 + "\n") * 10)

        assert [(2, "11 lines may divide the block at line 2, too many to try them all")] == problems(text)

    def test_french_quotes_and_rulers_are_text(self) -> None:
        content = "«Bonjour»\n««« oui »»»\n═══════\n»»» EDIT\n🟩🟩🟩\n"

        assert [("src/a.py", content, "new\n")] == read(edit(content, "new\n"))


class TestCutStreams:
    @given(st.integers(0, 2**32))
    def test_markers_and_paths_in_any_order_are_read_without_an_exception(self, seed: int) -> None:
        chance = random.Random(seed)
        lines = [*OLD, *NEW, "src/a.py", "```", "````md", "", "text", "🟧🟧🟧 AGENT", "🟩🟩🟩 AGEND", "id: x"]
        text = "\n".join(chance.choices(lines, k=40))

        for found in parse(text).blocks:
            assert found.path_written in {"src/a.py", "text"}

    def test_a_block_is_yielded_as_soon_as_its_end_marker_is_complete(self) -> None:
        reader, text = Reader(), edit("a\n", "b\n")

        assert [] == reader.feed(text[:-1])
        assert 2 == len(reader.feed("\n"))

    def test_an_arriving_block_reports_its_progress(self) -> None:
        reader = Reader(formats_of(["edit-protocol"]))
        progress = []

        for line in edit("a\nb\n", "c\n").splitlines(keepends=True)[:-1]:
            reader.feed(line)
            progress.append(reader.open_block)

        assert [
            None,
            "block at line 2: EDIT part arriving, 0 lines",
            "block at line 2: EDIT part arriving, 1 line",
            "block at line 2: EDIT part arriving, 2 lines",
            "block at line 2: EDIT part complete (2 lines), REPL part arriving, 0 lines",
            "block at line 2: EDIT part complete (2 lines), REPL part arriving, 1 line",
        ] == progress

    @pytest.mark.parametrize(
        "text",
        [
            "src/a.py\n««« EDIT\n" * 2_000,
            "««« EDIT\nx\n" * 2_000,
            "src/a.py\n««« EDIT\n```\n" + "««« EDIT\n" * 20_000,
            "src/a.py\n««« EDIT\n" + "═══════ REPL\n" * 20_000 + "»»» EDIT END\n",
            "src/a.py\n««« EDIT\n" + "═" * 2_000_000 + "\n",
            "/" * 2_000_000 + "\n««« EDIT\nx\n═══════ REPL\n»»» EDIT END\n",
            "🟧🟧🟧 AGENT\n" * 20_000,
        ],
        ids=["heads", "pathless", "quoted", "dividers", "long-line", "long-path", "agents"],
    )
    def test_large_hostile_responses_are_read_in_one_pass(self, text: str) -> None:
        assert () == parse(text).blocks
