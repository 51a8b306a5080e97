"""Placeholder lines that an edit would write in the place of the code they stand for."""

from pathlib import Path

import pytest

from editreview import Review
from editreview.errors import Reason
from editreview.review import Proposal
from tests.builders import block

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
    "line",
    [
        "# ... nevermind",
        "# ...maradjon minden",
        "#... ohne den Rest",
        "# … voir l'original",
        "# ...어쩌고 저쩌고",
    ],
)
def test_words_behind_dots_with_no_code_below_them_are_withheld_in_any_language(
    tmp_path: Path, line: str
) -> None:
    kept = f"def f():\n    x = 1\n    y = 2\n    z = 3\n    {line}\n"
    assert Reason.PLACEHOLDER is withheld(tmp_path, kept, before="def f():\n    x = 1\n    y = 2\n")


@pytest.mark.parametrize(
    "lines",
    [
        "# Sums up\n    # ... or not\n",
        "# ... or not\n    z = 3\n",
        "# ...values\n",
        "# ... = f(x)\n",
        "z = 3  # ... or not\n",
    ],
)
def test_dots_that_go_on_with_a_comment_or_begin_one_on_code_are_written(tmp_path: Path, lines: str) -> None:
    kept = f"def f():\n    x = 1\n    y = 2\n    {lines}"
    assert withheld(tmp_path, kept, before="def f():\n    x = 1\n    y = 2\n") is None


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


@pytest.mark.parametrize("dots", ["...", "…", "[...]", "(…)", "⋮", ". . .", "etc.", "--- 8< ---"])
@pytest.mark.parametrize("name", ["a.properties", "a.ini", "Dockerfile", "a.sh", "requirements.txt"])
def test_dots_alone_are_no_statement_where_they_have_no_meaning(tmp_path: Path, name: str, dots: str) -> None:
    before = "".join(f"K{n}={n}\n" for n in range(8))

    assert Reason.PLACEHOLDER is withheld(tmp_path, f"K0=0\nK1=9\n{dots}\nK7=7\n", f"{before}\n\n", name)


def test_dots_among_arguments_are_code(tmp_path: Path) -> None:
    before = "f <- function(x,\n              y) {\n  g(x)\n}\n\nh <- 1\n"
    after = "f <- function(x,\n              ...) {\n  g(\n    x,\n    ...\n  )\n}\n"

    assert withheld(tmp_path, after, before, "a.R") is None


def test_one_of_two_lines_is_not_replaced_by_dots(tmp_path: Path) -> None:
    before = "K2=2\nK3=3\nK4=4\nK5=5\n\n\n"

    assert Reason.PLACEHOLDER is withheld(tmp_path, "K2=2\nK3=9\n...\nK5=5\n", before, "a.ini")


SIGNS = {
    "a.twig": "{{# {} #}}",
    "a.erb": "<%# {} %>",
    "a.jsp": "<%-- {} --%>",
    "a.cshtml": "@* {} *@",
    "a.hbs": "{{{{!-- {} --}}}}",
    "a.haml": "-# {}",
    "a.vb": "' {}",
    "a.bat": "REM {}",
    "b.bat": ":: {}",
    "a.f90": "! {}",
    "a.vim": '" {}',
    "a.m4": "dnl {}",
    "a.jl": "#= {} =#",
    "a.ps1": "<# {} #>",
    "a.ml": "(* {} *)",
    "a.hs": "{{- {} -}}",
    "a.liquid": "{{% comment %}}{}{{% endcomment %}}",
}


@pytest.mark.parametrize("name", SIGNS)
@pytest.mark.parametrize("words", ["... existing code ...", "...", "rest unchanged", "其余不变"])
def test_a_placeholder_is_known_behind_the_comment_sign_of_any_language(
    tmp_path: Path, name: str, words: str
) -> None:
    before = "".join(f"stmt{n} = {n};\n" for n in range(8))
    after = f"stmt0 = 0;\nstmt1 = 9;\n{SIGNS[name].format(words)}\nstmt7 = 7;\n"

    assert Reason.PLACEHOLDER is withheld(tmp_path, after, f"{before}\n\n", name)


GUIDE = "## Install\nRun pip.\n## Usage\nCall it.\n\n## Licence\n\nMIT\n"
LISTED = "- one\n- two\n- three\n- four\n\n"


@pytest.mark.parametrize("name", ["README.md", "a.rst", "a.adoc", "a.org", "a.txt"])
@pytest.mark.parametrize(
    "line",
    [
        "<!-- ... existing content ... -->",
        "<!-- rest unchanged -->",
        "...",
        "[...]",
        "*(rest unchanged)*",
        "(remaining sections stay the same)",
        "# ... existing content ...",
    ],
)
def test_a_placeholder_for_sections_of_prose_is_withheld(tmp_path: Path, name: str, line: str) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"## Install\nRun uv.\n{line}\n", GUIDE, name)


@pytest.mark.parametrize(
    "after",
    [
        "## Install\nRun uv.\n```\n# ... existing code ...\n```\n",
        "## Install\nRun uv.\n\n    ...\n",
        "## Install\n>>> while True:\n...\n",
        "## Unchanged\nRun uv.\n",
        "## Other options\nRun uv.\n",
    ],
    ids=["in a fence", "indented", "in a session", "in a heading", "of a heading"],
)
def test_prose_may_show_placeholders(tmp_path: Path, after: str) -> None:
    assert withheld(tmp_path, after, GUIDE, "README.md") is None


def test_dots_are_no_item_of_a_list(tmp_path: Path) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, "- one\n- 2\n...\n- four\n", LISTED, "a.md")
    assert withheld(tmp_path, "- one\n- 2\n- ...\n- four\n", LISTED, "a.md") is None


@pytest.mark.parametrize("dots", ["…", "[...]", "(…)", "⋮"])
def test_dots_below_the_last_line_of_a_file_of_code_are_withheld(tmp_path: Path, dots: str) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"a = 2\n{dots}\n", "a = 1\n\n", "a.ini")


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        (
            "requirements.txt",
            "flask==2.0\nrequests==2.1\n",
            "requests==2.1\n",
            "requests==2.2\n\n# Other dependencies\nrich==1.0\n",
        ),
        (
            "compose.yml",
            "services:\n  web:\n    image: a\n",
            "    image: a\n",
            "    image: b\n\n  # Other services\n  db:\n    image: pg\n",
        ),
    ],
)
def test_a_comment_that_heads_new_lines_is_no_placeholder(
    tmp_path: Path, path: str, text: str, old: str, new: str
) -> None:
    (tmp_path / path).write_text(text)
    review = Review.open(tmp_path)
    review.read(block(old, new, path))

    assert (None, ()) == (review.proposals[0].withheld, review.proposals[0].warnings)


BODIES = {
    "a.py": (
        "def load(path):\n",
        "    data = read(path)\n    check(data)\n    return data\n",
        "",
        "pass",
        "#",
    ),
    "a.js": (
        "function load(path) {\n",
        "  if (!path) {\n    throw path;\n  }\n  return read(path);\n",
        "}\n",
        "return null;",
        "//",
    ),
    "a.go": (
        "func Load(path string) (string, error) {\n",
        "\ttext, err := read(path)\n\tcheck(text)\n\treturn text, err\n",
        "}\n",
        'return "", nil',
        "//",
    ),
    "a.rs": (
        "fn load(path: &str) -> Result<(), E> {\n",
        "    let text = read(path)?;\n    check(&text)?;\n    run(text)\n",
        "}\n",
        "Ok(())",
        "//",
    ),
    "a.sh": ("load() {\n", '  text=$(cat "$1")\n  check "$text"\n  run "$text"\n', "}\n", ":", "#"),
}
"""By file: the head of a function, its body, its end, a stub and the sign of a comment."""


def whole(tmp_path: Path, name: str, body: str, words: str = "", rest: str = "note(2)\n") -> Proposal:
    """A whole file with another body of its function, and another rest."""
    head, old, end, _, _ = BODIES[name]
    notes = "".join(f"note({n})\n" for n in range(3, 15))
    (tmp_path / name).write_text(f"{head}{old}{end}\n\n{notes}note(1)\n")
    review = Review.open(tmp_path)
    text = f"{head}{body}{end}\n\n{notes}{rest}"
    review.read(f"Here is the whole `{name}`. {words}\n\n`{name}`:\n\n```\n{text}```\n")
    return review.proposals[0]


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    "words",
    [
        *(
            "unchanged",
            "as before",
            "your existing code",
            "keep your implementation",
            "no change",
            "see above",
        ),
        *("wie bisher", "dein bestehender Code", "tu código actual", "comme avant", "come prima"),
        *("sem alterações", "как раньше", "保持不变", "原有代码", "変更なし", "기존 코드"),
    ],
)
def test_a_stub_beside_a_comment_that_says_that_code_stays_is_withheld(
    tmp_path: Path, name: str, words: str
) -> None:
    _, old, _, stub, sign = BODIES[name]
    margin = old[: len(old) - len(old.lstrip())]

    assert Reason.PLACEHOLDER is whole(tmp_path, name, f"{margin}{stub}  {sign} {words}\n").withheld
    above = whole(tmp_path, name, f"{margin}{sign} {words}\n{margin}{stub}\n")
    assert not above.is_ready or above.withheld


@pytest.mark.parametrize("name", BODIES)
def test_a_function_that_is_only_a_stub_in_a_whole_file_is_withheld_unless_words_name_it(
    tmp_path: Path, name: str
) -> None:
    _, old, _, stub, _ = BODIES[name]
    body = f"{old[: len(old) - len(old.lstrip())]}{stub}\n"

    assert Reason.PLACEHOLDER is whole(tmp_path, name, body).withheld
    assert None is whole(tmp_path, name, body, "`load` and `Load` do nothing now.").withheld
    assert None is whole(tmp_path, name, body, rest="note(1)\n").withheld


@pytest.mark.parametrize(
    "body",
    [
        "    return None  # nothing to load\n",
        "    if not path:\n        return None  # no changes\n    return read(path, check)\n",
        "    return read(path)  # unchanged\n",
    ],
)
def test_a_short_body_that_is_no_stub_is_written(tmp_path: Path, body: str) -> None:
    assert None is whole(tmp_path, "a.py", body, "`load` is simpler.").withheld


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a.go", "http.Error(..., http.StatusBadRequest)"),
        ("a.go", "save(ctx, ...)"),
        ("a.ts", "const a = await load(...);"),
        ("a.ts", "call(first, ..., last);"),
        ("a.java", "repository.save(..., true);"),
        ("a.kt", "dao.insert(…)"),
        ("a.cs", "Log.Write(..., level);"),
        ("a.rs", "println!(...);"),
        ("a.cpp", "write(..., size);"),
        ("a.rb", "call(..., 1)"),
    ],
)
def test_dots_for_arguments_are_not_written_where_the_language_has_none(
    tmp_path: Path, name: str, line: str
) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, f"{line}\n", "old()\n\n\nother()\n", name)


@pytest.mark.parametrize(("name", "old"), [("a.py", "send(url, body, 5)"), ("a.lua", "send(url, body, 5)")])
def test_dots_in_place_of_arguments_of_the_old_line_are_not_written(
    tmp_path: Path, name: str, old: str
) -> None:
    assert Reason.PLACEHOLDER is withheld(tmp_path, "send(url, ..., 5)\n", f"{old}\n\n\nother()\n", name)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a.py", "name: str = Field(..., gt=0)"),
        ("a.py", "x: tuple[int, ...] = cast(...)"),
        ("a.go", "save(args...)"),
        ("a.go", "func save(args ...int) {}"),
        ("a.go", 'log.Print("save(...)", x) // save(...)'),
        ("a.ts", "call(...args, last);"),
        ("a.ts", "text.match(/f(...)/);"),
        ("a.ts", "call('f(...)', `g(...)`);"),
        ("a.c", "int printf(const char *format, ...);"),
        ("a.cpp", "(call(args), ...);"),
        ("a.rs", "pub fn printf(format: *const u8, ...);"),
        ("a.rs", "take(..5);"),
        ("a.php", "$f = strlen(...);"),
        ("a.rb", "def f(...) = g(...)"),
        ("a.lua", "f(...)"),
        ("a.R", "f(x, ...)"),
        ("a.nix", "{ pkgs, ... }: {}"),
        ("a.swift", "take(1...5)"),
    ],
)
def test_dots_that_are_code_are_written(tmp_path: Path, name: str, line: str) -> None:
    assert withheld(tmp_path, f"{line}\n", "old()\n\n\nother()\n", name) is not Reason.PLACEHOLDER
