"""Entries of a list that blocks add, though it has them a few lines away."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.review.checks.messages import messages_of

_LISTS = {
    "python": ("a.py", "import os\nimport re\nimport sys\n", "import os", "import sys"),
    "block of imports": ("a.go", 'import (\n\t"fmt"\n\t"io"\n\t"os"\n)\n', '\t"fmt"', '\t"os"'),
    "typescript": (
        "a.ts",
        'import { a } from "./a";\nimport { b } from "./b";\nimport { c } from "./c";\n',
        'import { a } from "./a";',
        'import { c } from "./c";',
    ),
    "include": (
        "a.c",
        "#include <a.h>\n#include <b.h>\n\n#include <c.h>\n",
        "#include <a.h>",
        "#include <c.h>",
    ),
    "use": ("a.rs", "use a::A;\nuse b::B;\nuse c::C;\n", "use a::A;", "use c::C;"),
    "using": ("a.cs", "using A;\nusing B;\nusing C;\n", "using A;", "using C;"),
    "requirement": ("requirements.txt", "alpha==1\nbravo==1\nmy_c[x]==1\n", "alpha==1", "My-C>=2"),
    "field": ("a.go", "type A struct {\n\tX int\n\tY int\n\tZ int\n}\n", "\tX int", "\tZ string"),
    "column": ("a.sql", "CREATE TABLE t (\n  a int,\n  b int,\n  c int\n);\n", "  a int,", "  C text,"),
    "column of a model": ("a.prisma", "model A {\n  a Int\n  b Int\n  c Int\n}\n", "  a Int", "  c String"),
    "message": (
        "a.proto",
        "message A {\n  int32 a = 1;\n  int32 b = 2;\n  int32 c = 3;\n}\n",
        "  int32 a = 1;",
        "  string c = 4;",
    ),
    "type of a schema": (
        "a.graphql",
        "type A {\n  a: Int\n  b: Int\n  c: Int\n}\n",
        "  a: Int",
        "  c: String",
    ),
    "property": (
        "a.css",
        ".a {\n  top: 1px;\n  left: 2px;\n  color: red;\n}\n",
        "  top: 1px;",
        "  color: blue;",
    ),
    "attribute": ("a.html", '<input\n  type="a"\n  name="b"\n  id="c"\n>\n', '  type="a"', '  id="d"'),
    "prop": ("a.tsx", "const a = (\n  <A\n    b={1}\n    c={2}\n    d\n  />\n);\n", "    b={1}", "    d={3}"),
    "variable of an image": ("Dockerfile", "FROM a\nENV A=1\nENV B=2\nENV C=3\n", "ENV A=1", "ENV C=4"),
    "pattern": (".gitignore", "a/\nb/\nc/\n", "a/", "c/"),
    "string": (
        "package.json",
        '{\n  "files": [\n    "a",\n    "b",\n    "c"\n  ]\n}\n',
        '    "a",',
        '    "c",',
    ),
    "item": ("a.yml", "a:\n  - one\n  - two\n  - three\n", "  - one", "  - three"),
    "property of a file": ("a.properties", "a.b=1\na.c=2\na.d=3\n", "a.b=1", "a.d=4"),
}
"""By kind: a path, a text, a line of it, and an entry that is added below that line."""


@pytest.mark.parametrize("name", _LISTS)
@pytest.mark.parametrize("is_below", [True, False], ids=["below", "above"])
def test_an_entry_that_the_list_has_is_named(tmp_path: Path, name: str, *, is_below: bool) -> None:
    path, text, line, entry = _LISTS[name]
    new = f"{line}\n{entry}" if is_below else f"{entry}\n{line}"
    (message,) = messages_of(WarningKind.DOUBLED, tmp_path, path, text, (line, new))

    assert message.startswith(f"defines “{entry.strip()}” a second time: the file has it at line ")


@pytest.mark.parametrize("name", _LISTS)
def test_an_entry_whose_other_version_goes_is_no_second_one(tmp_path: Path, name: str) -> None:
    path, text, line, entry = _LISTS[name]
    depth = line[: len(line) - len(line.lstrip())]
    others = (each for each in text.splitlines() if each.strip() and each.startswith(depth))
    *_, old = (each for each in others if each[len(depth)] not in " \t)]}>/")

    assert [] == messages_of(WarningKind.DOUBLED, tmp_path, path, text, (line, f"{line}\n{entry}"), (old, ""))


@pytest.mark.parametrize(
    ("path", "text", "line", "new"),
    [
        (
            "a.css",
            "a {\n  top: 1px;\n  color: red;\n}\n",
            "  color: red;",
            "  color: red;\n  color: var(--b);",
        ),
        (
            "a.css",
            "a {\n  top: 1px;\n}\nb {\n  left: 1px;\n  color: red;\n}\n",
            "  top: 1px;",
            "  top: 1px;\n  color: red;",
        ),
        (
            "a.py",
            "def f():\n    import os\n\n\ndef g():\n    x = 1\n",
            "    x = 1",
            "    import os\n    x = 1",
        ),
        (
            "a.c",
            "#ifdef A\n#include <a.h>\n#else\n#include <b.h>\n#endif\n",
            "#include <b.h>",
            "#include <a.h>\n#include <b.h>",
        ),
        ("a.py", "from a import (\n    b,\n)\nx = 1\n", "x = 1", "from a import (\n    c,\n)\nx = 1"),
        ("a.json", '[\n  "a",\n  "b",\n  "a",\n  "c"\n]\n', '  "a",\n  "b",', '  "a",\n  "c",\n  "b",'),
        ("a.json", '[\n  "npm ci",\n  "cd a",\n  "npm t"\n]\n', '  "cd a",', '  "cd a",\n  "npm ci",'),
        ("a.json", '[\n  "-e",\n  "a",\n  "b"\n]\n', '  "a",', '  "a",\n  "-e",'),
        ("Dockerfile", "FROM a\nARG A\nARG B\n\nFROM b\nRUN c\n", "RUN c", "ARG B\nRUN c"),
        ("Dockerfile", "FROM a\nENV A=1\nENV P=b\nRUN c\n", "RUN c", "RUN c\nENV P=c:$P"),
        (".gitignore", "a/\nb/\n!a/\nc/\n", "c/", "c/\na/"),
        ("a.sh", "run a\nrun b\nrun c\n", "run a", "run a\nrun c"),
        (
            "a.go",
            "type A struct {\n\tX int\n\tY int\n}\n\ntype B struct {\n\tZ int\n}\n",
            "\tZ int",
            "\tZ int\n\tX int",
        ),
        ("a.py", 'import os\nx = 1\ny = """\nz\n"""\n', "z", "import os\nz"),
    ],
    ids=[
        *(
            "fallback",
            "other rule",
            "other function",
            "other branch",
            "beginning",
            "list with pairs",
            "steps",
        ),
        *("options", "other stage", "built on itself", "negated", "calls", "other type", "string"),
    ],
)
def test_an_entry_that_may_be_there_again_is_written(
    tmp_path: Path, path: str, text: str, line: str, new: str
) -> None:
    assert [] == messages_of(WarningKind.DOUBLED, tmp_path, path, text, (line, new))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.yml", "  - uses: a/b@v1", "  - uses: a/b@v2"),
        ("a.py", "    t = f(s.user)", "    t = f(s.user.value())"),
        ("a.ts", "  a = one(1);", "  a = one(2);"),
        ("a.go", "\ta := one(1)", "\ta = one(2)"),
        ("a.py", "from a.b import one", "from a.b import one, two"),
        ("a.ts", 'import { one } from "./a";', 'import { one, two } from "./a";'),
        ("a.rs", "use a::b::{One};", "use a::b::{One, Two};"),
    ],
)
def test_a_line_that_stays_beside_its_new_version_is_named(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    """The sign of a removed line was lost."""
    text = f"first\n{old}\nlast\n"
    (message,) = messages_of(
        WarningKind.DOUBLED, tmp_path, path, text, (f"first\n{old}", f"first\n{old}\n{new}")
    )

    assert message == f"keeps line 2, another version of “{new.strip()}”"


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.yml", "  - uses: a/b@v1", "  - uses: a/c@v1"),
        ("a.py", "    t = one()", "    t = two(t)"),
        ("a.py", "    t = one()", "    t = two()"),
        ("a.py", "    t = one(1)", "    t = one(t)"),
        ("a.py", "    t = one(1)", "    t += one(2)"),
        ("a.py", "    t = one()", "    self.t = two()"),
        ("a.py", "    t = one()", "        t = two()"),
        ("a.py", "from a.b import one", "from a.b import two"),
        ("a.py", "from a.b import one", "from a.b import one as two"),
        ("a.rs", "use std::io;", "use std::io::Write;"),
        ("a.rs", "use crate::db;", "use crate::db::User;"),
        ("a.php", "use App\\Models\\User;", "use App\\Models\\User\\Role;"),
        ("a.ts", 'import { A } from "./a";', 'import type { A as B } from "./a";'),
        ("a.js", 'const http = require("http");', 'const io = require("socket.io")(http);'),
        ("a.sh", "A=1", "A=2"),
        ("a.ini", "listen = 1", "listen = 2"),
        ("a.tex", "a = 1", "a = 2"),
    ],
)
def test_a_line_that_may_stay_beside_a_similar_one_is_written(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    text = f"first\n{old}\nlast\n"

    assert [] == messages_of(
        WarningKind.DOUBLED, tmp_path, path, text, (f"first\n{old}", f"first\n{old}\n{new}")
    )
