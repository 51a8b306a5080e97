"""Writes of earlier runs, from the journal: texts before and after, and the blocks applied."""

from collections.abc import Iterator

from msgspec import Struct

from editreview.errors import Refused
from editreview.workspace.encodings import decode
from editreview.workspace.journal import BlockRecord, FileRecord, Journal, Record, RecordState

_MAX_RECORDS = 20
"""Maximum number of records searched, the newest first."""


class EarlierWrite(Struct, frozen=True):
    """One file as written by an earlier run that was not undone."""

    path: str
    """Relative to the current root."""
    before: str | None
    after: str | None
    """The texts; None if the file did not exist."""
    after_digest: str | None
    blocks: tuple[BlockRecord, ...]
    """The blocks applied to it."""
    time: float
    """Time of its start, in seconds since the epoch."""


def earlier_writes(
    journal: Journal, below_top: str, path: str | None = None, responses: frozenset[str] | None = None
) -> Iterator[EarlierWrite]:
    """The writes of earlier runs, the newest first; none if the journal cannot be read.

    Args:
        journal: The journal of the tree.
        below_top: The current root relative to the top of the tree: empty, or ending with a slash.
        path: Only writes of this file, relative to the current root.
        responses: Only runs that applied blocks of these responses, and only those blocks.
    """
    try:
        records = [record for record in journal.records() if record.state is RecordState.WRITTEN]
    except OSError:
        return
    for record in records[: -_MAX_RECORDS - 1 : -1]:
        blocks = [b for b in record.blocks if responses is None or b.response in responses]
        if responses is not None and not blocks:
            continue
        for file in record.files:
            found = _write(journal, below_top, record, file, path, blocks)
            if found is not None:
                yield found


def _write(
    journal: Journal,
    below_top: str,
    record: Record,
    file: FileRecord,
    path: str | None,
    blocks: list[BlockRecord],
) -> EarlierWrite | None:
    from_top = f"{record.root}/{file.path}" if record.root else file.path
    if not from_top.startswith(below_top):
        return None
    below = from_top.removeprefix(below_top)
    if path not in (None, below):
        return None
    try:
        texts = [
            None if digest is None else decode(below, journal.content(record, digest))[0]
            for digest in (file.before, file.after)
        ]
    except (OSError, Refused):
        return None
    of_file = tuple(block for block in blocks if block.path == file.path)
    return EarlierWrite(below, texts[0], texts[1], file.after, of_file, record.time)
