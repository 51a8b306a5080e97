"""Keep a line's own characters where a block did not mean to change them.

What the block changes from its old line to its new one is done to the file's line, character
by character of the folded text. So the outcome folds to what the block's new line folds to.
"""

import re
from collections.abc import Iterable
from typing import Protocol

from editreview import likeness
from editreview.matching.normalisers import Atom, Folding, as_plain, look_alike

_LONG_DASH = re.compile("[\u2014\u2015]")
"""Dashes that are also written as one hyphen or two."""


class Carries(Protocol):
    """Brings the characters of a block's lines into the file."""

    def changed(self, old: str, new: str, own: str) -> str | None:
        """What a change of the block's line makes of the file's line; None if it cannot be told."""

    def spelled(self, new: str) -> str | None:
        """A new line as the file would spell it; None if it cannot be told."""


class Carrier:
    """Carries the changes of one block into the lines of the file where it was found.

    Args:
        folding: What the place was found by.
        pairs: Lines of the block and of the file that fold to the same.
        new: The block's new lines.
        undoes: Whether the block may have all of its text in another spelling, as with escapes.
    """

    def __init__(
        self, folding: Folding, pairs: Iterable[tuple[str, str]], new: Iterable[str], *, undoes: bool
    ) -> None:
        self._folding = folding
        self._spelled: dict[str, set[str]] = {}
        self._undone: dict[str, set[bool]] = {}
        """By kind of look-alike that the block has: whether the file has plain characters there."""
        for written, own in pairs:
            if undoes:
                self._learn(written, own)
            elif not written.isascii():
                self._compare(written, own)
        self._new_is_plain = self._is_plain(new)
        """True if only the old lines are spelled out."""
        if self._new_is_plain:
            self._spelled.clear()
        spelled = [(own, theirs) for own, each in self._spelled.items() for theirs in each if len(own) > 1]
        self._unfolds = bool(spelled) and all(len(theirs) == 1 for _, theirs in spelled)
        """Whether every character that the block spells out is plain in the file."""
        self._spells = any(len(own) < len(theirs) for own, each in self._spelled.items() for theirs in each)
        """Whether the file spells out characters that are plain in the block."""

    def _learn(self, written: str, own: str) -> None:
        for ours, theirs in zip(self._folding.atoms(written), self._folding.atoms(own), strict=False):
            if ours.folded != " ":
                self._spelled.setdefault(ours.own, set()).add(theirs.own)

    def _compare(self, written: str, own: str) -> None:
        for ours, theirs in zip(self._folding.atoms(written), self._folding.atoms(own), strict=False):
            if (kind := look_alike(ours.own)) is not None:
                self._undone.setdefault(kind, set()).add(look_alike(theirs.own) != kind)

    def _is_plain(self, new: Iterable[str]) -> bool:
        """True if new lines have characters plain that the old ones only have spelled out."""
        spelled_out = {
            plain
            for own, theirs in self._spelled.items()
            for plain in theirs
            if len(plain) == 1 < len(own) and plain not in self._spelled
        }
        return bool(spelled_out) and any(
            atom.own in spelled_out for line in new for atom in self._folding.atoms(line)
        )

    def changed(self, old: str, new: str, own: str) -> str | None:
        """What the block's change of a line makes of the file's.

        Args:
            old: The block's old line.
            new: Its new one.
            own: The file's line; it folds to what `old` does.

        Returns:
            None if it cannot be told how the file spells a new character.
        """
        before, after, there = map(self._folding.atoms, (old, new, own))
        if len(before) != len(there):
            return self.spelled(new)
        if self._new_is_plain:
            both = zip(before, there, strict=True)
            before = [ours if ours.folded == " " else theirs for ours, theirs in both]
        text = ""
        opcodes = likeness.Indel.opcodes([atom.own for atom in before], [atom.own for atom in after])
        for opcode in opcodes:
            if opcode.tag == "equal":
                text += "".join(atom.own for atom in there[opcode.src_start : opcode.src_end])
            else:
                spelled = [self._atom(atom) for atom in after[opcode.dest_start : opcode.dest_end]]
                if None in spelled:
                    return None
                text += "".join(part or "" for part in spelled)
        return text

    def spelled(self, new: str) -> str | None:
        """A new line as the file spells it; None if that cannot be told."""
        if not self._spelled and not self._undone:
            return new
        parts = [self._atom(atom) for atom in self._folding.atoms(new)]
        return None if None in parts else "".join(part or "" for part in parts)

    def _atom(self, atom: Atom) -> str | None:
        kind = look_alike(atom.own) if self._undone else None
        if kind is not None and (undone := self._undone.get(kind)):
            # With both in the file nobody knows which one a new character is, nor how long a dash is.
            if len(undone) > 1 or (True in undone and _LONG_DASH.search(atom.own)):
                return None
            return as_plain(atom.own) if True in undone else atom.own
        known = self._spelled.get(atom.own)
        if known is None and len(atom.own) > 1 and atom.folded != " ":
            # Spelled out by the block where the file spells out plain ones, it would need it twice.
            return atom.folded if self._unfolds else None if self._spells else atom.own
        if known is None:
            return atom.own
        return next(iter(known)) if len(known) == 1 else None
