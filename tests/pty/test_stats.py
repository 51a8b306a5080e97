"""A review on screen records its figures as it ends."""

from pathlib import Path

from editreview.review import RunFigures, decode_figures
from tests.pty.conftest import Start


def recorded(state: Path) -> list[RunFigures]:
    lines = (state / "editreview/runs/runs.jsonl").read_bytes().splitlines()
    return [run for line in lines if (run := decode_figures(line)) is not None]


def test_a_review_records_its_decisions_and_one_record_holds_for_all_its_runs(
    start: Start, tmp_path: Path
) -> None:
    """It is quit and resumed: both records have the same id."""
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    terminal = start(["editreview", "../answer.md", "--model", "m"], environment=environment)
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("q")
    terminal.until("q again quits")
    terminal.press("q")
    terminal.end()

    resumed = start(["editreview", "--resume"], environment=environment)
    resumed.until("review resumed")
    resumed.until("✓ 1")
    resumed.press("q")
    resumed.until("q again quits")
    resumed.press("q")
    resumed.end()

    first, second = recorded(tmp_path / "state")
    assert ("review", "m", 1) == (first.command, first.model, first.decisions)
    assert 0 < first.decision_s < 300
    assert len(first.blocks) > 1
    assert 0 == second.decisions
    assert first.review == second.review is not None
