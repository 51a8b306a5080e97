"""A transaction that does one of everything, and the tree before and after it."""

from editreview.workspace.root import digest
from editreview.workspace.transaction import Transaction, Write

BEFORE = {"a.txt": b"a\n", "sub/b.txt": b"b\n", "kept.txt": b"kept\n", "gone.txt": b"gone\n"}
AFTER = {"a.txt": b"A\n", "sub/b.txt": b"B\n", "kept.txt": b"kept\n", "new/deep/c.txt": b"C\n"}
WRITES = Transaction(
    (
        Write("a.txt", digest(b"a\n"), b"A\n", 0o644),
        Write("new/deep/c.txt", None, b"C\n", None),
        Write("gone.txt", digest(b"gone\n"), None, 0o644),
        Write("sub/b.txt", digest(b"b\n"), b"B\n", 0o644),
    )
)
