"""The cases under tests/cases: a folder each; see `tests/test_cases.py`."""

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
NAMES = sorted(response.parent.relative_to(CASES).as_posix() for response in CASES.glob("*/*/response.md"))


def expectations(case: Path) -> dict[str, Any]:
    path = case / "expect.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found
