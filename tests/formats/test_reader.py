"""The reader: the same items however the response arrives, and never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, Problem, Prose, Retraction
from editreview.formats import Reader, descriptions, parse
from editreview.formats.envelopes import MESSAGE, THINKING
from tests.builders import block
from tests.case_folders import CASES
from tests.streams import in_pieces, many_forms, mutated

ENDS = ["\n", "\r\n"]
BELOW = "\n\n" + "That is all there is to change.\n" * 20
LINES = st.sampled_from(
    [
        "src/a.py",
        "**b.py**",
        "```python",
        "```",
        "<source>",
        "<<<<<<< SEARCH",
        "<<<<< SEARCH>",
        "  <<<<<<< SEARCH",
        "=======",
        "  =======",
        "=====",
        ">>>>>>> REPLACE",
        ">>>>> REPLACE foo",
        "<<<<<<< HEAD",
        ">>>>>>> branch",
        "<<<<<<< ORIGINAL",
        ">>>>>>> UPDATED",
        "------- SEARCH",
        "  ------- SEARCH",
        "+++++++ REPLACE",
        "--- SEARCH",
        "<<< SEARCH",
        "===",
        "+++ REPLACE",
        "<<<<<<< SEARCH line=42",
        ":start_line:12",
        ":end_line:14-------",
        "-------",
        "\\=======",
        "\\<<<<<<< SEARCH",
        "text",
        "    text",
        "",
        "\t",
        "    ",
        "Change it:",
        "    Delete src/a.py.",
        '    The value: "a"',
        "- Replace `x = 1` with `x = 2` in `src/a.py`.",
        "\u2028",
        "\x00",
        "\udc80",
        "a\rb",
        "<" * 40,
        "#",
        "***",
        MESSAGE,
        THINKING,
    ]
)


def response_in(name: str) -> str:
    """A response with edits in a format: its examples, and then all that is particular to it."""
    described = descriptions()[name]
    return f"{described.example}\nThen:\n\n{described.second.response}\n{many_forms(name)}"


class TestCutStreams:
    @pytest.mark.parametrize("end", ENDS)
    @pytest.mark.parametrize("name", descriptions())
    def test_the_items_of_a_format_are_the_same_in_pieces_of_any_size(self, name: str, end: str) -> None:
        text = response_in(name).replace("\n", end)

        for size in (1, 2, 3, 7, 17, 64):
            assert in_pieces(text, []) == in_pieces(text, list(range(0, len(text), size)))

    @pytest.mark.parametrize("name", descriptions())
    @given(seed=st.integers(0, 2**32), cuts=st.lists(st.integers(0, 10_000), max_size=8))
    def test_a_damaged_response_gives_the_same_items_however_it_is_cut(
        self, name: str, seed: int, cuts: list[int]
    ) -> None:
        text = mutated(response_in(name), seed)

        assert in_pieces(text, []) == in_pieces(text, cuts)

    def test_the_items_of_every_case_are_the_same_one_character_at_a_time(self) -> None:
        for path in CASES.glob("*/*/response.md"):
            text = path.read_bytes().decode()
            assert in_pieces(text, []) == in_pieces(text, list(range(len(text)))), path

    def test_a_block_with_much_text_below_is_read_the_same_line_by_line(self) -> None:
        """Only where the text goes on far enough is a block asked to read all of itself."""
        for path in CASES.glob("*/*/response.md"):
            text = path.read_bytes().decode() + BELOW
            assert in_pieces(text, list(range(0, len(text), 64))) == in_pieces(text, []), path

    @given(st.integers(0, 2**32))
    def test_a_damaged_block_with_much_text_below_is_read_the_same_line_by_line(self, seed: int) -> None:
        paths = sorted(CASES.glob("*/*/response.md"))
        text = mutated(paths[seed % len(paths)].read_bytes().decode(), seed) + BELOW

        assert in_pieces(text, list(range(0, len(text), 64))) == in_pieces(text, [])

    @given(st.lists(st.tuples(LINES, st.sampled_from(["\n", "\n", "\r\n", ""])).map("".join), max_size=30))
    def test_any_lines_are_read_one_character_at_a_time(self, lines: list[str]) -> None:
        text = "".join(lines)

        assert in_pieces(text, []) == in_pieces(text, list(range(len(text))))

    @given(st.lists(LINES, max_size=30), st.lists(st.integers(0, 1_000), max_size=8))
    def test_messages_are_read_the_same_however_they_arrive(self, lines: list[str], cuts: list[int]) -> None:
        text = "\n".join([MESSAGE, *lines])

        assert in_pieces(text, []) == in_pieces(text, cuts)

    def test_a_block_is_yielded_as_soon_as_its_last_line_is_complete(self) -> None:
        reader = Reader()
        text = block("a\n", "b\n")

        assert [] == reader.feed(text[:-1])
        prose, found = reader.feed("\n")
        assert Prose((1, 1)) == prose
        assert isinstance(found, EditBlock)
        assert "a.txt" == found.path_written

    def test_an_arriving_block_reports_its_progress(self) -> None:
        reader = Reader()
        progress = [reader.open_block]

        for line in ("a.py\n", "<<<<<<< SEARCH\n", "a\n", "b\n", "=======\n", "c\n", ">>>>>>> REPLACE\n"):
            reader.feed(line)
            progress.append(reader.open_block)

        assert [
            None,
            None,
            "block at line 2: SEARCH part arriving, 0 lines",
            "block at line 2: SEARCH part arriving, 1 line",
            "block at line 2: SEARCH part arriving, 2 lines",
            "block at line 2: SEARCH part complete (2 lines), REPLACE part arriving, 0 lines",
            "block at line 2: SEARCH part complete (2 lines), REPLACE part arriving, 1 line",
            None,
        ] == progress


class TestItems:
    @given(st.lists(LINES.map(lambda line: line + "\n"), max_size=30), st.booleans())
    def test_every_line_belongs_to_one_item_and_they_come_in_order(
        self, lines: list[str], are_messages: bool
    ) -> None:
        lines = (
            [f"{MESSAGE}\n", *(line for line in lines if not line.startswith(THINKING))]
            if are_messages
            else lines
        )
        at = 1

        for item in in_pieces("".join(lines), []):
            assert not isinstance(item, Retraction)
            if isinstance(item, Problem):
                first, last = item.line, item.line + item.text.count("\n") - 1
            else:
                first, last = item.lines
            assert at == first
            assert first <= last
            at = last + 1

        assert len(lines) + 1 == at

    def test_blocks_are_numbered_from_one_in_order_of_closing(self) -> None:
        text = block("a\n", "b\n") + "<<<<<<< SEARCH\nbroken\n>>>>>>> REPLACE\n" + block("c\n", "d\n")

        assert [1, 2] == [b.number for b in parse(text).blocks]

    def test_lines_are_those_of_the_response_from_head_to_end_marker(self) -> None:
        parsed = parse("Prose.\n\n" + block("a\n", "b\n") + "more\n")

        assert [(4, 8)] == [b.lines for b in parsed.blocks]
        assert [(1, 3), (9, 9)] == [p.lines for p in parsed.prose]

    @pytest.mark.parametrize("text", ["", "\n", "No edit here.", "```python\nprint(1)\n```\n"])
    def test_a_response_without_edits_has_no_blocks_and_no_problems(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_five_thousand_blocks_are_all_read(self) -> None:
        assert 5_000 == len(parse(block("a\n", "b\n") * 5_000).blocks)

    def test_the_rest_of_the_text_is_not_searched_for_each_line_that_may_be_an_edit(self) -> None:
        """The search for indented code went to the end each time."""
        response = "Use `x`, say.\n" * 2_000 + "It is all the same to me.\n" * 100_000

        assert 1 == len(parse(response).prose)


def test_a_fence_that_ends_inside_a_patch_does_not_shift_later_line_numbers() -> None:
    """However the response is cut."""
    patch = "*** Update File: a.py\n@@ class Cart:\n kept\n-one\n+two\n*** End Patch\n"
    response = f"```\n```diff\nHere it is:\n\n*** Begin Patch\n```\n{patch}" + "Prose.\n" * 200

    for size in (len(response), 7, 1):
        items = in_pieces(response, list(range(0, len(response), size)))
        assert [(7, 11)] == [item.lines for item in items if isinstance(item, EditBlock)]


@pytest.mark.parametrize(
    ("begins", "formats"),
    [
        ("```bash\nmake\n" + block("a\n", "b\n", None) + "```\n", ["search-replace"]),
        ("```bash\nmake\n~~~x\nmake test\n```\n", []),
        ("```python\n# src/a.py\nx = 1\n" + block("a\n", "b\n", None) + "```\n", ["whole-file"]),
        ("```python\nsrc/a.py\n" + block("a\n", "b\n", None) + "```\n", ["search-replace"]),
        ("```python\n\nx = 1\n" + block("a\n", "b\n", None) + "```\n", ["search-replace"]),
        ('data.json\n```json\n{"filePath": "a", "oldString": "b", "newString": "c"}\n```\n', ["whole-file"]),
        ('data.py\n```\n{"filePath": "a", "oldString": "b", "newString": "c"}\n```\n', ["tool-call"]),
        ("data.json\n```json\n" + block("1\n", "2\n", None) + "```\n", ["search-replace"]),
    ],
)
def test_the_first_lines_of_a_fence_determine_its_format_however_they_arrive(
    begins: str, formats: list[str]
) -> None:
    text = "Notes\n\n" + begins + BELOW
    assert formats == [found.format for found in parse(text).blocks]
    assert in_pieces(text, []) == in_pieces(text, list(range(len(text))))
