"""The ways to read the lines of one SEARCH/REPLACE block.

Only the file can tell which of several dividers was meant, so all readings travel with the
block. Some are ruled out here, because no model means them:

- A divider in a merge conflict, or in an example of such a block, is text if the block has
  another one.
- So is one that is indented unlike the block's head, or has not as many signs, if the block
  has one that is like its head.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Reading
from editreview.formats.spellings import USUAL, Marker

MOST_DIVIDERS = 100
_MARKUP = (".adoc", ".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd", ".rst")
_RULER = "-------"
_ESCAPED = re.compile(r"\\(?=<{7}|={7}|>{7}|-{7}|:(?:start|end)_line:)")
_DOUBLED = "drops the second of two ======= in a row"
_DROPPED = "drops the ======= before the end marker"
_KEPT = "keeps the ======= before the end marker as text"
_DELETES = "takes all of it for text to delete"
_UNESCAPED = "drops the backslashes before markers"
_ESCAPES_KEPT = "keeps the backslashes before markers"
_RULER_DROPPED = f"takes the {_RULER} below the head for a part of it"


class Divider(Struct, frozen=True):
    """A line that can divide a block."""

    at: int
    """Its index in the block's lines."""
    marker: Marker
    is_enclosed: bool = False
    """Something that the block's text holds begins before it and ends after it."""


def likely(dividers: Sequence[Divider], head: Marker) -> list[Divider]:
    """Those dividers that can be the block's own."""
    if len(dividers) == 1:
        return [dividers[0]]
    wishes: tuple[Callable[[Divider], bool], ...] = (
        lambda divider: not divider.is_enclosed,
        lambda divider: divider.marker.indent == head.indent,
        lambda divider: divider.marker.count in USUAL or divider.marker.count == head.count,
        lambda divider: divider.marker.count == head.count or not head.is_usual,
    )
    left = list(dividers)
    for wish in wishes:
        left = [divider for divider in left if wish(divider)] or left
    return left


class Body(Struct, frozen=True):
    """What is between the head and the end marker."""

    lines: Sequence[str]
    dividers: Sequence[int]
    """Indices of the lines that can divide it, in order; one at least."""
    is_markup: bool
    """Lines of `=` can underline headings."""
    is_escaped: bool
    """A backslash before a marker is known to be none of the text."""

    def readings(self) -> tuple[Reading, ...]:
        """All readings, the likelier first."""
        found = self._escapes()
        if shorter := self._without_ruler():
            found += [replace(r, why=r.why or _RULER_DROPPED) for r in shorter._escapes()]
        return tuple(dict.fromkeys(found)) if len(found) > 1 else (found[0],)

    def _without_ruler(self) -> "Body | None":
        """Roo ends a block's head with a ruler, though hardly ever without line numbers before it."""
        has_ruler = _RULER in self.lines[0] and self.lines[0].strip() == _RULER
        if not has_ruler or any(self.lines[at + 1 : at + 2] == [self.lines[0]] for at in self.dividers):
            return None
        return replace(self, lines=self.lines[1:], dividers=[at - 1 for at in self.dividers])

    def _escapes(self) -> list[Reading]:
        literal = self._splits()
        if "\\" not in literal[0].search and "\\" not in literal[0].replace:
            return literal
        if not any(map(_ESCAPED.match, self.lines)):
            return literal
        unescaped = [
            replace(r, search=_unescaped(r.search), replace=_unescaped(r.replace), why=r.why or _UNESCAPED)
            for r in literal
        ]
        literal = [replace(reading, why=reading.why or _ESCAPES_KEPT) for reading in literal]
        if not self.is_escaped:
            return literal + unescaped
        searches = {reading.search for reading in unescaped}
        return unescaped + [reading for reading in literal if reading.search not in searches]

    def _splits(self) -> list[Reading]:
        """A reading for every divider, the longest SEARCH first."""
        if len(self.dividers) == 1:
            return [self._split(0, len(self.lines), None)]
        last = len(self.lines) - 1
        is_stray = len(self.dividers) > 1 and self.dividers[-1] == last
        count = len(self.dividers) - is_stray
        found: list[Reading] = []
        for nth in reversed(range(count)):
            why = f"divider {nth + 1} of {count}" if count > 1 else None
            ways = self._ways_to_end(nth) if is_stray else [(last + 1, why)]
            if nth == 0 and self._is_doubled(count):
                found += [self._split(nth, end, _DOUBLED, skips=1) for end, _ in ways]
            found += [self._split(nth, end, reason or why) for end, reason in ways]
        if is_stray:
            found.append(self._split(len(self.dividers) - 1, last + 1, _DELETES))
        return found

    def _is_doubled(self, count: int) -> bool:
        """True if the only two dividers are adjacent and equal: one divider written twice."""
        first, second = self.dividers[0], self.dividers[min(1, count - 1)]
        return count == 2 and second == first + 1 and self.lines[first] == self.lines[second]

    def _ways_to_end(self, nth: int) -> list[tuple[int, str | None]]:
        """Where REPLACE can end if a divider stands just before the end marker, the likelier way first."""
        last = self.dividers[-1]
        kept = (last + 1, _KEPT)
        if nth:
            # SEARCH has such lines too: the block is about them, most likely with as many afterwards.
            dropped = (last, _DROPPED)
            more = len(self.dividers) - 1 - 2 * nth
            return [kept] if more == 0 else [dropped, kept] if more == 1 else [kept, dropped]
        dropped = (last, _DROPPED)
        if not self.is_markup:
            return [dropped]
        # In a markup language the same line can underline a heading.
        return [kept, dropped] if self.lines[last - 1].strip() else [dropped, kept]

    def _split(self, nth: int, end: int, why: str | None, skips: int = 0) -> Reading:
        """The reading that one divider makes.

        Args:
            nth: Of the dividers.
            end: Where REPLACE ends, an index of the lines.
            why: As in `Reading`.
            skips: Dividers directly below it that are left out.
        """
        at = self.dividers[nth]
        search, new = _joined(self.lines[:at]), _joined(self.lines[at + 1 + skips : end])
        if at == self.dividers[-1]:
            return Reading(search, new, why)
        beyond = _joined(self.lines[at : self.dividers[nth + 1]])
        drops = skips > 0 or end == self.dividers[-1]
        return Reading(search, new, why, self.lines[at].strip(), beyond, drops)


def is_markup(path: str | None) -> bool:
    return (path or "").lower().endswith(_MARKUP)


def without_indent(lines: Sequence[str], indent: str) -> Sequence[str]:
    """The lines less what their markers are indented by, if none of them is less deep."""
    if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
        return lines
    return [line[len(indent) :] if line.startswith(indent) else "" for line in lines]


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n" if lines else ""


def _unescaped(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(line[1:] if _ESCAPED.match(line) else line for line in lines)
