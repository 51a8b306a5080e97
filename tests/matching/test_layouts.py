"""Blocks whose text has another layout in the file: tokens of code, and paragraphs of prose."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Match, MatchWarningKind, Tier, search
from editreview.matching.code import LANGUAGES, Tokens, brackets, in_strings, only_brackets
from editreview.matching.layouts import TokenHit, fit_tokens, rewrapped, token_spans
from editreview.matching.model import Query
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

    assert expected == list(brackets(text, language))
    assert "".join(token for token, _ in expected) == only_brackets(text, language)


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


WRAPPED = """\
The quick brown fox jumps over the lazy dog, and
then it sleeps in the sun until the evening comes
and the moon rises.
"""
LINE = WRAPPED.replace("\n", " ").strip() + "\n"


def matches_of(file: str, old: str, new: str, path: str = "a.md") -> tuple[Match, ...]:
    return search(FileIndex(file), Interpretation(old, new), path).matches


def applied(file: str, old: str, new: str, path: str = "a.md") -> str:
    (match,) = matches_of(file, old, new, path)
    assert (("rewrap",), Tier.TOLERANT) == (match.strategies, match.tier)
    return match.change.apply(file)


_LONG = "beside the old river and not far from us, until"


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        ("lazy dog", "old cat", WRAPPED.replace("lazy dog", "old cat")),
        ("then it", "it", WRAPPED.replace("then it", "it")),
        ("then it sleeps", "he naps", WRAPPED.replace("then it sleeps", "he naps")),
        ("in the sun", "in the warm sun", WRAPPED.replace("the sun", "the warm sun")),
        ("The quick", "A very quick", WRAPPED.replace("The quick", "A very quick")),
        ("rises.", "rises again.", WRAPPED.replace("rises.", "rises again.")),
        ("until", _LONG, WRAPPED.replace("until", _LONG.replace("us, until", "us,\nuntil"))),
        ("x", "x", WRAPPED),
    ],
)
def test_one_line_takes_the_lines_of_the_file(old: str, new: str, result: str) -> None:
    file = f"# Title\n\n{WRAPPED}\nMore.\n"

    assert f"# Title\n\n{result}\nMore.\n" == applied(file, LINE, LINE.replace(old, new))


def test_several_lines_take_the_one_line_of_the_file() -> None:
    new = WRAPPED.replace("lazy dog", "very old cat")

    assert f"{LINE}\nMore.\n".replace("lazy dog", "very old cat") == applied(f"{LINE}\nMore.\n", WRAPPED, new)


@pytest.mark.parametrize(
    ("path", "marker", "around"),
    [
        ("a.py", "# ", ("", "")),
        ("a.js", "    // ", ("", "")),
        ("a.java", " * ", ("/**\n", " */\n")),
        ("a.py", "    ", ('def f():\n    """A fox.\n\n', '    """\n')),
    ],
)
def test_comments_and_docstrings_are_prose(path: str, marker: str, around: tuple[str, str]) -> None:
    paragraph = "".join(f"{marker}{line}" for line in WRAPPED.splitlines(keepends=True))
    file = f"{around[0]}{paragraph}{around[1]}x = 1\n"

    result = applied(file, marker + LINE, marker + LINE.replace("lazy", "old"), path)

    assert file.replace("lazy", "old") == result


def test_line_ends_of_the_file_stay() -> None:
    file = WRAPPED.replace("\n", "\r\n")

    assert file.replace("lazy", "old") == applied(file, LINE, LINE.replace("lazy", "old"))


def test_a_line_that_neither_side_has_is_named() -> None:
    (match,) = matches_of(f"One.\n\n{WRAPPED}", LINE, LINE.replace("lazy", "old"))

    assert [(MatchWarningKind.MERGED, 3)] == [(warning.kind, warning.line) for warning in match.warnings]


@pytest.mark.parametrize(
    ("file", "old", "path"),
    [
        (
            "- one two three four\n- five six seven eight\n",
            "- one two three four - five six seven eight\n",
            "a.md",
        ),
        ("one two three four  \nfive six seven eight\n", "one two three four five six seven eight\n", "a.md"),
        ("one two three four\n\nfive six seven eight\n", "one two three four five six seven eight\n", "a.md"),
        ("| a b c | d |\n| e f g | h |\n", "| a b c | d | | e f g | h |\n", "a.md"),
        ("a = one two three\nb = four five six\n", "a = one two three b = four five six\n", "a.py"),
        ("one two three\nfour five\n", "one two three four five\n", "a.md"),
        (f"{WRAPPED}and more\n".replace(".\nand", ". and"), LINE, "a.md"),
        (f"{WRAPPED}And more.\n", LINE, "a.md"),
    ],
    ids=[
        "items",
        "hard break",
        "paragraphs",
        "rows",
        "code",
        "few words",
        "within a line",
        "within a paragraph",
    ],
)
def test_what_line_breaks_may_mean_is_refused(file: str, old: str, path: str) -> None:
    found = matches_of(file, old, old.replace("three", "3").replace("lazy", "old"), path)

    assert not any("rewrap" in match.strategies for match in found)


WORDS = st.lists(
    st.sampled_from(["alpha", "beta,", "gamma", "delta.", "é", "10", "(x)"]), min_size=8, max_size=40
)


@given(WORDS, WORDS, st.integers(20, 60), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "// "]))
def test_the_paragraph_has_the_new_words_and_all_else_stays(
    old: list[str], new: list[str], width: int, end: str, marker: str
) -> None:
    lines = [marker + line for line in wrap(" ".join(old), width, break_on_hyphens=False)]
    top, bottom = f"call();{end}", f"{end}call();{end}"
    text = top + (end if not marker else "") + end.join(lines) + end + bottom
    search, replace = (f"{marker}{' '.join(words)}\n" for words in (old, new))

    for match in matches_of(text, search, replace, "a.js" if marker else "a.md"):
        result = match.change.apply(text)
        assert result.startswith(top)
        assert result.endswith(bottom)
        paragraph = result.removeprefix(top).removesuffix(bottom)
        assert new == [word for word in paragraph.split() if word != marker.strip()]
        assert result.count("\n") == result.count(end)


def test_a_long_paragraph_that_differs_in_its_last_word_is_refused_at_once() -> None:
    """The ways to share out the whitespace between words must not multiply: that would take years."""
    lines = [f"            one of {n} words" for n in range(80)]
    file = 'def f():\n    """Title.\n\n' + "\n".join(lines) + '\n            end.\n    """\n'
    old = [f"{a.strip()} {b.strip()}" for a, b in zip(lines[::2], lines[1::2], strict=True)]
    query = Query(Interpretation("", ""), [*old, "other"], [*old, "another"], "a.py")

    assert [] == rewrapped(FileIndex(file), query)


@pytest.mark.parametrize("quotes", ['"""', "'''", 'r"""'])
@pytest.mark.parametrize("end", ["", "\n    "])
@pytest.mark.parametrize("is_wrapped", [True, False])
def test_a_docstring_is_found_with_its_quotes(quotes: str, end: str, is_wrapped: bool) -> None:
    """Wherever the closing quotes are, its beginning is that of a definition or of the file."""
    words = f"{quotes}{LINE.strip()}"
    lines = "\n    ".join(wrap(words, 50))
    one, several = (f"    {text}{end}{quotes[-3:]}\n" for text in (words, lines))
    old, there = (one, several) if is_wrapped else (several, one)
    file = f"def f():\n{there}    return 1\n"

    assert file.replace("lazy", "old") == applied(file, old, old.replace("lazy", "old"), "a.py")


@pytest.mark.parametrize("before", ["x = call(\n", "x = 1\n"])
def test_a_text_in_quotes_that_is_no_docstring_is_not_prose(before: str) -> None:
    there = '    """' + WRAPPED.replace("\n", "\n    ").strip() + '"""\n'
    one = f'    """{LINE.strip()}"""\n'

    assert () == matches_of(before + there, one, one.replace("lazy", "old"), "a.py")
