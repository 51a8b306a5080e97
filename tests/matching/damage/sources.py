"""Source files: the standard library's, those beside this module, and others where a corpus is at hand."""

import os
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.corpus import CORPUS, records
from tests.matching.damage.edits import Source

_MAX_FILES = 40


@cache
def python_sources() -> list[Source]:
    """Some modules of the standard library, large and small."""
    library = Path(sysconfig.get_path("stdlib"))
    return _usable((path.name, path.read_text("utf-8")) for path in sorted(library.glob("[a-z]*.py")))


@cache
def sources_of(suffix: str) -> list[Source]:
    """Files of another language: those that are here, and those of the corpus if there is one."""
    here = sorted(Path(__file__).parent.glob(f"*/*{suffix}"))
    found = {path.name: path.read_text("utf-8") for path in here}
    if CORPUS:
        found |= {
            f"{number}-{os.path.basename(path)}": text
            for number, record in enumerate(records(Path(CORPUS)))
            for path, text in record["before"].items()
            if text and path.endswith(suffix)
        }
    return _usable({text: (path, text) for path, text in found.items()}.values())


def _usable(files: Iterable[tuple[str, str]]) -> list[Source]:
    sources = [source for path, text in files if (source := Source(path, text)).is_usable]
    return sources[:: max(1, len(sources) // _MAX_FILES)]
