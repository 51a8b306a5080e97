"""Checks of the file itself, whatever the edit is: its links, its encoding."""

from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, Snapshot


def of_file(before: Snapshot | Absent, *, is_ignored: bool) -> tuple[BlockWarning, ...]:
    """The warnings about a file, for each of its blocks."""
    found: list[BlockWarning] = []
    if is_ignored:
        message = f"git ignores {before.path}, so no commit or diff will contain the change"
        found.append(BlockWarning(WarningKind.IGNORED, message))
    if isinstance(before, Snapshot) and before.other_names:
        names = "another name" if before.other_names == 1 else f"{before.other_names} other names"
        message = f"{before.path} has {names} (hard links), which keep the old text"
        found.append(BlockWarning(WarningKind.HARD_LINK, message))
    if isinstance(before, Snapshot) and before.codec.is_guessed:
        message = f"{before.path} is not UTF-8 and declares no encoding; guessed: {before.codec.label}"
        found.append(BlockWarning(WarningKind.GUESSED_ENCODING, message))
    return tuple(found)


def beyond_guess(proposal: Proposal) -> BlockWarning | None:
    """Warn about added characters whose bytes depend on a guess of the file's encoding."""
    if not any(warning.kind is WarningKind.GUESSED_ENCODING for warning in proposal.warnings):
        return None
    added = "".join(splice.text for splice in proposal.change.splices)
    character = next((character for character in added if not character.isascii()), None)
    if character is None:
        return None
    message = f"adds {character!r}, whose bytes depend on the guessed encoding"
    return BlockWarning(WarningKind.GUESSED_CHARACTERS, message)
