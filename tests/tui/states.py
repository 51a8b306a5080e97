"""Every state that the screen can be in, and how to get there: for sizes, snapshots and pictures."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from editreview.matching import Tier
from editreview.review import BlockFigures, RunFigures, Status, encode_figures
from editreview.tui.app import Settings
from editreview.workspace import log_of_runs
from tests.builders import block
from tests.tui.reviewing import SAMPLE, Reviewing, reviewing

MIXED = (Path(__file__).parents[1] / "screenshots" / "formats.md").read_text("utf-8")

_PRICES = (
    "Shipping gets dearer, and dearer still:\n\n"
    + block("SHIPPING = 490\n", "SHIPPING = 590\n", "shop/pricing.py")
    + block("SHIPPING = 590\n", "SHIPPING = 650\n", "shop/pricing.py")
    + block("nothing like this is anywhere\n", "or will be\n", "shop/pricing.py")
    + block("import argparse\n", "import argparse\nimport os\n", "shop/cli.py")
)
"""One block, another that builds on it, and one that nothing in the file is like."""

_FAULTY = block("SHIPPING = 490\n", 'SHIPPING = int("590"  # type: ignore\n', "shop/pricing.py")
"""A block with a syntax error, which also silences a check."""

_UNREADABLE = (
    "Shipping gets dearer:\n\n"
    + block("SHIPPING = 490\n", "SHIPPING = 590\n", "shop/pricing.py")
    + "\nYou can try it so:\n\n```python\nfrobnicate(xyzzy)\n```\n\n"
    + "The import goes to the top:\n\nshop/cli.py\n```python\n"
    + "<<<<<<< SEARCH\nimport argparse\n=======\nimport argparse\nimport os\n```\n"
)
"""A block, one without its end, and code that names no file."""

_VERSIONS = (
    "Shipping gets dearer:\n\n"
    + block("SHIPPING = 490\n", "SHIPPING = 590\n", "shop/pricing.py")
    + "Wait, the correct edit is:\n\n"
    + block("SHIPPING = 490\n", "SHIPPING = 690\n", "shop/pricing.py")
)
"""Two versions of the same lines: the first conflicts with the second once that is accepted, or with it."""

_CUT = SAMPLE.index("    if coupon:\n")
_ARRIVING = SAMPLE[:_CUT]
"""The sample up to the middle of its fifth block."""


_NOON = 1_800_014_400
"""In a time zone as far from this one as there are, it is the same day."""
_DAY = 86_400


def _run(day: int, model: str, format: str, statuses: str, decisions: int) -> RunFigures:
    """A run with a block for each letter: exact, tolerant, failed, rejected."""
    kinds: dict[str, tuple[Status, Tier | None]] = {
        "e": (Status.APPLIED, Tier.EXACT),
        "t": (Status.APPLIED, Tier.TOLERANT),
        "f": (Status.FAILED, None),
        "r": (Status.REJECTED, Tier.EXACT),
    }
    names = ("a", "b", "c")
    blocks = tuple(
        BlockFigures(format, *kinds[each], None, names[at % 3], 1, 9, False)
        for at, each in enumerate(statuses)
    )
    paths = {"a": "src/shop/pricing.py", "b": "src/shop/cart.py", "c": "tests/test_cart.py"}
    at, lines = _NOON + day * _DAY, 40 * len(statuses)
    return RunFigures(
        *(1, at, "review", blocks, 0, model, None, lines, lines * 4 // 10, decisions, 3.5 * decisions, paths)
    )


RUNS = (
    _run(0, "model-a", "search-replace", "eeteeer", 7),
    _run(1, "model-a", "search-replace", "eeeefet", 7),
    _run(1, "model-b", "apply-patch", "eeeeee", 3),
    _run(2, "model-b", "line-edit", "ee", 2),
)


@dataclass(frozen=True)
class State:
    """One state of the screen."""

    keys: tuple[str, ...] = ()
    """Pressed one after the other."""
    needs: tuple[str, ...] = ()
    """Texts that must be visible at 40 columns by 10 rows: the block, its state, the keys."""
    response: str = SAMPLE
    is_open: bool = False
    is_bare: bool = False
    pasted: str = ""
    context: Iterable[str] | None = None
    settings: Settings | None = None
    runs: tuple[RunFigures, ...] = ()
    """Earlier runs that are recorded."""


def to(block_number: int) -> tuple[str, ...]:
    """The keys that lead to a block of a response whose blocks are listed in its order."""
    return ("J",) * (block_number - 1)


STATES: dict[str, State] = {
    "exact": State(
        (),
        (
            "[·1]",
            " undecided",
            "y accept",
            "n reject",
        ),
    ),
    "accepted": State(
        ("y", "K"),
        (
            "[✓1]",
            " accepted",
            "y accept",
            "n reject",
        ),
    ),
    "rejected": State(
        ("n", "K"),
        (
            "[✗1]",
            " rejected",
            "y accept",
            "n reject",
        ),
    ),
    "new-file": State(
        to(2),
        (
            "[·2]",
            "new file",
            "y accept",
            "n reject",
        ),
    ),
    "adjusted": State(
        to(5),
        (
            "[≈5]",
            "undecided, inexact",
            "y accept",
            "n reject",
        ),
    ),
    "trailing": State(
        to(8),
        (
            "[≈8]",
            "undecided, inexact",
            "y accept",
            "n reject",
        ),
    ),
    "ambiguous": State(
        to(7),
        (
            "[?7]",
            "several matches",
            "1 L27",
            "2 L44",
            "[3 L66]",
            "1–9 choose",
            "n reject",
        ),
    ),
    "not-found": State(
        to(9),
        (
            "[!9]",
            "failed",
            "nearest L22–27",
            "F force",
            "n reject",
        ),
    ),
    "nothing-like-it": State(
        to(3),
        (
            "[!3]",
            "failed",
            "F place",
            "n reject",
        ),
        response=_PRICES,
    ),
    "versions": State(
        to(2),
        (
            "[△2]",
            "block 1 changes the same",
            "accept one of",
            "undecided, warning",
            "y accept",
            "n reject",
        ),
        response=_VERSIONS,
    ),
    "conflict": State(
        ("y",),
        (
            "[!2]",
            "failed",
            "same lines as block 1",
            "n reject",
        ),
        response=_VERSIONS,
    ),
    "depends-on": State(
        to(2),
        (
            "[·2]",
            "depends on block 1",
            "y accept",
            "n reject",
        ),
        response=_PRICES,
    ),
    "not-in-context": State(
        (),
        (
            "[○1]",
            "not in context",
            "I include",
            "n reject",
        ),
        response=_PRICES,
        context=["shop/cli.py"],
    ),
    "each-place": State(
        (),
        (
            "[·1]",
            "✓2 L45",
            "y accept",
            "n reject",
            "1–9 matches",
        ),
        response=MIXED,
    ),
    "moved": State(
        to(3),
        (
            "[·3]",
            "y accept",
            "n reject",
        ),
        response=MIXED,
    ),
    "deleted": State(
        to(4),
        (
            "[△4]",
            "△ moves to",
            "undecided, warning",
            "y accept",
            "n reject",
        ),
        response=MIXED,
    ),
    "hunks": State(
        ("s", "space"),
        (
            "1 of 2 rows of block 1 accepted",
            "accepted",
            "y keep",
            "n leave out",
            "esc back",
        ),
    ),
    "lines": State(
        ("s", "s", "space"),
        (
            "1 of 2 rows of block 1 accepted",
            "accepted",
            "y keep",
            "n leave out",
            "esc back",
        ),
    ),
    "range": State(
        ("v", "j"),
        (
            "range:",
            "undecided",
            "y keep",
            "n leave out",
        ),
    ),
    "partly": State(
        ("s", "y", "n", "K"),
        (
            "[◧1]",
            "1 of 2 rows included",
            " partly accepted",
            "n reject",
        ),
    ),
    "list": State(
        ("tab",),
        (
            "j and k move in the list",
            "undecided",
        ),
    ),
    "list-alone": State(
        ("tab", "view.zoom"),
        (
            "▸· 1",
            "esc shows the rest",
            "y accept",
            "n reject",
        ),
    ),
    "diff-alone": State(
        ("view.zoom",),
        (
            "esc shows the rest",
            "undecided",
            "y accept",
            "n reject",
        ),
    ),
    "no-list": State(
        ("b",),
        (
            "[·1]",
            "undecided",
            "y accept",
        ),
    ),
    "whole-file": State(
        ("equals_sign",),
        (
            "the whole file",
            "undecided",
        ),
    ),
    "cut-lines": State(
        ("w", "l"),
        (
            "h and l scroll",
            "undecided",
        ),
    ),
    "whitespace": State(
        (*to(8), "view.whitespace"),
        (
            "undecided",
            "·row.hidden",
        ),
    ),
    "strategies": State(
        (*to(5), "m"),
        (
            "▸ ● indentation",
            "undecided",
            "enter choose",
            "esc close",
        ),
    ),
    "candidates": State(
        (*to(7), "full_stop"),
        (
            "▸  3 L66",
            "several matches",
            "enter choose",
            "esc close",
        ),
    ),
    "match-view": State(
        (*to(5), "M"),
        (
            "match: the file",
            "undecided",
        ),
    ),
    "search-field": State(
        ("slash", *"total"),
        (
            "/total 1/5",
            "undecided",
        ),
    ),
    "searching": State(
        ("slash", *"total", "enter"),
        (
            "/total 1/5",
            "n next match",
            "esc end search",
        ),
    ),
    "filter-dialog": State(
        ("f",),
        (
            "▸ all",
            "enter lists",
            "esc back",
        ),
    ),
    "filtered": State(
        ("f", "down", "down", "enter"),
        (
            "[!9]",
            "1 block listed: failed",
            "failed",
        ),
    ),
    "help": State(("question_mark",), ("esc close",)),
    "notes": State(
        ("x",),
        (
            "▸ line 54",
            "y copy",
            "esc close",
        ),
        response=MIXED,
    ),
    "raw": State(
        (*to(5), "o"),
        (
            "5▐ <<<<<<< SEARCH",
            "esc close",
        ),
    ),
    "raw-search": State(
        (*to(5), "o", "slash"),
        (
            "search the",
            "esc close",
        ),
    ),
    "note-dialog": State(
        ("i",),
        (
            "Note on block 1",
            "enter save",
            "esc back",
        ),
    ),
    "reason-dialog": State(
        ("N",),
        (
            "Why is block 1 rejected?",
            "enter reject",
            "esc back",
        ),
    ),
    "editing": State(
        ("e",),
        (
            "New text of block 1",
            "ctrl+s use it",
            "esc back",
        ),
    ),
    "editing-search": State(
        (*to(9), "ctrl+e"),
        (
            "Search text of block 9",
            "ctrl+s use it",
            "esc back",
        ),
    ),
    "placing": State(
        (*to(3), "F", "j", "v", "j"),
        (
            "place block 3",
            "enter replace",
        ),
        response=_PRICES,
    ),
    "finder": State(
        (*to(3), "O"),
        (
            "File for block 3",
            "esc back",
        ),
        response=_PRICES,
    ),
    "unreadable": State(
        ("J",),
        (
            "unreadable",
            "r repair",
            "e edit",
        ),
        response=_UNREADABLE,
    ),
    "loose-code": State(
        ("J", "J"),
        (
            "names no file",
            "O choose file",
        ),
        response=_UNREADABLE,
    ),
    "finding": State(
        ("A",),
        (
            "[△1•]",
            "introduces a syntax error",
            "y accept",
        ),
        response=_FAULTY,
    ),
    "force": State(
        (*to(9), "F"),
        (
            "Force block 9 on L22–27",
            "y force",
            "esc back",
        ),
    ),
    "results": State(
        ("A", "S"),
        (
            "✓ 7 blocks written",
            "c commit",
        ),
    ),
    "applied": State(
        ("A", "S", "escape", *"KKKKKK"),
        (
            "[●1]",
            " applied",
            "c commit",
        ),
    ),
    "commit": State(
        ("A", "S", "c"),
        (
            "Commit 5 files to main",
            "ctrl+s commit",
            "esc back",
        ),
    ),
    "committed": State(
        ("A", "S", "c", "ctrl+s"),
        (
            "committed:",
            "several matches",
            "J next",
        ),
    ),
    "light": State((), ("[·1]", "undecided"), settings=Settings(theme="textual-light")),
    "leaving": State(
        ("y", "q"),
        (
            "1 accepted block not applied: q again",
            "undecided",
        ),
    ),
    "no-edit": State(
        (),
        (
            "no edits found",
            " ?  q",
        ),
        response="I changed nothing, and here is why.\n",
    ),
    "waiting": State(
        (),
        (
            "reading the response",
            "ctrl+c stop reading",
        ),
        response="",
        is_open=True,
    ),
    "arriving-first": State(
        (),
        (
            "receiving",
            "arriving: block at line 8",
            "ctrl+c stop reading",
        ),
        response=SAMPLE[: SAMPLE.index("    total = cart.total()")],
        is_open=True,
    ),
    "arriving": State(
        (),
        (
            "receiving",
            "[·1]",
            "undecided",
            "y accept",
            "n reject",
        ),
        response=_ARRIVING,
        is_open=True,
    ),
    "arriving-block": State(
        ("J", "J", "J", "J"),
        ("[…5]", "arriving", "discount = volume_discount", "K back"),
        response=_ARRIVING,
        is_open=True,
    ),
    "arriving-notes": State(
        ("x",),
        (
            "ARRIVING",
            "esc close",
        ),
        response=_ARRIVING,
        is_open=True,
    ),
    "paste": State(
        (),
        (
            "Paste here",
            "editreview --clipboard",
            "q quits",
        ),
        is_bare=True,
    ),
    "pasted": State(
        (),
        (
            "4 blocks",
            "enter reviews 4 blocks",
            "q quits",
        ),
        is_bare=True,
        pasted=SAMPLE[:_CUT],
    ),
    "paste-further": State(
        ("P",),
        (
            "Paste a further response",
            "esc back",
        ),
    ),
    "statistics": State(
        ("view.statistics",),
        (
            "first-try success",
            "esc close",
        ),
        runs=RUNS,
    ),
}


@asynccontextmanager
async def in_state(root: Path, state: State, size: tuple[int, int]) -> AsyncIterator[Reviewing]:
    """A review of the sample, or of another response on its tree, in a state."""
    with recorded(state.runs):
        async with _in_state(root, state, size) as user:
            yield user


@contextmanager
def recorded(runs: Sequence[RunFigures]) -> Iterator[None]:
    """Records runs in a state folder that is there meanwhile; leaves that of the user alone without any."""
    if not runs:
        yield
        return
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", folder)
        for run in runs:
            log_of_runs().append(encode_figures(run))
        yield


@asynccontextmanager
async def _in_state(root: Path, state: State, size: tuple[int, int]) -> AsyncIterator[Reviewing]:
    async with reviewing(
        root,
        state.response,
        size=size,
        settings=state.settings,
        is_open=state.is_open,
        is_bare=state.is_bare,
        context=state.context,
    ) as user:
        if state.pasted:
            await user.paste(state.pasted)
        await user.press(*state.keys)
        if "view.statistics" in state.keys:
            await user.wait_for(lambda: "first-try" in user.text)
        if "m" in state.keys:
            # Each strategy is tried when there is nothing else to do.
            await user.wait_for(lambda: "all matching attempts" in user.text)
        yield user
