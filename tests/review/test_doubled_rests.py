"""Calls whose old text ends or begins inside a line, and whose new text has the rest of that line too."""

import json
from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import WarningKind
from tests.builders import make_tree, review_of


def _kinds(tmp_path: Path, before: str, old: str, new: str) -> set[WarningKind]:
    """The warnings about a call that is ready; it is accepted without the user only if it has none."""
    call = {"name": "Edit", "arguments": {"file_path": "a.txt", "old_string": old, "new_string": new}}
    review = review_of(make_tree(tmp_path / "root", {"a.txt": before}), json.dumps(call) + "\n")
    (proposal,) = review.proposals
    assert proposal.is_ready
    assert bool(review.accept(Tier.TOLERANT)) is not bool(proposal.warnings)
    return {warning.kind for warning in proposal.warnings}


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("cp a b\nrm -rf build dist\n", "cp a b\nrm -rf build", "cp a c\nrm -rf build dist"),
        ("x = 1\nreturn total + y\n", "x = 1\nreturn total", "x = 2\nreturn total + y"),
        ("    return total + y\nx = 1\n", "+ y\nx = 1", "    return total + y\nx = 2"),
        ("    return total + y\nx = 1\n", "+ y\nx = 1", "return total + y\nx = 2"),
        ("f(a)\n", "f(a", "f(b)"),
        ("if a {\n  b\n", "if a", "if a && c {"),
        ('x = "a"\n', 'x = "a', 'x = "b"'),
        ("x = 1;\n", "x = 1", "x = 2;"),
        (
            "echo failed to publish the blueprint\n",
            "echo failed to",
            "echo failed to publish the new blueprint!",
        ),
    ],
)
def test_the_rest_of_a_line_would_come_twice(tmp_path: Path, before: str, old: str, new: str) -> None:
    assert WarningKind.REPEATED in _kinds(tmp_path, before, old, new)


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("f(a)\n", "f(a", "f(g(b)"),
        ('x = "a"\n', 'x = "a', 'x = "" + "b'),
        ("import a_one, a_two\n", "import a_one", "import a_one, a_three"),
        ("names = [first, second, third]\n", "[first", "[first, fourth"),
        ("cp a b\nrm -rf build dist\n", "cp a b\nrm -rf build", "cp a c\nrm -r build"),
        ("return total + y\n", "total", "subtotal + x"),
    ],
)
def test_a_change_inside_a_line_gets_no_warning(tmp_path: Path, before: str, old: str, new: str) -> None:
    assert not _kinds(tmp_path, before, old, new)
