"""Texts inside lines that differ slightly from the file's, as edit tools give them."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Search
from editreview.matching.substring import search_text


def found(text: str, old: str, new: str) -> Search:
    return search_text(FileIndex(text), Interpretation(old, new))


@pytest.mark.parametrize(
    ("strategy", "text", "old", "new", "after"),
    [
        ("whitespace", "x = foo(a,  b) + 1\n", "foo(a, b)", "foo(a, c)", "x = foo(a,  c) + 1\n"),
        ("look-alikes", "say(“hello”, now)\n", '("hello",', '("bye",', "say(“bye”, now)\n"),
        ("look-alikes", "a cafe\u0301 b\n", "café b", "café c", "a cafe\u0301 c\n"),
        ("escapes", 'say(\\"hello\\", now)\n', '"hello"', '"bye"', 'say(\\"bye\\", now)\n'),
        ("entities", "x: one &lt; two; y\n", "one < two", "one < six", "x: one &lt; six; y\n"),
        ("look-alikes", "if x:\n    say(“a”, b)\n", '    say("a"', '    say("c"', "if x:\n    say(“c”, b)\n"),
        ("entities", "<b>a & b</b>\n", "<b>a &amp; b<", "<b>a &amp; b &lt; c<", "<b>a & b &lt; c</b>\n"),
        ("entities", "a & b < c\n", "a &amp; b &lt; c", "a &amp; b &lt; d &gt; e", "a & b < d > e\n"),
        ("whitespace", "x(all,\n   b,  c)\n", "all,\n   b, c", "all,\n   b, d", "x(all,\n   b,  d)\n"),
    ],
)
def test_unchanged_characters_stay_the_files(
    strategy: str, text: str, old: str, new: str, after: str
) -> None:
    (match,) = found(text, old, new).matches

    assert (strategy, after) == (match.strategies[0], match.change.apply(text))


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("foobar(a,  b)\n", "bar(a, b)"),
        ("x = foo(a,  b1)\n", "foo(a, b"),
        ("say Hello, you\n", "Hello "),
        ("foo(a,b)\n", "foo(a, b)"),
        ("x = foo(a,\n\t\tb)\n", "foo(a,\n        b)"),
        ("foo(a,\n  b)\n", "foo(a, b)"),
        ("    rows = self.outline.rows\n", "    self.outline.rows"),
        ("\trows =\tself.outline.rows\n", "\tself.outline.rows "),
    ],
)
def test_words_are_not_split_and_whitespace_and_lines_not_invented(text: str, old: str) -> None:
    assert () == found(text, old, "x").matches


def test_several_matches_are_all_found() -> None:
    assert 2 == len(found("two(a,  b) g two(a,  b)\n", "two(a, b)", "h").matches)


def test_if_the_new_text_does_not_fit_one_of_several_matches_there_is_none() -> None:
    """The first has both spellings of a sign, so that a new one of it could have either."""
    text = "x a1 &lt; b1 < c1 y\nx a1 &lt; b1 &lt; c1 y\n"

    assert () == found(text, "a1 < b1 < c1", "a1 < b1 < c1 < d1").matches


def test_whole_words_have_only_exact_matches_between_other_characters() -> None:
    index = FileIndex("load load_all reload(load)\nload  x\n")

    words = search_text(index, Interpretation("load", "read"), whole_words=True)
    spaced = search_text(index, Interpretation("load x", "read x"), whole_words=True)

    assert [(0, 4), (21, 25), (27, 31)] == [match.span for match in words.matches]
    assert () == spaced.matches


@pytest.mark.parametrize(
    ("new", "after"),
    [
        ("@cached\ndef f():\n", "x\n@cached\ndef f():\n"),
        ("    @cached\n    def f():\n", "x\n    @cached\n    def f():\n"),
        ("\n@cached\ndef f():\n", "x\n    \n@cached\ndef f():\n"),
    ],
)
def test_whitespace_on_a_blank_line_does_not_indent_the_text_that_replaces_its_end(
    new: str, after: str
) -> None:
    text = "x\n    \ndef f():\n"
    (match,) = found(text, "\ndef f():\n", new).matches

    assert after == match.change.apply(text)
