"""Memory that the C library keeps for itself although it is free, as after a large file was read.

Once glibc has freed a text of some megabytes, it takes others of that size from its heap, where they leave
holes that stay: ten megabytes after the start on a file of a hundred thousand lines. Nothing here does
anything with another library.
"""

from contextlib import suppress
from functools import cache

MANY_BYTES = 1 << 20
"""The size of a file from which it matters."""
_MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD in glibc's malloc.h."""
_LARGE = 128 * 1024
"""Bytes from which memory is not taken from the heap: the default of glibc, until it raises it."""


@cache
def expect_large_texts() -> None:
    """Keep large texts out of the heap from now on, so that their memory is free for others at their end."""
    _call("mallopt", _MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """Return free memory to the system."""
    _call("malloc_trim", 0)


def _call(function: str, *arguments: int) -> None:
    # Imported on first use: slow to import.
    import ctypes

    # Windows has no library without a name, and other libraries have no such functions.
    with suppress(AttributeError, OSError, TypeError):
        getattr(ctypes.CDLL(None), function)(*arguments)
