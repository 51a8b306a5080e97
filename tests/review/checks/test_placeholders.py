"""Placeholder lines that an edit would write in the place of the code they stand for."""

from pathlib import Path

import pytest

from editreview import Review
from editreview.errors import Reason

BEFORE = "def f():\n    x = 1\n    y = 2\n    return x + y\n\n\ndef g():\n    return 5\n"


def withheld(tmp_path: Path, replacement: str, before: str = BEFORE, name: str = "a.py") -> Reason | None:
    """The reason why an edit of the first function is not applied by itself."""
    (tmp_path / name).write_text(before)
    body = before.partition("\n\n")[0]
    review = Review.open(tmp_path)
    review.read(f"{name}\n<<<<<<< SEARCH\n{body}\n=======\n{replacement}>>>>>>> REPLACE\n")
    return review.proposals[0].withheld


@pytest.mark.parametrize(
    "line",
    [
        "# methods unchanged",
        "# (keep the lines below)",
        "# [previous code]",
        "# (the remaining calls)",
        "# -- snip --",
        "# x, y as they were",
        "# Rest of the function is unmodified",
        "# keep the rest",
        "# other imports",
        "# [...]",
        "# (…)",
        "# ... (sums)",
        "# ⋮",
        "...",
        "# ...",
    ],
)
def test_a_placeholder_that_replaces_the_code_it_stands_for_is_withheld(tmp_path: Path, line: str) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"def f():\n    x = 10\n    {line}\n")


@pytest.mark.parametrize(
    "line", ["# methods unchanged since 2019, see the notes", "# keep the cache warm", "# more work", "y = 3"]
)
def test_a_comment_about_the_code_is_written(tmp_path: Path, line: str) -> None:
    assert withheld(tmp_path, f"def f():\n    x = 10\n    {line}\n    return x + y\n") is None


def test_such_a_comment_is_written_if_nothing_is_removed(tmp_path: Path) -> None:
    kept = "def f():\n    x = 1\n    y = 2\n    # x unchanged\n    return x + y\n"
    assert withheld(tmp_path, kept) is None


def test_dots_may_replace_another_body(tmp_path: Path) -> None:
    before = "def f():\n    raise NotImplementedError\n\n\ndef g():\n    return 5\n"
    assert withheld(tmp_path, "def f():\n    ...\n", before) is None


def test_dots_in_place_of_statements_are_withheld(tmp_path: Path) -> None:
    before = "def f():\n    start()\n    run()\n    stop()\n"
    after = "def f():\n    start()\n    while True:\n        ...\n    stop()\n"

    assert Reason.PLACEHOLDER is withheld(tmp_path, after, before)


def test_a_comment_in_place_of_one_that_speaks_alike_is_code(tmp_path: Path) -> None:
    before = "def f(lines):\n    # Pass headers unchanged\n    return [line for line in lines if line]\n"
    after = "def f(lines):\n    # Pass other headers unchanged\n    return list(lines)\n"

    assert None is withheld(tmp_path, after, before)
    assert Reason.PLACEHOLDER is withheld(
        tmp_path, after, before.replace("    # Pass headers unchanged\n", "")
    )


@pytest.mark.parametrize(
    "line",
    [
        "# sin cambios",
        "# hier unverändert",
        "# igual que antes",
        "# 其余代码不变",
        "# без изменений",
        "# 기존 코드",
    ],
)
def test_a_placeholder_in_another_language_is_withheld_where_it_replaces_one_line(
    tmp_path: Path, line: str
) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"def f():\n    x = 10\n    {line}\n    return x + y\n")


PROGRAMS = {
    "a.py": ("def f():\n    x = 1\n    y = 2\n    z = 3\n    return x\n", "# {}"),
    "a.js": ("function f() {\n  let x = 1;\n  x += 2;\n  x *= 3;\n  return x;\n}\n", "// {}"),
    "a.tsx": ("<div>\n  <h1>One</h1>\n  <p>Two</p>\n  <p>Three</p>\n  <hr />\n</div>\n", "{{/* {} */}}"),
    "a.css": (".a {\n  color: red;\n  margin: 0;\n  padding: 0;\n  border: 0;\n}\n", "/* {} */"),
    "a.html": ("<ul>\n  <li>One</li>\n  <li>Two</li>\n  <li>Three</li>\n  <hr>\n</ul>\n", "<!-- {} -->"),
    "a.sql": ("CREATE TABLE a (\n  b INT,\n  c INT,\n  d INT,\n  e INT\n);\n", "-- {}"),
    "a.yml": ("a:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n", "# {}"),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("words", ["original logic continues", "your code here", "weiter im Text", "---"])
def test_a_comment_that_is_all_that_is_left_of_several_lines_is_withheld(
    tmp_path: Path, name: str, words: str
) -> None:
    before, comment = PROGRAMS[name]
    first, *_, last, end = before.splitlines()
    if name == "a.py":
        last, end = end, ""
    indent = last[: len(last) - len(last.lstrip())]
    after = "\n".join(filter(None, [first, indent + comment.format(words), last, end]))

    assert Reason.PLACEHOLDER is withheld(tmp_path, f"{after}\n", before + "\n\n", name)


@pytest.mark.parametrize(
    "body",
    [
        "    # The sum of both\n    return 3\n",
        "    # Removed: x and y were constants\n    return x + y\n",
        "    x = 3\n    # y comes from outside\n    return x + y\n",
    ],
    ids=["above a new line", "that says that lines are gone", "instead of a single line"],
)
def test_another_comment_below_fewer_lines_is_written(tmp_path: Path, body: str) -> None:
    assert withheld(tmp_path, f"def f():\n{body}") is None


def test_a_directive_is_no_comment(tmp_path: Path) -> None:
    before = '#include "a.h"\n#include "b.h"\n#include "c.h"\nint x;\n'

    assert withheld(tmp_path, '#include "all.h"\nint x;\n', before, "a.c") is None
