"""Warnings about a ready proposal, for the user to see before accepting it, by subject.

To add a check, write a function and add it to a table, with the kind of its warning, by which users switch
it off: to `RISKS` if it examines the added and removed lines, to `CHECKS_OF_FILES` if it examines all blocks
of a file together, or is slow, else to `CHECKS`. `warnings.CONSEQUENCES` says if the warning withholds the
block, or is only a mark.
"""

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from editreview.errors import Reason
from editreview.review.checks.blocks import (
    ChangedLines,
    RiskCheck,
    beyond_guess,
    changed_lines,
    confusable_characters,
    covers_much,
    cut_off,
    cuts_word,
    flattened,
    generated_file,
    hidden_characters,
    hidden_in_path,
    ignored_errors,
    joins_lines,
    leftover_markers,
    lost_anchor,
    lost_indentation,
    lost_licence,
    odd_indentation,
    other_gaps,
    other_indentation,
    removes_much,
    silenced_checks,
    weaker_tests,
    written_out_escapes,
    written_placeholder,
    written_secret,
)
from editreview.review.file_plan import ChangeGroup, FilePlan
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind

Check = Callable[[Proposal], BlockWarning | None]
"""Checks a ready proposal that has a base. Only `cut_off` also gets proposals that delete the file."""

CHECKS: tuple[tuple[WarningKind, Check], ...] = (
    (WarningKind.MARKERS, leftover_markers),
    (WarningKind.CUT_OFF, cut_off),
    (WarningKind.HIDDEN_CHARACTERS, hidden_characters),
    (WarningKind.HIDDEN_CHARACTERS, hidden_in_path),
    (WarningKind.CONFUSABLE, confusable_characters),
    (WarningKind.REMOVES_ANCHOR, lost_anchor),
    (WarningKind.COVERS_FILE, covers_much),
    (WarningKind.REMOVES_MUCH, removes_much),
    (WarningKind.CUTS_WORD, cuts_word),
    (WarningKind.JOINS_LINES, joins_lines),
    (WarningKind.GUESSED_DEPTH, lost_indentation),
    (WarningKind.GUESSED_DEPTH, flattened),
    (WarningKind.WRITTEN_OUT, written_out_escapes),
    (WarningKind.GUESSED_CHARACTERS, beyond_guess),
)


def _signs_of_text(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    if all(line.isascii() for _, line in lines.added):
        return None
    # Imported on first use: few edits need it.
    from editreview.review.checks.signs import signs_of_text

    return signs_of_text(proposal, lines)


def _damaged_text(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    if not lines.added:
        return None
    # Imported on first use: the first frame may have no edit.
    from editreview.review.checks.damage import damaged_text

    return damaged_text(proposal, lines)


RISKS: tuple[tuple[WarningKind, RiskCheck], ...] = (
    (WarningKind.PLACEHOLDER, written_placeholder),
    (WarningKind.CONFUSABLE, _signs_of_text),
    (WarningKind.DAMAGED, _damaged_text),
    (WarningKind.SECRET, written_secret),
    (WarningKind.GENERATED, generated_file),
    (WarningKind.LICENCE, lost_licence),
    (WarningKind.TESTS, weaker_tests),
    (WarningKind.IGNORES_ERRORS, ignored_errors),
    (WarningKind.SILENCES, silenced_checks),
    (WarningKind.INDENTATION, other_indentation),
    (WarningKind.GUESSED_DEPTH, odd_indentation),
    (WarningKind.OTHER_GAPS, other_gaps),
)
"""Checks of the lines that a block adds and removes."""

LOSSES: Mapping[WarningKind, RiskCheck] = {
    kind: check for kind, check in RISKS if kind in (WarningKind.TESTS, WarningKind.LICENCE)
}
"""The risks of removed lines, which another block of the file may write again."""

CheckOfFile = Callable[[FilePlan], dict[int, BlockWarning]]
"""Checks the members of a plan together. Returns warnings by block number."""


def _broken_syntax(plan: FilePlan) -> dict[int, BlockWarning]:
    # Imported on first use: it needs two thousand lines, and the first frame does not wait for this check.
    from editreview.review.checks.syntax import broken_syntax

    return broken_syntax(plan)


def _broken_pairs(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.pairs import broken_pairs

    return broken_pairs(plan)


def _doubled_definitions(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.definitions import doubled_definitions

    return doubled_definitions(plan)


def _doubled_entries(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.definitions import doubled_entries

    return doubled_entries(plan)


def _lost_definitions(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.definitions import lost_definitions

    return lost_definitions(plan)


def _lost_statements(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.definitions import lost_statements

    return lost_statements(plan)


def _stranded_lines(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import stranded_lines

    return stranded_lines(plan)


def _lost_heads(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import lost_heads

    return lost_heads(plan)


def _passed_on(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import passed_on

    return passed_on(plan)


def _unbraced_bodies(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import unbraced_bodies

    return unbraced_bodies(plan)


def _lost_imports(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import lost_imports

    return lost_imports(plan)


def _lost_uses(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import lost_uses

    return lost_uses(plan)


def _lost_parameters(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import lost_parameters

    return lost_parameters(plan)


def _lost_locals(plan: FilePlan) -> dict[int, BlockWarning]:
    from editreview.review.checks.kept_lines import lost_locals

    return lost_locals(plan)


CHECKS_OF_FILES: tuple[tuple[WarningKind, CheckOfFile], ...] = (
    (WarningKind.SYNTAX_ERROR, _broken_pairs),
    (WarningKind.SYNTAX_ERROR, _broken_syntax),
    (WarningKind.STRANDED, _stranded_lines),
    (WarningKind.STRANDED, _lost_heads),
    (WarningKind.STRANDED, _passed_on),
    (WarningKind.STRANDED, _unbraced_bodies),
    (WarningKind.DOUBLED, _doubled_definitions),
    (WarningKind.DOUBLED, _doubled_entries),
    (WarningKind.OVERWRITES, _lost_definitions),
    (WarningKind.UNSEEN, _lost_statements),
    (WarningKind.STRANDED, _lost_imports),
    (WarningKind.STRANDED, _lost_uses),
    (WarningKind.STRANDED, _lost_parameters),
    (WarningKind.STRANDED, _lost_locals),
)
"""These run before blocks are accepted without the user, and when the program is idle."""
_MAX_OFFERS = 10
"""The most offers of a file that are checked, each by itself."""


def kinds_of_checks() -> list[WarningKind]:
    """The kinds of warnings that can be switched off, each once."""
    kinds = (kind for kind, _ in (*CHECKS, *RISKS, *CHECKS_OF_FILES))
    others = (WarningKind.NOT_CHECKED, WarningKind.STALE_FILE, WarningKind.DIAGNOSTIC, WarningKind.FORMAT)
    return list(dict.fromkeys((*kinds, *others)))


def checked(proposal: Proposal, off: Collection[str] = ()) -> Proposal:
    """The proposal with the warnings and marks of all checks except those switched off."""
    base = proposal.base
    if not proposal.is_ready or base is None:
        return proposal
    checks = [
        check for kind, check in CHECKS if kind not in off and (check is cut_off or not proposal.is_removal)
    ]
    found = [warning for check in checks if (warning := check(proposal)) is not None]
    if not proposal.is_removal:
        lines = changed_lines(base, proposal.change)
        risks = (risk(proposal, lines) for kind, risk in RISKS if kind not in off)
        found += [warning for warning in risks if warning is not None]
    if not found:
        return proposal
    marks = tuple(warning for warning in found if warning.consequence.is_mark)
    warnings = tuple(warning for warning in found if not warning.consequence.is_mark)
    return replace(proposal, warnings=(*proposal.warnings, *warnings), marks=marks)


def without_moved(plan: FilePlan) -> FilePlan:
    """The plan without marks about lines that one block removes and another one writes again."""
    lossy = [
        p
        for p in plan.proposals
        if p.number in plan.members and any(mark.kind in LOSSES and mark.is_old for mark in p.marks)
    ]
    if not lossy or len(plan.members) == 1 or plan.is_removed:
        return plan
    lost = ChangedLines((), changed_lines(plan.index, plan.change).removed)
    joint = replace(lossy[0], base=plan.index, change=plan.change)
    moved = {kind for kind, check in LOSSES.items() if check(joint, lost) is None}
    proposals = {
        p.number: replace(p, marks=tuple(m for m in p.marks if m.kind not in moved or not m.is_old))
        for p in lossy
    }
    return replace(plan, proposals=tuple(proposals.get(p.number, p) for p in plan.proposals))


def checked_together(plan: FilePlan, off: Collection[str] = ()) -> dict[int, BlockWarning]:
    """The warnings of all `CHECKS_OF_FILES`, by block number: the first one for each block, else the mark.

    Blocks that are already withheld get none.
    """
    found: dict[int, BlockWarning] = {}
    for kind, check in CHECKS_OF_FILES:
        for number, warning in ({} if kind in off else check(plan)).items():
            known = found.get(number)
            if known is None or (known.consequence.is_mark and not warning.consequence.is_mark):
                found[number] = warning
            elif known.kind is warning.kind is WarningKind.NOT_CHECKED:
                found[number] = replace(known, message=f"{known.message}; {warning.message}")
    found = {number: warning for number, warning in found.items() if warning.kind not in off}
    withheld = {p.number for p in plan.proposals if p.withheld not in (None, Reason.FUZZY)}
    return {number: warning for number, warning in found.items() if number not in withheld}


def checked_offers(plan: FilePlan, off: Collection[str] = ()) -> dict[int, BlockWarning]:
    """The warnings of `checked_together` about each ready offer, as if it alone was accepted.

    Offers are no members of a plan, but the user sees them before accepting them.
    """
    offers = [
        p for p in plan.proposals if p.is_offer and p.is_ready and p.change and p.number not in plan.members
    ]
    found: dict[int, BlockWarning] = {}
    for offer in offers[:_MAX_OFFERS]:
        if offer.base is plan.index and not offer.is_removal:
            members = frozenset({offer.number})
            group = ChangeGroup((offer.number,), offer.change)
            alone = FilePlan(plan.path, plan.before, plan.index, (offer,), members, offer.change, (group,))
            found |= checked_together(alone, off)
    return found
