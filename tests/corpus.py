"""Real replies that were committed: the records of the folder that EDITREVIEW_CORPUS names."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CORPUS = os.environ.get("EDITREVIEW_CORPUS")


def records(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / "verified.jsonl"
    data = path.read_bytes() if path.exists() else gzip.decompress(Path(f"{path}.gz").read_bytes())
    for line in filter(bytes.strip, data.split(b"\n")):
        record = json.loads(line)
        assert isinstance(record, dict)
        yield record


def encoded(files: dict[str, str | None]) -> dict[str, bytes]:
    """The files that are there, under their plain paths."""
    return {
        os.path.normpath(path): text.encode("utf-8", "surrogateescape")
        for path, text in files.items()
        if text is not None
    }
