"""Text that was damaged on its way to the response."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of, snippet_after

_BEFORE = 'size = 1\nname = "für", f(a_b, "$x")\nlink = "https://a.example/b"\n'


def _damage(tmp_path: Path, before: str, after: str, path: str = "a.py") -> str | None:
    review = review_of(make_tree(tmp_path / "root", {path: before}), block(before, after, path))
    (proposal,) = review.proposals
    return next((each.message for each in proposal.warnings if each.kind is WarningKind.DAMAGED), None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("für", "f\ufffdr"),
        ("für", "fÃ¼r"),
        ("für", "f?r"),
        ("für", "f??r"),
        ("für", "fr"),
        ("a_b", r"a\_b"),
        ('"https://a.example/b"', '"[https://a.example/b](https://a.example/b)"'),
        ('"https://a.example/b"', '"[email protected]"'),
        ('"https://a.example/b"', '"***"'),
        ("size = 2", "size = 2 \ue200cite\ue202turn0search0\ue201"),
        ("size = 2", "size = 2  # NEW"),
        ("size = 2", "size = 2  // [!code ++]"),
        ("size = 2", "size = 2  # <-- changed"),
        ("size = 2", "size = 2  # remove this line"),
        ("size = 2", "size = 2  // ADD THIS LINE"),
        ("size = 2", "size = 2  # changed from 1 to 2"),
        ("size = 2", "size = 2  # no longer needed"),
        ("size = 2", "size = 2  # ❌"),
        ("size = 2", "size = 2  # 新增"),
        ("size = 2", "size = 2  #新增"),
        ("size = 2", "size = 2  #<- here"),
        ("size = 2", "size = 2  //new"),
        ("size = 2", "size = 2  -- geändert"),
        ("size = 2", "size = 2  # 【12†source】"),
    ],
)
def test_a_damaged_line_gets_a_warning(tmp_path: Path, old: str, new: str) -> None:
    message = _damage(tmp_path, _BEFORE, _BEFORE.replace("size = 1", "size = 2").replace(old, new))
    assert message is not None
    assert "line" in message


@pytest.mark.parametrize("line", ["<|endoftext|>", "[DONE]", "</s>", "</file>", "EOF", "</system-reminder>"])
def test_what_follows_a_response_gets_a_warning(tmp_path: Path, line: str) -> None:
    message = _damage(tmp_path, "a: 1\nb: 2\n", f"a: 1\nb: 3\n{line}\n", "a.yml")
    assert message == f"“{line}” in line 3 may belong to the response, not to the file"


def test_buttons_above_a_whole_file_get_a_warning(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path / "root", {"a.py": "x = 1\ny = 2\n"}),
        "**a.py**\n```\npython\nCopy\nEdit\nx = 1\ny = 3\n```\n",
    )
    (proposal,) = review.proposals
    assert not proposal.is_ready or proposal.warnings


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        ("a = 'für'\n", "a = 'fur'\n", "a.py"),
        ("a = 'ok?'\nb\n", "a = 'nein?'\nb\n", "a.py"),
        ("a = f(x)\n", r"a = '\$x'" + "\n", "a.sh"),
        ("<p>\na\n", "<p>\nb\n</p>\n", "a.html"),
        ("cat <<EOF\na\n", "cat <<EOF\nb\nEOF\n", "a.sh"),
        ("a\n", "See [https://a.example](https://a.example)\n", "a.md"),
        ("icon = ''\n", "icon = '\ue0b0'\n", "a.py"),
        ("x = 1\n", "x = 1  # new code for 2 users\n", "a.py"),
        ("x = 1\n", "# NEW\nx = 1\n", "a.py"),
        ("git ls-files\n", "git ls-files --deleted\n", "a.sh"),
        ("npx vitest\n", "npx vitest --changed\n", "a.sh"),
        ("form { top: 0 }\n", "form #new\n{ top: 0 }\n", "a.css"),
        ("x = 1\n", "x = 2 ;new\n", "a.js"),
        ("x = 1\n", "x = 1  # added by the user, unchanged since\n", "a.py"),
        ("Ã¼ is wrong\n", "Ã¼ is still wrong\n", "a.txt"),
        ("x = 1\n", "x = 'Ünïcödé, já, Ã, ¿qué?'\n", "a.py"),
        ("x = 1\n", "x = 'mit „Spaß“, Viel Spaß…, “CAFÉ”'\n", "a.py"),
        ("a = f<string>(1);\nb;\n", "a = f(1);\nc;\n", "a.ts"),
        ("a = `${b}`;\nc;\n", "a = `\\${b}`;\nd;\n", "a.js"),
        (
            "a = 'Connecting to the database server at startup'\nb\n",
            "a = 'Connecting to the database...'\nc\n",
            "a.py",
        ),
    ],
)
def test_other_changes_get_none(tmp_path: Path, before: str, after: str, path: str) -> None:
    assert _damage(tmp_path, before, after, path) is None


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("a.py", "  # NEW"),
        ("a.py", "  # <-- add this line"),
        ("a.py", " # changed"),
        ("a.py", "  # ← neu"),
        ("a.js", " // NEW"),
        ("a.js", " /* modified */"),
        ("a.sql", " -- added"),
    ],
)
def test_comments_for_readers_of_a_snippet_are_left_out(tmp_path: Path, name: str, mark: str) -> None:
    codes = {
        "a.py": ("def f():\n    a = 1\n    return a\n", "    a = 2"),
        "a.js": ("function f() {\n  let a = 1;\n  return a;\n}\n", "  let a = 2;"),
        "a.sql": ("CREATE TABLE a (\n  b INT,\n  c INT\n);\n", "  b TEXT,"),
    }
    before, new = codes[name]
    first, _, *rest = before.splitlines()
    code = "\n".join([first, f"{new}{mark}", *rest, ""])

    written, warnings = snippet_after(tmp_path, name, before, code)

    assert code.replace(mark, "") == written
    # Arrows are read before the file is known, without a warning.
    is_arrow = "<--" in mark or "←" in mark
    assert is_arrow or "leaves out comments such as “NEW”, which are for readers of the response" in warnings


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("def f():\n    a = 1\n    return a\n", "    a = total // new"),
        ("def f():\n    a = 1\n    return a\n", "    import a  # keep this import!"),
        ("def f():\n    a = 1\n    return a\n", "    a = 2  # *** must be last ***"),
        ("def f():\n    a = 1\n    return a\n", "    a = 2  # remove this line"),
        ("def f():\n    a = 1  # NEW\n    return a\n", "    a = 2  # NEW"),
        ("def f():\n    a = 1\n    return a\n", "    a = 2  # new in 3.2: b"),
        ("def f():\n    a = 1\n    return a\n", '    a = "  # NEW"'),
    ],
    ids=[
        "division",
        "of an import",
        "of the code",
        "of a removal",
        "in the file",
        "more than a mark",
        "in a string",
    ],
)
def test_other_comments_stay(tmp_path: Path, before: str, line: str) -> None:
    written, _ = snippet_after(tmp_path, "a.py", before, f"def f():\n{line}\n    return a\n")

    assert line in written


def test_a_name_behind_two_dashes_is_no_comment_of_a_shell(tmp_path: Path) -> None:
    before = "set -e\ngit fetch\ngit checkout main\nmake\n"

    written, _ = snippet_after(tmp_path, "a.sh", before, "git fetch\ngit checkout -- new\nmake\n")

    assert "git checkout -- new\n" in written


@pytest.mark.parametrize(
    ("line", "is_left_out"),
    [
        ("    # existing cleanup code stays\n", True),
        ("    # keep existing connections open\n", False),
        ("    # close them in order\n", False),
    ],
)
def test_comments_that_only_say_what_stays_beside_it_are_left_out(
    tmp_path: Path, line: str, *, is_left_out: bool
) -> None:
    before = "def f():\n    a = load()\n    a.close_all(1)\n    return a\n"
    code = f"def f():\n    a = load(2)\n{line}    a.close_all(1)\n    return a\n"

    written, warnings = snippet_after(tmp_path, "a.py", before, code)

    assert (code.replace(line, "") if is_left_out else code) == written
    assert is_left_out is ("leaves out comments that only tell a reader what stays of the file" in warnings)


@pytest.mark.parametrize(
    ("before", "is_left_out"),
    [
        ("def f():\n    a = 1\n    return a\n", True),
        # The code is new, or the comment is in the file.
        ("def f():\n    a = 2\n    return a\n", False),
        ("def f():\n    a = 1  # unchanged\n    return a\n", False),
    ],
)
def test_remarks_behind_lines_that_stay_are_left_out(
    tmp_path: Path, before: str, *, is_left_out: bool
) -> None:
    code = "def f():\n    a = 1  # unchanged\n    b = 3\n    return a\n"

    written, _ = snippet_after(tmp_path, "a.py", before, code)

    assert is_left_out is ("unchanged" not in written)
