"""The report: what became of every block, as data for programs and as a line for people."""

from collections import Counter
from typing import TypeAlias

from msgspec import Struct

from editreview.alignment import Alignment
from editreview.blocks import LineRange
from editreview.errors import Reason
from editreview.matching import NearMatch, Nearness
from editreview.review.absence import Absence
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.review.remarks import in_words
from editreview.review.session import Review
from editreview.review.status import Status, status_of
from editreview.texts import Absent, counted

SCHEMA = 1

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


class Report(Struct, frozen=True):
    """The outcome of a review."""

    data: dict[str, Json]
    """The report as JSON: see the README for its fields."""
    counts: Counter[Status]
    blocks: int
    problems: int
    files: int
    """Files that were, or would be, changed."""
    left: int
    """Blocks that were to be done and were not."""
    dry_run: bool
    offers: int = 0
    """Edits that were only offered, which nothing else counts."""

    @property
    def exit_status(self) -> int:
        """0 if every block was applied, would be, or had nothing left to do; else 1."""
        return 1 if self.left or self.problems or not self.blocks else 0

    def summary(self) -> str:
        """One line for people."""
        if not self.blocks and not self.problems:
            offers = f", but {counted(self.offers, 'offer')}: look at it in a review" if self.offers else ""
            return f"the response holds no edit{offers}"
        order = [status for status in Status if self.counts[status]]
        parts = [f"{self.counts[status]} {status.replace('_', ' ')}" for status in order]
        if self.problems:
            parts.append(f"{self.problems} malformed")
        done = self.counts[Status.APPLIED] + self.counts[Status.VALIDATED]
        where = f" in {self.files} file{'s' if self.files != 1 else ''}" if done else ""
        return f"{self.blocks} block{'s' if self.blocks != 1 else ''}: {', '.join(parts)}{where}"


def make_report(review: Review, *, dry_run: bool = False) -> Report:
    """The report of a review as it stands.

    Args:
        review: After it was applied or, in a dry run, prepared.
        dry_run: Count accepted blocks as validated.
    """
    review.absences.of_all(review.proposals)
    statuses = {p.number: status_of(review, p, dry_run=dry_run) for p in review.proposals}
    offers = [p for p in review.proposals if review.is_offer(p)]
    proposals = [p for p in review.proposals if not review.is_offer(p)]
    counts = Counter(statuses[p.number] for p in proposals)
    failed = Counter(p.path for p in proposals if statuses[p.number] is Status.FAILED)
    files = [_file(review, plan, statuses, failed) for plan in review.outcomes(pending=dry_run)]
    strategies = Counter(_strategy(p, statuses[p.number]) for p in proposals)
    data: dict[str, Json] = {
        "schema": SCHEMA,
        "root": ".",
        "dry_run": dry_run,
        "counts": {"blocks": len(proposals), **{status.value: counts[status] for status in Status}},
        "strategies": {name: count for name, count in strategies.items() if name},
        "blocks": [_block(review, p, statuses[p.number]) for p in proposals],
        "offers": [_offer(review, p, statuses[p.number]) for p in offers],
        "commands": [{"lines": list(c.lines), "text": c.text} for c in review.commands],
        "problems": [
            {
                "line": problem.line,
                "path": problem.path_written,
                "message": problem.message,
                "text": problem.text,
            }
            for problem in review.problems
        ],
        "files": list(files),
        "files_auto_added": [*not_shown(review)],
    }
    done = {Status.APPLIED, Status.VALIDATED}
    left = sum(1 for p in proposals if statuses[p.number] not in done and not p.is_done_already)
    return Report(data, counts, len(proposals), len(review.problems), len(files), left, dry_run, len(offers))


def not_shown(review: Review) -> list[str]:
    """The files of edits that were not attempted, which the model has to see first."""
    deferred = (p for p in review.proposals if p.reason is Reason.NOT_IN_CONTEXT and not review.is_offer(p))
    return sorted({p.path for p in deferred if p.path})


def _strategy(proposal: Proposal, status: Status) -> str | None:
    if status in (Status.APPLIED, Status.VALIDATED):
        return proposal.strategy
    return "failed" if status is Status.FAILED else None


def _block(review: Review, proposal: Proposal, status: Status) -> Json:
    block = proposal.block
    refused = review.refused.get(proposal.number)
    decision = review.decision(proposal)
    places = proposal.placement.places if proposal.placement else ()
    in_file = not proposal.depends_on
    withheld = proposal.withheld if status in (Status.UNDECIDED, Status.SKIPPED) else None
    reason = refused.reason if refused else proposal.reason or withheld
    message = str(refused) if refused else (review.message(proposal) or decision.reason)
    return {
        "index": block.number,
        "format": block.format,
        "operation": proposal.operation,
        "path": proposal.path,
        "path_written": block.path_written,
        "response_lines": list(block.lines),
        "status": status.value,
        "tier": proposal.tier.value if proposal.tier else None,
        "strategy": proposal.strategy,
        "score": proposal.chosen[0].score if proposal.chosen else None,
        "lines": _range(proposal.lines if in_file else None),
        "places": [
            {
                "lines": _range(place.lines if in_file else None),
                "tier": place.tier.value,
                "strategies": list(place.strategies),
                "score": place.score,
            }
            for place in places
        ],
        "reason": reason.value if reason else None,
        "message": message,
        "warnings": [
            {
                "kind": warning.kind.value,
                "message": warning.message,
                "lines": None if warning.line is None else [warning.line, warning.line],
                "is_old": warning.is_old,
            }
            for warning in proposal.warnings
        ],
        "rows": {"taken": len(proposal.rows or ()), "of": proposal.of_rows} if proposal.is_part else None,
        "edited": proposal.unedited is not None,
        "note": in_words(decision) or None,
        "depends_on": list(proposal.depends_on),
        **_absence(proposal.path, review.absences.of(proposal)),
    }


def _offer(review: Review, proposal: Proposal, status: Status) -> Json:
    """An offer: a block's fields, and why it is none."""
    block = _block(review, proposal, status)
    offer = proposal.block.offer
    assert isinstance(block, dict) and offer is not None
    return {**block, "offer": offer.kind.value, "message": block["message"] or offer.message}


def _range(lines: LineRange | None) -> Json:
    return list(lines) if lines else None


def _absence(path: str | None, absence: Absence | None) -> dict[str, Json]:
    """What comes nearest to a block without a place, and the other files in which it has one."""
    near = Nearness() if absence is None else absence.near
    others = () if absence is None else absence.elsewhere
    return {
        "nearest": None if near.best is None else _nearest(path, near.best),
        "nearest_others": [
            {"path": path, "lines": list(window.lines), "score": round(window.score, 3)}
            for window in near.others
        ],
        "elsewhere": [{"path": other.path, "lines": list(other.lines)} for other in others],
    }


def _nearest(path: str | None, near: NearMatch) -> Json:
    return {
        "path": path,
        "lines": list(near.lines),
        "score": round(near.score, 3),
        "differences": [
            {"line": difference.line, "wanted": difference.wanted, "found": difference.found}
            for difference in near.differences
        ],
    }


def _what_became(plan: FilePlan) -> str:
    if isinstance(plan.before, Absent):
        return "added"
    if plan.is_removed:
        return "deleted"
    return "renamed" if plan.path_to is not None else "modified"


def _names(names: set[str]) -> Json:
    return [*sorted(names)]


def _file(review: Review, plan: FilePlan, statuses: dict[int, Status], failed: Counter[str | None]) -> Json:
    alignment = Alignment(plan.index.lines, plan.change)
    numbers = [
        proposal
        for proposal in plan.proposals
        if statuses[proposal.number] in (Status.APPLIED, Status.VALIDATED)
    ]
    return {
        "path": plan.path_to or plan.path,
        "path_from": plan.path if plan.path_to else None,
        "change": _what_became(plan),
        "additions": alignment.additions,
        "deletions": alignment.deletions,
        "applied": len(numbers),
        "failed": failed[plan.path],
        "strategies": _names({proposal.strategy for proposal in numbers if proposal.strategy}),
        "staged": (plan.path_to or plan.path) in review.workspace.staged_ever,
    }
