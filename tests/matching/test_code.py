"""Parsers are given code, and no text that they take minutes for."""

import pytest

from editreview.matching.code import LANGUAGES, Syntax, may_be_code

SOUP = ["/*", "->", "a<", "}-", ",&", "&}", ";&", "~,", "- \n}", "!|", "a<>", "=> "]


@pytest.mark.parametrize("piece", SOUP)
@pytest.mark.parametrize("language", ["python", "cpp", "typescript", "rust", "kotlin", "swift"])
def test_text_of_hundreds_of_operators_is_not_parsed(piece: str, language: str) -> None:
    text = "x = 1\n" + piece * 2_000
    tree = Syntax(text, language)

    assert not tree.is_code
    assert (1, (1,)) == (tree.faults, tree.error_lines)
    assert tree.shape(6, 400) != Syntax(text.replace("x", "y"), language).shape(0, 400)
    assert [(0, "ERROR", text[6:400])] == tree.shape(6, 400)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", f"# {'=' * 70}\n" * 100),
        ("python", f"x = '{'+-' * 1000}'\n"),
        ("cpp", f"/*{'*-' * 2000}*/\n"),
        ("cpp", "f(a->b, *c, &d[-1] >> 2, !e);\n" * 200),
        ("javascript", "const a = b && c || d ? !e : -f;" * 200),
        ("typescript", "((((({[{" * 300),
        ("rust", 'r#"' + "->" * 2000 + '"#;\n'),
        ("yaml", "- - - - - - -\n" * 300),
        ("html", "<!--" + "-=" * 2000 + "-->\n"),
    ],
)
def test_banners_strings_and_dense_code_are_parsed(language: str, text: str) -> None:
    assert may_be_code(text, language)


def test_missing_tokens_in_a_deep_tree_are_counted_at_once() -> None:
    """To find the parent of each took minutes."""
    text = ("a: " * 500 + "\n") * 40

    assert 0 < Syntax(text, "cpp").errors


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_nothing_has_no_errors(language: str) -> None:
    assert (0, 0) == (Syntax("", language).errors, Syntax(" \n", language).errors)
