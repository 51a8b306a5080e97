"""Lines of the screen: up undoes down, and every row is met in order."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.rows import DiffRows

LINES = st.lists(st.text("ab \t語é", max_size=70), min_size=1, max_size=12)


def _layout(old: str, new: str, width: int, *, split: bool, wraps: bool) -> Layout:
    lines = Lines(old)
    change = change_lines(lines, 0, len(lines), split_lines(new, lines.separator))
    rows = DiffRows(Alignment(lines, change), split=split, context=2)
    return Layout(rows, split=split, width=width, wraps=wraps)


@given(LINES, LINES, st.integers(12, 60), st.booleans(), st.booleans(), st.data())
def test_the_lines_of_the_screen_are_a_list(
    old: list[str], new: list[str], width: int, split: bool, wraps: bool, data: st.DataObject
) -> None:
    """down, up and below agree on it, from any line of it."""
    layout = _layout("\n".join(old), "\n".join(new), width, split=split, wraps=wraps)
    if not len(layout.rows):
        return
    every = layout.below(Spot(0), 10_000)
    assert sorted(set(every)) == every
    assert set(range(len(layout.rows))) == {spot.row for spot in every}
    assert layout.end == every[-1]
    at, step = data.draw(st.integers(0, len(every) - 1)), data.draw(st.integers(0, 30))
    assert every[min(at + step, len(every) - 1)] == layout.down(every[at], step)
    assert every[max(at - step, 0)] == layout.up(every[at], step)
    assert every[at : at + step] == layout.below(every[at], step)
    assert max(spot for spot in every if spot.row == every[at].row) == layout.last(every[at].row)


def test_a_line_of_a_megabyte_is_wrapped_in_parts() -> None:
    """Its end is found without its middle; a character in it has its line of the screen."""
    long = "0123456789" * 100_000
    layout = _layout(f"{long}\nx\n", f"{long}\ny\n", 91, split=False, wraps=True)
    assert 86 == layout.room
    # All but the first line are set in by two cells; a part has 24 of them.
    last = layout.last(0)
    assert 1 + -(-(1_000_000 - 86) // 84) == last.part * 24 + last.line + 1
    assert last == layout.up(Spot(1), 1)
    assert len(layout._measured) <= 4
    spot = layout.spot_of(0, 500_000, is_old=True)
    assert 1 + (500_000 - 86) // 84 == spot.part * 24 + spot.line
    text = layout.text_of(0, is_old=True)
    assert text is not None
    pieces = [layout.piece(text, part) for part in range(layout.parts(0))]
    assert long == "".join(piece.text for piece in pieces)


def test_a_long_paragraph_is_wrapped_at_words_in_every_part() -> None:
    """Parts begin at a word, so that only the last line of one is shorter than the others."""
    long = "word and another " * 2_000
    layout = _layout(f"    {long}\n", "x\n", 83, split=False, wraps=True)
    text = layout.text_of(0, is_old=True)
    assert text is not None
    pieces = [layout.piece(text, part) for part in range(layout.parts(0))]
    assert f"    {long}" == "".join(piece.text for piece in pieces)
    for piece in pieces:
        lines = [piece.text[start:end] for start, end in pairwise((*piece.starts, len(piece.text)))]
        assert all(line.endswith(" ") and not line.startswith(" ") for line in lines[1:])
        assert all(len(line.rstrip()) > 0.6 * layout.room for line in lines[:-1])
    for character in range(0, len(text), 97):
        spot = layout.spot_of(0, character, is_old=True)
        piece = pieces[spot.part]
        assert piece.low + piece.starts[spot.line] <= character < piece.low + len(piece.text)
