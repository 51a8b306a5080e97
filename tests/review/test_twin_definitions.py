"""A block resembles a twin of its definition more than the definition, or several parts of a file."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import suggested_match
from tests.builders import block, make_tree, review_of

PYTHON = (
    "# Computes it.\n# All of it.\ndef look_old(a):\n    r = make()\n    see = True\n    return r\n\n\n"
    "def look(a):\n    r = make()\n    see = True\n    return r\n"
)
SCRIPT = (
    "/** Loads. */\nasync function loadOld(p) {\n  const r = get(p);\n  return r;\n}\n\n"
    "async function load(p) {\n  const r = get(p);\n  return r;\n}\n"
)


@pytest.mark.parametrize(
    ("path", "text", "old", "line"),
    [
        (
            "a.py",
            PYTHON,
            "# Computes it.\n# All of it.\ndef look(a):\n    r = make()\n    see = True\n",
            "def look(a):",
        ),
        (
            "a.py",
            PYTHON.replace("\n\n\n", "\n\n"),
            "# Computes it.\n# All of it.\ndef look(a):\n    r = make()\n    see = True\n    return r\n",
            "def look(a):",
        ),
        (
            "a.js",
            SCRIPT,
            "/** Loads. */\nasync function load(p) {\n  const r = get(p);\n  return r;\n",
            "async function load(p) {",
        ),
    ],
)
def test_the_definition_is_shown_first_and_the_twin_is_not_safe(
    tmp_path: Path, path: str, text: str, old: str, line: str
) -> None:
    new = old.replace("make()", "make(1)").replace("get(p)", "get(p, 1)")
    review = review_of(make_tree(tmp_path, {path: text}), block(old, new, path))

    (proposal,) = review.proposals
    assert Reason.AMBIGUOUS is proposal.reason
    assert proposal.candidates is not None
    first, why = suggested_match(review, proposal)
    match = proposal.candidates.matches[first]
    assert "the most similar lines" == why
    head, replaced = line + "\n", match.change.apply(text)
    assert text.partition(head)[0] == replaced.partition(head)[0]
    assert "make(1)" in replaced or "get(p, 1)" in replaced


@pytest.mark.parametrize(
    ("value", "check", "lines"), [("two", "seconds", (6, 9)), ("four", "third", (11, 14))]
)
def test_the_most_similar_lines_are_shown_first(
    tmp_path: Path, value: str, check: str, lines: tuple[int, int]
) -> None:
    part = "value = load({})\nother = check({})\nresult = find(value, other)\nlast = 1\n\n"
    text = part.format("one", "first") + part.format("two", "second") + part.format("three", "third")
    old = f"value = load({value})\nother = check({check})\nresult = find(value, others)\nlast = 1\n"
    review = review_of(
        make_tree(tmp_path, {"a.py": text}), block(old, old.replace("last = 1", "last = 2"), "a.py")
    )

    (proposal,) = review.proposals
    assert proposal.candidates is not None
    first, _ = suggested_match(review, proposal)
    assert lines == proposal.candidates.matches[first].lines
