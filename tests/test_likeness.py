"""The likeness of texts, by ourselves and by rapidfuzz."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from editreview import likeness

TEXTS = st.text(alphabet="abc é漢😀", max_size=80)


@given(TEXTS, TEXTS)
def test_a_few_short_texts_are_as_similar_as_rapidfuzz_finds_them(one: str, other: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(likeness, "_left", 1_000)

        assert Indel.normalized_similarity(one, other) == likeness.similarity(one, other)


def test_many_texts_are_compared_by_rapidfuzz(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []
    common = likeness._common

    def counted(one: str, other: str) -> int:
        compared.append((one, other))
        return common(one, other)

    monkeypatch.setattr(likeness, "_left", 100)
    monkeypatch.setattr(likeness, "_common", counted)

    assert {0.8} == {likeness.similarity("abcde", "abcdx") for _ in range(50)}
    assert 10 == len(compared)


def test_a_small_change_is_aligned_without_loading_rapidfuzz() -> None:
    code = (
        "import sys; from editreview.alignment import Alignment; from editreview.text import *\n"
        "alignment = Alignment(Lines('a = 1\\nb = 2\\n'), Change((Splice(10, 11, '3'),)))\n"
        "print([row.kind.value for row in alignment.rows(0)], 'rapidfuzz' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=True)

    assert b"['changed'] False\n" == done.stdout
