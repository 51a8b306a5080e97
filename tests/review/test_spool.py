"""The kept response: the same text back, however long and whatever is in it."""

from hypothesis import given
from hypothesis import strategies as st

from editreview.review.spool import Spool


@given(st.lists(st.binary(max_size=50)))
def test_what_went_in_comes_out(pieces: list[bytes]) -> None:
    spool = Spool()
    texts = [piece.decode("utf-8", "surrogateescape") for piece in pieces]
    for text in texts:
        spool.append(text)
        spool.head(3)

    assert "".join(pieces_of(texts)) == spool.text()
    assert sum(map(len, pieces)) == spool.size


def pieces_of(texts: list[str]) -> list[str]:
    """The same bytes decoded as one text, as a decoder of the whole stream gives them."""
    return ["".join(texts).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")]


def test_a_long_text_comes_back_too() -> None:
    spool = Spool()
    for _ in range(40):
        spool.append("é" * 100_000)

    assert 4_000_000 == len(spool.text())
    assert "é" * 5 == spool.head(11)
