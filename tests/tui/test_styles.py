"""Styles and code name the same things: no rule or style is for nothing, nothing is drawn without one."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import editreview.tui
from editreview.review import Fate
from editreview.tui.diff.paint import TOKEN_KINDS
from editreview.tui.widgets import LineWidget

FOLDER = Path(str(editreview.tui.__file__)).parent
COUNTED = re.compile(r"-(?:lines|message)-\d")
"""Classes of which there is one for each number of lines."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"([^{};]+)\{")


def _selected(pattern: str) -> set[str]:
    """The names of a kind that the stylesheets have rules for."""
    sheets = (COMMENT.sub("", path.read_text("utf-8")) for path in FOLDER.rglob("*.tcss"))
    return {name for text in sheets for rule in SELECTOR.findall(text) for name in re.findall(pattern, rule)}


@cache
def _nodes() -> Sequence[ast.AST]:
    trees = (ast.parse(path.read_text("utf-8")) for path in FOLDER.rglob("*.py"))
    return [node for tree in trees for node in ast.walk(tree)]


def _literals() -> list[str]:
    return [n.value for n in _nodes() if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def _constants() -> set[str]:
    """The names of styles that constants stand for."""
    values = (node.value for node in _nodes() if isinstance(node, ast.Assign))
    each = (value for tuple_ in values for value in (tuple_.elts if isinstance(tuple_, ast.Tuple) else ()))
    return {value.value for value in each if isinstance(value, ast.Constant) and isinstance(value.value, str)}


def _styles() -> set[str]:
    """The names of the styles that the widgets draw their lines in."""
    for module in walk_packages(editreview.tui.__path__, "editreview.tui."):
        import_module(module.name)
    return {name for widget in _subclasses(LineWidget) for name in widget.STYLES}


def _subclasses(widget: type[LineWidget]) -> Iterator[type[LineWidget]]:
    for each in widget.__subclasses__():
        yield each
        yield from _subclasses(each)


def test_every_class_and_id_of_the_stylesheets_is_given_somewhere() -> None:
    selected = _selected(r"[.#](-?[a-z][\w-]*)")

    assert len(selected) > 40
    assert set() == {name for name in selected - set(_literals()) if not COUNTED.fullmatch(name)}


def test_every_part_that_is_drawn_has_a_style() -> None:
    parts = {text for text in _literals() if re.fullmatch(r"[a-z]+--[a-z-]+", text)}

    assert set() == (parts | {f"syntax--{kind}" for kind in TOKEN_KINDS}) - _styles()


def test_every_style_is_drawn_somewhere() -> None:
    """Once its name stands in a table of styles, and at least once more where it is used."""
    counts = Counter(_literals())
    named = {f"syntax--{kind}" for kind in TOKEN_KINDS} | {f"force--{fate}" for fate in Fate}

    assert set() == {name for name in _styles() - named - _constants() if counts[name] < 2}


def test_every_widget_of_the_styles_exists() -> None:
    """Of ours, or one of Textual's that we use."""
    known = {node.name for node in _nodes() if isinstance(node, ast.ClassDef)}
    known |= {alias.name for node in _nodes() if isinstance(node, ast.ImportFrom) for alias in node.names}

    assert {"Tooltip"} == _selected(r"(?<![\w.#-])([A-Z_]\w+)") - known
