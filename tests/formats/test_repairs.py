"""Repairs: a malformed block that plainly lacks one line says which line, and is read with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Operation, Problem
from editreview.formats import parse, read_again
from tests.builders import block
from tests.case_folders import CASES
from tests.streams import mutated

RESPONSES = sorted(CASES.glob("*/*/response.md"))

EDIT_PROTOCOL = "a.py\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n"
FILE = "a.py\n```python\nx = 1\n"
CONTENT = st.lists(
    st.sampled_from(["a", "    b", "", "~~~", "``", "# a.py", "---", "> c", "+ d", "``` e"]), max_size=5
).map(lambda lines: "".join(f"{line}\n" for line in lines))


def problem_in(text: str) -> Problem:
    """The only problem of a response."""
    (problem,) = parse(text).problems
    return problem


def repaired(problem: Problem) -> list[tuple[str, str | None, Operation]]:
    """The blocks of a problem with its repair: format, path and operation of each."""
    assert problem.repair is not None
    parsed = read_again(problem, problem.repair.text)
    assert () == parsed.problems
    return [(each.format, each.path_written, each.operation) for each in parsed.blocks]


def blocks_of(text: str) -> list[tuple[str, str | None, Operation]]:
    return [(each.format, each.path_written, each.operation) for each in parse(text).blocks]


@pytest.mark.parametrize("below", ["", "\nThen run it.\n", "\n```\n" + block("c\n", "d\n", "c.py") + "```\n"])
@pytest.mark.parametrize("edit", [block("a\n", "b\n", "a.py"), EDIT_PROTOCOL])
def test_an_end_marker_that_is_missing_before_the_end_of_the_fence_is_added(edit: str, below: str) -> None:
    *lines, end = edit.splitlines()
    text = "\n".join(["```", *lines, "```", below])

    problem = problem_in(text)

    assert problem.repair is not None
    assert (end, len(lines) + 2) == (problem.repair.added, problem.repair.line)
    assert f"add {end} before line {len(lines) + 2} of the response" == problem.repair.message
    assert blocks_of(edit) == repaired(problem)


@given(CONTENT, CONTENT)
def test_a_block_without_its_end_marker_is_repaired_to_what_it_was(search: str, replace: str) -> None:
    edit = block(search, replace, "a.py")
    cut = edit.removesuffix(">>>>>>> REPLACE\n")

    problem = problem_in(f"````\n{cut}````\nDone.\n")

    assert blocks_of(edit) == repaired(problem)


@pytest.mark.parametrize("first", ["", "# src/a.py\n"])
def test_a_head_that_is_missing_in_a_fence_below_its_path_is_added(first: str) -> None:
    text = f"src/a.py\n```python\n{first}a\n=======\nb\n>>>>>>> REPLACE\n```\n"

    problem = problem_in(text)

    assert "<<<<<<< SEARCH" == (problem.repair and problem.repair.added)
    assert blocks_of(block("a\n", "b\n", "src/a.py")) == repaired(problem)


def test_a_file_without_its_closing_fence_ends_above_the_path_of_the_next_file() -> None:
    problem = problem_in(f"{FILE}\nb.py\n```python\ny = 1\n```\n")

    assert blocks_of(f"{FILE}```\n") == repaired(problem)


def test_a_closing_tag_that_is_missing_before_the_next_action_is_added() -> None:
    action = '<boltAction type="file" filePath="a.ts">\nx\n'

    problem = problem_in(f'{action}<boltAction type="file" filePath="b.ts">\ny\n</boltAction>\n')

    assert blocks_of(f"{action}</boltAction>\n") == repaired(problem)


@pytest.mark.parametrize(
    "text",
    [
        # The response ends: more may be missing than a line.
        "a.py\n<<<<<<< SEARCH\na\n=======\nb\n",
        FILE,
        '<boltAction type="file" filePath="a.ts">\nx\n',
        # The fence may belong to the document.
        "```\na.md\n<<<<<<< SEARCH\na\n=======\nb\n```\nmore\n",
        # A divider is missing, and nothing says where.
        block("a\n", "b\n", "a.py").replace("=======\n", ""),
        # The text may hold a second block that is broken too.
        "src/a.py\n```python\na\n=======\nb\n>>>>>>> REPLACE\nc\n=======\nd\n>>>>>>> REPLACE\n```\n",
        # A sentence does not say that the fence is all of the file.
        "Update `a.py`:\n" + FILE.removeprefix("a.py\n") + "\nb.py\n```python\ny = 1\n```\n",
    ],
)
def test_nothing_is_repaired_unless_what_is_missing_is_plain(text: str) -> None:
    assert {None} >= {problem.repair for problem in parse(text).problems}


def test_text_that_the_user_edited_is_read_with_the_path_of_the_problem() -> None:
    problem = problem_in("a.py\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n")

    parsed = read_again(problem, problem.text.replace(">>>", "=======\nb\n>>>", 1))

    assert [("a.py", (2, 6))] == [(each.path_written, each.lines) for each in parsed.blocks]


@given(st.integers(0, 2**32))
def test_each_repair_of_a_damaged_response_gives_a_block_at_the_lines_of_the_problem(seed: int) -> None:
    path = RESPONSES[seed % len(RESPONSES)]
    for problem in parse(mutated(path.read_bytes().decode(), seed)).problems:
        if problem.repair is None:
            continue
        blocks = read_again(problem, problem.repair.text).blocks
        assert blocks, path
        assert all(problem.line <= first for first, _ in (each.lines for each in blocks))
        assert problem.repair.added in problem.repair.text.split("\n")
