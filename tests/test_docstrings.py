"""Docstrings name the parameters that functions have, and none opens with a question word."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.documents import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef
MODULES = [
    path
    for folder in ("editreview", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not {"tree", "cases"}.intersection(path.relative_to(ROOT).parts)
]
ARGUMENTS = re.compile(r"^Args:\n(?P<lines>(?:    .*\n?|\n)*)", re.MULTILINE)
ARGUMENT = re.compile(r"    (?P<names>[\w*]+(?:, [\w*]+)*):")
QUESTION = re.compile(r"(?:What|Whether|How|Where|When|Which|Who|That)\b")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def documented(path: Path) -> Iterator[tuple[str, str, Function]]:
    """The name and docstring of each function, and of each class, with its `__init__`."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, Function):
            yield node.name, ast.get_docstring(node) or "", node
        elif isinstance(node, ast.ClassDef):
            starts = (each for each in node.body if isinstance(each, Function) and each.name == "__init__")
            for start in starts:
                yield node.name, ast.get_docstring(node) or "", start


def parameters_of(function: Function) -> set[str]:
    arguments = function.args
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
        (path.name, name, missing)
        for path in MODULES
        for name, docstring, function in documented(path)
        if (missing := names_in(docstring) - parameters_of(function))
    ]


def test_none_opens_with_a_question_word() -> None:
    assert [] == [
        (path.name, text)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, Function | ast.ClassDef | ast.Module)
        if QUESTION.match(text := ast.get_docstring(node) or "")
    ]
