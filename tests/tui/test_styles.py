"""Styles and code name the same things: no rule is for nothing, and nothing is drawn without one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import editreview.tui
from editreview.tui.diff.syntax import KINDS

FOLDER = Path(str(editreview.tui.__file__)).parent
COUNTED = re.compile(r"-(?:lines|message)-\d")
"""Classes of which there is one for each number of lines."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"([^{};]+)\{")


def _selected(pattern: str) -> set[str]:
    """The names of a kind that the stylesheets have rules for."""
    sheets = (COMMENT.sub("", path.read_text("utf-8")) for path in FOLDER.rglob("*.tcss"))
    return {name for text in sheets for rule in SELECTOR.findall(text) for name in re.findall(pattern, rule)}


def _nodes() -> Iterator[ast.AST]:
    for path in FOLDER.rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def _literals() -> set[str]:
    return {n.value for n in _nodes() if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_every_class_and_name_of_the_styles_is_given_somewhere() -> None:
    """To a widget, or to a part of one."""
    selected = _selected(r"[.#](-?[a-z][\w-]*)")
    known = _literals() | {f"syntax--{kind}" for kind in KINDS}

    assert len(selected) > 100
    assert set() == {name for name in selected - known if not COUNTED.fullmatch(name)}


def test_every_part_that_is_drawn_has_a_style() -> None:
    parts = {text for text in _literals() if re.fullmatch(r"[a-z]+--[a-z-]+", text)}

    assert set() == (parts | {f"syntax--{kind}" for kind in KINDS}) - _selected(r"\.([a-z][\w-]*)")


def test_every_widget_of_the_styles_exists() -> None:
    """Of ours, or one of Textual's that we use."""
    known = {node.name for node in _nodes() if isinstance(node, ast.ClassDef)}
    known |= {alias.name for node in _nodes() if isinstance(node, ast.ImportFrom) for alias in node.names}

    assert {"Tooltip"} == _selected(r"(?<![\w.#-])([A-Z_]\w+)") - known
