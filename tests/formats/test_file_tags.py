"""Whole files between tags, which may name them in an attribute or in a tag of its own."""

import pytest

from editreview.blocks import Sketch, Write
from editreview.formats import parse

CODE = "x = 1\n"


def read(text: str) -> list[tuple[str | None, str]]:
    """Path and text of every file."""
    found = []
    for block in parse(text).blocks:
        assert isinstance(block.operation, Write | Sketch)
        found.append((block.path_written, block.operation.text))
    return found


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


@pytest.mark.parametrize(
    "head",
    [
        '<file path="src/a.py">',
        "<file path='src/a.py'>",
        "<file path=src/a.py>",
        '<file name="src/a.py">',
        '<file filename="src/a.py" language="python">',
        '<document path="src/a.py" index="1">',
        '<code file="src/a.py">',
        '<source_file path="src/a.py">',
        '<file path="src/a.py" title="The first file">',
    ],
)
def test_an_attribute_of_the_start_tag_names_the_file(head: str) -> None:
    tag = head[1:].split()[0]

    assert [("src/a.py", CODE)] == read(f"Here it is:\n\n{head}\n{CODE}</{tag}>\n\nDone.\n")


@pytest.mark.parametrize(
    "text",
    [
        "<file>\n<path>src/a.py</path>\n<content>\n{}</content>\n</file>\n",
        "<file>\n  <path>src/a.py</path>\n  <content>\n{}  </content>\n</file>\n",
        "<file>\n<name>src/a.py</name>\n<description>first</description>\n<code>\n{}</code>\n</file>\n",
        "<document>\n<source>src/a.py</source>\n<document_content>\n{}</document_content>\n</document>\n",
        "<files>\n<file>\n<path>src/a.py</path>\n<content><![CDATA[\n{}]]></content>\n</file>\n</files>\n",
        '<file path="src/a.py">\n<content>\n{}</content>\n</file>\n',
        '<file path="src/a.py">\n<![CDATA[\n{}]]>\n</file>\n',
        '<file path="src/a.py">\n```python\n{}```\n</file>\n',
        '<file path="src/a.py">\n```\n{}```\n</file>\n',
        '```xml\n<file path="src/a.py">\n{}</file>\n```\n',
        "```xml\n<files>\n<file>\n<path>src/a.py</path>\n<content>\n{}</content>\n</file>\n</files>\n```\n",
    ],
)
def test_tags_inside_may_have_the_path_and_the_text(text: str) -> None:
    assert [("src/a.py", CODE)] == read(text.format(CODE))


def test_lines_of_indented_tags_lose_their_common_indentation() -> None:
    text = '<files>\n  <file path="a.py">\n    if x:\n        y()\n  </file>\n</files>\n'

    assert [("a.py", "if x:\n    y()\n")] == read(text)


@pytest.mark.parametrize(
    "inner",
    [
        '<file path="b.py">\ny\n</file>\n',
        "<ul>\n  </file>\n</ul>\n",
        "<file>\n<path>b.py</path>\n</file>\n",
        "<a></file></a>\n",
        '<p>\n<input name="q">\n</p>\n',
    ],
)
def test_the_text_may_have_tags_itself(inner: str) -> None:
    text = f"{inner}last\n"

    assert [("a.html", text)] == read(f'<file path="a.html">\n{text}</file>\n')


def test_text_in_a_tag_of_its_own_may_have_that_tag() -> None:
    text = "<content>\n</content>\n"

    assert [("a.html", text)] == read(f"<file>\n<path>a.html</path>\n<content>\n{text}</content>\n</file>\n")


def test_a_fence_in_markdown_is_part_of_the_file() -> None:
    text = "```sh\nmake\n```\nand more\n"

    assert [("README.md", text)] == read(f'<file path="README.md">\n{text}</file>\n')


def test_dots_stand_for_lines_of_the_file() -> None:
    (block,) = parse('<file path="a.py">\n# ... existing code ...\nx = 1\n</file>\n').blocks

    assert "lazy" == block.format


def test_a_tag_may_say_that_the_file_is_new() -> None:
    (block,) = parse(f'<file path="a.py" action="create">\n{CODE}</file>\n').blocks

    assert isinstance(block.operation, Write)
    assert block.operation.creates


@pytest.mark.parametrize(
    "text",
    [
        '<file path="a.py" action="delete">\nx\n</file>\n',
        '<file path="a.py" lines="1-9">\nx\n</file>\n',
        '<file path="a.py" type="diff">\nx\n</file>\n',
        '<file path="a.py" />\n',
        '<file path="a.py" name="b.py">\nx\n</file>\n',
        '<file name="first">\nx\n</file>\n',
        "<file>\nx\n</file>\n",
        '<video>\n<source src="movie.mp4" type="video/mp4">\n<source src="movie.ogg"></source>\n</video>\n',
        "<args>\n<file>\n<path>a.py</path>\n</file>\n</args>\n",
        "<file>\n<path>a.py</path>\n<action>delete</action>\n<content>\nx\n</content>\n</file>\n",
        'For example:\n\n<file path="a.py">\nx\n</file>\n',
        'Write `<file path="a.py">` above the text.\n',
    ],
)
def test_other_tags_are_prose(text: str) -> None:
    assert ([], []) == (read(text), problems(text))


@pytest.mark.parametrize("tag", ["search", "old"])
def test_an_old_text_without_a_new_one_is_not_the_text_of_a_file(tag: str) -> None:
    text = f'<file path="a.py">\n<{tag}>\nx\n</{tag}>\n</file>\n'

    assert [] == read(text)
    assert [(2, "Missing <new> for the edit at line 2")] == problems(text)


@pytest.mark.parametrize("tag", ["edit", 'change line="3"', "diff", "new"])
def test_tags_of_an_edit_are_not_the_text_of_a_file(tag: str) -> None:
    text = f'<file path="a.py">\n<{tag}>\nx\n</{tag.split()[0]}>\n</file>\n'

    assert [] == read(text)
    assert [(1, f"<{tag}> instead of text in the file at line 1")] == problems(text)


def test_a_file_without_its_end_tag_is_a_problem_and_the_next_one_is_read() -> None:
    text = '<file path="a.py">\nx\n\n<file path="b.py">\ny\n</file>\n'

    assert [(1, "Missing closing </file> for the file at line 1")] == problems(text)
    assert [("b.py", "y\n")] == read(text)


def test_a_file_that_is_cut_off_is_a_problem() -> None:
    assert [(1, "Missing </content> for the file at line 1")] == problems(
        "<file>\n<path>a.py</path>\n<content>\nx\n"
    )


def test_other_formats_between_tags_get_their_path() -> None:
    edit = "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"

    (block,) = parse(f'<file path="src/a.py">\n{edit}</file>\n').blocks

    assert ("search-replace", "src/a.py") == (block.format, block.path_written)
