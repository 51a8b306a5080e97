"""A transaction that does one of everything, and the tree before and after it."""

from editreview.workspace.journal import FileWrite
from editreview.workspace.root import digest

BEFORE = {"a.txt": b"a\n", "sub/b.txt": b"b\n", "kept.txt": b"kept\n", "gone.txt": b"gone\n"}
AFTER = {"a.txt": b"A\n", "sub/b.txt": b"B\n", "kept.txt": b"kept\n", "new/deep/c.txt": b"C\n"}
WRITES = (
    FileWrite("a.txt", digest(b"a\n"), b"A\n", 0o644),
    FileWrite("new/deep/c.txt", None, b"C\n", None),
    FileWrite("gone.txt", digest(b"gone\n"), None, 0o644),
    FileWrite("sub/b.txt", digest(b"b\n"), b"B\n", 0o644),
)
