"""`python -m tests.oracles ORACLE SEED`: one trial, run again and written out for reading."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from editreview.matching import Tier
from tests.builders import make_tree
from tests.oracles import ORACLES, Ending, Trial, tried


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracles", description=__doc__)
    parser.add_argument("oracle", choices=ORACLES)
    parser.add_argument("seed", type=int)
    parser.add_argument("--tier", type=Tier, default=Tier.TOLERANT)
    parser.add_argument("--out", type=Path, help="write before/, response.md, expected/ and found/ there")
    options = parser.parse_args()
    trial = ORACLES[options.oracle](options.seed)
    if trial is None:
        print("this seed gives no trial")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = str(Path(folder, "state"))
        result = tried(trial, Path(folder, "root"), options.tier)
    print(f"{trial.name} {trial.seed}: {result.ending}\n{result.why}")
    for proposal in result.run.proposals:
        print(f"block {proposal.number}: {proposal.strategy}, {proposal.tier}, {proposal.reason}")
        for warning in proposal.warnings:
            print(f"    {warning.kind}, line {warning.line}: {warning.message}")
    if options.out is not None:
        written_out(trial, options.out)
        make_tree(options.out / "found", result.run.tree)
    return int(result.ending is Ending.SILENT)


def written_out(trial: Trial, folder: Path) -> None:
    """The trial as a folder, laid out as those of tests/cases."""
    make_tree(folder / "before", trial.before)
    make_tree(folder / "expected", trial.after)
    (folder / "response.md").write_bytes(trial.response.encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    sys.exit(main())
