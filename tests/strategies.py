"""Texts as files really have them, and changes to them, for property tests."""

from hypothesis import strategies as st

from editreview.text import Change, Splice

BODIES = st.sampled_from(
    ["", "a", "b", "c", "if a:", "    b", "\tb", "b  ", "=======", "é", "\ufeffx", "\u2028y", "a\rb"]
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n"])
LINES = st.tuples(BODIES, ENDS).map("".join)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Mixed line ends, with or without a line end at the end; sometimes carriage returns only."""
    text = "".join(draw(st.lists(LINES, max_size=12))) + draw(st.sampled_from(["", "", "", "end", "\r"]))
    only_returns = draw(st.integers(0, 9)) == 0
    return text.replace("\r", "").replace("\n", "\r") if only_returns else text


@st.composite
def changes(draw: st.DrawFn, text: str) -> Change:
    """Any splices on a text that are sorted and disjoint: within lines, across them, at both ends."""
    offsets = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    splices: list[Splice] = []
    for start, end in zip(offsets[::2], offsets[1::2], strict=False):
        new = draw(st.sampled_from(["", "x", "x\n", "\n", "new\nlines\n", "no\nend", "r\r\n", "\r"]))
        splice = Splice(start, end, new)
        is_nothing = splice.is_insertion and not new
        is_second = bool(splices) and splice.is_insertion and splices[-1].clashes(splice)
        if not is_nothing and not is_second:
            splices.append(splice)
    return Change(tuple(splices))


@st.composite
def changed_texts(draw: st.DrawFn, count: int = 1) -> tuple[str, list[Change]]:
    """A text and changes that were all made for it."""
    text = draw(texts())
    return text, [draw(changes(text)) for _ in range(count)]
