"""Responses as chat windows give them: each intended edit is applied by itself, or by two keys a block.

`J`, which goes to the next block, does not count.
"""

from pathlib import Path

import pytest

from tests.builders import files_of, make_repository, make_tree, review_of
from tests.test_cases import CASES, expectations
from tests.tui.reviewing import reviewing
from tests.tui.without_screen import WithoutScreen

EVERYDAY = CASES / "everyday"
NAMES = sorted(case.name for case in EVERYDAY.iterdir())
OUTCOMES = {name: expectations(EVERYDAY / name)["outcome"] for name in NAMES}
OFFERED = [name for name in NAMES if OUTCOMES[name] == "offered"]
KEYS = {name: tuple(expectations(EVERYDAY / name)["keys"]) for name in OFFERED}
ON_SCREEN = sorted({keys: name for name, keys in reversed(KEYS.items())}.values())
"""The first case with each sequence of keys."""


@pytest.mark.parametrize("name", OFFERED)
def test_keys_lead_to_the_intended_files(tmp_path: Path, name: str) -> None:
    case = EVERYDAY / name
    root = make_tree(tmp_path / "root", files_of(case / "before"))
    review = review_of(root, (case / "response.md").read_bytes().decode())

    WithoutScreen(review).press("A", *KEYS[name], "p")

    assert len([key for key in KEYS[name] if key != "J"]) <= 2 * len(review.proposals)
    assert files_of(case / "reviewed") == files_of(root)


@pytest.mark.parametrize("name", ON_SCREEN)
async def test_every_sequence_of_keys_leads_there_on_the_screen_too(tmp_path: Path, name: str) -> None:
    case = EVERYDAY / name
    root = make_repository(tmp_path / "root", files_of(case / "before"))

    async with reviewing(root, (case / "response.md").read_bytes().decode()) as user:
        await user.press("A", *KEYS[name], "p")

    assert files_of(case / "reviewed") == files_of(root)


def test_hardly_any_response_is_a_dead_end() -> None:
    outcomes = list(OUTCOMES.values())

    assert {"placed", "offered", "no-edit"} <= set(outcomes)
    assert len(outcomes) >= 90
    assert 20 * outcomes.count("dead-end") <= len(outcomes)
