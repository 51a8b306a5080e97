"""Structural edits: the part that a pattern covers, and the code that its rewrite leaves alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Rewrite
from editreview.matching import FileIndex, Search, Tier
from editreview.matching.code import language_named, language_of
from editreview.matching.structural import structural_matches
from editreview.text import Change


def found(text: str, pattern: str, rewrite: str, language: str = "python") -> Search:
    return structural_matches(FileIndex(text), Rewrite(pattern, rewrite), language)


def rewritten(text: str, pattern: str, rewrite: str, language: str = "python") -> str:
    """The text after all matches were changed."""
    change = Change()
    for match in found(text, pattern, rewrite, language).matches:
        change = change.union(match.change)
    return change.apply(text)


def message(text: str, pattern: str, rewrite: str, language: str = "python") -> str | None:
    search = found(text, pattern, rewrite, language)
    assert () == search.matches
    return search.message


class TestCoverage:
    def test_a_signature_leaves_the_body_alone(self) -> None:
        text = "def load(a, b=1):  # keep\n    return a\n"

        assert text.replace("load", "fetch") == rewritten(text, "def $OLD($$$ARGS)", "def fetch($$$ARGS)")

    def test_the_match_is_the_part_that_the_pattern_covers(self) -> None:
        text = "x = 1\n\ndef load(a):\n    return a\n"
        (match,) = found(text, "def $OLD($$$ARGS)", "def fetch($$$ARGS)").matches

        assert ("def load(a)", "def fetch(a)") == (match.interpretation.search, match.interpretation.replace)
        assert "def load(a)" == text[slice(*match.span)]
        assert ((3, 3), ("structural",), Tier.EXACT, 1.0) == (
            match.lines,
            match.strategies,
            match.tier,
            match.score,
        )
        assert [("load", "fetch")] == [(text[s.start : s.end], s.text) for s in match.change.splices]

    def test_any_code_may_surround_the_match(self) -> None:
        text = "@cached\nasync def load(a) -> int:\n    return a\n"

        assert text.replace("load", "fetch") == rewritten(text, "def $OLD($$$ARGS)", "def fetch($$$ARGS)")

    def test_the_layout_inside_the_match_stays(self) -> None:
        text = "def load(\n    a,  # first\n    b = 1,\n\n) :\n    pass\n"

        assert text.replace("load", "fetch") == rewritten(text, "def $OLD($$$ARGS)", "def fetch($$$ARGS)")

    def test_a_match_with_more_than_the_pattern_covers_is_left_alone(self) -> None:
        text = "foo(1,  # one\n    2)\nfoo(3, 4)\n"
        search = found(text, "foo($A, $B)", "foo($B, $A)")

        assert [(3, 3)] == [match.lines for match in search.matches]
        assert "1 of 2 matches skipped: more code there than the pattern covers (line 1)" == search.message

    def test_an_edit_without_any_other_match_fails(self) -> None:
        assert "Every match skipped: more code there than the pattern covers (line 1)" == message(
            "foo(1, 2,)\n", "foo($A, $B)", "foo($B, $A)"
        )

    def test_matches_have_different_keys(self) -> None:
        matches = found("foo(1)\nfoo(1)\nfoo(1)\n", "foo($A)", "bar($A)").matches

        assert [(1, 1), (2, 2), (3, 3)] == [match.lines for match in matches]
        assert 3 == len({match.key for match in matches})

    @pytest.mark.parametrize(
        ("head", "pattern"),
        [
            ("if x > 1", "if $C"),
            ("class A(B)", "class $X($$$B)"),
            ("while x", "while $C"),
            ("class A", "class A"),
        ],
    )
    def test_the_head_of_a_statement_leaves_the_rest_alone(self, head: str, pattern: str) -> None:
        text = f"{head}:\n    y = 1\n"

        assert f"{head}  # changed:\n    y = 1\n" == rewritten(text, pattern, f"{pattern}  # changed")

    @pytest.mark.parametrize(
        ("text", "pattern", "rewrite", "language"),
        [
            ("y = 2 * add(a, b)\n", "add($A, $B)", "$A + $B", "python"),
            ("y = not either(a, b)\n", "either($A, $B)", "$A or $B", "python"),
            ("y = add(a, b).x\n", "add($A, $B)", "$A + $B", "python"),
            ("y = times(a + 1, b)\n", "times($A, $B)", "$A * $B", "python"),
            ("y = !eq(a, b);\n", "eq($A, $B)", "$A === $B", "javascript"),
            ("y = eq(a || c, b);\n", "eq($A, $B)", "$A === $B", "javascript"),
            ("var y = 2 * add(a, b)\n", "add($A, $B)", "$A + $B", "go"),
            ("var y = both(a || c, b)\n", "both($A, $B)", "$A && $B", "go"),
            ("val y = 2 * add(a, b)\n", "add($A, $B)", "$A + $B", "kotlin"),
            ("val y = 2 * add(a, b)\n", "add($A, $B)", "$A + $B", "scala"),
            ("class A { int y = add(a, b).z; }\n", "add($A, $B)", "$A + $B", "java"),
            ("int f(void) { return *add(a, b); }\n", "add($A, $B)", "$A + $B", "c"),
            ("int f(void) { return sizeof add(a, b); }\n", "add($A, $B)", "$A + $B", "c"),
            ("int f(void) { return !not(a = 1); }\n", "not($A)", "-$A", "c"),
            ("fn f() { let y = add(a, b)?; }\n", "add($A, $B)", "$A + $B", "rust"),
            ("let y = add(a, b)!\n", "add($A, $B)", "$A + $B", "swift"),
            ("let y = minus(a).z\n", "minus($A)", "-$A", "swift"),
            ("y = add(a, b).z\n", "add($A, $B)", "$A + $B", "lua"),
            ("y = add(z = 1, q);\n", "add($A, $B)", "$A + $B", "typescript"),
            ("y = add(a, b) as T;\n", "add($A, $B)", "$A == $B", "typescript"),
        ],
    )
    def test_a_match_is_skipped_if_its_rewrite_would_need_brackets(
        self, text: str, pattern: str, rewrite: str, language: str
    ) -> None:
        expected = "Every match skipped: without brackets, it would mean something else (line 1)"
        assert expected == message(text, pattern, rewrite, language)

    @pytest.mark.parametrize(
        ("text", "pattern", "rewrite", "language"),
        [
            ("const f = () => freeze({ a: 1 });\n", "freeze($A)", "$A", "javascript"),
            ("items.map((i) => mk(i));\n", "mk($A)", "{ id: $A }", "tsx"),
            ("mk(i);\n", "mk($A)", "{ id: $A }", "typescript"),
            ("once(function () { f(); });\n", "once($A)", "$A()", "javascript"),
            ("const a = b\nwrap(x).y()\n", "wrap($A)", "($A)", "javascript"),
            ("const a = b/f(x);\n", "f($A)", "/x/.test($A)", "javascript"),
            ("int g(int *p) { return b/f(p); }\n", "f($A)", "*$A", "c"),
            ("int g(int p) { return b&f(p); }\n", "f($A)", "&$A", "c"),
            ("func g(p int) int { return -f(p) }\n", "f($A)", "-$A", "go"),
            ("fn f() -> i32 {\n    g(match a { _ => 2 })\n}\n", "g($A)", "$A + 1", "rust"),
        ],
    )
    def test_a_match_is_skipped_if_its_rewrite_would_be_read_otherwise(
        self, text: str, pattern: str, rewrite: str, language: str
    ) -> None:
        assert "mean something else (line" in str(message(text, pattern, rewrite, language))

    @pytest.mark.parametrize(
        ("text", "pattern", "rewrite", "language", "after"),
        [
            ("const f = () => ({ a: mk(1) });\n", "mk($A)", "{ id: $A }", "javascript", "{ a: { id: 1 } }"),
            ("const f = () => { mk(1); };\n", "mk($A)", "make($A)", "javascript", "{ make(1); }"),
            ("<A b={mk(1)} />;\n", "mk($A)", "{ id: $A }", "tsx", "b={{ id: 1 }}"),
            ("const a = b;\nwrap(x).y()\n", "wrap($A)", "($A)", "javascript", ";\n(x).y()"),
            ("x = wrap(1)\nwrap(2)\n", "wrap($A)", "[$A]", "python", "x = [1]\n[2]"),
            ("int g(int p) { return b - f(p); }\n", "f($A)", "-$A", "c", "b - -p"),
        ],
    )
    def test_code_that_is_read_as_meant_is_rewritten(
        self, text: str, pattern: str, rewrite: str, language: str, after: str
    ) -> None:
        assert after in rewritten(text, pattern, rewrite, language)

    @pytest.mark.parametrize(
        ("text", "pattern", "rewrite", "after"),
        [
            ("y = add(a, b)\n", "add($A, $B)", "$A + $B", "y = a + b\n"),
            ("y = 2 * add(a, b)\n", "add($A, $B)", "($A + $B)", "y = 2 * (a + b)\n"),
            ("y = add(a * 2, b)\n", "add($A, $B)", "$A + $B", "y = a * 2 + b\n"),
            ("y = 2 * add(a + 1, b)\n", "add($A, $B)", "plus($A, $B)", "y = 2 * plus(a + 1, b)\n"),
            ("f(add(a, b))\n", "add($A, $B)", "$A + $B", "f(a + b)\n"),
            ("(add(a, b)).x\n", "add($A, $B)", "$A + $B", "(a + b).x\n"),
            ("f(swap(a or c, b))\n", "swap($A, $B)", "$B, $A", "f(b, a or c)\n"),
            ("run(a or c)\nx = 1\n", "run($A)", "start($A)\nstop()", "start(a or c)\nstop()\nx = 1\n"),
            ("y = 2 * add(a\n", "add($A, $B)", "$A + $B", "y = 2 * add(a\n"),
            ("log(a or c)\n", "log($A)", 'print("$A")', 'print("a or c")\n'),
        ],
    )
    def test_other_operators_are_rewritten(self, text: str, pattern: str, rewrite: str, after: str) -> None:
        assert after == rewritten(text, pattern, rewrite)

    def test_errors_elsewhere_in_the_file_do_not_hide_a_lack_of_brackets(self) -> None:
        text = "x = (\n\ndef f():\n    return 2 * add(a, b)\n"

        assert not found(text, "add($A, $B)", "$A + $B").matches

    @pytest.mark.parametrize("count", [1, 60])
    def test_a_match_is_skipped_if_only_brackets_keep_it_readable(self, count: int) -> None:
        text = "foo(a + 3, b)\n" * count

        assert not found(text, "foo($A, $B)", "$A.foo($B)").matches

    def test_matches_that_need_no_brackets_are_rewritten_beside_others(self) -> None:
        text = "y = 2 * add(a, b)\nz = add(c, d)\n"

        assert "y = 2 * add(a, b)\nz = c + d\n" == rewritten(text, "add($A, $B)", "$A + $B")

    @pytest.mark.parametrize(
        "text",
        [
            "x = foo(0) + " + " + ".join(f"'a{n}'" for n in range(1500)) + ";\n",
            "if (a == 0) { foo(0); }\n"
            + "".join(f"else if (a == {n}) {{ foo({n}); }}\n" for n in range(600)),
        ],
        ids=["operators", "conditions"],
    )
    def test_long_chains_are_rewritten(self, text: str) -> None:
        assert text.replace("foo(", "bar(") == rewritten(text, "foo($A)", "bar($A)", "javascript")

    def test_nested_functions_are_separate_matches(self) -> None:
        text = "def a(x):\n    def b(y):\n        return y\n    return b\n"

        assert 2 == len(found(text, "def $F($$$A)", "def new_$F($$$A)").matches)

    def test_a_nested_match_is_changed_too_if_the_changes_do_not_clash(self) -> None:
        assert "bar(bar(1))\n" == rewritten("foo(foo(1))\n", "foo($A)", "bar($A)")

    def test_a_nested_match_is_skipped_if_the_changes_clash(self) -> None:
        search = found("foo(foo(a))\n", "foo($A)", "$A.foo")

        assert ["foo(foo(a))"] == [match.interpretation.search for match in search.matches]
        assert "1 inside other matches skipped: they change the same text" == search.message

    def test_unchanged_matches_are_dropped_if_others_change(self) -> None:
        assert [(2, 2)] == [
            p.lines for p in found("def a(x): pass\ndef b(x): pass\n", "def $F($$$A)", "def a($$$A)").matches
        ]

    def test_if_nothing_changes_all_matches_are_kept(self) -> None:
        (match,) = found("def a(x): pass\n", "def $F($$$A)", "def a($$$A)").matches

        assert not match.change

    def test_results_for_a_text_are_cached(self) -> None:
        index, operation = FileIndex("foo(1)\n"), Rewrite("foo($A)", "bar($A)")

        assert structural_matches(index, operation, "py") is structural_matches(index, operation, "py")

    def test_a_pattern_that_the_file_does_not_have_has_no_match(self) -> None:
        assert message("x = 1\n", "foo($A)", "bar($A)") is None


class TestMetavariables:
    @pytest.mark.parametrize(
        ("text", "pattern", "rewrite", "after"),
        [
            ("foo(1, x + 2)", "foo($A, $B)", "foo($B, $A)", "foo(x + 2, 1)"),
            ("foo(1,  2, *c)", "foo($$$ALL)", "bar($$$ALL)", "bar(1,  2, *c)"),
            ("foo()", "foo($$$ALL)", "bar($$$ALL)", "bar()"),
            ("foo()", "foo($$$ALL)", "bar(x, $$$ALL)", "bar(x)"),
            ("foo()", "foo($$$ALL)", "bar($$$ALL, x)", "bar( x)"),
            ("foo(1, 2)", "foo($$$ALL)", "bar(x, $$$ALL)", "bar(x, 1, 2)"),
            ("a = a + 1", "$A = $A + $B", "$A += $B", "a += 1"),
            ("a = b + 1", "$A = $A + $B", "$A += $B", "a = b + 1"),
            ("a = b + 1", "$A = $_ + $B", "$A += $B", "a += 1"),
            ("foo(1, 2, 3)", "foo($A, $$$)", "foo($A)", "foo(1)"),
            ("x = load(1)", "load($A)", "new_load($A)", "x = new_load(1)"),
            ("def load(): pass", "def $F()", "def new_$F()", "def new_load(): pass"),
            ("a == None", "$A == None", "$A is None", "a is None"),
            ("not a in b", "not $A in $B", "$A not in $B", "a not in b"),
            ('print("a", b)', "print($$$A)", "log.info($$$A)", 'log.info("a", b)'),
        ],
    )
    def test_they_are_replaced_with_the_files_own_text(
        self, text: str, pattern: str, rewrite: str, after: str
    ) -> None:
        assert f"{after}\n" == rewritten(f"{text}\n", pattern, rewrite)

    @pytest.mark.parametrize(
        ("rewrite", "name"),
        [
            ("def $NEW($$$ARGS)", "$NEW"),
            ("$OLD_async()", "$OLD_async"),
            ("$OLD($$$REST)", "$$$REST"),
            ("$_", "$_"),
        ],
    )
    def test_an_unbound_one_is_named(self, rewrite: str, name: str) -> None:
        assert f"The rewrite uses {name}, which the pattern does not bind" == message(
            "def a(x): pass\n", "def $OLD($$$ARGS)", rewrite
        )

    def test_lower_case_after_a_dollar_is_code(self) -> None:
        assert "const $x = new_$el;\n" == rewritten(
            "const $x = $el;\n", "const $A = $el", "const $A = new_$el", "js"
        )

    @pytest.mark.parametrize("pattern", ["$A", "$A $B", "$$$A"])
    def test_a_pattern_of_metavariables_only_is_refused(self, pattern: str) -> None:
        assert "The pattern has nothing but metavariables, so it would match everything" == message(
            "x = 1\n", pattern, "y"
        )

    def test_the_superglobals_of_php_are_code(self) -> None:
        text = '<?php $x = $_GET["a"]; $y = $z["a"];\n'

        assert text.replace("_GET", "_POST") == rewritten(text, '$_GET["a"]', '$_POST["a"]', "php")


class TestLines:
    def test_new_lines_get_the_indentation_of_the_match(self) -> None:
        text = "if a:\n    check(x)\n"

        assert "if a:\n    if x:\n        check(x)\n" == rewritten(text, "check($A)", "if $A:\n    check($A)")

    def test_code_that_moves_to_another_depth_keeps_its_shape_and_its_strings(self) -> None:
        text = 'with lock:\n  s = """\n  x\n"""\n  if b:\n    c()\n'
        after = 'if 1:\n    with lock:\n        s = """\n  x\n"""\n        if b:\n          c()\n'

        assert after == rewritten(text, "with lock:\n    $$$BODY", "if 1:\n    with lock:\n        $$$BODY")

    def test_new_lines_get_the_line_ends_of_the_file(self) -> None:
        text = "x = 1\r\nif a:\r\n\tcheck(x)\r\n"

        assert "x = 1\r\nif a:\r\n\tbefore()\r\n\tcheck(x, 1)\r\n" == rewritten(
            text, "check($A)", "before()\ncheck($A, 1)"
        )

    def test_blank_lines_of_the_rewrite_stay_blank(self) -> None:
        assert "if a:\n    b(1)\n\n    c(1)\n" == rewritten("if a:\n    x(1)\n", "x($A)", "b($A)\n\nc($A)")

    def test_an_empty_rewrite_deletes_the_line_if_it_has_nothing_else(self) -> None:
        text = "if a:\n    print(1)\n    b(); print(2)\n"

        assert "if a:\n    b(); \n" == rewritten(text, "print($A)", "")

    def test_outer_blank_lines_and_a_common_indentation_of_the_pattern_are_ignored(self) -> None:
        text = "if a:\n    b()\n"

        assert "while a:\n    b()\n" == rewritten(
            text, "\n    if $A:\n        $$$B\n", "\n    while $A:\n        $$$B\n"
        )

    def test_characters_outside_the_basic_plane_do_not_shift_the_match(self) -> None:
        assert 's = "é😀"; log("ü😀")\n' == rewritten('s = "é😀"; print("ü😀")\n', "print($A)", "log($A)")

    def test_lone_surrogates_do_not_shift_the_match(self) -> None:
        text = 's = "\udc80"; print(1)\n'

        assert text.replace("print", "log") == rewritten(text, "print($A)", "log($A)")


class TestLanguages:
    @pytest.mark.parametrize(
        ("language", "text", "pattern", "rewrite", "after"),
        [
            (
                "javascript",
                "function f(a) { return a }\n",
                "function $F($$$A)",
                "async function $F($$$A)",
                "async function f(a) { return a }\n",
            ),
            (
                "typescript",
                "function f(a: number): string { return a }\nexport function g() {}\n",
                "function $F($$$A)",
                "async function $F($$$A)",
                "async function f(a: number): string { return a }\nexport async function g() {}\n",
            ),
            ("typescript", "console.log(1);\n", "console.log($A)", "log.debug($A)", "log.debug(1);\n"),
            ("tsx", "const a = <B c={1} />;\n", "<B c={$X} />", "<D e={$X} />", "const a = <D e={1} />;\n"),
            (
                "go",
                "package a\n\nfunc f() {\n\tfmt.Println(x)\n}\n",
                "fmt.Println($A)",
                "log.Println($A)",
                "package a\n\nfunc f() {\n\tlog.Println(x)\n}\n",
            ),
            (
                "go",
                "package a\n\nfunc f(a int) error {\n\treturn nil\n}\n",
                "func $F($$$A)",
                "func $F(ctx Ctx, $$$A)",
                "package a\n\nfunc f(ctx Ctx, a int) error {\n\treturn nil\n}\n",
            ),
            (
                "rust",
                "fn f(a: i32) -> i32 { a }\npub fn g() { x.unwrap(); }\n",
                "fn $F($$$A)",
                "fn $F(x: u8, $$$A)",
                "fn f(x: u8, a: i32) -> i32 { a }\npub fn g(x: u8) { x.unwrap(); }\n",
            ),
            (
                "java",
                "class A {\n  @X public void f(int a) { g(); }\n  void h() {}\n}\n",
                "void $F($$$A)",
                "void $F(Log log, $$$A)",
                "class A {\n  @X public void f(int a) { g(); }\n  void h(Log log) {}\n}\n",
            ),
            (
                "java",
                "class A {\n  public void f(int a) { g(); }\n  void h() {}\n}\n",
                "void $F($$$A)",
                "void $F(Log log, $$$A)",
                "class A {\n  public void f(Log log, int a) { g(); }\n  void h(Log log) {}\n}\n",
            ),
            ("rust", "fn g() { x.y.unwrap(); }\n", "$X.unwrap()", "$X?", "fn g() { x.y?; }\n"),
            (
                "java",
                "class A { void f() { System.out.println(1); } }\n",
                "System.out.println($A)",
                "log.info($A)",
                "class A { void f() { log.info(1); } }\n",
            ),
            (
                "c",
                'int f(int a) { printf("%d", a); return printf(b); }\n',
                "printf($$$A)",
                "log($$$A)",
                'int f(int a) { log("%d", a); return log(b); }\n',
            ),
            ("json", '{"a": {"name": 1}}\n', '{"name": $V}', '{"title": $V}', '{"a": {"title": 1}}\n'),
            (
                "html",
                '<div class="a"><p>x</p></div>\n',
                "<p>$X</p>",
                "<b>$X</b>",
                '<div class="a"><b>x</b></div>\n',
            ),
            (
                "css",
                "a { color: red; margin: 0 }\n",
                "color: $C",
                "background: $C",
                "a { background: red; margin: 0 }\n",
            ),
            ("yaml", "a: 1\nb:\n  a: 2\n", "a: $V", "c: $V", "c: 1\nb:\n  c: 2\n"),
            ("ruby", "def foo\n  puts 1\nend\n", "puts $A", "log $A", "def foo\n  log 1\nend\n"),
            ("bash", 'echo "$a"\n', "echo $A", "printf %s $A", 'printf %s "$a"\n'),
            (
                "csharp",
                "class A { void F() { Foo(1); } }\n",
                "Foo($A)",
                "Bar($A)",
                "class A { void F() { Bar(1); } }\n",
            ),
        ],
    )
    def test_they_are_rewritten(
        self, language: str, text: str, pattern: str, rewrite: str, after: str
    ) -> None:
        assert after == rewritten(text, pattern, rewrite, language)

    @pytest.mark.parametrize("language", ["toml", "", "klingon"])
    def test_an_unknown_one_is_reported_and_never_reaches_the_library(
        self, language: str, capfd: pytest.CaptureFixture[str]
    ) -> None:
        assert f"Structural edits do not support the language {language}" == message(
            "a = 1\n", "a = $X", "b = $X", language
        )
        assert ("", "") == capfd.readouterr()

    @pytest.mark.parametrize(
        ("path", "language"),
        [
            ("src/a.py", "python"),
            ("a.d.ts", "typescript"),
            ("A.TSX", "tsx"),
            ("a\\b.rs", "rust"),
            ("Makefile", None),
            ("a.toml", None),
            ("py", None),
            (".py", None),
        ],
    )
    def test_the_extension_determines_the_language(self, path: str, language: str | None) -> None:
        assert language == language_of(path)

    @pytest.mark.parametrize(
        ("name", "language"),
        [("Python", "python"), ("ts", "typescript"), ("C++", "cpp"), ("golang", "go"), ("toml", None)],
    )
    def test_a_language_has_several_names(self, name: str, language: str | None) -> None:
        assert language == language_named(name)

    @pytest.mark.parametrize("pattern", ["x = $A\ny = $B", "", "except $E: pass"])
    def test_a_pattern_that_is_not_one_piece_of_code_is_reported(self, pattern: str) -> None:
        assert message("x = 1\n", pattern, "b") in (
            f"The pattern is not one piece of python: {pattern}",
            "The pattern has nothing but metavariables, so it would match everything",
        )

    def test_a_pattern_that_is_too_long_is_refused(self) -> None:
        deep = "(" * 1_000 + "$A" + ")" * 1_000

        assert "The pattern has more than 2000 characters" == message("x = 1\n", deep, "b")

    def test_more_than_a_thousand_matches_are_refused(self) -> None:
        assert "The pattern has 1001 matches, more than 1000" == message("f(1)\n" * 1_001, "f($A)", "g($A)")


STATEMENTS = st.lists(
    st.sampled_from(
        [
            "foo(1)",
            "foo( a , b )  # c",
            "x = foo(foo(2), [3])",
            "foo(",
            ")",
            "é = '😀'; foo(é)",
            "",
            "\tfoo('''",
            "'''",
            "def foo(a): return foo(a)",
            "    \x00",
            "\udc80",
        ]
    ).flatmap(lambda line: st.sampled_from(["\n", "\r\n", ""]).map(lambda end: line + end)),
    max_size=12,
).map("".join)


class TestAnyText:
    @given(STATEMENTS)
    def test_only_the_part_that_the_pattern_covers_changes(self, text: str) -> None:
        """Renaming back gives the original text, to the last space."""
        after = rewritten(text, "foo($$$A)", "quux($$$A)")

        assert text == after.replace("quux", "foo")

    @given(STATEMENTS, st.text("$A_a(){}'\"#,. \n", max_size=12), st.text("$A_a()\n,", max_size=8))
    def test_no_pattern_raises_an_exception(self, text: str, pattern: str, rewrite: str) -> None:
        for match in found(text, pattern, rewrite).matches:
            assert all(0 <= splice.start <= splice.end <= len(text) for splice in match.change.splices)
