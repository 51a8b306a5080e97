"""What a command is asked: its options, its configuration, and the response that it reads."""

import os
from pathlib import Path

import click
from msgspec import Struct

from editreview.config import Config, check_strategies, file_of, load
from editreview.errors import UsageError
from editreview.options import named_files
from editreview.outputs import is_terminal
from editreview.review import Review, TakenUp, take_up
from editreview.terminal import chunks
from editreview.workspace import Workspace

HOW_TO_GIVE = """no response to review. Give one as a file or through a pipe:

    editreview answer.md
    editreview < answer.md
    llm "…" | editreview

`editreview` alone takes one that you paste, and --clipboard what you have copied."""


class Asked(Struct, frozen=True):
    """What the options and the configuration say of a review."""

    root: str | None
    formats: tuple[str, ...]
    empty_search: str | None
    without: frozenset[str]
    context: tuple[str, ...] | None
    config: Config
    config_file: Path
    """Where that is, or would be."""

    @classmethod
    def of(
        cls,
        root: str | None,
        formats: tuple[str, ...],
        empty_search: str | None,
        without: tuple[str, ...],
        context: tuple[str, ...],
        config: str | None,
    ) -> "Asked":
        """Options go before the configuration.

        Raises:
            UsageError: One of them cannot be.
        """
        named = frozenset(without)
        check_strategies(named, "--without")
        configured = load(config)
        shown = named_files(context) if context else configured.context.files
        without_all = named | configured.matching.without
        return cls(root, formats, empty_search, without_all, shown, configured, file_of(config))

    def take_up(self) -> TakenUp:
        """The last review that was left.

        Raises:
            UsageError: There is none.
        """
        return take_up(Workspace.open(None if self.root is None else Path(self.root)))

    def open(self, *, only_looks: bool = False) -> Review:
        """A new review; see `Review.open`."""
        return Review.open(
            self.root, self.formats, self.empty_search, self.without, self.context, only_looks=only_looks
        )


def given_response(response: str | None, *, clipboard: bool) -> int | None:
    """The descriptor of the response that is named; None for standard input.

    Raises:
        UsageError: It cannot be read.
    """
    if not clipboard:
        return None if response in (None, "-") else opened(str(response))
    if response is not None:
        raise UsageError("either a RESPONSE or --clipboard, not both")
    from tempfile import TemporaryFile

    from editreview.clipboard import paste

    with TemporaryFile() as file:
        file.write(paste().encode("utf-8", "surrogateescape"))
        file.seek(0)
        return os.dup(file.fileno())


def read_review(given: int | None, asked: Asked, *, only_looks: bool = False) -> Review:
    """A review that has read all of a response.

    Args:
        given: The response's descriptor; None for standard input.
        asked: How it is read.
        only_looks: Nothing will be written.

    Raises:
        UsageError: There is no response.
    """
    if given is None and is_terminal(0):
        raise UsageError(HOW_TO_GIVE)
    review = asked.open(only_looks=only_looks)
    try:
        for chunk in chunks(0 if given is None else given):
            review.feed(chunk)
    except OSError as error:
        raise UsageError(f"cannot read the response: {error.strerror}") from error
    review.close()
    return review


def opened(path: str) -> int:
    """A descriptor of the response's file.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
        if Path(path).is_dir():
            raise IsADirectoryError(21, "Is a directory", path)
    except OSError as error:
        command = click.get_current_context().find_root().command
        is_command = isinstance(command, click.Group) and path in command.commands
        hint = f" For the command, write it first: editreview {path} …" if is_command else ""
        raise UsageError(f"cannot read the response {path}: {error.strerror}.{hint}") from error
    return descriptor
