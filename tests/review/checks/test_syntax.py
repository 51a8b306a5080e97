"""Code that a parser can no longer read after an edit is written only if the user says so."""

import warnings
from pathlib import Path

import pytest
from msgspec import structs

from editreview.errors import Reason
from editreview.review import Decision, Review, Status, WarningKind, make_report, status_of
from editreview.review.checks.syntax import ParsedText, dialect_of, errors_of_markup, new_error, unclosed
from editreview.review.decisions import Verdict
from tests.builders import block, files_of, make_tree, review_of
from tests.programs import run

FUNCTION = "def f():\n    return 1\n\n\nx = 1\n"
C = "int f(int a) {\n  if (a) {\n    return 1;\n  }\n  return 0;\n}\n"
C_MACRO = "FOREACH(a, list) {\n  use(a)\n}\n"
MAKE = "A = 1\n\nall: a.o\n\tcc a.o \\\n  -o a\n\n# what is built\nclean:\n\trm a\n"
TSX = "export const F = ({a}: string) => {\n  return (\n    <div>\n      <b>{a}</b>\n    </div>\n  )\n}\n"
TOML = "[a]\nb = 1\n\n[c]\nd = 'x'\n"
YAML = "a:\n  b: 1\n  c:\n    - x\n    - y\nd:\n  e: [1, 2]\n  f: 3\n" + "g: 1\n" * 20
SURROUNDINGS = {
    "js": ("function f(a) {\n  g(() => {\n", "    b(1);\n", "  });\n}\n\nfunction h() {\n  i();\n}\n"),
    "java": ("class A {\n  void f() {\n", "    b(1);\n", "  }\n\n  int h() {\n    return 1;\n  }\n}\n"),
    "kt": ("class A {\n  fun f() {\n", "    b(1)\n", '  }\n\n  fun h(): Int {\n    return i("j")\n  }\n}\n'),
    "php": ("<?php\nfunction f($a) {\n  if ($a) {\n", "    b(1);\n", "  }\n  $g['h'] = 'i';\n}\n"),
    "rb": ("class A\n  def f(a)\n", "    b(1)\n", "  end\n\n  def h\n    i\n  end\nend\n"),
    "sh": ("f() {\n  while true; do\n", "    b 1\n", "  done\n}\n\nif g; then\n  h\nfi\n"),
    "go": ("package a\n\nfunc f() {\n", "    b(1)\n", "}\n\nfunc h() {\n    i()\n}\n"),
    "rs": ("fn f() {\n  loop {\n", "    b(1);\n", "  }\n}\n\nfn h() {\n    i();\n}\n"),
    "py": ("class A:\n  def f(a):\n", "    b(1)\n", "    pass\n\n  def h():\n    i()\n"),
    "json": ('{\n  "a": {\n', '    "b": 1,\n', '    "c": 1\n  },\n  "f": {}\n}\n'),
    "toml": ("[a]\nc = 1\n", "", "\n[b]\ne = [\n  2\n]\n"),
}
"""For each file extension, what stands before an edit, a line of it, and what stands behind."""
LONG_LINE = "the file has a line of more than 2,000 characters"
SLOW = ";fn =\n" * 6_000
"""C# that its parser needs hours for."""
JS = "const a = 1;\nb();\n"
TS = "export function f(a: number): number {\n  return a\n}\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser is given up on sooner: it needs hours for what takes too long."""
    monkeypatch.setattr("editreview.grammars.reader.PROCESS._limit", 0.3)


def broken(review: Review) -> list[int]:
    """The blocks that are said to bring a syntax error."""
    return [p.number for p in review.proposals if any(w.kind is WarningKind.SYNTAX_ERROR for w in p.warnings)]


def checked(root: Path, response: str) -> list[int]:
    """The same for a response, once its files have been checked."""
    review = review_of(root, response)
    review.check()
    return broken(review)


WITH_BRACES = {
    "a.scss": "// it's {\na {\n  b: url(http://x/y);\n  #{$k}: c;\n}\n\nd {\n  e: f;\n}\n",
    "a.less": "a {\n  b: c;\n}\n\nd {\n  e: '}';\n}\n",
    "a.tcss": "A {\n  b: c;\n}\n\nD {\n  e: f;\n}\n",
    "a.proto": "message A {\n  b = 1; // {\n}\n\nmessage D {\n  e = 1;\n}\n",
    "a.tf": 'resource "a" "d" {\n  b = "${c("x")}"\n}\n\nvariable "d" {\n  e = 1 # {\n}\n',
    "a.graphql": 'type A {\n  b: C\n}\n\n"""It is {."""\ntype D {\n  e: F\n}\n',
    "nginx.conf": "http {\n  b c;\n}\n\nevents {\n  e f; # {\n}\n",
}


class TestErrors:
    @pytest.mark.parametrize(
        ("path", "before", "old", "new"),
        [
            ("a.py", FUNCTION, "    return 1\n", "    return (1\n"),
            ("a.py", FUNCTION, "    return 1\n", "    return 1\n      return 2\n"),
            ("a.py", FUNCTION, "x = 1\n", "for y in x:\n"),
            ("a.py", FUNCTION, "x = 1\n", "return 1\n"),
            ("a.py", FUNCTION, "x = 1\n", "Here is the code:\n"),
            ("a.py", None, "", "def f():\nreturn 1\n"),
            ("old.py", "print 'x'\ny = (1)\n", "y = (1)\n", "y = (1\n"),
            ("a.ts", TS, "  return a\n", "  if (a) {\n    return a\n"),
            ("a.ts", TS, "}\n", ""),
            ("a.c", C, "    return 1;\n  }\n", "    return 1;\n"),
            ("a.c", None, "", C[:-2]),
            ("a.go", "package a\n\nvar b = 1\n", "var b = 1\n", "var b = = 1\n"),
            ("a.json", '{\n  "a": 1\n}\n', '  "a": 1\n', '  "a": 1,\n'),
            ("a.tsx", TSX, "      <b>{a}</b>\n", "      <b>{a}\n"),
            ("a.tsx", TSX, "    </div>\n", ""),
            ("a.jsx", TSX.replace(": string", ""), "    </div>\n", "    </div>\n    </div>\n"),
            ("new.json", None, "", '{\n  "a": 1,\n}\n'),
            ("a.toml", TOML, "b = 1\n", "b = \n"),
            ("a.toml", TOML, "b = 1\n", "b = 1\nb = 2\n"),
            ("a.toml", None, "", "[a\nb = 1\n"),
        ],
        ids=[
            "bracket", "depth", "no body", "return", "prose", "new file", "Python 2",
            "brace opened", "brace lost", "brace closed no more", "new file of C", "Go", "JSON",
            "tag not closed", "tag lost", "tag twice", "new JSON", "TOML", "TOML's key twice", "new TOML",
        ],
    )  # fmt: skip
    def test_code_that_no_longer_parses_is_left_to_the_user(
        self, tmp_path: Path, path: str, before: str | None, old: str, new: str
    ) -> None:
        make_tree(tmp_path, {} if before is None else {path: before})
        review = review_of(tmp_path, block(old, new, path))

        assert [] == review.accept("fuzzy")
        assert [Reason.SYNTAX_ERROR] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("path", "before", "old", "new", "line"),
        [
            ("a.yml", YAML, "  e: [1, 2]\n", "  e: [1, 2\n", 7),
            ("a.yml", YAML, "    - y\n", "    - {y: 1\n", 5),
            ("a.yaml", YAML, "  f: 3\n", "  f: 3}\n  h: ]\n", 9),
            ("a.toml", TOML, "d = 'x'\n", "d = 'x\n", 5),
            ("a.toml", TOML.replace("\n", "\r\n"), "[c]\n", "[c\n", 4),
            ("a.tsx", TSX, "      <b>{a}</b>\n", "      <b>{a}</i>\n", 4),
            ("Makefile", MAKE, "clean:\n", "clean:\n    rm b\n", 9),
            ("rules.mk", MAKE, "clean:\n", "new: $(A)\n  cp a b\n\nclean:\n", 9),
        ],
        ids=["YAML's bracket", "YAML's brace", "YAML closed", "TOML's string", "TOML", "tag", "make", "mk"],
    )
    def test_the_line_of_the_error_is_named(
        self, tmp_path: Path, path: str, before: str, old: str, new: str, line: int
    ) -> None:
        make_tree(tmp_path, {path: before})
        review = review_of(tmp_path, block(old, new, path))
        review.check()

        [warning] = [w for w in review.proposals[0].warnings if w.kind is WarningKind.SYNTAX_ERROR]
        assert line == warning.line
        assert f"line {line}" in warning.message

    @pytest.mark.parametrize(
        ("path", "fault", "legal"),
        [
            ("a.js", "    if (a) {\n      c();\n", "    if (a) {\n      c();\n    }\n"),
            ("a.js", "    if (a {\n      c();\n    }\n", "    if (a) {\n      c();\n    }\n"),
            ("a.js", "    const d = 'e;\n", "    const d = 'e';\n"),
            ("a.js", "    f(, 2);\n", "    f(/* a */ [, 1], 2,);\n"),
            ("a.js", "    new F(1, /* b */, 2);\n", "    new F(1, /* b */ 2);\n"),
            ("a.java", "    f(1 2);\n", "    f(1, 2);\n"),
            ("a.kt", '    val d = "e\n', '    val d = "e"\n'),
            ("a.php", "    $d['e] = 1;\n", "    $d['e'] = 1;\n"),
            ("a.rb", "    if a\n      c\n", "    if a\n      c\n    end\n"),
            ("a.rb", "    iff a\n      c\n    end\n", "    if a\n      c\n    end\n"),
            ("a.sh", "    if a; hten\n      c\n    fi\n", "    if a; then\n      c\n    fi\n"),
            ("a.sh", "    if a; then\n      c\n", "    if a; then\n      c\n    fi\n"),
            ("a.go", "    iff a {\n      c()\n    }\n", "    if a {\n      c()\n    }\n"),
            ("a.rs", "    let d = e stray word;\n", "    let d = e;\n"),
            ("a.py", "    if a:\n      d = [c\n", "    if a:\n      d = [c]\n"),
            ("a.json", '    "d": [\n      "e"\n', '    "d": [\n      "e"\n    ],\n'),
            ("a.toml", "    d = [\n      1,\n", "    d = [\n      1,\n    ]\n"),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("is_replaced", [False, True], ids=["inserted", "replaced"])
    def test_a_fault_among_legal_lines_is_named_at_its_line(
        self, path: str, fault: str, legal: str, is_replaced: bool
    ) -> None:
        head, line, tail = SURROUNDINGS[path.partition(".")[2]]
        lines = line * 4
        changed = lines.replace("1", "2") + fault + lines.replace("1", "3")
        before = head + (lines * 2 + legal if is_replaced else "") + tail
        dialect = dialect_of(path)
        assert dialect is not None
        first = (head + lines).count("\n") + 1

        assert new_error(None, ParsedText(before, dialect)) is None
        error = new_error(ParsedText(before, dialect), ParsedText(head + changed + tail, dialect))

        assert error is not None
        assert first <= error.line <= first + fault.count("\n")

    @pytest.mark.parametrize(
        ("path", "before", "old", "new"),
        [
            ("a.tsx", TSX, "      <b>{a}</b>\n", "      <b>{a}</b>\n      <i key={1} />\n      <></>\n"),
            ("a.tsx", TSX, "export", "export const g = <T,>(x: T) => x satisfies T\nexport"),
            ("a.toml", TOML, "b = 1\n", "b = 2\n"),
            ("a.toml", "a = {{ name }}\n", "a = {{ name }}\n", "a = {{ name }}\nb = 1\n"),
            ("a.toml", None, "", TOML),
            ("a.yml", YAML, "  f: 3\n", "  f: |\n    text: [\n"),
            ("Makefile", MAKE, "clean:\n", "new:\n\tcp a b\n\nclean:\n"),
            ("Makefile", MAKE, "clean:\n", "ifdef B\n  C = 1\nendif\nclean:\n  # why\n  clean: D = 2\n"),
            ("Makefile", MAKE, "clean:\n", "define E\nx:\n  y\nendef\nF = a \\\n  b:\nclean:\n"),
            ("Makefile", f".RECIPEPREFIX = >\n{MAKE}", "clean:\n", "clean:\n  x\n"),
        ],
    )
    def test_code_that_parses_has_no_warning(
        self, tmp_path: Path, path: str, before: str | None, old: str, new: str
    ) -> None:
        make_tree(tmp_path, {} if before is None else {path: before})
        review = review_of(tmp_path, block(old, new, path))
        review.check()

        assert [] == broken(review)

    @pytest.mark.parametrize(
        ("path", "before", "old", "new"),
        [
            ("a.py", "def f(:\n    return 1\n", "    return 1\n", "    return (1\n"),
            ("a.py", FUNCTION, "x = 1\n", "print('\\d')\n"),
            ("a.py", FUNCTION, "x = 1\n", "type X = int\n\n\ndef g[T](x: T) -> T: ...\n"),
            ("a.py", FUNCTION, "x = 1\n", "x = f'{x['a']}'\n"),
            ("old.py", "print 'x'\n", "print 'x'\n", "print 'y'\n"),
            ("old.py", None, "", "try:\n    print `1`\nexcept A, b:\n    exec 'x'\n"),
            ("a.py", None, "", "class {{ name }}:\n    pass\n"),
            ("a.py", None, "", "{% if a %}\nimport a\n{% endif %}\n"),
            ("a.py", FUNCTION, "x = 1\n", "x = " + "-" * 20_000 + "1\n"),
            ("a.py", FUNCTION, "x = 1\n", "x = " + "[" * 300 + "]" * 300 + "\n"),
            ("a.c", C, "  return 0;\n", "  FOREACH(a, list) {\n    USE(a)\n  }\n  return 0;\n"),
            ("a.c", C_MACRO, "  use(a)\n", "  use(b)\n"),
            ("a.ts", TS, "  return a\n", "  using b = open(a)\n  return a\n"),
            ("a.ts", "export function* g(): X;\n", "export function* g(): X;\n",
             "export function* g(): X;\nexport function* g(a: Y): X;\n"),
            ("tsconfig.json", '{\n  // of the build\n  "a": 1\n}\n', '  "a": 1\n', '  "a": 1,\n'),
            ("tsconfig.build.json", None, "", '{\n  "a": 1,\n}\n'),
            ("new.json", None, "", '{\n  "a": 1, // of it\n}\n'),
            ("a.json", '{\n  "a": 1,\n}\n', '  "a": 1,\n', '  "a": 1,\n  "b": 1,\n'),
            ("a.txt", "one (\n", "one (\n", "two ((\n"),
            ("chart.yaml", "a: 1\n", "a: 1\n", "a: {{ .Values.a }}\n{{- if .b }}\nb: 1\n{{- end }}\n"),
        ],
        ids=[
            "broken before", "escape", "newer syntax", "newer string", "Python 2", "new file of Python 2",
            "template", "Jinja", "too deep", "too many brackets", "macro", "macro before", "newer TypeScript",
            "overloaded", "JSON with comments", "tsconfig", "new JSON with comments", "JSON with commas",
            "no code", "Helm",
        ],
    )  # fmt: skip
    def test_syntax_unknown_to_the_parser_is_not_an_error(
        self, tmp_path: Path, path: str, before: str | None, old: str, new: str
    ) -> None:
        make_tree(tmp_path, {} if before is None else {path: before})
        review = review_of(tmp_path, block(old, new, path))

        assert [1] == review.accept()
        assert [] == broken(review)

    @pytest.mark.parametrize(
        ("path", "before", "old", "new"),
        [
            ("a.ts", TS, "  return a\n", "  return f(a b)\n"),
            ("a.ts", TS, "  return a\n", "  return a stray word\n"),
            ("a.js", JS, "b();\n", "cosnt c = b();\n"),
            ("a.jsx", JS, "b();\n", "const c = <b title='&'>A & B;\n"),
            ("a.rs", "fn f() {\n    g(1, 2);\n}\n", "    g(1, 2);\n", "    g(1 2);\n"),
            ("a.go", "package a\n\nfunc f() {\n\tg(1, 2)\n}\n", "\tg(1, 2)\n", "\tg(1 2)\n"),
            ("A.java", "class A {\n  int b;\n}\n", "  int b;\n", "  int stray word b;\n"),
            ("A.cs", "class A {\n  int B;\n}\n", "  int B;\n", "  int stray word B;\n"),
            ("a.rb", "def a\n  b\nend\n", "  b\n", "  if b\n    c\n"),
            ("a.php", "<?php\nf(1, 2);\n", "f(1, 2);\n", "f(1 2);\n"),
            ("A.swift", "func f() {\n  g(1, 2)\n}\n", "  g(1, 2)\n", "  g(1 2)\n"),
            ("A.kt", "fun f() {\n  g(1, 2)\n}\n", "  g(1, 2)\n", "  g(1 2)\n"),
            ("a.sh", "if a; then\n  b\nfi\n", "if a; then\n", "if a; thn\n"),
            ("a.yml", YAML, "    - x\n", "    - x: y: z\n"),
            ("a.json", "[1, 2]\n", "[1, 2]\n", "[1 2]\n"),
            ("new.rs", None, "", "fn f() {\n    g(1 2);\n}\n"),
            ("a.css", "a {\n  b: c;\n}\n", "  b: c;\n", "  b: c\n  d: e;\n"),
            ("a.html", "<div>\n<b>a</b>\n</div>\n", "<b>a</b>\n", "<b>a<b>\n"),
        ],
    )  # fmt: skip
    def test_a_lost_comma_a_stray_word_or_a_misspelt_keyword_is_an_error(
        self, tmp_path: Path, path: str, before: str | None, old: str, new: str
    ) -> None:
        make_tree(tmp_path, {} if before is None else {path: before})
        review = review_of(tmp_path, block(old, new, path))
        review.check()

        assert [1] == broken(review)

    @pytest.mark.parametrize(
        ("path", "code"),
        [
            ("a.ts", 'export type * from "a"\ntype B = import("b").C<D>\nc<typeof import("g")>()\n'),
            ("a.ts", "interface A<in T, out U> {}\nclass B { accessor c = 1 }\n"),
            ("a.ts", "let a: {\n  <B>(b: B): C<B>\n  // c\n  <D>(d: D): (e: D) => C\n  in: E\n}\n"),
            ("a.ts", "const a = sql<{ b: number }[]>`select ${c}`\n"),
            ("a.js", 'import a from "a.json" assert { type: "json" }\nusing b = c()\n'),
            ("a.js", "export { a as delete, b as null }\n"),
            ("a.jsx", "const a = <p>This & that</p>\n"),
            ("a.tsx", "const a = <p>This & that</p>\nconst b = (c: D & E) => c && (1 & 2)\n"),
            ("a.sh", "[[ $a == @(b|c) && $d = *e* ]]\n[[ $a == *\" $b \"* ]]\n{ if a; then b; fi }\n"),
            ("a.sh", "cat <<'E' > a || b\nc\nE\ncat <<E\nE\na=1 >b\n"),
            ("a.html", "<p><script src='a'></script></p>\n"),
            ("A.kt", "fun A(b: @Composable () -> Unit) {}\n/**/\n@B(c = []) class D\n"),
            ("A.swift", "func f(a: sending B) {}\nnonisolated(unsafe) var c = d as? E ?? 0\n#if F\n#endif\n"),
            ("a.php", "<p>a</p>\n<?php if ($a): ?>\n<b><?= $c ?></b>\n<?php endif ?>\n"),
            ("a.php", "<?php\n$a = '?>b' . \"c?>\"; // d's\nif (!e('/x?>/')) { f(); }\n"),
            ("a.rb", "def when(a) = a.end\nalias then when\ndef b(c) = c.then { d }\n"),
            ("a.sh", "if [[ a ]] then b; fi\nif (c) then d; fi\n"),
            ("A.java", "class A {\n  A() {\n    int b = 1;\n    super(b);\n  }\n}\n"),
            ("A.cs", 'class A<T> where T : allows ref struct { string b = $""; }\n'),
            ("a.rs", 'unsafe extern "C" { safe fn a(); }\nconst B: &str = r"";\n'),
            ("a.go", "package a\n\nvar b = ``\n"),
            ("a.cpp", 'auto a = R"()";\n'),
            ("a.css", "a { &:hover { b: c } }\n@custom-variant d (&:where(.d *));\n"),
            ("a.html", "<p>A & B => C</p>\n<ul><li>d</ul>\n"),
            ("a.h", "namespace a {\nclass B {\n};\n}\n"),
        ],
    )  # fmt: skip
    def test_legal_code_that_the_parser_does_not_know_is_no_error(
        self, tmp_path: Path, path: str, code: str
    ) -> None:
        review = review_of(tmp_path, block("", code, path))

        assert [1] == review.accept()
        assert [] == broken(review)

    @pytest.mark.parametrize(
        "new",
        [
            "x =",
            "x = os.",
            "x = b := c",
            "x = f(a=1, 2)",
            "x = 0777",
            'print "x"',
            "f() = 1",
            "x = 1 if a",
            "del f()",
        ],
    )
    def test_what_python_rejects_is_an_error_although_the_other_parser_reads_it(
        self, tmp_path: Path, new: str
    ) -> None:
        make_tree(tmp_path, {"a.py": "import os\n\nx = 1\n\ny = 2\n"})

        assert [1] == checked(tmp_path, block("x = 1\n", f"{new}\n", "a.py"))

    @pytest.mark.parametrize(
        "new",
        [
            "type X = int",
            "def f[T](a: T) -> T: ...",
            "class A[T]: ...",
            "try:\n    f()\nexcept A, B:\n    pass",
            "x = f'{a['b']}'",
            "x = t'{a}'",
            "lazy import a",
            "x = await f()",
            "x = [*a for a in b]",
        ],
    )
    def test_what_only_newer_versions_of_python_read_is_no_error(self, tmp_path: Path, new: str) -> None:
        make_tree(tmp_path, {"a.py": "import os\n\nx = 1\n\ny = 2\n"})
        (proposal,) = review_of(tmp_path, block("x = 1\n", f"{new}\n", "a.py")).proposals
        plan = ParsedText("x = 1\n", dialect_of("a.py") or pytest.fail("Python has a dialect"))
        after = ParsedText(f"{new}\n", plan.dialect)

        # The other parser may be older too.
        assert proposal.change
        assert not after.reading.errors <= 0 or new_error(plan, after) is None

    SCRIPT = (
        "function f(a, b) {\n  const x = a;\n  if (a) {\n    b();\n  } else {\n    c({a: 1, b: 2});\n  }\n}\n"
    )

    @pytest.mark.parametrize("path", ["a.js", "a.jsx", "a.ts", "a.tsx"])
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("  const x = a;\n", "  const x\n"),
            ("  const x = a;\n", "  let {x};\n"),
            ("  const x = a;\n", "  const x = -a ** 2;\n"),
            ("  } else {\n", "  } { else\n"),
            ("    c({a: 1, b: 2});\n", "    c({a: 1, , b: 2});\n"),
        ],
    )
    def test_what_engines_of_scripts_reject_is_an_error_although_the_parser_reads_it(
        self, tmp_path: Path, path: str, old: str, new: str
    ) -> None:
        make_tree(tmp_path, {path: self.SCRIPT})

        assert [1] == checked(tmp_path, block(old, new, path))

    @pytest.mark.parametrize("path", ["a.ts", "a.tsx"])
    @pytest.mark.parametrize(
        "new",
        [
            "  let x;",
            "  for (const x of a) b(x);",
            "  const {x = 1} = a, z = (-x) ** 2;",
            "  const y = [, , a];",
            "  a.catch(b).else;",
            "  const y = {case: 1, else: 2};",
            "}\ndeclare const y: string;\ndeclare namespace N {\n  const z;\n}\nexport { f as default };\n{",
        ],
    )
    def test_what_they_read_is_no_error(self, tmp_path: Path, path: str, new: str) -> None:
        make_tree(tmp_path, {path: self.SCRIPT})

        assert [] == checked(tmp_path, block("  const x = a;\n", f"{new}\n", path))

    @pytest.mark.parametrize("path", WITH_BRACES)
    def test_a_stray_brace_is_an_error_in_files_without_a_parser(self, tmp_path: Path, path: str) -> None:
        text = WITH_BRACES[path]
        make_tree(tmp_path, {path: text})
        line = next(line for line in text.splitlines() if line.startswith("  b"))

        assert [] == checked(tmp_path, block(f"{line}\n", f"{line}\n  g {{\n  }}\n", path))
        assert [1] == checked(tmp_path, block(f"{line}\n", f"  }} {line}\n", path))
        assert [1] == checked(tmp_path, block(f"{line}\n", f"  {{ {line}\n", path))

    def test_heredocs_have_no_braces(self, tmp_path: Path) -> None:
        text = 'a "b" {\n  c = <<-EOT\n    d\n  EOT\n  e = 1\n}\n'
        make_tree(tmp_path, {"a.tf": text})

        assert [] == checked(tmp_path, block("    d\n", "    it's {\n", "a.tf"))
        assert [1] == checked(tmp_path, block("  e = 1\n", "  e = {\n", "a.tf"))

    def test_a_file_whose_braces_did_not_match_before_is_not_checked(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.scss": "a {\n  b: c;\n"})

        assert [] == checked(tmp_path, block("  b: c;\n", "  b: c;\n}\n}\n}\n", "a.scss"))

    def test_a_file_that_is_emptied_has_no_error(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.swift": "let a = 1\n"})
        review = review_of(tmp_path, block("let a = 1\n", "", "a.swift"))
        review.check()

        assert [] == broken(review)

    @pytest.mark.parametrize(
        ("path", "old", "new", "reason"),
        [
            ("a.py", "x = 1\n" * 60_000, "x = (1\n", "the file has more than 300,000 characters"),
            (
                "a.js",
                "a(" + "b, " * 700 + "c)\n",
                "d(\n",
                LONG_LINE,
            ),
            ("a.cs", "class A { }\n", SLOW, "the parser of csharp takes too long for it"),
            ("a.py", "x = 1\n" + "# x\n" * 30_000, "x = ) 1\n", "the parser of python takes too long for it"),
        ],
        ids=["characters", "a line", "csharp", "comments"],
    )
    @pytest.mark.usefixtures("impatient")
    def test_a_mark_says_that_a_text_was_not_checked(
        self, tmp_path: Path, path: str, old: str, new: str, reason: str
    ) -> None:
        """It informs, and withholds nothing."""
        tree = make_tree(tmp_path, {path: f"{old}last\n"})
        review = review_of(tree, block("last\n", f"{new}last\n", path))

        assert [1] == review.accept()
        (mark,) = review.proposals[0].marks
        assert WarningKind.NOT_CHECKED is mark.kind
        assert mark.message.startswith(f"syntax not checked: {reason}")
        (told,) = make_report(review).record.blocks[0].marks
        assert ("not-checked", mark.message) == (told.kind, told.message)

    def test_in_a_file_that_is_too_long_the_function_around_the_edit_is_checked(self, tmp_path: Path) -> None:
        text = f"{FUNCTION}\n\n" * 10_000 + "def last():\n    return 1\n"
        review = review_of(
            make_tree(tmp_path, {"a.py": text}),
            block("def last():\n    return 1\n", "def last():\n    return (1\n", "a.py"),
        )
        review.check()

        (warning,) = review.proposals[0].warnings
        number = text.count("\n")
        assert len(text) > 300_000
        assert (number, f"introduces a syntax error: line {number}: '(' was never closed") == (
            warning.line,
            warning.message,
        )

    def test_the_message_does_not_quote_the_code(self, tmp_path: Path) -> None:
        """Python warns of some code that it compiles."""
        make_tree(tmp_path, {"a.py": FUNCTION})
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            ended = run(tmp_path, "check", response=block("x = 1\n", "x = '\\d' is 1\n", "a.py"))

        assert (0, []) == (ended.status, found)


IN_PAIRS = {
    "a.dart": "class A {\n  // it's (\n  f(int x) {\n    g('$x)', h(x));\n  }\n}\n",
    "a.gradle": "android {\n  a {\n    b(c('it\\'s ('), x(1))\n  }\n}\n",
    "a.zig": "fn f() void {\n    const a = g('(', \n        \\\\ (it's\n    , x(1));\n}\n",
    "a.R": "f <- function(a) {\n  # it's (\n  g(a, 'b (', x(1))\n}\n",
    "a.jl": "function f(a)\n  b = a' * g(')', x(1)) # (\n  c = a[end]\nend\n",
    "a.sql": "-- it's (\nSELECT g(a, 'it''s (', x(1))\nFROM b;\n",
    "a.clj": '(defn f [a]\n  ; it (\n  (g \\( "it (" a x(1)))\n',
    "a.tex": "\\begin{a}\n\\b{c \\{ x(1)} % {\n\\end{a}\n",
    "a.xml": "<?xml version='1.0' encoding='utf-16'?>\n<a>\n  <b c='d'>x(1)</b>\n</a>\n",
    "a.svg": "<svg>\n  <g a='b'>x(1)</g>\n</svg>\n",
    "a.lua": "function f(a)\n  if a then g(x(1)) end\nend\n",
    "a.ex": "defmodule A do\n  def f(a) do\n    g(a, x(1))\n  end\nend\n",
}


LEGAL = {
    "a.dart": [
        *("x('${a ? '[' : ''}');", r"x(r'\');", "x('${m['a']} (');", "x('''a ' ( ''');", r"x('\$ (');"),
        *("/* a /* ( */ ( */ x(1);", "x(\"${'{'}\");"),
    ],
    "a.gradle": [
        *('x(a =~ /"(.+)\\)/)', "x(/[\"']/)", "x($/a'b/$)", "x.replaceAll /\"/, ''", "def p = ~/it's/"),
        *('x("${a ? "(" : \')\'}")', "x(a / b) // (", "x('https://a.b/(')", 'x("a\\\nb (")'),
    ],
    "a.R": ['x(r"(a"b)")', "x(R'---[a'b(]---')", "x('\"', \"'\", `(`)", 'x("a\\\n(")'],
    "a.jl": [
        *('x("$(join(x, "("))")', 'x("$(join(x, ", "))")', "y = (a')' * x(1)", "y = [a', b']", "c = '('"),
        *("#= ( #= ) =# =# x(1)", 'x(`echo "(`)', r'x(raw"a(\"")', "#= (\n=# x(1)"),
    ],
    "a.sql": [
        *(r"SELECT 'O\'Brien (x'", "SELECT x(1) # don't", r"SELECT E'don\'t'", "SELECT $$don't$$"),
        *("SELECT $a$don't ($a$", "SELECT q'[it's (]'", "SELECT 'it''s (', `a'(`", r"SELECT '\('"),
    ],
    "a.tex": [
        *(r"\url{https://a.b/c%20d}", r"\verb|{|", r"\lstinline|{|", r"\newcommand\ec{\end{center}}"),
        *("\\newcommand{\\ec}{\\end{center}}\n\\newcommand{\\bc}{\\begin{center}}", r"\{ \% \\ {a}"),
        *(
            f'\\begin{{{name}}}\na("%d"); }}\n\\end{{{name}}}'
            for name in ("lstlisting", "verbatim", "minted")
        ),
    ],
}
"""For some kinds of files in `IN_PAIRS`, legal code whose strings and comments are hard to tell."""


class TestOtherKinds:
    @pytest.mark.parametrize("path", IN_PAIRS)
    def test_a_lost_last_line_is_an_error(self, tmp_path: Path, path: str) -> None:
        text = IN_PAIRS[path]
        kept, _, last = text.rstrip("\n").rpartition("\n")
        if path == "a.sql":
            kept, last = kept.replace("))", ")"), "FROM b;"
            assert [1] == checked(make_tree(tmp_path, {path: text}), block(text, f"{kept}\n{last}\n", path))
        else:
            assert [1] == checked(make_tree(tmp_path, {path: text}), block(text, f"{kept}\n", path))

    @pytest.mark.parametrize("path", IN_PAIRS)
    def test_a_change_that_keeps_all_pairs_has_none(self, tmp_path: Path, path: str) -> None:
        text = IN_PAIRS[path]

        assert [] == checked(
            make_tree(tmp_path, {path: text}), block(text, text.replace("x(1)", "x(1, y(2))"), path)
        )

    @pytest.mark.parametrize(("path", "line"), [(path, line) for path in LEGAL for line in LEGAL[path]])
    def test_what_may_be_a_string_or_a_comment_is_no_lost_pair(
        self, tmp_path: Path, path: str, line: str
    ) -> None:
        text = f"a\n{IN_PAIRS[path]}"

        assert [] == checked(make_tree(tmp_path, {path: text}), block("a\n", f"{line}\n", path))

    def test_a_text_is_not_checked_if_that_could_not_be_told_before(self, tmp_path: Path) -> None:
        text = "SELECT $$don't (\n$$;\nSELECT (a;\n"
        tree = make_tree(tmp_path, {"a.sql": text})

        assert [] == checked(tree, block("SELECT $$don't (\n$$;\n", "SELECT b;\n", "a.sql"))

    @pytest.mark.parametrize("path", [path for path in IN_PAIRS if path not in ("a.lua", "a.ex")])
    def test_a_file_that_was_not_in_order_is_not_checked(self, tmp_path: Path, path: str) -> None:
        text = f"({{<\n{IN_PAIRS[path]}"

        assert [] == checked(make_tree(tmp_path, {path: text}), block("x(1)", "x(1", path))

    @pytest.mark.parametrize(
        ("path", "line"),
        [
            *(
                ("a.lua", line)
                for line in ("x += 1", "if x != 1 then end", "local s = `x {a}`", "local s: T = 1")
            ),
            *(
                ("a.lua", line)
                for line in ("local x <const> = 1 // 2", "while x do continue end", "goto a ::a::")
            ),
            ("a.lua", "local function f(a: number, b: {T}?): string\n  return b\nend"),
            *(("a.nix", line) for line in ("b = x |> f |> g;", "b = f <| x;", "b = ''it's \" ( ''${x} '';")),
            *(
                ("a.ex", line)
                for line in ('b = ~r/("a)\\//', 'b = ~s|" (|', 'b = "#{f("(")}"', 'b = [?(, ?"]')
            ),
            *(
                ("a.scala", line)
                for line in ('val b = s"${f("(")}"', "val b = if a then 1 else 2", "val b = '\"'")
            ),
            ("a.scala", "given Ordering[Int] with\n      def compare(x: Int, y: Int) = 1"),
        ],
    )
    def test_syntax_that_is_newer_than_the_parser_or_looks_like_a_lost_bracket_has_none(
        self, tmp_path: Path, path: str, line: str
    ) -> None:
        text = {
            "a.lua": "local function g(a)\n  h(a)\nend\n",
            "a.nix": "{ x }:\n{\n  h = a;\n}\n",
            "a.ex": "defmodule A do\n  def g(a) do\n    h(a)\n  end\nend\n",
            "a.scala": "object A {\n  def g(a: Int) = {\n    h(a)\n  }\n}\n",
        }[path]
        old = next(line for line in text.splitlines(keepends=True) if line.lstrip()[0] == "h")

        assert [] == checked(make_tree(tmp_path, {path: text}), block(old, f"{line}\n{old}", path))

    def test_entities_of_xml_are_not_expanded(self, tmp_path: Path) -> None:
        levels = "".join(
            f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        )
        text = f'<!DOCTYPE r [<!ENTITY a "a">{levels}]>\n<r>\n&i;\n<b/>\n</r>\n'

        assert [] == checked(make_tree(tmp_path, {"a.xml": text}), block("<b/>\n", "<c/>\n", "a.xml"))

    @pytest.mark.parametrize("path", ["a.html", "a.vue", "a.svelte"])
    @pytest.mark.parametrize("attributes", ["", " type='module'", " lang='ts'", " setup"])
    def test_the_scripts_of_a_page_are_checked(self, tmp_path: Path, path: str, attributes: str) -> None:
        text = f"<p>a</p>\n<script{attributes}>\nconst a = f(1);\n</script>\n"
        tree = make_tree(tmp_path, {path: text})

        assert [1] == checked(tree, block("const a = f(1);\n", "const a = f(1;\n", path))
        assert [] == checked(tree, block("const a = f(1);\n", "const a = g(1);\nf();\n", path))

    @pytest.mark.parametrize(
        "attributes", [" type='text/template'", " type='application/json'", " lang='coffee'"]
    )
    def test_data_and_templates_in_a_page_are_not(self, tmp_path: Path, attributes: str) -> None:
        text = f"<script{attributes}>\nconst a = f(1);\n</script>\n"
        tree = make_tree(tmp_path, {"a.html": text})

        assert [] == checked(tree, block("const a = f(1);\n", "const a = f(1;\n", "a.html"))

    @pytest.mark.parametrize(
        "mark",
        [
            *("{{ a }}", "{% set a = 1 %}", "<?= $a ?>", "<!--[[[cog", "{!! $a !!}", "const b = [[${a}]];"),
            *("const b = ${a};", "const b = @Model.A;", "const b = @json($a);", "@if (a) {", "<#if a>"),
        ],
    )
    def test_a_script_with_a_template_in_it_is_not_checked(self, tmp_path: Path, mark: str) -> None:
        text = "<script>\nconst a = f(1);\n</script>\n"
        tree = make_tree(tmp_path, {"a.html": text})

        assert [] == checked(tree, block("const a = f(1);\n", f"const a = f(1);\n{mark}\n", "a.html"))

    def test_a_literal_with_code_in_it_is_no_template_of_a_page(self, tmp_path: Path) -> None:
        text = "<script>\nconst a = `${b}`;\n</script>\n"

        assert [1] == checked(
            make_tree(tmp_path, {"a.html": text}), block("const a = `${b}`;\n", "const a = `${b;\n", "a.html")
        )

    def test_a_script_ends_at_the_first_end_tag(self, tmp_path: Path) -> None:
        text = "<script>\n f(1);</script>\n<p>it's (a</p>\n<script>\nconst a = f(1);\n</script>\n<b>c</b>\n"
        tree = make_tree(tmp_path, {"a.html": text})

        assert [] == checked(tree, block(" f(1);</script>\n", " f(1, 2);</script>\n", "a.html"))
        assert [] == checked(tree, block("<b>c</b>\n", "<script>\n g();</script>\n<b>c</b>\n", "a.html"))
        assert [1] == checked(tree, block("const a = f(1);\n", "const a = f(1;\n", "a.html"))

    def test_a_script_without_an_end_hides_no_later_element(self) -> None:
        text = "<script>\n<script>\n<style>\n<b>\n</style>\n<i>a\n"

        assert [1, 2, 6] == sorted(line for line, _ in errors_of_markup(text))

    def test_the_content_of_a_block_of_messages_is_no_markup(self, tmp_path: Path) -> None:
        text = '<template>\n  <p>a</p>\n</template>\n<i18n>\n{"a": "b"}\n</i18n>\n'
        tree = make_tree(tmp_path, {"a.vue": text})

        assert [] == checked(tree, block('{"a": "b"}\n', '{"a": "<b> b"}\n', "a.vue"))
        assert [1] == checked(tree, block("  <p>a</p>\n", "  <p><i>a</p>\n", "a.vue"))

    def test_a_notebook_is_read_as_json_however_long_its_lines_are(self, tmp_path: Path) -> None:
        text = '{\n "a": "' + "b" * 3_000 + '",\n "c": [\n  1\n ]\n}\n'
        tree = make_tree(tmp_path, {"a.ipynb": text})

        assert [1] == checked(tree, block("  1\n ]\n", "  1\n", "a.ipynb"))
        assert [] == checked(tree, block("  1\n", "  1,\n  2\n", "a.ipynb"))


class TestResponsibleBlock:
    def test_blocks_that_are_valid_together_have_no_error(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        response = block("    return 1\n", "    return [\n", "a.py") + block("x = 1\n", "]\n", "a.py")

        assert [1, 2] == review_of(tmp_path, response).accept()

    def test_only_the_block_that_introduces_it_is_withheld(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "".join(f"x{n} = {n}\n" for n in range(20))})
        response = "".join(
            block(f"x{n} = {n}\n", f"x{n} = {'(' if n in (3, 11) else ''}{n} + 1\n", "a.py")
            for n in range(20)
        )

        review = review_of(tmp_path, response)
        assert 18 == len(review.accept())
        assert [4, 12] == broken(review)

    def test_of_dependent_blocks_only_the_one_that_introduces_it_is_withheld(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        response = block("    return 1\n", "    return 2\n", "a.py")
        response += block("    return 2\n", "    return 2)\n", "a.py")

        review = review_of(tmp_path, response)
        assert [1] == review.accept()
        assert [2] == broken(review)

    def test_blocks_are_checked_without_those_that_are_not_applied(self, tmp_path: Path) -> None:
        """The block that closes what another opens does not go without the user: nor does the other."""
        calls = (
            "compute_totals(first, second)\nreport_totals(first, second)\nsend_all(first)\nfinish(second)\n"
        )
        make_tree(tmp_path, {"a.py": "def f():\n    return 1\n\n\n" + calls})
        response = block("    return 1\n", "    return [\n", "a.py")
        response += block(calls.replace("report_totals", "report_total"), "]\n", "a.py")

        review = review_of(tmp_path, response)
        assert [None, Reason.FUZZY] == [proposal.withheld for proposal in review.proposals]
        assert [] == review.accept()
        assert [1] == broken(review)
        assert [1, 2] == review_of(tmp_path, response).accept("fuzzy")

    def test_a_block_withheld_for_another_reason_has_no_syntax_error(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        review = review_of(tmp_path, block("x = 1\n", "... rest of file unchanged ...\n", "a.py"))
        review.check()

        assert [Reason.PLACEHOLDER] == [proposal.withheld for proposal in review.proposals]
        assert [] == broken(review)


class TestEffect:
    def test_the_user_can_accept_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        review = review_of(tmp_path, block("x = 1\n", "x = (1\n", "a.py"))
        review.check()
        proposal = review.proposals[0]
        review.decide({proposal.key: review.acceptance(proposal)})

        assert [1] == review.write()
        assert Status.APPLIED is status_of(review, review.proposals[0])
        assert [1] == broken(review)
        assert files_of(tmp_path)["a.py"].endswith(b"x = (1\n")

    def test_the_report_has_the_reason(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        review = review_of(tmp_path, block("x = 1\n", "x = (1\n", "a.py"))
        review.accept()

        (found,) = make_report(review).record.blocks
        assert ("undecided", "syntax-error") == (found.status, found.reason)
        message = "introduces a syntax error: line 5: '(' was never closed"
        (warning,) = found.warnings
        assert ("syntax-error", message, [5, 5], False) == structs.astuple(warning)

    def test_it_is_checked_again_when_the_plan_changes(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": FUNCTION})
        response = block("    return 1\n", "    return [\n", "a.py") + block("x = 1\n", "]\n", "a.py")
        review = review_of(tmp_path, response)
        assert not review.check()
        assert {} == review.unchecked()

        closing = review.proposals[1]
        for path in review.decide({closing.key: Decision(Verdict.REJECTED)}):
            review.replan(path)

        assert ["a.py"] == list(review.unchecked())
        assert review.check()
        assert [1] == broken(review)


def test_the_line_is_that_of_the_blocks_own_diff(tmp_path: Path) -> None:
    """The lines that other blocks add above it are not in its diff."""
    response = block("x = 1\n", "x = (\n", "a.py") + block("def f():\n", "y = 1\n\n\ndef f():\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": FUNCTION}), response)
    review.check()

    (warning,) = review.proposals[0].warnings
    assert ("introduces a syntax error: line 5: '(' was never closed", 5) == (warning.message, warning.line)


@pytest.mark.usefixtures("impatient")
def test_a_fault_is_told_although_no_block_can_be_blamed_in_time(tmp_path: Path) -> None:
    """Without the comment that two blocks make, the text of another one takes too long."""
    before = "class A { }\n\nclass B { }\n\nclass C { }\n"
    response = (
        block("class A { }\n", "/*\n", "a.cs")
        + block("class B { }\n", SLOW, "a.cs")
        + block("class C { }\n", "*/ class C { int x = ; }\n", "a.cs")
    )
    review = review_of(make_tree(tmp_path, {"a.cs": before}), response)
    review.check()

    assert [1, 2, 3] == broken(review)


@pytest.mark.parametrize("text", ["(" * 20_000, ("(" * 900 + "\n") + "]" * 20_000, "{\n" * 5_000])
def test_brackets_that_are_nested_too_deep_are_not_paired(text: str) -> None:
    assert [] == unclosed(text, "c")
    assert [")"] == [each.closer for each in unclosed("f(a\n" + "()[]{}\n" * 5_000, "c")]
