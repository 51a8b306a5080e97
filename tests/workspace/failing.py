"""A disk that fails, or at which a program is killed, at any one of its operations."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from editreview.workspace import disk

_NO_OPERATIONS = frozenset({"fspath", "fsencode", "fsdecode", "strerror", "close"})
"""Of the `os` module: what does not ask the disk, and what only lets go of it."""

_LOOKS = frozenset(
    {"access", "fstat", "getxattr", "listdir", "listxattr", "read", "stat", "urandom", "walk", "fsync"}
)
"""Of the operations: those that leave every file and folder as it is."""
_CHANGING_FLAGS = os.O_CREAT | os.O_TRUNC

Act = Callable[[str], object]
"""Called at the n-th operation, with the operation's name."""


class WatchedOs:
    """The `os` module, with its file-system operations counted and something done at one of them.

    Args:
        nth: Of the operations, from 1.
        before: Done just before it.
        after: Done just after it.
        only: The one operation that is counted; all if empty.
        changes_only: Count only the operations that change a file or a folder.
    """

    def __init__(
        self,
        nth: int,
        before: Act | None = None,
        after: Act | None = None,
        only: str = "",
        *,
        changes_only: bool = False,
    ) -> None:
        self.calls = 0
        self._nth = nth
        self._before = before
        self._after = after
        self._only = only
        self._changes_only = changes_only

    @property
    def was_reached(self) -> bool:
        return self.calls >= self._nth

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if not callable(real) or isinstance(real, type) or name in _NO_OPERATIONS:
            return real
        if self._only and name != self._only:
            return real

        def watched(*arguments: Any, **named: Any) -> Any:
            if self._changes_only and not _changes(name, arguments):
                return real(*arguments, **named)
            self.calls += 1
            is_it = self.calls == self._nth
            if is_it and self._before is not None:
                self._before(name)
            result = real(*arguments, **named)
            if is_it and self._after is not None:
                self._after(name)
            return result

        return watched

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> "WatchedOs":
        """Let all that the workspace does to a disk go through this."""
        monkeypatch.setattr(disk, "os", self)
        return self


def _changes(name: str, arguments: tuple[Any, ...]) -> bool:
    """True unless an operation leaves every file and folder as it is."""
    return name not in _LOOKS and (name != "open" or bool(arguments[1] & _CHANGING_FLAGS))


def full(name: str) -> None:
    """The disk is full."""
    raise OSError(28, "No space left on device", f"at {name}")


def interrupted(name: str) -> None:
    """A signal comes."""
    raise KeyboardInterrupt
