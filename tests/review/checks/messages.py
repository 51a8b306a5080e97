"""The warnings of one kind about blocks that replace lines of a file."""

from pathlib import Path

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of


def messages_of(kind: WarningKind, root: Path, path: str, before: str, *blocks: tuple[str, str]) -> list[str]:
    """The messages of the warnings of a kind, for blocks given by their old and new lines."""
    lines = [tuple(f"{side}\n" if side else "" for side in sides) for sides in blocks]
    response = "\n".join(block(old, new, path) for old, new in lines)
    review = review_of(make_tree(root, {path: before}), response)
    review.check()
    found = (warning for proposal in review.proposals for warning in proposal.warnings)
    return [warning.message for warning in found if warning.kind is kind]
