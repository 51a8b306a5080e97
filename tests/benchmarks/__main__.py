"""`python -m tests.benchmarks`: every figure in a table; exit status 1 if a budget is clearly missed."""

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial

from editreview.__main__ import GC_THRESHOLDS
from editreview.matching import Tier
from tests.benchmarks import (
    applying,
    corpus,
    damage,
    diffs,
    first_frame,
    growth,
    hard_cases,
    keys,
    lag,
    matching,
    memory,
    oracles,
    parsing,
    planning,
    quitting,
    startup,
    syntax,
    worst_cases,
)
from tests.benchmarks.figures import CLEARLY, Figure, heading, row
from tests.benchmarks.timing import in_turns, loop_ms, process, slowness

_SUBJECTS: dict[str, Callable[[bool], Iterator[Figure]]] = {
    "startup": startup.figures,
    "first-frame": first_frame.figures,
    "keys": keys.figures,
    "lag": lag.figures,
    "quitting": quitting.figures,
    "memory": memory.figures,
    "diffs": diffs.figures,
    "matching": matching.figures,
    "hard-cases": hard_cases.figures,
    "damage": damage.figures,
    "worst-cases": worst_cases.figures,
    "planning": planning.figures,
    "parsing": parsing.figures,
    "growth": growth.figures,
    "applying": applying.figures,
    "syntax": syntax.figures,
    "corpus": corpus.figures,
    "oracles": oracles.figures,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=_SUBJECTS, metavar="NAME", help="one subject")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer rounds")
    parser.add_argument("--trials", type=int, help="of each oracle")
    parser.add_argument("--tier", type=Tier, choices=Tier, help="of the oracles: one instead of both")
    parser.add_argument("--seed", type=int, default=0, help="of the oracles: another number, other trials")
    options = parser.parse_args()
    _SUBJECTS["oracles"] = partial(
        oracles.figures, count=options.trials, tier=options.tier, seed=options.seed
    )
    # As in the program itself.
    gc.set_threshold(*GC_THRESHOLDS)
    (nothing,) = in_turns([lambda: process(sys.executable, "-c", "pass")], 15)
    print(f"python -c pass: {nothing.least:.1f} ms, median {nothing.middle:.1f}")
    print(f"calibration loop: {loop_ms():.2f} ms, {slowness():.2f} x the reference machine")
    print("'scaled' is for the reference machine, by the loop run before and after each figure")
    print(f"'share' is of the budget; more than {CLEARLY} is a miss\n\n{heading()}", flush=True)
    missed: list[str] = []
    for name, subject in _SUBJECTS.items():
        if options.only and name not in options.only:
            continue
        before = slowness()
        for figure in subject(options.quick):
            after = slowness()
            speed, before = min(before, after), after
            print(row(figure, speed), flush=True)
            if (figure.share(speed) or 0) > CLEARLY:
                missed.append(figure.what)
    if missed:
        print("\nclearly missed: " + "; ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
