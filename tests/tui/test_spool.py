"""The kept response: the same text back, however long and whatever is in it."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.tui.response_text import Spool


@given(st.lists(st.binary(max_size=50)))
def test_stored_lines_are_read_back(pieces: list[bytes]) -> None:
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


def test_a_long_text_is_restored_too() -> None:
    spool = Spool()
    for _ in range(40):
        spool.append("é" * 100_000)

    assert 4_000_000 == len(spool.text())
    assert "é" * 5 == spool.head(11)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of the size of files")
@pytest.mark.parametrize("room", [0, 1_500_000, 3_000_001])
def test_a_full_disk_loses_nothing_of_a_long_text(room: int) -> None:
    """A temporary file may become this long; then writing fails, as on a full disk."""
    script = (
        "import resource, signal, sys\n"
        "from editreview.tui.response_text import Spool\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))\n"
        "spool = Spool()\n"
        "text = ''.join(f'line {number}\\n' for number in range(300_000))\n"
        "for at in range(0, len(text), 70_001): spool.append(text[at : at + 70_001])\n"
        "assert text == spool.text()\n"
        "assert ['line 299999'] == spool.lines_from(300_000, 5)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(room)], check=True)


_LINES = [f"line {number} of it" for number in range(1, 30_001)]


def _long(text: str) -> Spool:
    spool = Spool()
    for at in range(0, len(text), 70_001):
        spool.append(text[at : at + 70_001])
    return spool


@given(st.integers(-3, 30_010), st.integers(0, 50))
def test_any_lines_are_found(first: int, count: int) -> None:
    start = max(first, 1)

    assert _LINES[start - 1 : start - 1 + count] == _SPOOL.lines_from(first, count)


_SPOOL = _long("\r\n".join(_LINES))


def test_lines_are_counted_also_one_without_an_end() -> None:
    spool = Spool()
    assert 0 == spool.lines
    spool.append("a\nb")
    assert 2 == spool.lines
    spool.append("b\n")
    assert 2 == spool.lines
    assert ["a", "bb"] == spool.lines_from(1, 9)
    assert 30_000 == _SPOOL.lines


def test_only_the_beginning_of_a_long_line_is_highlighted() -> None:
    spool = _long("a\n" + "é" * 3_000_000 + "\nb\n")

    assert ["a", "é" * 4_000 + "…", "b"] == spool.lines_from(1, 3)


def test_search_goes_down_and_up_and_wraps_around() -> None:
    assert 20_000 == _SPOOL.find("line 20000", 1, 1)
    assert 20_000 == _SPOOL.find("line 20000", 20_000, 1)
    assert 20_000 == _SPOOL.find("line 20000", 25_000, 1)
    assert 20_000 == _SPOOL.find("line 20000", 25_000, -1)
    assert 20_000 == _SPOOL.find("line 20000", 1, -1)
    assert 6 == _SPOOL.find("of it", 5, 1)
    assert 4 == _SPOOL.find("of it", 5, -1)
    assert 30_000 == _SPOOL.find("of it", 1, -1)
    assert 1 == _SPOOL.find("of it", 30_000, 1)
    assert _SPOOL.find("OF IT", 1, 1) is None
    assert _SPOOL.find("nowhere", 1, -1) is None
