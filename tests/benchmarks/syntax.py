"""The check of syntax: faults it finds and names at their line, alarms on real changes, and its cost."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from editreview.review.checks.syntax import NewError, ParsedText, dialect_of, new_error
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import times
from tests.oracles.faults import ENDINGS, KINDS, edits, judged
from tests.oracles.faults.samples import sample
from tests.oracles.material import Pair, pairs

_EACH = 20
_QUICK = 4
_OFF = 10
"""The most percent of the faults that are not named at their line."""
_LINES = 2_000
_MOST_MS = 50
_KINDS_OF_TEXT = ("legal", "with a fault")
_TIMED = ("typescript", "python", "rust", "java", "c", "cpp", "ruby", "bash", "html", "css")
"""Languages of which a sample can be repeated."""


def figures(quick: bool) -> Iterator[Figure]:
    for language in ENDINGS:
        yield _faults(language, _QUICK if quick else _EACH)
    yield _alarms()
    for language in _TIMED:
        yield from _cost(language, 3 if quick else 9)


def _faults(language: str, each: int) -> Figure:
    found, at_line = Counter[str](), Counter[str]()
    for kind in KINDS:
        for edit in edits(language, kind, each):
            finding = judged(edit)
            found[kind] += finding.line is not None
            at_line[kind] += finding.is_at_line
    count = each * len(KINDS)
    kinds = ", ".join(f"{kind} {found[kind]}/{at_line[kind]}" for kind in KINDS)
    return Figure(
        f"syntax, {language}: not named at their line",
        100 * (count - at_line.total()) / count,
        "%",
        _OFF,
        note=f"of {count}: found {found.total()}, at their line {at_line.total()} ({kinds} of {each} each)",
    )


def _alarms() -> Figure:
    changes = [pair for pair in pairs() if dialect_of(pair.path) is not None]
    found = [(pair.path, error.line) for pair in changes if (error := _error(pair)) is not None]
    note = f"of {len(changes)}: " + ", ".join(f"{Path(path).name}:{line}" for path, line in found)
    return Figure("syntax: alarms on real changes, to be read", len(found), "", note=note)


def _error(pair: Pair) -> NewError | None:
    return _new_error(pair.path, pair.before, pair.after)


def _new_error(path: str, before: str, after: str) -> NewError | None:
    dialect = dialect_of(path)
    assert dialect is not None
    was = ParsedText(before, dialect) if before.strip() else None
    return new_error(was, ParsedText(after, dialect))


def _cost(language: str, rounds: int) -> Iterator[Figure]:
    """The time for a long file before and after an edit: a legal one, and one with a fault."""
    edit = next(edits(language, "bracket", 1))
    rest = sample(language) * (_LINES // (sample(language).count("\n") + 1))
    for what, after in zip(_KINDS_OF_TEXT, (edit.without, edit.after), strict=True):
        # Another text in each round: the readings of the last ones are kept.
        texts = ((edit.before + more, after + more) for n in range(rounds) if (more := rest + "\n" * n))
        taken = times(partial(_next_line, edit.path, texts), rounds)
        lines = (after + rest).count("\n")
        yield Figure(f"syntax, {language}, {lines} lines, {what}", taken.least, "ms", _MOST_MS, scaled=True)


def _next_line(path: str, texts: Iterator[tuple[str, str]]) -> int | None:
    """The line of the error in the next text after an edit."""
    error = _new_error(path, *next(texts))
    return None if error is None else error.line
