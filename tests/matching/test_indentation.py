"""The depth of a block's new lines if the depth of its old ones differs from the file's."""

from time import process_time

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Match, indented_by_brackets, search
from editreview.matching.model import MatchWarningKind

FILE = "class A:\n    def f(self):\n        one()\n        two()\n"


def only(text: str, old: str, new: str, path: str = "") -> Match:
    (match,) = search(FileIndex(text), Interpretation(old, new), path).matches
    return match


def after(text: str, old: str, new: str, path: str = "") -> str:
    return only(text, old, new, path).change.apply(text)


class TestNewLinesAtFileDepth:
    """The new text has the depth of the file, the old one does not."""

    @pytest.mark.parametrize(
        "old", ["one()\ntwo()\n", "    one()\n    two()\n", "\tone()\n\ttwo()\n", "one()\n    two()\n"]
    )
    def test_they_are_not_moved_twice(self, old: str) -> None:
        match = only(FILE, old, "        one()\n        new()\n        two()\n")

        assert FILE.replace("two()", "new()\n        two()") == match.change.apply(FILE)
        assert () == match.warnings

    def test_one_changed_line_is_enough_to_detect_it(self) -> None:
        assert FILE.replace("two()", "two(2)") == after(FILE, "two()\n", "        two(2)\n")

    def test_lines_that_a_new_line_encloses_are_moved_with_it(self) -> None:
        """They have the file's depth by chance: the line above them has that of the old text."""
        assert "    if x:\n        one()\n" == after("    one()\n", "one()\n", "if x:\n    one()\n")

    def test_a_less_indented_line_below_does_not_enclose_them(self) -> None:
        text = "def f():\n    one()\n"

        assert f"{text}\ndef g():\n    pass\n" == after(text, "one()\n", "    one()\n\ndef g():\n    pass\n")

    def test_they_are_not_moved_if_characters_differ_too(self) -> None:
        text = "  a('x')\n  b()\n"

        assert "  a('x')\n  c('y')\n  b()\n" == after(text, "a(‘x’)\nb()\n", "  a(‘x’)\n  c(‘y’)\n  b()\n")

    def test_a_first_line_that_lost_its_indentation_in_both_texts_gets_it_back_and_that_is_a_guess(
        self,
    ) -> None:
        match = only("f(\n    a,\n)\n", "a,\n)\n", "b,\n    a,\n)\n")

        assert "f(\n    b,\n    a,\n)\n" == match.change.apply("f(\n    a,\n)\n")
        assert [(MatchWarningKind.GUESSED_DEPTH, 2)] == [
            (warning.kind, warning.line) for warning in match.warnings
        ]


class TestUnevenDepths:
    def test_all_lines_lost_theirs_if_those_below_the_first_have_none_either(self) -> None:
        text = "namespace N\n{\n    record A(int X);\n}\n"
        new = "record A(int X);\n\nclass B : E\n{\n    B() : base()\n    {\n    }\n}\n"
        match = only(text, "record A(int X);\n", new, "a.cs")

        moved = "".join(f"    {line}" if line.strip() else line for line in new.splitlines(keepends=True))
        assert text.replace("    record A(int X);\n", moved) == match.change.apply(text)
        assert () == match.warnings

    def test_a_new_line_gets_the_depth_of_its_neighbour_as_a_guess(self) -> None:
        match = only("  a();\n  b();\n", "   a();\n  b();\n", "   a();\n   new();\n  b();\n", "x.js")

        assert "  a();\n  new();\n  b();\n" == match.change.apply("  a();\n  b();\n")
        assert [(MatchWarningKind.GUESSED_DEPTH, 2, False)] == [
            (d.kind, d.line, d.is_old) for d in match.warnings
        ]
        assert "the indentation of new lines is a guess: line 2" == match.warnings[0].message

    def test_new_lines_no_deeper_than_the_line_that_opens_their_block_are_a_guess(self) -> None:
        text = "  const a = {\n    b: 1,\n  };\n  done();\n"
        match = only(text, "done();\n", "const c = {\nd: 1,\n};\ndone();\n")

        assert [(MatchWarningKind.GUESSED_DEPTH, 5)] == [
            (warning.kind, warning.line) for warning in match.warnings
        ]

    @pytest.mark.parametrize(
        ("path", "text", "old", "new", "named"),
        [
            ("a.json", "  {\n    x: 1\n  }\n", "x: 1\n", "x: 1\n},\n{\nz: 1,\nw: 2\n", "lines 3–6"),
            ("a.yml", "a:\n  b:\n    c: 1\n", "c: 1\n", "c: 1\nd:\ne: 1\nf: 1\n", "lines 4–6"),
        ],
    )
    def test_all_new_lines_of_a_block_without_indentation_are_a_guess_after_a_flattened_one(
        self, path: str, text: str, old: str, new: str, named: str
    ) -> None:
        match = only(text, old, new, path)

        assert [f"the indentation of new lines is a guess: {named}"] == [d.message for d in match.warnings]

    def test_the_depth_of_a_line_that_an_uneven_block_moves_is_a_guess(self) -> None:
        text = "- a\n    - b\n- c\n"
        match = only(text, "- a\n     - b\n- c\n", "- a\n - b\n- c\n", "a.md")

        assert ["the indentation of new lines is a guess: line 2"] == [d.message for d in match.warnings]

    def test_aligned_lines_are_not_converted_by_the_blocks_unit(self) -> None:
        text = "    a: 1\n    c: 3\n"
        match = only(text, "     a: 1\n     c: 3\n", "     a: 1\n    b: 2\n     c: 3\n")

        assert "    a: 1\n    b: 2\n    c: 3\n" == match.change.apply(text)


class TestLookAlikes:
    def test_new_lines_have_the_plain_characters_of_the_file(self) -> None:
        assert 'a("x")\nb("it\'s")\n' == after('a("x")\n', "a(“x”)\n", "a(“x”)\nb(“it’s”)\n")

    def test_characters_that_the_file_has_too_stay(self) -> None:
        assert "a – “x”\nb “y”\n" == after("a – “x”\n", "a - “x”\n", "a - “x”\nb “y”\n")

    def test_a_long_dash_may_stand_for_one_hyphen_or_two(self) -> None:
        assert () == search(FileIndex("a - b\n"), Interpretation("a – b\n", "a – b\nc —all\n")).matches


class TestBlankLines:
    @pytest.mark.parametrize(
        ("old", "new", "result"),
        [
            ("a\nb\n", "a\n\nB\n", "a\n\nB\nz\n"),
            ("a\n\n\nb\n", "a\n\nB\n", "a\n\nB\nz\n"),
            ("a\nb\n", "a\nB\n", "a\n\nB\nz\n"),
            ("a\nb\n", "a\n\n\nb\n", "a\n\n\nb\nz\n"),
        ],
    )
    def test_blank_lines_that_file_and_new_text_agree_on_are_kept(
        self, old: str, new: str, result: str
    ) -> None:
        assert result == after("a\n\nb\nz\n", old, new)


def test_many_lines_at_other_depths_are_compared_in_linear_time() -> None:
    """No depth of the new line follows from them, so there is no match."""
    file = "".join(f"{' ' * (n % 7)}line_{n}()\n" for n in range(20_000))
    old = "".join(f"{' ' * (n * 5 % 11)}line_{n}()\n" for n in range(20_000))

    found = search(FileIndex(file), Interpretation(old, f"{old}more()\n"), "a.py")

    assert () == found.matches


class TestGuesses:
    """New lines whose depth the rule for the old ones cannot tell."""

    def test_new_lines_below_the_one_line_that_is_known_are_moved_with_it(self) -> None:
        """They are less deep than that line, so their depth counts from its own in the block."""
        text = "class A:\n    foo()\n"
        match = only(text, "foo()\n", "foo()\n  bar()\n")

        assert f"{text}        bar()\n" == match.change.apply(text)
        assert () == match.warnings

    @pytest.mark.parametrize(
        ("old", "new", "lines", "line"),
        [
            ("      bar()\n", "    new()\n      bar()\n", "    new()\n    bar()\n", 2),
            ("  if x:\n", "  if x:\n        new()\n", "    if x:\n        new()\n", 3),
        ],
        ids=["outside of the class", "two units deeper"],
    )
    def test_a_new_line_that_the_rule_would_put_at_an_implausible_depth_is_a_guess(
        self, old: str, new: str, lines: str, line: int
    ) -> None:
        text = f"class A:\n    {old.lstrip()}"
        match = only(text, old, new)

        assert f"class A:\n{lines}" == match.change.apply(text)
        assert [(MatchWarningKind.GUESSED_DEPTH, line)] == [(w.kind, w.line) for w in match.warnings]

    @pytest.mark.parametrize("sign", [".filter(a)", "?.filter(a)", "&& filter(a)", "+ filter(a)"])
    def test_the_rest_of_a_statement_may_be_two_steps_deeper(self, sign: str) -> None:
        text = "class A {\n    int f() {\n        return 1;\n    }\n}\n"
        old = "  int f() {\n    return 1;\n  }\n"
        new = f"  int g() {{\n    return all\n        {sign}\n        .get();\n  }}\n\n{old}"
        rest = f"{sign}\n                .get();\n    }}\n\n"
        added = f"    int g() {{\n        return all\n                {rest}"

        match = only(text, old, new, "A.java")

        assert text.replace("    int f()", f"{added}    int f()") == match.change.apply(text)
        assert () == match.warnings

    def test_a_line_that_is_aligned_behind_a_bracket_tells_nothing_of_those_below_it(self) -> None:
        text = "void f() {\n    if (a) {\n        b();\n    }\n}\n"
        new = " if (c &&\n      d) {\n     e();\n }\n if (a) {\n     b();\n }\n"

        match = only(text, " if (a) {\n     b();\n }\n", new)

        expected = "void f() {\n    if (c &&\n         d) {\n        e();\n    }\n    if (a) {"
        assert match.change.apply(text).startswith(expected)
        assert () == match.warnings

    @pytest.mark.parametrize(
        "lines", ['    y = \\"' + '\\"' * 30_000 + "\n", ("    " + "(" * 400 + "\n") * 3_000]
    )
    def test_brackets_and_quotes_are_read_in_linear_time(self, lines: str) -> None:
        text = "class A:\n    def f(self):\n        x = 1\n        return x\n"
        start = process_time()

        only(text, "x = 1\nreturn x\n", f"x = 1\n{lines}return x\n")

        assert process_time() - start < 3


class TestByBrackets:
    FILE = "class A {\n    int b;\n}\n"

    @pytest.mark.parametrize(
        ("path", "code", "expected"),
        [
            (
                "a.swift",
                "func f() {\nswitch a {\ncase .b:\nitems\n.map { $0 }\n.sorted()\ndefault:\ng()\n}\n}\n",
                """\
func f() {
    switch a {
    case .b:
        items
            .map { $0 }
            .sorted()
    default:
        g()
    }
}
""",
            ),
            (
                "a.java",
                "/**\n* Loads.\n*/\nvoid f() {\nif (a == 1)\nreturn;\nswitch (a) {\ncase 2:\ng(h(),\ni);\n"
                "}\n}\n",
                """\
/**
 * Loads.
 */
void f() {
    if (a == 1)
        return;
    switch (a) {
        case 2:
            g(h(),
                i);
    }
}
""",
            ),
            (
                "a.vue",
                "async function f() {\ntry {\nawait g()\n} catch (e) {\nh('}')\n} finally {\ni()\n}\n}\n",
                """\
async function f() {
    try {
        await g()
    } catch (e) {
        h('}')
    } finally {
        i()
    }
}
""",
            ),
            (
                "a.ts",
                "test('a', () => {\nexpect(f({\na: 1,\n})).toBe(`b\nc {`)\n})\n",
                "test('a', () => {\n    expect(f({\n        a: 1,\n    })).toBe(`b\nc {`)\n})\n",
            ),
            ("a.scss", ".a {\n.b {\ncolor: red;\n}\n}\n", ".a {\n    .b {\n        color: red;\n    }\n}\n"),
            (
                "a.cpp",
                "namespace a {\n\nint f() {\n#ifdef B\nreturn 1;\n#endif\n}\n\n}\n",
                "namespace a {\n\nint f() {\n#ifdef B\n    return 1;\n#endif\n}\n\n}\n",
            ),
            (
                "a.cpp",
                "class A {\npublic:\nint f() {\n*p = 1;\ngoto out;\nout:\nreturn a ? b : c;\n}\n};\n",
                "class A {\npublic:\n    int f() {\n        *p = 1;\n        goto out;\n    out:\n"
                "        return a ? b : c;\n    }\n};\n",
            ),
            ("a.h", 'extern "C" {\nint f(\nint a);\n}\n', 'extern "C" {\nint f(\n    int a);\n}\n'),
        ],
    )
    def test_lost_indentation_is_that_of_the_brackets(self, path: str, code: str, expected: str) -> None:
        assert expected == indented_by_brackets(code, path, FileIndex(self.FILE))

    def test_branches_are_as_deep_as_the_switch_if_those_of_the_file_are(self) -> None:
        file = "switch (a) {\ncase 1:\n  f()\n}\nif (b) {\n  c()\n}\n"
        code = "switch (a) {\ncase 2:\ng()\n}\n"

        assert "switch (a) {\ncase 2:\n  g()\n}\n" == indented_by_brackets(code, "a.js", FileIndex(file))

    @pytest.mark.parametrize(
        ("path", "file", "code"),
        [
            ("a.js", FILE, "function f() {\n  if (a) {\nb()\n}\n}\n"),
            ("a.js", "f() {\ng()\n}\n", "f() {\nh()\n}\n"),
            ("a.js", FILE, "f(\n}\n"),
            ("a.py", "def f():\n    g(1)\n", "f({\n1: 2,\n})\n"),
            ("a.jsx", FILE, "f(() => {\nreturn (\n<p>\n{a}\n</p>\n)\n})\n"),
            ("a.js", FILE, "a()\nb({ c })\n"),
        ],
        ids=[
            "some of it",
            "a file without any",
            "other brackets",
            "another language",
            "elements",
            "one level",
        ],
    )
    def test_other_code_stays_as_it_is(self, path: str, file: str, code: str) -> None:
        assert code == indented_by_brackets(code, path, FileIndex(file))
