"""Writing and staging accepted blocks, in process, against git's own `git add` of the same files."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from editreview.review import Review
from editreview.text import counted
from editreview.workspace.git import Repository
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import Times, in_turns, timed
from tests.builders import git


def figures(quick: bool) -> Iterator[Figure]:
    for files, budget in ((1, 60.0), (100, 500.0)):
        for is_mixed in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                ours, theirs = _measured(Path(folder), files, 3 if quick else 4, is_mixed=is_mixed)
            what = ", mixed" if is_mixed else ""
            yield Figure(
                f"apply + stage, {counted(files, 'file')}{what}, above git add",
                ours.least - theirs.least,
                "ms",
                # What it costs to tell lines apart is only shown.
                None if is_mixed else budget,
                scaled=True,
                note=f"{ours.least:.0f} − {theirs.least:.0f} ms; "
                f"medians {ours.middle:.0f} − {theirs.middle:.0f}"
                + (", beside changes of one's own" if is_mixed else ""),
            )
    with tempfile.TemporaryDirectory() as folder:
        yield _look(Path(folder), 2_000 if quick else 20_000)


def _look(folder: Path, files: int) -> Figure:
    """The questions to git before a file is written, in a large repository, against `git status` of it."""
    root = inputs.repository(folder / "tree", {f"d{n % 200}/f{n}.txt": f"{n}\n" for n in range(files)})
    paths = ["d0/f0.txt"]
    repository = Repository.around(root)
    assert repository is not None

    def statuses() -> float:
        return timed(lambda: repository.statuses(paths))

    def status() -> float:
        return timed(lambda: git(root, "status", "--porcelain", "--", *paths))

    ours, gits = in_turns([statuses, status], 10)
    return Figure(
        f"how a file stands to the index, {files:,} files",
        ours.least,
        "ms",
        None,
        scaled=True,
        note=f"git status of it alone: {gits.least:.0f} ms",
    )


def _measured(folder: Path, files: int, rounds: int, *, is_mixed: bool) -> tuple[Times, Times]:
    # Imported outside the clock: what it costs is no part of the figure.
    from git import Repo

    tree, response = inputs.many_files(files, 300, 2)
    root = inputs.repository(folder / "tree", tree)
    Repo(root)

    def reset() -> None:
        git(root, "reset", "--quiet", "--hard")
        if is_mixed:
            for path, content in tree.items():
                (root / path).write_text(content + "# mine\n")

    def ours() -> float:
        reset()
        review = Review.open(root)
        review.read(response)
        review.accept()

        def write_and_stage() -> None:
            review.write()
            if len(review.stage()) != files:
                raise RuntimeError(f"not staged: {review.workspace.not_staged}")

        return timed(write_and_stage)

    def theirs() -> float:
        reset()
        for path, content in tree.items():
            (root / path).write_text(content + "# changed\n")
        return timed(lambda: git(root, "add", "--", *tree))

    mine, gits = in_turns([ours, theirs], rounds)
    return mine, gits
