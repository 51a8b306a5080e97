"""Writing and staging accepted blocks, in process, against git's own `git add` of the same files."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from editreview.review import Review
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import Times, in_turns, timed
from tests.builders import git


def figures(quick: bool) -> Iterator[Figure]:
    for files, budget in ((1, 60.0), (100, 500.0)):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = _measured(Path(folder), files, 3 if quick else 4)
        yield Figure(
            f"apply + stage, {files} file{'s' if files > 1 else ''}, above git add",
            ours.least - theirs.least,
            "ms",
            budget,
            scaled=True,
            note=f"{ours.least:.0f} − {theirs.least:.0f} ms; medians {ours.middle:.0f} − {theirs.middle:.0f}",
        )


def _measured(folder: Path, files: int, rounds: int) -> tuple[Times, Times]:
    # Imported outside the clock: what it costs is no part of the figure.
    from git import Repo

    tree, response = inputs.many_files(files, 300, 2)
    root = inputs.repository(folder / "tree", tree)
    Repo(root)

    def ours() -> float:
        git(root, "reset", "--quiet", "--hard")
        review = Review.open(root)
        review.read(response)
        review.accept()

        def write_and_stage() -> None:
            review.write()
            if len(review.stage()) != files:
                raise RuntimeError(f"not staged: {review.workspace.not_staged}")

        return timed(write_and_stage)

    def theirs() -> float:
        git(root, "reset", "--quiet", "--hard")
        for path, content in tree.items():
            (root / path).write_text(content + "# changed\n")
        return timed(lambda: git(root, "add", "--", *tree))

    mine, gits = in_turns([ours, theirs], rounds)
    return mine, gits
