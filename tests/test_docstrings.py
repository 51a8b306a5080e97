"""Docstrings explain only parameters that functions have, and none opens with a question word."""

import ast
import re
from collections.abc import Iterator

from tests.documents import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef
PACKAGE, TESTS = (
    [
        path
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not {"tree", "cases"}.intersection(path.relative_to(ROOT).parts)
    ]
    for folder in ("editreview", "tests")
)
ARGUMENTS = re.compile(r"^Args:\n(?P<lines>(?:    .*\n?|\n)*)", re.MULTILINE)
ARGUMENT = re.compile(r"    (?P<names>[\w*]+(?:, [\w*]+)*):")
QUESTION = re.compile(r'(?:\A|:\n\s+)r?"""(?:What|Whether|How|Where|When|Which|Who|That)\b.*')


def documented(node: ast.AST) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """The docstring of each function and class inside a node."""
    for child in ast.iter_child_nodes(node):
        # Expressions, most of the tree, have no docstrings.
        if isinstance(child, ast.stmt):
            if isinstance(child, Function | ast.ClassDef):
                yield ast.get_docstring(child) or "", child
            yield from documented(child)


def parameters_of(node: Function | ast.ClassDef) -> set[str]:
    """The parameters of a function, or of the first one of a class, its `__init__`."""
    inside = node.body if isinstance(node, ast.ClassDef) else [node]
    arguments = next(each for each in inside if isinstance(each, Function)).args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    others = (each for each in (arguments.vararg, arguments.kwarg) if each is not None)
    return {each.arg for each in (*listed, *others)}


def names_in(docstring: str) -> set[str]:
    """The parameters that a docstring explains."""
    section = ARGUMENTS.search(docstring)
    lines = section["lines"].splitlines() if section is not None else []
    found = (ARGUMENT.match(line) for line in lines)
    return {name.lstrip("*") for each in found if each for name in each["names"].split(", ")}


def test_each_explained_parameter_exists() -> None:
    assert [] == [
        (path.name, node.name, missing)
        for path in PACKAGE
        for text, node in documented(ast.parse(path.read_text("utf-8")))
        if (names := names_in(text)) and (missing := names - parameters_of(node))
    ]


def test_none_opens_with_a_question_word() -> None:
    paths = [*PACKAGE, *TESTS]
    found = {str(path): QUESTION.findall(path.read_text("utf-8")) for path in paths}

    assert {} == {path: openings for path, openings in found.items() if openings}
