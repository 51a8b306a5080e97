"""Save a review where a later run finds it: the response, and every decision in order."""

import json
from pathlib import Path

from msgspec.structs import asdict

from editreview.review.session import Review

FILE_NAME = "review.json"


def keep_review(review: Review, response: str) -> Path:
    """Write the review to a private file. Returns its path.

    Raises:
        OSError: It cannot be written.
    """
    log = [
        {
            "kind": entry.kind,
            "decisions": {key: asdict(decision) for key, decision in entry.decisions.items()},
        }
        for entry in review.log.entries
    ]
    kept = {
        "schema": 1,
        "root": str(review.workspace.root.folder),
        "response": response,
        "starts": review.starts,
        "log": log,
    }
    # ASCII keeps lone surrogates, which stand for bytes that were not UTF-8.
    data = json.dumps(kept, default=_sorted, ensure_ascii=True, indent=1).encode("ascii")
    return review.workspace.keep(FILE_NAME, data)


def _sorted(value: object) -> list[object]:
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be saved")
