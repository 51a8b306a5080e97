"""Memory that is free goes back to the system."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps it")

MEASURED = """
import os
from editreview.workspace.root import expect_large_texts, release_memory

def resident_mb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20

"""


def resident_mb(code: str) -> int:
    """The memory that a process of its own still has at the end of some code, above that at its beginning."""
    code = f"{MEASURED}before = resident_mb()\n{code}\nprint(resident_mb() - before)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=True)
    return int(done.stdout)


LARGE = """
first = bytearray(8 << 20)
del first
kept = [bytearray(2000) for _ in range(3_000)]
texts = []
for _ in range(20):
    texts.append(bytearray(b"x") * (2 << 20))
    kept.append(bytearray(2000))
del texts
"""
"""Freeing the first makes glibc take the others from its heap, where small ones hold their places.

The small ones before them fill the places that imports left.
"""


def test_large_texts_leave_no_holes() -> None:
    kept = resident_mb(LARGE)

    assert kept > 20
    assert resident_mb(f"expect_large_texts()\n{LARGE}") < kept // 4


SMALL = """
texts = [bytes(2000) for _ in range(20_000)]
del texts[:-1]
"""


def test_free_memory_below_what_is_in_use_is_given_back() -> None:
    kept = resident_mb(SMALL)

    assert kept > 20
    assert resident_mb(f"{SMALL}release_memory()") < kept // 4
