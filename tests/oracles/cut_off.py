"""Responses cut at any byte and fed in any chunks: only what is wholly there is written.

The right trees are those after the first so many blocks of the whole response.
"""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from editreview.blocks import Problem, Replace, plain_interpretation
from editreview.formats import Reader, Unwrapper, parse
from editreview.formats.leftovers import leftover
from editreview.matching import Tier
from editreview.review import Verdict
from tests.builders import files_of, make_tree, review_of
from tests.case_folders import CASES
from tests.corpus import CORPUS, encoded, records
from tests.oracles import pairs
from tests.oracles.trial import Run, Tree, Trial

_LONGEST = 20_000
"""Characters of a response that is cut."""
_NEAR_END = 60
_CHUNKINGS = 2
"""Ways in which each cut response is split into chunks."""
_SHOWING = (".md", ".markdown", ".rst", ".diff", ".patch")


def trial(seed: int) -> Trial | None:
    """A response of some material, cut by chance."""
    chance = Random(f"cut off, {seed}")
    whole = _material(seed, chance)
    if whole is None or len(whole.response) > _LONGEST:
        return None
    if parse(whole.response).offers:
        # Later text may turn an edit into an offer, or retract it.
        return None
    data = whole.response.encode("utf-8", "surrogatepass")
    response = data[: _position(data, chance)].decode("utf-8", "replace")
    if _turns(response) != _turns(whole.response):
        # The last turn of what is left is another one, and may be whole.
        return None
    others = _Stages(
        whole, is_blind=not any(_shows_line(each, response) for each in parse(response).problems)
    )

    def complaint(run: Run) -> str | None:
        return _chunked_otherwise(response, chance) or _marker_written(whole, run.tree)

    return Trial(
        f"cut off: {whole.name}",
        seed,
        whole.before,
        response,
        whole.before,
        others,
        complaint=complaint,
        warnings_allowed=frozenset(),
    )


def _shows_line(problem: Problem, response: str) -> bool:
    """True if what is left of an edit that is cut off has a whole line that shows what it is about."""
    if not isinstance(problem.begun, Replace):
        return problem.begun is not None
    return response.endswith("\n") or plain_interpretation(problem.begun).search.count("\n") > 1


def _turns(response: str) -> int | None:
    """The number of turns of a transcript; None if the response is none."""
    unwrapper = Unwrapper()
    unwrapper.feed(response)
    unwrapper.close()
    return unwrapper.turns


def _position(data: bytes, chance: Random) -> int:
    """Anywhere; at the end of a line, before its line feed or behind it; or near the end."""
    way = chance.random()
    if way < 0.4:
        return chance.randrange(len(data) + 1)
    if way < 0.7:
        ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
        return chance.choice(ends) + chance.randrange(2) if ends else len(data)
    return max(len(data) - chance.randrange(_NEAR_END), 0)


def _material(seed: int, chance: Random) -> Trial | None:
    way = chance.random()
    if way < 0.5:
        return pairs.trial(seed)
    replies = _replies()
    return chance.choice(replies if way < 0.75 and replies else _cases())


@cache
def _cases() -> Sequence[Trial]:
    """The responses of the cases; their outcome is taken as it is."""
    found: list[Trial] = []
    for response in sorted(CASES.glob("*/*/response.md")):
        text = response.read_bytes().decode("utf-8", "surrogateescape")
        before = response.parent / "before"
        files = files_of(before) if before.exists() else {}
        found.append(Trial(f"case {response.parent.relative_to(CASES)}", 0, files, text, files))
    return found


@cache
def _replies() -> Sequence[Trial]:
    """Real responses, where a corpus is at hand."""
    return [
        Trial(f"reply {record['id']}", 0, encoded(record["before"]), record["response"], {})
        for record in (records(Path(CORPUS)) if CORPUS else ())
    ]


class _Stages(Iterable[Tree]):
    """The trees after the first so many blocks of a response, each made when it is asked for."""

    def __init__(self, whole: Trial, *, is_blind: bool) -> None:
        self._whole = whole
        self._is_blind = is_blind
        """Nothing of what is cut off shows which lines the next block is about."""

    def __iter__(self) -> Iterator[Tree]:
        for tier in (Tier.TOLERANT, Tier.FUZZY):
            for is_blind in (False, True) if self._is_blind else (False,):
                with tempfile.TemporaryDirectory() as folder:
                    yield from _stages(self._whole, Path(folder), tier, is_blind=is_blind)


def _stages(whole: Trial, folder: Path, tier: Tier, *, is_blind: bool = False) -> Iterator[Tree]:
    """The trees after the first so many blocks.

    If the last of them has another version below, which the cut leaves nothing of, nobody can know:
    with `is_blind` it is accepted as well. If the next block, which is cut off, is the same as one of
    them, that one may wait: it could be meant for either match.
    """
    count, at = 1, 1
    while at <= count:
        has_twins = True
        for leaves_twins in (False, True):
            if leaves_twins and not has_twins:
                continue
            root = make_tree(folder / f"{at}-{leaves_twins}", whole.before)
            review = review_of(root, whole.response, whole.empty_search, whole.before)
            count = len(review.proposals)
            review.accept(tier)
            left = [proposal for proposal in review.proposals if proposal.number > at]
            cut = left[0].block.operation if left else None
            twins = [p for p in review.proposals if p.number <= at and p.block.operation == cut]
            has_twins = bool(twins)
            for proposal in [*left, *twins] if leaves_twins else left:
                if is_blind or review.verdict(proposal) is Verdict.ACCEPTED:
                    rejected = review.log[proposal.key].rejected()
                    for path in review.decide({proposal.key: rejected}):
                        review.replan(path)
            if is_blind:
                review.accept(tier)
            review.write()
            yield files_of(root)
        at += 1


def _chunked_otherwise(response: str, chance: Random) -> str | None:
    """A complaint if chunks make a difference; None if they do not."""
    whole = _items(response, [])
    for _ in range(_CHUNKINGS):
        count = chance.choice((1, 3, 20, len(response)))
        cuts = sorted(chance.randrange(len(response) + 1) for _ in range(count))
        if _items(response, cuts) != whole:
            return f"other items if fed in chunks that end at {cuts}"
    return None


def _items(response: str, cuts: Sequence[int]) -> list[object]:
    reader = Reader()
    found: list[object] = []
    for start, end in zip([0, *cuts], [*cuts, len(response)], strict=True):
        found += reader.feed(response[start:end])
    return [*found, *reader.close()]


def _marker_written(whole: Trial, tree: Mapping[str, bytes]) -> str | None:
    """A complaint if a file gained an edit marker that it was not meant to have; else None."""
    for path, data in tree.items():
        known = [whole.before.get(path, b""), whole.after.get(path, b"")]
        text, *before = (each.decode("utf-8", "replace") for each in (data, *known))
        found = leftover(text, "\n".join(before), is_markup=path.endswith(_SHOWING))
        if found is not None and found.is_sure:
            return f"{path}, line {found.line}: {found.text}"
    return None
