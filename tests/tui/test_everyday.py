"""Responses as chat windows give them: each intended edit is applied by itself, or by two keys a block.

`J`, which goes to the next block, does not count.
"""

from pathlib import Path

import pytest

from tests.builders import files_of, make_repository
from tests.test_cases import CASES, expectations
from tests.tui.reviewing import reviewing

EVERYDAY = CASES / "everyday"
NAMES = sorted(case.name for case in EVERYDAY.iterdir())
OFFERED = [name for name in NAMES if expectations(EVERYDAY / name)["outcome"] == "offered"]


@pytest.mark.parametrize("name", OFFERED)
async def test_keys_lead_to_the_intended_files(tmp_path: Path, name: str) -> None:
    case = EVERYDAY / name
    before = {path: text.decode() for path, text in files_of(case / "before").items()}
    root = make_repository(tmp_path / "root", before)
    keys = expectations(case)["keys"]

    async with reviewing(root, (case / "response.md").read_bytes().decode()) as user:
        blocks = len(user.review.proposals)
        await user.press("A", *keys, "p")

    assert len([key for key in keys if key != "J"]) <= 2 * blocks
    files = {path: text for path, text in files_of(root).items() if not path.startswith(".git/")}
    assert files_of(case / "reviewed") == files


def test_hardly_any_response_is_a_dead_end() -> None:
    outcomes = [expectations(EVERYDAY / name)["outcome"] for name in NAMES]

    assert {"placed", "offered", "no-edit"} <= set(outcomes)
    assert len(outcomes) >= 90
    assert 20 * outcomes.count("dead-end") <= len(outcomes)
