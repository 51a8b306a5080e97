"""Patterns that are compiled when they are used first."""

import re

import pytest

from editreview.first_use import lazy_pattern


def test_a_lazy_pattern_is_compiled_at_its_first_use_and_not_before() -> None:
    """A faulty one shows when that is."""
    faulty = lazy_pattern("(")
    with pytest.raises(re.error):
        faulty.match("text")


def test_a_lazy_pattern_does_what_the_compiled_one_does() -> None:
    """Flags, groups and offsets too."""
    lazy, compiled = lazy_pattern(r"(\w)-", re.IGNORECASE), re.compile(r"(\w)-", re.IGNORECASE)
    text = "a-B-c"
    assert compiled.findall(text) == lazy.findall(text)
    assert compiled.split(text) == lazy.split(text)
    assert compiled.sub("", text, count=1) == lazy.sub("", text, count=1)
    found = lazy.search(text, 1)
    assert found is not None
    assert (2, "B") == (found.start(), found[1])
    assert lazy.fullmatch(text) is None
