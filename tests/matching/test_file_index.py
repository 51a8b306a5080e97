"""The index of a file finds the same lines as a plain list of them."""

import gc
from collections.abc import Callable
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.matching import FileIndex
from editreview.matching.file_index import (
    PerFile,
    unchanged,
    without_indentation,
    without_line_end,
    without_trailing_whitespace,
)
from editreview.text import line_separator, split_lines

# Long enough for several batches, of so few lines that they repeat.
LINES = st.lists(st.sampled_from(["a", "  a", "a ", "", "b\r", "b"]), max_size=60)
TEXTS = st.builds(
    lambda lines, end, times: "\n".join(lines * times) + end,
    LINES,
    st.sampled_from(["", "\n"]),
    st.sampled_from([1, 50]),
)
KEYS = [
    unchanged,
    without_line_end,
    without_trailing_whitespace,
    without_indentation,
]


def bodies(text: str) -> list[str]:
    return [line.removesuffix(line_separator(text)) for line in split_lines(text)]


@pytest.mark.parametrize("key", KEYS)
@given(text=TEXTS, first=st.integers(0, 30), count=st.integers(1, 4))
def test_a_run_of_lines_is_found_at_all_positions(
    key: Callable[[str], str], text: str, first: int, count: int
) -> None:
    keys = list(map(key, bodies(text)))
    run = keys[first : first + count] or ["a"]

    expected = [at for at in range(len(keys)) if keys[at : at + len(run)] == run]

    assert expected == FileIndex(text).find(key, run, 10_000)


@given(TEXTS)
def test_occurrences_of_a_line_ignore_outer_whitespace(text: str) -> None:
    index = FileIndex(text)
    stripped = [line.strip() for line in bodies(text)]

    for line in {*stripped, "not there"}:
        matches = [at for at, other in enumerate(stripped) if other == line]
        assert len(matches) == index.occurrences.count(line)
        assert matches[:20] == index.occurrences.of(line, 20)


@given(TEXTS)
def test_batches_have_all_lines(text: str) -> None:
    found = [body for batch in FileIndex(text).bodies.batches() for body in batch]

    assert bodies(text) == found


@given(st.text(st.sampled_from("a \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2003é")))
def test_no_whitespace_is_left_in_the_squeezed_text(text: str) -> None:
    assert "".join(text.split()) == FileIndex(text).squeezed


def test_the_number_of_runs_is_limited() -> None:
    assert [0, 1, 2] == FileIndex("a\na\na\na\na\n").find(unchanged, ["a", "a"], 3)


class TestPerFile:
    def test_a_value_is_made_once_for_each_part_of_a_file(self) -> None:
        cache: PerFile[str, list[str]] = PerFile()
        one, other = FileIndex("a\n"), FileIndex("a\n")
        first = cache.of(one, "python", list)

        assert first is cache.of(one, "python", list)
        assert first is not cache.of(one, "css", list)
        assert first is not cache.of(other, "python", list)

    def test_it_goes_with_the_index_of_the_file(self) -> None:
        cache: PerFile[None, set[str]] = PerFile()
        index = FileIndex("a\n")
        value = ref(cache.of(index, None, set))
        assert value() is not None

        del index
        gc.collect()

        assert value() is None
