"""The ends of edits of real files that were damaged on the way, by kind and dose of the damage."""

from collections import Counter
from collections.abc import Iterator

from editreview.matching import Tier
from tests.benchmarks.figures import Figure
from tests.matching.damage import KINDS, python_sources, sources_of, tally
from tests.matching.hard_cases import Outcome

_TRIALS = 200
_QUICK_TRIALS = 20
_LANGUAGES = {"TypeScript": ".ts", "Rust": ".rs", "Go": ".go", "Ruby": ".rb"}


def figures(quick: bool) -> Iterator[Figure]:
    count = _QUICK_TRIALS if quick else _TRIALS
    for kind in KINDS:
        yield _figure(f"{kind.name}: {kind.dose}", tally(kind, python_sources(), count))
    for language, suffix in _LANGUAGES.items():
        sources = sources_of(suffix)
        if sources:
            found: dict[Tier, Counter[Outcome]] = {Tier.TOLERANT: Counter(), Tier.FUZZY: Counter()}
            for kind in KINDS:
                for tier, counts in tally(kind, sources, max(count // 20, 2)).items():
                    found[tier] += counts
            yield _figure(f"{language}, {len(sources)} files, all kinds", found)


def _figure(what: str, found: dict[Tier, Counter[Outcome]]) -> Figure:
    return Figure(
        f"damage, {what}: wrong",
        found[Tier.TOLERANT][Outcome.WRONG],
        "",
        0,
        note="right/refused/wrong "
        + ", ".join(f"{tier} {_counts(counts)}" for tier, counts in found.items()),
    )


def _counts(counts: Counter[Outcome]) -> str:
    return "/".join(str(counts[outcome]) for outcome in Outcome)
