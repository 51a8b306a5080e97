"""Thinking and quotations are prose, unless nothing else holds an edit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, Problem, Prose
from editreview.formats import Reader, parse
from tests.builders import block, readings_of

DRAFT = block("a\n", "draft\n", "draft.py")
ANSWER = block("a\n", "b\n", "answer.py")


def paths(text: str) -> list[str | None]:
    return [b.path_written for b in parse(text).blocks]


def quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


ASIDES = [
    f"<think>\n{DRAFT}</think>\n",
    f"<thinking>\n{DRAFT}</thinking>\n",
    f"<reasoning>\nHm.\n{DRAFT}\n</reasoning>\n",
    f"<thinking-content-7bbeb8e1>\n{DRAFT}</thinking-content-7bbeb8e1>\n",
    f"  <THINK>Hm.\n{DRAFT}So be it.</THINK>\n",
    quoted(f"Earlier:\n{DRAFT}"),
]


class TestAsides:
    @pytest.mark.parametrize("aside", ASIDES)
    def test_an_edit_in_one_is_prose_where_the_answer_holds_one(self, aside: str) -> None:
        assert ["answer.py"] == paths(aside + ANSWER)
        assert ["answer.py"] == paths(ANSWER + aside)
        assert [1] == [b.number for b in parse(aside + ANSWER).blocks]

    @pytest.mark.parametrize("aside", ASIDES)
    def test_it_is_an_edit_where_nothing_else_is(self, aside: str) -> None:
        assert ["draft.py"] == paths(f"Here you are.\n{aside}That is all.\n")

    @pytest.mark.parametrize("aside", ASIDES)
    def test_a_malformed_edit_in_the_answer_counts_as_one(self, aside: str) -> None:
        """The draft was not what the answer was going to be."""
        parsed = parse(f"{aside}a.py\n<<<<<<< SEARCH\ncut off")

        assert ((), 1) == (parsed.blocks, len(parsed.problems))

    def test_a_command_in_the_answer_does_not(self) -> None:
        assert ["draft.py"] == paths(f"{ASIDES[0]}```bash\nls\n```\n")

    def test_commands_and_problems_alone_are_not_given_out(self) -> None:
        parsed = parse("<think>\n```bash\nrm x\n```\n<<<<<<< SEARCH\nx\n</think>\nDone.\n")

        assert ((), (), ()) == (parsed.blocks, parsed.problems, parsed.commands)

    def test_edits_of_several_come_in_order_with_the_lines_of_the_response(self) -> None:
        text = f"Hi\n{ASIDES[0]}so\n{quoted(ANSWER)}bye\n"
        parsed = parse(text)

        assert [(1, "draft.py", (4, 8)), (2, "answer.py", (12, 16))] == [
            (b.number, b.path_written, b.lines) for b in parsed.blocks
        ]
        assert [(1, 3), (9, 11), (17, 17)] == [prose.lines for prose in parsed.prose]

    def test_a_quotation_loses_one_mark_on_each_line(self) -> None:
        (found,) = parse(quoted(block("> a\n\n", "    b\n"))).blocks

        assert [("> a\n\n", "    b\n")] == [(r.search, r.replace) for r in readings_of(found)]

    def test_thinking_that_never_ends_goes_to_the_end(self) -> None:
        assert ["draft.py", "answer.py"] == paths(f"<think>\n{DRAFT}{ANSWER}")

    def test_what_follows_the_end_of_thinking_on_its_line_is_the_answer(self) -> None:
        assert ["answer.py"] == paths(f"<think>\n{DRAFT}</think>{ANSWER}")
        assert ["answer.py"] == paths(f"<think></think>{ANSWER}")

    def test_a_path_that_was_thought_of_last_is_not_that_of_the_answer(self) -> None:
        parsed = parse("<think>\nIt is a.py\n</think>\n\n```python\nx\n```\n")

        assert () == parsed.blocks

    def test_a_tag_inside_a_block_or_a_fence_is_text(self) -> None:
        assert ["x.py", "answer.py"] == paths(block("<think>\n", "<think>\n", "x.py") + ANSWER)
        assert ["answer.py"] == paths(f"```html\n<think>\n```\n{ANSWER}")

    def test_a_quoted_path_above_a_block_is_its_path(self) -> None:
        assert ["a.py"] == paths(
            f"> a.py\n{block('a', 'b', None)}".replace("a===", "a\n===").replace("b>", "b\n>")
        )

    def test_a_whole_file_may_be_in_one(self) -> None:
        assert ["a.py"] == paths("<think>\na.py\n```python\nx\n```\n</think>\n")


LINES = st.sampled_from(
    [
        *("<think>", "</think>", "<think>x</think>a.py", "> ", "> <think>", ">", "> > a", "a.py", "> a.py"),
        *("```", "> ```", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "> <<<<<<< SEARCH", "> ======="),
        *("> >>>>>>> REPLACE", "", "x"),
    ]
)


class TestStreams:
    @given(st.lists(LINES, max_size=30))
    def test_the_items_are_the_same_however_the_stream_is_cut(self, lines: list[str]) -> None:
        text = "\n".join(lines)
        one, many = Reader(), Reader()

        whole = [*one.feed(text), *one.close()]
        pieces = [item for character in text for item in many.feed(character)] + many.close()

        assert whole == pieces

    @given(st.lists(LINES, max_size=30))
    def test_without_commands_every_line_belongs_to_one_item(self, lines: list[str]) -> None:
        at = 1
        reader = Reader()
        for item in [*reader.feed("".join(line + "\n" for line in lines)), *reader.close()]:
            assert isinstance(item, EditBlock | Problem | Prose)
            first = item.line if isinstance(item, Problem) else item.lines[0]
            last = first + item.text.count("\n") - 1 if isinstance(item, Problem) else item.lines[1]
            assert at == first
            at = last + 1

        assert len(lines) + 1 == at

    def test_ten_thousand_quotations_are_read(self) -> None:
        assert 2_000 == len(parse((quoted(DRAFT) + "\n\n") * 2_000).blocks)
