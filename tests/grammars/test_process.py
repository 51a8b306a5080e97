"""The process that parses: it is stopped, and started again, and the program never waits for long."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from editreview.grammars import NotRead, Syntax, at_most, faults, parse, read, reader
from editreview.grammars.reader import PROCESS, ParsingProcess
from editreview.matching import LANGUAGES
from tests.oracles.faults import ENDINGS
from tests.oracles.faults.samples import sample

SLOW = ";fn =" * 12_000
"""C# that its parser needs hours for."""
LEGAL = "class A { int x = 1; }"
BROKEN = "class A {\n int x = ;\n}"
TIMEOUT_S = 60.0


@pytest.fixture
def process() -> Iterator[ParsingProcess]:
    process = ParsingProcess(limit=0.3)
    yield process
    process.end()


def wait_for(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_running(process_id: int) -> bool:
    """False for a zombie as well, which nobody may wait for here."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process_id)], capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")


def id_of(process: ParsingProcess) -> int:
    process_id = process.process_id
    assert process_id is not None
    return process_id


@pytest.mark.parametrize("language", sorted(ENDINGS.keys() & LANGUAGES))
def test_the_process_finds_what_is_found_here(language: str) -> None:
    for text in (sample(language), f"{sample(language)})) @"):
        tree, reading = Syntax(text, language), read(text, language)
        assert tree.error_lines == reading.error_lines
        assert [node.range().start.line for node in tree.root.children()] == [
            first for first, _ in reading.outermost
        ]


@pytest.mark.parametrize("language", sorted(ENDINGS.keys() & LANGUAGES))
def test_the_process_counts_the_faults_that_are_counted_here(language: str) -> None:
    """Those of short texts and of long ones."""
    uneven = "def f():\n    x = 1\n      y = 2\n" if language == "python" else ""
    for text in (sample(language), f"{sample(language)})) @", f"{sample(language)}\n{uneven}"):
        for several in (text, text * (2_000 // len(text) + 1)):
            assert Syntax(several, language).faults == faults(several, language)


def test_a_text_that_takes_too_long_is_given_up_and_not_tried_again(process: ParsingProcess) -> None:
    with pytest.raises(NotRead, match=r"^the parser of csharp takes too long for it$"):
        process.read(SLOW, "csharp")
    took = process.seconds
    with pytest.raises(NotRead, match=r"^the parser of csharp takes too long for it$"):
        process.read(SLOW, "csharp")
    assert took == process.seconds
    assert [(2,), ()] == [process.read(text, "csharp").error_lines for text in (BROKEN, LEGAL)]


def test_a_program_that_ignores_the_signal_does_not_pass_that_on(process: ParsingProcess) -> None:
    was = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    try:
        with pytest.raises(NotRead, match="takes too long"):
            process.read(SLOW, "csharp")
    finally:
        signal.signal(signal.SIGPROF, was)


def test_threads_run_while_the_process_parses(process: ParsingProcess) -> None:
    def give_up() -> None:
        with pytest.raises(NotRead):
            process.read(SLOW, "csharp")

    reading = threading.Thread(target=give_up)
    reading.start()
    steps = 0
    while reading.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 5


def test_one_process_reads_all_texts(process: ParsingProcess) -> None:
    process.read(LEGAL, "csharp")
    first = id_of(process)
    process.read("x = 1\n", "python")
    assert first == id_of(process)


def test_what_was_read_needs_no_process(process: ParsingProcess) -> None:
    reading = process.read(BROKEN, "csharp")
    process.end()
    assert reading == process.read(BROKEN, "csharp")
    assert process.process_id is None


def test_only_the_last_readings_are_kept(process: ParsingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_MAX_KNOWN", len(LEGAL))
    process.read(LEGAL, "csharp")
    process.read("class B { }", "csharp")
    process.end()
    process.read("class B { }", "csharp")
    assert process.process_id is None
    process.read(LEGAL, "csharp")
    assert process.process_id is not None


def test_a_killed_process_is_started_again(process: ParsingProcess) -> None:
    process.read(LEGAL, "csharp")
    killed = id_of(process)
    os.kill(killed, signal.SIGKILL)
    assert (2,) == process.read(BROKEN, "csharp").error_lines
    assert killed != id_of(process)


def test_a_text_during_which_the_process_was_killed_is_tried_once_more() -> None:
    process = ParsingProcess(limit=TIMEOUT_S)
    reasons: list[str] = []

    def reading() -> None:
        with pytest.raises(NotRead) as raised:
            process.read(SLOW, "csharp")
        reasons.append(str(raised.value))

    thread = threading.Thread(target=reading)
    thread.start()
    killed: list[int] = []
    while thread.is_alive():
        now = process.process_id
        if now is not None and now not in killed:
            killed.append(now)
            os.kill(now, signal.SIGKILL)
        time.sleep(0.01)
    assert (2, ["the parser of csharp crashed on it"]) == (len(killed), reasons)
    process.end()


def test_an_interrupted_text_gives_no_answer_to_the_next(process: ParsingProcess) -> None:
    process.read(LEGAL, "csharp")
    was = signal.signal(signal.SIGUSR1, signal.default_int_handler)
    try:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        with pytest.raises(KeyboardInterrupt):
            ParsingProcess.read(process, SLOW, "csharp")
    finally:
        signal.signal(signal.SIGUSR1, was)
    assert (2,) == process.read(BROKEN, "csharp").error_lines


def test_a_process_that_cannot_be_started_is_a_reason(
    process: ParsingProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without:
        without.setattr(sys, "executable", str(tmp_path / "python"))
        with pytest.raises(NotRead, match=r"^the process that parses cannot be started: "):
            process.read(LEGAL, "csharp")
    assert () == process.read(LEGAL, "csharp").error_lines


@pytest.mark.parametrize("size", [1, 500])
def test_what_the_parser_accepts_and_the_language_rejects_is_a_fault(size: int) -> None:
    text = "class A\n  def a\n  end\nend\nend\n" + "# x\n" * size

    assert faults(text, "ruby") == Syntax(text, "ruby").faults == 1


@pytest.mark.parametrize(
    "code",
    ["import sys; sys.stdin.buffer.read(1); sys.exit(3)\n", "import os; os.close(0); os.read(1, 1)\n"],
    ids=["at once", "without reading"],
)
def test_a_process_that_always_crashes_is_a_reason(
    process: ParsingProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (tmp_path / "child.py").write_text(code)
    monkeypatch.setattr(reader, "_CHILD", tmp_path / "child.py")
    with pytest.raises(NotRead, match=r"^the parser of csharp crashed on it$"):
        process.read(LEGAL + "\n" * 200_000, "csharp")


PROGRAM = """
import sys, threading
from editreview.grammars import read
from editreview.grammars.reader import PROCESS
read("class A {}", "csharp")
print(PROCESS.process_id, flush=True)
read(sys.argv[1] * 12_000, "csharp")
sys.stdin.read()
"""


@pytest.mark.parametrize("piece", [";fn =", "\n"], ids=["parsing", "idle"])
def test_the_process_ends_when_the_program_is_killed(piece: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, piece], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        process_id = int(program.stdout.readline())
        program.kill()
    wait_for(lambda: not is_running(process_id))


FORKING = """
import os
from editreview.grammars import read
from editreview.grammars.reader import PROCESS
read("class A {}", "csharp")
first = PROCESS.process_id
forked = os.fork()
reading = read("class B { int x = ; }", "csharp")
assert (1,) == reading.error_lines
assert (PROCESS.process_id == first) == (forked != 0)
if forked:
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1])
"""


def test_a_fork_of_the_program_has_a_process_of_its_own() -> None:
    subprocess.run([sys.executable, "-P", "-c", FORKING], check=True)


def test_all_texts_together_take_no_longer_than_they_may() -> None:
    with at_most(0), pytest.raises(NotRead, match=r"^the parser of csharp takes too long for it and others$"):
        read(LEGAL, "csharp")
    with at_most(TIMEOUT_S):
        assert () == read(LEGAL, "csharp").error_lines
    assert () == read(LEGAL, "csharp").error_lines


def test_only_what_was_read_in_time_is_parsed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROCESS, "_limit", 0.3)
    tree = parse(SLOW, "csharp")

    assert not tree.is_code
    assert (1, (1,)) == (tree.faults, tree.error_lines)
    assert 1 == faults(SLOW, "csharp")
    assert [(0, "ERROR", SLOW[6:400])] == tree.shape(6, 400)
    assert parse(sample("csharp"), "csharp").is_code


def test_missing_tokens_in_a_deep_tree_are_counted_at_once() -> None:
    """To find the parent of each took minutes."""
    text = ("a: " * 500 + "\n") * 40

    assert 0 < Syntax(text, "cpp").errors


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_nothing_has_no_errors(language: str) -> None:
    assert (0, 0) == (Syntax("", language).errors, Syntax(" \n", language).errors)
