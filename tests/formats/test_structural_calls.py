"""Structural edits as models write them: a Python call."""

import pytest

from editreview.blocks import EditBlock, Interpretation, Operation, Replace, Rewrite
from editreview.formats import parse, structural_calls
from tests.builders import is_read
from tests.streams import in_pieces

CALL = """\
edit(
    pattern="def $OLD($$$ARGS)",
    rewrite="def fetch($$$ARGS)",
    path="src/a.py",
)
"""


def read(text: str) -> list[tuple[str | None, Operation]]:
    """Path and operation of every structural edit."""
    return [(b.path_written, b.operation) for b in parse(text).blocks if b.format == "structural"]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


def text_edit(search: str, replace: str) -> Replace:
    return Replace((Interpretation(search, replace),), is_text=True, is_pattern=True)


RENAME = ("src/a.py", Rewrite("def $OLD($$$ARGS)", "def fetch($$$ARGS)"))


class TestCalls:
    @pytest.mark.parametrize(
        "text",
        [
            CALL,
            CALL.removesuffix("\n"),
            f"Rename it:\n\n```python\n{CALL}```\n",
            f"```\n{CALL}```\n",
            CALL.replace("edit(", "edit (", 1),
            CALL.replace(",\n)", "\n)"),
            CALL.replace("\n)", "\n);"),
            CALL.replace("\n)", "\n)  # rename"),
            CALL.replace("edit(", "edit(  # rename\n    # all of them\n", 1),
            CALL.replace('"', "'"),
            CALL.replace('"def $OLD($$$ARGS)"', '"""def $OLD($$$ARGS)"""'),
            CALL.replace('"def fetch($$$ARGS)"', '"def fetch"\n    "($$$ARGS)"'),
            "".join(f"   {line}\n" for line in CALL.splitlines()),
            'edit(pattern="def $OLD($$$ARGS)", rewrite="def fetch($$$ARGS)", path="src/a.py")\n',
            'edit(path="src/a.py", rewrite=r"def fetch($$$ARGS)", pattern="def $OLD($$$ARGS)")\n',
            CALL.replace("rewrite=", "replacement = ").replace("path=", "file_path="),
        ],
    )
    def test_a_call_is_found_in_any_python_spelling(self, text: str) -> None:
        assert [RENAME] == read(text)

    def test_two_calls_may_follow_each_other(self) -> None:
        one = 'edit(pattern="f($A)", rewrite="g($A)", path="a.py")\n'

        assert [("a.py", Rewrite("f($A)", "g($A)"))] * 2 == read(one + one)

    def test_a_language_may_be_named(self) -> None:
        text = 'edit(pattern="f($A)", rewrite="g($A)", path="lib/", language="python")\n'

        assert [("lib/", Rewrite("f($A)", "g($A)", "python"))] == read(text)

    def test_a_dry_run_is_marked(self) -> None:
        text = 'edit(pattern="f($A)", rewrite="g($A)", path="a.py", dry_run=True)\n'

        assert [True] == [block.is_dry_run for block in parse(text).blocks]

    def test_a_pattern_without_metavariables_is_an_edit_of_text(self) -> None:
        text = 'edit(pattern="a = 1", rewrite="a = 2", path="a.py")\n'

        assert [("a.py", text_edit("a = 1", "a = 2"))] == read(text)

    @pytest.mark.parametrize("pattern", ["$foo->bar()", "cost $ 5", "$Name", "a$"])
    def test_a_dollar_alone_is_not_a_metavariable(self, pattern: str) -> None:
        assert [("a.php", text_edit(pattern, "x"))] == read(
            f'edit(pattern="{pattern}", rewrite="x", path="a.php")\n'
        )

    @pytest.mark.parametrize("pattern", ["f($A)", "f($_)", "f($$$)", "f($$$ARGS)", "$A $$OP $B"])
    def test_upper_case_after_a_dollar_is_a_metavariable(self, pattern: str) -> None:
        assert [("a.js", Rewrite(pattern, "x"))] == read(
            f'edit(pattern="{pattern}", rewrite="x", path="a.js")\n'
        )

    def test_brackets_quotes_hashes_and_fences_in_strings_are_text(self) -> None:
        text = '''edit(
    pattern="f($A) # (",
    rewrite="""
```
<<<<<<< SEARCH
) ' "quoted" \\""" #
```
""",
    path='a.py')
'''
        assert [("a.py", Rewrite("f($A) # (", '\n```\n<<<<<<< SEARCH\n) \' "quoted" """ #\n```\n'))] == read(
            text
        )

    def test_an_empty_rewrite_deletes(self) -> None:
        assert [("a.py", Rewrite("print($A)", ""))] == read(
            'edit(pattern="print($A)", rewrite="", path="a.py")\n'
        )

    def test_the_indentation_of_a_fence_is_stripped_from_strings_in_it(self) -> None:
        call = 'edit(\n    pattern="f($A)",\n    rewrite="""if x:\n    f($A)""",\n    path="a.py",\n)\n'
        text = "".join(f"   {line}\n" for line in call.splitlines())

        assert [("a.py", Rewrite("f($A)", "if x:\n    f($A)"))] == read(text)


class TestExample:
    def test_it_is_one_good_edit(self) -> None:
        parsed = parse(structural_calls.SPEC.description.example)

        assert ["greeting.py"] == [block.path_written for block in parsed.blocks]
        assert () == parsed.problems


class TestProse:
    @pytest.mark.parametrize(
        "text",
        [
            "edit (for refactoring)\n",
            "edit() fails due to whitespace mismatch:\n",
            'edit(pattern="a", rewrite="b", path="c") renames it.\n',
            "edit(document)\n",
            "edit(\n    document,\n    pattern,\n)\n",
            "edit_lines(pattern=1)\n",
            "reedit(pattern=1)\n",
            "editor(pattern=1)\n",
            'Call edit(pattern="a", rewrite="b", path="c")\n',
            "edit(pattern == 1)\n",
            "edit(\n\n",
        ],
    )
    def test_calls_of_other_functions_named_edit_are_ignored(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_such_a_call_does_not_hide_the_block_below_it(self) -> None:
        text = "edit(\na.py\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"

        assert ["search-replace"] == [block.format for block in parse(text).blocks]


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('edit(pattern="a", rewrite="b")\n', "path is required for the edit at line 1"),
            ('edit(pattern="a", path="b")\n', "rewrite is required for the edit at line 1"),
            ('edit(rewrite="a", path="b")\n', "pattern is required for the edit at line 1"),
            ('edit(pattern="", rewrite="a", path="b")\n', "pattern is required for the edit at line 1"),
            ('edit(pattern=1, rewrite="a", path="b")\n', "pattern must be a string in the edit at line 1"),
            (
                'edit(pattern="a", rewrite="a", path="b")\n',
                "pattern and rewrite must be different in the edit at line 1",
            ),
            (
                'edit(pattern="a", rewrite=make(), path="b")\n',
                "rewrite is not a plain value in the edit at line 1",
            ),
            (
                'edit(pattern="a", rewrite=f"{x}", path="b")\n',
                "rewrite is not a plain value in the edit at line 1",
            ),
            ('edit(pattern="a", **more)\n', "An argument is not a plain value in the edit at line 1"),
            (
                'edit(pattern="a", "b", "c")\n',
                "Not valid Python (positional argument follows keyword argument)",
            ),
            ('edit(pattern="a"\n    rewrite="b")\n', "Not valid Python (invalid syntax."),
            ('edit(pattern="a\nb", rewrite="c")\n', 'Missing " at the end of a string in the edit at line 1'),
            ('edit(pattern="""a\nb\n', 'Missing """ and ) for the edit at line 1'),
            ('edit(pattern="a",\n', "Missing ) for the edit at line 1"),
            ('edit(pattern="a",\n```\n', "Missing ) for the edit at line 1"),
            ('edit(pattern="a",\nThat is all.\n', "Missing ) for the edit at line 1"),
            (
                f'edit(pattern="""{"a" * 300_000}\n""", path="b")\n',
                "The edit at line 1 has more than 262144 characters",
            ),
        ],
    )
    def test_the_message_says_what_is_wrong(self, text: str, message: str) -> None:
        parsed = parse(text)

        assert () == parsed.blocks
        (problem,) = parsed.problems
        assert 1 == problem.line
        assert problem.message.startswith(message)

    def test_calls_around_a_broken_one_are_read(self) -> None:
        text = f'{CALL}\nedit(\n    pattern="a",\n{CALL}\nedit(pattern="a")\n{CALL}'

        assert [RENAME] * 3 == read(text)
        assert [
            (7, "Missing ) for the edit at line 7"),
            (15, "rewrite is required for the edit at line 15"),
        ] == problems(text)

    @pytest.mark.parametrize(
        "value",
        ["(" * 5_000, "-" * 100_000 + "1", "[" * 90 + "]" * 90, "9" * 10_000, '"\\N{x}"', '"\\ud800"'],
    )
    def test_no_argument_raises_an_exception(self, value: str) -> None:
        assert is_read(f'edit(pattern={value}, rewrite="a", path="b")\n')


class TestStreams:
    def test_a_string_over_many_lines_becomes_too_long_at_the_same_line_in_pieces_of_any_size(self) -> None:
        body = "a line of the pattern\n" * 20_000
        text = f"edit(\n    pattern='''{body}''',\n)\n{CALL}"

        whole = in_pieces(text, [])

        assert problems(text) == [(1, "The edit at line 1 has more than 262144 characters")]
        for size in (65_536, 5_000):
            assert whole == in_pieces(text, list(range(0, len(text), size)))

    def test_a_call_is_yielded_with_the_next_line_at_the_latest(self) -> None:
        assert [(1, 5)] == [i.lines for i in in_pieces(CALL, []) if isinstance(i, EditBlock)]
