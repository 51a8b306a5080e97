"""Linters say what a change brings; one that misbehaves ends within seconds, with one sentence."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from editreview.language_servers import WHOLE_FILE, Diagnosis, Finding
from editreview.user_commands import FileChecks, Filters

FAKE = str(Path(__file__).with_name("fake_linter.py"))
SOURCE = Path(sys.executable).name
BEFORE = {"src/a.py": "one\nbad\n"}
AFTER = {"src/a.py": "zero\none\nbad\nworse is bad\n"}
TIMEOUT_S = 30.0
"""For commands that answer, on a busy machine."""


@contextmanager
def checks(
    folder: Path, *arguments: str, pattern: str = "*.py", timeout: float = TIMEOUT_S
) -> Iterator[FileChecks]:
    behaviour, *more = arguments
    opened = FileChecks(
        Filters(folder, {pattern: (sys.executable, FAKE, behaviour, "{path}", *more)}, timeout)
    )
    try:
        yield opened
    finally:
        opened.close()


def messages(diagnosis: Diagnosis) -> list[tuple[int, str]]:
    """Line, 1-based, and message of each finding."""
    return [(each.line + 1, each.message) for found in diagnosis.findings.values() for each in found]


class TestAnswering:
    def test_only_what_the_change_brings_is_found(self, tmp_path: Path) -> None:
        with checks(tmp_path, "lines") as opened:
            found = Finding(3, "bad line", True, "E1", SOURCE, 3)
            assert Diagnosis({"src/a.py": (found,)}) == opened.diagnose(BEFORE, AFTER)

    @pytest.mark.parametrize("way", ["ruff", "eslint", "arrows", "noise", "a warning"])
    def test_the_usual_forms_of_output_are_understood(self, tmp_path: Path, way: str) -> None:
        with checks(tmp_path, way) as opened:
            (found,) = opened.diagnose(BEFORE, AFTER).findings["src/a.py"]
        assert (3, True) == (found.line, found.message.startswith("bad line"))

    def test_a_line_that_is_named_in_words_counts(self, tmp_path: Path) -> None:
        with checks(tmp_path, "a named line") as opened:
            found = opened.diagnose({"a.py": "one\n"}, {"a.py": "one\nbad\n"})
        assert [(2, "something is bad: line 2 column 3")] == messages(found)

    def test_other_output_of_one_that_fails_is_one_finding_about_the_file(self, tmp_path: Path) -> None:
        with checks(tmp_path, "words") as opened:
            (found,) = opened.diagnose({"a.py": "one\n"}, {"a.py": "bad\n"}).findings["a.py"]
        assert (WHOLE_FILE, "Oh dear. / The file is not to my taste. / At all.") == (
            found.line,
            found.message,
        )

    def test_a_new_file_is_compared_with_an_empty_one(self, tmp_path: Path) -> None:
        with checks(tmp_path, "lines") as opened:
            assert [(1, "bad line")] == messages(opened.diagnose({}, {"new.py": "bad\n"}))

    def test_a_text_is_read_once(self, tmp_path: Path) -> None:
        note = tmp_path / "runs"
        with checks(tmp_path, "lines", str(note)) as opened:
            first = opened.diagnose(BEFORE, AFTER)
            assert first == opened.diagnose(BEFORE, AFTER)
            opened.diagnose(BEFORE, {"src/a.py": "good\n"})
        assert 3 == len(note.read_text().splitlines())

    def test_other_files_and_those_without_a_change_are_not_read(self, tmp_path: Path) -> None:
        note = tmp_path / "runs"
        with checks(tmp_path, "lines", str(note), pattern="/lib/") as opened:
            assert Diagnosis({}) == opened.diagnose({"a.py": "one"}, {"a.py": "bad"})
            assert Diagnosis({}) == opened.diagnose({"lib/a.py": "bad"}, {"lib/a.py": "bad"})
            assert not note.exists()
            assert [(1, "bad line")] == messages(opened.diagnose({"lib/a.py": "one"}, {"lib/a.py": "bad"}))

    def test_bytes_that_are_no_text_do_not_stop_it(self, tmp_path: Path) -> None:
        with checks(tmp_path, "lines") as opened:
            assert [(2, "bad line")] == messages(opened.diagnose({}, {"a.py": "\udce9\nbad\n"}))

    def test_one_that_does_not_read_is_no_problem(self, tmp_path: Path) -> None:
        with checks(tmp_path, "deafness") as opened:
            assert Diagnosis({}) == opened.diagnose({}, {"a.py": "bad\n" * 100_000})

    def test_a_name_is_no_option(self, tmp_path: Path) -> None:
        with checks(tmp_path, "lines") as opened:
            assert [(1, "bad line")] == messages(opened.diagnose({}, {"-a.py": "bad\n"}))


class TestMisbehaving:
    @pytest.mark.parametrize(
        ("way", "said"),
        [
            ("a flood", "wrote more than 8 MiB"),
            ("a crash", "was ended by SIGSEGV on src/a.py"),
            ("a refusal", "fails on src/a.py without the edits too: usage: linter [--good] / unknown option"),
        ],
    )
    def test_it_is_named_once_and_finds_nothing(self, tmp_path: Path, way: str, said: str) -> None:
        with checks(tmp_path, way) as opened:
            first = opened.diagnose(BEFORE, AFTER)
            again = [opened.diagnose(BEFORE, {"src/a.py": f"bad {n}\n"}) for n in range(3)]

        assert {} == first.findings
        assert [True] == [problem.endswith(said) for problem in first.problems]
        assert not any(each.problems or each.findings for each in again)

    def test_a_missing_one_is_named_once(self, tmp_path: Path) -> None:
        opened = FileChecks(Filters(tmp_path, {"*.py": ("no-such-linter", "-")}))

        assert Diagnosis({}, ("the command `no-such-linter -` was not found",)) == opened.diagnose(
            BEFORE, AFTER
        )
        assert Diagnosis({}) == opened.diagnose(BEFORE, AFTER)

    def test_a_slow_one_is_ended_with_its_children(self, tmp_path: Path) -> None:
        note = tmp_path / "runs"
        with checks(tmp_path, "silence", str(note), timeout=1.0) as opened:
            found = opened.diagnose(BEFORE, AFTER)

        assert [True] == [problem.endswith("took longer than 1 s on src/a.py") for problem in found.problems]
        wait_for_end(note)

    def test_closing_ends_the_one_that_runs(self, tmp_path: Path) -> None:
        note = tmp_path / "runs"
        results: list[Diagnosis] = []
        with checks(tmp_path, "silence", str(note)) as opened:
            asking = threading.Thread(target=lambda: results.append(opened.diagnose(BEFORE, AFTER)))
            asking.start()
            while not note.exists() or not note.read_text().endswith("\n"):
                time.sleep(0.01)
            opened.close()
            wait_for_end(note)
            asking.join()

        assert [Diagnosis({})] == results

    def test_what_it_leaves_behind_is_ended(self, tmp_path: Path) -> None:
        note = tmp_path / "runs"
        with checks(tmp_path, "a child that stays", str(note)) as opened:
            opened.diagnose({}, {"a.py": "good\n"})
        wait_for_end(note)


def wait_for_end(note: Path) -> None:
    """Wait until no process is left that a file names."""
    processes = [int(word) for word in note.read_text().split() if int(word)]
    while any(map(_is_running, processes)):
        time.sleep(0.01)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
