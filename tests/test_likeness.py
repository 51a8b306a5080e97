"""The likeness of texts, by ourselves and by rapidfuzz."""

import re
import subprocess
import sys
from pathlib import Path

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


def test_the_most_similar_ones_come_first_and_the_least_likeness_is_enough() -> None:
    """As `abcdx` has, exactly 0.8."""
    found = likeness.most_similar("abcde", ["abcdx", "abcde", "vwxyz"], min_likeness=0.8, limit=3)

    assert [("abcde", 1.0), ("abcdx", 0.8)] == found
    assert [("abcdx", 0.8)] == likeness.most_similar("abcde", ["vwxyz", "abcdx"], min_likeness=0.8)
    assert [] == likeness.most_similar("abcde", ["vwxyz"], min_likeness=0.8)


def test_every_threshold_of_a_likeness_is_a_share() -> None:
    package = Path(str(likeness.__file__)).parent
    values = [
        (path.name, name, float(value))
        for path in package.rglob("*.py")
        for name, value in re.findall(r"^(_\w*LIKENESS) = ([\d.]+)$", path.read_text(), re.MULTILINE)
    ]

    assert values
    assert [] == [each for each in values if not 0 < each[2] < 1]


@pytest.mark.parametrize(
    ("line", "other", "is_version"),
    [
        ("total = price * count", "total = price * number", True),
        ("return subtotal(items)", "return subtotal_without_any_discount_or_tax(customer, items)", True),
        ("go", "golang is a language", False),
        ("import os", "total = 1", False),
    ],
)
def test_a_version_of_a_line_is_similar_or_begins_alike(line: str, other: str, *, is_version: bool) -> None:
    assert is_version is likeness.has_version(line, ["x", other])
