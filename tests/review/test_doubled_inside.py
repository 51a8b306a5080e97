"""A line of the file that a block keeps, and adds once more beside it."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of

_BEFORE = "def f(x):\n    y = x + 1\n    log_value(y)\n    return y\n"
_AFTER = "def f(x):\n    y = x + 2\n    log_value(y)\n    log_value(y)\n    return y\n"
_DIFF = (
    "```diff\n--- a/a.py\n+++ b/a.py\n@@ -1,4 +1,5 @@\n def f(x):\n-    y = x + 1\n+    y = x + 2\n"
    "+    log_value(y)\n     log_value(y)\n     return y\n```\n"
)


def _kinds(tmp_path: Path, before: str, response: str) -> set[WarningKind]:
    (proposal,) = review_of(make_tree(tmp_path / "root", {"a.py": before}), response).proposals
    return {warning.kind for warning in proposal.warnings}


@pytest.mark.parametrize("response", [block(_BEFORE, _AFTER, "a.py"), _DIFF])
def test_a_kept_line_that_comes_twice_gets_a_warning(tmp_path: Path, response: str) -> None:
    assert WarningKind.REPEATED in _kinds(tmp_path, _BEFORE, response)


def test_two_kept_lines_that_come_twice_get_a_warning(tmp_path: Path) -> None:
    before = "def f(x):\n    y = x + 1\n    log_value(y)\n    store_value(y)\n    return y\n"
    pair = "    log_value(y)\n    store_value(y)\n"
    after = before.replace("x + 1", "x + 2").replace(pair, pair * 2)
    assert WarningKind.REPEATED in _kinds(tmp_path, before, block(before, after, "a.py"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 1\nend\nb\n", "a = 2\nend\nend\nb\n"),
        ("log_value(y)\nlog_value(y)\na = 1\n", "log_value(y)\nlog_value(y)\nlog_value(y)\na = 2\n"),
        ("a = 1\nb = 2\n", "a = 1\nlog_value(y)\nlog_value(y)\nb = 2\n"),
        ("a = 1\n| value | other |\nb\n", "a = 2\n| value | other |\n| value | other |\nb\n"),
    ],
)
def test_other_lines_that_come_twice_get_none(tmp_path: Path, before: str, after: str) -> None:
    assert WarningKind.REPEATED not in _kinds(tmp_path, before, block(before, after, "a.py"))
