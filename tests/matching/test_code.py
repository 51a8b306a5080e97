"""The tokens of a text: a string or a comment that is not closed is none."""

import pytest

from editreview.matching.code import Tokens, only_signs, signs

OPEN = [
    ("c", "/* "),
    ("haskell", "{- "),
    ("lua", "--[[x\n"),
    ("html", "<!-- "),
    ("bash", '"\\'),
    ("php", "'\\"),
    ("javascript", "`\\"),
    ("rust", 'r#" '),
    ("python", "'''\\"),
    ("swift", '/*"""\\'),
]


@pytest.mark.parametrize(("language", "opening"), OPEN)
@pytest.mark.parametrize("count", [1, 100_000])
def test_what_opens_a_literal_that_is_not_closed_stands_for_itself(
    language: str, opening: str, count: int
) -> None:
    """To look for the end of each of thousands would take minutes."""
    text = f"(a) {opening * count}\n]"
    found = only_signs(text, language)

    assert ("()", "]") == (found[:2], found[-1])
    assert found == "".join(sign for sign, _ in signs(text, language))


def test_tokens_behind_it_are_those_of_the_text() -> None:
    tokens = Tokens('a /* b "c d" /* e', "c")

    assert ["a", "/", "*", "b", '"c d"', "/", "*", "e"] == list(tokens.keys)
    assert [(0, 1), (2, 3), (3, 4), (5, 6), (7, 12)] == [tokens.span(n) for n in range(5)]


def test_each_token_has_a_key_even_with_the_sign_that_separates_keys() -> None:
    tokens = Tokens('a "b\0c" \0 d', "bash")

    assert not tokens.is_plain
    assert len(tokens) == len(tokens.keys)


def test_literals_of_another_kind_are_still_closed() -> None:
    assert "(]" == only_signs('( /* "[" ]', "c")
    assert "(]" == only_signs("( ` /* [ */ ]", "javascript")
