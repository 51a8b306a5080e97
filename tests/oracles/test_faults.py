"""A seeded share of the syntax faults; `python -m tests.benchmarks --only syntax` tries all of them."""

from dataclasses import replace

import pytest

from editreview.review.checks.syntax import items_around
from tests.oracles.faults import ENDINGS, KINDS, edits, judged
from tests.oracles.faults.samples import sample

_EACH = 3
_LIKE_MACROS = dict.fromkeys(("c", "cpp"), frozenset({"keyword"}))
"""Kinds of faults that leave what a macro may make legal: not all of them are named."""


@pytest.mark.parametrize("language", ENDINGS)
def test_a_fault_in_an_edit_is_found_and_named_at_its_line(language: str) -> None:
    kinds = [kind for kind in KINDS if kind not in _LIKE_MACROS.get(language, ())]
    found = [judged(edit) for kind in kinds for edit in edits(language, kind, _EACH)]

    assert [] == [finding.edit for finding in found if finding.line is None]
    wrong = [finding for finding in found if not finding.is_at_line]
    assert 10 * len(wrong) <= max(10, len(found)), [
        (each.edit.kind, each.edit.line, each.line) for each in wrong
    ]


@pytest.mark.parametrize("language", ENDINGS)
def test_the_edit_without_the_fault_has_no_error(language: str) -> None:
    for edit in (edit for kind in KINDS for edit in edits(language, kind, 1)):
        assert None is judged(edit.repaired).line


_WITHOUT_ITEMS = frozenset({"css", "html", "json", "toml", "yaml", "php", "kotlin"})
"""Languages that are read as a whole, or whose sample cannot stand in a file twice."""


@pytest.mark.parametrize("language", [name for name in ENDINGS if name not in _WITHOUT_ITEMS])
def test_a_fault_in_a_long_file_is_found_by_the_items_around_it(language: str) -> None:
    kinds = [kind for kind in KINDS if kind not in _LIKE_MACROS.get(language, ())]
    rest = sample(language) * 3
    for edit in (edit for kind in kinds for edit in edits(language, kind, 1)):
        before, after, without = (f"{rest}{text}{rest}" for text in (edit.before, edit.after, edit.without))
        assert items_around(before, after, language) is not None
        line = edit.line + rest.count("\n")
        longer = replace(edit, before=before, after=after, line=line, without=without)

        found = judged(longer)

        assert (True, None) == (found.line is not None, judged(longer.repaired).line), edit
        assert abs((found.line or 0) - longer.line) <= 3
