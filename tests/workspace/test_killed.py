"""A run that is killed at any operation of the disk, and what the next one makes of the tree."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workspace.thorough import SOME

WRITTEN = {"tree": "after", "states": ["written"], "pending": False}
UNDONE = {"tree": "before", "states": ["undone"], "pending": False}
NOTHING = {"tree": "before", "states": [], "pending": False}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing can be forked or killed so")


def found_after(scenario: str, folder: Path, each: int, step: int = 0) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.workspace.killing", scenario, str(folder), str(each), str(step)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("scenario", "before", "after", "each"),
    [("write", NOTHING, WRITTEN, 1), ("undo", WRITTEN, UNDONE, SOME), ("redo", UNDONE, WRITTEN, SOME)],
)
def test_the_tree_is_wholly_before_or_wholly_after_and_nothing_lies_about(
    tmp_path: Path, scenario: str, before: dict[str, object], after: dict[str, object], each: int
) -> None:
    found = found_after(scenario, tmp_path, each)

    assert len(found) * each > 100
    assert before == found[0]
    assert after == found[-1]
    assert [] == [each for each in found if each not in (before, after)]


@pytest.mark.parametrize(
    ("scenario", "before", "after"), [("write", NOTHING, WRITTEN), ("undo", WRITTEN, UNDONE)]
)
def test_it_is_so_also_if_the_next_run_is_killed_while_it_puts_things_in_order(
    tmp_path: Path, scenario: str, before: dict[str, object], after: dict[str, object]
) -> None:
    found = found_after(scenario, tmp_path, SOME, step=61)

    assert len(found) * SOME > 50
    assert [] == [each for each in found if each not in (before, after)]
