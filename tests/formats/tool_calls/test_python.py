"""`edit_lines` as a Python call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Insert, Operation, ReplaceLines
from editreview.formats import parse
from tests.builders import block, is_read

DELETE = 'edit_lines(command="delete", path="a.py", start_line=1, end_line=2)'


def read(text: str) -> list[tuple[str | None, Operation]]:
    found = parse(text)
    assert () == found.problems
    return [(edit.path_written, edit.operation) for edit in found.blocks]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


def is_prose(text: str) -> bool:
    found = parse(text)
    return not found.blocks and not found.problems


class TestCalls:
    def test_the_call_of_the_published_plan(self) -> None:
        text = (
            'Fix line 15:\n```\nedit_lines(\n    command="replace",\n    path="/workspace/out/main.py",\n'
            "    start_line=15,\n"
            '    end_line=15,\n    new_content="        return self.data"\n)\n```\n'
        )

        assert [("/workspace/out/main.py", ReplaceLines(15, 15, "        return self.data\n"))] == read(text)
        (edit,) = parse(text).blocks
        assert ("line-edit", (3, 9)) == (edit.format, edit.lines)

    @pytest.mark.parametrize(
        "frame", ["{}", "```python\n{}\n```\n", "   {}   \n", "{};\n", "Prose\n\n{}  # done\n"]
    )
    def test_a_call_may_be_in_a_fence_or_outside(self, frame: str) -> None:
        assert [("a.py", ReplaceLines(1, 2, ""))] == read(frame.replace("{}", DELETE))

    def test_several_calls_follow_each_other(self) -> None:
        assert 3 == len(read(f"```\n{DELETE}\n{DELETE}\n\n{DELETE}\n```\n"))

    @pytest.mark.parametrize(
        "content",
        [
            '"x\\ny\\n"',
            "'x\\ny'",
            '"""x\ny\n"""',
            "'''x\ny'''",
            '("x\\n"\n "y")',
            '"""\\\nx\ny\n"""',
        ],
    )
    def test_strings_are_python_literals(self, content: str) -> None:
        text = f'edit_lines(command="insert", path="a.py", insert_line=0, new_content={content})\n'

        assert [("a.py", Insert(0, "x\ny\n"))] == read(text)

    def test_brackets_quotes_and_hashes_in_strings_are_text(self) -> None:
        content = 'a(\n)\n# "b"\n<<<<<<< SEARCH\n'
        text = f'edit_lines(command="insert", path="a", insert_line=0, new_content="""{content}""")\n'

        assert [("a", Insert(0, content))] == read(text)

    def test_arguments_may_have_no_names(self) -> None:
        assert [("a.py", ReplaceLines(1, 2, ""))] == read('edit_lines("delete", "a.py", 1, 2)\n')

    def test_an_unknown_escape_is_kept(self) -> None:
        text = 'edit_lines(command="insert", path="a", insert_line=0, new_content="\\d+")\n'

        assert [("a", Insert(0, "\\d+\n"))] == read(text)

    def test_a_dry_run_is_marked(self) -> None:
        (edit,) = parse(DELETE.replace(")", ", dry_run=True)")).blocks

        assert edit.is_dry_run


class TestNoCalls:
    @pytest.mark.parametrize(
        "text",
        [
            "edit_lines(command, path, ...) edits lines by number.",
            "edit_lines( is how a call begins.",
            "edit_lines(command=command, path=path)",
            "edit_lines is a tool",
            "edit_lines()",
            "result = " + DELETE,
            "Use `" + DELETE + "`.",
            "edit_lines(**arguments)",
        ],
    )
    def test_code_and_prose_about_the_tool_are_not_calls(self, text: str) -> None:
        assert is_prose(text)

    def test_a_call_that_never_ends_swallows_nothing(self) -> None:
        text = f"edit_lines(\n\nThen:\n{block('a' + chr(10), 'b' + chr(10))}"

        assert 1 == len(parse(text).blocks)


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            (
                '\nedit_lines(command="delete",\n',
                2,
                "Missing closing bracket of the call of edit_lines at line 2",
            ),
            (
                'edit_lines(command="insert", path="a", new_content="""x\n',
                1,
                "Missing closing quote of the call of edit_lines at line 1",
            ),
            (
                'edit_lines(command="insert", path="a", new_content="x\ny")\n',
                1,
                "Missing closing quote of the call of edit_lines at line 1",
            ),
            (
                '```\nedit_lines(command="insert", path="a", new_content="""x\n```\nfoo\n',
                2,
                "Missing closing quote of the call of edit_lines at line 2",
            ),
            (
                'edit_lines(command="delete", path="a", start_line=n, end_line=2)',
                1,
                "start_line is not a literal in the call of edit_lines at line 1",
            ),
            ('edit_lines(command="delete" path="a")', 1, "Broken Python in the call of edit_lines at line 1"),
            ('edit_lines(command="move", path="a")', 1, "Unknown command: move in the call at line 1"),
            (
                'edit_lines(command="delete", path="a", start_line=1)',
                1,
                "end_line is required in the call at line 1",
            ),
            ('edit_lines(command="delete")', 1, "start_line is required in the call at line 1"),
        ],
    )
    def test_an_invalid_call_is_a_problem_with_the_reason(self, text: str, line: int, message: str) -> None:
        assert [(line, message)] == problems(text)
        assert () == parse(text).blocks

    def test_the_calls_around_a_broken_one_are_read(self) -> None:
        text = f'{DELETE}\nedit_lines(command="insert", new_content="x\n{DELETE}\n'

        assert 2 == len(parse(text).blocks)
        assert [(2, "Missing closing quote of the call of edit_lines at line 2")] == problems(text)

    @given(st.text(alphabet="edit_lns(\"'#)=\\\n ,0{", max_size=80))
    def test_any_text_is_accepted(self, text: str) -> None:
        assert is_read(f'edit_lines(command="{text}')
        assert is_read(f"edit_lines({text}")
