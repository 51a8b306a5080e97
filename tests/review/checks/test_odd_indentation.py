"""New lines after an odd number of spaces in a file that has none: the sign of a diff took one of them."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import make_tree, review_of
from tests.review.checks.messages import messages_of

CSS = ".a {\n  color: red;\n  top: 1px;\n}\n\n.c {\n  top: 1px;\n  left: 2px;\n}\n"
JS = "f({\n  a: 1,\n  b: 2,\n  c: 3,\n  d: 4,\n});\n"


def test_a_sign_that_took_a_space_is_named(tmp_path: Path) -> None:
    diff = (
        "```diff\n--- a/a.css\n+++ b/a.css\n@@ -5,2 +5,6 @@\n"
        " \n+.b {\n+ left: 2px;\n+ right: 3px;\n+}\n+\n .c {\n```\n"
    )
    review = review_of(make_tree(tmp_path, {"a.css": CSS}), diff)

    assert [(WarningKind.GUESSED_DEPTH, 7)] == [(w.kind, w.line) for w in review.proposals[0].warnings]


@pytest.mark.parametrize(
    ("path", "before", "old", "new"),
    [
        ("a.toml", "a = [\n    1,\n    2,\n    3,\n    4,\n]\n", "    2,", "    2,\n   5,"),
        (
            "a.json",
            '{\n  "a": 1,\n  "b": {\n    "c": 2,\n    "d": 3\n  }\n}\n',
            '  "a": 1,',
            '  "a": 1,\n "e": 4,',
        ),
        ("a.js", JS, "  b: 2,", "  b: 2,\n   e: 5,"),
        (
            "a.html",
            "<ul>\n  <li>\n    a\n  </li>\n  <li>b</li>\n</ul>\n",
            "  <li>b</li>",
            "  <li>b</li>\n <li>c</li>",
        ),
        ("a.css", CSS, "  left: 2px;", "  left: 2px;\n}\n.b {\n &:hover { top: 1px; }"),
        ("a.yml", "a:\n  b:\n    - c\n    - d\n    - e\n", "    - e", "    - e\n   - f"),
        ("a.yml", "a:\n  b:\n    - c\n    - d\n    - e\n", "    - e", "    - e\n  f: |\n   g"),
        ("a.py", "def f():\n    a\n    b\n    c\n    d\n", "    d", "    d\n    if d:\n       e"),
    ],
)
def test_an_odd_number_of_spaces_is_named(tmp_path: Path, path: str, before: str, old: str, new: str) -> None:
    (message,) = messages_of(WarningKind.GUESSED_DEPTH, tmp_path, path, before, (old, new))

    assert message.endswith(", but the file by even numbers")


@pytest.mark.parametrize(
    ("path", "before", "old", "new"),
    [
        ("a.css", CSS, "  left: 2px;", "  left: 2px;\n  /* a\n   * b\n   */"),
        ("a.css", CSS.replace("  left", "   left"), "  color: red;", " color: red;\n  a: b;"),
        ("a.js", JS, "});", "});\ncall(a,\n     b,\n     c);"),
        ("a.js", JS, "});", "});\nconst x = a ? 1\n     : b;"),
        ("a.js", JS, "});", "});\nconst x = a\n     ? 1\n     : b;"),
        ("a.js", JS, "});", "});\nconst x = a &&\n     b &&\n     c;"),
        (
            "a.rb",
            "def f\n  a\n  b\n  c\n  d\nend\n",
            "  d",
            "  d\n  ab = case a\n       when 1\n         b\n       when 2\n         c\n       end",
        ),
        ("a.kt", "fun f() {\n  a\n  b\n  c\n  d\n}\n", "}", "}\nval f = a ?:\n     b"),
        ("a.py", "def f():\n    a\n    b\n    c\n    d\n", "    d", '    d = """\n   e\n"""'),
        ("a.md", "- a\n  b\n- a\n  b\n  c\n  d\n", "  c", "  c\n\n1. a\n   b"),
        ("a.js", "f({\n  a: 1,\n});\n", "  a: 1,", "  a: 1,\n   b: 2,"),
    ],
    ids=[
        *("comment", "file with some", "aligned", "branch", "branches", "operators", "value", "fallback"),
        *("string", "prose", "file with few lines"),
    ],
)
def test_an_odd_number_of_spaces_that_may_be_meant_is_written(
    tmp_path: Path, path: str, before: str, old: str, new: str
) -> None:
    assert [] == messages_of(WarningKind.GUESSED_DEPTH, tmp_path, path, before, (old, new))
