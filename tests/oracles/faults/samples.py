"""Legal code in each language: written for this, or what the project has anyway."""

from functools import cache
from pathlib import Path

from tests.oracles.faults.kinds import ENDINGS

_PROJECT = Path(__file__).parents[3]
_OTHERS = {
    "go": _PROJECT / "tests" / "matching" / "damage" / "go" / "relay.go",
    "python": _PROJECT / "editreview" / "text.py",
}


@cache
def sample(language: str) -> str:
    """The text in a language that faults are made in."""
    path = _OTHERS.get(language) or next((Path(__file__).parent / "samples").glob(f"*{ENDINGS[language]}"))
    return path.read_text("utf-8")
