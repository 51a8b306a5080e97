"""Servers say what a change brings; one that misbehaves ends within seconds, with one sentence."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from editreview.language_servers import Diagnosis, Finding, LanguageServers
from editreview.workspace import ShadowTree, Workspace
from tests.builders import files_of, make_repository

FAKE = str(Path(__file__).with_name("fake_server.py"))
BEFORE = {"a.py": "one\nbad\n"}
AFTER = {"a.py": "zero\none\nbad\nworse is bad\n"}
WORSE = Finding(3, "bad worse is bad", True, "E1", last=3)
TIMEOUT_S = 30.0
"""For servers that answer, on a busy machine."""


@contextmanager
def servers(folder: Path, *arguments: str, timeout: float = TIMEOUT_S) -> Iterator[LanguageServers]:
    opened = LanguageServers(folder, {"python": (sys.executable, FAKE, *arguments)}, timeout)
    try:
        yield opened
    finally:
        opened.close()


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for_end(processes: list[int]) -> None:
    while any(map(is_running, processes)):
        time.sleep(0.01)


class TestAnswering:
    @pytest.mark.parametrize(
        "way",
        [
            "versions",
            "no versions",
            "old versions",
            "an empty list first",
            "pull",
            "a late registration",
            "a cancelled request",
            "noise",
        ],
    )
    def test_only_what_the_change_brings_is_found(self, tmp_path: Path, way: str) -> None:
        with servers(tmp_path, way) as opened:
            assert Diagnosis({"a.py": (WORSE,)}) == opened.diagnose(BEFORE, AFTER)

    def test_a_server_is_kept_and_told_the_next_texts(self, tmp_path: Path) -> None:
        with servers(tmp_path, "versions", str(tmp_path / "processes")) as opened:
            opened.diagnose(BEFORE, AFTER)
            first = (tmp_path / "processes").read_text()

            again = opened.diagnose(BEFORE, {"a.py": "one\nbad\n", "b.py": "bad\n"})

            assert Diagnosis({"b.py": (Finding(0, "bad bad", True, "E1"),)}) == again
            assert first == (tmp_path / "processes").read_text()

    def test_the_same_texts_are_not_asked_about_twice(self, tmp_path: Path) -> None:
        with servers(tmp_path, "versions", str(tmp_path / "processes")) as opened:
            found = opened.diagnose(BEFORE, AFTER)
            for process in map(int, (tmp_path / "processes").read_text().split()):
                os.kill(process, 9)

            assert found == opened.diagnose(BEFORE, AFTER)

    def test_files_of_other_languages_and_without_a_change_start_no_server(self, tmp_path: Path) -> None:
        with servers(tmp_path, "versions", str(tmp_path / "processes")) as opened:
            assert Diagnosis({}) == opened.diagnose({"a.js": "one"}, {"a.js": "bad"})
            assert Diagnosis({}) == opened.diagnose(BEFORE, BEFORE)

        assert not (tmp_path / "processes").exists()

    def test_what_is_not_text_does_not_stop_it(self, tmp_path: Path) -> None:
        with servers(tmp_path, "versions") as opened:
            assert ["a.py"] == list(opened.diagnose({}, {"a.py": "\udce9\nbad\n"}).findings)


class TestShadow:
    """In a folder of its own, a server finds files as they will be."""

    def diagnosed(self, root: Path, before: dict[str, str], after: dict[str, str], note: Path) -> Diagnosis:
        repository = Workspace.open(root).repository
        assert repository is not None
        processes = note.with_suffix(".processes")
        command = (sys.executable, FAKE, "reads the disk", str(processes), str(note))
        opened = LanguageServers(root, {"python": command}, TIMEOUT_S, ShadowTree(repository))
        try:
            return opened.diagnose(before, after)
        finally:
            opened.close()

    def test_new_files_are_there_and_deleted_ones_are_not(self, tmp_path: Path) -> None:
        before = {"a.py": "import old\n", "old.py": "one\n"}
        root = make_repository(tmp_path / "root", before)
        after = {"a.py": "import old\nimport new\nimport none\n", "new.py": "two\n"}

        found = self.diagnosed(root, before, after, tmp_path / "note")

        # Paths are those of the user's tree.
        expected = [(0, "no old.py"), (2, "no none.py")]
        assert expected == [(each.line, each.message) for each in found.findings["a.py"]]
        assert {"a.py": b"import old\n", "old.py": b"one\n"} == files_of(root)

    def test_a_server_is_told_which_files_changed_on_disk(self, tmp_path: Path) -> None:
        before = {"a.py": "one\n", "old.py": "one\n"}
        root, note = make_repository(tmp_path / "root", before), tmp_path / "note"

        self.diagnosed(root, before, {"a.py": "bad\n", "new.py": "two\n"}, note)

        assert [["a.py", 2], ["new.py", 1], ["old.py", 3]] == json.loads(note.read_text())

    def test_without_one_the_users_tree_is_read_and_that_is_said(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", {"a.py": "one\n"})
        repository = Workspace.open(root).repository
        assert repository is not None
        shadow = ShadowTree(repository)
        shadow.close()
        opened = LanguageServers(root, {"python": (sys.executable, FAKE, "versions")}, TIMEOUT_S, shadow)
        found = opened.diagnose({"a.py": "one\n"}, {"a.py": "bad\n"})
        again = opened.diagnose({"a.py": "one\n"}, {"a.py": "worse is bad\n"})
        opened.close()

        said = "language servers see the files as they are on disk: the temporary tree was removed"
        assert (["a.py"], (said,)) == (list(found.findings), found.problems)
        assert (["a.py"], ()) == (list(again.findings), again.problems)


MISBEHAVING = {
    "garbage": "sent something that is not a message",
    "an endless line": "sent something that is not a message",
    "a huge header": "sent something that is not a message",
    "many headers": "sent something that is not a message",
    "a bad length": "sent something that is not a message",
    "a large message": "sent more than 8 MiB in one message",
    "a flood": "sent more than 64 MiB",
    "bad JSON": "sent a message that cannot be understood",
    "deep JSON": "sent a message that cannot be understood",
    "another shape": "sent an answer that cannot be understood",
    "a refusal": "refused: no licence",
    "half a message": "ended",
    "a crash": "ended",
    "an exception": "ended: ImportError: no server",
    "an end with a word": "ended: no licence",
    "a quiet end": "ended",
    "a crash at a text": "ended",
    "deafness": "does not read what it is sent",
}
SILENT = ("silence", "silence about texts")


class TestMisbehaving:
    @pytest.mark.parametrize("way", MISBEHAVING)
    def test_a_server_that_misbehaves_is_named_once_and_leaves_no_process(
        self, tmp_path: Path, way: str
    ) -> None:
        note = tmp_path / "processes"
        with servers(tmp_path, way, str(note)) as opened:
            found = opened.diagnose(BEFORE, AFTER)
            again = opened.diagnose(BEFORE, {"a.py": "bad again\n"})

            assert Diagnosis({}) == again
            assert {} == found.findings
            (problem,) = found.problems
            assert problem.startswith(f"the language server `{Path(sys.executable).name} {FAKE} {way}")
            assert problem.endswith(MISBEHAVING[way])
            wait_for_end([int(process) for process in note.read_text().split()])

    @pytest.mark.parametrize("way", SILENT)
    def test_a_server_that_does_not_answer_is_named_once(self, tmp_path: Path, way: str) -> None:
        note = tmp_path / "processes"
        with servers(tmp_path, way, str(note), timeout=2) as opened:
            found = [opened.diagnose(BEFORE, {"a.py": "bad" * n}) for n in range(1, 4)]

            assert [1, 0, 0] == [len(each.problems) for each in found]
            assert "does not answer" in found[0].problems[0]
            wait_for_end([int(process) for process in note.read_text().split()])

    def test_a_server_that_does_not_end_is_ended_with_its_children(self, tmp_path: Path) -> None:
        note = tmp_path / "processes"
        with servers(tmp_path, "no shutdown", str(note)) as opened:
            assert ["a.py"] == list(opened.diagnose(BEFORE, AFTER).findings)

        wait_for_end([int(process) for process in note.read_text().split()])

    def test_closing_at_once_ends_a_server_that_is_being_waited_for(self, tmp_path: Path) -> None:
        import threading

        note = tmp_path / "processes"
        opened = LanguageServers(tmp_path, {"python": (sys.executable, FAKE, "silence", str(note))})
        results: list[Diagnosis] = []
        asking = threading.Thread(target=lambda: results.append(opened.diagnose(BEFORE, AFTER)))
        asking.start()
        while not note.exists():
            time.sleep(0.01)

        opened.close(at_once=True)

        asking.join()
        assert {} == results[0].findings
        wait_for_end([int(process) for process in note.read_text().split()])
        assert {} == opened.diagnose(BEFORE, {"a.py": "bad"}).findings

    def test_a_missing_program_is_named(self, tmp_path: Path) -> None:
        opened = LanguageServers(tmp_path, {"python": ("no-such-server", "--stdio")})

        found = [opened.diagnose(BEFORE, AFTER) for _ in range(2)]

        sentence = "the language server `no-such-server --stdio` was not found"
        assert [Diagnosis({}, (sentence,)), Diagnosis({})] == found


class TestRuff:
    """A real server."""

    def test_an_undefined_name_is_found_and_an_old_one_is_not(self, tmp_path: Path) -> None:
        command = (sys.executable, "-m", "ruff", "server")
        opened = LanguageServers(tmp_path, {"python": command}, TIMEOUT_S)
        try:
            found = opened.diagnose({"a.py": "print(old)\n"}, {"a.py": "import os\nprint(new)\nprint(old)\n"})
        finally:
            opened.close()

        assert () == found.problems
        listed = [(f.line, f.code, f.is_error) for f in found.findings["a.py"]]
        assert (1, "F821", True) == listed[0]
        assert (0, "F401", False) in listed
        assert (2, "F821", True) not in listed

    def test_a_name_at_a_changed_line_that_was_undefined_before_is_not_new(self, tmp_path: Path) -> None:
        opened = LanguageServers(tmp_path, {"python": (sys.executable, "-m", "ruff", "server")}, TIMEOUT_S)
        try:
            assert {} == opened.diagnose({"a.py": "print(old)\n"}, {"a.py": "print(1, old)\n"}).findings
        finally:
            opened.close()
