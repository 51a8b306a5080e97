"""The demo: `python -m editreview.sample`. Reviews the sample, or without a terminal reports on it."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from editreview.__main__ import main as editreview
from editreview.sample import RESPONSE, create


def main() -> int:
    root = create(Path(tempfile.mkdtemp(prefix="editreview-demo-")))
    print(f"The sample repository is in {root}", file=sys.stderr, flush=True)
    if os.isatty(0) and os.isatty(1):
        status = editreview([str(RESPONSE), "--root", str(root)])
    else:
        status = editreview(["check", str(RESPONSE), "--root", str(root), "--json"])
    # 1 says that some blocks were not applied: some of the sample's never can be.
    return 0 if status in (0, 1) else status


if __name__ == "__main__":
    sys.exit(main())
