"""Reading from a pipe, and showing text on a terminal."""

import os
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.terminal import chunks, visible, visible_line, write


def read_back(data: bytes, sizes: list[int]) -> str:
    """The text of some bytes that come through a pipe in pieces of these sizes."""
    reader, writer = os.pipe()

    def produce() -> None:
        at = 0
        for size in [*sizes, len(data)]:
            os.write(writer, data[at : at + size])
            at += size
        os.close(writer)

    producer = threading.Thread(target=produce)
    producer.start()
    try:
        return "".join(chunks(reader))
    finally:
        producer.join()
        os.close(reader)


class TestChunks:
    @pytest.mark.parametrize(
        "encode",
        [
            str.encode,
            lambda t: b"\xef\xbb\xbf" + t.encode(),
            lambda t: b"\xff\xfe" + t.encode("utf-16-le"),
            lambda t: b"\xfe\xff" + t.encode("utf-16-be"),
        ],
    )
    @pytest.mark.parametrize("sizes", [[], [1], [1, 1], [2, 1], [3, 1, 1], [7, 2]])
    def test_the_text_is_the_same_however_its_bytes_arrive(
        self, encode: Callable[[str], bytes], sizes: list[int]
    ) -> None:
        text = "größe\r\n日本 𝄞\n"

        assert text == read_back(encode(text), sizes)

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (b"", ""),
            (b"a", "a"),
            (b"\xef", "\udcef"),
            (b"a\xffb", "a\udcffb"),
            (b"\xff\xfea\0\x00\xd8b\0", "a\udcffb"),
            (b"\xff\xfea\0\x00\xdcb\0", "a\udcffb"),
            (b"\xff\xfea\0\x00\xd8", "a\udcff"),
            (b"\xff\xfea\0b", "a\udcff"),
            (b"\xfe\xff\0a\0", "a\udcff"),
        ],
    )
    def test_short_and_broken_input_is_read_too(self, data: bytes, text: str) -> None:
        assert text == read_back(data, [])

    @given(
        st.binary(max_size=40).filter(
            lambda data: not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"))
        )
    )
    def test_any_bytes_can_be_recovered_from_the_text(self, data: bytes) -> None:
        assert data == read_back(data, [3, 5]).encode("utf-8", "surrogateescape")


class TestVisible:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("plain text, größe 日本 𝄞\n\ttab", "plain text, größe 日本 𝄞\n\ttab"),
            ("\x1b[2J\x07\x00", "␛[2J␇␀"),
            ("a\rb", "a␍b"),
            ("\x7f", "␡"),
            ("\x9b31m", "‹U+009B›31m"),
            ("\u202eevil\u2066", "‹U+202E›evil‹U+2066›"),
            ("zero\u200bwidth\ufeff", "zero‹U+200B›width‹U+FEFF›"),
            ("line\u2028separator", "line‹U+2028›separator"),
            ("\udc80\udcff", "‹80›‹FF›"),
            ("\ud800", "‹U+D800›"),
            ("👩\u200d💻", "👩\u200d💻"),
        ],
    )
    def test_visible_text_has_no_control_or_bidirectional_characters(self, text: str, shown: str) -> None:
        assert shown == visible(text)

    @given(st.text(st.characters(exclude_categories=())))
    def test_drawn_text_has_no_control_characters(self, text: str) -> None:
        assert all(character >= " " and character not in "\x7f\x9b" for character in visible_line(text))
        visible(text).encode()

    def test_one_line_stays_one_line(self) -> None:
        assert "a␤b c" == visible_line("a\nb\tc")


def test_a_closed_pipe_raises_an_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)

    with pytest.raises(BrokenPipeError):
        write(writer, b"x" * 100_000)

    os.close(writer)


def test_errors_on_standard_error_are_ignored_and_on_standard_output_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)

    write(2, b"x")
    with pytest.raises(OSError, match="No space left on device"):
        write(1, b"x")


def test_a_pipe_that_does_not_block_is_waited_for() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    data = b"x" * 300_000
    thread = threading.Thread(target=write, args=(writer, data))
    thread.start()
    got = b""
    while len(got) < len(data):
        got += os.read(reader, 65_536)
    thread.join()
    os.close(reader)
    os.close(writer)

    assert data == got
