"""Responses as chat windows give them: each intended edit is applied by itself, or by two keys a block.

`J`, which goes to the next block, does not count.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builders import files_of, make_repository, make_tree, review_of
from tests.case_folders import CASES, expectations
from tests.tui.reviewing import reviewing
from tests.tui.without_screen import WithoutScreen

EVERYDAY = CASES / "everyday"
NAMES = sorted(case.name for case in EVERYDAY.iterdir())
OUTCOMES = {name: expectations(EVERYDAY / name)["outcome"] for name in NAMES}
OFFERED = [name for name in NAMES if OUTCOMES[name] == "offered"]
KEYS = {name: tuple(expectations(EVERYDAY / name)["keys"]) for name in OFFERED}


def _rows_of_three(name: str) -> set[tuple[str, ...]]:
    """The keys of a case, three in a row each time."""
    pressed = ("A", *KEYS[name], "p")
    return set(zip(pressed, pressed[1:], pressed[2:], strict=False))


def _on_screen() -> Iterator[str]:
    """Cases with every three keys in a row that any case has: a key depends on what those before it did."""
    left = set().union(*map(_rows_of_three, OFFERED))
    while left:
        name = max(OFFERED, key=lambda name: len(left & _rows_of_three(name)))
        left -= _rows_of_three(name)
        yield name


@pytest.mark.parametrize("name", OFFERED)
def test_keys_lead_to_the_intended_files(tmp_path: Path, name: str) -> None:
    case = EVERYDAY / name
    root = make_tree(tmp_path / "root", files_of(case / "before"))
    review = review_of(root, (case / "response.md").read_bytes().decode())

    WithoutScreen(review).press("A", *KEYS[name], "p")

    assert len([key for key in KEYS[name] if key != "J"]) <= 2 * len(review.proposals)
    assert files_of(case / "reviewed") == files_of(root)


@pytest.mark.parametrize("name", list(_on_screen()))
async def test_the_same_keys_lead_there_on_the_screen_too(tmp_path: Path, name: str) -> None:
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
