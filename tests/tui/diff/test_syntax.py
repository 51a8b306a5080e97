"""Syntax tokens, a window at a time."""

import subprocess
import sys

import pytest
from pygments.lexers import find_lexer_class_for_filename, get_all_lexers
from pygments.lexers.python import PythonLexer
from pygments.lexers.special import TextLexer

from editreview.alignment import Alignment, change_lines
from editreview.text import Lines, split_lines
from editreview.tui.diff.paint import LEXED_AROUND, highlight, lexer_class, lexer_for, window_for

PYTHON = 'def total(x):\n    """Sum\n    of all."""\n    return "é" + x  # done\n'


def _never() -> bool:
    return False


def _alignment(old: str, new: str) -> Alignment:
    lines = Lines(old)
    return Alignment(lines, change_lines(lines, 0, len(lines), split_lines(new, lines.separator)))


def _kinds(text: str, line: int, path: str = "a.py") -> dict[str, str]:
    found = highlight(_alignment(text, text), path, {True: [line], False: []}, _never)
    body = text.split("\n")[line]
    return {body[start:end]: kind for start, end, kind in found[True][line]}


def test_words_strings_and_comments_are_distinguished() -> None:
    """Offsets are in characters of the line, also behind others than ASCII, and across lines."""
    assert {"def": "keyword", "total": "name"} == _kinds(PYTHON, 0)
    assert {'    of all."""': "string"} == _kinds(PYTHON, 2)
    assert {"return": "keyword", "é": "string", '"': "string", "# done": "comment"} == _kinds(PYTHON, 3)


def test_carriage_returns_shift_nothing() -> None:
    """A line's end is not part of it."""
    assert "comment" == _kinds(PYTHON.replace("\n", "\r\n"), 3)["# done"]


def test_both_sides_are_highlighted() -> None:
    """Each as its own text."""
    alignment = _alignment("x = 1\n", "x = '''\n1\n'''\n")
    found = highlight(alignment, "a.py", {True: [0], False: [1]}, _never)
    assert ((4, 5, "number"),) == found[True][0]
    assert ((0, 1, "string"),) == found[False][1]


def test_a_file_of_an_unknown_language_is_not_highlighted() -> None:
    """Nor asked for again: there is an answer for its lines."""
    assert lexer_for("notes.txt") is None
    assert {True: {0: ()}, False: {}} == highlight(
        _alignment("a", "a"), "a.zzz", {True: [0], False: []}, _never
    )


def test_the_lexer_is_the_one_that_pygments_finds() -> None:
    """For a name of each pattern that it knows."""
    patterns = {pattern for _, _, each, _ in get_all_lexers(plugins=False) for pattern in each}
    names = {pattern.translate(str.maketrans("*?", "ab", "[]")) for pattern in patterns}
    assert len(names) > 500
    for name in names:
        expected = find_lexer_class_for_filename(name)
        assert (None if expected is TextLexer else expected) is lexer_class(name), name
    assert PythonLexer is type(lexer_for("folder/a.py"))


def test_plugins_are_asked_about_unknown_names_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for them reads the metadata of all packages."""
    plugin = type("Plugin", (PythonLexer,), {"filenames": ["*.py", "*.unknown-to-pygments"], "priority": 1.0})
    monkeypatch.setattr("pygments.plugin.find_plugin_lexers", lambda: iter([plugin]))

    assert plugin is type(lexer_for("asked.unknown-to-pygments"))
    assert PythonLexer is type(lexer_for("asked.py"))


def test_a_short_text_is_highlighted_from_its_beginning_and_a_long_one_from_nearby() -> None:
    """From a line that looks like the start of something, or else a few hundred lines before."""
    short = ["x"] * 1_000
    window, start = window_for(500, 540, 1_000, short.__getitem__)
    assert (0, 1_000, 0) == (window.start, window.stop, start)
    long = ["    x"] * 100_000
    long[49_700] = "def f():"
    window, start = window_for(50_000, 50_040, 100_000, long.__getitem__)
    assert (50_000 - LEXED_AROUND, 50_040 + LEXED_AROUND, 49_700) == (window.start, window.stop, start)
    window, start = window_for(60_000, 60_040, 100_000, long.__getitem__)
    assert 60_000 - LEXED_AROUND - 400 == start


def test_a_line_of_a_megabyte_is_not_highlighted() -> None:
    """The ones around it are."""
    text = f"x = 1\ny = [{'1, ' * 300_000}]\nz = 2\n"
    assert {"2": "number"} == _kinds(text, 2)
    assert {} == _kinds(text, 1)


def test_obsolete_work_is_cancelled() -> None:
    """At the first breath."""
    found = highlight(_alignment(PYTHON, PYTHON), "a.py", {True: [0], False: []}, lambda: True)
    assert () == found[True][0]


def test_pygments_is_not_imported_with_the_screen() -> None:
    """The first frame does not wait for Pygments."""
    code = "import sys, editreview.tui.app; print('pygments' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout
