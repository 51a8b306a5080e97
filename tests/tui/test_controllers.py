"""Each key and each message of the worker draws once."""

from pathlib import Path

import pytest

from editreview.tui.messages import Arrived, Branch, NearestFound
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.textual_internals import get_time
from editreview.tui.widgets.block_list import HeaderLine
from tests.tui.reviewing import Reviewing, reviewing


def _screen(user: Reviewing) -> ReviewScreen:
    screen = user.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one each time the lines around the diff are drawn."""
    found: list[str] = []
    show = HeaderLine.show

    def counted(widget: HeaderLine, *arguments: object) -> None:
        found.append("drawn")
        show(widget, *arguments)  # type: ignore[arg-type]  # As they came.

    monkeypatch.setattr(HeaderLine, "show", counted)
    return found


@pytest.mark.parametrize(
    ("id", "times"),
    [
        ("move.down", 0),
        ("move.block", 1),
        ("block.accept", 1),
        ("block.reject", 1),
        ("block.advance", 1),
        ("all.accept", 1),
        ("match.attempts", 1),
        ("view.layout", 1),
        ("grain.in", 1),
    ],
)
async def test_a_key_press_draws_once(shop: Path, drawn: list[str], id: str, times: int) -> None:
    """However much of the screen it changes, before the next message; a cursor alone draws less."""
    async with reviewing(shop) as user:
        # A key that accepts all safe blocks waits for that.
        await user.wait_for(lambda: not user.review.unchecked())
        drawn.clear()
        _screen(user).run(id, pointed_at=get_time())
        assert times == len(drawn)


async def test_a_message_of_the_worker_draws_once(shop: Path, drawn: list[str]) -> None:
    """Also one that brings another block into sight."""
    async with reviewing(shop) as user:
        screen = _screen(user)
        for message in (NearestFound(1), Branch("main"), Arrived(1, False, None, problem="it ended early")):
            drawn.clear()
            getattr(screen, message.handler_name)(message)
            assert ["drawn"] == drawn
