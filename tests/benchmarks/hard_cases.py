"""The ends of the edits that engines write wrongly or refuse: ours, and others' beside it."""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from editreview.matching import Tier
from tests.benchmarks.figures import Figure
from tests.builders import make_tree, review_of
from tests.matching.hard_cases import HARD_CASES, HardCase, Outcome

_MOST_REFUSED = 2
_FOLDER = Path(__file__).parents[2] / ".peers"
_ENGINES = Path(__file__).with_name("peer_engines.py")
PEERS = {"aider-chat": "aider", "apply-edit-block": "apply_edit_block", "harnesskit": "hk"}
"""Names of packages and of the module in each. All of them forgive what our fuzzy tier does."""
_NORMALISES_LINE_ENDS = "aider-chat"


def figures(quick: bool) -> Iterator[Figure]:
    for tier in (Tier.TOLERANT, Tier.FUZZY):
        found = [_ours(case, tier) for case in HARD_CASES]
        yield Figure(f"hard cases, {tier}: wrong", found.count(Outcome.WRONG), "", 0, note=_counts(found))
    left = [case.name for case, what in zip(HARD_CASES, found, strict=True) if what is Outcome.REFUSED]
    yield Figure("hard cases, fuzzy: refused", len(left), "", _MOST_REFUSED, note=", ".join(left))
    for name in PEERS:
        yield _peer(name, 1.0 if quick else 5.0)


def _ours(case: HardCase, tier: Tier) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        root = make_tree(Path(folder), {case.path: case.before})
        review = review_of(root, case.response())
        review.accept(tier)
        review.write()
        return case.judge((root / case.path).read_bytes().decode())


def _peer(name: str, seconds: float) -> Figure:
    """A peer's results, each edit stopped after so many seconds and counted as refused."""
    what = f"hard cases, {name}: wrong"
    edits = [(_read(name, case.before), case.search, case.replace) for case in HARD_CASES]
    answers = answers_of_peer(name, edits, seconds)
    if isinstance(answers, str):
        return Figure(what, math.nan, "", note=answers)
    found = [
        _judge(name, case, case.before if text is None else text)
        for case, (text, _) in zip(HARD_CASES, answers, strict=True)
    ]
    stopped = sum(was_stopped for _, was_stopped in answers)
    late = f"; {stopped} stopped after {seconds:.0f} s" if stopped else ""
    return Figure(what, found.count(Outcome.WRONG), "", note=_counts(found) + late)


def answers_of_peer(
    name: str, edits: Sequence[tuple[str, str, str]], seconds: float
) -> list[tuple[str | None, bool]] | str:
    """The texts that a peer makes of edits, and for each whether it was stopped.

    Args:
        name: Of its package.
        edits: Text, search and replace.
        seconds: For each edit, at most.

    Returns:
        Or why it does not run.
    """
    if not any(_FOLDER.glob(f"{PEERS[name]}*")):
        return "not installed: make peers"
    done = subprocess.run(
        [sys.executable, str(_ENGINES), name, str(seconds)],
        input=json.dumps(edits).encode(),
        env=os.environ | {"PYTHONPATH": str(_FOLDER)},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return f"does not run here: {said}"
    return [(text, was_stopped) for text, was_stopped in json.loads(done.stdout)]


def _read(name: str, text: str) -> str:
    """The text as the peer's own program hands it to its engine."""
    return text.replace("\r\n", "\n") if name == _NORMALISES_LINE_ENDS else text


def _judge(name: str, case: HardCase, text: str) -> Outcome:
    outcomes = {_read(name, after): after for after in (case.before, *case.after)}
    return case.judge(outcomes.get(text, text))


def _counts(found: Iterable[Outcome]) -> str:
    counts = Counter(found)
    return f"of {counts.total()}: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)
