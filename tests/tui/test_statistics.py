"""The page with the statistics of all runs, from the palette or the help."""

import re
from pathlib import Path

from editreview.review import GROUPINGS
from tests.tui.reviewing import Reviewing, reviewing
from tests.tui.states import RUNS, STATES, in_state, recorded

SIZE = (120, 40)


def grouping(user: Reviewing) -> str:
    """The title of the first column of the table."""
    found = re.search(r"│ (\w+) +blocks ", user.text)
    assert found is not None, user.text
    return found[1]


async def test_the_figures_stand_beside_their_targets(shop: Path) -> None:
    async with in_state(shop, STATES["statistics"], SIZE) as user:
        assert "4 runs, 22 blocks since 2027-01-15" in user.text
        assert "19 decisions, 3.5 seconds each" in user.text
        (saved,) = [line for line in user.lines if "output saved" in line]
        assert "60 %" in saved
        assert "target 50–70 %" in saved
        (failed,) = [line for line in user.lines if "runs with a failed edit" in line]
        assert "target < 10 %, missed" in failed


async def test_a_key_groups_the_blocks_in_another_way(shop: Path) -> None:
    async with in_state(shop, STATES["statistics"], SIZE) as user:
        found = []
        for _ in GROUPINGS:
            found.append(grouping(user))
            await user.press("tab")
        assert list(GROUPINGS) == found
        assert "format" == grouping(user)
        await user.press("shift+tab")
        assert "day" == grouping(user)
        assert re.search(r"│ 2027-01-15 +7 +6 ", user.text)


async def test_the_page_of_statistics_says_that_there_are_no_runs_and_closes(
    shop: Path, tmp_path: Path
) -> None:
    with recorded(RUNS[:1]):
        from editreview.workspace import log_of_runs

        log_of_runs().clear()
        async with reviewing(shop, size=SIZE) as user:
            await user.press("view.statistics")
            await user.wait_for(lambda: "no runs are recorded yet" in user.text)
            await user.press("tab", "j", "G", "escape")
            assert "Statistics" not in user.text


async def test_a_log_that_cannot_be_read_is_named(shop: Path, tmp_path: Path) -> None:
    with recorded(RUNS[:1]):
        from editreview.workspace import log_of_runs

        log = log_of_runs()
        log.clear()
        (log.folder / "runs.jsonl").mkdir()
        async with reviewing(shop, size=SIZE) as user:
            await user.press("view.statistics")
            await user.wait_for(lambda: "cannot read the figures: Is a directory" in user.text)
