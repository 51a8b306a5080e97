"""The sample repository, a response beside it, and `editreview` as a command of the shell."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

import editreview
from editreview.sample import RESPONSE, create
from tests.pty.terminal import Terminal

Start = Callable[..., Terminal]


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Path:
    """The sample repository; its response is ../answer.md."""
    (tmp_path / "answer.md").write_bytes(RESPONSE.read_bytes())
    return Path(shutil.copytree(_sample, tmp_path / "corner-shop"))


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder of commands, `editreview` among them."""
    folder = tmp_path / "commands"
    folder.mkdir()
    script = folder / "editreview"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m editreview \"$@\"\n")
    script.chmod(0o755)
    return folder


class Producer:
    """A pipe for the standard input of a run, written by a test."""

    def __init__(self, text: str = "") -> None:
        self.reading, writing = os.pipe()
        self._writing = os.fdopen(writing, "wb", buffering=0)
        self.write(text)

    def write(self, text: str) -> None:
        self._writing.write(text.encode())

    def end(self) -> None:
        self._writing.close()


def piped(text: str) -> dict[int, int | None]:
    """The streams of a run that gets a text on standard input, through a pipe."""
    producer = Producer(text)
    producer.end()
    return {0: producer.reading}


def written_to(path: Path) -> int:
    """The descriptor of a new file, as a shell opens it for `>`."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)


@pytest.fixture
def start(shop: Path, commands: Path) -> Iterator[Start]:
    """Starts a command in a terminal of its own, in the sample repository or another folder.

    A command for the shell starts the program. Words of which the first is `editreview` run it in a fork of a
    process that has imported it: a third of the cost, and all that a test needs that is not about the start.
    """
    with ExitStack() as open_terminals:

        def starting(
            command: str | Sequence[str],
            *,
            columns: int = 80,
            rows: int = 24,
            folder: Path = shop,
            environment: Mapping[str, str] | None = None,
            streams: Mapping[int, int | None] | None = None,
            before: str = "",
        ) -> Terminal:
            variables = {
                "PATH": f"{commands}:{os.environ['PATH']}",
                "PYTHONPATH": str(Path(editreview.__file__).parents[1]),
                **(environment or {}),
            }
            terminal = Terminal(
                command,
                folder,
                columns=columns,
                rows=rows,
                environment=variables,
                streams=streams,
                before=before,
            )
            return open_terminals.enter_context(terminal)

        yield starting
