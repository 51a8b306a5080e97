"""Which keys the line of hints names: those that do something now, the most useful first."""

from editreview.errors import Reason
from editreview.review import Proposal, Review
from editreview.review.options import near_windows
from editreview.review.shaping import can_be_parted
from editreview.tui.keymap import Hint, Keymap
from editreview.tui.match import is_for_each


def hints(
    review: Review, proposal: Proposal | None, keys: Keymap, *, is_open: bool, is_accepted: bool
) -> list[Hint]:
    """The keys that do something now, the most useful first.

    Args:
        review: The review.
        proposal: The block in sight.
        keys: Those in force.
        is_open: Whether more of the response may come.
        is_accepted: Whether any block is accepted and not applied yet.
    """
    hint = keys.hint
    if proposal is None:
        notes = [hint("view.notes")] * bool(review.problems or review.commands)
        return [hint("interrupt", "stop reading")] * is_open + notes + [hint("help"), hint("quit")]
    found: list[Hint] = []
    applied = proposal.number in review.applied
    if proposal.reason is Reason.NOT_IN_CONTEXT and not applied:
        found.append(hint("place.include", "include"))
    if proposal.is_ambiguous:
        found.append(hint("place.choose", "choose"))
        if not proposal.asks_for_a_way:
            found.append(hint("place.all", "all places"))
    elif proposal.is_ready and not applied and not proposal.block.is_dry_run:
        found.append(hint("block.accept"))
        if is_for_each(proposal):
            found.append(hint("place.choose", "places"))
    elif proposal.reason is Reason.NOT_FOUND and not applied:
        near = near_windows(review, proposal)
        found += [*[hint("place.force", "force")] * bool(near), hint("place.search", "search text")]
    if not applied:
        found.append(hint("block.reject"))
    if not applied and can_be_parted(proposal):
        found.append(hint("grain.in"))
    found += [hint("move.block"), hint("undo"), hint("all.accept")]
    if is_accepted:
        found += [hint("do.apply"), hint("do.stage")]
    elif review.workspace.staged:
        found.append(hint("do.commit"))
    elif review.workspace.to_stage:
        found.append(hint("do.stage", "stage"))
    return [*found, hint("place.attempts"), hint("view.layout"), hint("quit"), hint("help")]


def searching(found: list[Hint], keys: Keymap) -> list[Hint]:
    """The hints while text is searched for: some keys mean something else then."""
    own = ("find.next", "find.back", "find.end")
    taken = {keys[id] for id in own}
    return [*map(keys.hint, own), *(each for each in found if each.label not in taken)]
