"""A paragraph of prose matches in other lines, and the block's change is applied word by word."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Match, MatchWarningKind, Tier, search
from editreview.matching.layouts import rewrapped
from editreview.matching.model import Query

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
