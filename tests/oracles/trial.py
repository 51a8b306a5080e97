"""A trial: a response on a tree, and the tree that is right after it; and the runner that judges one."""

import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path
from unittest.mock import patch

from editreview.errors import TreeError
from editreview.matching import Tier
from editreview.review import BlockWarning, Proposal, Report, WarningKind, make_report
from tests.builders import files_of, make_tree, review_of

Tree = Mapping[str, bytes]
"""The bytes of every file by its path."""


class Ending(StrEnum):
    """The result of a trial."""

    RIGHT = "right"
    REFUSED = "refused"
    WARNED = "wrong, warned"
    """The tree is neither, and a warning names every line that is not as it should be."""
    SILENT = "wrong, silent"


@dataclass(frozen=True, slots=True)
class Run:
    """The tree and the report after a response was applied."""

    tree: Tree
    report: Report
    proposals: tuple[Proposal, ...]
    """The proposals as accepted, before they were written."""


def _nothing(run: Run) -> str | None:
    return None


def _unlike(path: str, data: bytes) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Trial:
    """A response on a tree, and the trees that it has to result in."""

    name: str
    """`oracle: format: kind`; the rows of the tables."""
    seed: int
    """The oracle makes the same trial of it again."""
    before: Tree
    response: str
    after: Tree
    """The right tree. Where it equals `before`, every write is wrong."""
    others: Iterable[Tree] = ()
    """More trees that are right, where the response cannot tell them apart."""
    parts: Sequence[Tree] = ()
    """The trees after some of the blocks: as good as a refusal if the exit status says that some failed."""
    is_alike: Callable[[str, bytes], bool] = field(default=_unlike)
    """Tells if a file's bytes are right, though they are not those of `after`."""
    may_refuse: bool = True
    """`before` is a good result as well; if not, the suite fails on a refusal."""
    warnings_allowed: frozenset[WarningKind] | None = None
    """The kinds of warnings that excuse a wrong line they name; None for all, the empty set for none."""
    complaint: Callable[[Run], str | None] = field(default=_nothing)
    """Says why the run is wrong, its tree aside; None if it is right."""
    empty_search: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The ending of a trial, with what led to it."""

    ending: Ending
    run: Run
    why: str = ""


def tried(trial: Trial, folder: Path, tier: Tier) -> Result:
    """Apply a trial's response as `apply --accept TIER --no-stage` does, in this process, and judge.

    Args:
        trial: The trial.
        folder: Made for the run and removed after it.
        tier: The most forgiving tier that is applied.
    """
    run = applied(trial.before, trial.response, folder, tier, trial.empty_search)
    return judged(trial, run)


def applied(before: Tree, response: str, folder: Path, tier: Tier, empty_search: str | None = None) -> Run:
    """The tree after a response, and its report."""
    shutil.rmtree(folder, ignore_errors=True)
    root = make_tree(folder / "root", before)
    try:
        # The journal of an earlier trial knows a file of the same name, which is another file here.
        with patch.dict(os.environ, XDG_STATE_HOME=str(folder / "state")):
            review = review_of(root, response, empty_search, before)
            review.accept(tier)
            proposals = tuple(review.proposals)
            # Nothing is written then, and the report says why.
            with suppress(TreeError):
                review.write()
            return Run(files_of(root), make_report(review), proposals)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judged(trial: Trial, run: Run) -> Result:
    """The ending of a run of a trial."""
    said = trial.complaint(run) or _lost(run)
    if said is not None:
        return Result(Ending.SILENT, run, said)
    if is_right(trial, run.tree):
        return Result(Ending.RIGHT, run)
    if run.tree == trial.before or any(run.tree == part for part in trial.parts):
        # Said to be done already, though it is not.
        ending = Ending.REFUSED if run.report.exit_status else Ending.SILENT
        return Result(ending, run, _reasons(run))
    unnamed = _unnamed(trial, run)
    return Result(Ending.SILENT if unnamed else Ending.WARNED, run, unnamed)


def _lost(run: Run) -> str | None:
    """A complaint if the report lacks a block; else None."""
    record = run.report.record
    reported = {entry.index for entry in (*record.blocks, *record.offers)}
    lost = sorted({proposal.number for proposal in run.proposals} - reported)
    return f"not in the report: {lost}" if lost else None


def is_right(trial: Trial, found: Tree) -> bool:
    """True if the trial calls a tree right."""
    if found == trial.after or any(found == other for other in trial.others):
        return True
    return found.keys() == trial.after.keys() and all(
        data == found[path]
        or trial.is_alike(path, found[path])
        or (found[path] != trial.before.get(path) and _lines(data) == _lines(found[path]))
        for path, data in trial.after.items()
    )


def _lines(data: bytes) -> list[str]:
    """The lines with their ends; whitespace on blank lines aside."""
    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True) if data else []
    return [line if line.strip() else line.strip(" \t") for line in lines]


def _reasons(run: Run) -> str:
    return "; ".join(str(proposal.reason or proposal.withheld or "undecided") for proposal in run.proposals)


def _unnamed(trial: Trial, run: Run) -> str:
    """The first wrong lines that no warning names; empty if all are named.

    Beside lines that are named, trailing whitespace is not wrong by itself.
    """
    is_named, blanks = False, ""
    for path in sorted(run.tree.keys() | trial.after.keys()):
        found, wanted = run.tree.get(path, b""), trial.after.get(path, b"")
        if found == wanted or trial.is_alike(path, found):
            continue
        named = _named(trial, run, path)
        old, new = _lines(wanted), _lines(found)
        for tag, a1, a2, b1, b2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            lines = {line.strip() for line in (*old[a1:a2], *new[b1:b2])}
            if tag == "equal":
                continue
            if any(_names(name, lines) for name in named):
                is_named = True
                continue
            minus = [f"-{line}" for line in old[a1:a2]]
            plus = [f"+{line}" for line in new[b1:b2]]
            said = f"{path}, line {b1 + 1}:\n" + "".join(minus + plus)
            if [line.rstrip() for line in old[a1:a2]] != [line.rstrip() for line in new[b1:b2]]:
                return said
            blanks = blanks or said
    return "" if is_named else blanks


def _names(name: str, lines: set[str]) -> bool:
    return any(line.startswith(name[:40]) if len(name) >= 40 else line == name for line in lines)


def _named(trial: Trial, run: Run, path: str) -> set[str]:
    """The lines that warnings name, by their text."""
    named: set[str] = set()
    for proposal in run.proposals:
        if proposal.path != path or proposal.base is None:
            continue
        bodies = {
            True: _lines(proposal.base.text.encode("utf-8", "surrogatepass")),
            False: _lines(proposal.change.apply(proposal.base.text).encode("utf-8", "surrogatepass")),
        }
        for warning in proposal.warnings:
            if trial.warnings_allowed is None or warning.kind in trial.warnings_allowed:
                for is_old, line in _numbers(warning):
                    named.update(body.strip() for body in bodies[is_old][line - 1 : line])
                named.update(quoted.rstrip("…").strip() for quoted in re.findall("“(.+?)”", warning.message))
    # This warning names the file's line, and means the block's blank line beside it.
    is_blank = any("no blank line" in warning.message for p in run.proposals for warning in p.warnings)
    return named | {""} if is_blank else named - {""}


def _numbers(warning: BlockWarning) -> list[tuple[bool, int]]:
    """The lines that a warning names, from 1, each with its side: true for the old text."""
    listed = re.findall(r"\b(?:lines? |L)(\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)", warning.message)
    ranges = re.findall(r"(\d+)(?:–(\d+))?", " ".join(listed))
    found = {line for first, last in ranges for line in range(int(first), int(last or first) + 1)}
    # The message leaves it open of which text they are.
    numbers = [(is_old, line) for line in sorted(found) for is_old in (True, False)]
    return numbers if warning.line is None else [*numbers, (warning.is_old, warning.line)]
