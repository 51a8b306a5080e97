"""Real responses, scored by the corpus's own program; needs EDITREVIEW_CORPUS=/path/to/corpus."""

import gzip
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import editreview

VARIABLE = "EDITREVIEW_CORPUS"


def figures(quick: bool) -> Iterator[Figure]:
    folder = os.environ.get(VARIABLE)
    if not folder:
        return
    corpus = Path(folder)
    with editreview() as command:
        given = f"{shlex.join(command)} apply --accept tolerant --atomic --json --root {{root}} -"
        counts = _scored(corpus, given, 20 if quick else None)
    yield Figure(
        "corpus: wrong outcomes",
        counts["wrong"],
        "",
        0,
        note=f"of {counts['cases']}: {counts['passed']} passed, {counts['eol']} eol, "
        f"{counts['refused']} refused, {counts['wrong']} wrong, {counts['errors']} errors",
    )


def _scored(corpus: Path, command: str, limit: int | None) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        cases, summary = Path(folder, "verified.jsonl"), Path(folder, "summary.json")
        cases.write_bytes(gzip.decompress((corpus / "verified.jsonl.gz").read_bytes()))
        score = [sys.executable, str(corpus / "score.py"), str(cases), "--cmd", command]
        extra = [] if limit is None else ["--limit", str(limit)]
        subprocess.run([*score, "--summary", str(summary), *extra], capture_output=True, check=True)
        groups: dict[str, dict[str, int]] = json.loads(summary.read_text())
    return sum((Counter(group) for group in groups.values()), Counter())
