"""Formatters give the text of each changed file as they would write it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from editreview.language_servers import Diagnosis
from editreview.user_commands import Filters, Formatters

FAKE = str(Path(__file__).with_name("fake_formatter.py"))


@contextmanager
def formatters(folder: Path, *arguments: str) -> Iterator[Formatters]:
    opened = Formatters(Filters(folder, {"*.py": (sys.executable, FAKE, *arguments)}, 30.0))
    try:
        yield opened
    finally:
        opened.close()


def test_changed_files_are_formatted_if_the_formatter_changes_them(tmp_path: Path) -> None:
    before = {"a.py": "a=1\n", "b.py": "b=1\n", "c.txt": ""}
    with formatters(tmp_path) as opened:
        found = opened.diagnose(
            before, {"a.py": "a=2\n", "b.py": "b=1\n", "c.txt": "c=1\n", "d.py": "d = 1\n"}
        )

    assert Diagnosis({}, (), {"a.py": "a = 2\n"}) == found


def test_a_text_that_the_formatter_cannot_read_any_more_is_left_alone(tmp_path: Path) -> None:
    with formatters(tmp_path, "refuses brackets") as opened:
        assert Diagnosis({}) == opened.diagnose({"a.py": "a=1\n"}, {"a.py": "a=(\n"})


def test_one_that_fails_anyway_is_named_once(tmp_path: Path) -> None:
    with formatters(tmp_path, "refuses") as opened:
        (problem,) = opened.diagnose({"a.py": "a=1\n"}, {"a.py": "a=2\n"}).problems
        assert problem.endswith("refuses` fails on a.py without the edits too: cannot read this")
        assert Diagnosis({}) == opened.diagnose({"a.py": "a=1\n"}, {"a.py": "a=3\n"})


def test_one_that_writes_nothing_fails(tmp_path: Path) -> None:
    with formatters(tmp_path, "is silent") as opened:
        found = opened.diagnose({"a.py": "a=1\n"}, {"a.py": "a=2\n"})

    (problem,) = found.problems
    assert {} == found.formatted
    assert problem.endswith("is silent` fails on a.py without the edits too: it writes no text")


def test_what_is_not_text_is_not_formatted(tmp_path: Path) -> None:
    with formatters(tmp_path) as opened:
        assert {} == opened.diagnose({}, {"a.py": "a='\udce9'\n"}).formatted
