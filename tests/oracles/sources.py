"""Files of this project as they once were: what trials are made of where no corpus is at hand.

A copy, so that moving a line of the program makes no other trials, and an oracle that fails points
at the change that made it fail. To copy the files of today:

    python -c "from tests.oracles.sources import copy_sources; copy_sources()"
"""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).parents[2]
_COPY = Path(__file__).with_name("sources.json.gz")
_ENDINGS = {
    ".md",
    ".py",
    ".ts",
    ".js",
    ".css",
    ".tcss",
    ".html",
    ".toml",
    ".rs",
    ".go",
    ".rb",
    ".txt",
    ".tsx",
}
_LEAST_SIZE = 1_000
_MOST_FILES = 80
"""Files that are copied, at most twice as many."""


@cache
def sources() -> Mapping[str, str]:
    """The texts by their paths in the project, in the same order in every run."""
    copied: dict[str, str] = json.loads(gzip.decompress(_COPY.read_bytes()))
    return copied


def copy_sources() -> None:
    """Replace the copy by the files as they are now."""
    files = [*(_PROJECT / "editreview").rglob("*"), *(_PROJECT / "tests" / "cases").glob("*/*/before/**/*")]
    files = sorted(file for file in files if file.suffix in _ENDINGS and file.stat().st_size > _LEAST_SIZE)
    texts: dict[str, str] = {}
    for file in files[:: max(1, len(files) // _MOST_FILES)]:
        try:
            texts[file.relative_to(_PROJECT).as_posix()] = file.read_bytes().decode()
        except UnicodeDecodeError:
            continue
    # Without the time of the copy: the same files make the same bytes.
    _COPY.write_bytes(gzip.compress(json.dumps(texts, ensure_ascii=False).encode(), mtime=0))
