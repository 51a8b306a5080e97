"""The panel grows while strategies are tried: the diff ends up the same in whatever steps that comes."""

from collections import deque
from itertools import chain, repeat
from pathlib import Path

import pytest

from editreview.review import strategy_results
from editreview.tui.diff.view import DiffView
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.worker import ReviewWorker
from tests.tui.reviewing import Reviewing, reviewing
from tests.tui.states import to

ALL = 100
STEPS = [
    (ALL,),
    (0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1),
    (2, 2, 2, 1, 0, 0, 0, 1, 0, 2, 2, 2),
    (1, 0, 3, 5, 0, 2),
    (1, 5, 2, 1, 0, 1, 5),
    (0, 2, 5, 5, 5),
    (5, 1, 1, 3, 1, 5),
]
"""Numbers of results: at once, and then before and after the diff handles each event with its new size.

So results come between a layout and the event about it, as they do on a busy machine.
"""


@pytest.mark.parametrize("moves", [(), ("g", *"jjjjjj")], ids=["at the hunk", "above it"])
async def test_results_that_come_in_any_steps_leave_the_same_picture(
    shop: Path, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    monkeypatch.setattr(ReviewWorker, "attempt_all", lambda worker, proposal: None)
    pictures: dict[str, list[tuple[int, ...]]] = {}
    async with reviewing(shop, size=(120, 30)) as user:
        await user.press(*to(5), *moves, "m", "m")
        for steps in STEPS:
            await user.press(*moves, "m")
            with monkeypatch.context() as patch:
                await _add(user, steps, patch)
            pictures.setdefault(user.text, []).append(steps)
            await user.press("m")
    assert 1 == len(pictures), "\n\n".join(f"{steps}\n{text}" for text, steps in pictures.items())


async def _add(user: Reviewing, steps: tuple[int, ...], patch: pytest.MonkeyPatch) -> None:
    """Add the results of all strategies in steps."""
    screen = user.app.screen
    assert isinstance(screen, ReviewScreen)
    panel, proposal = screen.view.panel, screen.view.proposal
    assert proposal is not None
    left = deque([*strategy_results(proposal), None])
    counts = chain(steps, repeat(0))

    def add(count: int) -> None:
        for _ in range(min(count, len(left))):
            panel.add_attempt(proposal, left.popleft())

    resize = DiffView.on_resize

    def resize_amid_results(view: DiffView) -> None:
        add(next(counts))
        resize(view)
        add(next(counts))

    patch.setattr(DiffView, "on_resize", resize_amid_results)
    add(next(counts))
    await user.settle()
    add(len(left))
    await user.settle()
