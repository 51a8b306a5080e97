"""Adjusts a replacement to its match: depth, characters, line ends, and lines that stay unchanged."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct, field

from editreview import likeness
from editreview.alignment import alike_pairs, line_opcodes
from editreview.first_use import lazy_pattern
from editreview.matching.file_index import Atom, Folding, as_plain, look_alike
from editreview.text import Lines, indentation, line_body, line_end

# Keep the file's characters where a block does not change them.
#
# The block's change of a line is applied to the file's line, by characters of the folded text.
# So the result folds to the same text as the block's new line.

_LONG_DASH = lazy_pattern("[\u2014\u2015]")
"""Dashes that are also written as one or two hyphens."""


class LineSpelling(Protocol):
    """Spells a block's lines as the file does."""

    def merge_line(self, old: str, new: str, current: str) -> str | None:
        """The file's line after the block's change; None if it cannot be determined."""

    def apply(self, new: str) -> str | None:
        """A new line in the file's spelling; None if it cannot be determined."""


class SpellingMap:
    """Spells the new lines of one block as the lines of its match are spelled.

    Args:
        folding: The folding under which the match was found.
        pairs: Lines of the block and of the file that fold to the same text.
        new: The block's new lines.
        undoes: True if the block may spell all of its text differently, as with escapes.
    """

    def __init__(
        self, folding: Folding, pairs: Iterable[tuple[str, str]], new: Iterable[str], *, undoes: bool
    ) -> None:
        self._folding = folding
        self._spelled: dict[str, set[str]] = {}
        """By character as the block spells it: its spellings in the file."""
        self._is_plain_in_file: dict[str, set[bool]] = {}
        """By kind of look-alike in the block: True if the file has plain characters there."""
        for line, current in pairs:
            if undoes:
                self._learn_spelling(line, current)
            elif not line.isascii():
                self._learn_look_alikes(line, current)
        self._new_is_plain = self._is_plain(new)
        """True if only the old lines are escaped."""
        if self._new_is_plain:
            self._spelled.clear()
        escaped = [file_form for form, forms in self._spelled.items() for file_form in forms if len(form) > 1]
        self._unescapes = bool(escaped) and all(len(file_form) == 1 for file_form in escaped)
        """True if every character that is escaped in the block is plain in the file."""
        self._escapes = any(
            len(form) < len(file_form) for form, forms in self._spelled.items() for file_form in forms
        )
        """True if characters that are plain in the block are escaped in the file."""

    def _learn_spelling(self, line: str, current: str) -> None:
        for atom, in_file in zip(self._folding.atoms(line), self._folding.atoms(current), strict=False):
            if atom.folded != " ":
                self._spelled.setdefault(atom.original, set()).add(in_file.original)

    def _learn_look_alikes(self, line: str, current: str) -> None:
        for atom, in_file in zip(self._folding.atoms(line), self._folding.atoms(current), strict=False):
            if (kind := look_alike(atom.original)) is not None:
                self._is_plain_in_file.setdefault(kind, set()).add(look_alike(in_file.original) != kind)

    def _is_plain(self, new: Iterable[str]) -> bool:
        """True if new lines have plain characters that the old ones always escape."""
        escaped = {
            plain
            for form, forms in self._spelled.items()
            for plain in forms
            if len(plain) == 1 < len(form) and plain not in self._spelled
        }
        return bool(escaped) and any(
            atom.original in escaped for line in new for atom in self._folding.atoms(line)
        )

    def merge_line(self, old: str, new: str, current: str) -> str | None:
        """Apply the block's change of a line to the file's line.

        Args:
            old: The block's old line.
            new: Its new one.
            current: The file's line; it folds to the same text as `old`.

        Returns:
            None if the file's spelling of a new character is unknown.
        """
        before, after, in_file = map(self._folding.atoms, (old, new, current))
        if len(before) != len(in_file):
            return self.apply(new)
        if self._new_is_plain:
            both = zip(before, in_file, strict=True)
            before = [atom if atom.folded == " " else other for atom, other in both]
        text = ""
        # Aligned as folded: by its spelling, a new character could fall on another one of the old line.
        opcodes = likeness.Indel.opcodes([atom.folded for atom in before], [atom.folded for atom in after])
        for opcode in opcodes:
            spelled = [self._atom(atom) for atom in after[opcode.dest_start : opcode.dest_end]]
            if opcode.tag == "equal":
                at = range(opcode.src_start, opcode.src_end)
                news = after[opcode.dest_start : opcode.dest_end]
                for index, (old_at, atom) in enumerate(zip(at, news, strict=True)):
                    if atom.original in (before[old_at].original, in_file[old_at].original):
                        spelled[index] = in_file[old_at].original
            if None in spelled:
                return None
            text += "".join(part or "" for part in spelled)
        return text

    def apply(self, new: str) -> str | None:
        """A new line in the file's spelling; None if that is unknown."""
        if not self._spelled and not self._is_plain_in_file:
            return new
        parts = [self._atom(atom) for atom in self._folding.atoms(new)]
        return None if None in parts else "".join(part or "" for part in parts)

    def _atom(self, atom: Atom) -> str | None:
        kind = look_alike(atom.original) if self._is_plain_in_file else None
        if kind is not None and (is_plain := self._is_plain_in_file.get(kind)):
            # If the file has both, the form of a new character is unknown; so is the length of a dash.
            if len(is_plain) > 1 or (True in is_plain and _LONG_DASH.search(atom.original)):
                return None
            return as_plain(atom.original) if True in is_plain else atom.original
        known = self._spelled.get(atom.original)
        if known is None and len(atom.original) > 1 and atom.folded != " ":
            # The file escapes what the block has plain: an escape of the block would be escaped twice.
            # What the block has plain too means something else than its escape.
            is_undone = self._unescapes and atom.folded not in self._spelled
            return atom.folded if is_undone else None if self._escapes else atom.original
        if known is None:
            return atom.original
        return next(iter(known)) if len(known) == 1 else None


_MIN_LINE_LIKENESS = 0.6
"""The lowest likeness of two lines that may be versions of each other."""
_MIN_FILLED = 2
"""The fewest new lines with text between which a blank line could be."""
MAX_COMPARED = 10_000
"""The most old lines times new ones that are paired by likeness."""


def _trailing_whitespace(line: str) -> str:
    """The trailing whitespace of a line."""
    return line[len(line.rstrip(" \t")) :]


def _leading(text: str) -> str:
    """The whitespace that a text begins with, unusual spaces and form feeds included."""
    return text[: len(text) - len(text.lstrip())]


def _trailing(text: str) -> str:
    """The whitespace that a text ends with, unusual spaces and form feeds included."""
    return text[len(text.rstrip()) :]


def _kept_whitespace(side: Callable[[str], str], new: str, old: str, current: str) -> str:
    """The file's whitespace on one side of a line, unless the block changes it."""
    return side(current) if side(new) == side(old) else side(new)


class Adjusted(StrEnum):
    """The way in which a new line differs from the block's."""

    DEPTH = "depth"
    CHARACTERS = "characters"


class LinePairs(Struct, frozen=True):
    """Pairs the lines of a block with the lines of a run of the file."""

    run: Sequence[str]
    """The run, with line ends."""
    lines: Sequence[int | None]
    """By line of the block: the matching line of the run, None if the run lacks it. Increasing, 0-based."""

    def between(self, at: int) -> Sequence[str]:
        """The lines of the run among which new ones would be inserted, before line `at` of the block."""
        above = next((line for line in reversed(self.lines[:at]) if line is not None), -1)
        below = next((line for line in self.lines[at:] if line is not None), len(self.run))
        return self.run[above + 1 : below]


class AdjustedLines(Struct, frozen=True):
    """The lines that replace a run, and the notes for warnings about them."""

    lines: list[str]
    """With line ends."""
    adjusted: dict[int, Adjusted]
    """By index of `lines`: the new ones that differ from the block's."""
    unseen: list[int] = field(default_factory=list)
    """Lines of the run, 0-based, that are removed although the block does not mention them."""
    missed: list[str] = field(default_factory=list)
    """Lines missing in the run that the block keeps next to removed ones, without outer whitespace."""
    absent: list[str] = field(default_factory=list)
    """Lines like `missed`, next to removed ones that equal the block's and resemble none of them."""
    next_to_new: list[int] = field(default_factory=list)
    """Lines of the run, 0-based, that the block does not mention, next to new lines."""
    changed: list[int] = field(default_factory=list)
    """Removed lines of the run, 0-based, that differ from the block's."""
    merged: list[int] = field(default_factory=list)
    """By index of `lines`: the new ones that are neither the block's nor the file's."""
    guessed: list[int] = field(default_factory=list)
    """By index of `lines`: the new ones whose depth is a guess."""
    guessed_in_strings: list[int] = field(default_factory=list)
    """By index of `lines`: those inside of new strings whose depth is a guess."""
    expected_blank: list[int] = field(default_factory=list)
    """Lines next to the run, 0-based from its first, where the block has a blank line next to new ones."""


def _depths_of(lines: Sequence[str]) -> list[str | None]:
    """The depths of new lines that keep the block's indentation."""
    return [indentation(line) for line in lines]


class RunRules(Protocol):
    """Decides what the differences between a run and the block's search mean for a change of the block.

    A change replaces lines `first` up to `end` of the search, 0-based, with `new`.
    """

    def is_done(self, at: int, new: Sequence[str]) -> bool:
        """True if the file already has the lines that the block inserts before line `at` of the search."""

    def is_sure(self, first: int, end: int, new: Sequence[str]) -> bool:
        """True if the run has the lines that the block changes."""

    def differing(self, first: int, end: int, kept: Collection[int]) -> list[int]:
        """The lines removed for the changed ones that differ from these.

        `kept` are the lines of the search that survive in a new one.
        """

    def unmentioned_beside(
        self, first: int, end: int, region: tuple[int, int], new: Sequence[str]
    ) -> list[int]:
        """The kept lines that the block does not mention, next to new lines or versions of them."""

    def is_merged(self, adjusted: str, new: str, current: str) -> bool:
        """True if a line is neither the block's nor the file's."""

    def survives(self, old: int, new: str, current: str) -> bool:
        """True if a new line keeps the file's differences from the block's old line."""


class _EqualRun:
    """The rules for a run whose lines equal the block's, but for their depth and spelling."""

    def __init__(self, match: LinePairs) -> None:
        self._match = match

    def is_done(self, at: int, new: Sequence[str]) -> bool:
        """True if the new lines are blank ones that the file already has."""
        between = self._match.between(at)
        return len(between) >= len(new) and not "".join([*between, *new]).strip()

    def is_sure(self, first: int, end: int, new: Sequence[str]) -> bool:
        return True

    def differing(self, first: int, end: int, kept: Collection[int]) -> list[int]:
        return []

    def unmentioned_beside(
        self, first: int, end: int, region: tuple[int, int], new: Sequence[str]
    ) -> list[int]:
        return []

    def is_merged(self, adjusted: str, new: str, current: str) -> bool:
        return False

    def survives(self, old: int, new: str, current: str) -> bool:
        return True


class LineAdjuster:
    """Replaces a run of the file's lines with a block's new lines.

    Only the changes from search to replace are applied; every other line stays as in the
    file. New lines take the line end of the lines they replace.

    Args:
        match: The run, paired with the block's lines.
        search: The block's old lines, without ends.
        replace: Its new lines, without ends.
        depths: The indentation in the file of each new line; None if unknown.
        end: The line end to use where no neighbour has one.
        spelling: Carries characters over where the lines are not equal.
        guessed: The new lines whose depth is a guess.
        rules: For a run that differs from the search in more than depth and spelling.
        in_strings: The new lines inside of new strings: True if their depth is a guess.
    """

    def __init__(
        self,
        match: LinePairs,
        search: Sequence[str],
        replace: Sequence[str],
        depths: Sequence[str | None],
        end: str,
        spelling: LineSpelling | None = None,
        guessed: Collection[int] = (),
        rules: RunRules | None = None,
        in_strings: Mapping[int, bool] | None = None,
    ) -> None:
        self._match = match
        self._rules = rules or _EqualRun(match)
        self._search = search
        self._replace = replace
        self._depths = depths
        self._guessed = guessed
        self._end = end
        self._spelling = spelling
        self._ends: list[str] = []
        for line in match.run:
            self._ends.append(line_end(line) or (self._ends[-1] if self._ends else end))
        self._new: list[str] = []
        self._adjusted: dict[int, Adjusted] = {}
        self._unseen: list[int] = []
        self._missed: list[str] = []
        self._absent: list[str] = []
        self._next_to_new: list[int] = []
        self._changed: list[int] = []
        self._merged: list[int] = []
        self._guesses: list[int] = []
        self._in_strings = in_strings or {}
        self._guesses_in_strings: list[int] = []
        self._kept_in_strings: set[int] = set()
        """Lines of the run, 0-based, which a block keeps as lines of a new string that have another depth."""

    def adjust(self) -> AdjustedLines | None:
        """The new lines of the run; None if one of them cannot be adjusted."""
        kept = a = b = 0
        guessed: set[int | None] = set()
        for a1, a2, b1, b2 in line_opcodes(self._search, self._replace):
            guessed.update(self._match.lines[a + n - b] for n in self._guessed if b <= n < b1)
            self._note_strings(a - b, range(b, b1))
            a, b = a2, b2
            if a1 == a2 and self._rules.is_done(a1, self._replace[b1:b2]):
                continue
            if not self._rules.is_sure(a1, a2, self._replace[b1:b2]):
                return None
            start, stop = self._region(a1, a2, is_closed=b2 > b1 and not self._replace[b2 - 1].strip())
            start = max(start, kept)
            self._keep(kept, start, guessed)
            kept = max(stop, start)
            partners = self._add_region((a1, a2), (b1, b2), (start, kept))
            if partners is None:
                return None
            self._unseen += self._unmentioned(a1, a2, (start, kept))
            self._unseen += self._blank_lost((a1, a2), self._replace[b1:b2])
            self._changed += self._rules.differing(a1, a2, partners)
            if b2 > b1:
                self._next_to_new += self._rules.unmentioned_beside(
                    a1, a2, (start, kept), self._replace[b1:b2]
                )
            missed = self._missed_beside(a1, a2, (start, kept))
            (self._absent if self._is_as_written(a1, a2, missed) else self._missed).extend(missed)
        guessed.update(self._match.lines[a + n - b] for n in self._guessed if n >= b)
        self._note_strings(a - b, range(b, len(self._replace)))
        run = self._match.run
        self._keep(kept, len(run), guessed)
        is_open = bool(run) and not line_end(run[-1])
        lines = _closed(self._new, self._ends[-1] if self._ends else self._end, is_open=is_open)
        return AdjustedLines(
            lines,
            self._adjusted,
            self._unseen,
            list(dict.fromkeys(self._missed)),
            list(dict.fromkeys(self._absent)),
            self._next_to_new,
            self._changed,
            self._merged,
            self._guesses,
            self._guesses_in_strings,
        )

    def _keep(self, start: int, stop: int, guessed: Collection[int | None]) -> None:
        """Add lines of the run unchanged. `guessed` are those whose depth is a guess."""
        self._guesses += (len(self._new) + at - start for at in range(start, stop) if at in guessed)
        self._guesses_in_strings += (
            len(self._new) + at - start for at in range(start, stop) if at in self._kept_in_strings
        )
        self._new += self._match.run[start:stop]

    def _note_strings(self, offset: int, kept: range) -> None:
        """Note lines of the run that are kept for lines inside of new strings, which are deeper or less deep.

        Args:
            offset: The number of the old line that a kept line is, less its own.
            kept: New lines.
        """
        for n in self._in_strings:
            at = self._match.lines[n + offset] if n in kept else None
            if at is not None and indentation(self._match.run[at]) != self._depths[n]:
                self._kept_in_strings.add(at)

    def _region(self, first: int, end: int, *, is_closed: bool) -> tuple[int, int]:
        """The lines of the run that match lines `first` up to `end` of the search.

        Extra lines of the run stay above new ones that end in a blank line, and below others.
        """
        inside = [at for at in self._match.lines[first:end] if at is not None]
        if inside:
            return inside[0], inside[-1] + 1
        above = next((at for at in reversed(self._match.lines[:first]) if at is not None), None)
        below = next((at for at in self._match.lines[end:] if at is not None), len(self._match.run))
        at = below if above is None or is_closed else above + 1
        return at, at

    def _unmentioned(self, first: int, end: int, region: tuple[int, int]) -> list[int]:
        """The removed lines of a region that the block does not mention."""
        known = set(self._match.lines[first:end])
        return [at for at in range(*region) if at not in known and self._match.run[at].strip()]

    def _blank_below(self, n: int, end: int) -> range:
        """The blank lines of the run below line `n` of the search, which lacks them, up to its next line."""
        at = self._match.lines[n]
        below = self._match.lines[n + 1] if n + 1 < end else None
        between = range(0) if at is None or below is None else range(at + 1, below)
        return between if all(not self._match.run[each].strip() for each in between) else range(0)

    def _blank_lost(self, old: tuple[int, int], new: Sequence[str]) -> list[int]:
        """The blank lines that changed lines of the search lack, and that have no place among new ones."""
        filled = sum(map(bool, map(str.strip, new)))
        if old[1] - old[0] == len(new) or filled < _MIN_FILLED:
            return []
        lost = [at for n in range(*old) for at in self._blank_below(n, old[1])]
        return lost if len(new) - filled < len(lost) else []

    def _missed_beside(self, first: int, end: int, region: tuple[int, int]) -> list[str]:
        """The kept lines next to lines `first` up to `end` of the search that the run lacks.

        The removed lines may be versions of them: then the result has neither.
        """
        if first == end:
            return []
        lines, run = self._match.lines, self._match.run
        above = next((at for at in range(first - 1, -1, -1) if lines[at] is not None), -1)
        below = next((at for at in range(end, len(lines)) if lines[at] is not None), len(lines))
        start = -1 if above < 0 else lines[above]
        stop = len(run) if below == len(lines) else lines[below]
        assert start is not None
        assert stop is not None
        sides = (
            (self._search[above + 1 : first], run[start + 1 : region[0]]),
            (self._search[end:below], run[region[1] : stop]),
        )
        missing = [
            line.strip()
            for kept, between in sides
            if not "".join(between).strip()
            for line in kept
            if line.strip()
        ]
        removed = {self._search[n].strip() for n in range(first, end) if lines[n] is not None}
        other = (n for n in (*range(first), *range(end, len(lines))) if self._search[n].strip() in removed)
        elsewhere = [self._search[n].strip() for n in other if not self._is_present(n)]
        return [*missing, *elsewhere]

    def _is_present(self, n: int) -> bool:
        """True if the match has line `n` of the search unchanged, outer whitespace aside."""
        at = self._match.lines[n]
        return at is not None and self._match.run[at].strip() == self._search[n].strip()

    def _is_as_written(self, first: int, end: int, missed: Sequence[str]) -> bool:
        """True if the removed lines equal the block's, and resemble none of the missed lines."""
        pairs = [
            (self._search[n].strip(), self._match.run[at].strip())
            for n, at in enumerate(self._match.lines[first:end], first)
            if at is not None
        ]
        return all(old == current for old, current in pairs) and not any(
            likeness.normalized_similarity(line, current) >= _MIN_LINE_LIKENESS
            for line in missed
            for _, current in pairs
        )

    def _add_region(
        self, old: tuple[int, int], new: tuple[int, int], region: tuple[int, int]
    ) -> set[int] | None:
        """Add the new lines of a region. Returns the lines of the search that survive in one of them."""
        ends = self._ends[region[0] : region[1]]
        ends = ends or self._ends[max(region[0] - 1, 0) : region[0]] or self._ends[region[0] : region[0] + 1]
        ends = ends or [self._end]
        partners = self._partners(old, new)
        for nth, line in enumerate(self._replace[new[0] : new[1]]):
            partner = partners.get(nth)
            at = new[0] + nth
            adjusted, is_guess = self._line(at, partner and (self._search[partner[0]], partner[1]))
            if adjusted is None:
                return None
            if is_guess:
                self._guesses.append(len(self._new))
            if self._in_strings.get(at):
                self._guesses_in_strings.append(len(self._new))
            if nth in partners and self._rules.is_merged(adjusted, line, partners[nth][1]):
                self._merged.append(len(self._new))
            if adjusted != line:
                same_depth = indentation(adjusted) == indentation(line)
                self._adjusted[len(self._new)] = Adjusted.CHARACTERS if same_depth else Adjusted.DEPTH
            self._new.append(adjusted + ends[min(nth, len(ends) - 1)])
            if old[1] - old[0] == new[1] - new[0]:
                # Line by line, the blank ones that the search lacks stay where they are.
                self._new += (self._match.run[at] for at in self._blank_below(old[0] + nth, old[1]))
        return {
            n
            for nth, (n, current) in partners.items()
            if self._rules.survives(n, self._replace[new[0] + nth], current)
        }

    def _partners(self, old: tuple[int, int], new: tuple[int, int]) -> dict[int, tuple[int, str]]:
        """By new line: the search line it derives from, and the file's; empty if they are equal."""
        search = self._search[old[0] : old[1]]
        current: list[str | None] = [
            None if at is None else line_body(self._match.run[at])
            for at in self._match.lines[old[0] : old[1]]
        ]
        if all(other is None or other == line for line, other in zip(search, current, strict=True)):
            return {}
        replace = self._replace[new[0] : new[1]]
        if len(search) == len(replace) and (len(search) == 1 or len(search) ** 2 > MAX_COMPARED):
            pairs = [(nth, nth) for nth in range(len(search))]
        elif len(search) * len(replace) <= MAX_COMPARED:
            pairs = alike_pairs(list(search), list(replace))
        else:
            pairs = []
        # The whitespace of a blank line says nothing about words in its place.
        pairs = [(a, b) for a, b in pairs if search[a].strip() or not replace[b].strip()]
        return {b: (old[0] + a, line) for a, b in pairs if (line := current[a]) is not None}

    def _line(self, at: int, partner: tuple[str, str] | None) -> tuple[str | None, bool]:
        """New line `at` adjusted to the file, or None if it cannot be; and True if its depth is a guess."""
        new = self._replace[at]
        if not new.strip():
            return new, False
        old, current = partner or (None, None)
        is_guess = at in self._guessed
        is_as_old = old is not None and indentation(new) == indentation(old)
        if is_as_old and current is not None and at not in self._in_strings:
            before = indentation(current)
        else:
            depth = self._depths[at]
            if depth is None:
                return None, True
            before = depth
        after = _trailing_whitespace(new)
        if old is not None and current is not None and after == _trailing_whitespace(old):
            after = _trailing_whitespace(current)
        first = last = ""
        new, old, current = new.strip(" \t"), old and old.strip(" \t"), current and current.strip(" \t")
        if old is not None and current is not None:
            first, last = (_kept_whitespace(side, new, old, current) for side in (_leading, _trailing))
            new, old, current = new.strip(), old.strip(), current.strip()
        body = self._body(new, old, current)
        return (None if body is None else before + first + body + last + after), is_guess

    def _body(self, new: str, old: str | None, current: str | None) -> str | None:
        if self._spelling is None:
            return new
        if old is None or current is None or old == current:
            return self._spelling.apply(new)
        return self._spelling.merge_line(old, new, current)


def adapt_lines(
    lines: Lines, first: int, search: Sequence[str], replace: Sequence[str], end: str
) -> list[str]:
    """The new lines for the run from line `first` on, which `search` matches line by line.

    Args:
        lines: The file.
        first: 0-based.
        search: The block's old lines, without ends.
        replace: Its new lines, without ends, at their final depth.
        end: The line end to use where no neighbour has one.
    """
    match = LinePairs(lines.slice(first, first + len(search)), range(len(search)))
    adjusted = LineAdjuster(match, search, replace, _depths_of(replace), end).adjust()
    assert adjusted is not None
    return adjusted.lines


def _closed(lines: list[str], end: str, *, is_open: bool) -> list[str]:
    """The lines with an end each, except for a last one where the file ends without one.

    A blank last line keeps its end, without which it would be lost.
    """
    closed = [line if line_end(line) else line + end for line in lines]
    if closed and is_open:
        closed[-1] = line_body(closed[-1]) or closed[-1]
    return closed
