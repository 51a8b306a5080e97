"""Matches with the same tokens in another layout, and the block's change there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.matching.code import LANGUAGES, Tokens, in_strings, only_signs, signs
from editreview.matching.layouts import TokenHit, fit_tokens, token_spans
from editreview.text import Change

ANYWHERE = st.sampled_from(["", " ", "  ", "\n", "\n    ", "\n\n  ", "\r\n\t"])

CODE = {
    "python": (
        "def area(~shape~,~scale=1~):\n    size = measure(~shape~,~[~1~,~2~]~)\n    return size~\n",
        "def area(shape, scale=1):\n    size = measure(shape, [1, 2])\n    return size * scale\n",
    ),
    "javascript": (
        "function area(~shape~,~scale~)~{~\n  const size~=~measure(~shape~)~;~\n  return size~;~\n}\n",
        "function area(shape, scale) {\n  const size = measure(shape);\n  return size * scale;\n}\n",
    ),
    "go": (
        "func area(~a Shape,~by int) int {~\n\tsize := measure(~a,~\n\t\tby)\n\treturn size\n}\n",
        "func area(a Shape, by int) int {\n\tsize := measure(a, by)\n\treturn size * by\n}\n",
    ),
    "rust": (
        "fn area(~shape~:~Shape~)~->~f64~{~\n    let size~=~measure(~shape~)~;~\n    size~\n}\n",
        "fn area(shape: Shape) -> f64 {\n    let size = measure(shape);\n    size * 2.0\n}\n",
    ),
}
"""A function with a tilde wherever the language accepts any layout, and the block's change."""


def hits(text: str, search: str, language: str = "python") -> list[str]:
    return [text[slice(*hit.span)] for hit in token_spans(text, search, language, 10)]


def only_hit(text: str, search: str, language: str = "python") -> TokenHit:
    (hit,) = token_spans(text, search, language, 10)
    return hit


def after(text: str, search: str, replace: str, language: str = "python") -> str | None:
    fit = fit_tokens(only_hit(text, search, language), search, replace, text)
    return None if fit is None else Change(tuple(fit.splices)).apply(text)


class TestMatches:
    @pytest.mark.parametrize(
        ("language", "text", "search"),
        [
            ("python", "x = 1\ncall(a,\n     b)\n", "call(a, b)\n"),
            ("python", "x = 1\ncall(a, b)\n", "call(\n    a,\n    b\n)\n"),
            ("python", "if a: b\n", "if a:\n    b\n"),
            ("python", "a = b + \\\n    c\n", "a = b + c\n"),
            (
                "python",
                "class A:\n\n    def b(self): # c\n        return  1\n",
                "def b(self):  # c\n    return 1\n",
            ),
            ("javascript", "if (a) { b(); }\n", "if (a)\n{\n  b();\n}\n"),
            ("tsx", "x = <a>\n  <b c='d'/>\n</a>;\n", "x = <a><b c='d' /></a>;\n"),
            ("json", '{\n"a": [1, 2],\n "b": {}}\n', '"a": [\n  1,\n  2\n],\n'),
            ("go", "package a\n\nfunc b(c int,\n\td int) {}\n", "func b(c int, d int) {\n}\n"),
            ("css", "a{b:c}\n", "a {\n  b: c\n}\n"),
        ],
    )
    def test_the_same_tokens_are_found_in_any_layout(self, language: str, text: str, search: str) -> None:
        (found,) = hits(text, search, language)

        assert Tokens(found, language).keys == Tokens(search, language).keys

    @pytest.mark.parametrize(
        ("language", "text", "search"),
        [
            ("python", "a = 'b  c'\n", "a = 'b c'\n"),
            ("python", "a = (b, c,)\n", "a = (b, c)\n"),
            ("python", "if a:\n    b\nc\n", "if a:\n    b\n    c\n"),
            ("python", "if a:\n    if b:\n        c\n    d\n", "if a:\n    if b:\n        c\n        d\n"),
            ("python", "a\n(b)\n", "a(b)\n"),
            ("python", "a < -b\n", "a <- b + c\n"),
            ("javascript", "return\na\n", "return a\n"),
            ("javascript", "a = /b c/;\n", "a = /b  c/;\n"),
            ("javascript", "a + +b;\n", "a ++ b;\n"),
            ("javascript", "a = `b  c`;\n", "a = `b c`;\n"),
            ("yaml", "a:\n  b: 1\n  c: 2\n", "a:\n  b: 1\nc: 2\n"),
            ("rust", "a == b;\n", "a = = b;\n"),
        ],
    )
    def test_code_with_another_meaning_is_not_found(self, language: str, text: str, search: str) -> None:
        assert [] == hits(text, search, language)

    def test_words_are_not_split(self) -> None:
        assert [] == hits("foobar(\n    1)\n", "bar(1)\n")
        assert [] == hits("a != b\n", "= b\n")

    @pytest.mark.parametrize(
        ("language", "text", "search"),
        [
            ("python", "x = foo(a,\n  b)\n", "foo(a, b)\n"),
            ("python", "if x: foo(a,\n  b)\n", "foo(a, b)\n"),
            ("python", "foo(a,\n  b)  # noqa\n", "foo(a, b)\n"),
            ("python", "x = foo(a,\n  b)\n", "foo(a, b)"),
            ("javascript", "foo(a,\n  b); baz(3);\n", "foo(a, b);\n"),
            ("java", "class A { int b() { return 1; } }\n", "int b() {\n    return 1;\n}\n"),
        ],
    )
    def test_tokens_with_others_on_their_line_are_not_found(
        self, language: str, text: str, search: str
    ) -> None:
        """The rest of that line would end up next to the new text."""
        assert [] == hits(text, search, language)

    def test_too_many_candidates_never_give_a_single_match(self) -> None:
        assert 1 < len(hits("call(a,\n  b)\n" * 1_000, "call(a, b)\n"))

    def test_every_match_is_found_up_to_the_limit(self) -> None:
        text = "call(a,\n  b)\ncall(a,\n b)\ncall( a, b )\n"

        assert 3 == len(hits(text, "call(a, b)\n"))
        assert 2 == len(token_spans(text, "call(a, b)\n", "python", 2))

    def test_the_tokens_have_their_spans_in_the_file(self) -> None:
        text = "call(a,\n  b)\n"
        hit = only_hit(text, "call(a, b)\n")

        assert ["call", "(", "a", ",", "b", ")"] == [text[a:b] for a, b in hit.file_spans]

    @pytest.mark.parametrize(
        ("text", "search", "language"),
        [
            ("a\n", "a\n", "toml"),
            ("a\n" * 200_000, "a\n", "python"),
            ("a\n", "a  " * 10_000, "python"),
            ("a\0b\n", "a\n", "python"),
            ("a\n", "a\0\n", "python"),
            ("a\n", " \n", "python"),
            ("", "a\n", "python"),
        ],
    )
    def test_text_that_is_too_long_or_not_code_has_no_match(
        self, text: str, search: str, language: str
    ) -> None:
        assert [] == hits(text, search, language)

    @pytest.mark.parametrize("language", CODE)
    @given(data=st.data())
    def test_a_function_is_found_in_any_layout(self, language: str, data: st.DataObject) -> None:
        template, replace = CODE[language]
        head, *others = template.split("~")
        text = "\n" + head + "".join(data.draw(ANYWHERE) + part for part in others)
        search = template.replace("~", "")
        if language == "python":
            # The last one is outside of brackets.
            text = text.rstrip() + "\n"
        hit = only_hit(text, search, language)
        result = after(text, search, replace, language)

        assert text.strip() == text[slice(*hit.span)].strip()
        assert result is not None
        assert Tokens(result, language).keys == Tokens(replace, language).keys


class TestFit:
    def test_kept_tokens_keep_their_layout(self) -> None:
        assert "x = call(a,\n         B)  # c\n" == after(
            "x = call(a,\n         b)  # c\n", "x = call(a, b)  # c\n", "x = call(a, B)  # c\n"
        )

    def test_new_tokens_get_the_layout_of_the_block(self) -> None:
        assert "call(a,\n     b, c)\n" == after("call(a,\n     b)\n", "call(a, b)\n", "call(a, b, c)\n")

    def test_new_lines_get_the_depth_in_the_file(self) -> None:
        assert "class A:\n    def b(self,\n          c):\n        d()\n        return c\n" == after(
            "class A:\n    def b(self,\n          c):\n        return c\n",
            "def b(self, c):\n    return c\n",
            "def b(self, c):\n    d()\n    return c\n",
        )

    def test_new_lines_get_the_indentation_unit_of_the_file(self) -> None:
        assert "class A:\n\tdef b(self,\n\t\t\tc):\n\t\tif c:\n\t\t\treturn 1\n\t\treturn c\n" == after(
            "class A:\n\tdef b(self,\n\t\t\tc):\n\t\treturn c\n",
            "def b(self, c):\n    return c\n",
            "def b(self, c):\n    if c:\n        return 1\n    return c\n",
        )

    def test_lines_in_a_comment_get_the_depth_of_the_comment_in_the_file(self) -> None:
        file = "class A {\n  /**\n   * One.\n   * Two.\n   */\n  a( b ) {}\n}\n"
        search = "/**\n* One.\n* Two.\n*/\na(b) {}\n"

        assert file.replace("* Two.", "* Three.\n   * Two.").replace("( b )", "( b, c )") == after(
            file, search, search.replace("* Two.", "* Three.\n* Two.").replace("b", "b, c"), "typescript"
        )

    def test_a_layout_that_the_block_changes_is_written(self) -> None:
        assert "if q:\n    a(b,\n  c)\n    d\n" == after(
            "a(b,\n  c)\nd\n", "a(b, c)\nd\n", "if q:\n    a(b, c)\n    d\n"
        )

    def test_deleted_tokens_take_the_layout_before_them_along(self) -> None:
        assert "call(a)\n" == after("call(a,\n     b)\n", "call(a, b)\n", "call(a)\n")
        assert "a( b)\n" == after("x()\na( b)\n", "x()\na(b)\n", "a(b)\n")

    def test_lines_without_kept_tokens_are_deleted_with_their_ends(self) -> None:
        assert "x\ny\n" == after("x\ncall(a,\n     b)\ny\n", "call(a, b)\n", "")

    def test_the_first_line_may_change_its_depth(self) -> None:
        assert "if a:\n    b\n    c(d,\n      e)\n" == after(
            "if a:\n    b\nc(d,\n      e)\n", "c(d, e)\n", "    c(d, e)\n"
        )

    def test_new_lines_get_the_files_line_ends(self) -> None:
        assert "call(a,\r\n  b)\r\nc\r\n" == after("call(a,\r\n  b)\r\n", "call(a, b)\n", "call(a, b)\nc\n")

    def test_the_change_is_no_larger_than_what_the_block_changes(self) -> None:
        text, search = "call(a,\n     b)\n", "call(a, b)\n"
        fit = fit_tokens(only_hit(text, search), search, "call(a, c)\n", text)

        assert fit is not None
        assert [("b", "c")] == [(text[s.start : s.end], s.text) for s in fit.splices]

    def test_a_change_that_breaks_valid_code_is_not_certain(self) -> None:
        assert None is after("if a:\n    b(c,\n      d)\n", "b(c, d)\n", "")

    def test_a_new_statement_gets_the_depth_of_adjacent_ones(self) -> None:
        assert "def a(b,\n  c):\n      d\n      f\n      e\n" == after(
            "def a(b,\n  c):\n      d\n      e\n",
            "def a(b, c):\n  d\n  e\n",
            "def a(b, c):\n  d\n  f\n  e\n",
        )

    def test_a_comment_that_would_swallow_code_is_not_certain(self) -> None:
        assert None is after("call(a, b)\n", "call(a,\n     b)\n", "call(a, # first\n     b)\n")

    def test_added_or_removed_outer_blank_lines_are_not_certain(self) -> None:
        assert None is after("call(a,\n     b)\n", "call(a, b)\n", "call(a, c)\n\n")


PIECES = st.sampled_from(
    [*"()[]{}\"'`/*#\\\n rR", "//", "/*", "*/", '"""', "name", "\\\n", "<!--", "-->", "--[["]
)


@given(text=st.lists(PIECES, max_size=40).map("".join), language=st.sampled_from(sorted(LANGUAGES)))
def test_signs_are_the_brackets_and_lone_quotes_among_the_tokens(text: str, language: str) -> None:
    tokens = Tokens(text, language)
    found = [(tokens.token(n), tokens.span(n)[0]) for n in range(len(tokens))]
    expected = [(token, start) for token, start in found if token in tuple('()[]{}"')]

    assert expected == list(signs(text, language))
    assert "".join(token for token, _ in expected) == only_signs(text, language)


class TestStrings:
    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("python", 'x = """\nit\'s @\n"""\ny = \'@\'  # "\n'),
            ("javascript", "const a = `@${b}`; // it's\nconst c = '@'\n"),
            ("rust", 'fn f<\'a>(x: &\'a str) { g(r#"a " @"#, "@") }\n'),
            ("go", 'x := `\n@`\ny := "@"\n'),
        ],
    )
    def test_what_stands_in_quotes_is_in_a_string(self, language: str, text: str) -> None:
        places = [at for at, sign in enumerate(text) if sign == "@"]

        assert set(places) == in_strings(text, language, [*places, 0, len(text) - 1])

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("python", "x = 1  # don't @\ny = 'a'  # @\n"),
            ("javascript", "/* it's\n@ */ f('a') // '@'\n"),
            ("yaml", "a: don't\nb: c  # @\nd: doesn't\n"),
        ],
    )
    def test_what_stands_in_a_comment_is_not(self, language: str, text: str) -> None:
        assert set() == in_strings(text, language, [at for at, sign in enumerate(text) if sign == "@"])
