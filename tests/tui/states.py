"""Every state that the screen can be in, and how to get there: for sizes, snapshots and pictures."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from editreview.tui.app import Settings
from tests.builders import block
from tests.tui.reviewing import SAMPLE, Reviewing, reviewing

MIXED = (Path(__file__).parents[1] / "screenshots" / "formats.md").read_text("utf-8")

_PRICES = (
    "Shipping gets dearer, and dearer still:\n\n"
    + block("SHIPPING = 490\n", "SHIPPING = 590\n", "shop/pricing.py")
    + block("SHIPPING = 490\n", "SHIPPING = 690\n", "shop/pricing.py")
    + block("SHIPPING = 590\n", "SHIPPING = 650\n", "shop/pricing.py")
    + block("nothing like this is anywhere\n", "or will be\n", "shop/pricing.py")
    + block("import argparse\n", "import argparse\nimport os\n", "shop/cli.py")
)
"""A conflict, one block that builds on another, and one that nothing in the file is like."""

_CUT = SAMPLE.index("    if coupon:\n")
_ARRIVING = SAMPLE[:_CUT]
"""The sample up to the middle of its fifth block."""


@dataclass(frozen=True)
class State:
    """One state of the screen."""

    keys: tuple[str, ...] = ()
    """Pressed one after the other."""
    needs: tuple[str, ...] = ()
    """What has to be in sight at any size that is not too small, besides the state's word."""
    response: str = SAMPLE
    is_open: bool = False
    is_bare: bool = False
    pasted: str = ""
    context: Iterable[str] | None = None
    settings: Settings | None = None


def to(block_number: int) -> tuple[str, ...]:
    """The keys that lead to a block of a response whose blocks are listed in its order."""
    return ("J",) * (block_number - 1)


STATES: dict[str, State] = {
    "exact": State(),
    "accepted": State(("y", "K")),
    "rejected": State(("n", "K")),
    "new-file": State(to(2)),
    "adjusted": State(to(5)),
    "trailing": State(to(8)),
    "ambiguous": State(to(7)),
    "not-found": State(to(9)),
    "nothing-like-it": State(to(4), response=_PRICES),
    "conflict": State(to(2), response=_PRICES),
    "depends-on": State(to(3), response=_PRICES),
    "not-in-context": State(response=_PRICES, context=["shop/cli.py"]),
    "each-place": State(response=MIXED),
    "moved": State(to(3), response=MIXED),
    "deleted": State(to(4), response=MIXED),
    "hunks": State(("s", "space")),
    "lines": State(("s", "s", "space")),
    "range": State(("v", "j")),
    "partly": State(("s", "space", "y", "K")),
    "list": State(("tab",)),
    "list-alone": State(("tab", "z")),
    "diff-alone": State(("z",)),
    "no-list": State(("b",)),
    "whole-file": State(("equals_sign",)),
    "cut-lines": State(("w", "l")),
    "whitespace": State((*to(8), "W")),
    "strategies": State((*to(5), "m")),
    "places": State((*to(7), "full_stop")),
    "match-view": State((*to(5), "M")),
    "search-field": State(("slash", *"total")),
    "searching": State(("slash", *"total", "enter")),
    "filter-dialog": State(("f",)),
    "filtered": State(("f", "down", "down", "enter")),
    "help": State(("question_mark",)),
    "notes": State(("x",), response=MIXED),
    "raw": State((*to(5), "o")),
    "raw-search": State((*to(5), "o", "slash")),
    "note-dialog": State(("i",)),
    "reason-dialog": State(("N",)),
    "editing": State(("e",)),
    "editing-search": State((*to(9), "ctrl+e")),
    "force": State((*to(9), "F")),
    "results": State(("A", "S")),
    "applied": State(("A", "S", "escape")),
    "commit": State(("A", "S", "c")),
    "committed": State(("A", "S", "c", "ctrl+s")),
    "leaving": State(("y", "q")),
    "no-edit": State(response="I changed nothing, and here is why.\n"),
    "waiting": State(response="", is_open=True),
    "arriving-first": State(response=SAMPLE[: SAMPLE.index("    total = cart.total()")], is_open=True),
    "arriving": State(response=_ARRIVING, is_open=True),
    "arriving-notes": State(("x",), response=_ARRIVING, is_open=True),
    "paste": State(is_bare=True),
    "pasted": State(is_bare=True, pasted=SAMPLE[:_CUT]),
    "paste-further": State(("P",)),
}


@asynccontextmanager
async def in_state(root: Path, name: str, size: tuple[int, int]) -> AsyncIterator[Reviewing]:
    """A review of the sample, or of another response on its tree, in a state."""
    state = STATES[name]
    async with reviewing(
        root,
        state.response,
        size=size,
        settings=state.settings,
        is_open=state.is_open,
        is_bare=state.is_bare,
        context=state.context,
    ) as held:
        if state.pasted:
            await held.paste(state.pasted)
        await held.press(*state.keys)
        yield held
