"""Kept lines that an edit makes unreachable, puts into another unit, or leaves without an import."""

import json
from functools import partial
from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of
from tests.review.checks.messages import messages_of

PYTHON = "def f(a):\n    r = 0\n    for x in a:\n        r += x\n    return r\n"
C = "int f(int a) {\n    int r = 0;\n    g(r);\n    return r;\n}\n"
TWO = "def f(a):\n    x = a\n    log(x)\n    return x\n\n\ndef g():\n    return 1\n"
SWITCH = """f(a) {
  switch (a) {
    case 1:
      x();
      y();
      break;
    default:
      z();
  }
}
"""


messages = partial(messages_of, WarningKind.STRANDED)


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.py", PYTHON, "    r = 0", "    return sum(a)"),
        ("a.py", PYTHON, "    r = 0", "    return {\n        1: a,\n    }"),
        ("a.py", PYTHON, "    r = 0", "    raise ValueError(a)"),
        ("a.c", C, "    int r = 0;", "    return sum(a);"),
        ("a.js", C.replace("int ", "let "), "    let r = 0;", "    throw new Error(\n        a,\n    );"),
        ("a.go", "func f() int {\n\tr := 0\n\tg(r)\n\treturn r\n}\n", "\tr := 0", "\treturn 1"),
        ("a.rb", "def f(a)\n  r = 0\n  g(r)\n  r\nend\n", "  r = 0", "  return a.sum"),
        ("a.sh", "for x in a; do\n  y=1\n  g $y\ndone\n", "  y=1", "  continue"),
    ],
)
def test_the_rest_of_an_old_body_below_a_new_return_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert "and those below it unreachable" in message


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.py", PYTHON, "    for x in a:", "    if not a:\n        return 0\n    for x in a:"),
        ("a.py", PYTHON, "    return r", "    return r + 1"),
        ("a.py", "def f():\n    return 1\n    g()\n", "    return 1", "    return 2"),
        ("a.py", 'def f():\n    """A.\n\n    b\n    """\n', '    """A.\n', '    """A.\n\n    return what is'),
        ("a.py", PYTHON * 3 + 'def g():\n    """A.\n\n    a\n    b\n    """\n', "    a", "    return a"),
        ("a.py", "def f():\n    return f(\n        1,\n    )\n", "    return f(", "    return g("),
        ("a.py", 'def f():\n    return """\n    a\n    """\n', '    return """', '    return f"""'),
        ("a.rb", "def f(a)\n  g(a)\n  a\nend\n", "  g(a)", "  return 1 if a\n  g(a)"),
        ("a.js", "function f() {\n  g();\n  function g() {}\n}\n", "  g();", "  return g();"),
        ("a.cs", "int F() {\n  G();\n  int G() => 1;\n}\n", "  G();", "  return G();"),
        ("a.rs", "fn f() {\n    g();\n    fn g() {}\n}\n", "    g();", "    return g();"),
        ("a.js", SWITCH, "      break;", "      return;"),
        ("a.c", "f() {\n#ifdef A\ng();\n#else\nreturn 2;\n#endif\n}\n", "g();", "return 1;"),
        ("a.c", "f() {\n    g();\nend:\n    h();\n}\n", "    g();", "    return;"),
        ("a.md", "Words\nreturn here.\n", "Words", "return the value\nthat is"),
    ],
)
def test_code_that_still_runs_is_not_called_unreachable(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    assert [] == messages(tmp_path, name, before, (old, new))


def test_a_rest_that_another_block_removes_is_not_named(tmp_path: Path) -> None:
    first = ("    r = 0", "    return sum(a)")
    second = ("    for x in a:\n        r += x\n    return r", "")

    assert [] == messages(tmp_path, "a.py", PYTHON, first, second)


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "unit"),
    [
        ("a.py", TWO, "    x = a", "    x = a\n\n\ndef h(b):\n    y = b", "def h"),
        ("a.py", "class A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n",
         "    def f(self):\n        pass", "    def f(self):\n        pass\n\n\ndef h():\n    pass", "def h"),
        ("a.toml", '[project]\nname = "a"\nversion = "1"\n', 'name = "a"',
         'name = "a"\n\n[tool.ruff]\nline-length = 99', "[tool.ruff]"),
        ("a.ini", "[a]\nb = 1\nc = 2\n", "b = 1", "b = 1\n\n[d]\ne = 1", "[d]"),
        ("a.yml", "jobs:\n  test:\n    steps:\n      - uses: a\n      - run: b\n  lint:\n    steps: []\n",
         "      - uses: a", "      - uses: a\n  build:\n    steps:\n      - uses: c", "build:"),
        ("a.md", "# A\n\none\n\ntwo\n\n# B\n\nthree\n", "one", "one\n\n# C\n\nfour", "C"),
        ("a.js", SWITCH, "      x();", "      x();\n    case 2:\n      w();", "case 2:"),
        ("a.py", "if a:\n    x()\n    y()\n", "    x()", "    x()\nelif b:\n    z()", "elif b:"),
        ("Makefile", "all:\n\tone\n\ttwo\n\nclean:\n\trm a\n", "\tone", "\tone\n\ntest:\n\tpytest", "test"),
    ],
)  # fmt: skip
def test_lines_that_become_part_of_a_new_unit_are_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, unit: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert f"“{unit}”" in message


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "line"),
    [
        ("a.py", TWO, "    x = a", "    x = a\n    return x\n\n\ndef h(b):\n    y = b", 8),
        ("a.ini", "[a]\nb = 1\nc = 2\n", "b = 1", "b = 1\n\n[d]\nc = 2\ne = 1", 7),
        ("a.yml", "- id: a\n  size: 1\n  top: 2\n", "  size: 1", "  size: 1\n- id: b\n  top: 2\n  w: 3", 6),
        ("a.md", "# A\n\none\n\ntwo\n", "one", "one\n\n# C\n\ntwo\n\nfour", 11),
    ],
)  # fmt: skip
def test_a_line_that_becomes_part_of_a_new_unit_is_named_though_that_has_an_equal_line(
    tmp_path: Path, name: str, before: str, old: str, new: str, line: int
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert message.startswith(f"puts line {line} into")


UNITS = {
    "a.py": ("def {}():", "    x{} = 1", ""),
    "b.py": ("class {}:", '    """Doc {}."""', ""),
    "a.css": (".{} {{", "  width: {}px;", "}"),
    "a.js": ("function {}() {{", "  x{}();", "}"),
    "a.ts": ("const {} = () => {{", "  x{}();", "};"),
    "a.test.js": ("it('{}', () => {{", "  x{}();", "});"),
    "a.rs": ("fn {}() {{", "    x{}();", "}"),
    "a.rb": ("def {}", "  x{}", "end"),
    "a.lua": ("function {}()", "  x{}()", "end"),
    "a.sh": ("{}() {{", "  x{}", "}"),
    "a.tf": ('resource "x" "{}" {{', "  n{} = 1", "}"),
    "a.php": ("function {}()\n{{", "    x{}();", "}"),
    "nginx.conf": ("server {{ # {}", "    listen {};", "}"),
    "a.graphql": ("type {} {{", "  f{}: Int", "}"),
    "a.sql": ("CREATE TABLE {} (", "  n{} int", ");"),
    "a.html": ('<ul id="{}">', "  <li>{}", "</ul>"),
    "a.toml": ("[{}]", "x{} = 1", ""),
    "a.ini": ("[{}]", "x{} = 1", ""),
    "a.md": ("# {}", "text {}", ""),
    "a.yml": ("{}:", "  x{}: 1", ""),
    "Dockerfile": ("FROM {}", "RUN x{}", ""),
    "Makefile": ("{}:", "\tx{}", ""),
}
"""By path: the head of a unit, a line in it and its end."""


def unit(path: str, name: str, *numbers: int) -> list[str]:
    head, inside, end = UNITS[path]
    lines = [*head.format(name).split("\n"), *(inside.format(number) for number in numbers)]
    return [*lines, end] if end else lines


def stranded_by(root: Path, path: str, before: list[str], response: str) -> list[str]:
    """The warnings about the units of a file, and about what a parser no longer reads."""
    review = review_of(make_tree(root, {path: "\n".join([*before, ""])}), response)
    review.check()
    kinds = (WarningKind.STRANDED, WarningKind.SYNTAX_ERROR)
    return [w.message for p in review.proposals for w in p.warnings if w.kind in kinds]


@pytest.mark.parametrize("is_diff", [False, True], ids=["block", "diff"])
@pytest.mark.parametrize("quoted", [0, 1], ids=["the head", "the head and a line"])
@pytest.mark.parametrize("path", UNITS)
def test_the_head_of_a_unit_that_is_quoted_below_a_change_and_not_repeated_is_named(
    tmp_path: Path, path: str, quoted: int, is_diff: bool
) -> None:
    first, second = unit(path, "aa", 1), unit(path, "bb", 2, 3, 4)
    height = len(second) - len(unit(path, "bb", 3, 4)) + len(UNITS[path][0].split("\n")) - 1 + quoted
    old = [*first[first.index(UNITS[path][1].format(1)) :], "", *second[:height]]
    new = [old[0], UNITS[path][1].format(9)]
    response = block("\n".join([*old, ""]), "\n".join([*new, ""]), path)
    if is_diff:
        signed = [f" {old[0]}", *(f"-{line}" for line in old[1:]), f"+{new[1]}"]
        response = "\n".join(["```diff", f"--- a/{path}", f"+++ b/{path}", "@@ ... @@", *signed, "```", ""])
    found = stranded_by(tmp_path, path, [*first, "", *second], response)

    assert len(found) == 1
    assert "takes out “" in found[0]


@pytest.mark.parametrize("path", [path for path, (_, _, end) in UNITS.items() if end])
def test_a_unit_that_is_added_before_the_end_of_another_one_is_named(tmp_path: Path, path: str) -> None:
    first, second = unit(path, "aa", 1), unit(path, "bb", 2)
    response = block(f"{first[-2]}\n", "\n".join([first[-2], "", *second, ""]), path)

    (found,) = stranded_by(tmp_path, path, first, response)

    assert found.startswith("introduces a syntax error") or f"“{second[0]}” into “{first[0]}”" in found


@pytest.mark.parametrize("path", UNITS)
def test_a_unit_may_be_added_removed_and_renamed(tmp_path: Path, path: str) -> None:
    first, second, third = unit(path, "aa", 1), unit(path, "bb", 2), unit(path, "cc", 3)
    both = [*first, "", *third]
    added = block(f"{third[0]}\n", "\n".join([*second, "", third[0], ""]), path)
    removed = block("\n".join([*first, "", ""]), "", path)
    renamed = block(f"{third[0]}\n", f"{second[0]}\n", path)

    found = [stranded_by(tmp_path / str(at), path, both, r) for at, r in enumerate((added, removed, renamed))]
    assert [[], [], []] == found


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "expected"),
    [
        ("a.py", "def f(x):\n    if x:\n        a()\n    else:\n        b()\n", "        a()\n    else:",
         "        a(x)", "takes out “else:”, but its line 4 stays, and goes to “if x:”"),
        ("a.js", SWITCH, "      break;\n    default:", "      break;", "“default:”, but its line 7 stays"),
        ("a.js", "if (a) {\n  b();\n} else {\n  c();\n}\n", "  b();\n} else {", "  b(1);", "“} else {”"),
        ("a.py", TWO, "def g():\n    return 1", "    return 1", "“def g():”, but its line 7 stays"),
        ("a.py", "def a(\n    x,\n):\n    p()\n\n\ndef b(\n    y,\n):\n    q()\n", "\n\ndef b(\n    y,\n):",
         "    r()", "takes out “def b(”, but its line 6 stays, and goes to “def a(”"),
    ],
)  # fmt: skip
def test_a_head_that_goes_while_its_lines_stay_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, expected: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert expected in message


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.html", "<p>\n  <b>\n    a\n  </b>\n</p>\n", "  <b>\n    a\n  </b>", "    a"),
        ("a.js", "switch (a) {\n  case 1:\n    b();\n    break;\n  case 2:\n    c();\n    break;\n}\n",
         "    break;\n  case 2:\n    c();\n", ""),
        ("a.c", "if (a)\n{\n  b();\n}\n", "if (a)\n{", "if (a) {"),
        ("a.py", "def a(\n    x,\n):\n    p()\n", "def a(\n    x,\n):", "def a(x):"),
        ("a.py", "if a:\n  p()\nif b:\n  p()\n", "if a:\n  p()\nif b:\n  p()", "if a:\n  q()\n  p()"),
        ("a.c", "f() {\n  a();\n#ifdef B\n  b();\n#endif\n}\n", "#ifdef B\n  b();\n#endif", "  b();"),
        ("a.js", "a(function () {\n  b();\n});\n", "  b();", "  b();\n}, function () {\n  c();"),
        ("a.rb", "if a\n  b\nend\n", "  b", "  b\nelse\n  c"),
        ("a.js", "switch (a) {\ncase 1:\n  b();\n}\n", "  b();", "  b();\ncase 2: {\n  c();\n}"),
        ("a.cpp", "namespace a {\nint b() {\n}\n}\n", "int b() {\n}", "int b() {\n}\nint c() {\n}"),
        ("a.css", ".a {\n  b: 1;\n}\n#c {\n  d: 2;\n}\n", "  d: 2;", "  d: 2;\n}\n#e {\n  d: 3;\n}\n#f {"),
    ],
    ids=[
        *("unwrapped", "an equal last line", "a bracket moves up", "a signature on one line"),
        *("an equal body", "a condition of the preprocessor", "another argument", "another branch"),
        *("an arm", "not indented", "selectors with a hash"),
    ],
)  # fmt: skip
def test_units_that_keep_their_lines_are_right(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    assert [] == messages(tmp_path, name, before, (old, new))


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.py", TWO, "    x = a", "    return h(a)\n\n\ndef h(a):\n    x = a"),
        ("a.py", TWO, "    return x", "    return x\n\n\ndef h(b):\n    y = b\n    return x"),
        ("a.py", TWO, "def g():", "def h():\n    return 2\n\n\ndef g():"),
        ("a.py", TWO, "def f(a):", "def h(a):"),
        ("a.md", "# Changes\n\n## Unreleased\n\n- a\n", "## Unreleased", "## Unreleased\n\n## 1.2.0"),
        ("a.toml", '[a]\nb = 1\n\n[c]\nd = 1\n', "b = 1", "b = 1\n\n[e]\nf = 1"),
        ("a.js", SWITCH, "      break;", "      break;\n    case 2:\n      w();\n      break;"),
        ("a.php", "class A {\n  /**\n   * B\n   */\n  function b() {\n  }\n}\n", "  /**",
         "  /**\n   * C\n   */\n  function c() {\n  }\n\n  /**"),
        ("a.css", "a {\n  b: 1;\n  c: 1;\n}\n", "  c: 1;\n}", "  c: 1;\n}\n\nd {\n  b: 2;\n  c: 1;\n}"),
    ],
)  # fmt: skip
def test_lines_that_stay_in_their_unit_are_not_named(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    assert [] == messages(tmp_path, name, before, (old, new))


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "expected"),
    [
        ("a.sh", "run \\\n  -p 80 \\\n  image\n", "  -p 80 \\", "  -p 81", "cuts line 3 off the line above"),
        ("a.sh", "run \\\n  -p 80 \\\n  image\n", "  -p 80 \\", "  -p 81 \\ ", "cuts line 3 off"),
        ("a.sh", "run \\\n  -p 80\nrm x\n", "  -p 80", "  -p 80 \\\n  -v b \\", "makes line 4 a part of"),
        ("a.ps1", "Get-A `\n  -B 1 `\n  -C 2\n", "  -B 1 `", "  -B 2", "cuts line 3 off the line above"),
        ("a.yml", "run: |\n  a \\\n    -b \\\n    -c\n", "    -b \\", "    -b \\\n    -d", "cuts line 5 off"),
        ("a.h", "#define A \\\n  int a; \\\n  int b;\n", "  int a; \\", "  int c;", "cuts line 3 off"),
        ("Dockerfile", "RUN a && \\\n    b && \\\n    c\n", "    b && \\\n    c",
         "    b &&\n    d && \\\n    c", "cuts line 3 off the line above, which does not end in “\\”"),
        ("a.sh", "run \\\n  -p 80\n", "  -p 80", "  -p 80\n  -v b", "cuts line 3 off the line above"),
        ("a.sh", "run \\\n  -p 80\n", "  -p 80", "  -p 80 \\\n  -v b\n  image", "cuts line 4 off"),
    ],
)  # fmt: skip
def test_a_line_that_is_joined_to_another_one_or_no_longer_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, expected: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert message.startswith(expected)


def test_commands_that_are_no_longer_chained_are_right(tmp_path: Path) -> None:
    found = messages(tmp_path, "a.sh", "cd a && \\\nmake && \\\nls\n", ("make && \\", "make -j2"))

    assert [] == found


@pytest.mark.parametrize(
    "new", ["  while read x; do\n  y\n  done", "  sed 's/\n  x/'", "  b <<EOF\n  x\nEOF"]
)
def test_lines_below_one_that_opens_something_are_not_cut_off(tmp_path: Path, new: str) -> None:
    assert [] == messages(tmp_path, "a.sh", "a | \\\n  b\nls\n", ("  b", new))


def test_a_new_last_line_of_a_command_is_right(tmp_path: Path) -> None:
    found = messages(tmp_path, "a.sh", "run \\\n  a\nls\n", ("  a", "  a \\\n  b"))

    assert [] == found


_IMPORTS = {
    "python": (
        "a.py",
        "import os\nimport json\n\n\ndef load(path):\n    return json.load(path)\n",
        "import json\n",
        "import re\n",
        "json",
        6,
    ),
    "typescript": (
        "a.tsx",
        "import { useState, useEffect } from 'react';\nimport b from './b';\n\nb(useEffect());\n",
        "import { useState, useEffect } from 'react';\n",
        "import { useState, useMemo } from 'react';\n",
        "useEffect",
        4,
    ),
    "java": (
        "A.java",
        "import java.util.List;\nimport java.util.Map;\n\nclass A {\n    Map<String, List<String>> all;\n}\n",
        "import java.util.Map;\n",
        "import java.util.Set;\n",
        "Map",
        5,
    ),
    "rust": (
        "a.rs",
        "use std::fs;\nuse std::path::Path;\n\npub fn f(p: &Path) -> u64 {\n    fs::metadata(p).len()\n}\n",
        "use std::fs;\n",
        "use std::io;\n",
        "fs",
        5,
    ),
    "php": (
        "A.php",
        "<?php\n\nuse App\\User;\nuse App\\Order;\n\nreturn User::find(Order::first());\n",
        "use App\\Order;\n",
        "use App\\Item;\n",
        "Order",
        6,
    ),
}


def lost(root: Path, path: str, text: str, response: str) -> list[str]:
    """The warnings about the imports that a response removes, which is then written as far as it is safe."""
    review = review_of(make_tree(root, {path: text}), response)
    review.accept("tolerant")
    review.write()
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.STRANDED]


@pytest.mark.parametrize("language", _IMPORTS)
def test_an_import_that_is_replaced_by_another_while_the_file_uses_it_is_named(
    tmp_path: Path, language: str
) -> None:
    path, text, old, new, name, line = _IMPORTS[language]
    assert [f"removes the import of “{name}”, which the file still uses (line {line})"] == lost(
        tmp_path, path, text, block(old, new, path)
    )
    assert text == (tmp_path / path).read_text()


@pytest.mark.parametrize(
    "response",
    [
        block("import json\n", "import re\n", "a.py")
        + block("    return json.load(path)\n", "    return re.compile(path)\n", "a.py"),
        block("import json\n", "import orjson as json\n", "a.py"),
        block("import json\n", "", "a.py")
        + block("def load(path):\n", "from fast import json\n\n\ndef load(path):\n", "a.py"),
        block("import json\n", "from compat import *\n", "a.py"),
        block("import os\n", "import re\n", "a.py"),
    ],
    ids=["use replaced", "renamed", "in another block", "star", "unused"],
)
def test_an_import_without_uses_or_bound_again_may_go(tmp_path: Path, response: str) -> None:
    path, text, *_ = _IMPORTS["python"]
    assert [] == lost(tmp_path, path, text, response)


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.test.ts", "import { beforeEach } from 'vitest';\nbeforeEach(() => {});\n",
         "import { beforeEach } from 'vitest';\n", ""),
        ("a.rs", "use std::convert::TryFrom;\nfn f() { u8::try_from(1); TryFrom::try_from(2); }\n",
         "use std::convert::TryFrom;\n", ""),
        ("A.java", "package a;\n\nimport b.Foo;\nimport c.D;\n\nclass A {\n  D d = new Foo().d();\n}\n",
         "package a;\n\nimport b.Foo;\n", "package b;\n\n"),
    ],
    ids=["global of tests", "prelude", "moved into the package"],
)  # fmt: skip
def test_a_name_that_is_there_without_an_import_may_lose_it(
    tmp_path: Path, path: str, text: str, old: str, new: str
) -> None:
    assert [] == lost(tmp_path, path, text, block(old, new, path))


@pytest.mark.parametrize(
    "use",
    ['"json.load()"', "x.json.load()", "1  # as json.load() does", "(lambda json: json.load())(1)"],
    ids=["string", "attribute", "comment", "parameter"],
)
def test_a_name_in_a_string_or_a_comment_is_no_use_of_an_import(tmp_path: Path, use: str) -> None:
    text = f"import os\nimport json\n\nx = os\ny = {use}\n"
    assert [] == lost(tmp_path, "a.py", text, block("import json\n", "import re\n", "a.py"))


PANEL = """export default function Bar({ members, ids, onIds }) {
    const toggleAuthor = (id) => {
        onIds(ids.includes(id) ? [] : [id])
    }

    return (
        <Menu title="Author">
            {members.map(each => (
                <Item onClick={() => toggleAuthor(each.id)} />
            ))}
        </Menu>
    )
}
"""


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "lost"),
    [
        ("Bar.tsx", PANEL, "toggleAuthor(each.id)", "toggleType(each.id)", "toggleAuthor"),
        ("a.js", "f(() => {\n  let total = 1\n  g(total)\n})\n", "g(total)", "g(other)", "total"),
        ("a.rs", "fn f() {\n    let mut total = 1;\n    g(total);\n}\n", "g(total)", "g(1)", "total"),
    ],
)
def test_the_last_use_of_a_local_name_that_stays_defined_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, lost: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert message.startswith(f"removes the last use of “{lost}”, which line ")


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.js", "f(() => {\n  let total = 1\n  g(total)\n  h(total)\n})\n", "g(total)", "g(1)"),
        ("a.js", "f(() => {\n  let total = 1\n  g(total)\n})\n", "  let total = 1\n  g(total)", "  g(1)"),
        ("a.js", "f(() => {\n  let total = 1\n  g(total)\n})\n", "let total = 1", "let total = 2"),
        ("a.js", "const total = 1\ng(total)\n", "g(total)", "g(1)"),
        ("a.py", "def f():\n    total = 1\n    g(total)\n", "g(total)", "g(1)"),
        ("a.js", "f(() => {\n  let total = 1\n  g(1) // total\n})\n", "g(1) // total", "g(1)"),
        ("a.js", "f(() => {\n  let total = 1\n  g('total')\n})\n", "g('total')", "g(1)"),
        ("a.js", "f(() => {\n  let total = 1\n  x.total = 2\n})\n", "x.total = 2", "y()"),
    ],
    ids=[
        *("another use", "the definition goes too", "the use stays", "not local", "another language"),
        *("a comment", "a string", "a member"),
    ],
)
def test_other_names_may_lose_uses(tmp_path: Path, name: str, before: str, old: str, new: str) -> None:
    assert messages(tmp_path, name, before, (old, new)) == []


ATTACHED = {
    "a decorator": ("a.py", "@app.route('/b')\n@login\n", "def b():", "    ...\n", "def z(): ..."),
    "over lines": ("a.py", "@app.route(\n    '/b',\n)\n", "def b():", "    ...\n", "def z(): ..."),
    "apart": ("a.py", "@login\n\n", "def b():", "    ...\n", "def z(): ..."),
    "words": ("a.py", "x = 1\n# Reads it, which is slow.\n", "def b():", "    ...\n", "def z(): ..."),
    "the name": ("a.js", "f();\n\n// b\n", "const b = 1;", "", "const z = 2;"),
    "a derivation": ("a.rs", "fn a() {}\n\n#[derive(Debug, Clone)]\n", "struct B {", "}\n", "struct Z;"),
    "a module": ("a.rs", "fn a() {}\n\n#[cfg(test)]\n", "mod tests {", "}\n", "fn z() {}"),
    "a field": ("a.rs", "struct A {\n    #[serde(default)]\n", "    b: i32,", "}\n", "    z: i32,"),
    "safety": ("a.rs", "fn a() {\n    // SAFETY: not null.\n", "    unsafe { b() }", "}\n", "    z();"),
    "a call in it": ("A.java", "class A {\n  @Test(a = b(1))\n", "  void b() {", "  }\n}\n", "  Z z;"),
    "a Javadoc": ("A.java", "class A {\n  /**\n   * Do.\n   */\n", "  void b() {", "  }\n}\n", "  Z z;"),
    "a member": ("a.ts", "class A {\n  /** At most. */\n", "  max: number;", "}\n", "  min: number;"),
    "objects": ("a.ts", "f();\n@Component({\n  a: 'b',\n})\n", "class B {", "}\n", "class Z {}"),
    "types": ("a.ts", "f();\n// @ts-expect-error no types\n", "const b = f(x);", "", "const z = f(y);"),
    "coverage": ("a.js", "f();\n/* istanbul ignore next */\n", "if (x) {", "}\n", "f(z);"),
    "C#": ("A.cs", 'class A {\n    [HttpGet("b")]\n', "    public int B() {", "    }\n}\n", "    int Z() {}"),
    "a Go directive": ("a.go", "package a\n\n//go:embed b.txt\n", "var b string", "", "var z = 1"),
    "a Go comment": ("a.go", "package a\n\n// B does b.\n", "func B() {", "}\n", "func Z() {}"),
    "PHP": ("a.php", "<?php\nclass A {\n  #[Pure]\n", "  function b() {", "  }\n}\n", "  const Z = 1;"),
    "a template": ("a.cpp", "int a();\n\ntemplate <typename T>\n", "T b(T x) {", "}\n", "int z();"),
    "C++": ("a.cpp", "int a();\n\n[[nodiscard]]\n", "int b();", "", "int z();"),
    "a condition": ("a.c", "int a();\n\n#ifdef DEBUG\n", "void b(void) {", "}\n#endif\n", "int z();"),
    "Ruby": ("a.rb", "class A\n  sig { void }\n", "  def b", "  end\nend\n", "  def z = 1"),
    "Elixir": ("a.ex", "defmodule A do\n  @impl true\n", "  def b do", "  end\nend\n", "  def z, do: 1"),
    "YAML": ("a.yml", "a: 1\n# b is slow\n", "b: 2", "", "z: 3"),
    "a shell": ("a.sh", "set -e\n# shellcheck disable=SC2086\n", "b $x", "", "z $y"),
}  # fmt: skip


@pytest.mark.parametrize("case", ATTACHED)
def test_new_code_between_a_head_and_what_belongs_to_it_is_named(tmp_path: Path, case: str) -> None:
    path, above, head, rest, added = ATTACHED[case]

    (message,) = messages(tmp_path, path, f"{above}{head}\n{rest}", (head, f"{added}\n\n{head}"))

    assert message.startswith(f"puts “{added.strip()}” between “")
    assert message.endswith(f"” and “{head.strip()}”")


@pytest.mark.parametrize("case", ATTACHED)
def test_new_code_may_be_below_what_a_block_quotes(tmp_path: Path, case: str) -> None:
    path, above, head, rest, added = ATTACHED[case]
    line = f"{above.splitlines()[-1]}\n" if above.splitlines()[-1] else f"{above.splitlines()[-2]}\n\n"

    assert messages(tmp_path, path, f"{above}{head}\n{rest}", (line + head, f"{line}{added}\n\n{head}")) == []


ROUTES = "@slow\n@app.route('/b')\ndef b():\n    return 1\n\n\n@app.route('/c')\ndef c():\n    return 2\n"


@pytest.mark.parametrize(
    ("path", "before", "old", "text"),
    [
        ("a.py", ROUTES, "def b():\n    return 1\n\n", "def b():"),
        ("a.py", ROUTES, "@app.route('/b')\ndef b():\n    return 1\n\n", "def b():"),
        ("a.ts", "class A {\n  @Get('/b')\n  b() {}\n\n  c() {}\n}\n", "  b() {}\n", "b() {}"),
        ("a.rs", "#[test]\nfn b() {}\n\nfn c() {}\n", "fn b() {}\n", "fn b() {}"),
        ("a.js", "// eslint-disable-next-line\nb = eval(x);\nc = 1;\n", "b = eval(x);", "b = eval(x);"),
        ("a.java", "class A {\n    /** At most. */\n    int b;\n    int c;\n}\n", "    int b;", "int b;"),
    ],
)  # fmt: skip
def test_what_belongs_to_a_unit_that_goes_and_stays_for_the_next_one_is_named(
    tmp_path: Path, path: str, before: str, old: str, text: str
) -> None:
    (message,) = messages(tmp_path, path, before, (old, ""))

    assert message.startswith(f"takes out “{text}”, but “")


def test_new_code_above_a_head_that_changes_too_is_named(tmp_path: Path) -> None:
    old, new = (
        "def b():\n    return 1",
        "def parse(x):\n    return int(x)\n\n\ndef b(x):\n    return parse(x)",
    )

    (message,) = messages(tmp_path, "a.py", ROUTES, (old, new))

    assert message == "puts “def parse(x):” between “@app.route('/b')” and “def b():”"


def test_a_comment_of_which_a_block_writes_another_version_for_the_same_unit_is_named(tmp_path: Path) -> None:
    before = "class A {\n    /**\n     * Does b.\n     */\n    void b() {\n    }\n}\n"
    new = "    void z() {\n    }\n\n    /**\n     * Calls z.\n     */\n    void b() {"

    (message,) = messages(tmp_path, "A.java", before, ("    void b() {", new))

    assert message == "puts “void z() {” between “/**” and “void b() {”"


def test_a_comment_that_a_block_writes_again_below_another_commented_unit_is_named(tmp_path: Path) -> None:
    before = "class A {\n    /** Does b. */\n    void b() {\n    }\n}\n"
    new = "    /** Does z. */\n    void z() {\n    }\n\n    /** Does b. */\n    void b() {"

    (message,) = messages(tmp_path, "A.java", before, ("    void b() {", new))

    assert message == "puts “void z() {” between “/** Does b. */” and “void b() {”"


@pytest.mark.parametrize(
    ("number", "messages"), [(0, []), (1, ["@slow"]), (2, ["@app.route('/b')"]), (3, [])]
)
def test_an_insertion_by_number_between_a_head_and_its_decorators_is_named(
    tmp_path: Path, number: int, messages: list[str]
) -> None:
    arguments = {"command": "insert", "path": "a.py", "insert_line": number, "insert_text": "def z(): ...\n"}
    call = json.dumps({"name": "str_replace_based_edit_tool", "input": arguments})
    review = review_of(make_tree(tmp_path, {"a.py": ROUTES}), f"```json\n{call}\n```\n")
    review.check()

    (proposal,) = review.proposals
    found = [each.message for each in proposal.warnings if each.kind is WarningKind.STRANDED]
    assert found == [f"puts “def z(): ...” between “{above}” and “def b():”" for above in messages]


CLASS = """class A:
    @property
    def a(self):
        return 1

    @property
    def b(self):
        return 2
"""
DEBUG = "#ifdef DEBUG\nvoid b(void) {\n}\nvoid c(void) {\n}\n#endif\n"


@pytest.mark.parametrize(
    ("path", "before", "old", "new"),
    [
        ("a.py", CLASS, "    def b(self):", "    def z(self): ...\n\n    @property\n    def b(self):"),
        ("a.py", CLASS, "    def a(self):\n        return 1\n\n    @property\n", ""),
        ("a.py", CLASS, "    def b(self):", "    @cached\n    def b(self):"),
        ("a.py", CLASS, "    def b(self):", "    # Slow.\n    def b(self):"),
        ("a.py", CLASS, "    def b(self):\n        return 2", "    def c(self):\n        return 3"),
        ("a.py", CLASS, "        return 1\n\n    @property\n", "        return 3\n\n    @property\n"),
        ("a.py", "x = 1\n# Helpers\ndef b(): ...\n", "def b(): ...", "z = 1\ndef b(): ..."),
        ("a.py", "x = 1\n# ---- Helpers of this ----\ndef b(): ...\n", "def b(): ...", "z = 1\ndef b(): ..."),
        ("a.py", "# The helpers of this module.\ndef b(): ...\n", "def b(): ...", "z = 1\ndef b(): ..."),
        ("a.py", "import os\n\n# A new section.\n\ndef b(): ...\n", "def b(): ...", "z = 1\ndef b(): ..."),
        ("a.py", 'a = """\n@b\nc\n"""\n', "c", "d\nc"),
        ("a.rb", "def a\n  @b = 1\n  c\nend\n", "  c", "  d\n  c"),
        ("a.css", "a {}\n\n/* Buttons */\n.button {\n}\n", ".button {", ".link {}\n\n.button {"),
        ("a.yml", "a: 1\n# Options\nb: 2\n", "b: 2", "z: 3\nb: 2"),
        ("a.c", DEBUG, "void b(void) {", "int z();\nvoid b(void) {"),
        ("a.h", "#ifndef A_H\n#define A_H\nint a();\n#endif\n", "int a();", "int z();\nint a();"),
        ("a.kt", "class A {\n  @In val a: A\n  val b = 1\n}\n", "  val b = 1", "  val z = 1\n  val b = 1"),
        ("a.ts", "class A {\n  @Input() a = f();\n  b = 1;\n}\n", "  b = 1;", "  z = 1;\n  b = 1;"),
        ("a.ts", "const a = [\n  [1, 2],\n  b,\n];\n", "  b,", "  z,\n  b,"),
        ("a.md", "# b\nb\n", "b\n", "z\nb\n"),
        ("a.cpp", "template <typename T>\nT b(T x) {\n}\n", "T b(T x) {", "requires A<T>\nT b(T x) {"),
        ("a.cs", "class A {\n  [B]\n  int b() {\n  }\n}\n", "  int b() {", "#pragma warning\n  int b() {"),
    ],
    ids=[
        *("written again", "the next one's go", "a new decorator", "a new comment", "another unit"),
        *("elsewhere", "a title", "a ruled title", "the top", "apart", "a string", "a variable"),
        *("a title of rules", "a title of keys", "other units", "a guard", "a declaration", "a call"),
        *("values", "prose", "a part of the declaration", "a line for a preprocessor"),
    ],
)  # fmt: skip
def test_what_is_above_other_code_as_well_may_be_above_new_code(
    tmp_path: Path, path: str, before: str, old: str, new: str
) -> None:
    assert messages(tmp_path, path, before, (old, new)) == []


IF = "void f() {\n    if (x)\n        b();\n    c();\n}\n"
ELSE = "void f() {\n    if (x)\n        a();\n    else\n        b();\n    c();\n}\n"
LONG = "void f() {\n    while (x &&\n           g(y))\n        b(1,\n          2);\n    c();\n}\n"


@pytest.mark.parametrize("path", ["a.c", "a.cpp", "a.js", "a.php", "a.dart"])
@pytest.mark.parametrize(
    ("before", "old", "new", "line"),
    [
        (IF, "        b();", "        z();\n        b();", "b();"),
        (IF, "        b();", "        b();\n        z();", "z();"),
        (IF, "    if (x)\n        b();", "    if (x)\n        z();\n        b();", "b();"),
        (IF, "    if (x)\n        b();", "    if (y)\n        z();\n        b();", "b();"),
        (IF, "        b();", "        for (;;) {\n            z();\n        }\n        b();", "b();"),
        (ELSE, "        b();", "        z();\n        b();", "b();"),
        (ELSE, "        b();", "        if (y)\n            z();\n        b();", "b();"),
        (LONG, "        b(1,\n", "        z();\n        b(1,\n", "b(1,"),
        (LONG, "          2);", "          2);\n        z();", "z();"),
    ],
)
def test_a_second_statement_below_a_head_without_braces_is_named(
    tmp_path: Path, path: str, before: str, old: str, new: str, line: str
) -> None:
    before = f"<?php\n{before.replace('void', 'function')}" if path == "a.php" else before
    before = before.replace("void", "function") if path == "a.js" else before

    (message,) = messages(tmp_path, path, before, (old, new))

    assert message.startswith(f"puts “{line}” below the body of “")


def test_a_line_that_gets_the_body_of_a_head_without_braces_is_named(tmp_path: Path) -> None:
    assert messages(tmp_path, "a.c", IF, ("        b();", "")) == ["makes “c();” the body of “if (x)”"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        b();", "        z();"),
        ("    if (x)\n        b();", "    if (x) {\n        z();\n        b();\n    }"),
        ("    if (x)\n        b();", "    if (x)\n    {\n        z();\n        b();\n    }"),
        ("        b();\n    c();", "        b();\n    z();\n    c();"),
        ("        b();", "        b();\n    else\n        z();"),
        ("        b();", "        if (y)\n            z();\n        else\n            b();"),
        ("        b();", "        b(1,\n          2);"),
        ("        b();", "        // Always.\n        b();"),
        ("    if (x)\n        b();\n", ""),
        ("    if (x)\n        b();", "    b();"),
        ("        b();", "        try {\n            b();\n        } catch (e) {\n        }"),
        ("        b();", "        do\n            b();\n        while (x);"),
        ("        b();", "        return `\n          SELECT x\n          FROM y;\n        `;"),
    ],
)
def test_a_body_without_braces_may_have_one_statement(tmp_path: Path, old: str, new: str) -> None:
    assert messages(tmp_path, "a.js", IF.replace("void", "function"), (old, new)) == []


@pytest.mark.parametrize("new", ["    b()\n      .then(c)", "    b(\n      c\n    )", "    b()\n  c()"])
def test_a_statement_without_a_semicolon_may_go_on(tmp_path: Path, new: str) -> None:
    assert messages(tmp_path, "a.js", "function f() {\n  if (x)\n    b()\n  d()\n}\n", ("    b()", new)) == []


def test_many_parameters_of_templates_are_read_in_time(tmp_path: Path) -> None:
    before = f"{'template<>' * 2_000}x\nint b() {{\n}}\n"

    assert messages(tmp_path, "a.cpp", before, ("int b() {", "int z() {\n}\nint b() {")) is not None


FINISH = """class Client
{
    async Task Finish(string id)
    {
        var url = $"{Base}/trips/{id}";
        var response = await Post(url, null);
        response.Ensure();
    }
}
"""


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "lost"),
    [
        ("a.cs", FINISH, '        var url = $"{Base}/trips/{id}";\n', "", "url"),
        (
            "a.py",
            "def f(a):\n    total = a + 1\n    g(total)\n",
            "    total = a + 1\n",
            "    check(a)\n",
            "total",
        ),
        (
            "a.ts",
            "function f(a) {\n  const total = a + 1;\n  g({ total });\n}\n",
            "  const total = a + 1;\n",
            "",
            "total",
        ),
        ("a.go", "func f() {\n\titem, err := g()\n\th(item)\n}\n", "\titem, err := g()\n", "\tg()\n", "item"),
        (
            "a.rs",
            "fn f() {\n    let mut item = g();\n    h(&item);\n}\n",
            "    let mut item = g();\n",
            "",
            "item",
        ),
        (
            "A.kt",
            "fun f() {\n    val item = g()\n    h(item)\n}\n",
            "    val item = g()\n",
            "    g()\n",
            "item",
        ),
        (
            "a.c",
            "int f() {\n    char *name = g();\n    return h(name);\n}\n",
            "    char *name = g();\n",
            "",
            "name",
        ),
        (
            "a.py",
            "def f(a):\n    total = a + 1\n    if a:\n        g(total)\n    return a\n",
            "    total = a + 1\n    if a:\n",
            "    if a > 1:\n",
            "total",
        ),
    ],
)
def test_a_local_name_that_nothing_sets_any_more_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, lost: str
) -> None:
    (message,) = messages(tmp_path, name, before, (old, new))

    assert message.startswith(f"removes the line that sets “{lost}”, which line ")


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        # Set in another way, or by the head of the function or of a loop.
        ("a.py", "def f(a):\n    total = a\n    g(total)\n", "total = a", "total: int = a + 1"),
        (
            "a.py",
            "def f(a):\n    total = a\n    g(total)\n",
            "    total = a\n",
            "    for total in a:\n        pass\n",
        ),
        ("a.py", "def f(total):\n    total = 1\n    g(total)\n", "    total = 1\n", ""),
        ("a.py", "def f(\n    total,\n):\n    total = 1\n    g(total)\n", "    total = 1\n", ""),
        ("a.py", "total = 0\n\n\ndef f():\n    total = 1\n    g(total)\n", "    total = 1\n", ""),
        ("a.py", "def f(a):\n    total = a\n    g(total)\n", "    total = a\n    g(total)\n", "    g(a)\n"),
        (
            "a.ts",
            "function f(a) {\n  const total = a;\n  g(total);\n}\n",
            "const total = a",
            "const { total } = a",
        ),
        (
            "a.ts",
            "class A {\n  total = 1;\n  f() {\n    const total = 1;\n    g(total);\n  }\n}\n",
            "    const total = 1;\n",
            "",
        ),
        # No use: a key, an attribute, a text, a comment.
        ("a.py", "def f(a):\n    total = a\n    g(a.total, {'total': 1})  # total\n", "    total = a\n", ""),
        (
            "a.ts",
            "function f(a) {\n  const total = a;\n  g({ total: 1 }, a.total);\n}\n",
            "  const total = a;\n",
            "",
        ),
        # In another function.
        (
            "a.py",
            "def f(a):\n    total = a\n    g(total)\n\n\ndef h(a):\n    total = a\n    g(total)\n",
            "def f(a):\n    total = a\n    g(total)\n",
            "def f(a):\n    g(a)\n",
        ),
    ],
)
def test_a_local_name_that_is_set_or_not_used_is_not_missed(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    assert not any("that sets" in message for message in messages(tmp_path, name, before, (old, new)))
