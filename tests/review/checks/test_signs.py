"""Signs of text that a block would write where code has others."""

from pathlib import Path

import pytest

from editreview import Review
from editreview.matching import Tier
from editreview.review.decisions import is_safe
from tests.builders import make_tree, review_of, snippet_after


def messages(tmp_path: Path, name: str, before: str, line: str) -> list[str]:
    """The warnings of a block that adds a line below the only one of a file."""
    (tmp_path / name).write_text(before)
    review = Review.open(tmp_path)
    first = before.splitlines()[0]
    review.read(f"{name}\n<<<<<<< SEARCH\n{first}\n=======\n{first}\n{line}\n>>>>>>> REPLACE\n")
    (proposal,) = review.proposals
    assert is_safe(proposal, Tier.TOLERANT, warned=False) is not bool(proposal.warnings)
    return [warning.message for warning in proposal.warnings]


@pytest.mark.parametrize(
    ("name", "before", "line"),
    [
        ("a.js", "let a = 1;\n", "let b = “x”;"),
        ("a.js", "let a = 1;\n", "let b = „x“;"),
        ("a.lua", "a = 1\n", "b = f(«x»)"),
        ("a.rb", "a = 1\n", "b = ‘x’"),
        ("a.rb", "list << item\n", "b = f “x”\nitem"),
        ("Dockerfile", "USER a\n", "CMD [“a”, “b”]"),
        ("Dockerfile", "USER a\n", "RUN pip install —no-cache a"),
        ("a.yml", "a: 1\n", "b: “x”"),
        ("a.ini", "[a]\n", "b = –x"),
        ("a.tf", "a = 1\n", "b ＝ ＂x＂"),
        ("a.sql", "SELECT 1;\n", "— a comment"),
        ("a.html", "<p>a</p>\n", "<a href=“x”>b</a>"),
        ("a.sh", "a=1\n", "git log –oneline"),
    ],
)
def test_a_sign_of_text_in_code_is_named(tmp_path: Path, name: str, before: str, line: str) -> None:
    (message,) = messages(tmp_path, name, before, line)

    assert message.startswith("has a typographic character in code, line 2: U+")


@pytest.mark.parametrize(
    ("name", "before", "line"),
    [
        ("a.js", "let a = 1;\n", 'let b = "“x”";'),
        ("a.js", "let a = 1;\n", "f(); // the “best” way — of all"),
        ("a.py", '"""A.\n"""\n', "The “best” way — of all."),
        ("a.c", "/* A\n */\n", "the “best” way"),
        ("a.yml", "a: 1\n", "b: The “best” way – of all"),
        ("a.html", "<p>a</p>\n", "<p>The “best” way, it’s — x</p>"),
        ("a.tsx", "<p>\n</p>\n", "It’s “great”,"),
        ("a.md", "a\n", "“x” —y"),
        ("a.sh", "echo “x”\n", "echo “y”"),
    ],
)
def test_the_same_in_text_is_content(tmp_path: Path, name: str, before: str, line: str) -> None:
    assert [] == messages(tmp_path, name, before, line)


@pytest.mark.parametrize(
    ("name", "opening", "closing"),
    [
        ("a.sh", "cat <<EOF", "EOF"),
        ("a.rb", "a = <<~TEXT", "TEXT"),
        ("a.tf", "a = <<-EOT", "EOT"),
        ("Dockerfile", "RUN cat <<EOF", "EOF"),
        ("a.lua", "a = [[", "]]"),
        ("a.toml", 'a = """', '"""'),
        ("a.cs", 'var a = @"', '";'),
        ("a.dart", "var a = '''", "''';"),
        ("a.ps1", '$a = @"', '"@'),
        ("a.nix", "a = ''", "'';"),
        ("a.clj", '(def a "', '")'),
        ("a.sql", "SELECT '", "';"),
        ("a.pl", "=pod", "=cut"),
        ("a.yml", "a: |", "b: 1"),
    ],
)
@pytest.mark.parametrize("line", ["The “best” way", "– an item", "CPU（GPU）"])
def test_text_over_lines_has_signs_of_text_as_content(
    tmp_path: Path, name: str, opening: str, closing: str, line: str
) -> None:
    found = messages(tmp_path, name, f"{opening}\n{closing}\n", f"  {line}")

    assert [] == [message for message in found if "typographic character" in message]
    assert "typographic character" in str(
        messages(tmp_path, name, f"{opening}\n{closing}\n", f"{closing}\nx = “y”")
    )


@pytest.mark.parametrize(
    ("name", "before", "line"),
    [
        ("a.html", "<p>a</p>\n", "<p>CPU（GPU）：24GB</p>"),
        ("a.jsx", "<p>\n</p>\n", "CPU（GPU）：24GB"),
        ("a.yml", "a: 1\n", "b: CPU（GPU）：24GB"),
        ("a.vim", "set a\n", '" The “best” way'),
        ("a.bat", "@echo off\n", "REM The “best” way"),
    ],
)
def test_text_and_remarks_may_have_any_sign(tmp_path: Path, name: str, before: str, line: str) -> None:
    assert [] == messages(tmp_path, name, before, line)


def test_a_dash_behind_other_code_is_named_itself(tmp_path: Path) -> None:
    (message,) = messages(tmp_path, "a.sql", "SELECT 1;\n", "SELECT 2; — a comment")

    assert message.endswith("U+2014 EM DASH")


@pytest.mark.parametrize(
    ("name", "before", "code", "after"),
    [
        (
            "a.js",
            "function f() {\n  return 'a';\n}\n",
            "function f() {\n  return g(‘b’) + “it's”; // the “best”\n}\n",
            "function f() {\n  return g('b') + \"it's\"; // the “best”\n}\n",
        ),
        (
            "a.py",
            "def f():\n    return 'a'\n",
            "def f():\n    x = '“kept”'\n    return „b“\n",
            "def f():\n    x = '“kept”'\n    return \"b\"\n",
        ),
        (
            "a.svelte",
            "<script>\n  import { a } from './a';\n</script>\n\n<p>{a}</p>\n",
            "<script>\n  import { a, b } from ‘./a’;\n</script>\n",
            "<script>\n  import { a, b } from './a';\n</script>\n\n<p>{a}</p>\n",
        ),
        (
            "a.html",
            '<p>a</p>\n<p id="b">The “best” (“b”)</p>\n',
            "<p id=“b” class=“c”>The “best” (“c”)</p>\n",
            '<p>a</p>\n<p id="b" class="c">The “best” (“c”)</p>\n',
        ),
    ],
)
def test_a_snippet_has_plain_quotes_where_code_cannot_have_others(
    tmp_path: Path, name: str, before: str, code: str, after: str
) -> None:
    written, warnings = snippet_after(tmp_path, name, before, code)

    assert after == written
    assert "writes typographic quotes in code as plain ones" in warnings


@pytest.mark.parametrize(
    ("name", "before", "code"),
    [
        ("a.md", "# A\n\nb\n", "# A\n\n“c” and ‘d’\n"),
        ("a.js", "function f() {\n  return 'a';\n}\n", "function f() {\n  return `“b”\n“c”`;\n}\n"),
        ("a.yml", "a: x\nb: 1\n", "b: “the ‘best’”\n"),
        ("a.tsx", "function F() {\n  return <p>a</p>\n}\n", "function F() {\n  return <p>“b”</p>\n}\n"),
        ("a.r", "f <- function() {\n  “a”\n}\n", "f <- function() {\n  “b”\n}\n"),
        ("a.js", "function f() {\n  return 'a';\n}\n", "function f() {\n  return ‘it’s’;\n}\n"),
    ],
    ids=["prose", "a string", "data", "text between tags", "a file that has them", "an apostrophe"],
)
def test_other_quotes_of_a_snippet_stay(tmp_path: Path, name: str, before: str, code: str) -> None:
    written, warnings = snippet_after(tmp_path, name, before, code)

    assert all(line in written for line in code.splitlines())
    assert "writes typographic quotes in code as plain ones" not in warnings


def test_quotes_in_a_comment_around_the_dots_of_a_sketch_are_no_error(tmp_path: Path) -> None:
    before = "function f() {\n  return 1;\n}\n\nfunction h() {\n}\n\nfunction g() {\n  return 2;\n}\n"
    code = "function f() {\nconst s = ‘a’;\n/*\n// ... existing code ...\n“b”\n*/\n}\n"
    code += "\n// ... existing code ...\n\nfunction g() {\nreturn “b\u2028”;\n}\n"
    review = review_of(make_tree(tmp_path, {"a.js": before}), f"In `a.js`:\n\n```js\n{code}```\n")

    (proposal,) = review.proposals
    assert any("typographic quotes" in warning.message for warning in proposal.warnings)
