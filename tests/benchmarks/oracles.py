"""Figures of the oracles: endings of trials by oracle, format and kind, and of peers on the same edits."""

import math
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from editreview.blocks import Replace
from editreview.formats import parse
from editreview.matching import Tier
from tests.benchmarks.figures import Figure
from tests.benchmarks.hard_cases import PEERS, answers_of_peer
from tests.oracles import ORACLES, Ending, Trial, is_right, trials, tried

_TRIALS = 2_000
_QUICK_TRIALS = 100
_PEER_TRIALS = 300
_PEER_SECONDS = 0.5

_Counts = defaultdict[str, Counter[Ending]]


def figures(
    quick: bool, count: int | None = None, tier: Tier | None = None, seed: int = 0
) -> Iterator[Figure]:
    """A row for each oracle, tier, format and kind; of silent ones, the command that shows them."""
    count = count or (_QUICK_TRIALS if quick else _TRIALS)
    for each in [tier] if tier else [Tier.TOLERANT, Tier.FUZZY]:
        for name in ORACLES:
            yield from _figures_of(name, count, each, seed)
    if "damaged" in ORACLES:
        edits = _plain_edits(min(count, _PEER_TRIALS), seed)
        for peer in PEERS:
            yield _peer(peer, edits)


def _figures_of(name: str, count: int, tier: Tier, seed: int) -> Iterator[Figure]:
    total: Counter[Ending] = Counter()
    formats: _Counts = defaultdict(Counter)
    kinds: _Counts = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, XDG_STATE_HOME=f"{folder}/state"):
        for trial in trials(name, count, seed):
            result = tried(trial, Path(folder, "root"), tier)
            _, way, *kind = trial.name.split(": ", 2)
            # The way a response was cut is in no name; the case it comes from is, and there are many.
            for counts in (total, formats[way], kinds[kind[0]]) if kind else (total,):
                counts[result.ending] += 1
            if result.ending is Ending.SILENT:
                print(f"    python -m tests.oracles {name} {trial.seed} --tier {tier}  # {trial.name}")
    yield _figure(f"{name}, {tier}", total)
    for title, rows in (("format", formats), ("kind", kinds)):
        for row in sorted(rows):
            yield _figure(f"{name}, {tier}, {title} {row}", rows[row])


def _figure(what: str, counts: Counter[Ending]) -> Figure:
    numbers = "/".join(str(counts[ending]) for ending in Ending)
    return Figure(
        what, counts[Ending.SILENT], "", note=f"right/refused/wrong, warned/wrong, silent {numbers}"
    )


def _plain_edits(count: int, seed: int) -> list[tuple[Trial, str, str, str]]:
    """Damaged trials of one plain replacement: the trial, the path, SEARCH and REPLACE."""
    found: list[tuple[Trial, str, str, str]] = []
    for trial in trials("damaged", count, seed):
        blocks = parse(trial.response).blocks
        operation = blocks[0].operation if len(blocks) == 1 else None
        path = blocks[0].path_written if blocks else None
        if isinstance(operation, Replace) and path is not None and path in trial.before:
            interpretation = operation.interpretations[0]
            found.append((trial, path, interpretation.search, interpretation.replace))
    return found


def _peer(name: str, edits: list[tuple[Trial, str, str, str]]) -> Figure:
    """The endings of a peer on the damaged trials; it warns of nothing."""
    texts = [(trial.before[path].decode(), search, replace) for trial, path, search, replace in edits]
    answers = answers_of_peer(name, texts, _PEER_SECONDS)
    what = f"damaged, {name}"
    if isinstance(answers, str):
        return Figure(what, math.nan, "", note=answers)
    counts: Counter[Ending] = Counter()
    for (trial, path, _, _), (text, _) in zip(edits, answers, strict=True):
        tree = {**trial.before, path: text.encode()} if text is not None else trial.before
        refused = Ending.REFUSED if tree == trial.before else Ending.SILENT
        counts[Ending.RIGHT if is_right(trial, tree) else refused] += 1
    return _figure(f"{what}, {len(edits)} plain replacements", counts)
