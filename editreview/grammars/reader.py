"""The process that parses, seen from the program: started on first need, and again when it has ended."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from marshal import dumps, load
from pathlib import Path
from threading import Lock, local
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview import processes

if TYPE_CHECKING:
    from editreview.grammars.tree import Syntax

WITH_TAGS = frozenset({"javascript", "tsx"})
"""Languages with tags of JSX."""
_LIMIT_S = 1.5
"""Seconds that one text may take. The largest texts that are checked take a tenth of it."""
_MAX_HERE_S = 1.0
"""Seconds that parsing may take in this process, where nothing else runs meanwhile."""
_MAX_KNOWN = 1_000_000
"""Characters of texts whose readings are kept: a file is read again for each decision on its blocks."""
_KEPT, _MAX_KEPT = 128, 8_000
"""Trees that are kept, and the characters of the largest of their texts: a few megabytes in all."""
_SHORT = 1_000
"""Characters that no grammar takes more than a fraction of a second for, whatever they are."""
_GRACE_S = 1.0
"""Seconds a process that sends no answer gets to end."""
_TRIES = 2
"""A process that ends while it parses was killed, or cannot parse the text: the next one shows which."""
_CHILD = Path(__file__).with_name("child.py")

Lines = tuple[int, ...]
"""1-based, in order."""


class Reading(Struct, frozen=True):
    """The findings of a parser in a text."""

    error_lines: Lines
    """The 1-based line of each part that it could not read, and of each missing token."""
    rejected: Lines
    """Lines that it could read although the language rejects them."""
    undeclared: Lines
    """Lines of statements outside of all declarations, where the language has none."""
    crossed_tags: Lines
    """Lines of JSX closing tags that do not match."""
    misplaced: int
    """The number of Python statements where Python accepts none, if they were to be counted."""
    outermost: tuple[tuple[int, int], ...]
    """The first and the last line of each outermost node, 0-based."""
    seconds: float
    """Seconds of the processor that it took."""

    @property
    def errors(self) -> int:
        return len(self.error_lines)


class NotRead(Exception):
    """A text was not parsed; the message is the reason, for users."""


class ParsingProcess:
    """Reads texts in a child process. Any thread may ask; one text is read at a time.

    Args:
        limit: Seconds of the processor that one text may take.
    """

    def __init__(self, limit: float = _LIMIT_S) -> None:
        self._limit = limit
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._not_read: dict[tuple[str, str], str] = {}
        """Texts with their languages that could not be read, and why. They are not tried again."""
        self._known: dict[tuple[str, str, bool], Reading] = {}
        """The last readings, by text, language and whether misplaced statements are counted."""
        self._size = 0
        """The length of their texts."""
        self.seconds = 0.0
        """Seconds of the processor that all texts took."""

    def read(self, text: str, language: str, *, counts_misplaced: bool = False) -> Reading:
        """Parse a text; it waits at most a second or two.

        Args:
            text: The text.
            language: One of those with a parser.
            counts_misplaced: Count misplaced statements of Python as well, which takes as long again.

        Raises:
            NotRead: It took too long, the parser crashed, or its process cannot be started.
        """
        key = (text, language)
        with self._lock:
            if key in self._not_read:
                raise NotRead(self._not_read[key])
            known = self._known.get((*key, counts_misplaced))
            if known is not None:
                return known
            for _ in range(_TRIES):
                found = self._ask(text, language, counts_misplaced)
                if isinstance(found, Reading):
                    self.seconds += found.seconds
                    self._keep((*key, counts_misplaced), found)
                    return found
                if found == _TIMED_OUT:
                    self.seconds += self._limit
                    self._not_read[key] = f"the parser of {language} takes too long for it"
                    break
            else:
                self._not_read[key] = f"the parser of {language} crashed on it"
            raise NotRead(self._not_read[key])

    def _keep(self, key: tuple[str, str, bool], reading: Reading) -> None:
        """Keep a reading in place of the oldest ones."""
        self._known[key] = reading
        self._size += len(key[0])
        while self._size > _MAX_KNOWN:
            oldest = next(iter(self._known))
            self._size -= len(oldest[0])
            del self._known[oldest]

    def _ask(self, text: str, language: str, counts_misplaced: bool) -> Reading | int:
        """The reading of a text; the exit status of the process if it ended instead."""
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(dumps((text, language, counts_misplaced, language in WITH_TAGS, self._limit)))
            child.stdin.flush()
            return Reading(*load(child.stdout))
        except (OSError, EOFError, ValueError, TypeError):
            return self._end(_GRACE_S)
        except BaseException:
            # Interrupted: its answer would be taken for that to the next text.
            self._end(0)
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, started if there is none.

        Raises:
            NotRead: It cannot be started.
        """
        if self._child is not None and self._child.poll() is None:
            return self._child
        self._end(0)
        library = find_spec("ast_grep_py")
        if library is None or library.origin is None:
            raise NotRead("the library of parsers is not installed")
        # All that it imports in addition to Python itself: nothing from a folder that `python -m` adds.
        folders = {str(path.parents[1]) for path in (_CHILD.parent, Path(library.origin))}
        command = [sys.executable, "-I", "-S", str(_CHILD), *sorted(folders)]
        try:
            self._child = processes.start(command, folder=_CHILD.parent)
        except (OSError, TypeError, ValueError) as error:
            # The path of Python may be unknown as well.
            raise NotRead(f"the process that parses cannot be started: {error}") from error
        return self._child

    @property
    def process_id(self) -> int | None:
        """The ID of the process; None if there is none."""
        child = self._child
        return None if child is None else child.pid

    def end(self) -> None:
        """End the process; the next text starts another one."""
        with self._lock:
            self._end(0)

    def leave(self) -> None:
        """Leave the process to the program that this one was forked from: two would mix up its answers."""
        self._lock, self._child = Lock(), None

    def _end(self, grace: float) -> int:
        """End the process after so many seconds, if it has not ended by then. Returns its exit status."""
        child, self._child = self._child, None
        if child is None:
            return 0
        try:
            status = child.wait(grace)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        for stream in (child.stdin, child.stdout):
            # What it did not read cannot be written.
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        return status


_TIMED_OUT = -signal.SIGPROF if sys.platform != "win32" else 1
"""The exit status of a process that took too long."""
PROCESS = ParsingProcess()
atexit.register(PROCESS.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=PROCESS.leave)


class _Limits(local):
    """The limits of a thread."""

    end: float | None = None
    """The `seconds` of the reader after which no text is read; None for no limit."""


_limits = _Limits()


def read(text: str, language: str, *, counts_misplaced: bool = False) -> Reading:
    """Parse a text in the process for it; see `ParsingProcess.read`."""
    if _limits.end is not None and PROCESS.seconds >= _limits.end:
        raise NotRead(f"the parser of {language} takes too long for it and others")
    return PROCESS.read(text, language, counts_misplaced=counts_misplaced)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Let all texts that this thread reads in the block take so many seconds together; then it reads none."""
    _limits.end = PROCESS.seconds + seconds
    try:
        yield
    finally:
        _limits.end = None


def parse(text: str, language: str) -> "Syntax":
    """Parse a text here, if that takes no longer than it may; see `Syntax.is_code`.

    The last trees of short texts are kept: a file and its versions are looked at again for each block.
    """
    from editreview.grammars.tree import Syntax  # Few blocks need it.

    try:
        return (_kept if len(text) <= _MAX_KEPT else _parsed)(text, language)
    except NotRead:
        return Syntax(text, language, is_code=False)


def faults(text: str, language: str) -> int:
    """The `Syntax.faults` of a text. A long one is parsed in the process for it alone, not here as well."""
    if len(text) <= _SHORT:
        return parse(text, language).faults
    try:
        reading = PROCESS.read(text, language, counts_misplaced=language == "python")
    except NotRead:
        return 1
    return reading.errors + len(reading.rejected) + reading.misplaced


def _parsed(text: str, language: str) -> "Syntax":
    """Parse a text here.

    Raises:
        NotRead: It takes too long. What is raised is not kept, so the text is tried again.
    """
    from editreview.grammars.tree import Syntax

    if len(text) > _SHORT and PROCESS.read(text, language).seconds > _MAX_HERE_S:
        raise NotRead(f"the parser of {language} takes too long for it")
    return Syntax(text, language)


_kept = lru_cache(_KEPT)(_parsed)
