"""The differing words of two lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.alignment import Span, are_akin, changed_words

LINES = st.text(st.sampled_from("ab_ .(=é語\t"), max_size=30)
CODE = st.lists(
    st.sampled_from(
        ["name", "other", "x", "in", "1.2.3", "  ", " ", "=", "==", "(", ")", ",", ".", "語", "++"]
    ),
    max_size=16,
).map("".join)


def _marked(line: str, spans: tuple[Span, ...]) -> str:
    for start, end in reversed(spans):
        line = f"{line[:start]}«{line[start:end]}»{line[end:]}"
    return line


def _pair(pair: str) -> tuple[str, str, tuple[str, str]]:
    """Both lines of a marked pair, without and with their marks."""
    old, new = pair.split("\n")
    plain = pair.replace("«", "").replace("»", "").split("\n")
    return plain[0], plain[1], (old, new)


@pytest.mark.parametrize(
    "pair",
    [
        '"posthog": "^«1.130.1»",\n"posthog": "^«1.281.0»",',
        '<p class="bg-vsc-background «sticky top»-0 «z-10»">\n<p class="bg-vsc-background «lg:w-48 flex»-0">',
        '- textual«>=»0.89.1\n- «"»textual«==»0.89.1«"»',
        "listOf(Coder«, CoderNext», Instinct)\nlistOf(Coder, Instinct)",
        "i <= «ticks»; i«++») {\ni <= «last»; i «+= 10») {",
        '<p class="cta">«Ready to supercharge your work»?\n<p class="cta">«Want more details»?',
        "«for blob in» commit.traverse()«:»\n«blobs =» commit.traverse()",
        "<td>claude-2025</td>>«219,958»<\n<td>claude-2025</td>>«1,948,550»<",
        "«collection_specified» = x is «not» None\n«default_collection»=x is None«,»",
        "def «allow_focus_children»(self) -> «bool»:\ndef «action_pointer_down»(self) -> «None»:",
        "if a «and» b:\nif a «or» b:",
        "total = cart.total()\ntotal = cart.total(«coupon»)",
        "f(«alpha»=«Alpha»(1))\nf(«beta»=«Beta»(1))",
        "Reader(«dialects_of»(formats) «if formats else Reader()»)\nReader(«formats_of»(formats))",
        "文字«列»を返す\n文字«数»を返す",
    ],
)
def test_words_that_the_other_line_lacks_are_marked(pair: str) -> None:
    """Names and numbers as a whole, signs with them, and nothing that a reader would not call changed."""
    old, new, marked = _pair(pair)
    spans = changed_words(old, new)
    assert marked == (_marked(old, spans[0]), _marked(new, spans[1]))


@pytest.mark.parametrize(
    "pair",
    [
        "    return x\n«    »    return x",
        "\treturn x\n«    »return x",
        "a = b\na «  »= b",
        "a = f( b)\na = f(b)«  »",
        "    return x\n        return «y»",
        "apples\nzzz = 123456",
        "\nnew",
        "same\nsame",
    ],
)
def test_whitespace_is_marked_only_where_nothing_else_differs(pair: str) -> None:
    """Of an indentation its surplus; nothing where the lines have little in common."""
    old, new, _ = _pair(pair)
    spans = changed_words(old, new)
    is_blank = "".join(old.split()) == "".join(new.split())
    for line, found in zip((old, new), spans, strict=True):
        assert is_blank or all(line[start:end].strip() for start, end in found)
    assert is_blank or "return" not in old or spans[1] == ((15, 16),)


def test_a_part_that_could_stand_at_several_positions_begins_with_its_sign() -> None:
    """And holds whole brackets."""
    for old, new, part in (
        ("f(a)", "f(a, b)", ", b"),
        ("x.lower()", "x.lower().strip()", ".strip()"),
        ("(a)", "(a), (b)", ", (b)"),
        ("g(x)", "g(x)(y)", "(y)"),
        ("[1, 2, 3]", "[1, 2, 2, 3]", ", 2"),
    ):
        for first, second, side in ((old, new, 1), (new, old, 0)):
            spans = changed_words(first, second)
            assert spans[1 - side] == ()
            assert [part] == [new[start:end] for start, end in spans[side]]


def _unmarked(line: str, spans: tuple[Span, ...]) -> str:
    return "".join(c for i, c in enumerate(line) if not any(a <= i < b for a, b in spans))


@given(LINES | CODE, LINES | CODE)
def test_unmarked_text_is_equal_on_both_sides(old: str, new: str) -> None:
    """But for its whitespace; spans lie in the line, in order, apart, and do not end in whitespace."""
    spans = changed_words(old, new)
    is_blank = "".join(old.split()) == "".join(new.split())
    if spans == ((), ()):
        assert is_blank is are_akin(old, new) or old.strip() == new.strip()
        return
    left = [_unmarked(line, found).split() for line, found in zip((old, new), spans, strict=True)]
    assert "".join(left[0]) == "".join(left[1])
    for line, found in zip((old, new), spans, strict=True):
        edges = [edge for span in found for edge in span]
        assert edges == sorted(set(edges))
        assert all(0 <= edge <= len(line) for edge in edges)
        for start, end in found:
            part = line[start:end]
            assert (not part.strip()) if is_blank else part == part.strip() != ""


@given(CODE, CODE)
def test_the_marks_of_the_reverse_change_are_as_many_words(old: str, new: str) -> None:
    """Nothing is marked on one side only because of the direction."""
    there, back = changed_words(old, new), changed_words(new, old)
    assert (there == ((), ())) is (back == ((), ()))


@given(LINES | CODE, LINES | CODE)
def test_whitespace_around_a_line_changes_no_mark_inside(old: str, new: str) -> None:
    """Another indentation moves the marks with the text."""
    if "".join(old.split()) == "".join(new.split()):
        return
    plain = changed_words(old.strip(), new.strip())
    moved = changed_words(f"  {old.strip()} ", f"\t{new.strip()}")
    by = (2, 1)
    assert plain == tuple(
        tuple((start - n, end - n) for start, end in side) for side, n in zip(moved, by, strict=True)
    )


def test_only_the_ends_of_very_long_lines_are_compared() -> None:
    """All between what two lines of a megabyte begin and end with, unless that is nearly all of them."""
    same = "a" * 500_000
    assert (((500_000, 500_003),), ((500_000, 500_001),)) == changed_words(
        f"{same}old{same}", f"{same}n{same}"
    )
    assert (((500_000, 500_001),), ()) == changed_words(f"{same}b{same}", same * 2)
    assert ((), ()) == changed_words(f"a{'b' * 9_000}", f"a{'c' * 9_000}")
