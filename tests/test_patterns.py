"""Long patterns match the examples that their docstrings give in back-quotes."""

import ast
import inspect
import re
from itertools import pairwise
from types import ModuleType

import pytest

from editreview.formats import path_names
from editreview.review import edits_in_words, path_resolver
from editreview.review.checks import blocks

PATTERNS = {
    blocks: ("_PURPOSE", "_ASSIGNED", "_UNQUOTED"),
    edits_in_words: ("_ASSIGNMENT", "_CALL_WITH_ARGUMENTS", "_VALUE"),
    path_names: ("_DECORATION", "_LABEL", "_REFERENCE", "_SAYS_PART", "_SHOWS"),
    path_resolver: ("_BEGINNING",),
}


def examples_in(module: ModuleType, name: str) -> list[str]:
    """The examples in the docstring below a constant."""
    for constant, docstring in pairwise(ast.parse(inspect.getsource(module)).body):
        match constant, docstring:
            case ast.Assign([ast.Name(id)]), ast.Expr(ast.Constant(str(text))) if id == name:
                return re.findall("`([^`]+)`", text)
    return []


@pytest.mark.parametrize(("module", "name"), [(each, name) for each in PATTERNS for name in PATTERNS[each]])
def test_a_pattern_matches_its_examples(module: ModuleType, name: str) -> None:
    pattern = vars(module)[name]
    found = {each: pattern.search(each) for each in examples_in(module, name)}

    # A pattern that may match nothing does not count.
    assert found
    assert [] == [each for each, match in found.items() if match is None or not match[0]]
